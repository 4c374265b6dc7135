"""Loads the modules that register compilers of values and steps."""

from __future__ import annotations

from importlib import import_module

_VALUES = ("basic", "table_values", "pieces", "places", "boards", "loops", "calls", "selections")
_STEPS = ("moves", "showing")


def load_makers() -> None:
    """Import every module that registers compilers; done once."""
    for name in _VALUES:
        import_module(f"gamedsl.engine.write.{name}")
    for name in _STEPS:
        import_module(f"gamedsl.engine.rules.{name}")

"""Loads the modules that register compilers of values."""

from __future__ import annotations

from importlib import import_module

_MODULES = ("basic", "table_values", "pieces", "places", "boards", "loops", "calls", "selections")


def load_makers() -> None:
    """Import every module that registers compilers; done once."""
    for name in _MODULES:
        import_module(f"gamedsl.engine.write.{name}")

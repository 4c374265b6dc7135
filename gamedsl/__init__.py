"""A declarative rules language for board games: rule text in, checked and playable games out."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gamedsl.api import (
        Choice,
        Decision,
        Game,
        IllegalChoice,
        InternalError,
        Refusal,
        RuleFileError,
        SaveError,
        SetupError,
        Table,
        UnreadableFileError,
        bundled_names,
        check_path,
        check_text,
        load,
        loads,
    )

__all__ = [
    "Choice",
    "Decision",
    "Game",
    "IllegalChoice",
    "InternalError",
    "Refusal",
    "RuleFileError",
    "SaveError",
    "SetupError",
    "Table",
    "UnreadableFileError",
    "bundled_names",
    "check_path",
    "check_text",
    "load",
    "loads",
]


def __getattr__(name: str) -> Any:
    """Import the API when it is first used: the command line starts faster so."""
    if name not in __all__:
        raise AttributeError(f"module 'gamedsl' has no attribute {name!r}")
    return getattr(import_module("gamedsl.api"), name)

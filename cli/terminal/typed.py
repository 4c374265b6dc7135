"""A word that is typed, in English or in the language that is spoken -> the command that it means, in English."""

from __future__ import annotations

import attrs

from gamedsl.i18n.speaking import mark, mark_in, pgettext

_COMMAND = "a command that is typed; several words mean the same"
_COMMANDS = (
    mark_in("a command that is typed; several words mean the same", "help"),
    mark_in("a command that is typed; several words mean the same", "why"),
    mark_in("a command that is typed; several words mean the same", "log"),
    mark_in("a command that is typed; several words mean the same", "table"),
    mark_in("a command that is typed; several words mean the same", "scores"),
    mark_in("a command that is typed; several words mean the same", "rules"),
    mark_in("a command that is typed; several words mean the same", "choices"),
    mark_in("a command that is typed; several words mean the same", "legend"),
    mark_in("a command that is typed; several words mean the same", "look"),
    mark_in("a command that is typed; several words mean the same", "save"),
    mark_in("a command that is typed; several words mean the same", "undo"),
    mark_in("a command that is typed; several words mean the same", "cancel"),
    mark_in("a command that is typed; several words mean the same", "quit"),
    mark_in("a command that is typed; several words mean the same", "next"),
    mark_in("a command that is typed; several words mean the same", "back"),
    mark_in("a command that is typed; several words mean the same", "jump"),
    mark_in("a command that is typed; several words mean the same", "turn"),
    mark_in("a command that is typed; several words mean the same", "end"),
    mark_in("a command that is typed; several words mean the same", "as"),
    mark_in("a command that is typed; several words mean the same", "details"),
)


def command(word: str) -> str:
    """Return the English word of a command; any other word in small letters."""
    folded = word.casefold()
    return next((one for one in _COMMANDS if folded in words_of(one)), folded)


def words_of(*commands: str) -> list[str]:
    """Return the words that mean a command, or some, in the language that is spoken."""
    return [word for one in commands if one for word in pgettext(_COMMAND, one).split()]


def all_commands() -> list[str]:
    """Return every word that means a command in the language that is spoken."""
    return words_of(*_COMMANDS)


_DIGITS = 9
_LINES = 60
_DETAILS = "details"
LOG_HELP = (mark("log [n]"), mark("what has happened (the last n lines); log details: all of it"))


@attrs.frozen
class Wanted:
    """How many of the last lines, and whether every single thing is told."""

    limit: int
    details: bool


def log_wanted(typed: str, most: int = _LINES) -> Wanted:
    """Return what is wanted; what nobody understands is passed over."""
    words = typed.casefold().split()
    limit = next((int(word[:_DIGITS]) for word in words if word.isdecimal()), most)
    return Wanted(limit, any(one in (_DETAILS, *words_of(_DETAILS)) for one in words))

"""Checking small games in tests: a game to build on, and the codes of what is found in additions to it."""

from __future__ import annotations

from collections.abc import Mapping

from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.diagnostics.report import Reporter
from gamedsl.files import GivenFiles
from gamedsl.semantics.check import check_source
from gamedsl.semantics.core.model import CheckedGame
from gamedsl.source import Source
from tests.helpers.texts import game_text

UNUSED = ("GDNAM07", "GDFLO06", "GDFLO07", "GDFLO22", "GDDAT18", "GDDAT17")

BASE = game_text("helpers/additions")


def check(text: str, files: Mapping[str, str] | None = None) -> tuple[CheckedGame | None, tuple[Diagnostic, ...]]:
    """Return the checked game of a rule text and everything found in it."""
    reporter = Reporter()
    game = check_source(Source("test.game", text), GivenFiles(dict(files or {})), reporter)
    return game, reporter.diagnostics


def found(text: str, files: Mapping[str, str] | None = None) -> list[str]:
    """Return the codes found in a rule text, but for warnings about unused things."""
    return [d.code for d in check(text, files)[1] if d.code not in UNUSED]


def added(text: str, base: str = BASE) -> list[str]:
    """Return the codes found when these sections are added to the game."""
    return found(base + text)


def term(value: str, params: str = "") -> list[str]:
    """Return the codes found when the game has one more term of this value."""
    return added(f"terms\n  extra{params} = {value}\n")


def action(*fields: str) -> list[str]:
    """Return the codes found when the game has one more action with these fields."""
    return added("actions\n  extra\n" + "".join(f"    {line}\n" for field in fields for line in field.split("\n")))


def steps(*lines: str) -> list[str]:
    """Return the codes found when the game has one more action with these steps."""
    return action("then:", *(f"  {line}" for line in lines))


def replaced(*pairs: tuple[str, str]) -> str:
    """Return the base game with parts of its text replaced."""
    text = BASE
    for old, new in pairs:
        if old not in text:
            raise ValueError(f"not in the game: {old}")
        text = text.replace(old, new, 1)
    return text


def only(text: str, code: str, files: Mapping[str, str] | None = None) -> Diagnostic:
    """Return the one finding of this code; raise ValueError when there are more or none."""
    (diagnostic,) = [d for d in check(text, files)[1] if d.code == code]
    return diagnostic

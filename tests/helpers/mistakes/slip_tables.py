"""Rows of ``diagnostics/slips/*.csv``: a game, what stands in it, what is written instead, and whether a cure works."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import attrs

import gamedsl
from gamedsl.diagnostics.diagnostic import Diagnostic

FOLDER = Path(__file__).parents[2] / "diagnostics" / "slips"
_QUOTED = re.compile(r"`([^`]+)`")
_THOUGHT_OF = re.compile(r"…|\b[A-Z]{3,}\b|\bC\b|\bD\b")


@attrs.frozen
class Slip:
    """A row: ``right`` stands in the game ``base``, ``slip`` is written instead; line breaks are written ``\\n``."""

    form: str
    base: str
    right: str
    slip: str
    cure: str
    followed: str

    @property
    def wrong(self) -> str:
        """What is written instead, without the marks."""
        return self.slip.replace("«", "").replace("»", "")

    @property
    def text(self) -> str:
        """The game with the slip."""
        return game(self.base).replace(self.right, self.wrong)

    @property
    def place(self) -> tuple[int, int, str]:
        """Line, column and text of what the finding shall mark."""
        before = game(self.base).partition(self.right)[0] + self.slip.partition("«")[0]
        marked = self.slip.partition("«")[2].partition("»")[0]
        return before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1, marked


@cache
def game(name: str) -> str:
    """Return the text of a game beside the table."""
    return (FOLDER / f"{name}.game").read_text("utf-8")


def followed(slip: Slip, found: Diagnostic) -> str:
    """Return "yes" if a program that writes what the help quotes gets a clean game, else "no"."""
    before, _, after = slip.text.partition(slip.wrong)
    meant = " ".join(game(slip.base).split("\n")[found.span.line - 1].split())
    for cure in _QUOTED.findall(found.help):
        if _THOUGHT_OF.search(cure):
            continue
        start, marked, end = slip.slip.partition("«")[0], slip.place[2], slip.slip.partition("»")[2]
        line = slip.text.split("\n")[found.span.line - 1]
        tried = [
            before + start + cure + end + after,
            slip.text.replace(line, line[: len(line) - len(line.lstrip())] + cure),
            before + start + marked.replace((_QUOTED.findall(found.message) or [marked])[-1], cure) + end + after,
        ]
        if (len(cure) > 2 and cure in meant) or any(not gamedsl.check_text(text) for text in tried):
            return "yes"
    return "no"

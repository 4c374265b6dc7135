"""Likely slips in every form: one finding at the place of the slip, with a cure that works when it is followed.

Each row of ``slips/table.csv`` is a form, one of the games beside it, what stands there, the slip with the place that
the finding shall mark between « and », how its help begins, and whether a program can follow that.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from functools import cache
from pathlib import Path

import attrs
import pytest
from nightly import NIGHTLY

import gamedsl
from gamedsl.diagnostics.diagnostic import Diagnostic

FOLDER = Path(__file__).parent / "slips"
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


def slips() -> list[Slip]:
    """Return the rows of the table."""
    with (FOLDER / "table.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [Slip(**{key: value.replace("\\n", "\n") for key, value in row.items()}) for row in rows]


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


@pytest.mark.parametrize("name", ["stones", "harbour", "hex"])
def test_the_games_are_clean(name: str) -> None:
    """What the slips are made in has no findings, and its scenarios pass."""
    results = gamedsl.loads(game(name)).test()

    assert ([], []) == (list(gamedsl.check_text(game(name))), [one.name for one in results if not one.passed])


def test_every_form_has_three_slips() -> None:
    """Three at least, all at places that the games have once."""
    count = Counter(slip.form for slip in slips())

    assert [] == [form for form, number in count.items() if number < 3]
    assert [] == [slip.right for slip in slips() if game(slip.base).count(slip.right) != 1]


TRIED = slips() if NIGHTLY else slips()[::2]


@pytest.mark.parametrize("slip", TRIED, ids=[f"{slip.form}: {slip.wrong.strip()}" for slip in TRIED])
def test_a_slip_has_one_finding_with_a_cure(slip: Slip) -> None:
    """One finding, at the marked place, whose help leads to a clean game."""
    (found,) = gamedsl.check_text(slip.text)
    line = slip.text.split("\n")[found.span.line - 1]
    end = found.span.end_column - 1 if found.span.end_line == found.span.line else len(line)
    marked = line[found.span.column - 1 : end]

    assert slip.place == (found.span.line, found.span.column, marked)
    assert slip.cure == found.help[: len(slip.cure)]
    assert slip.followed == followed(slip, found)

"""Likely slips in every form: one finding at the place of the slip, with a cure that works when it is followed.

Each row of ``slips/table.csv`` is a form, one of the games beside it, what stands there, the slip with the place that
the finding shall mark between « and », how its help begins, and whether a program can follow that.
"""

from __future__ import annotations

import csv
from collections import Counter

import pytest

import gamedsl
from tests.helpers.mistakes.slip_tables import FOLDER, Slip, followed, game
from tests.helpers.suite.nightly import NIGHTLY


def slips() -> list[Slip]:
    """Return the rows of the table."""
    with (FOLDER / "table.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [Slip(**{key: value.replace("\\n", "\n") for key, value in row.items()}) for row in rows]


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

"""Conditions behind `where` that name all members where one was meant, and what to write instead."""

import re

import pytest

from gamedsl.api import check_text
from tests.helpers.texts import game_text

GAME = game_text("semantics/all_instead_of_one")


def found(fields: str) -> list[tuple[str, str]]:
    """Return code and help of what is found in a game whose action has these fields."""
    lines = "".join(f"    {line}\n" for line in fields.split("\n"))
    told = check_text(GAME.format(fields=lines.rstrip("\n")))
    return [(one.code, one.help) for one in told if one.code not in ("GDNAM07", "GDFLO06")]


def cured(fields: str) -> str:
    """Return the fields with what the help says typed instead of what it names."""
    ((code, told),) = found(fields)
    assert "GDTYP21" == code
    write, instead = re.fullmatch("write `(.*)` instead of `(.*)`", told).groups()
    assert 1 == fields.count(instead)
    return fields.replace(instead, write)


@pytest.mark.parametrize(
    ("fields", "meant"),
    [
        (
            "pick: gs = 2 of gem where bank[gem] > 0\nthen: set sums to count(gs)",
            "pick: gs = 2 of (g for each g in gem where bank[g] > 0)\nthen: set sums to count(gs)",
        ),
        (
            "pick: g in gem where bank[gem] > 0\nthen: pay min(1, bank[g]) from bank[g] to you.stones[g]",
            "pick: g in gem where bank[g] > 0\nthen: pay min(1, bank[g]) from bank[g] to you.stones[g]",
        ),
        (
            "then: set sums to count(gem where bank[gem] > 3)",
            "then: set sums to count((g for each g in gem where bank[g] > 3))",
        ),
        (
            "then:\n  for each g in gem where bank[gem] > 0 and you.stones[gem] = 0: set sums to 2",
            "then:\n  for each g in gem where bank[g] > 0 and you.stones[g] = 0: set sums to 2",
        ),
        (
            "then: set sums to count(p for each p in players where max(players.n) > 3)",
            "then: set sums to count(p for each p in players where max(p.n) > 3)",
        ),
    ],
)
def test_all_instead_of_one(fields: str, meant: str) -> None:
    """The cure gives the member a name, and can be typed as it stands."""
    assert meant == cured(fields)
    assert "GDTYP21" not in [code for code, _ in found(meant)]


def test_the_cure_of_a_choice_is_clean() -> None:
    """Two of those that are there: nothing else is found then."""
    assert [] == found(cured("pick: gs = 2 of gem where bank[gem] > 0\nthen: set sums to count(gs)"))


@pytest.mark.parametrize(
    "fields",
    [
        "pick: g in gem where bank[g] * 3 > bank[gem]\nthen: set sums to bank[g]",
        "then: set sums to count(inn where count(rooms[inn]) = 0)",
        "then: set sums to count(inn where row = 1)",
        "then: set sums to count(inn where row = 1 and count(rooms[inn]) > 1)",
        "then: set sums to count(players where n > 3)",
        "then: set sums to count(gem where sums > 3)",
    ],
)
def test_conditions_that_are_meant(fields: str) -> None:
    """What asks something of the member may compare it with all of them; what names none of them is another matter."""
    assert "GDTYP21" not in [code for code, _ in found(fields)]

"""Numbers that are collected where each of them is meant: equal ones would vanish in a set, and that is told."""

from __future__ import annotations

import pytest

import gamedsl
from tests.helpers.texts import game_text

GAME = game_text("semantics/listed_numbers")


def found(step: str) -> list[str]:
    """Return the helps of findings about numbers that vanish."""
    text = GAME.format(step=step, result=0)
    return [one.help for one in gamedsl.check_text(text) if one.code == "GDTYP31"]


@pytest.mark.parametrize(
    ("value", "cure"),
    [
        ("sum({die[1], die[2]})", "each by itself: `sum(die[1], die[2])`; each value once: `sum(different "),
        ("sum({die[1]} + {die[2]})", "write the numbers themselves: `sum(A, B)`"),
        ("sum({A.gold, B.gold})", "each by itself: `sum(A.gold, B.gold)`"),
        ("count({die[1], die[2]})", "how many are written there is a number"),
        ("sum(largest(2, {die[1], die[2], n}))", "each by itself: `largest(2, die[1], die[2], n)`"),
        ("sum(smallest(1, {die[1], die[2]}))", "each by itself: `smallest(1, die[1], die[2])`"),
        ("sum(d for each d in {die[1], die[2]})", "go through their places, `for each i in 1..2`, and write `die[i]`"),
        ("sum(d for each d in {die[2], die[3]})", "write what is done for each of them by itself"),
        ("count(d for each d in {n, die[2]} where d > 2)", "write what is done for each of them by itself"),
        ("sum(b for each b in players.bid)", "go through the things that have them"),
        ("sum(g for each g in (p.gold for each p in players))", "go through the things that have them"),
    ],
)
def test_equal_numbers_that_would_vanish(value: str, cure: str) -> None:
    """Braces, sums of braces, and numbers collected from things, in all functions that count how often one is there."""
    (told,) = found(f"set a to {value}")

    assert cure == told[: len(cure)]


def test_steps_for_each_of_some_numbers() -> None:
    """A loop of steps goes through a set as well."""
    (told,) = found("for each d in {die[1], die[2]}: set a to min(90, a + d)")

    assert "go through their places, `for each i in 1..2`, and write `die[i]`" == told


@pytest.mark.parametrize(
    "step",
    [
        "set a to sum({n - 1, n + 1})",
        "set a to sum({1, 2})",
        "set a to max({die[1], die[2]})",
        "set a to 1 if any(d > 3 for each d in {die[1], die[2]}) else 0",
        "set a to count({A, active})",
        "set a to sum(different {die[1], die[2]})",
        "set a to count(different {die[1], die[2], die[3]})",
        "set a to sum(different d for each d in {die[1], die[2]})",
        "set a to sum(p.gold for each p in players)",
        "set a to sum(players.bid)",
        "for each d in {n - 1, n + 1}: set a to d",
    ],
)
def test_what_is_meant(step: str) -> None:
    """Numbers that are never equal, questions for which it is all the same, and `different` are not told."""
    assert [] == found(step)


@pytest.mark.parametrize(
    ("value", "result"),
    [
        ("sum(die[1], die[2])", 6),
        ("sum(die[1], die[2], n)", 10),
        ("sum(largest(2, die[1], die[2], die[3]))", 6),
        ("sum(smallest(2, die[1], die[2], die[3]))", 5),
        ("sum(different {die[1], die[2]})", 3),
        ("count(different {die[1], die[2], die[3]})", 2),
        ("sum(different d for each d in {die[1], die[2]})", 3),
        ("sum({die[1], die[2]})", 3),
    ],
)
def test_what_they_are(value: str, result: int) -> None:
    """Several numbers count each; a set holds each once, in older files as well."""
    (scenario,) = gamedsl.loads(GAME.format(step=f"set a to {value}", result=result)).test()

    assert "" == "\n".join(str(one) for one in scenario.diagnostics if one.severity == "error")


def test_only_numbers_are_added() -> None:
    """Something else among several is told by its place."""
    text = GAME.format(step="set a to sum(n, A)", result=0)

    assert ["GDTYP01"] == [one.code for one in gamedsl.check_text(text)]

"""Rows whose keys are worked out: ``card(suit, n + 1)`` in moves, in what is given, forced and expected."""

from __future__ import annotations

import pytest

import gamedsl
from tests.helpers.texts import game_text

GAME = game_text("scenarios/computed_rows")


def told(*lines: str, least: str = "0") -> list[str]:
    """Return what is said about a game whose scenario has these lines."""
    text = GAME.format(lines="\n".join(f"      {line}" for line in lines), least=least)
    found = [one for one in gamedsl.check_text(text) if one.severity == "error"]
    found = found or [one for result in gamedsl.loads(text).test() for one in result.diagnostics]
    return [f"{one.code} {one.message}" for one in found]


@pytest.mark.parametrize(
    "lines",
    [
        ("let n = 1", "A: take(card(red, n + 1))", "expect card(red, n + 1) in A.hand and not card(red, n) in A.hand"),
        ("for each s in {red, blue}: active: take(card(s, 2))", "expect card(red, 2) in A.hand"),
        ("for each s in suit: legal A: take(card(s, 2))", "exactly A: (take(card(s, 2)) for each s in suit), take"),
        ("let s = blue", "illegal A: take(card(s, 3))", "A: take(card(s, 4)); B: take(card(red, 1))"),
    ],
)
def test_rows_with_keys_that_are_worked_out(lines: tuple[str, ...]) -> None:
    """They mean any copy, as rows that are written out do."""
    assert [] == told(*lines)


def test_rows_in_cases() -> None:
    """A column of the table of cases can be the key of a row, forced and moved as well."""
    text = GAME.format(lines="      A: take(card(s, n))\n      expect card(s, n) in A.hand", least="0")
    cases = "    cases:\n      | s    | n |\n      | red  | 3 |\n      | blue | 4 |\n"
    text = text.replace(
        "    given: force pile: card(red, 1), card(blue, 2)", f"{cases}    given: force pile: card(s, n), card(red, 1)"
    )
    results = gamedsl.loads(text).test()

    assert [(True, []), (True, [])] == [(result.passed, list(result.diagnostics)) for result in results]


def test_a_row_that_there_is_not() -> None:
    """A key out of its range is told before play; rules may work out keys, too."""
    assert ["GDRNG01"] == [one.split()[0] for one in told("let n = 4", "A: take(card(red, n + 1))")]
    assert [] == told("A: take(card(red, 1))", least="count(row where card(suit, rank) != design)")


def test_pictures_of_values_with_some_keys_written() -> None:
    """`lay mark[red]` is the row of places of one word; keys may be worked out."""
    given = 'given: lay mark[red]: "A.B"; lay mark[only({blue})]: "B"; '
    text = GAME.format(lines="      expect mark[red, 3] = B and mark[red, 2] = none and mark[blue, 1] = B", least="0")
    first, second = text.replace("given: ", given), text.replace("given: ", given.replace("[red]", "[red, 1]"))

    assert [[]] == [list(result.diagnostics) for result in gamedsl.loads(first).test()]
    assert ["GDSCN30"] == [one.code for one in gamedsl.check_text(second) if one.severity == "error"]

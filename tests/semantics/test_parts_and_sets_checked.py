"""Slips in choices of several parts and of sets, each with the one finding that it gets and its cure."""

from __future__ import annotations

import pytest

import gamedsl
from tests.helpers.texts import game_text

GAME = game_text("semantics/parts_and_sets_checked")


def found(pick: str, then: str = "move some to you.hand") -> list[str]:
    """Return the code, the words at the place and the cure of every finding."""
    text = GAME.format(pick=pick, then=then)
    told = []
    for one in gamedsl.check_text(text):
        line = one.span.source.line(one.span.line)
        told.append(f"{one.code} `{line[one.span.column - 1 : one.span.end_column - 1]}` {one.help}")
    return [one for one in told if not one.startswith("GDNAM07")]


def test_the_forms_are_clean() -> None:
    """Parts, sets and words of the answer have no findings."""
    move = "move some to you.hand; move a to you.hand"
    assert [] == found("pick: some = up to 2 of row, a in row where a not in some", move)
    assert [] == found("pick: some = any number of row where gem.colour != red".replace("gem.colour", "colour"))
    assert [] == found("pick: n in 1..3, some = up to n of row")


ONE_BY_ONE = (
    "GDRNG08 `some = any number of cards` say how many are picked at most (`up to 3 of …`), "
    "or ask for one part after the other: `repeat 5 times: pick …`"
)
AT_ONCE = (
    "GDRNG09 `some = 3 of cards` ask for one part after the other (two `pick:`, or `repeat 3 times: pick …`); "
    "if there never are so many to pick from, accept this with the reason"
)
TOO_EARLY = (
    "GDNAM01 `b` it is a part of this choice further right: parts are read from the left, so put that part in front"
)


@pytest.mark.parametrize(
    ("pick", "then", "finding"),
    [
        ("pick: a in row where a != b, b in row", "move {a, b} to you.hand", TOO_EARLY),
        ("pick: some = any number of cards", "move some to you.secret", ONE_BY_ONE),
        ("pick: some = 3 of cards", "move some to you.secret", AT_ONCE),
    ],
)
def test_slips_of_meaning(pick: str, then: str, finding: str) -> None:
    """Each slip has one finding, with what to write instead."""
    assert [finding] == found(pick, then)


@pytest.mark.parametrize(
    ("pick", "cure"),
    [
        ("pick: 3 row", "`some = 3 of row`"),
        ("pick: 3 of row", "`some = 3 of row`"),
        ("pick: 3 gems of row", "`gems = 3 of row`"),
        ("pick: up to 2 of row", "`some = up to 2 of row`"),
        ("pick: any number of row", "`some = any number of row`"),
        ("pick: some in 3 of row", "`some = 3 of row`"),
        ("pick: some in up to 3 of row", "`some = up to 3 of row`"),
        ("pick: some = 2 row", "`pick: some = 2 of row`"),
        ("pick: some = 2 from row", "`pick: some = 2 of row`"),
        ("pick: some = 2 in row", "`pick: some = 2 of row`"),
        ("pick: some: 2 of row", "`pick: some = 2 of row`"),
        ("pick: a in row b in row", "a comma between two parts of one choice: `…, b in …`"),
        ("pick: a in row; b in row", "`pick: a in row, b in row`"),
        ("pick: a, b in row", "`a in row, b in row`, or `some = 2 of row`"),
        ("pick: some = exactly 2 of row", "only `2 of`"),
        ("pick: some = at most 2 of row", "`up to 2 of`"),
        ("pick: some = 1 to 2 of row", "`up to 2 of`, and for the least number `when: count(some) >= 1`"),
        ("pick: some = 1..2 of row", "`up to 2 of`, and for the least number `when: count(some) >= 1`"),
    ],
)
def test_slips_of_form(pick: str, cure: str) -> None:
    """What cannot be read has one finding, which says how it is written."""
    (one,) = found(pick)
    assert one.startswith("GDSYN")
    assert cure in one


def test_parts_joined_by_and() -> None:
    """`and` between parts could be a condition; the finding says that a comma is meant."""
    (one,) = found("pick: a in row and b in row", "move {a, b} to you.hand")
    assert one.endswith("write a comma between the parts of one choice: `a in row, b in row`")


@pytest.mark.parametrize(
    ("then", "wanted"), [("set chosen to some", "a gem or none"), ("set chosen to some[1]", "a list")]
)
def test_a_set_where_one_thing_is_wanted(then: str, wanted: str) -> None:
    """A set is no single piece, and has no first one."""
    messages = [one.message for one in gamedsl.check_text(GAME.format(pick="pick: some = 2 of row", then=then))]
    assert any("set of gem" in message for message in messages), (wanted, messages)

"""The name of a row with several copies: any free copy where one is moved, the row where sets are compared."""

from __future__ import annotations

import pytest

import gamedsl
from tests.helpers.texts import game_text

GAME = game_text("scenarios/copies")
DEALT = """for each p in players:
        deal 1 from (deck where design = guard) to p.hand
        deal 1 from (deck where design = baron) to p.hand"""


@pytest.mark.parametrize(
    ("given", "then"),
    [
        ("move guard to A.hand; move guard to B.hand", "count(A.hand) = 1 and count(B.hand) = 1"),
        ("move {guard, king} to A.hand; move {guard, baron} to A.hand", "count(A.hand) = 4"),
        ("for each p in players: move guard to p.hand", "count(A.hand) = 1 and count(B.hand) = 1"),
        ("move guard to A.hand; move (deck where design = guard) to waste; move guard to B.hand", "count(waste) = 1"),
        (DEALT, "B.hand = {guard, baron} and A.hand = {guard, baron}"),
        (DEALT, "not (B.hand = {guard, king}) and B.hand != {guard}"),
        (DEALT, "guard in A.hand and guard in B.hand and king not in A.hand"),
        ("set shown to baron", "shown = baron and shown in {guard, baron}"),
        ("move {guard, guard, king} to A.hand", "A.hand = {guard, king, guard} and count(A.hand) = 3"),
        ("move {guard, guard} to A.hand", "A.hand != {guard} and A.hand != {guard, guard, guard}"),
        ("move {guard, guard} to A.hand", "{guard, guard} in A.hand and not ({guard, guard, guard} in A.hand)"),
        ("move {guard, guard} to A.hand", "A.hand - {guard} = {guard} and A.hand - {guard, guard} = {}"),
        ("move guard to A.hand; move baron to B.hand", "{guard, guard} != A.hand and {guard} = A.hand"),
    ],
)
def test_names_of_copies(given: str, then: str) -> None:
    """Each move takes a copy that nobody has yet; sets that look equal are equal, and names count."""
    (result,) = gamedsl.loads(GAME.format(given=given, then=then)).test()

    assert [] == [str(found.message) for found in result.diagnostics]


@pytest.mark.parametrize(
    ("given", "then", "said"),
    [
        (
            "move {guard, guard, baron} to A.hand",
            "A.hand = {guard, baron}",
            "expected {guard, baron}, but `A.hand` is {guard, guard, baron}",
        ),
        (
            "move guard to A.hand; move guard to B.hand",
            "A.hand = B.hand",
            "expected {guard}, the value of `B.hand`, but `A.hand` is {guard}: other copies of the same",
        ),
    ],
)
def test_sides_that_look_equal(given: str, then: str, said: str) -> None:
    """A condition that fails shows two sides that do not look equal, or says what is otherwise."""
    (result,) = gamedsl.loads(GAME.format(given=given, then=then)).test()

    assert [f"`{then}` does not hold here: {said}."] == [found.message for found in result.diagnostics]


def test_more_copies_than_there_are() -> None:
    """A set cannot name a row more often than it has copies."""
    (result,) = gamedsl.loads(
        GAME.format(given="move {baron, baron, baron} to A.hand", then="count(A.hand) = 3")
    ).test()

    assert ["GDSCN08"] == [found.code for found in result.diagnostics]

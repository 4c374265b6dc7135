"""The name of a row with several copies: any free copy where one is moved, the row where sets are compared."""

from __future__ import annotations

import pytest

import gamedsl

GAME = """game Copies "Copies"
  players: 2
components
  card: card
    | card  | copies: 1..5 |
    | guard | 3            |
    | baron | 2            |
    | king  | 1            |
table
  deck: heap of card, full
  waste: heap of card
  shown: card or none
  each player
    hand: heap of card
phases
  game
    who: players from A
    play: wait
actions
  wait
end
  winner: A
scenarios
  x
    given:
      {given}
    then:
      expect {then}
"""
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
    ],
)
def test_names_of_copies(given: str, then: str) -> None:
    """Each move takes a copy that nobody has yet; sets that look equal are equal."""
    (result,) = gamedsl.loads(GAME.format(given=given, then=then)).test()

    assert [] == [str(found.message) for found in result.diagnostics]

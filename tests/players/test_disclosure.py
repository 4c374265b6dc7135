"""Whether a decision has told somebody about hidden things: then it cannot be taken back."""

from __future__ import annotations

import pytest

import gamedsl
from gamedsl import studies

GAME = """
game Leaks "Leaks"
  players: 2
components
  coin: counter, 80
  card: card, 1 each value: 1..12
table
  bank: purse of coin, full
  deck: stack of card, full, seen by none
  best: 0..12 = 0
  each player
    hand: heap of card, seen by owner
    coins: purse of coin
    chest: purse of coin, seen by owner
setup
  shuffle deck
  for each p in players: deal 3 from deck to p.hand
phases
  game
    who: players from A
    play: up to 3 of (clue or parity or own or save or rest or ask)
    until: bank < 20
actions
  clue "Count the high cards of the other"
    then: set best to count(next(you).hand where value > 6)
  parity "A coin, if the top card is even"
    then:
      if deck.top.value mod 2 = 0: pay 1 from bank to you.coins
  own "A coin for each high card"
    then: pay count(you.hand where value > 6) from bank to you.coins
  save "Put a coin into the chest"
    then: pay 1 from bank to you.chest
  rest "Rest"
    then: pay 1 from bank to you.coins
  ask "A coin and a question"
    then:
      pay 1 from bank to you.coins
      if max(c.value for each c in next(you).hand) > 8:
        pick n in 1..3 "How many?"
        pay n from bank to you.coins
end
  winner: the p in players with most p.coins ties all
"""


@pytest.mark.parametrize(
    ("move", "told"),
    [("clue", True), ("parity", True), ("own", True), ("save", False), ("rest", False), ("ask", True), ("pass", False)],
)
def test_what_tells(move: str, told: bool) -> None:
    """What depends on hidden cards tells; what a seat knows tells the other seats; all else tells nothing."""
    before = gamedsl.loads(GAME).start(seed=4)
    after = before.copy()
    after.apply(move)
    assert "" == studies.seen_since(after, before)
    assert told == studies.has_disclosed(after, before)


def test_several_decisions_tell_together() -> None:
    """What was told by any of the decisions since then counts; states and logs stay as they are."""
    before = gamedsl.loads(GAME).start(seed=4)
    before.apply("rest")
    after = before.copy()
    after.apply("save")
    assert not studies.has_disclosed(after, before)
    after.apply("clue")
    fingerprints = before.fingerprint(), after.fingerprint(), after.log()
    assert studies.has_disclosed(after, before)
    assert fingerprints == (before.fingerprint(), after.fingerprint(), after.log())


def test_bids_that_are_opened_tell() -> None:
    """The last of those who write down bids together sees the others'; those before see nothing."""
    table = gamedsl.load("sealed_bid").start(players=3, seed=4)
    told = []
    for _ in range(3):
        before = table.copy()
        table.apply("bid_coins(3)")
        told.append(studies.has_disclosed(table, before))
    assert [False, False, True] == told

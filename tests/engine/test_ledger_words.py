"""The words of ledger entries are worked out when their step begins, as those in the log."""

from __future__ import annotations

from gamedsl import loads

GAME = """game Loans "Loans"
  players: 2
components
  chip: counter, 20
  card: card, 1 each n: 1..6
table
  bank: purse of chip, full
  box: heap of card, full
  marker: 0..9
  each player
    chips: purse of chip
    hand: heap of card
terms
  loan = 2 if bank = 20 else 1
phases
  game
    who: players from A
    play: borrow or take or gain
actions
  borrow "Borrow {loan|chip|chips} at {marker}"
    then:
      pay loan from bank to you.chips
      set marker to 5
      score gains loan for you
  take "Take a card of {count(box)}"
    then:
      move box.top to you.hand
      deal 1 from box to you.hand "one of {count(box)}"
  gain "Gain with {you.points|point|points}"
    then: score gains 3 for you
scoring
  gains "Gains"
end
  winner: none
"""


def words(move: str) -> list[str]:
    """Return the words of the ledger after one move."""
    table = loads(GAME).start(players=2, seed=1)
    table.apply(move)
    return [entry["words"] for entry in table.ledger()]


def test_words_of_a_payment() -> None:
    """What a loan was for stands as it was offered, not as it would be offered now, in all steps."""
    assert ["Borrow 2 chips at 0", "Borrow 2 chips at 0"] == words("borrow")


def test_words_of_moves() -> None:
    """Each step tells what was there when it began."""
    assert ["Take a card of 6", "one of 5"] == words("take")


def test_words_of_points() -> None:
    """Points are told before they are given."""
    assert ["Gain with 0 points"] == words("gain")

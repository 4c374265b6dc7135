"""Single steps that move very many pieces: their work counts, so a game stops in them as in a loop without an end."""

from __future__ import annotations

import pytest

import gamedsl
from tests.helpers.suite.nightly import NIGHTLY

GAME = """game Heap
  players: 2
components
  card: card, {cards}
table
  deck: {deck}, full
  pile: {pile}
phases
  go
    who: players from A
    play: take
actions
  take "Take"
    then: {then}
end
  winner: the p in players with most p.points ties all
"""
OPEN, HIDDEN, HEAP = "stack of card", "stack of card, seen by none", "heap of card"


def ended(cards: int, deck: str, pile: str, then: str) -> str:
    """Return the code of the error that stops the game in its first action; empty when it goes on."""
    text = GAME.format(cards=cards, deck=deck, pile=pile, then=then)
    table = gamedsl.loads(text).start(log=False)
    table.apply("take")
    error = table.error()
    return "" if error is None else f"{error.code} in line {error.span.line}"


ALL_AT_ONCE = [
    (HEAP, HEAP, "move deck to pile"),
    (OPEN, OPEN, "shuffle deck; move deck to pile"),
    (HEAP, OPEN, "move deck to pile"),
    (HEAP + ", seen by none", HEAP, "deal 20000 from deck to pile"),
    (HIDDEN, HEAP, "shuffle deck; deal 20000 from deck to pile"),
]


@pytest.mark.parametrize(("deck", "pile", "then"), ALL_AT_ONCE if NIGHTLY else ALL_AT_ONCE[:3])
def test_too_many_pieces_at_once_stop_the_game(deck: str, pile: str, then: str) -> None:
    """Twenty thousand pieces, one after the other, are more than may happen between two decisions; five hundred not."""
    assert "GDRUN07 in line" in ended(20_000, deck, pile, then)
    assert "" == ended(500, deck, pile, then.replace("20000", "500"))


def test_a_block_moves_as_one() -> None:
    """A shuffled deck that goes into another stack as it is, is one thing to move, however large it is."""
    assert "" == ended(20_000, HIDDEN, HIDDEN, "shuffle deck; move deck to pile")

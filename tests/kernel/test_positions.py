"""``repeated`` in the kernel program: the same counts as ever, whatever a position is made of."""

from __future__ import annotations

import pytest

import gamedsl
from tests.frozen.kept import kernel_engine
from tests.helpers.kernel.comparing import same_games

HEAD = 'game Stones "Stones"\n  players: 2\n'
FEW = """
components
  stone: piece, 2 each player
table
  middle: heap of stone
  each stone
    up: bool
    size: 1..3
  each player
    stones: heap of stone, full
phases
  round
    who: players from A
    play: put or turn or take or rest
    until: repeated(4, middle, up, size)
actions
  put
    pick: m in you.stones
    then: move m to middle
  turn
    pick: m in (middle where owner = you)
    then: set m.up to not m.up; set m.size to 2 if m.up else 1
  take
    pick: m in (middle where owner = you)
    then: set m.up to no; set m.size to 1; move m to m.owner.stones
  rest
end
  winner: none if repeated(4, middle, up, size) else active
"""
STACKS = """
components
  tile: card, 3
  coin: counter, 20
table
  bank: purse of coin, full
  pile: stack of tile, full
  side[1..2]: stack of tile
  each tile
    worth: purse of coin
    mark: tile or none
  each player
    purse_of: purse of coin
    chosen: set of tile
phases
  all
    steps: first, second
    until: count(side[1]) = 3
  first
    who: players from A
    play: shift or pay_in or note
    until: repeated(3, side, worth) or repeated(5, pile, mark, chosen)
  second
    who: players from B
    play: shift or pay_in or note
    until: repeated(3, side, worth) or count(pile) = 3
actions
  shift
    pick: k in 1..2
    then:
      if count(side[k]) > 0:
        move side[k].top to pile
      else:
        move pile.top to side[k]
  pay_in
    pick: x in pile
    then:
      if x.worth = 0:
        pay 1 from bank to x.worth
      else:
        pay 1 from x.worth to bank
  note
    pick: x in pile
    then:
      set x.mark to none if x.mark = x else x
      set you.chosen to you.chosen - x if x in you.chosen else you.chosen + x
end
  winner: none
"""


@pytest.mark.parametrize("name", ["few", "stacks"])
def test_same_counts(name: str) -> None:
    """Games that end by a position that came back go the same way, and count alike at every decision."""
    engine = kernel_engine(gamedsl.loads(HEAD + {"few": FEW, "stacks": STACKS}[name]).checked, 2)
    same_games("positions", name, engine, range(6), 150, again=range(2))

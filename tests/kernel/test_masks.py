"""Conditions that words tell at once hold for just the elements for which they hold one by one."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

import gamedsl
from tests.frozen.kept import kernel_engine
from tests.helpers.kernel.comparing import kernel_of

GAME = """
game Prices
  players: 2
types
  colour: red, green, blue
components
  card: card
    | card | price: 0..9 | one: colour | other: colour |
    | a    | 3           | red         | green         |
    | b    | 5           | green       | blue          |
    | c    | 5           | blue        | red           |
    | d    | 8           | red         | red           |
table
  row: heap of card, full
  level: 0..9
  which: colour or none
terms
  each card
    fair = level >= price
phases
  play
    who: players from A
    play: stay or buy
    until: level = 9
actions
  stay
    then: set level to 0
  buy
    pick: x in row
    when: {condition}
    then: set level to 1
end
  winner: active
"""
ROWS = ((3, 0, 1), (5, 1, 2), (5, 2, 0), (8, 0, 0))
CONDITIONS: dict[str, Callable[[int, int, tuple[int, int, int]], bool]] = {
    "level >= x.price": lambda level, _, row: level >= row[0],
    "level > x.price": lambda level, _, row: level > row[0],
    "x.price >= level": lambda level, _, row: row[0] >= level,
    "x.price > level": lambda level, _, row: row[0] > level,
    "not x.price < level": lambda level, _, row: row[0] >= level,
    "x.fair": lambda level, _, row: level >= row[0],
    "which in {x.one, x.other}": lambda _, which, row: which in row[1:],
    "which not in {x.one, x.other}": lambda _, which, row: which not in row[1:],
    "level > 4 or which = x.one": lambda level, which, row: level > 4 or which == row[1],
    "level > 4 and x.price < level": lambda level, _, row: level > 4 and row[0] < level,
}


@pytest.mark.parametrize("condition", CONDITIONS)
def test_what_may_be_picked_is_what_the_condition_says(condition: str) -> None:
    """Choices are those that the same condition in Python picks from the rows."""
    engine = kernel_engine(gamedsl.loads(GAME.format(condition=condition)).checked, 2)
    kernel, base, chance = kernel_of(engine), engine.numbering.action_base["buy"], Random(1)
    s = kernel.start(0)
    for _ in range(60):
        level, which, row = chance.randrange(10), chance.randrange(-1, 3), chance.randrange(16)
        for name, value in (("value.level", level), ("value.which", which), ("zone.row", row)):
            s[kernel.at[name]] = value
        for name in kernel.program.kept:
            s[kernel.at[name]] = 0
        holds = CONDITIONS[condition]
        wanted = [base + at for at, one in enumerate(ROWS) if row >> at & 1 and holds(level, which, one)]
        assert [code for code in kernel.codes(s) if code >= base] == wanted

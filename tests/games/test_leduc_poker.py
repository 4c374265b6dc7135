"""Leduc poker: every deal and every way to bet, compared with the numbers that OpenSpiel counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from tests.helpers.play.engines import example

ENDINGS = {0: 600, 1: 198, 3: 366, 5: 552, 7: 432, 9: 528, 11: 192, 13: 192}
"""How many of the 5,520 endings bring the first player so many chips; as many cost so many."""

Ending = tuple[State, tuple[int, ...], Fraction]


def endings(engine: Engine, state: State, moves: tuple[int, ...], chance: Fraction) -> Iterator[Ending]:
    """Walk all endings behind a state, with the codes that lead there, and how likely random play is to do so."""
    codes = engine.codes(state)
    if not codes:
        yield state, moves, chance
    for code in codes:
        after = state.copy()
        engine.apply(after, code)
        yield from endings(engine, after, (*moves, code), chance / len(codes))


def test_every_game_that_there_is() -> None:
    """All 5,520 games end as they should; at random the first player loses 5/64 of a chip, as it is known."""
    engine = example("leduc_poker", 2)
    public = engine.layout.cells["public"].base
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    lost = Fraction(0)
    for deal in permutations(range(6), 3):
        dealt = engine.start(forced={"deck": tuple((card,) for card in deal)}, log=False)
        for state, moves, chance in endings(engine, dealt, (), Fraction(1, 120)):
            assert [deal[0], deal[1]] == [*state.zones[public + 1], *state.zones[public + 2]]
            seen = (*deal[:2], *state.zones[public])
            found[(*seen, -1, *moves)] = tuple(state.points)
            lost -= state.points[0] * chance

    assert Fraction(5, 64) == lost
    assert ENDINGS | {-chips: games for chips, games in ENDINGS.items()} == Counter(mine for mine, _ in found.values())
    assert all(mine == -other for mine, other in found.values())

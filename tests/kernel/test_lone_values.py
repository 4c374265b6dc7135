"""Single expressions give over flat states what the engine gives: the same values, the same errors."""

from __future__ import annotations

from random import Random

import pytest

import gamedsl
from gamedsl.engine.compiled import CompiledEngine
from tests.card_games import card_game
from tests.kernel.test_same_game import EXAMPLES, GAMES, sampled
from tests.lone_help import Both, told


@pytest.mark.parametrize("name", GAMES)
def test_large_games(name: str) -> None:
    """Every expression of the four games, with sampled players and options, has the same value for every seat."""
    engine = sampled(name, 1, CompiledEngine) or sampled(name, 2, CompiledEngine)
    assert engine is not None
    both = Both(engine)
    both.compare(seed=1, every=11, limit=70)
    assert both.found == []
    assert both.asked > 1000


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples(name: str) -> None:
    """Every expression of every example has the same value for every seat."""
    game = gamedsl.load(name).checked
    both = Both(CompiledEngine(game, game.least_seats))
    both.compare(seed=1, every=9, limit=100)
    assert both.found == []
    assert both.asked > 10


@pytest.mark.parametrize("number", range(12))
def test_card_games_at_random(number: int) -> None:
    """Expressions of games that nobody meant have the same values: hidden hands, open stacks."""
    game = gamedsl.loads(card_game(Random(number))).checked
    both = Both(CompiledEngine(game, game.least_seats + number % 2))
    both.compare(seed=number, every=13, limit=100)
    assert both.found == []
    assert both.asked > 30


TIED = """
game Tied "Tied"
  players: 3
table
  each player
    level: 0..9
phases
  turns
    who: players from B
    play: wait
    until: done(wait) > 2
actions
  wait
    then: set you.level to 1
end
  winner: the p in players with most p.level ties never
"""


def test_ties_that_may_not_be_are_named() -> None:
    """The error of several best where only one may be names them on both sides."""
    both = Both(CompiledEngine(gamedsl.loads(TIED).checked, 3))
    s, block = next(both.moments(seed=1, every=1, limit=1))
    node, f = both.engine.game.winner, [0, 0, None, None, *[None] * 9]
    expected = told(both.engine.looks.value(node), s, f)
    assert "GDRUN08" in expected
    assert "A, B and C" in expected
    assert expected == told(both.lone.value(node), block, f)

"""Single expressions give the values, or the errors, that they gave when they were frozen."""

from __future__ import annotations

from random import Random

import pytest

import gamedsl
from gamedsl.play.engine import Engine
from tests.frozen.kept import cases, held, kernel_engine, tried
from tests.helpers.kernel.expressions import Asked, moments, quick, told
from tests.helpers.random_games.cards import card_game
from tests.helpers.texts import game_text
from tests.kernel.test_same_game import EXAMPLES, FORMS, GAMES, sampled


def hold(case: str, engine: Engine, seed: int, every: int, limit: int, least: int) -> None:
    """Hold the values of all expressions in a random game, and what is known before it, to what is frozen."""
    asked = Asked("values", case, quick(engine))
    for s in moments(engine, seed, every, limit):
        for seat in engine.layout.players:
            for node, f in asked.walk(s, seat).all():
                asked.one(node, s, f)
    asked.hold(least)
    asked.hold_known()


@pytest.mark.parametrize("name", tried(["mogul"], GAMES))
def test_large_games(name: str) -> None:
    """Every expression of the four games, with sampled players and options, for every seat."""
    hold(name, sampled(name, 1), seed=1, every=11, limit=70, least=1000)


@pytest.mark.parametrize("name", tried(FORMS, EXAMPLES))
def test_examples(name: str) -> None:
    """Every expression of every example, for every seat."""
    game = gamedsl.load(name).checked
    hold(name, kernel_engine(game, game.least_seats), seed=1, every=9, limit=100, least=10)


@pytest.mark.parametrize("number", cases(2, 12))
def test_card_games_at_random(number: int) -> None:
    """Expressions of games that nobody meant: hidden hands, open stacks."""
    game = gamedsl.loads(card_game(Random(number))).checked
    engine = kernel_engine(game, game.least_seats + number % 2)
    hold(f"card game {number}", engine, seed=number, every=13, limit=100, least=30)


TIED = game_text("kernel/queries_values")


def test_ties_that_may_not_be_are_named() -> None:
    """The error of several best where only one may be names them."""
    engine = kernel_engine(gamedsl.loads(TIED).checked, 3)
    s = next(moments(engine, seed=1, every=1, limit=1))
    found = told(engine.evaluator.value(engine.game.winner), s, [0, 0, None, None, *[None] * 9])
    assert "GDRUN08" in found
    assert "A, B and C" in found
    held("queries", "values", "tied", found)

"""What is told of games is what was told when they were frozen: every field of every event, in order."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

import gamedsl
from gamedsl.engine.events import LedgerEvent, PhaseEvent
from gamedsl.play.engine import Engine
from tests.frozen.folds import folded, logged
from tests.frozen.kept import cases, held, kernel_engine, tried
from tests.helpers.random_games.cards import card_game
from tests.helpers.random_games.dice import dice_game
from tests.helpers.random_games.secrets import secret_game
from tests.helpers.random_games.triggers import trigger_game
from tests.helpers.sample_games.every_log_line import TALES
from tests.kernel.test_same_game import EXAMPLES, FORMS, GAMES, sampled


def hold(case: str, engine: Engine, seeds: Iterable[int], limit: int = 200) -> None:
    """Hold what is told of random games to what is frozen."""
    held("kernel", "told", case, folded(logged, engine, seeds, limit))


@pytest.mark.parametrize(
    ("name", "number"), tried([("mogul", 0), ("quatre_etoiles", 0)], [(name, at) for name in GAMES for at in range(2)])
)
def test_large_games(name: str, number: int) -> None:
    """The four games with sampled players and options tell the same, in the same words, to the same seats."""
    hold(f"{name} {number}", sampled(name, number), [number])


@pytest.mark.parametrize("name", tried(FORMS, EXAMPLES))
def test_examples(name: str) -> None:
    """Every example tells the same."""
    game = gamedsl.load(name).checked
    hold(name, kernel_engine(game, game.least_seats), [1])


@pytest.mark.parametrize("language", ["de", "fr"])
def test_translated(language: str) -> None:
    """A game in another language tells the same in that language."""
    engine = kernel_engine(gamedsl.load("mogul", language).checked, 4)
    hold(f"mogul in {language}", engine, range(2))
    assert _words(engine) != _words(kernel_engine(gamedsl.load("mogul").checked, 4))


def _words(engine: Engine) -> list[str]:
    return [one.words for one in engine.start(0).events() if isinstance(one, LedgerEvent | PhaseEvent)]


@pytest.mark.parametrize("number", cases(2, 14))
def test_card_games_at_random(number: int) -> None:
    """Games that nobody meant tell the same: draws, shuffles, shortfalls, hidden hands, offers, everybody together."""
    game = gamedsl.loads(card_game(Random(number))).checked
    hold(f"card game {number}", kernel_engine(game, game.least_seats + number % 2), [number], 100)


@pytest.mark.parametrize("number", cases(2, 8))
def test_dice_games_at_random(number: int) -> None:
    """Rolls of dice that lie in zones are told by place and face, to those who look."""
    game = gamedsl.loads(dice_game(Random(number))).checked
    hold(f"dice game {number}", kernel_engine(game, game.least_seats + number % 2), [number], 100)


@pytest.mark.parametrize("number", cases(2, 8))
def test_secret_games_at_random(number: int) -> None:
    """Hidden values that are set, rolled and shown are told to those who know them."""
    game = gamedsl.loads(secret_game(Random(number))).checked
    hold(f"secret game {number}", kernel_engine(game, game.least_seats + number % 2), [number], 100)


@pytest.mark.parametrize("seats", [2, 3])
def test_words_metrics_and_modifiers(seats: int) -> None:
    """Words are those of the moment when a paragraph began, also where it waited; metrics and modifiers are counted."""
    engine = kernel_engine(gamedsl.loads(TALES).checked, seats)
    used: set[str] = set()
    for seed in range(4):
        hold(f"tales for {seats}, seed {seed}", engine, [seed])
        used |= engine.carried_out()
    assert {"story", "again", "wealthy", "tax", "dear", "calm"} <= used


@pytest.mark.parametrize("number", cases(5, 25))
def test_trigger_games_at_random(number: int) -> None:
    """Triggers that ask in the middle of steps are told where they begin, and steps in the words they began with."""
    game = gamedsl.loads(trigger_game(Random(number))).checked
    hold(f"trigger game {number}", kernel_engine(game, game.least_seats + number % 2), [number], 100)

"""What the kernel program tells is what the engine writes into the log: every field of every event, in order."""

from __future__ import annotations

from random import Random

import pytest

import gamedsl
from gamedsl.engine.compiled import CompiledEngine
from gamedsl.engine.machine import Engine
from gamedsl.engine.present.events import LedgerEvent, PhaseEvent
from tests.card_games import card_game
from tests.dice_games import dice_game
from tests.kernel.test_same_game import EXAMPLES, GAMES, sampled
from tests.kernel_told import Pair, told_alike
from tests.secret_games import secret_game
from tests.telling_game import TALES
from tests.trigger_games import trigger_game


@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("name", GAMES)
def test_large_games(name: str, number: int) -> None:
    """The four games with sampled players and options tell the same, in the same words, to the same seats."""
    engine = sampled(name, number)
    assert engine is None or told_alike(engine, number) == ""


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples(name: str) -> None:
    """Every example tells the same."""
    game = gamedsl.load(name).checked
    assert "" == told_alike(CompiledEngine(game, game.least_seats), 1)


@pytest.mark.parametrize("language", ["de", "fr"])
def test_translated(language: str) -> None:
    """A game in another language tells the same in that language."""
    engine = CompiledEngine(gamedsl.load("mogul", language).checked, 4)
    expected = ["", ""]
    assert expected == [told_alike(engine, seed) for seed in range(2)]
    assert _words(engine) != _words(CompiledEngine(gamedsl.load("mogul").checked, 4))


def _words(engine: Engine) -> list[str]:
    pair = Pair(engine)
    block = pair.begin(0)
    pair.kernel.set_up(block)
    return [one.words for one in block.events() if isinstance(one, LedgerEvent | PhaseEvent)]


@pytest.mark.parametrize("number", range(14))
def test_card_games_at_random(number: int) -> None:
    """Games that nobody meant tell the same: draws, shuffles, shortfalls, hidden hands, offers, everybody together."""
    game = gamedsl.loads(card_game(Random(number))).checked
    assert told_alike(CompiledEngine(game, game.least_seats + number % 2), number, limit=100) == ""


@pytest.mark.parametrize("number", range(8))
def test_dice_games_at_random(number: int) -> None:
    """Rolls of dice that lie in zones are told by place and face, to those who look."""
    game = gamedsl.loads(dice_game(Random(number))).checked
    assert told_alike(CompiledEngine(game, game.least_seats + number % 2), number, limit=100) == ""


@pytest.mark.parametrize("number", range(8))
def test_secret_games_at_random(number: int) -> None:
    """Hidden values that are set, rolled and shown are told to those who know them."""
    game = gamedsl.loads(secret_game(Random(number))).checked
    assert told_alike(CompiledEngine(game, game.least_seats + number % 2), number, limit=100) == ""


@pytest.mark.parametrize("seats", [2, 3])
def test_words_metrics_and_modifiers(seats: int) -> None:
    """Words are those of the moment when a paragraph began, also where it waited; metrics and modifiers are counted."""
    engine = CompiledEngine(gamedsl.loads(TALES).checked, seats)
    pair = Pair(engine)
    expected = [""] * 4
    assert expected == [told_alike(engine, seed, pair=pair) for seed in range(4)]
    assert {"story", "again", "wealthy", "tax", "dear", "calm"} <= pair.used


@pytest.mark.parametrize("number", range(25))
def test_trigger_games_at_random(number: int) -> None:
    """Triggers that ask in the middle of steps are told where they begin, and steps in the words they began with."""
    game = gamedsl.loads(trigger_game(Random(number))).checked
    assert told_alike(CompiledEngine(game, game.least_seats + number % 2), number, limit=100) == ""

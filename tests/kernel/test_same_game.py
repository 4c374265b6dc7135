"""What the kernel program plays is the same game as the engine's: choices, knowledge, draws, points, faults."""

from __future__ import annotations

from random import Random

import pytest

import gamedsl
from gamedsl.engine.compiled import CompiledEngine
from gamedsl.engine.errors import SetupError
from gamedsl.engine.machine import Engine
from tests.card_games import card_game
from tests.dice_games import dice_game
from tests.kernel_help import compared, kernel_of
from tests.secret_games import secret_game
from tests.trigger_games import trigger_game

GAMES = ("mogul", "tycoon", "quatre_etoiles", "saloon_tycoon")
EXAMPLES = tuple(
    f"examples/{name}.game"
    for name in (
        *("tic_tac_toe", "connect_four", "kuhn_poker", "leduc_poker", "first_game", "no_thanks", "sealed_bid"),
        *("six_tricks", "othello", "breakthrough", "hex", "amazons", "nine_mens_morris", "checkers"),
        *("liars_dice",),
    )
)


def sampled(name: str, number: int) -> Engine | None:
    """Return an engine with a number of players and options by chance; None where these do not go together."""
    random, game = Random(f"{name} {number}"), gamedsl.load(name).checked
    seats = random.randint(game.least_seats, game.most_seats)
    options = {one.name: random.choice(one.values) for one in game.options.values() if random.random() < 0.5}
    try:
        return CompiledEngine(game, seats, options)
    except SetupError:
        return None


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("name", GAMES)
def test_large_games(name: str, number: int) -> None:
    """The four games with sampled players and options go the same way, and every field of the state is the same."""
    engine = sampled(name, number)
    assert engine is None or compared(engine, number)[0] == ""


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples(name: str) -> None:
    """Every example goes the same way in several games."""
    game = gamedsl.load(name).checked
    engine = CompiledEngine(game, game.least_seats)
    expected = [""] * 3
    assert expected == [compared(engine, seed)[0] for seed in range(3)]


@pytest.mark.parametrize("number", range(40))
def test_card_games_at_random(number: int) -> None:
    """Games that nobody meant go the same way: hidden hands, open stacks, what people lose track of."""
    game = gamedsl.loads(card_game(Random(number))).checked
    engine = CompiledEngine(game, game.least_seats + number % 2)
    assert compared(engine, number, limit=150)[0] == ""


@pytest.mark.parametrize("number", range(25))
def test_dice_games_at_random(number: int) -> None:
    """Dice in zones show the same faces, and the same players know them: rolled, turned, hidden, given away."""
    game = gamedsl.loads(dice_game(Random(number))).checked
    engine = CompiledEngine(game, game.least_seats + number % 2)
    assert compared(engine, number, limit=150)[0] == ""


@pytest.mark.parametrize("number", range(15))
def test_secret_games_at_random(number: int) -> None:
    """The same players know hidden values: set, picked, rolled, shown."""
    game = gamedsl.loads(secret_game(Random(number))).checked
    engine = CompiledEngine(game, game.least_seats + number % 2)
    assert compared(engine, number, limit=150)[0] == ""


@pytest.mark.parametrize("number", range(40))
def test_trigger_games_at_random(number: int) -> None:
    """Triggers that ask somebody begin in the middle of steps, in the same order, also behind each other's steps."""
    game = gamedsl.loads(trigger_game(Random(number))).checked
    engine = CompiledEngine(game, game.least_seats + number % 2)
    kernel = kernel_of(engine)
    expected = [""] * 2
    assert expected == [compared(engine, seed, limit=150, kernel=kernel)[0] for seed in range(2)]

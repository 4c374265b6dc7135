"""Games go as they went when they were frozen: choices, every field of the state, ends; events, words, views, deals."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import gamedsl
from gamedsl.play.engine import Engine
from tests.frozen.folds import folded, played, told
from tests.frozen.kept import cases, held, kernel_engine
from tests.helpers.random_games.cards import SEVERAL, card_game
from tests.helpers.random_games.dice import dice_game
from tests.helpers.random_games.faults import faulty_game
from tests.helpers.random_games.secrets import secret_game
from tests.helpers.random_games.set_ups import fitting
from tests.helpers.random_games.triggers import trigger_game

ROOT = Path(__file__).parents[2]
LARGE = tuple(f"games/{name}.game" for name in ("mogul", "tycoon", "quatre_etoiles", "saloon_tycoon"))
EXAMPLES = tuple(sorted(f"examples/{path.name}" for path in ROOT.glob("examples/*.game")))
VARIANTS = tuple(sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("*/**/variants/*.game")))


def several_game(random: Random) -> str:
    """Return a card game with actions that ask for several things at once."""
    return card_game(random, random.sample(sorted(SEVERAL), 3))


MAKERS = (card_game, several_game, dice_game, secret_game, trigger_game, faulty_game)


def sampled(name: str, number: int) -> tuple[str, Engine]:
    """Return a set-up by chance, in words, with its engine."""
    game = gamedsl.load(ROOT / name).checked
    seats, options = fitting(Random(f"{name} {number}"), game)
    words = ", ".join([f"{seats} players", *(f"{option}: {value}" for option, value in sorted(options.items()))])
    return words, kernel_engine(game, seats, options)


def hold(name: str, number: int, games: int, limit: int) -> None:
    """Hold some games of a set-up, without a log, and in every third one with a log, to what is frozen."""
    words, engine = sampled(name, number)
    first = number * games
    case = f"{number}: {words}; seeds from {first}"
    held("games", name, f"{case}; {games} to {limit}", folded(played, engine, range(first, first + games), limit))
    if number % 3 == 0:
        held("games", name, f"{case}; told to {limit // 5}", folded(told, engine, [first], limit // 5))


@pytest.mark.parametrize("number", cases(1, 16))
@pytest.mark.parametrize("name", LARGE)
def test_large_games(name: str, number: int) -> None:
    """The bundled games, with sampled players and options."""
    hold(name, number, 4, 200)


@pytest.mark.parametrize("number", cases(1, 8))
@pytest.mark.parametrize("name", [*EXAMPLES, *(VARIANTS if cases(0, 1) else ())])
def test_examples(name: str, number: int) -> None:
    """Every example and variant, with sampled players and options."""
    hold(name, number, 10, 150)


@pytest.mark.parametrize("number", cases(3, 40))
@pytest.mark.parametrize("make", MAKERS)
def test_games_that_nobody_meant(make: Callable[[Random], str], number: int) -> None:
    """Hidden hands, open stacks, dice in zones, secret values, triggers that ask, faults: to whatever end."""
    game = gamedsl.loads(make(Random(number))).checked
    seats = min(game.least_seats + number % 2, game.most_seats)
    engine = kernel_engine(game, seats)
    case = f"{number}: {seats} players"
    held("at_random", make.__name__, case, folded(played, engine, range(3), 60))
    if number % 4 == 0:
        held("at_random", make.__name__, f"{case}, told", folded(told, engine, [number], 40))

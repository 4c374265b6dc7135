"""A game and chance -> numbers of players and options that go together"""

from __future__ import annotations

from random import Random
from typing import Any

from gamedsl.engine.errors import SetupError
from gamedsl.play.engine import Engine
from gamedsl.semantics.core import model


def drawn(random: Random, game: model.CheckedGame) -> tuple[int, dict[str, Any]]:
    """Return a number of players and some options with their values; they may not go together."""
    seats = random.randint(game.least_seats, game.most_seats)
    return seats, {one.name: random.choice(one.values) for one in game.options.values() if random.random() < 0.5}


def goes_together(game: model.CheckedGame, seats: int, options: dict[str, Any]) -> bool:
    """Tell whether a game can be set up like that."""
    try:
        Engine(game, seats, options)
    except SetupError:
        return False
    return True


def fitting(random: Random, game: model.CheckedGame) -> tuple[int, dict[str, Any]]:
    """Return the first players and options that are drawn and go together."""
    while True:
        found = drawn(random, game)
        if goes_together(game, *found):
            return found

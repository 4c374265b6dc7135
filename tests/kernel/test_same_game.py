"""After all passes a kernel program plays the games that it plays as it is lowered: every field, every fault."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random

import pytest

import gamedsl
from gamedsl.play.engine import Engine
from tests.frozen.kept import kernel_engine, without_largest
from tests.helpers.kernel.comparing import otherwise_after_passes
from tests.helpers.random_games.cards import card_game
from tests.helpers.random_games.dice import dice_game
from tests.helpers.random_games.faults import faulty_game
from tests.helpers.random_games.secrets import secret_game
from tests.helpers.random_games.set_ups import drawn, goes_together
from tests.helpers.random_games.triggers import trigger_game
from tests.helpers.suite.nightly import examples

GAMES = ("mogul", "tycoon", "quatre_etoiles", "saloon_tycoon")
EXAMPLES = tuple(
    f"examples/{name}.game"
    for name in (
        *("tic_tac_toe", "connect_four", "kuhn_poker", "leduc_poker", "first_game", "no_thanks", "sealed_bid"),
        *("six_tricks", "othello", "breakthrough", "hex", "amazons", "nine_mens_morris", "checkers"),
        *("liars_dice",),
    )
)
FORMS = tuple(
    f"examples/{name}.game"
    for name in (
        "leduc_poker",
        "no_thanks",
        "sealed_bid",
        "six_tricks",
        "breakthrough",
        "nine_mens_morris",
        "liars_dice",
    )
)
"""Examples of every form: hands, purses, all at once, tricks, a board of squares, one of lines, dice."""

MAKERS = {card_game: 12, dice_game: 8, secret_game: 5, trigger_game: 12, faulty_game: 8}
"""How many games of each sort are made: a quarter of them every day."""


def sampled(name: str, number: int) -> Engine:
    """Return an engine with players and options by chance: those of a number, or of the next that go together."""
    game = gamedsl.load(name).checked
    found = (drawn(Random(f"{name} {one}"), game) for one in count(number))
    return kernel_engine(game, *next(one for one in found if goes_together(game, *one)))


@pytest.mark.parametrize("number", range(examples(1, 3)))
@pytest.mark.parametrize("name", without_largest(GAMES))
def test_large_games(name: str, number: int) -> None:
    """The four games with sampled players and options."""
    assert "" == otherwise_after_passes(sampled(name, number), [number], 400)


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples(name: str) -> None:
    """Every example, in several games."""
    game = gamedsl.load(name).checked
    assert "" == otherwise_after_passes(kernel_engine(game, game.least_seats), range(3), 400)


@pytest.mark.parametrize(
    ("make", "number"), [(make, number) for make, many in MAKERS.items() for number in range(examples(many // 4, many))]
)
def test_games_at_random(make: Callable[[Random], str], number: int) -> None:
    """Games that nobody meant: hidden hands, open stacks, dice in zones, secrets, triggers that ask, faults."""
    game = gamedsl.loads(make(Random(number))).checked
    engine = kernel_engine(game, min(game.most_seats, game.least_seats + number % 2))
    assert "" == otherwise_after_passes(engine, range(2), 150)

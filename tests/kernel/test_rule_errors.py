"""A rule that cannot be carried out stops the kernel program at the same place of the rules as ever."""

from __future__ import annotations

from random import Random

import pytest

import gamedsl
from tests.frozen.kept import cases, kernel_engine
from tests.helpers.kernel.comparing import same_games
from tests.helpers.random_games.faults import faulty_game

GAMES = cases(12, 50)


@pytest.mark.parametrize("number", GAMES)
def test_same_place(number: int) -> None:
    """In setup as in play the same step fails, with the same code; which part of a step fails first is the same."""
    game = gamedsl.loads(faulty_game(Random(number))).checked
    engine = kernel_engine(game, game.least_seats + number % 2)
    same_games("faults", str(number), engine, range(3), 100)


def test_faults_of_all_sorts() -> None:
    """The games above stop for many reasons, before the first decision and behind it."""
    found = set()
    for number in GAMES:
        engine = kernel_engine(gamedsl.loads(faulty_game(Random(number))).checked, 2)
        for seed in range(3):
            s = engine.start(seed)
            found.add((s.status, s.error and s.error[0]))
    expected = {("stopped", code) for code in ("GDRUN02", "GDRUN03", "GDRUN04", "GDRUN05")} | {("running", None)}
    assert expected <= found

"""Over many games a deal of one fixed seed says nothing about the truth, in bundled games and in games at random."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import gamedsl
from gamedsl.players.imagine import determinization
from tests.helpers.random_games.cards import card_game
from tests.helpers.secrecy.inversion import advantage
from tests.helpers.suite.nightly import NIGHTLY, examples

GAMES = [name for name in gamedsl.bundled_names() if not name.endswith("_scenarios")]
EVERYDAY = ("kuhn_poker", "leduc_poker", "no_thanks", "six_tricks", "mogul")
CHANCE = 4.5
"""Standard errors that chance does not reach: once in 150,000 tries."""


@pytest.mark.parametrize("name", GAMES if NIGHTLY else EVERYDAY)
def test_deals_of_one_seed_tell_nothing_in_bundled_games(name: str) -> None:
    """Who has learnt what deals of one seed can tell guesses the truth no better than by chance."""
    assert abs(advantage(gamedsl.load(name), examples(30, 60))) < CHANCE


@pytest.mark.parametrize("depth", [0, 6])
@pytest.mark.parametrize("number", [1, 5, 21][: examples(1, 3)])
def test_deals_of_one_seed_tell_nothing_in_games_at_random(number: int, depth: int) -> None:
    """So it is in games that nobody meant, at the beginning and in the midst of play."""
    assert abs(advantage(gamedsl.loads(card_game(Random(number))), 100, depth)) < CHANCE


@pytest.mark.parametrize("depth", [0, 5])
def test_deals_of_one_seed_tell_nothing_of_sets_that_were_picked(depth: int) -> None:
    """So it is where hidden pieces are picked several at a time, and held while somebody else decides."""
    text = card_game(Random(6), ["hold_two", "hold_some", "up_to_two"])
    assert abs(advantage(gamedsl.loads(text), 100, depth)) < CHANCE


@pytest.mark.parametrize("name", ["kuhn_poker", "at random", "six_tricks", "no_thanks"][: examples(2, 4)])
def test_deals_that_start_from_the_truth_can_be_inverted(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Places that are ordered by what truly lies there give the truth away."""
    monkeypatch.setattr(determinization, "_in_order", by_what_is_true)
    game = gamedsl.loads(card_game(Random(1))) if name == "at random" else gamedsl.load(name)
    assert advantage(game, 200) > 2 * CHANCE


def by_what_is_true(could: dict[int, int], called: Any) -> list[int]:
    """Order places as they must not be ordered."""
    return sorted(could)

"""Two worlds that differ in hidden values look the same to whom these are hidden from, and so do their deals."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import gamedsl
from gamedsl.players.imagine import determinization
from gamedsl.presentation.views import Projector
from gamedsl.semantics.visibility.told import _Told
from tests.helpers.random_games.secrets import secret_game
from tests.helpers.secrecy.inversion import advantage_of_values
from tests.helpers.secrecy.twins import leaks, some_of, tell_only
from tests.helpers.suite.nightly import examples
from tests.helpers.texts import game_text

BIDS = game_text("players/secret_twins")

OPEN = (
    BIDS.replace("or mark ", "")
    .replace("    flag: bool, seen by owner\n", "")
    .replace('  mark "Mark"\n    then:\n      if you.bid > 9: set next(you).flag to yes\n', "")
)
"""The game in which everybody can tell when a value is set."""


@pytest.mark.parametrize("number", range(examples(2, 10)))
def test_twins_of_games_with_hidden_values_look_the_same(number: int) -> None:
    """View, choices, refusals, log, events and deals are the same with other bids, signs and secret numbers."""
    assert [] == list(leaks(secret_game(Random(number)), some_of(number, 2, 10)))


def test_values_that_are_seen_would_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twins find it when a view shows every value."""

    def all_aware(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(Projector, "_is_aware", lambda self, board, field: True)

    assert tell_only(all_aware, monkeypatch, OPEN, range(1, 16))


def test_a_value_set_in_secret_would_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twins find it when the log says that a value is set where that depends on something hidden."""

    def as_if_known(self: Any, step: Any, env: Any) -> None:
        self.open.add(step.span)

    assert tell_only(lambda patch: patch.setattr(_Told, "_set", as_if_known), monkeypatch, BIDS, range(1, 16))


def test_deals_with_true_values_would_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twins find it when a deal leaves the values as they are."""
    monkeypatch.setattr(determinization, "deal_values", lambda *_: None)
    assert any(leaks(BIDS, range(16)))


def test_values_cannot_be_worked_out_from_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over many games the value in a deal by one seed says nothing about the true one; with a careless deal it does."""
    game = gamedsl.loads(OPEN)
    assert advantage_of_values(game, 300) < 3

    def from_the_truth(engine: Any, base: Any, s: Any, seat: int, random: Random) -> None:
        field = engine.layout.values["treasure"].base
        s.put("values", field, 1 + (base.values[field] + random.randrange(4)) % 4)

    monkeypatch.setattr(determinization, "deal_values", from_the_truth)
    assert advantage_of_values(game, 100) > 3

"""Worlds in which hidden dice show other faces look the same to whom they are hidden from, and so do their deals."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import gamedsl
from gamedsl.players.imagine import determinization
from tests.helpers.random_games.dice import dice_game
from tests.helpers.secrecy.inversion import advantage_of_faces
from tests.helpers.secrecy.planted_leaks import dice_told_to_all
from tests.helpers.secrecy.twins import leaks, some_of, some_twins, tables_of, tell_only
from tests.helpers.suite.nightly import NIGHTLY, examples
from tests.helpers.texts import game_text


@pytest.mark.parametrize("number", range(examples(2, 12)))
def test_twins_of_games_with_dice_look_the_same(number: int) -> None:
    """View, choices, refusals, log, events and deals are the same with other faces in cups and bags."""
    assert [] == list(leaks(dice_game(Random(number)), some_of(number, 2, 10)))


def test_twins_are_compared_while_dice_differ() -> None:
    """The worlds differ at most moments of Liar's Dice that are compared."""
    tables = tables_of(gamedsl.load("liars_dice"))
    assert sum(some_twins(tables, seed).equal for seed in (range(10) if NIGHTLY else (5, 7))) > (25 if NIGHTLY else 7)


CUPS = game_text("players/dice_twins")


def test_dice_that_are_known_after_a_roll_would_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twins find it when the log tells all what was rolled under a cup."""
    assert tell_only(dice_told_to_all, monkeypatch, CUPS, range(16))


def test_deals_with_true_faces_would_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twins find it when a deal leaves hidden dice as they are."""
    monkeypatch.setattr(determinization, "deal_faces", lambda *_: None)
    assert any(leaks(CUPS, range(16)))


def test_deals_in_the_order_of_the_file_would_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twins find it when places are ordered by which die truly lies there."""
    text = CUPS.replace("ask or wait", "ask or lift or wait").replace(
        "  wait ", '  lift "Lift"\n    then: show you.aside to players; move you.aside to you.cup\n  wait '
    )

    def by_what_is_true(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(determinization, "_in_order", lambda could, called: sorted(could))

    assert tell_only(by_what_is_true, monkeypatch, text, range(3, 24))


def test_faces_cannot_be_worked_out_from_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over many games a deal by one seed says nothing about the true faces; with a careless deal it does."""
    game = gamedsl.loads(CUPS)
    assert advantage_of_faces(game, 300) < 3

    def from_the_truth(engine: Any, s: Any, pieces: Any, random: Random) -> None:
        for piece in pieces:
            field = engine.layout.face_of[piece]
            s.put("values", field, 1 + (s.values[field] + random.randrange(6)) % 6)

    monkeypatch.setattr(determinization, "deal_faces", from_the_truth)
    assert advantage_of_faces(game, 100) > 3

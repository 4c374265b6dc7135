"""Names of what was dealt tell nothing: twins, deals, open paragraphs, and what log, views and documents say."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import gamedsl
from gamedsl.engine.state.flat import HEADER
from gamedsl.players.imagine import determinized_frames
from gamedsl.semantics import core
from tests.helpers.random_games.deals import dealing_game
from tests.helpers.secrecy.consistency import disagreements
from tests.helpers.secrecy.twins import leaks, some_of, tell_only
from tests.helpers.suite.nightly import examples
from tests.helpers.texts import game_text

ASKS = game_text("players/dealing_twins")


@pytest.mark.parametrize("number", range(examples(2, 12)))
def test_twins_of_games_that_name_what_they_deal_look_the_same(number: int) -> None:
    """View, choices, refusals, log, events, documents and deals are the same with other cards dealt."""
    assert [] == list(leaks(dealing_game(Random(number)), some_of(number, 2, 20)))


@pytest.mark.parametrize("number", range(examples(2, 30)))
def test_log_events_views_and_documents_agree(number: int) -> None:
    """What one of them hides from a viewer no other tells."""
    table = gamedsl.loads(dealing_game(Random(number))).start(seed=number)
    assert [] == list(disagreements(table, number, examples(12, 60)))


def test_names_in_open_paragraphs_would_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twins find it when a deal leaves in an open paragraph what was truly dealt."""
    binders = determinized_frames.BINDERS

    def blind(node: core.Let) -> Any:
        return determinized_frames.Bound(node.slot, core.types.BoolType())

    def plant(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(determinized_frames, "BINDERS", {**binders, core.Let: blind})

    assert tell_only(plant, monkeypatch, ASKS, range(1, 30))


def test_an_open_paragraph_means_in_a_deal_what_lies_there_now() -> None:
    """Each deal gives the paragraph the cards that were dealt there, and every card is among them now and then."""
    table = gamedsl.loads(ASKS).start(seed=1)
    draw = next(choice for choice in table.legal() if choice.action == "draw")
    table.apply(draw)
    found: set[int] = set()
    for number in range(60):
        sealed = table._sealed(1, number)
        state = sealed._state
        held = next(one for one in sealed._engine.open(state) if one.paragraph == "action draw").frame[HEADER]
        assert {sealed._engine.layout.cells["player.drawn"].base} == {state.place[piece] for piece in held}
        found |= set(held)
    assert len(found) > 20

"""Values that name cards in secret tell nothing: twins, deals, choices, and what log, views and documents say."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import gamedsl
from gamedsl.players.imagine import determinization, hidden_values
from gamedsl.presentation.views import Projector
from gamedsl.semantics.core import types as t
from gamedsl.semantics.visibility import judge
from tests.frozen.kept import kernel_engine
from tests.helpers.random_games.named_cards import naming_game
from tests.helpers.secrecy.consistency import disagreements
from tests.helpers.secrecy.twins import leaks, some_of, tell_only
from tests.helpers.suite.nightly import examples
from tests.helpers.texts import game_text

PLANS = game_text("players/naming_twins")


@pytest.mark.parametrize("number", range(examples(2, 12)))
def test_twins_of_games_whose_values_name_cards_look_the_same(number: int) -> None:
    """View, choices, refusals, log, events, documents and deals are the same with other cards in hands and values."""
    assert [] == list(leaks(naming_game(Random(number)), some_of(number, 2, 20)))


def test_values_that_are_seen_would_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twins find it when a view shows every value."""

    def all_aware(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(Projector, "_is_aware", lambda self, board, field: True)

    assert tell_only(all_aware, monkeypatch, PLANS, range(1, 16))


def test_deals_with_true_values_would_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twins find it when a deal leaves the values as they are, or takes them from where they truly are."""
    monkeypatch.setattr(determinization, "deal_values", lambda *_: None)
    assert any(leaks(PLANS, range(16)))
    monkeypatch.undo()

    def true_ones(engine: Any, s: Any, field: int) -> list[int]:
        return [0 if s.values[field] is None else s.values[field]]

    monkeypatch.setattr(hidden_values, "may_be_named", true_ones)
    assert any(leaks(PLANS, range(16)))


def test_a_deal_names_a_card_of_the_zones_that_rules_take_it_from() -> None:
    """A card of the other player's hand or of the open ones, as they are in that deal; every one now and then."""
    table = gamedsl.loads(PLANS).start(seed=1)
    table.apply(table.codes()[0])
    layout, field = table._engine.layout, table._engine.layout.values["player.plan"].base
    places, named = set(), set()
    for number in range(60):
        deal = table._sealed(1, number)._state
        places.add(deal.place[deal.values[field]])
        named.add(layout.piece_design[deal.values[field]])
    assert {layout.cells["player.hand"].base} == places
    assert 5 == len(named)


@pytest.mark.parametrize("owner", [0, 1])
def test_only_what_is_named_in_secret_by_who_chooses_tells_copies_apart(owner: int) -> None:
    """Of two copies in a hand one is a choice; two are, where the player has planned one: not where another has."""
    engine = kernel_engine(gamedsl.loads(PLANS).checked, 2)
    field, (first, second) = engine.layout.values["player.plan"].base, (0, 1)
    hand = engine.layout.cells["player.hand"].base
    state = next(one for one in map(engine.start, range(99)) if one.place[first] == one.place[second] == hand)
    before = [choice.code for choice in engine.legal(state.copy())]
    state.put("values", field + owner, second)
    state.cache = None
    after = [choice.code for choice in engine.legal(state)]
    signature = engine.evaluator.merger(t.PieceType("card"))
    assert signature is not None
    assert (owner == 0) == (len(after) == len(before) + 2)
    assert (owner == 1) == (signature(state, first) == signature(state, second))


# ---------------------------------------------------------------- log, events, views and documents


@pytest.mark.parametrize("number", range(examples(4, 60)))
def test_log_events_views_and_documents_of_random_games_agree(number: int) -> None:
    """What one of them hides from a viewer no other tells, and what one tells all others tell alike."""
    table = gamedsl.loads(naming_game(Random(number))).start(seed=number)
    assert [] == list(disagreements(table, number, examples(12, 60)))


@pytest.mark.parametrize("name", [name for name in gamedsl.bundled_names() if not name.endswith("_scenarios")])
def test_log_events_views_and_documents_of_all_games_agree(name: str) -> None:
    """The same for all games and examples."""
    assert [] == list(disagreements(gamedsl.load(name).start(seed=1), 1, examples(2, 150)))


@pytest.mark.parametrize("value", ["plan: card or none", "plan: design of card or none"])
def test_a_value_that_tells_a_hidden_card_would_be_noticed(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    """Without the check, log and view of the same game disagree where the value names the card itself."""
    text = PLANS.replace("plan: card or none, seen by owner", value)
    text = text if "design" not in value else text.replace("set you.plan to c", "set you.plan to c.design")
    assert "GDKNO08" in [one.code for one in gamedsl.check_text(text)]
    monkeypatch.setattr(judge, "check_named", lambda *_: None)
    found = [one for seed in range(3) for one in disagreements(gamedsl.loads(text).start(seed=seed), seed, 12)]
    assert ("design" in value) == (found == [])

"""The ledger, added up from the box on, is what lies on the table: nothing moves without an entry."""

import pytest

import gamedsl
from gamedsl.engine.events import LedgerEvent
from gamedsl.studies import all_events
from tests.helpers.play.ledgers import booked
from tests.helpers.suite.nightly import bundled_games, examples
from tests.helpers.texts import game_text


@pytest.mark.parametrize("name", bundled_games(variants=False))
def test_random_games_add_up(name: str) -> None:
    """Payments, moves and points of random games, with players and options by chance."""
    game = gamedsl.load(name)
    for seed in range(examples(2, 60)):
        wrong, _ = booked(game, seed)
        assert [] == wrong, f"seed {seed}"


REFILLED = game_text("engine/ledger_adds_up")


@pytest.mark.parametrize("form", ["stack", "heap"])
def test_a_refill_is_told_piece_by_piece(form: str) -> None:
    """Before the fifth card is drawn all four go back, which the log and the ledger tell as moves."""
    rules = REFILLED.replace("stack of card", f"{form} of card")
    rules = rules if form == "stack" else rules.replace("setup\n  shuffle deck\n", "")
    table = gamedsl.loads(rules).start(seed=1)
    for _ in range(5):
        table.apply("draw")
    told = [event for event in all_events(table) if isinstance(event, LedgerEvent)]

    assert ["used"] * 4 == [event.source for event in told if event.target == "deck"]
    assert [1, 2, 3, 4] == sorted(int(event.label.split()[-1]) for event in told if event.target == "deck")
    assert any("used → deck" in line for line in table.log(0))

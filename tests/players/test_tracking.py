"""What a seat keeps track of when hidden pieces move: neither more nor less than eyes at a table could follow."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import gamedsl
from gamedsl.game import Table
from gamedsl.players.imagine.determinization import Determinizer
from gamedsl.players.seats import make
from tests.helpers.suite.nightly import examples
from tests.helpers.texts import game_text

GAME = game_text("players/tracking")


def begun(*moves: str) -> Table:
    """Return the game after some moves; of several choices for one, the first is made."""
    table = gamedsl.loads(GAME).start(seed=4)
    for move in moves:
        table.apply(next(one.code for one in table.legal() if one.action == move))
    return table


def hand(table: Table, seat: int) -> tuple[int, ...]:
    """Return the pieces in a hand."""
    return tuple(table._state.zones[table._engine.layout.cells["player.hand"].base + seat])


def dealt(table: Table, seat: int, holder: int) -> Counter[tuple[int, ...]]:
    """Return which hands the holder has in many deals for a seat."""
    determinizer, found = Determinizer(table._engine, table._state, seat), Counter[tuple[int, ...]]()
    cell = table._engine.layout.cells["player.hand"].base + holder
    for number in range(120):
        found[determinizer.deal(Random(number)).zones[cell]] += 1
    return found


def known(table: Table, seat: int, holder: int) -> list[str]:
    """Return what a seat sees in a hand."""
    cells = [cell for cell in table.view(seat).cells if cell.entry == "player.hand" and cell.seat == holder]
    return [piece.label for piece in cells[0].pieces]


def test_what_was_seen_in_a_deck_is_not_in_a_hand() -> None:
    """A has seen the six cards of the deck: after B has drawn two of them unseen, the hand of C is still certain."""
    table = begun("look", "draw")
    assert [hand(table, 2)] == list(dealt(table, 0, 2))
    assert 15 == len(dealt(table, 0, 1))


def passed(way: str) -> list[Table]:
    """Return a table for each card of B, one of which A has given, behind what B may do with it."""
    found = []
    table = begun("draw", "draw", "look", "give")
    for choice in [one for one in table.legal() if one.action == way]:
        after = table.copy()
        after.apply(choice)
        found.append(after)
    return found


def test_a_known_card_cannot_be_followed_through_a_hidden_choice() -> None:
    """B passes one of three cards face down: A, who gave B one of them, cannot tell whether it was that one."""
    tables = passed("give")
    assert 3 == len(tables)
    assert 1 == len({tuple(table.log(0)[-2:]) for table in tables})
    assert [[]] * 3 == [known(table, 0, 1) for table in tables] == [known(table, 0, 2) for table in tables]
    for table in tables:
        assert len(dealt(table, 0, 1)) > 3
        assert hand(table, 2) in dealt(table, 2, 2)


def test_a_shown_card_is_followed() -> None:
    """What all have just been shown they still know where it goes, and the others stay as they were."""
    for table in passed("show_and_give"):
        left = sum(len(known(table, 0, holder)) for holder in (1, 2))
        assert left in (1, 2)  # the card shown, and the one that A gave if that is another
        assert 1 == len(known(table, 0, 2))


def test_which_card_others_were_shown_is_not_dealt() -> None:
    """B, whom A gave one of three cards, shows a card to C: with the next action it is put away again."""
    for shown in range(3):
        table = begun("draw", "draw", "give", "give")
        table.apply([one for one in table.legal() if one.action == "show_one"][shown])
        engine, state = table._engine, table._state
        cell = engine.layout.cells["player.hand"].base + 1
        for number in range(40):
            deal = Determinizer(engine, state, 0).deal(Random(number))
            assert {0b010, 0b011} == {deal.known[piece] for piece in deal.zones[cell]}
            assert () == deal.exposed


SHOWN = game_text("players/tracking_shown")


def test_the_choice_among_shown_cards_is_told() -> None:
    """All who have just been shown the cards read which one was chosen."""
    table = gamedsl.loads(SHOWN).start(seed=1)
    table.apply("reveal")
    label = table.legal()[0].label
    table.apply(table.legal()[0])
    for seat in range(3):
        told = [line for line in table.log(seat) if "Which one?" in line]
        assert 1 == len(told)
        assert label in told[0]


def test_an_open_card_leaves_the_others_known() -> None:
    """When B lays a card openly, A still knows the card it gave, unless it is the one that was laid."""
    assert [0, 1, 1] == sorted(len(known(table, 0, 1)) for table in passed("lay"))


TOGETHER = game_text("players/tracking_together")


@pytest.mark.parametrize("moves", [1, 2, 3, 5])
def test_own_draws_behind_the_curtain_stay(moves: int) -> None:
    """What a seat has drawn and rolled while all decide together is the same in all deals; others draw anew."""
    table = gamedsl.loads(TOGETHER).start(seed=4)
    for _ in range(moves):
        table.apply(table.legal()[0])
    seat = table.decider
    assert seat is not None
    engine = table._engine
    determinizer = Determinizer(engine, table._state, seat)
    others = set()
    for number in range(8):
        state = determinizer.deal(Random(number))
        assert hand(table, seat) == tuple(state.zones[engine.layout.cells["player.hand"].base + seat])
        assert engine.codes(table._state) == engine.codes(state)
        others.add(tuple(state.zones))
    assert 8 == len(others)


@pytest.mark.parametrize("kind", ["greedy", "quick", "mcts:4"][: examples(2, 3)])
def test_players_draw_together(kind: str) -> None:
    """Whole games are played by players that think."""
    table = gamedsl.loads(TOGETHER).start(seed=2)
    bots = [make(kind, seat) for seat in range(3)]
    while table.decider is not None:
        choices = table.legal()
        table.apply(choices[bots[table.decider].choose(table.situation(), choices)])
    outcome = table.outcome()
    assert outcome is not None
    assert "finished" == outcome.status

"""What rules have worked out from hidden things is worked out anew on imagined tables: it tells nothing."""

from __future__ import annotations

from collections import Counter
from random import Random

import gamedsl
from gamedsl.game import Table
from gamedsl.players.imagine.determinization import Determinizer
from tests.helpers.texts import game_text

GAME = game_text("players/imagined")
HIGHEST = 15
"""The number of the card of value 16: cards are numbered from 0 in the order of their values."""


def begun(seed: int) -> Table:
    """Return a new game."""
    return gamedsl.loads(GAME).start(seed=seed)


def hand(table: Table, seat: int) -> set[int]:
    """Return the pieces in a hand."""
    return set(table._state.zones[table._engine.layout.cells["player.hand"].base + seat])


def test_a_value_from_hidden_cards_is_worked_out_anew() -> None:
    """What B's best card is lies in the open frame of the question; in each deal it is that of the dealt hand."""
    table = begun(4)
    table.apply("guess")
    engine = table._engine
    cell = engine.layout.cells["player.hand"].base + 1
    determinizer, found = Determinizer(engine, table._state, 0), Counter[int]()
    for number in range(60):
        dealt = determinizer.deal(Random(number))
        best = max(dealt.zones[cell]) + 1
        assert best in table._engine.open(dealt)[-1].frame
        found[best] += 1
    assert len(found) > 4


def test_a_value_from_what_is_known_stays() -> None:
    """What was worked out from open things before they changed is not worked out from what they are now."""
    table = begun(4)
    for _ in range(4):
        table.apply(next(one.code for one in table.legal() if one.action == "lay"))
    table.apply("guess")
    own = table.view(0)
    for number in range(10):
        imagined = table.situation().imagine(number)
        gains = set()
        for code in imagined.codes():
            after = imagined.copy()
            after.apply(code)
            gains.add(next(cell.amount for cell in after.view().cells if cell.entry == "player.coins"))
        before = next(cell.amount for cell in own.cells if cell.entry == "player.coins")
        assert before is not None
        assert {before, before + 5 + before - 2} == gains


def test_a_rule_in_a_table_of_cards_is_no_exception() -> None:
    """The card on top of the hidden deck, which a rule of a card has looked at, is another one in other deals."""
    table = begun(4)
    table.apply("look(peek)")
    brought = set()
    for number in range(30):
        imagined = table.situation().imagine(number)
        imagined.apply(imagined.codes()[0])
        brought.add(next(cell.amount for cell in imagined.view().cells if cell.entry == "player.coins"))
    assert len(brought) > 6


def test_who_holds_a_called_card_is_not_known() -> None:
    """A value of the table tells which card is meant, not where it is."""
    table = begun(2)
    wanted = min(hand(table, 3))
    table.apply(next(one.code for one in table.legal() if one.action == "call" and one.value == wanted))
    determinizer = Determinizer(table._engine, table._state, 0)
    layout, holders = table._engine.layout, Counter[int]()
    for number in range(200):
        dealt = determinizer.deal(Random(number))
        assert wanted == dealt.values[layout.values["called"].base]
        holders[dealt.place[wanted]] += 1
    assert 4 == len(holders)  # three hands and the deck
    assert max(holders.values()) < 120


def test_triggers_wait_for_what_was_dealt() -> None:
    """Whether a condition over hidden things holds already is that of the imagined table."""
    table = begun(7)
    layout = table._engine.layout
    determinizer, seen = Determinizer(table._engine, table._state, 0), set()
    for number in range(40):
        dealt = determinizer.deal(Random(number))
        holds = [HIGHEST in dealt.zones[layout.cells["player.hand"].base + seat] for seat in range(4)]
        assert holds == dealt.latches
        seen.add(tuple(holds))
    assert len(seen) > 2


PLEDGE = game_text("players/imagined_pledge")


def test_a_number_picked_in_secret_is_picked_again() -> None:
    """While another player is asked, the number that waits in the open action can be any; who picked it knows it."""
    table = gamedsl.loads(PLEDGE).start(seed=1)
    table.apply("pledge(4)")
    assert 1 == table.decider

    numbers: dict[int, set[tuple[int, ...]]] = {0: set(), 1: set()}
    for seat, found in numbers.items():
        determinizer = Determinizer(table._engine, table._state, seat)
        for number in range(60):
            action, offer = table._engine.open(determinizer.deal(Random(number)))[-2:]
            found.add((action.frame[4], offer.frame[4]))
    assert {(4, 4)} == numbers[0]
    assert {(number, number) for number in range(1, 7)} == numbers[1]

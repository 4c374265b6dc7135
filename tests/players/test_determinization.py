"""Determinizations: the seat cannot tell them from the real one, nothing appears or vanishes, all deals may come."""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations
from math import sqrt
from random import Random

import pytest

import gamedsl
from gamedsl.game import Table
from gamedsl.players.imagine.determinization import Determinizer
from gamedsl.players.imagine.matching import Matching
from gamedsl.presentation.views import project
from tests.helpers.kernel.state_invariants import demand_sound
from tests.helpers.suite.nightly import examples
from tests.helpers.texts import game_text

SECRETS = game_text("players/determinization_secrets")
GAMES = ("mogul", "no_thanks", "six_tricks", "kuhn_poker", "sealed_bid")


def seen(table: Table, state: object, seat: int) -> str:
    """Return the view of a seat as JSON text."""
    return json.dumps(project(table._engine, state, seat).to_json(), sort_keys=True)  # type: ignore[arg-type]


def played(name: str, seed: int, decisions: int, players: int | None = None) -> Table:
    """Return a table after random moves."""
    game = gamedsl.loads(SECRETS) if name == "secrets" else gamedsl.load(name)
    table = game.start(players=players, seed=seed)
    random = Random(seed)
    while table.decider is not None and table.decisions < decisions:
        table.apply(random.choice(table.codes()))
    return table


@pytest.mark.parametrize("name", [*GAMES, "secrets"])
@pytest.mark.parametrize("decisions", [0, 11, 24])
def test_a_deal_looks_the_same(name: str, decisions: int) -> None:
    """View and, for the seat that is asked, choices of a determinization are those of the real one."""
    table = played(name, decisions + 5, decisions)
    engine, state = table._engine, table._state
    if table.decider is None:
        table = played(name, decisions + 5, 1)
        engine, state = table._engine, table._state
    before = state.record()
    for seat in range(table.players):
        for number in range(2):
            dealt = Determinizer(engine, state, seat).deal(Random(number))
            assert seen(table, state, seat) == seen(table, dealt, seat)
            if seat == table.decider:
                assert engine.codes(state) == engine.codes(dealt)
                assert engine.question(state) == engine.question(dealt)
                assert [engine.choice_words(state, one) for one in engine.legal(state)] == [
                    engine.choice_words(dealt, one) for one in engine.legal(dealt)
                ]
    assert before == state.record()


@pytest.mark.parametrize("name", [*GAMES, "secrets"])
def test_components_are_conserved(name: str) -> None:
    """Every piece lies in one place, which knows it, and the coins are as many as before."""
    table = played(name, 2, 12)
    engine, state = table._engine, table._state
    for seat in range(table.players):
        dealt = Determinizer(engine, state, seat).deal(Random(seat))
        demand_sound(engine, dealt, state)
        sizes = [len(zone) for zone in dealt.zones]
        assert [len(zone) for zone in state.zones] == sizes
        assert sum(state.purses) == sum(dealt.purses)


def test_all_unseen_cards_may_come_alike() -> None:
    """Every card that a player has not seen is as likely in another's hand as any other."""
    table = played("six_tricks", 4, 0, players=3)
    layout, state = table._engine.layout, table._state
    determinizer = Determinizer(table._engine, state, 0)
    hand = layout.cells["player.hand"].base + 1
    counts: Counter[int] = Counter()
    random = Random(1)
    for _ in range(2000):
        counts.update(determinizer.deal(random).zones[hand])
    unseen = 27 - 6 - 1
    assert unseen == len(counts)
    expected = 2000 * 6 / unseen
    assert all(0.8 * expected < count < 1.2 * expected for count in counts.values())


def test_the_crash_stays_among_the_last_five() -> None:
    """What all saw go under the pile can only be there, though nobody knows where in it."""
    table = played("mogul", 3, 0)
    engine, state = table._engine, table._state
    pile = engine.layout.cells["pile"].base
    names = [engine.layout.designs[number].name for number in engine.layout.piece_design]
    crash = names.index("crash")
    others = set()
    for number in range(30):
        dealt = Determinizer(engine, state, 1).deal(Random(number))
        assert crash in dealt.zones[pile][0]
        others.update(dealt.zones[pile][0])
    assert len(others) > 10


def test_a_card_that_was_shown_is_remembered_until_it_is_mixed() -> None:
    """A card shown to a player stays in that hand in all deals; shuffled into the deck it may be anywhere there."""
    table = gamedsl.loads(SECRETS).start(seed=1)
    engine = table._engine
    hand = engine.layout.cells["player.hand"].base
    shown = table._state.zones[hand][0]
    table.apply(f"reveal({engine.wording.name(engine.game.actions['reveal'].elements[0].domain.type.item, shown)})")
    for number in range(20):
        assert shown in Determinizer(engine, table._state, 1).deal(Random(number)).zones[hand]
    away = [shown in Determinizer(engine, table._state, 2).deal(Random(number)).zones[hand] for number in range(20)]
    assert 0 < sum(away) < 20


def test_a_secret_gift_is_unknown_to_the_third() -> None:
    """Coins given in secret are shared out anew for who did not see it, and known to giver and receiver."""
    table = gamedsl.loads(SECRETS).start(seed=1)
    table.apply("give(2)")
    purse = table._engine.layout.purses["player.coins"].base
    assert [4, 7, 5] == table._state.purses[purse : purse + 3]
    found = {
        seat: {
            tuple(Determinizer(table._engine, table._state, seat).deal(Random(number)).purses[purse : purse + 3])
            for number in range(80)
        }
        for seat in range(3)
    }
    assert {(4, 7, 5)} == found[0] == found[1]
    assert {(first, 11 - first, 5) for first in range(12)} == found[2]


SAFES = game_text("players/determinization_safes")


def test_what_comes_from_a_bottomless_purse_is_unknown() -> None:
    """Who did not see how much came cannot know how much there is; who got it knows."""
    table = gamedsl.loads(SAFES).start(seed=4)
    table.apply(next(one.code for one in table.legal() if one.action == "cash"))
    purse = table._engine.layout.purses["player.safe"].base
    found = [
        {Determinizer(table._engine, table._state, seat).deal(Random(number)).purses[purse] for number in range(120)}
        for seat in range(3)
    ]
    assert {table._state.purses[purse]} == found[0]
    assert set(range(11)) == found[1] == found[2]


def test_debts_can_be_larger_than_they_are() -> None:
    """Where purses may owe, what is owed in truth bounds nothing; the sum stays."""
    table = gamedsl.loads(SAFES).start(seed=4)
    table.apply("lend(2)")
    table.apply("lend(6)")
    purse = table._engine.layout.purses["player.debt"].base
    assert [-2, -4, 6] == table._state.purses[purse : purse + 3]
    determinizer = Determinizer(table._engine, table._state, 0)
    found = [determinizer.deal(Random(number)).purses[purse : purse + 3] for number in range(200)]
    assert {0} == {sum(split) for split in found}
    assert min(split[1] for split in found) < -4 < 0 < max(split[1] for split in found)
    assert {-2} == {split[0] for split in found}


def test_bids_written_together_are_unknown() -> None:
    """What others have decided together is decided again at random; the own bid stays."""
    table = gamedsl.load("sealed_bid").start(players=3, seed=4)
    table.apply("bid_coins(3)")
    table.apply("bid_coins(7)")
    field = table._engine.layout.values["player.bid"].base
    determinizer = Determinizer(table._engine, table._state, 2)
    bids = {tuple(determinizer.deal(Random(number)).values[field : field + 2]) for number in range(60)}
    assert len(bids) > 30
    own = Determinizer(table._engine, table._state, 1)
    assert {7} == {own.deal(Random(number)).values[field + 1] for number in range(20)}


def test_chance_to_come_is_not_the_real_one() -> None:
    """A deal has a seed of its own: trying a move out tells nothing about the next draw."""
    table = played("secrets", 9, 2)
    determinizer = Determinizer(table._engine, table._state, 0)
    keys = {determinizer.deal(Random(number)).key for number in range(5)}
    assert 5 == len(keys) and table._state.key not in keys


def test_a_deal_can_be_dealt_again() -> None:
    """A determinization has all that its seat knows: dealing from it looks the same and reaches the same deals."""
    table = played("secrets", 13, 14)
    engine, state = table._engine, table._state
    first = Determinizer(engine, state, 1)
    second = Determinizer(engine, first.deal(Random(1)), 1)
    assert sorted(first.could.values()) == sorted(second.could.values())
    assert seen(table, state, 1) == seen(table, second.deal(Random(2)), 1)


def test_what_is_remembered_is_saved() -> None:
    """A saved and restored game gives the same deals."""
    game = gamedsl.loads(SECRETS)
    table = played("secrets", 13, 14)
    again = game.restore(json.dumps(table.save()))
    first, second = (Determinizer(one._engine, one._state, 2).deal(Random(3)) for one in (table, again))
    assert first.record() == second.record()


@pytest.mark.parametrize(
    "could",
    [
        {0: 0b011, 1: 0b111, 2: 0b110},
        {0: 0b00111, 1: 0b00111, 2: 0b11111, 3: 0b11100, 4: 0b11100},
        {0: 0b0000001, 1: 0b0000111, 2: 0b0001110, 3: 0b0001100, 4: 0b1110001, 5: 0b1100000, 6: 0b1100000},
        {0: 0b000111, 1: 0b000111, 2: 0b011110, 3: 0b011110, 4: 0b111000, 5: 0b111001},
    ][: examples(3, 4)],
)
def test_ways_that_are_not_nested_are_equally_likely(could: dict[int, int]) -> None:
    """Where sets of possible pieces overlap, every way to fill the places comes up as often as any other."""
    random, places = Random(1), sorted(could)
    ways = [
        way
        for way in permutations(places)
        if all(could[place] >> piece & 1 for place, piece in zip(places, way, strict=True))
    ]
    matching, number = Matching(could, (1 << len(places)) - 1), 300 * len(ways)
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(number):
        moved = matching.draw(random)
        found[tuple(moved[place] for place in places)] += 1
    deviation = sum((found[way] - 300) ** 2 / 300 for way in ways)  # chi-square
    assert set(ways) == set(found)
    assert deviation < len(ways) - 1 + 4 * sqrt(2 * len(ways) - 2)


def test_matching_of_very_many_ways() -> None:
    """Where ways are too many to count, pieces pass between places, and every place gets one that it may hold."""
    could = {place: sum(1 << piece for piece in range(max(0, place - 3), min(24, place + 4))) for place in range(24)}
    matching, found = Matching(could, (1 << 24) - 1), set()
    for number in range(20):
        moved = matching.draw(Random(number))
        way = tuple(moved[place] for place in could)
        assert list(range(24)) == sorted(way)
        assert all(could[place] >> piece & 1 for place, piece in zip(could, way, strict=True))
        found.add(way)
    assert 20 == len(found)

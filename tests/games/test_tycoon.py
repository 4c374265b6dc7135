"""Random games of Tycoon over several set-ups -> what its catalogue promises of every game, and the data behind it."""

from __future__ import annotations

import csv
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import gamedsl
from tests.helpers.suite.nightly import examples

FOLDER = Path(__file__).parents[2] / "games" / "tycoon"
SETUPS: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {}),
    (4, {}),
    (3, {"edition": "german", "insolvency": "negative_cash", "two_own_factories": False}),
    (2, {"edition": "french", "stranded": "rollback", "home_move": "free", "strip_choice": "free"}),
    (3, {"stranded": "forbid", "range_mode": "up_to", "renovate_needs_arrival": True, "ticket_hands": "private"}),
    (
        4,
        {"range_mode": "exact_distance", "renovation_triggers": False, "tie_break": "first_ever", "sole_owner": "both"},
    ),
    (3, {"loan_cards": "unlimited", "reshuffle": "when_insufficient", "final_tie": "hotels_factories"}),
)
"""Players and options; each value of each option that changes the course of a game is in one of them."""
EAGER = {"build_hotel": 40, "renovate": 40, "build_factory": 4, "fly_scheduled": 4, "fly_charter": 4, "borrow": 3}
"""How likely a move is, 1 for all others: by pure chance nearly all money goes into tickets, and no city is filled."""
CHECKED = 41
"""A view is judged after so many decisions (and at the end): making one takes longer than a decision."""


@cache
def tycoon() -> gamedsl.Game:
    """The bundled game; it keeps an engine for every set-up."""
    return gamedsl.load("tycoon")


def table_of(name: str) -> list[dict[str, str]]:
    """The rows of one of the game's CSV files."""
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return [{column.removeprefix("# "): cell for column, cell in row.items()} for row in csv.DictReader(file)]


def red_sites(first: int, last: int) -> int:
    """How many sites from first to last are red; the sites of all classes are the same."""
    return sum(row["red"] == "yes" and first <= int(row["site"]) <= last for row in table_of("tracks")) // 3


class Position:
    """A view of a table by entries: pieces, amounts, and who owns what in which city."""

    def __init__(self, view: Any) -> None:
        self.cells: Mapping[str, list[Any]] = defaultdict(list)
        for cell in view.cells:
            self.cells[cell.entry].append(cell)
        self.seats = range(len(view.seats))

    def counts(self, *entries: str) -> int:
        """The number of pieces in these entries."""
        return sum(cell.count for entry in entries for cell in self.cells[entry])

    def owned(self, seat: int, *entries: str) -> int:
        """The number of pieces in these entries that were made for this seat."""
        return sum(piece.owner == seat for entry in entries for cell in self.cells[entry] for piece in cell.pieces)

    def kept(self, seat: int, entry: str) -> Iterator[Any]:
        """The cells of an entry that belong to this seat."""
        return (cell for cell in self.cells[f"player.{entry}"] if cell.seat == seat)

    def tracks(self) -> dict[int, list[int]]:
        """The taken sites of every city."""
        taken: dict[int, list[int]] = defaultdict(list)
        for cell in self.cells["track"]:
            city, site = cell.numbers
            taken[city] += [site] * cell.count
        return taken


def judge(position: Position, options: Mapping[str, Any]) -> None:
    """Hold one position against the invariants of the catalogue."""
    for seat in position.seats:
        own = [sum(cell.count for cell in position.kept(seat, entry)) for entry in ("stock", "supply")]
        assert sum(own) + position.owned(seat, "track", "closed") == 18
        assert sum(cell.count for cell in position.kept(seat, "workshop")) + position.owned(seat, "lots") == 5
        flown = position.owned(seat, "strips", "transit")
        assert flown + sum(cell.count for cell in position.kept(seat, "home")) == 1
    assert 18 == position.counts("scheduled_display", "scheduled_pile", "scheduled_used", "player.scheduled_hand")
    assert 36 == position.counts("charter_display", "charter_pile", "charter_used", "player.charter_hand")
    assert position.counts("scheduled_display") <= 2
    assert position.counts("charter_display") <= 6
    bank = {cell.numbers[0]: cell.amount for cell in position.cells["loan_bank"]}
    lent = Counter(dict.fromkeys(bank, 0))
    for cell in position.cells["player.loans"]:
        lent[cell.numbers[0]] += cell.amount
    if options["loan_cards"] == "unlimited":
        assert {999_999} == set(bank.values())
    else:
        assert [14, 10] == [bank[kind] + lent[kind] for kind in sorted(bank)]
    for sites in position.tracks().values():
        if sites:
            assert sites == list(range(sites[0], sites[-1] + 1))
            assert sites[-1] <= 12
            closed = red_sites(1, sites[-1])
            assert sites[0] - 1 == closed or (options["renovation_triggers"] is False and sites[0] - 1 < closed)


def weighted(table: gamedsl.Table, chance: random.Random) -> Any:
    """One of the legal choices; building is likely."""
    legal = table.legal()
    return chance.choices(legal, [EAGER.get(choice.action or "", 1) for choice in legal])[0]


def played(setup: int, seed: int) -> tuple[gamedsl.Table, dict[str, Any]]:
    """Play a game at random, judging positions on the way; return the table at the end and all options."""
    players, given_options = SETUPS[setup]
    table = tycoon().start(players, seed, given_options)
    options = {name: values[0] for name, values in tycoon().options.items()} | given_options
    chance = random.Random(seed)
    lengths: dict[int, int] = {}
    decisions = 0
    while table.decider is not None:
        table.apply(weighted(table, chance) if seed % 4 else chance.choice(table.codes()))
        decisions += 1
        if decisions % CHECKED == 0 or table.decider is None:
            position = Position(table.view(None))
            judge(position, options)
            tracks = position.tracks()
            assert all(tracks[city] != [] and tracks[city][-1] >= length for city, length in lengths.items())
            lengths = {city: sites[-1] for city, sites in tracks.items() if sites}
    return table, options


def turns_of_phases(events: list[dict[str, Any]]) -> list[Counter[int]]:
    """How many turns each seat has had before each payday."""
    phases = [Counter[int]()]
    for event in events:
        if event["event"] == "turn" and event["phase"] == "round":
            phases[-1][event["seat"]] += 1
        elif event["event"] == "phase" and event["phase"] == "payday" and event["begins"]:
            phases.append(Counter())
    return phases


def closings(events: list[dict[str, Any]], renovated_too: bool) -> tuple[int, int]:
    """How many hotels were put on red sites (renovated ones perhaps not counted), and how many were closed."""
    red = closed = 0
    for event in events:
        if event["event"] != "ledger" or event["kind"] != "hotel":
            continue
        if event["target"].startswith("track["):
            site = int(event["target"].rsplit(",", 1)[1].rstrip("]"))
            red += red_sites(site, site) and (renovated_too or not event["source"].startswith("closed["))
        closed += event["target"].startswith("closed[")
    return red, closed


def overdrafts(events: list[dict[str, Any]]) -> list[tuple[str, int]]:
    """All payments that leave a player below nothing: what for, and the loan cards left when repaying began."""
    purses: Counter[str] = Counter()
    found = []
    cards = 0
    for event in events:
        if event["event"] == "phase" and event["phase"] == "compulsory_part" and event["begins"]:
            cards = purses["loan_bank[loan_10]"] + purses["loan_bank[loan_16]"]
        if event["event"] == "ledger" and event["form"] == "pay":
            purses[event["source"]] -= event["amount"]
            purses[event["target"]] += event["amount"]
            if event["source"].endswith(".cash") and purses[event["source"]] < 0:
                found.append((event["words"], cards))
    return found


@settings(max_examples=examples(2), phases=(Phase.explicit, Phase.reuse, Phase.generate))  # a shorter seed is no help
@given(st.sampled_from(range(len(SETUPS))), st.integers(0, 2**32))
def test_random_games(setup: int, seed: int) -> None:
    """A random game ends without a rule error; what the catalogue promises of all positions and games holds."""
    table, options = played(setup, seed)
    outcome = table.outcome()
    assert outcome is not None
    assert (None, "finished") == (table.error(), outcome.status)
    events = table.events(None)
    *phases, after = turns_of_phases(events)
    assert (3, 0) == (len(phases), len(after))
    for turns in phases:
        assert len(turns) == len(table.names)
        assert len(set(turns.values())) == 1
    red, closed = closings(events, options["renovation_triggers"])
    assert red == closed
    allowed = options["insolvency"] == "negative_cash"
    assert [one for one in overdrafts(events) if one[0] != "extended loans" or not (allowed or one[1] == 0)] == []
    assert max(outcome.points) == outcome.points[outcome.winners[0]]
    expected = [one for one in table.view(None).displays if one.name.endswith("expected")]
    assert [] == [box.lines for one in expected for box in one.boxes if any(box.lines)]  # there is no other payday


def test_every_set_up_can_be_played() -> None:
    """The game starts with 2, 3 and 4 players, and with every single value of every option."""
    table = tycoon().start(3)
    assert ("Blue", "Yellow", "Red") == table.names
    sizes = Counter(choice.action for choice in table.legal())
    assert {"borrow": 2, "buy_scheduled": 2, "buy_charter": 6} == sizes


@pytest.mark.parametrize("option", ["buy_after_build", "renovate_needs_arrival", "reshuffle", "ticket_hands"])
def test_an_edition_settles_its_points(option: str) -> None:
    """With the text of one rulebook the points on which the rulebooks differ cannot be chosen one by one."""
    other = tycoon().options[option][1]
    assert tycoon().start(2, options={option: other}).decider == 0
    for edition in ("french", "german"):
        with pytest.raises(gamedsl.SetupError, match="the edition settles"):
            tycoon().start(2, options={option: other, "edition": edition})


def test_words_of_tickets() -> None:
    """The words of a ticket say what is printed on it: cities, squares and price."""
    short = {row["id"]: row["short_name"] for row in table_of("cities")}
    scheduled = table_of("scheduled_tickets")
    squares = {"1": "1 square", "2": "2 squares", "3": "3 squares"}
    assert [f"{short[row['city']]} or {squares[row['squares']]} ({row['price']})" for row in scheduled] == [
        row["title"] for row in scheduled
    ]
    charter = table_of("charter_tickets")
    assert [f"{short[row['city_a']]} – {short[row['city_b']]} ({row['price']})" for row in charter] == [
        row["title"] for row in charter
    ]


def test_loan_titles_say_what_a_loan_brings_and_costs() -> None:
    """The words of a loan card are made from its three amounts."""
    loans = table_of("loans")
    assert [f"{row['principal']} ({row['repay']} back or {row['repay_extended']} later)" for row in loans] == [
        row["title"] for row in loans
    ]


def test_numbers_of_components() -> None:
    """The data have as many cities, sites, tickets and loan cards as lie in the box, and each row says its origin."""
    assert [9, 39, 10, 18, 36, 2] == [
        len(table_of(name)) for name in ("cities", "tracks", "spread", "scheduled_tickets", "charter_tickets", "loans")
    ]
    assert [14, 10] == [int(row["cards"]) for row in table_of("loans")]
    pairs = {frozenset((row["city_a"], row["city_b"])) for row in table_of("charter_tickets")}
    assert len(pairs) == 36
    assert {2} == set(Counter(row["city"] for row in table_of("scheduled_tickets")).values())
    for name in ("cities", "tracks", "spread", "scheduled_tickets", "charter_tickets", "loans"):
        assert {row["origin"] for row in table_of(name)} <= {"exact", "likely", "reconstructed"}

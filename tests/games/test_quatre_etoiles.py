"""Random play of 4 Étoiles over options and seats -> what its catalogue promises of every position and every payment.

Games at random hardly ever end: they are cut. What happened is booked a second time here, from the events alone.
"""

from __future__ import annotations

import csv
import random
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gamedsl
from tests.helpers.suite.nightly import examples

FOLDER = Path(__file__).parents[2] / "games" / "quatre_etoiles"
BRANCHES = ("restaurant", "hotel", "club", "aircraft")
SETUPS: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {}),
    (3, {}),
    (4, {}),
    (3, {"objective_mode": "free", "events_per_turn": "unlimited", "starting": "one_each", "void_change": "avoided"}),
    (
        4,
        {
            "objective_mode": "own_choice", "reassigning": "once_per_turn", "objective_deal": "draft",
            "start_squares": "all_money", "unpayable_event": "forced_sale", "swappable": "surplus_protected",
            "finishing": "one_more_turn", "equal_cash": "earliest", "max_rounds": 60,
        },
    ),
    (
        2,
        {
            "objective_mode": "free", "reassigning": "before_any_roll", "dealt_events": "blind", "starting": "in_order",
            "unpayable_event": "pay_the_rest", "transactions": "buy_and_sell", "bank_money": "limited",
            "swappable": "card_only", "announcing": "automatic", "announcement": "protected", "max_rounds": 100,
        },
    ),
    (
        2,
        {
            "start_squares": "one", "first_player": "banker", "event_cards": False, "double_on_money": "draw_only",
            "link_stock": "unlimited", "announcing": "end_of_turn", "announcement": "final",
            "equal_cash": "one_more_round", "cash_seen": "hidden", "max_rounds": 30,
        },
    ),
)  # fmt: skip
"""Players and options; every value of every option is in one of them."""
LENGTH = 250
"""Decisions after which a game is cut."""
CHECKED = 49
"""A view is judged after so many decisions (and at the end): making one takes longer than a decision."""


@cache
def quatre_etoiles() -> gamedsl.Game:
    """The bundled game; it keeps an engine for every set-up."""
    return gamedsl.load("quatre_etoiles")


def table_of(name: str) -> list[dict[str, str]]:
    """The rows of one of the game's CSV files."""
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return [{column.removeprefix("# "): cell for column, cell in row.items()} for row in csv.DictReader(file)]


class Books:
    """All accounts, kept from the events that everybody may know; every entry is held against the catalogue."""

    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.options = options
        self.value = dict.fromkeys(BRANCHES, 0)
        self.cash = [0] * seats
        self.links = [dict.fromkeys(BRANCHES, 0) for _ in range(seats)]
        self.slots = [dict.fromkeys(BRANCHES, 0) for _ in range(seats)]
        self.pawn = [0] * seats
        self.dice: list[int] = []
        self.thrown: list[int] = []
        """The dice thrown since the last move, and those of the last move."""
        self.due: list[int] = []
        """Money of a purchase, a sale or a ceiling that waits for the other half of its transaction."""
        self.given: list[int] = []
        """Links given in a swap that waits for the links in return."""
        self.turn: Counter[str] = Counter()
        """What has happened in this turn."""

    def book(self, event: dict[str, Any]) -> None:
        """Take in the next event."""
        kind = event["event"]
        if kind == "turn":
            self.turn.clear()
        elif kind == "chance" and event["form"] == "dice":
            self.dice.append(int(event["outcome"]))
        elif kind == "chance" and event["source"].startswith("value["):
            assert event["outcome"] in "123456"
            self.value[branch_of(event["source"])] = int(event["outcome"])
        elif kind == "ledger" and event["kind"] == "million":
            self.money(event)
        elif kind == "ledger" and event["kind"] == "link":
            self.link(event)
        elif kind == "value":
            self.set_to(event)

    def money(self, event: dict[str, Any]) -> None:
        """Money goes from the bank to a player or back, never between players; nobody gets into debt."""
        assert [event["source"], event["target"]].count("bank") == 1
        payer, payee = event["owners"]
        if payer is None:
            self.cash[payee] += event["amount"]
        else:
            self.cash[payer] -= event["amount"]
            assert self.cash[payer] >= 0
        if event["card"] == "setup":
            assert event["amount"] == 25
        elif event["card"] == "sell":
            assert self.due.pop() == event["amount"] or self.options["bank_money"] == "limited"
        elif event["card"] in ("buy", "push"):
            self.due.append(event["amount"])
        else:
            assert event["card"] == "resolve"

    def link(self, event: dict[str, Any]) -> None:
        """One to four links go between the bank and a player for their price, or from player to player in a swap."""
        giver, taker = event["owners"]
        branch, other = branch_of(event["source"]), branch_of(event["target"])
        assert branch == other
        assert event["amount"] in range(1, 5)
        price = event["amount"] * self.value[branch]
        if giver is not None:
            self.links[giver][branch] -= event["amount"]
            assert self.links[giver][branch] >= 0
        if taker is not None:
            self.links[taker][branch] += event["amount"]
        if event["card"] == "buy":
            assert self.due.pop() == price
        elif event["card"] == "sell":
            self.due.append(price)
        else:
            assert event["card"] == "swap"
            assert giver is not None
            assert taker is not None
            if self.given:
                assert self.given.pop() == event["amount"]
            else:
                self.given.append(event["amount"])

    def set_to(self, event: dict[str, Any]) -> None:
        """A value, a pawn, a division changes."""
        seat = ord(event["place"][0]) - ord("A")
        if event["entry"] == "value":
            self.pushed(branch_of(event["place"]), int(event["value"]))
        elif event["entry"] == "player.slots":
            self.slots[seat][branch_of(event["place"])] = int(event["value"])
        elif event["entry"] == "player.pawn" and event["card"] == "stand":
            assert table_of("squares")[int(event["value"])]["kind"] == "money"
            self.pawn[seat] = int(event["value"])
        elif event["entry"] == "player.pawn":
            single = self.turn["moves"] > 0
            assert len(self.dice) == (1 if single else 2)
            self.pawn[seat] = (self.pawn[seat] + sum(self.dice)) % 52
            assert self.pawn[seat] == int(event["value"])
            self.turn["moves"] += 1
            self.turn["seat"] = seat
            self.thrown, self.dice = self.dice, []

    def pushed(self, branch: str, new: int) -> None:
        """A value changed by one of the dice, between floor and ceiling; what was above it has been paid."""
        old, seat = self.value[branch], self.turn["seat"]
        on_card = min(self.links[seat][branch], self.slots[seat][branch])
        paid = self.due.pop() if self.due else 0
        outcomes = {(min(10, old + die), max(0, old + die - 10) * on_card) for die in self.thrown}
        outcomes |= {(max(1, old - die), 0) for die in self.thrown}
        if self.options["bank_money"] == "limited":
            assert new in {value for value, _ in outcomes}
        else:
            assert (new, paid) in outcomes
        self.value[branch] = new

    def judge(self, view: Any) -> None:
        """Compare the books with a view, and both with what holds in every position."""
        cells: dict[str, list[Any]] = {}
        for cell in view.cells:
            cells.setdefault(cell.entry, []).append(cell)
        if self.options["cash_seen"] == "public":
            assert self.cash == [cell.amount for cell in cells["player.cash"]]
        owned = [
            [cell.amount for cell in cells["player.links"] if cell.seat == seat] for seat, _ in enumerate(self.links)
        ]
        assert [list(links.values()) for links in self.links] == owned
        if self.options["link_stock"] == "limited":
            stock = [cell.amount for cell in cells["stock"]]
            assert [30] * 4 == [sum(amounts) for amounts in zip(stock, *owned, strict=True)]
        if self.options["bank_money"] == "limited":
            assert 1140 == cells["bank"][0].amount + sum(self.cash)
        events = ("talon", "player.events", "player.sealed", "player.opened")
        assert 26 == sum(cell.count for entry in events for cell in cells[entry])
        assert 4 == sum(cell.count for entry in ("objectives", "offered", "player.goal") for cell in cells[entry])
        values = {(value.entry, value.keys, value.seat): value.text for value in view.values}
        assert all(1 <= self.value[branch] <= 10 for branch in BRANCHES)
        assert [str(self.value[branch]) for branch in BRANCHES] == [
            values["value", (branch,), None] for branch in BRANCHES
        ]
        assert all(0 <= pawn <= 51 for pawn in self.pawn)
        assert [str(pawn) for pawn in self.pawn] == [
            values["player.pawn", (), seat] for seat, _ in enumerate(self.pawn)
        ]


def branch_of(place: str) -> str:
    """The branch in the name of a place: ``stock[hotel]`` -> ``hotel``."""
    found = re.search(r"\[(\w+)\]", place)
    assert found is not None
    return found[1]


@settings(max_examples=examples(4))
@given(setup=st.integers(0, len(SETUPS) - 1), seed=st.integers(0, 2**32))
def test_random_play(setup: int, seed: int) -> None:
    """Links, money and cards are conserved, every payment has its reason, pawns and values move as the dice say."""
    players, chosen = SETUPS[setup]
    game, chance = quatre_etoiles(), random.Random(seed)
    table = game.start(players, seed, chosen)
    books = Books(players, {name: values[0] for name, values in game.options.items()} | chosen)
    booked = 0
    while table.decider is not None and table.decisions < LENGTH:
        table.apply(chance.choice(table.codes()))
        if table.decisions % CHECKED == 0 or table.decider is None or table.decisions == LENGTH:
            events = table.events(None)
            for event in events[booked:]:
                books.book(event)
            booked = len(events)
            books.judge(table.view(None))
    assert table.error() is None


def test_the_setups_cover_every_value_of_every_option() -> None:
    """Random play meets each value of each option in at least one set-up."""
    options = quatre_etoiles().options
    met = {name: {chosen.get(name, values[0]) for _, chosen in SETUPS} for name, values in options.items()}
    assert {name: set(values) for name, values in options.items()} == met


@pytest.mark.parametrize("starting", ["one_each", "in_order"])
def test_one_start_square_is_shared(starting: str) -> None:
    """With a single start square for all, nobody can have a square alone: that set-up does not exist."""
    with pytest.raises(gamedsl.SetupError, match="squares of their own"):
        quatre_etoiles().start(2, options={"start_squares": "one", "starting": starting})


def test_the_last_round_is_the_last() -> None:
    """With a limit of rounds every game ends, with the richest as winners where nobody has announced."""
    game, chance = quatre_etoiles(), random.Random(4)
    table = game.start(2, 4, SETUPS[-1][1], log=False)
    while table.decider is not None:
        table.apply(chance.choice(table.codes()))
    outcome = table.outcome()
    assert outcome is not None
    assert outcome.status == "finished"
    assert outcome.winners


def cells_of(table: gamedsl.Table, viewer: int | None, entry: str) -> list[Any]:
    """What a viewer sees of an entry."""
    return [cell for cell in table.view(viewer).cells if cell.entry == entry]


def test_event_cards_are_secret_until_they_are_played() -> None:
    """Opponents see how many event cards somebody holds, not which; a card that is played is shown to all."""
    table = quatre_etoiles().start(2, 3)
    while table.decision().phase != "before":
        table.apply(table.legal()[0])
    seat = table.decider
    assert seat is not None
    mine, theirs = cells_of(table, seat, "player.events"), cells_of(table, 1 - seat, "player.events")
    assert (3, 3) == (len(mine[seat].pieces), theirs[seat].count)
    assert 0 == len(theirs[seat].pieces)
    play = next(choice for choice in table.legal() if choice.action == "play_event")
    title = next(row["title"] for row in table_of("events") if f"play_event({row['id']})" == play.text)
    assert not any(title in line for line in table.log(1 - seat))
    table.apply(play)
    assert any(title in line for line in table.log(1 - seat))


@pytest.mark.parametrize(("seen", "known"), [("public", 25), ("hidden", None)])
def test_cash_is_public_or_hidden(seen: str, known: int | None) -> None:
    """The treasury of an opponent is public, or hidden by an option."""
    table = quatre_etoiles().start(2, 3, {"cash_seen": seen})
    assert [25, known] == [cell.amount for cell in cells_of(table, 0, "player.cash")]


def test_numbers_of_components() -> None:
    """The data have as many squares and cards as the box; every row says where it comes from."""
    squares = table_of("squares")
    assert [str(number) for number in range(52)] == [row["square"] for row in squares]
    assert {"branch": 36, "star": 4, "money": 12} == Counter(row["kind"] for row in squares)
    assert dict.fromkeys(BRANCHES, 9) == Counter(row["branch"] for row in squares if row["branch"])
    assert ["8", "21", "34", "47"] == [row["square"] for row in squares if row["start"] == "yes"]
    objectives = table_of("objectives")
    for sizes in [
        *([row[b] for b in BRANCHES] for row in objectives),
        *([row[b] for row in objectives] for b in BRANCHES),
    ]:
        assert ["2", "3", "4", "6"] == sorted(sizes)
    kinds = Counter(row["kind"] for row in table_of("events"))
    assert (13, 5) == (kinds["pay"] + kinds["pay_per_link"], kinds["receive"] + kinds["receive_per_link"])
    assert (4, 4) == (kinds["may_buy"], kinds["may_sell"])
    for name in ("squares", "objectives", "events"):
        assert {row["origin"] for row in table_of(name)} <= {"exact", "likely", "reconstructed"}


def test_labels_say_what_a_card_does() -> None:
    """Players read the label: it holds the title and the values that the rules use."""
    for row in table_of("events"):
        thing = "link" if row["branch"] == "all" else row["branch"]
        amount = row["amount"]
        effect = {
            "pay": f"pay {amount}",
            "receive": f"receive {amount}",
            "pay_per_link": f"pay {amount} for each {thing} on your card",
            "receive_per_link": f"receive {amount} for each {thing} on your card",
        }.get(row["kind"], f"you may {row['kind'][4:]} 1 to {amount} {thing} links")
        assert row["label"] == f"{row['title']} ({effect})"
    for row in table_of("objectives"):
        sizes = (
            f"restaurants {row['restaurant']}, hotels {row['hotel']}, clubs {row['club']}, aircraft {row['aircraft']}"
        )
        assert row["label"] == f"objective {row['id'][1:]} ({sizes})"

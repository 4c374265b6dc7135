"""Situations of Tycoon made at random -> what is promised of a build within reach, against a slow search."""

from __future__ import annotations

import csv
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import attrs

import gamedsl
from tests.helpers.suite.nightly import examples

FOLDER = Path(__file__).parents[2] / "games" / "tycoon"
FLIGHTS = 3
"""So many flights are looked ahead."""


def table_of(name: str) -> dict[str, dict[str, str]]:
    """The rows of one of the game's CSV files by their names."""
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return {row["id"]: row for row in csv.DictReader(file)}


CITIES, SCHEDULED, CHARTERS = table_of("cities"), table_of("scheduled_tickets"), table_of("charter_tickets")


@cache
def path_ends(city: str, squares: int) -> frozenset[str]:
    """Where paths of so many squares without a city twice end."""
    paths = [(city,)]
    for _ in range(squares):
        paths = [(*path, other) for path in paths for other in CITIES if beside(path[-1], other) and other not in path]
    return frozenset(path[-1] for path in paths)


def beside(one: str, other: str) -> bool:
    """Do two cities share a side?"""
    return 1 == sum(abs(int(CITIES[one][way]) - int(CITIES[other][way])) for way in ("row", "col"))


@attrs.frozen
class Situation:
    """Blue's tickets and money, the displays, and what is taken in the cities; nobody has hotels for full cities."""

    place: str | None
    cash: int
    scheduled: frozenset[str]
    charters: frozenset[str]
    shown: frozenset[str]
    full: frozenset[str]
    taken: tuple[str, ...]
    """Cities of the other planes, the last two in one."""

    def lands_well(self, city: str, left: int) -> bool:
        """Can Blue pay the hotel of the first free strip? There are no factories."""
        if city in self.full or self.taken.count(city) > 1:
            return False
        return left >= int(CITIES[city][f"strip_{1 + self.taken.count(city)}"])

    def flights(self, at: str | None, used: frozenset[str], left: int) -> Iterator[tuple[str, frozenset[str], int]]:
        """Every flight with another ticket that can be paid: where to, the tickets used, the money left."""
        for ticket in sorted((self.scheduled | self.charters | self.shown) - used):
            row = (SCHEDULED | CHARTERS)[ticket]
            price = 0 if ticket in self.scheduled | self.charters else int(row["price"])
            if ticket in SCHEDULED:
                ends = {row["city"]} | (path_ends(at, int(row["squares"])) if at else set())
            else:
                ends = {row["city_a"], row["city_b"]} if at in (row["city_a"], row["city_b"]) else set()
            for city in sorted(ends - {at}):
                if price <= left:
                    yield city, used | {ticket}, left - price

    def in_reach(self) -> bool:
        """Can Blue build here, or somewhere else after at most three flights?"""
        if self.place and self.place not in self.full and self.cash >= int(CITIES[self.place]["strip_1"]):
            return True
        reached = {(self.place, frozenset[str](), self.cash)}
        for _ in range(FLIGHTS):
            reached = {flight for one in reached for flight in self.flights(*one)}
            if any(city != self.place and self.lands_well(str(city), left) for city, _, left in reached):
                return True
        return False

    def scenario(self, number: int) -> str:
        """The situation as a scenario that expects what the search has found."""
        in_hand = {"scheduled_hand": self.scheduled, "charter_hand": self.charters}
        shown = [sorted(ticket for ticket in self.shown if ticket in of) for of in (SCHEDULED, CHARTERS)]
        steps = [
            f"force scheduled_pile: {', '.join(shown[0])}",
            f"force charter_pile: {', '.join(shown[1])}",
            f"pay {15 - self.cash} from Blue.cash to bank" if self.cash < 15 else "",
            f"move Blue.plane to strips[{self.place}, 1]" if self.place else "",
            *(
                f"move {plane}.plane to strips[{city}, {1 + self.taken[:at].count(city)}]"
                for at, (plane, city) in enumerate(zip(("Yellow", "Red", "Green"), self.taken, strict=False))
            ),
            *(f"move {{{', '.join(sorted(held))}}} to Blue.{hand}" for hand, held in in_hand.items() if held),
            *(f"move Yellow.supply.top to track[{city}, 12]" for city in sorted(self.full)),
            "for each c in {new_york, tokyo, cairo, rio_de_janeiro, sydney}: move Blue.workshop.top to lots[c, 1]",
        ]
        lines = "".join(f"      {step}\n" for step in steps if step)
        hope = "Blue.hope(Blue.cash, Blue.scheduled_hand, Blue.charter_hand)"
        then = f"    then: expect {hope if self.in_reach() else f'not {hope}'}\n"
        return f'  s{number} "{number}"\n    players: 4\n    given:\n{lines}{then}'


def situation(chance: random.Random) -> Situation:
    """A situation with little money and many full cities: the way to a build is long or not there."""
    scheduled, charters = ([*of] for of in (SCHEDULED, CHARTERS))
    chance.shuffle(scheduled)
    chance.shuffle(charters)
    held, hops = chance.randint(0, 3), chance.randint(0, 4)
    cities = chance.sample(list(CITIES), 9)
    crowded = chance.choice(cities[1:-1])
    return Situation(
        place=chance.choice([cities[0], cities[0], None]),
        cash=chance.choice([0, 2, 3, 4, 5, 8]),
        scheduled=frozenset(scheduled[:held]),
        charters=frozenset(charters[:hops]),
        shown=frozenset(scheduled[held : held + 2] + charters[hops : hops + 6]),
        full=frozenset(cities[: chance.choice([1, 7, 8])]),
        taken=(cities[-1], crowded, crowded),
    )


def test_a_build_within_reach_is_found_by_a_slow_search_too() -> None:
    """Three flights with different tickets are looked ahead: what is promised can be done, and nothing else."""
    chance = random.Random(7)
    found = [situation(chance) for _ in range(examples(25, 200))]
    text = 'scenarios Reach "Reach" of "tycoon"\n' + "".join(one.scenario(at) for at, one in enumerate(found))

    assert {True, False} == {one.in_reach() for one in found}
    assert [] == [result.name for result in gamedsl.loads(text).test() if not result.passed]

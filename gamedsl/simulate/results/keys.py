"""What games may be told apart by -> how it is made of results, and of rows that machine code has written

A key says of every game something on which a figure depends. Of rows machine code makes it; there it may tell games
apart that are alike, but never the other way round.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from operator import attrgetter
from typing import Literal, Protocol, TypeVar

import attrs

from gamedsl.kernel.native.batches import PLACES, Places
from gamedsl.kernel.native.sorting import Made
from gamedsl.simulate.results.game_result import CHECKPOINTS, GameResult, alone

Value = TypeVar("Value", bound=Hashable, covariant=True)
_NOTHING = (Made("nothing"),)


@attrs.frozen
class Rowed:
    """What rows of one set-up are: where numbers stand in them, and in which order sources and actions."""

    places: Places
    seats: int
    sources: Sequence[str]
    actions: Sequence[str]
    turns: int
    """After so many games the players sit where they sat."""
    phases: Mapping[str, int]
    """Where it is counted, in games that were followed in detail, how often each has begun."""
    counted: int
    """How many numbers are counted in these games."""


class Key(Protocol):
    """Something that tells games apart; equal ones tell the same."""

    def of(self, one: GameResult) -> Hashable:
        """Return what it is of a game."""
        ...

    def made(self, rowed: Rowed, /) -> tuple[Made, ...]:
        """Return how it is made of a row."""
        ...


class Telling(Key, Protocol[Value]):
    """A key whose value is known of rows without reading a game."""

    def of(self, one: GameResult) -> Value:
        """Return what it is of a game."""
        ...

    def told(self, rowed: Rowed, numbers: tuple[int, ...], /) -> Value:
        """Return the same of the numbers that were made of a row."""
        ...


# ---------------------------------------------------------------- single values


@attrs.frozen(eq=False)
class Single:
    """A key of its own: ``value`` of a result, and how it is made of a ``row``."""

    value: Callable[[GameResult], Hashable]
    row: Callable[[Rowed], tuple[Made, ...]]

    def of(self, one: GameResult) -> Hashable:
        """Return it."""
        return self.value(one)

    def made(self, rowed: Rowed) -> tuple[Made, ...]:
        """Return how it is made of a row."""
        return self.row(rowed)


def _field(name: str) -> Single:
    """Return a field that is one number in rows."""
    return Single(attrgetter(name), lambda rowed: (Made("number", PLACES[name]),))


def _fixed(value: Callable[[GameResult], Hashable]) -> Single:
    """Return something that rows of one set-up have in common, because they are of finished games of it."""
    return Single(value, lambda rowed: _NOTHING)


STATUS, WINNERS, FIRST, END = _field("status"), _field("winners"), _field("first"), _field("end")
DECISIONS, TURNS = _field("decisions"), _field("turns")
LEAD_CHANGES = _field("lead_changes")
KINDS = Single(lambda one: one.kinds, lambda rowed: (Made("turn", 0, rowed.turns),))
HOW_MANY_WON = Single(lambda one: len(one.winners), lambda rowed: (Made("how many", PLACES["winners"], rowed.seats),))
HAS_COURSE = Single(lambda one: all(one.standings), lambda rowed: (Made("number", PLACES["known"]),))
"""Whether it is known how all stood at every checkpoint."""
IS_LOGGED = Single(lambda one: one.logged, lambda rowed: (Made("is there", PLACES["counts"]),))
SOURCES = _fixed(lambda one: (*one.sources,))
OWN = _fixed(lambda one: tuple([(name, *own[:2]) for name, own in one.own.items()]))
HINTS = _fixed(lambda one: tuple(one.hints.items()))
ERROR = _fixed(lambda one: one.error)
SEATS = _fixed(lambda one: len(one.kinds))


@attrs.frozen
class PerDecision:
    """The choices at a decision of a game on the average, or the part of its decisions that had a single one."""

    name: Literal["choices", "forced"]

    def of(self, one: GameResult) -> float:
        """Return it."""
        number: int = getattr(one, self.name)
        return number / max(1, one.decisions)

    def made(self, _: Rowed) -> tuple[Made, ...]:
        """Take both numbers."""
        return Made("number", PLACES[self.name]), Made("number", PLACES["decisions"])

    def told(self, _: Rowed, numbers: tuple[int, ...]) -> float:
        """Divide them."""
        return numbers[0] / max(1, numbers[1])


@attrs.frozen
class Offered:
    """Whether an action was possible."""

    action: str

    def of(self, one: GameResult) -> Hashable:
        """Tell whether it was."""
        return self.action in one.offered

    def made(self, rowed: Rowed) -> tuple[Made, ...]:
        """Take the flag."""
        if self.action not in rowed.actions:
            return _NOTHING
        return (Made("number", rowed.places.offered + rowed.actions.index(self.action)),)


# ---------------------------------------------------------------- games that were followed in detail


@attrs.frozen
class Begun:
    """How often a phase began."""

    phase: str

    def of(self, one: GameResult) -> Hashable:
        """Return the number."""
        return one.phases.get(self.phase, 0)

    def made(self, rowed: Rowed) -> tuple[Made, ...]:
        """Take the number."""
        if self.phase not in rowed.phases:
            return _NOTHING
        return (Made("counted", rowed.phases[self.phase]),)


# ---------------------------------------------------------------- numbers by seat


@attrs.frozen
class Vector:
    """Numbers by seat; where a game has none of a source there is nothing, and of an action 0."""

    what: Literal["points", "sources", "uses", "standings"]
    name: str | int = ""

    def of(self, one: GameResult) -> tuple[int, ...]:
        """Return them."""
        if self.what == "points":
            return one.points
        if self.what == "standings":
            return one.standings[CHECKPOINTS.index(int(self.name))]
        if self.what == "sources":
            return one.sources.get(str(self.name), ())
        return one.uses.get(str(self.name)) or (0,) * len(one.kinds)

    def at(self, rowed: Rowed) -> int | None:
        """Return where they stand in rows, None: nowhere."""
        if self.what == "points":
            return rowed.places.points
        if self.what == "standings":
            return rowed.places.standings + CHECKPOINTS.index(int(self.name)) * rowed.seats
        names = rowed.sources if self.what == "sources" else rowed.actions
        if self.name not in names:
            return None
        first = rowed.places.scores if self.what == "sources" else rowed.places.uses
        return first + names.index(str(self.name)) * rowed.seats


POINTS = Vector("points")


def points_from(source: str) -> Vector:
    """Return the points from a source."""
    return Vector("sources", source)


def uses_of(action: str) -> Vector:
    """Return how often an action was used."""
    return Vector("uses", action)


def standing_at(share: int) -> Vector:
    """Return how the seats stood at one of CHECKPOINTS."""
    return Vector("standings", share)


@attrs.frozen
class Of:
    """Something that is made of numbers by seat."""

    vector: Vector
    operation: Literal["total", "of winners", "who has", "best alone", "worst alone", "ahead", "differ"]

    def of(self, one: GameResult) -> Hashable:
        """Make it."""
        return _MAKERS[self.operation](self.vector.of(one), one)

    def made(self, rowed: Rowed) -> tuple[Made, ...]:
        """Return how it is made of a row."""
        at = self.vector.at(rowed)
        return _NOTHING if at is None else (Made(self.operation, at, rowed.seats),)


def _ahead(values: Sequence[int]) -> int:
    ordered = sorted(values, reverse=True)
    return ordered[0] - ordered[1] if len(ordered) > 1 else 0


_MAKERS: dict[str, Callable[[tuple[int, ...], GameResult], Hashable]] = {
    "total": lambda values, one: (len(values), sum(values)),
    "of winners": lambda values, one: sum([values[seat] for seat in one.winners]) if values else None,
    "who has": lambda values, one: tuple(map(bool, values)),
    "best alone": lambda values, one: alone(values, max),
    "worst alone": lambda values, one: alone(values, min),
    "ahead": lambda values, one: _ahead(values),
    "differ": lambda values, one: len(set(values)) > 1,
}


@attrs.frozen
class Sides:
    """What all winners and all players have of something together, and how many they are, where there are others."""

    vector: Vector

    def of(self, one: GameResult) -> tuple[int, int, int, int] | None:
        """Return it, None of a game that has no winners or no others."""
        own, won, seats = self.vector.of(one), one.winners, len(one.kinds)
        return (sum([own[seat] for seat in won]), sum(own), len(won), seats) if 0 < len(won) < seats else None

    def made(self, rowed: Rowed) -> tuple[Made, ...]:
        """Return how it is made of a row."""
        at = self.vector.at(rowed)
        sums = 2 * _NOTHING if at is None else (Made("of winners", at, rowed.seats), Made("total", at, rowed.seats))
        return *sums, *HOW_MANY_WON.made(rowed)

    def told(self, rowed: Rowed, numbers: tuple[int, ...]) -> tuple[int, int, int, int] | None:
        """Return what ``of`` does of the numbers that were made of a row."""
        won, total, winners = numbers
        return (won, total, winners, rowed.seats) if 0 < winners < rowed.seats else None


@attrs.frozen
class OfSeat:
    """The number of a seat."""

    vector: Vector
    seat: int

    def of(self, one: GameResult) -> Hashable:
        """Return it."""
        return self.vector.of(one)[self.seat]

    def made(self, rowed: Rowed) -> tuple[Made, ...]:
        """Take the number."""
        at = self.vector.at(rowed)
        return _NOTHING if at is None else (Made("number", at + self.seat),)

"""Rows that machine code has written of finished games -> results that are read of them when somebody asks"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import attrs

from gamedsl.kernel.native.batches import PLACES, Slice
from gamedsl.kernel.native.runs import ROW
from gamedsl.kernel.native.sorting import Sorter
from gamedsl.simulate.results.game_result import CHECKPOINTS, GameResult, Own
from gamedsl.simulate.results.keys import Rowed


@attrs.frozen(eq=False)
class Reader:
    """What rows of one set-up say: ``ends`` has words by number of the end, ``seed`` is that of game 0.

    ``kinds_of`` gives the players of a game, ``own`` what metrics have measured, of numbers, and ``came`` by name of a
    field what is known only of a game that was followed in detail, of what was counted in it.
    """

    rowed: Rowed
    sorter: Sorter
    seed: int
    ends: Mapping[int, str]
    kinds_of: Callable[[int], tuple[str, ...]]
    own: Callable[[Sequence[int]], dict[str, Own]]
    came: Mapping[str, Callable[[array[int]], Any]]
    _kinds: dict[int, tuple[str, ...]] = attrs.field(factory=dict, init=False)
    _winners: dict[int, tuple[int, ...]] = attrs.field(factory=dict, init=False)
    _offered: dict[tuple[int, ...], tuple[str, ...]] = attrs.field(factory=dict, init=False)

    def kinds(self, number: int) -> tuple[str, ...]:
        """Return the players of a game."""
        turn = number % self.rowed.turns
        if turn not in self._kinds:
            self._kinds[turn] = self.kinds_of(number)
        return self._kinds[turn]

    def winners(self, word: int) -> tuple[int, ...]:
        """Return the seats whose bits are set."""
        if word not in self._winners:
            self._winners[word] = tuple([seat for seat in range(self.rowed.seats) if word >> seat & 1])
        return self._winners[word]

    def by_seat(self, found: Slice, at: int, first: int, names: Sequence[str]) -> dict[str, tuple[int, ...]]:
        """Return numbers by seat, by name."""
        seats = self.rowed.seats
        numbers = found.part(at, first, seats * len(names))
        starts = range(0, len(numbers), seats)
        return {name: tuple(numbers[one : one + seats]) for name, one in zip(names, starts, strict=True)}

    def standings(self, found: Slice, at: int) -> tuple[tuple[int, ...], ...]:
        """Return how all stood at each checkpoint, nothing where that is not known."""
        seats, known = self.rowed.seats, found.number(at, PLACES["known"])
        numbers = found.part(at, self.rowed.places.standings, seats * len(CHECKPOINTS))
        points = range(len(CHECKPOINTS))
        return tuple([tuple(numbers[one * seats : (one + 1) * seats]) if known >> one & 1 else () for one in points])

    def offered(self, found: Slice, at: int) -> tuple[str, ...]:
        """Return the actions that were possible."""
        names = self.rowed.actions
        flags = tuple(found.part(at, self.rowed.places.offered, len(names)))
        if flags not in self._offered:
            self._offered[flags] = tuple([name for name, is_offered in zip(names, flags, strict=True) if is_offered])
        return self._offered[flags]


_Reads = Callable[[Reader, Slice, int, int], Any]
"""Reads a field of the result of a game with such a number whose row begins at a place."""


def _number(name: str) -> _Reads:
    place = PLACES[name]
    return lambda own, found, at, number: found.numbers[at + place * found.room]


def _came(name: str, nothing: Callable[[], Any]) -> _Reads:
    """Return what reads what is known of games that were followed in detail."""
    place = PLACES["counts"]

    def read(own: Reader, found: Slice, at: int, number: int) -> Any:
        return nothing() if not found.number(at, place) else own.came[name](found.counts_of(at))

    return read


_READS: dict[str, _Reads] = {
    **{name: _number(name) for name in ("decisions", "turns", "forced", "choices", "lead_changes")},
    "number": lambda own, found, at, number: number,
    "seed": lambda own, found, at, number: own.seed + number,
    "status": lambda own, found, at, number: "finished",
    "kinds": lambda own, found, at, number: own.kinds(number),
    "winners": lambda own, found, at, number: own.winners(found.number(at, PLACES["winners"])),
    "points": lambda own, found, at, number: tuple(found.part(at, own.rowed.places.points, own.rowed.seats)),
    "sources": lambda own, found, at, number: own.by_seat(found, at, own.rowed.places.scores, own.rowed.sources),
    "standings": lambda own, found, at, number: own.standings(found, at),
    "uses": lambda own, found, at, number: {
        name: uses
        for name, uses in own.by_seat(found, at, own.rowed.places.uses, own.rowed.actions).items()
        if any(uses)
    },
    "offered": lambda own, found, at, number: own.offered(found, at),
    "end": lambda own, found, at, number: own.ends[found.number(at, PLACES["end"])],
    "first": lambda own, found, at, number: _seat(found.number(at, PLACES["first"])),
    "hints": lambda own, found, at, number: {},
    "error": lambda own, found, at, number: "",
    "last": lambda own, found, at, number: (),
    "own": lambda own, found, at, number: own.own(found.measured_of(at)),
    "logged": lambda own, found, at, number: found.number(at, PLACES["counts"]) != 0,
    "cards": _came("cards", tuple),
    "phases": _came("phases", dict),
    "moved": _came("moved", tuple),
}
"""All fields of a result; rows are those of finished games."""


def _seat(number: int) -> int | None:
    return None if number < 0 else number


class Rows:
    """Slices of rows that one reader reads, found by where in memory they stand."""

    def __init__(self, reader: Reader, slices: Iterable[Slice]) -> None:
        self.reader, self.slices = reader, [*slices]
        stand = sorted((one.place, at) for at, one in enumerate(self.slices))
        self._firsts = [first for first, _ in stand]
        self._sorted = [self.slices[at] for _, at in stand]

    def found(self, place: int) -> tuple[Slice, int]:
        """Return the slice with the row that stands at a place of memory, and where the row begins in it."""
        at = bisect_right(self._firsts, place) - 1
        found = self._sorted[at]
        return found, found.first + (place - self._firsts[at]) // ROW


class Read(GameResult):
    """A result whose fields are read of a row when somebody asks for them."""

    __slots__ = ("_row",)

    def __getattr__(self, name: str) -> Any:
        if name not in _READS:
            raise AttributeError(name)
        reader, found, at, number = self._row
        value = _READS[name](reader, found, at, number)
        _set(self, name, value)
        return value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameResult):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in _FIELDS)

    __hash__ = None  # type: ignore[assignment]  # as of results: they hold dictionaries

    def __reduce__(self) -> tuple[type[GameResult], tuple[Any, ...]]:
        return GameResult, tuple([getattr(self, name) for name in _FIELDS])


_FIELDS = [field.name for field in attrs.fields(GameResult)]
_set = object.__setattr__


def read(rows: Rows, place: int, number: int) -> GameResult:
    """Return the result of a game whose row stands at a place of memory."""
    one = Read.__new__(Read)
    _set(one, "_row", (rows.reader, *rows.found(place), number))
    return one


def read_now(reader: Reader, found: Slice, at: int, number: int, known: Mapping[str, Any]) -> GameResult:
    """Return the result of a game whose row begins at a place, with what is known better than from the row."""
    others = {name: _READS[name](reader, found, at, number) for name in _FIELDS if name not in known}
    return GameResult(**known, **others)

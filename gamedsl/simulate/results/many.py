"""Results of games -> the same, with what figures have in common worked out once, and games that are alike told apart

A figure that depends on little, such as who has won, is worked out of one game of each sort. Games that machine code
has played stay the rows that it has written, and are sorted by it; their results are read only where they are wanted.
"""

from __future__ import annotations

from array import array
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, chain, compress
from typing import TypeVar, overload

import attrs

from gamedsl.simulate.results.keys import IS_LOGGED, STATUS, Key, Of, Offered, uses_of
from gamedsl.simulate.results.one import PASS, GameResult
from gamedsl.simulate.results.rows import Rows, read

Value = TypeVar("Value")
_EVEN = 1 << 20
"""What is a whole number of such parts is added without rounding, as long as sums are not very large."""
_MOST = 1 << 30


@attrs.frozen
class Alike:
    """Games by sort: ``sorts`` gives that of each game.

    Of each sort ``examples`` has the first game, and ``times`` says how many there are. ``order`` has the sorts in the
    order of their first games.
    """

    sorts: array[int]
    examples: Sequence[GameResult]
    times: Sequence[int]
    order: Sequence[int]
    added: Callable[[Sequence[float], array[int]], float]
    """Adds values of games, each by its sort, in their order."""

    def each(self, value: Callable[[GameResult], Value]) -> list[Value]:
        """Return a value of each game, which must be the same for all games of a sort."""
        found = [value(one) for one in self.examples]
        return [*map(found.__getitem__, self.sorts)]

    def __iter__(self) -> Iterator[tuple[GameResult, int]]:
        """Walk examples, and how many games are like them, in the order of the first games."""
        for sort in self.order:
            yield self.examples[sort], self.times[sort]

    def counted(self, value: Callable[[GameResult], Value | None]) -> Counter[Value]:
        """Return how often each value comes; games that have none are left out."""
        found = Counter[Value]()
        for one, times in self:
            own = value(one)
            if own is not None:
                found[own] += times
        return found

    def sum(self, value: Callable[[GameResult], float | None]) -> tuple[float, int]:
        """Return the sum of the values of all games that have one, in their order, and how many these are."""
        found = [value(one) for one in self.examples]
        size = sum([times for own, times in zip(found, self.times, strict=True) if own is not None])
        return self.in_order([0.0 if own is None else own for own in found]), size

    def in_order(self, values: Sequence[float]) -> float:
        """Return the sum of the values of all games in their order, each by its sort.

        The order matters only where something is rounded on the way.
        """
        if all(abs(value) < _MOST and value * _EVEN % 1 == 0 for value in values):
            return sum([value * many for value, many in zip(values, self.times, strict=True)])
        return self.added(values, self.sorts)


def _added(values: Sequence[float], sorts: array[int]) -> float:
    """Return the sum of the values of games, each by its sort, one after the other, in every version of Python."""
    return deque(accumulate(map(values.__getitem__, sorts), initial=0.0), 1).pop()


class Results(Sequence[GameResult]):
    """Results of games, in order. How they are alike is kept as long as they are."""

    def __init__(self, results: Iterable[GameResult] = ()) -> None:
        self._known: list[GameResult | None] = [*results]
        self._numbers = self._places = array("q")
        self._rows: Rows | None = None
        self._kept: dict[tuple[Key, ...], Alike] = {}

    @classmethod
    def of_rows(
        cls, rows: Rows, numbers: array[int], places: array[int], known: Mapping[int, GameResult] | None = None
    ) -> Results:
        """Return results of games with such numbers, whose rows stand at such places of memory.

        ``known`` are those of which it is not the row that says all, by their place among these.
        """
        found = cls()
        found._known = [None] * len(places)
        found._rows, found._numbers, found._places = rows, numbers, places[:] if known else places
        for at, one in (known or {}).items():
            found._known[at], found._places[at] = one, 0
        return found

    # ------------------------------------------------------------ a sequence

    def __len__(self) -> int:
        return len(self._known)

    @overload
    def __getitem__(self, at: int) -> GameResult: ...
    @overload
    def __getitem__(self, at: slice) -> Results: ...

    def __getitem__(self, at: int | slice) -> GameResult | Results:
        if isinstance(at, slice):
            return self._part(self._known[at], self._numbers[at], self._places[at])
        found = self._known[at]
        if found is None:
            assert self._rows is not None
            found = self._known[at] = read(self._rows, self._places[at], self._numbers[at])
        return found

    def __iter__(self) -> Iterator[GameResult]:
        return map(self.__getitem__, range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Results | list | tuple):
            return NotImplemented
        return len(self) == len(other) and all(one == two for one, two in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # as of lists

    def __repr__(self) -> str:
        return f"Results({[*self]})"

    def __reduce__(self) -> tuple[type[Results], tuple[list[GameResult]]]:
        return Results, ([*self],)

    def _part(self, known: list[GameResult | None], numbers: array[int], places: array[int]) -> Results:
        found = Results()
        found._known, found._rows, found._numbers, found._places = known, self._rows, numbers, places
        return found

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers of the games."""
        return self._numbers if self._rows is not None else [one.number for one in self]

    @property
    def seeds(self) -> Sequence[int]:
        """The seeds of the games."""
        if self._rows is None:
            return [one.seed for one in self]
        seed = self._rows.reader.seed
        return [
            seed + number if one is None else one.seed for number, one in zip(self._numbers, self._known, strict=True)
        ]

    # ------------------------------------------------------------ what they have in common

    def alike(self, *keys: Key) -> Alike:
        """Return the games by what keys tell of each of them; for the same ones it is asked once."""
        if keys not in self._kept:
            self._kept[keys] = self._alike(keys)
        return self._kept[keys]

    def _alike(self, keys: Sequence[Key]) -> Alike:
        if self._rows is None:
            return self._sorted(keys, range(len(self)))
        reader = self._rows.reader
        made = [*chain.from_iterable([key.made(reader.rowed) for key in keys])]
        places = self._counts if any(one.is_counted for one in made) else self._places
        sorts, firsts, times = reader.sorter.sorted(places, self._numbers, made)
        others = [at for at, sort in enumerate(sorts) if sort < 0] if sum(times) < len(self) else []
        if not others:
            return Alike(sorts, [self[at] for at in firsts], times, range(len(times)), reader.sorter.added)
        more, many = self._sorted(keys, others), len(times)
        for at, sort in zip(others, more.sorts, strict=True):
            sorts[at] = many + sort
        firsts += [others[at] for at in self._firsts(more.sorts)]
        order = sorted(range(len(firsts)), key=firsts.__getitem__)
        return Alike(sorts, [self[at] for at in firsts], [*times, *more.times], order, reader.sorter.added)

    @cached_property
    def _counts(self) -> array[int]:
        """Where in memory it stands what was counted in games that were followed in detail."""
        assert self._rows is not None
        return array("q", map(self._rows.counted, self._places))

    def _sorted(self, keys: Sequence[Key], places: Sequence[int]) -> Alike:
        """Return games that stand at some places by what keys tell."""
        games = [self[at] for at in places]
        columns = [[*map(key.of, games)] for key in keys]
        told: Iterable[Hashable] = columns[0] if len(columns) == 1 else zip(*columns, strict=True)
        sort: dict[Hashable, int] = {}
        sorts = array("i", [sort.setdefault(key, len(sort)) for key in told])
        counts = Counter(sorts)
        firsts = self._firsts(sorts)
        times = [counts[one] for one in range(len(sort))]
        return Alike(sorts, [games[at] for at in firsts], times, range(len(sort)), _added)

    @staticmethod
    def _firsts(sorts: Sequence[int]) -> list[int]:
        """Return the place of the first game of each sort; these stand in this order."""
        first: dict[int, int] = {}
        for at, sort in enumerate(sorts):
            first.setdefault(sort, at)
        return [*first.values()]

    def where(self, test: Callable[[GameResult], object], *keys: Key) -> Results:
        """Return the games that pass a test, which depends on what keys tell: the very same where all do."""
        alike = self.alike(*keys)
        passed = [bool(test(one)) for one in alike.examples]
        if all(passed):
            return self
        return self.chosen([*map(passed.__getitem__, alike.sorts)])

    def picked(self, places: Sequence[int]) -> Results:
        """Return the games that stand at places."""
        numbers, ways = (array("q", [one[at] for at in places] if one else []) for one in (self._numbers, self._places))
        return self._part([self._known[at] for at in places], numbers, ways)

    def among(self, numbers: range) -> Results:
        """Return the games with such numbers."""
        return self.chosen([one in numbers for one in self.numbers])

    def without(self, numbers: range) -> Results:
        """Return the games with other numbers."""
        return self.chosen([one not in numbers for one in self.numbers])

    def chosen(self, flags: Sequence[bool]) -> Results:
        """Return the games whose flags are set."""
        numbers, places = (array("q", compress(one, flags)) for one in (self._numbers, self._places))
        return self._part([*compress(self._known, flags)], numbers, places)


def finished_of(games: Results) -> Results:
    """Return those that have ended by their rules, the very same where all have."""
    return games.where(lambda one: one.status == "finished", STATUS)


def ended(games: Results) -> Counter[str]:
    """Return how many games have ended in each way."""
    return games.alike(STATUS).counted(lambda one: one.status)


def logged_of(games: Results) -> Results:
    """Return those that were followed in detail."""
    return games.where(lambda one: one.logged, IS_LOGGED)


def results_of(results: Iterable[GameResult]) -> Results:
    """Return results as such of many games, the very same where they are that already."""
    return results if isinstance(results, Results) else Results(results)


def actions_of(declared: Iterable[str], *results: Results) -> list[str]:
    """Return the actions whose use is told: those of the rules, and passing where it was possible."""
    used, offered = Of(uses_of(PASS), "who has"), Offered(PASS)
    is_told = any(PASS in one.offered or PASS in one.uses for games in results for one, _ in games.alike(used, offered))
    return [*declared, *([PASS] if is_told else [])]


def joined(parts: Sequence[Results]) -> Results:
    """Return the results in several parts, none of them twice, by number.

    Rows stay rows where all have the same reader.
    """
    rows = [one._rows for one in parts if one._rows is not None]
    if not rows or any(one.reader is not rows[0].reader for one in rows):
        return Results(sorted((one for part in parts for one in part), key=lambda one: one.number))
    slices = {id(one): one for own in rows for one in own.slices}
    known: list[GameResult | None] = []
    numbers, places = array("q"), array("q")
    for part in sorted(parts, key=lambda part: min(part.numbers, default=0)):
        known += part._known
        numbers.extend(part.numbers)
        places.extend(part._places if part._rows is not None else array("q", bytes(8 * len(part))))
    found = Results.of_rows(Rows(rows[0].reader, slices.values()), numbers, places)
    found._known = known
    if sorted(numbers) == numbers.tolist():
        return found
    return found.picked(sorted(range(len(numbers)), key=numbers.__getitem__))

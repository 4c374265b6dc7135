"""Results of games -> the same, with what figures have in common worked out once, and games that are alike told apart

A figure that depends on little, such as who has won, is worked out of one game of each sort. Games that machine code
has played stay the rows that it has written, and are sorted by it; their results are read only where they are wanted.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, compress, pairwise
from typing import Literal, TypeVar, overload

import attrs

from gamedsl.kernel.native.runs import Runs
from gamedsl.simulate.results.exact_sum import summed
from gamedsl.simulate.results.game_result import PASS, GameResult
from gamedsl.simulate.results.keys import IS_LOGGED, STATUS, Key, Of, Offered, Telling, uses_of
from gamedsl.simulate.results.rows import Rows, read

Value = TypeVar("Value")


@attrs.frozen
class Alike:
    """Games by sort: of each sort ``examples`` has the first game, and ``times`` says how many there are.

    ``order`` has the sorts in the order of their first games, ``sorts`` gives that of each game.
    """

    examples: Sequence[GameResult]
    times: Sequence[int]
    order: Sequence[int]
    sorts: Callable[[], array[int]]

    def each(self, value: Callable[[GameResult], Value]) -> list[Value]:
        """Return a value of each game, which must be the same for all games of a sort."""
        found = [value(one) for one in self.examples]
        return [*map(found.__getitem__, self.sorts())]

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
        """Return the sum of the values of all games that have one, and how many these are."""
        found = [value(one) for one in self.examples]
        size = sum([times for own, times in zip(found, self.times, strict=True) if own is not None])
        return self.total([0.0 if own is None else own for own in found]), size

    def total(self, values: Sequence[float]) -> float:
        """Return the sum of the values of all games, each by its sort; it is rounded once, so no order matters."""
        return float(summed(zip(values, self.times, strict=True)))


class Results(Sequence[GameResult]):
    """Results of games, in order. How they are alike is kept as long as they are."""

    def __init__(self, results: Iterable[GameResult] = ()) -> None:
        self._known: dict[int, GameResult] = dict(enumerate(results))
        self._size = len(self._known)
        self._runs = Runs()
        self._rows: Rows | None = None
        self._kept: dict[tuple[Key, ...], Alike] = {}

    @classmethod
    def of_rows(cls, rows: Rows, runs: Runs, known: Mapping[int, GameResult]) -> Results:
        """Return results of games of which rows stand in memory.

        ``known`` are those of which it is not the row that says all, by their place among these.
        """
        found = cls()
        found._rows, found._size, found._known = rows, len(runs), {**known}
        edges = sorted({0, len(runs), *known, *(at + 1 for at in known)})
        parts = [(first, runs.part(first, behind)) for first, behind in pairwise(edges)]
        found._runs = (
            Runs((0 if first in known else row, number, many) for first, part in parts for row, number, many in part)
            if known
            else runs
        )
        return found

    # ------------------------------------------------------------ a sequence

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, at: int) -> GameResult: ...
    @overload
    def __getitem__(self, at: slice) -> Results: ...

    def __getitem__(self, at: int | slice) -> GameResult | Results:
        if isinstance(at, slice):
            return self._sliced(range(self._size)[at])
        found = self._known.get(at)
        if found is None:
            if not 0 <= at < self._size:
                return self[range(self._size)[at]]
            assert self._rows is not None
            found = self._known[at] = read(self._rows, *self._runs.at(at))
        return found

    def __iter__(self) -> Iterator[GameResult]:
        return map(self.__getitem__, range(self._size))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Results | list | tuple):
            return NotImplemented
        return len(self) == len(other) and all(one == two for one, two in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # as of lists

    def __repr__(self) -> str:
        return f"Results({[*self]})"

    def __reduce__(self) -> tuple[type[Results], tuple[list[GameResult]]]:
        return Results, ([*self],)

    def _sliced(self, games: range) -> Results:
        if self._rows is None:
            return Results(map(self._known.__getitem__, games))
        if games.step != 1:
            return self.picked(games)
        known = {at - games.start: one for at, one in self._known.items() if at in games}
        return self._part(self._runs.part(games.start, games.stop), known)

    def _part(self, runs: Runs, known: dict[int, GameResult]) -> Results:
        found = Results()
        found._rows, found._runs, found._known, found._size = self._rows, runs, known, len(runs)
        return found

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers of the games."""
        return self._runs.all_numbers if self._rows is not None else [one.number for one in self]

    @property
    def seeds(self) -> range:
        """The seeds from that of the first game to that of the last one; others may have no game."""
        if self._rows is None:
            seeds = [one.seed for one in self]
        else:
            seeds = [self._rows.reader.seed + one for one in self._runs.edges]
        return range(min(seeds), max(seeds) + 1) if seeds else range(0)

    # ------------------------------------------------------------ what they have in common

    def alike(self, *keys: Key) -> Alike:
        """Return the games by what keys tell of each of them; for the same ones it is asked once."""
        if keys not in self._kept:
            self._kept[keys] = self._alike(keys)
        return self._kept[keys]

    def _alike(self, keys: Sequence[Key]) -> Alike:
        if self._rows is None:
            return self._sorted(keys, range(len(self)))
        reader, others = self._rows.reader, self._others
        made = reader.sorter.sorted(self._runs, [*chain.from_iterable([key.made(reader.rowed) for key in keys])])
        firsts, times = made.firsts, made.times
        if not others:
            examples = [self[at] for at in firsts]
            return Alike(examples, times, range(len(times)), lambda: reader.sorter.told(made, self._runs))
        more, many = self._sorted(keys, others), len(times)
        own = more.sorts()
        firsts += [others[at] for at in self._firsts(own)]
        order = sorted(range(len(firsts)), key=firsts.__getitem__)

        def told() -> array[int]:
            found = reader.sorter.told(made, self._runs)
            for at, sort in zip(others, own, strict=True):
                found[at] = many + sort
            return found

        return Alike([self[at] for at in firsts], [*times, *more.times], order, told)

    def counted(self, key: Telling[Value]) -> Counter[Value]:
        """Return how often each value of a key comes. No game that has a row is read for it."""
        found = Counter[Value]()
        if self._rows is not None:
            reader = self._rows.reader
            made = reader.sorter.sorted(self._runs, key.made(reader.rowed))
            for numbers, times in zip(made.values, made.times, strict=True):
                found[key.told(reader.rowed, numbers)] += times
        found.update(key.of(self[at]) for at in (range(len(self)) if self._rows is None else self._others))
        return found

    @cached_property
    def _others(self) -> Sequence[int]:
        """The places of games that have no row."""
        return self._runs.without_rows()

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
        return Alike([games[at] for at in firsts], times, range(len(sort)), lambda: sorts)

    @staticmethod
    def _firsts(sorts: Sequence[int]) -> list[int]:
        """Return the place of the first game of each sort; these stand in this order."""
        first: dict[int, int] = {}
        for at, sort in enumerate(sorts):
            first.setdefault(sort, at)
        return [*first.values()]

    def came(self, name: Literal["cards", "phases", "moved"]) -> set[str]:
        """Return all that came in any of the games, as far as they were followed in detail."""
        found = {one for at in (self._others if self._rows else range(len(self))) for one in getattr(self[at], name)}
        return found if self._rows is None else found.union(self._rows.reader.came[name](self._came))

    @cached_property
    def _came(self) -> array[int]:
        """Whether each of the numbers that are counted was counted in any game that has a row."""
        assert self._rows is not None
        reader = self._rows.reader
        return reader.sorter.came(self._runs, 0, reader.rowed.counted)

    # ------------------------------------------------------------ some of them

    def where(self, test: Callable[[GameResult], object], *keys: Key) -> Results:
        """Return the games that pass a test, which depends on what keys tell: the very same where all do."""
        alike = self.alike(*keys)
        passed = bytes([bool(test(one)) for one in alike.examples])
        many = sum(compress(alike.times, passed))
        return self if many == len(self) else self._chosen(alike.sorts(), passed, many)

    def picked(self, places: Sequence[int]) -> Results:
        """Return the games that stand at places."""
        known = {at: self._known[place] for at, place in enumerate(places) if place in self._known}
        return Results(known.values()) if self._rows is None else self._part(self._runs.picked(places), known)

    def among(self, numbers: range) -> Results:
        """Return the games with such numbers."""
        return self.chosen([one in numbers for one in self.numbers])

    def without(self, numbers: range) -> Results:
        """Return the games with other numbers."""
        return self.chosen([one not in numbers for one in self.numbers])

    def chosen(self, flags: Sequence[bool]) -> Results:
        """Return the games whose flags are set."""
        return self._chosen(array("i", flags), b"\0\1", sum(flags))

    def _chosen(self, sorts: array[int], wanted: bytes, many: int) -> Results:
        """Return the games of sorts that are wanted, which are so many."""
        if self._rows is None:
            return Results(compress(self, map(wanted.__getitem__, sorts)))
        runs = self._rows.reader.sorter.chosen(self._runs, sorts, wanted, many)
        if not self._others:
            return self._part(runs, {})
        places = compress(range(len(self)), map(wanted.__getitem__, sorts))
        return self._part(runs, {at: self._known[place] for at, place in enumerate(places) if place in self._known})


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
    runs = list[tuple[int, int, int]]()
    known = dict[int, GameResult]()
    for part in parts:
        runs += part._runs if part._rows is not None else [(0, one.number, 1) for one in part]
        known |= {one.number: one for one in part._known.values()}
    whole = Runs(sorted(runs, key=lambda one: one[1]))
    found = Results.of_rows(Rows(rows[0].reader, slices.values()), whole, {})
    found._known = {whole.place_of(number): one for number, one in known.items()}
    return found

"""Where the rows of games stand in memory, and which numbers these games have, as runs: no list of all of them"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, chain, pairwise

ROW = 4
"""Bytes from the beginning of a row to that of the next one; see ``Slice`` in ``batches.py``."""


class Runs:
    """Games in order; of each run where its first row stands, the number of its first game, how many there are.

    In a run rows stand behind each other, and numbers follow each other. At 0 there is no row.
    """

    def __init__(self, runs: Iterable[tuple[int, int, int]] = ()) -> None:
        self.rows, self.numbers, self.sizes = array("q"), array("q"), array("q")
        for row, number, many in runs:
            self.rows.append(row)
            self.numbers.append(number)
            self.sizes.append(many)
        self._parts: Sequence[tuple[int, Runs]] = ()

    @classmethod
    def of(cls, numbers: Sequence[int], row: int) -> Runs:
        """Return games with such numbers, whose rows stand behind each other."""
        if not numbers:
            return cls()
        if isinstance(numbers, range) and numbers.step == 1:
            return cls([(row, numbers.start, len(numbers))])
        firsts = [at for at, one in enumerate(numbers) if not at or one != numbers[at - 1] + 1]
        ends = [*firsts[1:], len(numbers)]
        return cls((row + ROW * at if row else 0, numbers[at], end - at) for at, end in zip(firsts, ends, strict=True))

    @classmethod
    def in_columns(cls, rows: array[int], numbers: array[int], sizes: array[int]) -> Runs:
        """Return runs whose numbers stand in columns already."""
        found = cls()
        found.rows, found.numbers, found.sizes = rows, numbers, sizes
        return found

    def __iter__(self) -> Iterator[tuple[int, int, int]]:
        return zip(self.rows, self.numbers, self.sizes, strict=True)

    def __len__(self) -> int:
        """Return how many games there are."""
        return self._behind[-1] if self._behind else 0

    @cached_property
    def _behind(self) -> list[int]:
        """How many games there are in each run and those before it."""
        return [*accumulate(self.sizes)]

    def at(self, game: int) -> tuple[int, int]:
        """Return where the row of a game stands, and its number; the game is told by its place among all."""
        run = bisect_right(self._behind, game)
        within = game - self._behind[run] + self.sizes[run]
        row = self.rows[run]
        return (row + ROW * within if row else 0), self.numbers[run] + within

    @property
    def all_numbers(self) -> Sequence[int]:
        """The numbers of all games."""
        each = [range(one, one + many) for _, one, many in self]
        if each and all(one.stop == two.start for one, two in pairwise(each)):
            return range(each[0].start, each[-1].stop)
        return array("q", chain.from_iterable(each))

    @property
    def edges(self) -> Sequence[int]:
        """The numbers of the first and last game of each run."""
        return [*self.numbers, *(one + many - 1 for _, one, many in self)]

    def place_of(self, number: int) -> int:
        """Return the place of the game with a number, among runs that are sorted by these."""
        run = bisect_right(self.numbers, number) - 1
        return self._behind[run] - self.sizes[run] + number - self.numbers[run]

    def without_rows(self) -> Sequence[int]:
        """Return the places of games that have no row."""
        ends = zip(self.rows, self.sizes, self._behind, strict=True)
        return [at for row, many, behind in ends if not row for at in range(behind - many, behind)]

    def part(self, first: int, behind: int) -> Runs:
        """Return the games from a place on up to another."""
        ends, behind = self._behind, min(behind, len(self))
        if first >= behind:
            return Runs()
        run, last = bisect_right(ends, first), bisect_left(ends, behind)
        rows, numbers, sizes = (one[run : last + 1] for one in (self.rows, self.numbers, self.sizes))
        before = first - ends[run] + sizes[0]
        sizes[-1] -= ends[last] - behind
        sizes[0] -= before
        numbers[0] += before
        rows[0] += ROW * before if rows[0] else 0
        return Runs.in_columns(rows, numbers, sizes)

    def picked(self, games: Iterable[int]) -> Runs:
        """Return the games at places."""
        return Runs((*self.at(one), 1) for one in games)

    def parts(self, many: int) -> Sequence[tuple[int, Runs]]:
        """Return about equal parts, each behind the place of its first game."""
        if len(self._parts) != many:
            ends = [len(self) * one // many for one in range(many + 1)]
            self._parts = [(first, self.part(first, behind)) for first, behind in pairwise(ends)]
        return self._parts

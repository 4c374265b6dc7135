"""A library of ``kernel/printing/batch.py`` and rows of games -> which games are alike in what they are sorted by"""

from __future__ import annotations

import ctypes
import weakref
from array import array
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from gamedsl.kernel.native.runs import Runs
from gamedsl.kernel.printing.structs import OPERATIONS, RUNS, SORTS

Value = TypeVar("Value")
_NUMBERS = {name: at for at, name in enumerate(OPERATIONS)}
_FEW = 20_000
"""Games of which one thread sorts as fast as several."""
_NO_MEMORY = "there is no memory for the sorts of games"


class Made(NamedTuple):
    """A number that is made of a row: what is done with what stands ``at`` a place, and what else that needs.

    ``number``: it is taken as it is. ``counted``: the number at a place of what was counted in the game, 0 where it was
    not followed. ``is there``: whether it is not 0. ``turn``: the number of the game in turns of so ``many``. ``how
    many``: how many of so many bits are set. The others take so many numbers from there on, mostly those of seats: the
    ``total``, that ``of winners`` together, ``who has`` any, the seat that is ``best alone`` or ``worst alone``, how
    far the best is ``ahead`` of the next, and whether they ``differ``.
    """

    operation: str
    at: int = 0
    many: int = 1


class _Runs(ctypes.Structure):
    _fields_ = RUNS.layout()


class _Sorts(ctypes.Structure):
    _fields_ = SORTS.layout()


class Sorts:
    """The sorts of some games, by what ``keys`` make of each."""

    def __init__(self, library: ctypes.CDLL, found: Any, keys: array[int]) -> None:
        self.found, self.keys = found, keys
        weakref.finalize(self, library.forget_sorts, found)

    def _numbers(self, field: str, many: int = 1) -> list[int]:
        there = many * self.found.contents.found
        numbers = ctypes.cast(getattr(self.found.contents, field), ctypes.POINTER(ctypes.c_int64))
        return numbers[:there] if there else []

    @property
    def firsts(self) -> list[int]:
        """The place of the first game of each sort."""
        return self._numbers("firsts")

    @property
    def times(self) -> list[int]:
        """How many games there are of each sort."""
        return self._numbers("times")

    @property
    def values(self) -> Iterator[tuple[int, ...]]:
        """The numbers that each sort is made of."""
        many = self.found.contents.many
        numbers = self._numbers("values", many)
        return zip(*[numbers[at::many] for at in range(many)], strict=True)


class Sorter:
    """Sorts rows of one set-up, whose numbers stand ``room`` places from each other, by so many threads."""

    def __init__(self, library: ctypes.CDLL, room: int, threads: int = 1) -> None:
        self._library, self._room, self._threads = library, room, threads
        place, number, runs, sorts = ctypes.c_void_p, ctypes.c_int64, ctypes.POINTER(_Runs), ctypes.POINTER(_Sorts)
        library.sort_rows.restype, library.sort_rows.argtypes = sorts, [runs, place, number, number]
        library.add_sorts.argtypes, library.forget_sorts.argtypes = [sorts, sorts], [sorts]
        library.tell_sorts.argtypes = [sorts, runs, place, place]
        library.what_came.argtypes = [runs, number, number, place]
        library.choose_runs.restype, library.choose_runs.argtypes = number, [runs, place, place, place, place, place]

    def sorted(self, runs: Runs, keys: Sequence[Made]) -> Sorts:
        """Sort the games that have rows."""
        told = array("q", chain.from_iterable([_NUMBERS[one.operation], one.at, one.many] for one in keys))

        def sort(first: int, some: Runs) -> Sorts:
            found = self._library.sort_rows(self._given(some), _place(told), len(keys), first)
            if not found:
                raise MemoryError(_NO_MEMORY)
            return Sorts(self._library, found, told)

        first, *others = self._by_parts(runs, sort)
        for one in others:
            if not self._library.add_sorts(first.found, one.found):
                raise MemoryError(_NO_MEMORY)
        return first

    def told(self, sorts: Sorts, runs: Runs) -> array[int]:
        """Return the sort of each game, -1: it has no row."""
        found = array("i", bytes(4 * len(runs)))

        def tell(first: int, some: Runs) -> None:
            if not self._library.tell_sorts(sorts.found, self._given(some), _place(sorts.keys), _place(found, first)):
                raise MemoryError(_NO_MEMORY)

        self._by_parts(runs, tell)
        return found

    def came(self, runs: Runs, first: int, many: int) -> array[int]:
        """Return of so many numbers from one on whether any game has counted something there."""

        def note(_: int, some: Runs) -> array[int]:
            found = array("q", bytes(8 * many))
            self._library.what_came(self._given(some), first, many, _place(found))
            return found

        return array("q", map(max, zip(*self._by_parts(runs, note), strict=True)))

    def chosen(self, runs: Runs, sorts: array[int], wanted: bytes, most: int) -> Runs:
        """Return the games of sorts that are wanted, which are in ``most`` runs at most."""
        rows, numbers, sizes = ((ctypes.c_int64 * most)() for _ in range(3))
        many = self._library.choose_runs(self._given(runs), _place(sorts), wanted, rows, numbers, sizes)
        return Runs.in_columns(
            *(array("q", bytes(memoryview(one).cast("B")[: 8 * many])) for one in (rows, numbers, sizes))
        )

    def _given(self, runs: Runs) -> _Runs:
        found = _Runs(*map(_place, (runs.rows, runs.numbers, runs.sizes)), len(runs.sizes), self._room)
        found.runs = runs  # as long as C looks at them
        return found

    def _by_parts(self, runs: Runs, do: Callable[[int, Runs], Value]) -> list[Value]:
        """Have something done with parts of the games, each by a thread, with the place of its first game."""
        many = 1 if len(runs) < _FEW else self._threads
        if many == 1:
            return [do(0, runs)]
        return [*self._pool.map(lambda one: do(*one), runs.parts(many))]

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self._threads)


def _place(of: array[int], at: int = 0) -> int:
    """Return where in memory the numbers of an array stand, from one on."""
    return of.buffer_info()[0] + at * of.itemsize

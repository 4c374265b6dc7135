"""A library of ``kernel/printing/batch.py`` and rows of games -> which games are alike in what they are sorted by"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

_OPERATIONS = (
    "nothing",
    "number",
    "is there",
    "turn",
    "how many",
    "total",
    "of winners",
    "who has",
    "best alone",
    "worst alone",
    "ahead",
    "differ",
)
_NUMBERS = {name: at for at, name in enumerate(_OPERATIONS)}


class Made(NamedTuple):
    """A number that is made of a row: what is done with what stands ``at`` a place, and what else that needs.

    ``number``: it is taken as it is. ``is there``: whether it is 0 or more. ``turn``: the number of the game in turns
    of so ``many``. ``how many``: how many of so many bits are set. The others take so many numbers from there on,
    mostly those of seats: the ``total``, that ``of winners`` together, ``who has`` any, the seat that is ``best alone``
    or ``worst alone``, how far the best is ``ahead`` of the next, and whether they ``differ``. ``is_counted``: it is
    not made of a row, but of what was counted in the game.
    """

    operation: str
    at: int = 0
    many: int = 1
    is_counted: bool = False


class Sorts(NamedTuple):
    """``of``: the sort of each game, -1: it has no row; of each sort the first game (``firsts``), and how many."""

    of: array[int]
    firsts: list[int]
    times: list[int]


class Sorter:
    """Sorts rows of one set-up, whose numbers stand ``room`` places from each other. Other threads go on meanwhile."""

    def __init__(self, library: ctypes.CDLL, room: int) -> None:
        self._room, self._sort, self._add = room, library.sort_rows, library.add_in_order
        self._sort.restype = ctypes.c_int64
        self._room_for: list[ctypes.Array[ctypes.c_int64]] = [(ctypes.c_int64 * 0)() for _ in range(3)]
        place, number = ctypes.c_void_p, ctypes.c_int64
        self._add.restype, self._add.argtypes = ctypes.c_double, [place, place, number]
        self._sort.argtypes = [place, place, number, number, place, number, place, place, place, place]

    def sorted(self, rows: array[int], numbers: array[int], keys: Sequence[Made]) -> Sorts:
        """Sort games with such numbers; ``rows`` has where in memory the row of each stands, 0: nowhere.

        Where keys are made of what was counted, that stands there.
        """
        apart = 1 if any(one.is_counted for one in keys) else self._room
        many = len(rows)
        told = array("q", chain.from_iterable([_NUMBERS[one.operation], one.at, one.many] for one in keys))
        found, (firsts, times, values) = array("i", bytes(4 * many)), self._scratch(many, len(keys))
        given, named, asked, sorts = (one.buffer_info()[0] for one in (rows, numbers, told, found))
        size = self._sort(given, named, many, apart, asked, len(keys), sorts, firsts, times, values)
        if size < 0:
            raise MemoryError("there is no memory for the sorts of games")
        return Sorts(found, firsts[:size], times[:size])

    def _scratch(self, games: int, keys: int) -> Sequence[ctypes.Array[ctypes.c_int64]]:
        """Return room that is used again for the next keys: to take it anew costs more than sorting."""
        if len(self._room_for[0]) < games or len(self._room_for[2]) < games * keys:
            self._room_for = [(ctypes.c_int64 * (games * many))() for many in (1, 1, max(keys, 6))]
        return self._room_for

    def added(self, values: Sequence[float], sorts: array[int]) -> float:
        """Return the sum of the values of games, each by its sort, one after the other; no sort is -1."""
        told = array("d", values)
        found: float = self._add(told.buffer_info()[0], sorts.buffer_info()[0], len(sorts))
        return found

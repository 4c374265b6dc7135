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
    of so ``many``. ``how many``: how many bits are set. The others take what stands there for each seat: the
    ``total``, that ``of winners`` together, ``who has`` any, the seat that is ``best alone`` or ``worst alone``, how
    far the best is ``ahead`` of the next, and whether they ``differ``.
    """

    operation: str
    at: int = 0
    many: int = 1


class Sorts(NamedTuple):
    """``of``: the sort of each game, -1: it has no row; of each sort the first game (``firsts``), and how many."""

    of: array[int]
    firsts: list[int]
    times: list[int]


class Sorter:
    """Sorts rows of one set-up, whose numbers stand ``room`` places from each other. Other threads go on meanwhile."""

    def __init__(self, library: ctypes.CDLL, seats: int, room: int) -> None:
        self._seats, self._room, self._sort = seats, room, library.sort_rows
        self._sort.restype = ctypes.c_int64
        place, number = ctypes.c_void_p, ctypes.c_int64
        self._sort.argtypes = [place, place, number, number, number, place, number, place, place, place]

    def sorted(self, rows: array[int], numbers: array[int], keys: Sequence[Made]) -> Sorts:
        """Sort games: ``rows`` has where in memory the row of each stands, 0: nowhere, ``numbers`` their numbers."""
        many = len(rows)
        told = array("q", chain.from_iterable([_NUMBERS[one.operation], one.at, one.many] for one in keys))
        found, firsts, times = array("i", bytes(4 * many)), (ctypes.c_int64 * many)(), (ctypes.c_int64 * many)()
        given, named, asked, sorts = (one.buffer_info()[0] for one in (rows, numbers, told, found))
        size = self._sort(given, named, many, self._room, self._seats, asked, len(keys), sorts, firsts, times)
        if size < 0:
            raise MemoryError("there is no memory for the sorts of games")
        return Sorts(found, firsts[:size], times[:size])

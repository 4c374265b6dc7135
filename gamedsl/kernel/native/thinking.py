"""A library of ``kernel/printing/thinking.py`` -> what thinks in C about positions, which are plain lists of numbers"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from gamedsl.kernel.program import Program, Word

_DONE, _WANTS_DEAL, _TROUBLE = 0, 1, 2
_LONGEST = 1024
_LARGEST = (1 << 63) - 1
_WORD = 1 << 64
_WHOLE = (*("seat", "finalists", "is_blind", "horizon", "depth", "look", "most_deals", "most_looked", "scale_number"),)
_REAL = ("explore", "prior", "planned", "scale_width")
_ROWS = ("codes", "guess", "plans", "lengths", "centre")


class TroubleError(Exception):
    """Something that C leaves to Python: a rule fails while states are judged, or a turn goes on and on."""


class _Begin(ctypes.Structure):
    _fields_ = (
        *[(name, ctypes.c_int64) for name in _WHOLE],
        *[(name, ctypes.c_double) for name in _REAL],
        *[(name, ctypes.c_void_p) for name in _ROWS],
    )


@attrs.frozen
class Position:
    """A waiting game: the numbers of its state, how many choices there are, and how many decisions it may have."""

    numbers: Sequence[int]
    choices: int
    most: int


class Thinking:
    """Thinks about games of one set-up. The memory that it needs for that is its own; one thread may use it at a time.

    ``level``: up to which hints count, as a number.
    """

    def __init__(self, library: ctypes.CDLL, program: Program) -> None:
        self._library = library
        for name in ("size_of_begin", "size_of_block", "search_best"):
            getattr(library, name).restype = ctypes.c_int64
        assert library.size_of_begin() == ctypes.sizeof(_Begin)
        whole, place, real = ctypes.c_int64, ctypes.c_void_p, ctypes.c_double
        library.mind_new.restype = place
        given: Mapping[str, Sequence[Any]] = {
            "mind_free": (),
            "mind_give": (place, whole, whole),
            "mind_values": (whole, place),
            "mind_rewards": (place,),
            "mind_apply": (whole, place),
            "mind_codes": (place,),
            "mind_after": (whole, whole, whole, whole, place, place),
            "mind_plan": (whole, whole, whole, whole, whole, place, place),
            "search_begin": (whole, whole, place, ctypes.c_uint64),
            "search_deal": (place, whole),
            "search_go": (whole, whole, whole, real, place),
            "search_best": (),
        }
        for name, types in given.items():
            getattr(library, name).argtypes = (place, *types)
        self._unsigned, self._wide = _odd_places(program)
        self._mind = library.mind_new()
        if not self._mind:
            raise MemoryError
        self._at = ctypes.c_uint64()
        self._out = (ctypes.c_int64 * (_LONGEST + 2))()
        self._given: Position | None = None
        assert library.size_of_block() == program.size + len(self._wide)

    def __del__(self) -> None:
        mind, self._mind = getattr(self, "_mind", None), None
        if mind:
            self._library.mind_free(mind)

    # ------------------------------------------------------------ positions

    def _block(self, position: Position) -> array[int]:
        """Return the numbers of a position as C takes them in."""
        numbers = [*position.numbers]
        for at in self._unsigned:
            if numbers[at] > _LARGEST:
                numbers[at] -= _WORD
        for at in reversed(self._wide):
            low, high = numbers[at] & (_WORD - 1), numbers[at] >> 64
            numbers[at : at + 1] = [one - _WORD if one > _LARGEST else one for one in (low, high)]
        return array("q", numbers)

    def give(self, position: Position) -> None:
        """Think about this position next."""
        if position is not self._given:
            block = self._block(position)
            self._tell(self._library.mind_give(self._mind, block.buffer_info()[0], position.choices, position.most))
            self._given = position

    def _tell(self, found: int) -> int:
        if found == _TROUBLE:
            self._given = None
            raise TroubleError
        return found

    # ------------------------------------------------------------ looking ahead

    def values(self, level: int) -> list[int]:
        """Return how well each seat stands."""
        self._tell(self._library.mind_values(self._mind, level, self._out))
        return list(self._out)

    def rewards(self, seats: int) -> list[float]:
        """Return how good the end of a game is for each seat."""
        found = (ctypes.c_double * seats)()
        self._tell(self._library.mind_rewards(self._mind, found))
        return list(found)

    def apply(self, code: int) -> list[int]:
        """Make a legal choice, and return those that there are then."""
        self._given = None
        self._tell(self._library.mind_apply(self._mind, code, self._out))
        codes = (ctypes.c_int32 * max(1, self._out[0]))()
        many = self._out[0]
        if many:
            self._tell(self._library.mind_codes(self._mind, codes))
        return codes[:many]

    def after(self, level: int, seat: int, actions: int, code: int, random: int) -> tuple[int, int]:
        """Return the own lead at the end of the turn after a choice, and where random numbers stand then."""
        at, out = self._at, self._out
        at.value = random
        self._tell(
            self._library.mind_after(self._mind, level, seat, actions, code, ctypes.byref(at), ctypes.byref(out))
        )
        return out[0], at.value

    def plan(
        self, level: int, seat: int, width: int, tries: int, code: int, random: int
    ) -> tuple[int, tuple[int, ...], int]:
        """Return the best lead at the end of the turn that begins with a choice, all its choices, and the same."""
        at, out = self._at, self._out
        at.value = random
        self._tell(self._library.mind_plan(self._mind, level, seat, width, tries, code, ctypes.byref(at), out))
        return out[0], tuple(out[2 : 2 + out[1]]), at.value

    # ------------------------------------------------------------ searching

    def begin(
        self, level: int, most: int, numbers: Mapping[str, float], rows: Mapping[str, Sequence[float]], random: int
    ) -> None:
        """Begin a search; ``numbers`` and ``rows`` are what ``Begin`` of ``players.c`` has by these names."""
        begin = _Begin(**numbers)
        kept = {name: array("d" if name in ("guess", "centre") else "q", rows[name]) for name in _ROWS}
        for name, row in kept.items():
            setattr(begin, name, row.buffer_info()[0])
        self._tell(self._library.search_begin(self._mind, level, most, ctypes.byref(begin), random))

    def deal(self, position: Position) -> None:
        """Hand in the next deal of a search."""
        block = self._block(position)
        self._tell(self._library.search_deal(self._mind, block.buffer_info()[0], position.choices))

    def go(self, first: int, many: int, of: int | None, share: float) -> tuple[int, bool, bool]:
        """Make tries; return how many, whether the best choice is settled, whether another deal is wanted first."""
        given = (first, many, -1 if of is None else of, share, self._out)
        found = self._tell(self._library.search_go(self._mind, *given))
        return self._out[0], bool(self._out[1]), found == _WANTS_DEAL

    def best(self) -> int:
        """Return the code of the choice found best."""
        found: int = self._library.search_best(self._mind)
        return found


def _odd_places(program: Program) -> tuple[list[int], list[int]]:
    """Return the places of numbers that may have 64 bits, and of those that may have more."""
    unsigned, wide, at = list[int](), list[int](), 0
    for field in program.fields.values():
        bits = field.type.width if isinstance(field.type, Word) else field.type.high.bit_length()
        if bits >= 64:
            (wide if bits > 64 else unsigned).extend(range(at, at + field.count))
        at += field.count
    return unsigned, wide

"""A library of ``kernel/printing/players/`` -> what thinks in C about positions, which are plain lists of numbers"""

from __future__ import annotations

import ctypes
from array import array
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from gamedsl.kernel.printing.structs import TASK, Reply
from gamedsl.kernel.program import Program, Word

_IS_STOPPED = 1
_LARGEST = (1 << 63) - 1
_WORD = 1 << 64
_SPOT = 4
"""Numbers of a spot."""


class TroubleError(Exception):
    """Something that C leaves to Python: a rule fails while states are judged, or a turn goes on and on."""


class Task(ctypes.Structure):
    """A decision, as C takes it in."""

    _fields_ = TASK.layout()


@attrs.frozen
class Position:
    """A waiting game: the numbers of its state, how many choices there are, and how many decisions it may have."""

    numbers: Sequence[int]
    choices: int
    most: int


@attrs.frozen
class Spot:
    """Where a hidden piece may lie: the place of the number that says so among all, and where and by whom it is known.

    ``low``: that number is a word whose first bit means this piece; -1: it is the number of the piece.
    """

    word: int
    low: int
    place: int
    knowing: int


@attrs.frozen
class Hidden:
    """What deals are made of where only pieces are hidden: ``numbers`` of a state in which these lie nowhere.

    ``spots`` are the places that they lie in; of each group of these, by their numbers, it is said which pieces may lie
    there: the smallest set first, and of two sets one holds the other, or they have nothing in common.
    """

    numbers: Sequence[int]
    spots: Sequence[Spot]
    groups: Sequence[tuple[Sequence[int], Sequence[int]]]


@attrs.frozen
class Done:
    """What a portion of thinking has come to: tries or looks ``made``, whether all is done, which deal is wanted first.

    ``is_searching``: choices are compared now, planning is over. ``units``: looks, plans and tries.
    """

    units: int
    made: int
    is_over: bool
    wanted: int | None
    is_searching: bool


class Thinking:
    """Thinks about games of one set-up. The memory that it needs for that is its own; one thread may use it at a time.

    ``level``: up to which hints count, as a number.
    """

    def __init__(self, library: ctypes.CDLL, program: Program) -> None:
        self.library = library
        for name in ("size_of_task", "size_of_block", "task_best"):
            getattr(library, name).restype = ctypes.c_int64
        assert library.size_of_task() == ctypes.sizeof(Task)
        whole, place, real = ctypes.c_int64, ctypes.c_void_p, ctypes.c_double
        library.mind_new.restype = place
        given: Mapping[str, Sequence[Any]] = {
            "mind_free": (),
            "mind_give": (place, whole, whole),
            "mind_values": (whole, place),
            "mind_rewards": (place,),
            "mind_apply": (whole, place),
            "mind_codes": (place,),
            "task_begin": (place,),
            "task_hidden": (place, place, whole, place, whole, place, whole, place),
            "task_deal": (whole, place, whole),
            "task_go": (whole, whole, whole, real, whole, place),
            "task_best": (),
            "task_beside": (place,),
            "task_compare": (real,),
        }
        for name, types in given.items():
            getattr(library, name).argtypes = (place, *types)
        self._unsigned, self._wide = _odd_places(program)
        self.mind: int = library.mind_new()
        if not self.mind:
            raise MemoryError
        self._out = (ctypes.c_int64 * 1024)()
        at = program.places()
        self._first = array("q", (self.lies(at["place"]), self.lies(at["known"])))
        assert library.size_of_block() == program.size + len(self._wide)

    def __del__(self) -> None:
        mind = self.__dict__.pop("mind", None)
        if mind:
            self.library.mind_free(mind)

    # ------------------------------------------------------------ positions

    def lies(self, place: int) -> int:
        """Return where a number of a state lies among those that C takes in."""
        return place + bisect_left(self._wide, place)

    def numbers(self, given: Sequence[int]) -> array[int]:
        """Return the numbers of a state as C takes them in."""
        numbers = [*given]
        for at in self._unsigned:
            if numbers[at] > _LARGEST:
                numbers[at] -= _WORD
        for at in reversed(self._wide):
            low, high = numbers[at] & (_WORD - 1), numbers[at] >> 64
            numbers[at : at + 1] = [one - _WORD if one > _LARGEST else one for one in (low, high)]
        return array("q", numbers)

    def give(self, position: Position) -> None:
        """Look at this position next."""
        block = self.numbers(position.numbers)
        self._tell(self.library.mind_give(self.mind, block.buffer_info()[0], position.choices, position.most))

    def _tell(self, found: int) -> int:
        if found == Reply.TROUBLE:
            raise TroubleError
        return found

    def values(self, level: int) -> list[int]:
        """Return how well each seat stands."""
        self._tell(self.library.mind_values(self.mind, level, self._out))
        return list(self._out)

    def rewards(self, seats: int) -> list[float]:
        """Return how good the end of a game is for each seat."""
        found = (ctypes.c_double * seats)()
        self._tell(self.library.mind_rewards(self.mind, found))
        return list(found)

    def apply(self, code: int) -> list[int]:
        """Make a legal choice, and return those that there are then."""
        self._tell(self.library.mind_apply(self.mind, code, self._out))
        codes = (ctypes.c_int32 * max(1, self._out[0]))()
        many = self._out[0]
        if many:
            self._tell(self.library.mind_codes(self.mind, codes))
        return codes[:many]

    # ------------------------------------------------------------ deciding

    def begin(self, task: Mapping[str, float], hidden: Hidden | None) -> None:
        """Begin a decision; ``task``: the fields of ``TASK``.

        ``hidden``: what deals are made of; None: they are handed in.
        """
        given = Task(**task)
        self._tell(self.library.task_begin(self.mind, ctypes.byref(given)))
        if hidden is not None:
            self._hide(hidden)

    def _hide(self, hidden: Hidden) -> None:
        spots, sizes, pieces = array("q"), array("q"), array("q")
        for one in hidden.spots:
            spots.extend((self.lies(one.word), one.low, one.place, one.knowing))
        for places, possible in hidden.groups:
            sizes.extend((len(places), len(possible)))
            pieces.extend(places)
            pieces.extend(possible)
        block = self.numbers(hidden.numbers)
        rows = (block, spots, len(spots) // _SPOT, sizes, len(hidden.groups), pieces, len(pieces), self._first)
        places = [one.buffer_info()[0] if isinstance(one, array) else one for one in rows]
        self._tell(self.library.task_hidden(self.mind, *places))

    def deal(self, number: int, position: Position) -> None:
        """Hand in a deal that is wanted."""
        block = self.numbers(position.numbers)
        self._tell(self.library.task_deal(self.mind, number, block.buffer_info()[0], position.choices))

    def go(self, units: int, first: int = 0, of: int | None = None, share: float = 0.0, *, stop: bool = False) -> Done:
        """Go on by so many looks, plans or tries; ``first`` tries of all ``of`` were made before.

        ``of`` None: time is counted, and such a ``share`` of it is used; ``stop``: planning has taken long enough.
        """
        given = (units, first, -1 if of is None else of, share, _IS_STOPPED * stop, self._out)
        found, out = self._tell(self.library.task_go(self.mind, *given)), self._out
        return Done(out[4], out[0], bool(out[1]), out[2] if found == Reply.WANTS_DEAL else None, bool(out[3]))

    def beside(self, first: Thinking) -> None:
        """Search in another thread what another one searches, with deals, chance and a tree of its own.

        The same decision was begun here before, with another key; planning is over there.
        """
        self._tell(self.library.task_beside(self.mind, first.mind))

    def compare(self, share: float) -> bool:
        """Compare what was found here and beside, while nobody searches; tell whether it is settled what is best."""
        return bool(self.library.task_compare(self.mind, share))

    def best(self) -> int | None:
        """Return the index of the choice that is best so far; None where nothing is known yet."""
        found: int = self.library.task_best(self.mind)
        return None if found < 0 else found


def _odd_places(program: Program) -> tuple[list[int], list[int]]:
    """Return the places of numbers that may have 64 bits, and of those that may have more."""
    unsigned, wide, at = list[int](), list[int](), 0
    for field in program.fields.values():
        bits = field.type.width if isinstance(field.type, Word) else field.type.high.bit_length()
        if bits >= 64:
            (wide if bits > 64 else unsigned).extend(range(at, at + field.count))
        at += field.count
    return unsigned, wide

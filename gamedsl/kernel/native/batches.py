"""A library of ``kernel/printing/batch.py`` and seeds -> random games in slices, each as a row of numbers"""

from __future__ import annotations

import ctypes
import mmap
import weakref
from array import array
from collections.abc import Callable, Collection, Sequence
from itertools import accumulate
from time import monotonic
from typing import TYPE_CHECKING, Any

import attrs

from gamedsl.kernel.native.runs import ROW
from gamedsl.kernel.printing.structs import CURTAIN, GAME, Why, batch_of
from gamedsl.kernel.program import Program, Word

if TYPE_CHECKING:
    from gamedsl.kernel.native.bots import Deciding

SECONDS = 0.05
"""About how long a slice takes: Ctrl-C is heard, and progress told, between two of them."""
_FIRST_BUDGET, _MOST_BUDGET = 500, 1 << 30
_ROWS, _BLOCKS = 1 << 20, 1 << 20
"""Numbers that the rows and the states of a batch may have."""
_MOST_GAMES = 2_000
_MASK = (1 << 64) - 1
_ALONE = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
"""Lets memory be of this process alone: what may be shared is given out, and back, more slowly."""
_MOST_SHOWN = 256
_MOST_CODES = 1 << 16
"""Codes from 0 on whose actions stand in a table; those of others are looked for."""
PLACES = {name: at for at, name in enumerate(GAME.parts)}
"""Where the numbers of a row stand that come before points."""


class _Curtain(ctypes.Structure):
    _fields_ = CURTAIN.layout()


@attrs.frozen
class Rules:
    """What a batch is told of a set-up and of what is wanted of its games.

    ``ranges``: of each action the first code, the one behind its last, its number; no code is in two of them.
    ``wanted``: the ends, -1 for that of all phases, with which a game's state is wanted; that of a game without an end
    always is. ``limit``: decisions after which games are left as they stand; ``most``: after which they are given up.
    ``first_long``: see ``Batches.done``. ``last``: how many actions are told of the end of a game.
    """

    seats: int
    sources: int
    ends: int
    actions: int
    ranges: Sequence[tuple[int, int, int]]
    checkpoints: Sequence[int]
    wanted: frozenset[int]
    limit: int
    most: int
    first_long: int
    last: int


@attrs.frozen
class Asked:
    """A decision that C leaves to Python: in which game of the batch, of which seat; ``numbers``: the state.

    ``could``: for each piece, as bits, which may lie in its place as far as the seat can tell; ``shown``: pieces that
    were shown, with the seats. ``made`` gives the choices made in the game so far, as codes, from a number on.
    """

    game: int
    seat: int
    numbers: list[int]
    could: list[int]
    shown: tuple[tuple[int, int], ...]
    decisions: int
    made: Callable[[int], list[int]]


class Slice:
    """Rows of games that are done, as they stand in memory, with what was counted in those that were followed.

    ``numbers``: those at a place of all rows stand one behind the other, of all places ``room`` numbers from each other
    (``PLACES``, ``Places``); the first of the first row is the number ``first``. The status is as in states, 0: left at
    the limit. Of a game that a rule has stopped nothing else is right. Of each game that was followed so many numbers
    were ``counted``: a row says where in memory. ``blocks`` gives by row the states that are wanted; ``measured``: see
    ``queries/metrics.py``.
    """

    def __init__(self, numbers: ctypes.Array[ctypes.c_int32], room: int, rows: range, counted: int) -> None:
        self._numbers, self.room, self._rows, self._counted = numbers, room, rows, counted
        self._bytes = memoryview(numbers).cast("B")
        self.numbers = self._bytes.cast("i")
        self.measured = array("q")
        self.blocks: dict[int, list[int]] = {}

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def place(self) -> int:
        """Where in memory the first row stands; each begins ``ROW`` bytes behind the one before."""
        return ctypes.addressof(self._numbers) + ROW * self._rows.start

    @property
    def first(self) -> int:
        """Which number is the first of the first row."""
        return self._rows.start

    def column(self, place: int) -> list[int]:
        """Return a number of all rows."""
        at = place * self.room
        return self.numbers[at + self._rows.start : at + self._rows.stop].tolist()

    def number(self, at: int, place: int) -> int:
        """Return a number of the row whose first one is the number ``at``."""
        return self.numbers[at + place * self.room]

    def part(self, at: int, place: int, many: int) -> list[int]:
        """Return numbers of a row that stand behind each other."""
        first = at + place * self.room
        return self.numbers[first : first + many * self.room : self.room].tolist()

    def counts_of(self, at: int) -> array[int]:
        """Return what has been counted in a game that was followed."""
        cell = at + PLACES["counts"] * self.room
        first = ROW * cell + self.numbers[cell]
        return array("q", bytes(self._bytes[first : first + 8 * self._counted]))

    def measured_of(self, at: int) -> array[int]:
        """Return what metrics have measured in a game."""
        return self.measured[self.number(at, PLACES["measured"]) : self.number(at, PLACES["behind"])]


@attrs.frozen
class Places:
    """Where the numbers of a row stand that come behind those of PLACES; numbers by seat stand one behind the other.

    ``offered`` has for each action whether it was possible; ``last`` are the actions at the end, ``seats`` who chose.
    """

    points: int
    scores: int
    standings: int
    uses: int
    offered: int
    last: int
    seats: int
    size: int

    @classmethod
    def of(cls, rules: Rules) -> Places:
        """Return where they stand for a set-up."""
        seats = rules.seats
        many = seats, seats * rules.sources, seats * len(rules.checkpoints), seats * rules.actions
        return cls(*accumulate((*many, rules.actions, rules.last, rules.last), initial=GAME.size))


class Batches:
    """Plays random games of one set-up by a library, in one thread; others may play by the same library beside it."""

    def __init__(self, library: ctypes.CDLL, program: Program, rules: Rules, counts: Collection[str] = ()) -> None:
        self.rules, self._decode = rules, decoder(program, counts)

        class Batch(ctypes.Structure):
            _fields_ = batch_of(rules.last).layout()

        for name in ("size_of_state", "size_of_batch", "size_of_block", "size_of_counts"):
            getattr(library, name).restype = ctypes.c_int64
        assert library.size_of_batch() == ctypes.sizeof(Batch)
        self._play = library.play_slice
        self._play.argtypes = [ctypes.c_void_p, ctypes.c_int64]
        self._batch: Any = Batch()
        self._block: int = library.size_of_block()
        self._counted: int = library.size_of_counts()
        self._size = Places.of(rules).size
        self.most_games = max(1, min(_MOST_GAMES, _ROWS // self._size))
        """Games that are given out at once."""
        self._budget: float = _FIRST_BUDGET
        self._given = self._why = 0
        self._hand_in(library)
        library.forget_measured.argtypes = [ctypes.c_void_p]
        weakref.finalize(self, _forget, library, self._batch)

    def _hand_in(self, library: ctypes.CDLL) -> None:
        """Make all buffers; those for turns and states take memory only where they are written."""
        rules, batch = self.rules, self._batch
        turns, blocks = min(rules.limit, rules.most) + 2, max(1, _BLOCKS // self._block)
        numbers: dict[str, list[int]] = {
            "ranges": [one for each in sorted(rules.ranges) for one in each],
            "checkpoints": [*rules.checkpoints],
            "wanted": [at in rules.wanted for at in range(-1, rules.ends)],
        }
        actions_of = _actions_of(rules.ranges)
        self._make_rows(0)
        self._now = (ctypes.c_int64 * self._size)()
        self._blocks = _room(ctypes.c_int64, blocks * self._block)
        self._seeds = (ctypes.c_uint64 * self.most_games)()
        self._followed = (ctypes.c_int64 * self.most_games)()
        self._kept = {
            "state": ctypes.create_string_buffer(library.size_of_state() + 64),
            "codes": (ctypes.c_int32 * library.room_for_choices())(),
            "seeds": self._seeds,
            "turns": _room(ctypes.c_int64, turns * (rules.seats + 1)),
            "now": self._now,
            "blocks": self._blocks,
            "followed": self._followed,
            "actions_of": (ctypes.c_int16 * max(1, len(actions_of)))(*actions_of),
            "spare": ctypes.create_string_buffer(library.size_of_state() + 64),
            **{name: (ctypes.c_int64 * max(1, len(one)))(*one) for name, one in numbers.items()},
        }
        for name, buffer in self._kept.items():
            at = ctypes.addressof(buffer)
            is_state = name in ("state", "spare")  # words of 128 bits want to lie evenly
            setattr(batch, name, at + -at % 64 if is_state else at)
        counts = {"many_ranges": len(rules.ranges), "many_checkpoints": len(rules.checkpoints)}
        counts |= {"row": self._size, "room": self.most_games}
        counts |= {"turns_room": turns, "blocks_room": blocks, "many_actions_of": len(actions_of)}
        for name in ("limit", "most", "sources", "actions", "first_long"):
            counts[name] = getattr(rules, name)
        for name, value in counts.items():
            setattr(batch, name, value)

    def _make_rows(self, followed: int) -> None:
        """Make room for rows, and behind them for what is counted in games that are followed.

        It takes memory only where it is written, by the thread that plays.
        """
        rows = self.most_games * self._size + (self.most_games * self._size) % 2
        many = rows + followed * self._counted * (8 // ROW)
        self._rows: ctypes.Array[ctypes.c_int32] = _room(ctypes.c_int32, many)
        self._batch.rows = ctypes.addressof(self._rows)
        self._batch.counts = self._batch.rows + ROW * rows

    def think(self, deciding: Deciding, decider: int, decisions: int) -> None:
        """Let players think; ``decider``, ``decisions``: where it stands who decides, and how much has been decided."""
        batch, seats = self._batch, self.rules.seats
        self._deciding, self._decider, self._decided = deciding, decider, decisions
        words = deciding.could_words
        self._could = (ctypes.c_uint64 * max(1, seats * words))()
        self._kinds = (ctypes.c_int64 * (self.most_games * seats))()
        self._shown = (ctypes.c_int64 * (2 * _MOST_SHOWN))()
        self._numbers = (ctypes.c_int64 * self._block)()
        self._answers = _room(ctypes.c_int32, batch.turns_room)
        self._before = (
            (ctypes.c_int64 * self._block)(),
            (ctypes.c_uint64 * max(1, seats * words))(),
            self._answers,
            _room(ctypes.c_int32, batch.turns_room),
        )
        self._curtain = _Curtain(*map(ctypes.addressof, self._before))
        for name in ("could", "kinds", "shown", "numbers", "curtain"):
            setattr(batch, name, ctypes.addressof(getattr(self, f"_{name}")))
        batch.decide, batch.mind = deciding.decide, deciding.mind
        batch.board, batch.bots = ctypes.addressof(deciding.board), ctypes.addressof(deciding.bots)
        batch.size_of_bot, batch.could_words = deciding.size_of_bot, words

    def asked(self) -> Asked | None:
        """Return the decision that is wanted before play goes on."""
        if self._why != Why.ASKS:
            return None
        batch = self._batch
        numbers = self._decode(self._numbers[:])
        seat = numbers[self._decider]
        many = self._deciding.could_words
        words = self._could[seat * many : (seat + 1) * many]
        each = self._deciding.words
        could = [
            sum(word << 64 * at for at, word in enumerate(words[first : first + each]))
            for first in range(0, many, each)
        ]
        shown = self._shown[: 2 * batch.many_shown]
        seen, many = tuple(zip(shown[::2], shown[1::2], strict=True)), numbers[self._decided]
        return Asked(batch.at, seat, numbers, could, seen, many, lambda first: self._answers[first:many])

    def answer(self, place: int) -> None:
        """Say which choice is made."""
        self._batch.answer = place

    def begin(
        self, seeds: Sequence[int], followed: Sequence[bool] | None = None, kinds: Sequence[int] | None = None
    ) -> None:
        """Begin games, at most ``most_games``, with other ones left where they are.

        ``followed``: of which of them it is wanted what has been counted; None: of none. ``kinds``: by game and seat
        which kind of player decides, -1: by chance.
        """
        if kinds is not None:
            self._deciding.forget()
            self._kinds[: len(kinds)] = list(kinds)
        _write(self._seeds, _words(seeds))
        _write(self._followed, array("q", bytes(8 * len(seeds)) if followed is None else followed))
        batch, many = self._batch, 0 if followed is None else sum(followed)
        if self._given or many:  # the rows that were given out belong to others
            self._make_rows(many)
        batch.games, self._given = len(seeds), 0
        batch.at = batch.is_playing = batch.has_counts = 0

    def run(self) -> None:
        """Play a slice. It may be called in any thread: others go on meanwhile."""
        batch = self._batch
        batch.has_blocks = 0
        began = monotonic()
        self._why = self._play(ctypes.addressof(batch), int(self._budget))
        if self._why == Why.SLICE_OVER:
            spent = monotonic() - began
            self._budget = min(_MOST_BUDGET, max(1, self._budget * SECONDS / max(spent, SECONDS / 8)))

    def run_all(self) -> None:
        """Play all games, slice by slice, of which only the rows are wanted."""
        batch = self._batch
        while batch.at < batch.games:
            self.run()

    def column(self, place: int) -> list[int]:
        """Return a number of all rows."""
        first = place * self.most_games
        return self._rows[first : first + self._batch.games]

    def done(self) -> tuple[Slice, int]:
        """Return the games that are done with the last slice, in order.

        Beside them stands how many decisions the game behind them has now when it has become long with the last one:
        ``first_long``, or ten times as many as before; else 0.
        """
        batch = self._batch
        first, self._given = self._given, batch.at
        found = Slice(self._rows, self.most_games, range(first, batch.at), self._counted)
        if batch.has_measured:
            found.measured = array("q", self._measured(0, batch.has_measured))
        if batch.has_blocks:
            self._give_blocks(found)
        return found, batch.next_long // 10 if self._why == Why.IS_LONG else 0

    def _give_blocks(self, found: Slice) -> None:
        """Give the states that are wanted."""
        for row, block in enumerate(found.column(PLACES["block"])):
            if block >= 0:
                found.blocks[row] = self._decode(self._blocks[block * self._block : (block + 1) * self._block])

    def last_actions(self) -> tuple[tuple[int, int], ...]:
        """Return the last actions of the game that is being played: action and seat."""
        batch = self._batch
        return in_order(batch.made, batch.last_actions, batch.last_seats)

    # ------------------------------------------------------------ rows

    def _measured(self, first: int, behind: int) -> list[int]:
        """Return numbers that metrics have measured; the library moves them when it needs more room."""
        numbers: list[int] = ctypes.cast(self._batch.measured, ctypes.POINTER(ctypes.c_int64))[first:behind]
        return numbers


def _room(kind: type[Any], many: int) -> Any:
    """Return an array of zeros that takes memory only where it is written; one that ctypes makes is written at once."""
    size = max(1, many) * ctypes.sizeof(kind)
    return (kind * many).from_buffer(mmap.mmap(-1, size, **_ALONE))


def _forget(library: ctypes.CDLL, batch: ctypes.Structure) -> None:
    library.forget_measured(ctypes.addressof(batch))


def _words(numbers: Sequence[int]) -> array[int]:
    """Return the lowest 64 bits of numbers."""
    try:
        return array("Q", numbers)
    except OverflowError:
        return array("Q", [one & _MASK for one in numbers])


def _write(room: Any, numbers: array[int]) -> None:
    """Write numbers into the beginning of some room."""
    ctypes.memmove(room, numbers.buffer_info()[0], len(numbers) * numbers.itemsize)


def _actions_of(ranges: Sequence[tuple[int, int, int]]) -> list[int]:
    """Return by code, from 0, the number of its action, -1: none; no longer than _MOST_CODES."""
    found = [-1] * min(max((behind for _, behind, _ in ranges), default=0), _MOST_CODES)
    for first, behind, action in ranges:
        behind = min(behind, len(found))
        found[first:behind] = [action] * max(0, behind - first)
    return found


def in_order(made: int, actions: Sequence[int], seats: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return what stands in a ring, the oldest first."""
    size = len(actions)
    return tuple([(actions[at % size], seats[at % size]) for at in range(max(0, made - size), made)])


def decoder(program: Program, counts: Collection[str]) -> Callable[[list[int]], list[int]]:
    """Return what makes of a state as C gives it out the numbers of the program, without what it counts."""
    unsigned, wide, at = list[int](), list[int](), 0
    for field in program.fields.values():
        if field.name in counts:
            continue
        is_word = isinstance(field.type, Word)
        bits = field.type.width if isinstance(field.type, Word) else field.type.high.bit_length()
        if is_word and bits > 64:
            wide += range(at, at + 2 * field.count, 2)
            at += 2 * field.count
            continue
        if bits == 64:
            unsigned += range(at, at + field.count)
        at += field.count

    def decode(block: list[int]) -> list[int]:
        for place in unsigned:
            block[place] &= _MASK
        for place in reversed(wide):
            block[place : place + 2] = [block[place] & _MASK | (block[place + 1] & _MASK) << 64]
        return block

    return decode

"""A library of ``kernel/printing/batch.py`` and seeds -> random games in slices, each as a row of numbers"""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Callable, Collection, Sequence
from itertools import accumulate, pairwise
from operator import itemgetter
from struct import iter_unpack
from time import monotonic
from typing import Any, NamedTuple

import attrs

from gamedsl.kernel.native.bots import Deciding
from gamedsl.kernel.program import Program, Word

SECONDS = 0.05
"""About how long a slice takes: Ctrl-C is heard, and progress told, between two of them."""
_FIRST_BUDGET, _MOST_BUDGET = 500, 1 << 30
_ROWS, _BLOCKS = 1 << 20, 1 << 20
"""Numbers that the rows and the states of a batch may have."""
_MOST_GAMES = 2_000
_MASK = (1 << 64) - 1
_SLICE_OVER, _IS_LONG, _ASKS = 1, 2, 4
_MOST_SHOWN = 256
_MOST_CODES = 1 << 16
"""Codes from 0 on whose actions stand in a table; those of others are looked for."""
_GIVEN = (
    *("state", "codes", "seeds", "ranges", "checkpoints", "wanted", "turns", "rows", "blocks"),
    *("followed", "actions_of", "counts", "spare", "answers"),
    *("decide", "mind", "board", "bots", "kinds", "could", "numbers", "shown"),
    *(
        "games",
        "limit",
        "most",
        "seats",
        "sources",
        "actions",
        "many_ranges",
        "many_actions_of",
        "many_checkpoints",
        "row",
    ),
    *("turns_room", "blocks_room", "counts_room", "first_long"),
    *("size_of_bot", "could_words", "many_shown", "answer"),
)
_KEPT = (
    *("measured", "measured_room", "has_measured", "is_lost"),
    *("at", "is_playing", "is_begun", "is_over", "next_long", "has_blocks", "has_counts", "budget", "why"),
    *("changes", "turn", "forced", "choices", "first", "last", "leaders", "lead_changes", "made", "first_measured"),
)
_PLACES = 22
"""Of what is given, so many are places of memory; they come first."""
_PARTS = (
    *("status", "end", "decisions", "turns", "forced", "choices", "first", "lead_changes", "winners", "block"),
    *("made", "known", "counts", "measured", "behind"),
)
PLACES = {name: at for at, name in enumerate(_PARTS)}
"""Where the numbers of a row stand that come before points."""
PARTS = len(PLACES)
_TOLD = PLACES["measured"]


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


class Row(NamedTuple):
    """One game; ``status`` as in states, 0: it was left at the limit.

    Of a game that a rule has stopped nothing else is right. ``scores``: by source and seat. ``standings``: for each
    checkpoint, empty where nobody can tell. ``uses``: by action and seat. ``offered`` has for each action whether it
    was possible. ``last``: actions and seats. ``block``: the state. ``counts``: what has been counted, of a game that
    was followed. ``measured``: what metrics have measured, see ``lone/metrics.py``.
    """

    status: int
    end: int
    decisions: int
    turns: int
    forced: int
    choices: int
    first: int
    lead_changes: int
    winners: int
    points: tuple[int, ...]
    scores: tuple[tuple[int, ...], ...]
    standings: tuple[tuple[int, ...], ...]
    uses: tuple[tuple[int, ...], ...]
    offered: tuple[int, ...]
    last: tuple[tuple[int, int], ...]
    block: list[int] | None
    counts: list[int] | None
    measured: list[int]


class Batches:
    """Plays random games of one set-up by a library, in one thread; others may play by the same library beside it."""

    def __init__(self, library: ctypes.CDLL, program: Program, rules: Rules, counts: Collection[str] = ()) -> None:
        self.rules, self._decode = rules, decoder(program, counts)
        places = ctypes.c_int64 * rules.last

        class Batch(ctypes.Structure):
            _fields_ = (
                *((name, ctypes.c_void_p if at < _PLACES else ctypes.c_int64) for at, name in enumerate(_GIVEN)),
                *((name, ctypes.c_void_p if name == "measured" else ctypes.c_int64) for name in _KEPT),
                ("last_actions", places),
                ("last_seats", places),
            )

        for name in ("size_of_state", "size_of_batch", "size_of_block", "size_of_counts"):
            getattr(library, name).restype = ctypes.c_int64
        assert library.size_of_batch() == ctypes.sizeof(Batch)
        self._play = library.play_slice
        self._play.argtypes = [ctypes.c_void_p, ctypes.c_int64]
        self._batch: Any = Batch()
        self._block: int = library.size_of_block()
        self._counted: int = library.size_of_counts()
        seats, actions, shares = rules.seats, rules.actions, len(rules.checkpoints)
        self._size = PARTS + seats * (1 + rules.sources + shares) + actions * (seats + 1) + 2 * rules.last
        self._cut, self._parts = _cuts(rules)
        self._all_known = (1 << shares) - 1
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
        many = max(1, min(self.most_games, _BLOCKS // max(1, self._counted)))
        numbers: dict[str, list[int]] = {
            "ranges": [one for each in sorted(rules.ranges) for one in each],
            "checkpoints": [*rules.checkpoints],
            "wanted": [at in rules.wanted for at in range(-1, rules.ends)],
        }
        actions_of = _actions_of(rules.ranges)
        self._rows = (ctypes.c_int64 * (self.most_games * self._size))()
        self._blocks = (ctypes.c_int64 * (blocks * self._block))()
        self._counts = (ctypes.c_int64 * max(1, many * self._counted))()
        self._seeds = (ctypes.c_uint64 * self.most_games)()
        self._followed = (ctypes.c_int64 * self.most_games)()
        self._kept = {
            "state": ctypes.create_string_buffer(library.size_of_state() + 64),
            "codes": (ctypes.c_int32 * library.room_for_choices())(),
            "seeds": self._seeds,
            "turns": (ctypes.c_int64 * (turns * (rules.seats + 1)))(),
            "rows": self._rows,
            "blocks": self._blocks,
            "followed": self._followed,
            "counts": self._counts,
            "actions_of": (ctypes.c_int16 * max(1, len(actions_of)))(*actions_of),
            "spare": ctypes.create_string_buffer(library.size_of_state() + 64),
            **{name: (ctypes.c_int64 * max(1, len(one)))(*one) for name, one in numbers.items()},
        }
        for name, buffer in self._kept.items():
            at = ctypes.addressof(buffer)
            is_state = name in ("state", "spare")  # words of 128 bits want to lie evenly
            setattr(batch, name, at + -at % 64 if is_state else at)
        counts = {"many_ranges": len(rules.ranges), "many_checkpoints": len(rules.checkpoints), "row": self._size}
        counts |= {"turns_room": turns, "blocks_room": blocks, "counts_room": many, "many_actions_of": len(actions_of)}
        for name in ("limit", "most", "seats", "sources", "actions", "first_long"):
            counts[name] = getattr(rules, name)
        for name, value in counts.items():
            setattr(batch, name, value)

    def think(self, deciding: Deciding, decider: int, decisions: int) -> None:
        """Let players think; ``decider``, ``decisions``: where it stands who decides, and how much has been decided."""
        batch, seats = self._batch, self.rules.seats
        self._deciding, self._decider, self._decided = deciding, decider, decisions
        words = deciding.could_words
        self._could = (ctypes.c_uint64 * max(1, seats * words))()
        self._kinds = (ctypes.c_int64 * (self.most_games * seats))()
        self._shown = (ctypes.c_int64 * (2 * _MOST_SHOWN))()
        self._numbers = (ctypes.c_int64 * self._block)()
        self._answers = (ctypes.c_int32 * batch.turns_room)()
        for name in ("could", "kinds", "shown", "numbers", "answers"):
            setattr(batch, name, ctypes.addressof(getattr(self, f"_{name}")))
        batch.decide, batch.mind = deciding.decide, deciding.mind
        batch.board, batch.bots = ctypes.addressof(deciding.board), ctypes.addressof(deciding.bots)
        batch.size_of_bot, batch.could_words = deciding.size_of_bot, words

    def asked(self) -> Asked | None:
        """Return the decision that is wanted before play goes on."""
        if self._why != _ASKS:
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
        self._seeds[: len(seeds)] = list(seeds)
        self._followed[: len(seeds)] = [0] * len(seeds) if followed is None else list(followed)
        batch = self._batch
        batch.games, self._given = len(seeds), 0
        batch.at = batch.is_playing = 0

    def run(self) -> None:
        """Play a slice. It may be called in any thread: others go on meanwhile."""
        batch = self._batch
        batch.has_blocks = batch.has_counts = 0
        began = monotonic()
        self._why = self._play(ctypes.addressof(batch), int(self._budget))
        if self._why == _SLICE_OVER:
            spent = monotonic() - began
            self._budget = min(_MOST_BUDGET, max(1, self._budget * SECONDS / max(spent, SECONDS / 8)))

    def run_all(self) -> None:
        """Play all games, slice by slice, of which only the rows are wanted."""
        batch = self._batch
        while batch.at < batch.games:
            self.run()

    def column(self, place: int) -> list[int]:
        """Return a number of all rows."""
        numbers = memoryview(self._rows).cast("B").cast("q")
        return numbers[place : self._batch.games * self._size : self._size].tolist()

    def done(self) -> tuple[list[Row], int]:
        """Return the games that are done with the last slice, in order.

        Beside them stands how many decisions the game behind them has now when it has become long with the last one:
        ``first_long``, or ten times as many as before; else 0.
        """
        batch = self._batch
        first, self._given = self._given, batch.at
        numbers = memoryview(self._rows).cast("B")[8 * first * self._size : 8 * batch.at * self._size]
        rows = [self._row(row) for row in iter_unpack(f"{self._size}q", numbers)]
        return rows, batch.next_long // 10 if self._why == _IS_LONG else 0

    def last_actions(self) -> tuple[tuple[int, int], ...]:
        """Return the last actions of the game that is being played: action and seat."""
        batch = self._batch
        return _in_order(batch.made, batch.last_actions, batch.last_seats)

    # ------------------------------------------------------------ rows

    def _measured(self, first: int, behind: int) -> list[int]:
        """Return numbers that metrics have measured; the library moves them when it needs more room."""
        numbers: list[int] = ctypes.cast(self._batch.measured, ctypes.POINTER(ctypes.c_int64))[first:behind]
        return numbers

    def _row(self, row: tuple[int, ...]) -> Row:
        status, end, decisions, turns, forced, choices, first, changes, winners, block, made, known, counts = row[
            :_TOLD
        ]
        points, offered, actions, seats, *parts = self._cut(row)
        scores, standings, uses = (tuple(parts[one]) for one in self._parts)
        if known != self._all_known:
            standings = tuple([one if known >> at & 1 else () for at, one in enumerate(standings)])
        has_block, has_counts, has_measured = (
            block >= 0 and status != 2,
            counts >= 0 and status != 2,
            row[_TOLD] < row[_TOLD + 1],
        )
        return Row(
            status, end, decisions, turns, forced, choices, first, changes, winners,
            points, scores, standings, uses, offered,
            () if status == 1 else _in_order(made, actions, seats),
            self._decode(self._blocks[block * self._block : (block + 1) * self._block]) if has_block else None,
            self._counts[counts * self._counted : (counts + 1) * self._counted] if has_counts else None,
            self._measured(*row[_TOLD:PARTS]) if has_measured else [],
        )  # fmt: skip


def _forget(library: ctypes.CDLL, batch: ctypes.Structure) -> None:
    library.forget_measured(ctypes.addressof(batch))


def _cuts(rules: Rules) -> tuple[Callable[[tuple[int, ...]], tuple[tuple[int, ...], ...]], list[slice]]:
    """Return what cuts a row into points, offered actions, last ones, their seats, and parts by seat.

    Of these the slices of scores, of standings and of uses are returned, too.
    """
    seats, at = rules.seats, PARTS + rules.seats
    many = [rules.sources, len(rules.checkpoints), rules.actions]
    by_seat = [slice(first, first + seats) for first in range(at, at + seats * sum(many), seats)]
    at += seats * sum(many)
    others = [slice(at, at := at + size) for size in (rules.actions, rules.last, rules.last)]
    behind = [*accumulate(many, initial=0)]
    return itemgetter(slice(PARTS, PARTS + seats), *others, *by_seat), [slice(*one) for one in pairwise(behind)]


def _actions_of(ranges: Sequence[tuple[int, int, int]]) -> list[int]:
    """Return by code, from 0, the number of its action, -1: none; no longer than _MOST_CODES."""
    found = [-1] * min(max((behind for _, behind, _ in ranges), default=0), _MOST_CODES)
    for first, behind, action in ranges:
        behind = min(behind, len(found))
        found[first:behind] = [action] * max(0, behind - first)
    return found


def _in_order(made: int, actions: Sequence[int], seats: Sequence[int]) -> tuple[tuple[int, int], ...]:
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

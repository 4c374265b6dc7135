"""The state of one game: flat lists of plain data; copying, comparing, hashing and saving are list operations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from gamedsl.engine.state.chance import key_of
from gamedsl.source import Span

RUNNING, FINISHED, STOPPED, UNFINISHED = "running", "finished", "stopped", "unfinished"

Frame = list[Any]
"""``[code, pc, you, active, slot 0, slot 1, …]``; slots hold ints, bools, None and (nested) tuples of them."""
HEADER = 4
"""Places before the slots of a frame."""
Log = tuple[Any, ...] | None
"""``(earlier log, event)``, ``()`` when nothing has happened, None when switched off."""
Mixes = tuple[Any, ...]
"""What somebody lost track of: ``(earlier, things, known, blind, sort)``, ``()`` for nothing so far.

``blind`` has a bit for each seat that did not see what went where. ``sort`` is ``all`` when pieces were mixed by
chance, ``unknown`` when one of those which a seat could not tell apart was taken, ``swapped`` when a piece was taken
that a seat cannot tell from the other one, which it knew, ``paid`` for a hidden payment; ``things`` are pieces, with
who ``known`` each before, or the two purses. In imagined games ``could`` sums up what one
seat has lost track of: ``known`` has for each piece, as bits, what may lie in its place.
"""

Measured = tuple[int, int | None, int | bool | None]
"""The number of a metric, for whom it was measured, and what; None where it could not be worked out."""

Exposed = tuple[tuple[int, int], ...]
"""What was shown since an action was last asked for: each piece with a bit for each seat that it was shown to.

Every showing is an entry of its own: whether two of them showed one piece is not known to whom they did not show it.
"""


@attrs.frozen
class Forced:
    """An outcome that chance will give: a face, a value, or the pieces any of which will do.

    ``places``: the cells, fields or dice that it is for; None: all. ``unseen``: for a draw that nobody sees. ``span``:
    the line that wants it; what is only imagined has none, and may fail to come. ``held``: not yet.
    """

    value: Any
    places: frozenset[int] | None = None
    unseen: bool = False
    span: Span | None = None
    held: bool = False


class State:
    """A game in progress. Change it only through ``Engine.apply``; ``copy`` before trying something out.

    ``zones`` holds for a heap or slot a sorted tuple of pieces, for a stack its blocks from the bottom up, each a
    sorted tuple; a block of several pieces has no order yet. ``limit`` is the number of decisions after which the
    game is given up, 0: only at ``Limits.decisions``. ``spot`` of a piece lists its cells when a zone with a set key
    holds it, else it is empty. ``known`` is a bit for each seat that knows which piece lies there; ``exposed`` lists
    pieces that were shown since the last action was chosen, with the seats, which can follow them. ``aware`` is a bit
    for each seat that knows a value which not everybody sees, in the order of ``Layout.secret``. ``turn_of`` is the
    seat whose turn began last, in games whose ``winner`` asks for it. ``past`` has for each sort of position that is
    counted how often the last one has been there, and all of them (``Positions``). ``measured`` is what the
    metrics of the rules have measured so far, ``(earlier, last)``, None where nobody wants to know. ``memo`` holds
    values of terms, but only while nothing changes; ``kept`` those of many states, each with all that it depends on.
    """

    __slots__ = (
        "armed",
        "aware",
        "cache",
        "curtain",
        "decisions",
        "dice",
        "draws",
        "end",
        "error",
        "exposed",
        "forced",
        "frames",
        "game_number",
        "jumps",
        "kept",
        "key",
        "known",
        "latches",
        "ledger_size",
        "limit",
        "log",
        "log_size",
        "measured",
        "memo",
        "mixes",
        "past",
        "pending",
        "place",
        "points",
        "purses",
        "ranking",
        "scores",
        "seed",
        "spot",
        "status",
        "turn_of",
        "turns",
        "values",
        "winners",
        "work",
        "zones",
    )

    def __init__(self, seed: int, game_number: int, log: bool) -> None:
        self.seed = seed
        self.game_number = game_number
        self.key = key_of(seed)
        self.purses: list[int] = []
        self.zones: list[tuple[Any, ...]] = []
        self.values: list[Any] = []
        self.dice: list[int] = []
        self.place: list[int] = []
        self.spot: list[tuple[int, ...]] = []
        self.known: list[int] = []
        self.aware: list[int] = []
        self.scores: list[int] = []
        self.points: list[int] = []
        self.latches: list[bool] = []
        self.draws: list[int] = []
        self.turns: list[tuple[tuple[int, int], ...]] = [()]
        self.forced: list[tuple[Forced, ...]] = []
        self.past: list[tuple[int, tuple[Any, ...]]] = []
        self.frames: list[Frame] = []
        self.turn_of: int | None = None
        self.armed = False
        self.pending = 0
        self.curtain: tuple[Any, ...] | None = None
        self.status = RUNNING
        self.end: int | None = None
        self.winners: tuple[int, ...] = ()
        self.ranking: tuple[tuple[int, ...], ...] = ()
        self.error: tuple[Any, ...] | None = None
        self.decisions = 0
        self.limit = 0
        self.work = 0
        self.jumps = 0
        self.log: Log = () if log else None
        self.log_size = 0
        self.ledger_size = 0
        self.mixes: Mixes = ()
        self.exposed: Exposed = ()
        self.measured: tuple[Any, ...] | None = ()
        self.cache: Any = None
        self.memo: dict[Any, Any] | None = None
        self.kept: dict[Any, Any] | None = None

    def remember(self, kept: dict[Any, Any]) -> bool:
        """Remember the values of terms until ``forget``; nothing on the table may change before. Tell whether it began.

        What is ``kept`` of other states counts, too, and is added to; in a game with a log it is not used.
        """
        if self.memo is not None:
            return False
        self.memo, self.kept = {}, kept if self.log is None else None
        return True

    def forget(self) -> None:
        """Remember no longer."""
        self.memo = self.kept = None

    @property
    def active(self) -> int | None:
        """Whose turn it is in the innermost paragraph that is open."""
        return self.frames[-1][3] if self.frames else None

    def open_now(self) -> tuple[Any, ...]:
        """Return which paragraphs are open and what is bound in them, as nested tuples."""
        return tuple([tuple(frame) for frame in self.frames])

    def copy(self) -> State:
        """Return an independent state that continues identically."""
        new = State.__new__(State)
        new.purses = self.purses[:]
        new.zones = self.zones[:]
        new.values = self.values[:]
        new.dice = self.dice[:]
        new.place = self.place[:]
        new.spot = self.spot[:]
        new.known = self.known[:]
        new.aware = self.aware[:]
        new.scores = self.scores[:]
        new.points = self.points[:]
        new.latches = self.latches[:]
        new.draws = self.draws[:]
        new.turns = self.turns[:]
        new.forced = self.forced[:]
        new.past = self.past[:]
        new.seed = self.seed
        new.game_number = self.game_number
        new.key = self.key
        new.turn_of = self.turn_of
        new.armed = self.armed
        new.pending = self.pending
        new.curtain = self.curtain
        new.status = self.status
        new.end = self.end
        new.winners = self.winners
        new.ranking = self.ranking
        new.error = self.error
        new.decisions = self.decisions
        new.limit = self.limit
        new.log_size = self.log_size
        new.ledger_size = self.ledger_size
        new.log = self.log
        new.mixes = self.mixes
        new.exposed = self.exposed
        new.measured = self.measured
        new.cache = self.cache
        new.frames = [frame[:] for frame in self.frames]
        new.memo = new.kept = None
        new.work = 0
        new.jumps = 0
        return new

    def become(self, other: State) -> None:
        """Take everything over from another state, which must not be used any more."""
        for name in State.__slots__:
            setattr(self, name, getattr(other, name))

    def record(self) -> tuple[Any, ...]:
        """Return everything that decides how the game goes on, as nested tuples (log and mixes are left out)."""
        lists = tuple(tuple(getattr(self, name)) for name in _LISTS)
        scalars = tuple(getattr(self, name) for name in _SCALARS if name not in _LOG_SCALARS)
        return (*lists, *scalars, self.open_now())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.record() == other.record()

    def __hash__(self) -> int:
        return hash(self.record())

    def events(self) -> tuple[Any, ...]:
        """Return all events so far, oldest first; empty when the log is off."""
        found = []
        rest = self.log
        while rest:
            rest, event = rest
            found.append(event)
        return tuple(reversed(found))


TABLE = ("purses", "zones", "values", "dice", "place", "spot", "known", "aware", "scores", "points")
"""The lists that are the table; others, such as what chance has given, are not seen there."""
_LISTS = (
    "purses",
    "zones",
    "values",
    "dice",
    "place",
    "spot",
    "known",
    "aware",
    "scores",
    "points",
    "latches",
    "draws",
    "turns",
    "forced",
    "past",
)
_SCALARS = (
    "seed",
    "game_number",
    "key",
    "armed",
    "pending",
    "curtain",
    "status",
    "end",
    "winners",
    "ranking",
    "error",
    "turn_of",
    "decisions",
    "limit",
    "log_size",
    "ledger_size",
)
_LOG_SCALARS = ("log_size", "ledger_size")


def flat(blocks: tuple[Any, ...]) -> tuple[int, ...]:
    """Return the pieces of a stack as a set."""
    return tuple(sorted([piece for block in blocks for piece in block]))


def decisions_seen(s: State, seat: int | None) -> int:
    """Return how many decisions a seat (None: a spectator) knows of: those of others ``together`` not yet."""
    if s.curtain is None:
        return s.decisions
    return int(s.curtain[3][-1]) + sum(1 for asked, *_ in s.curtain[4] if asked == seat)


def mixes_back(s: State) -> Iterator[Mixes]:
    """Walk what somebody lost track of, the last first, each with all that came earlier."""
    rest = s.mixes
    while rest:
        yield rest
        rest = rest[0]


def measured_of(s: State) -> tuple[Measured, ...]:
    """Return everything that was measured so far, oldest first."""
    found = []
    rest = s.measured
    while rest:
        rest, one = rest
        found.append(one)
    return tuple(reversed(found))

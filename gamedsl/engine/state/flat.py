"""The names by which everybody reads and writes a state of a game, and what stands under them: plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import attrs

from gamedsl.source import Span

RUNNING, FINISHED, STOPPED, UNFINISHED = "running", "finished", "stopped", "unfinished"

Frame = list[Any]
"""``[0, 0, you, active, slot 0, slot 1, …]``; slots hold ints, bools, None and (nested) tuples of them."""
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
class LeftOver:
    """What of the table is stale: values by their names in the rule file, dice by name and number, from 0."""

    values: frozenset[str] = frozenset()
    dice: frozenset[tuple[str, int]] = frozenset()


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


class State(Protocol):
    """A game in progress. Change it only through ``Engine.apply``; ``copy`` before trying something out.

    ``zones`` holds for a heap or slot a sorted tuple of pieces, for a stack its blocks from the bottom up, each a
    sorted tuple; a block of several pieces has no order yet. ``limit`` is the number of decisions after which the
    game is given up, 0: only at ``Limits.decisions``. ``spot`` of a piece lists its cells when a zone with a set key
    holds it, else it is empty. ``known`` is a bit for each seat that knows which piece lies there; ``exposed`` lists
    pieces that were shown since the last action was chosen, with the seats, which can follow them. ``aware`` is a bit
    for each seat that knows a value which not everybody sees, in the order of ``Layout.secret``. ``turn_of`` is the
    seat whose turn began last, in games whose ``winner`` asks for it. ``past`` has for each sort of position that is
    counted how often the last one has been there, and all of them (``Positions``). ``measured`` is what the
    metrics of the rules have measured so far, ``(earlier, last)``, None where nobody wants to know.

    States are blocks of numbers (``BlockState``), which are read and written by these names.
    """

    purses: list[int]
    zones: list[tuple[Any, ...]]
    values: list[Any]
    dice: list[int]
    place: list[int]
    spot: list[tuple[int, ...]]
    known: list[int]
    aware: list[int]
    scores: list[int]
    points: list[int]
    latches: list[bool]
    draws: list[int]
    turns: list[tuple[tuple[int, int], ...]]
    forced: list[tuple[Forced, ...]]
    past: list[tuple[int, tuple[Any, ...]]]
    seed: int
    game_number: int
    key: int
    turn_of: int | None
    armed: bool
    pending: int
    curtain: tuple[Any, ...] | None
    status: str
    end: int | None
    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    error: tuple[Any, ...] | None
    decisions: int
    limit: int
    work: int
    jumps: int
    log: Log
    log_size: int
    ledger_size: int
    changes_told: int
    mixes: Mixes
    exposed: Exposed
    measured: tuple[Any, ...] | None
    cache: Any

    @property
    def active(self) -> int | None:
        """Whose turn it is in the innermost paragraph that is open."""

    def open_now(self) -> tuple[Any, ...]:
        """Return which paragraphs are open and what is bound in them, as nested tuples."""

    def copy(self) -> State:
        """Return an independent state that continues identically."""

    def stripped(self) -> State:
        """Return a copy without what means nothing any more: it may tell what was done in secret."""

    def become(self, other: Any) -> None:
        """Take everything over from another state, which must not be used any more."""

    def record(self) -> tuple[Any, ...]:
        """Return everything that decides how the game goes on, as nested tuples (log and mixes are left out)."""

    def events(self) -> tuple[Any, ...]:
        """Return all events so far, oldest first; empty when the log is off."""


TABLE = ("purses", "zones", "values", "dice", "place", "spot", "known", "aware", "scores", "points")
"""The lists that are the table; others, such as what chance has given, are not seen there."""


def flat(blocks: tuple[Any, ...]) -> tuple[int, ...]:
    """Return the pieces of a stack as a set."""
    return tuple(sorted([piece for block in blocks for piece in block]))


def decisions_seen(s: State, seat: int | None) -> int:
    """Return how many decisions a seat (None: a spectator) knows of: those of others ``together`` not yet."""
    if s.curtain is None:
        return s.decisions
    return int(s.curtain[3][-1]) + sum(1 for asked, *_ in s.curtain[4] if asked == seat)


def events_since(s: State, number: int) -> list[Any]:
    """Return the events from the one with a number in the log on, oldest first: at the cost of these alone."""
    found: list[Any] = []
    rest = s.log
    while rest and len(found) < s.log_size - number:
        rest, event = rest
        found.append(event)
    return found[::-1]


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

"""The names by which everybody reads and writes a state of a game, and what stands under them: plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

import attrs

from gamedsl.source import Span

RUNNING, FINISHED, STOPPED, UNFINISHED = "running", "finished", "stopped", "unfinished"

Frame = list[Any]
"""``[0, 0, you, active, slot 0, slot 1, …]``; slots hold ints, bools, None and (nested) tuples of them."""
Eval = Callable[[Any, Frame], Any]
"""Gives a value for a state and a frame."""
Signature = Callable[[Any, int], Any]
"""Gives what tells a piece apart for players, for a state and the piece."""
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


class Unknown:
    """Type of the mark for values that are not known before play."""


UNKNOWN = Unknown()


class StateLike(Protocol):
    """What words and draws need of a state (``kernel/state/block.py``), which knows more than the rooms below it."""

    forced: list[tuple[Forced, ...]]
    log: Log
    log_size: int
    ledger_size: int
    changes_told: int
    mixes: Mixes
    error: tuple[Any, ...] | None
    curtain: tuple[Any, ...] | None
    limit: int
    measured: tuple[Any, ...] | None
    exposed: Exposed
    key: int
    game_number: int
    turn_of: int | None
    decisions: int
    work: int
    pending: int
    turns: list[tuple[tuple[int, int], ...]]

    @property
    def purses(self) -> Sequence[int]: ...

    @property
    def zones(self) -> Sequence[tuple[Any, ...]]: ...

    @property
    def values(self) -> Sequence[Any]: ...

    @property
    def dice(self) -> Sequence[int]: ...

    @property
    def place(self) -> Sequence[int]: ...

    @property
    def spot(self) -> Sequence[tuple[int, ...]]: ...

    @property
    def known(self) -> Sequence[int]: ...

    @property
    def aware(self) -> Sequence[int]: ...

    @property
    def draws(self) -> Sequence[int]: ...

    @property
    def latches(self) -> Sequence[int]: ...

    @property
    def past(self) -> Sequence[tuple[int, tuple[Any, ...]]]: ...

    def put(self, row: str, at: int, value: Any) -> None:
        """Write one place of the table."""

    def open_now(self) -> tuple[Any, ...]:
        """Return which paragraphs are open and what is bound in them, as nested tuples."""

    def events(self) -> tuple[Any, ...]:
        """Return all events so far, oldest first; empty when the log is off."""


TABLE = ("purses", "zones", "values", "dice", "place", "spot", "known", "aware", "scores", "points")
"""The lists that are the table; others, such as what chance has given, are not seen there."""


def flat(blocks: tuple[Any, ...]) -> tuple[int, ...]:
    """Return the pieces of a stack as a set."""
    return tuple(sorted([piece for block in blocks for piece in block]))


def decisions_seen(s: StateLike, seat: int | None) -> int:
    """Return how many decisions a seat (None: a spectator) knows of: those of others ``together`` not yet."""
    if s.curtain is None:
        return s.decisions
    return int(s.curtain[3][-1]) + sum(1 for asked, *_ in s.curtain[4] if asked == seat)


def events_since(s: StateLike, number: int) -> list[Any]:
    """Return the events from the one with a number in the log on, oldest first: at the cost of these alone."""
    found: list[Any] = []
    rest = s.log
    while rest and len(found) < s.log_size - number:
        rest, event = rest
        found.append(event)
    return found[::-1]


def mixes_back(s: StateLike) -> Iterator[Mixes]:
    """Walk what somebody lost track of, the last first, each with all that came earlier."""
    rest = s.mixes
    while rest:
        yield rest
        rest = rest[0]


def measured_of(s: StateLike) -> tuple[Measured, ...]:
    """Return everything that was measured so far, oldest first."""
    found = []
    rest = s.measured
    while rest:
        rest, one = rest
        found.append(one)
    return tuple(reversed(found))

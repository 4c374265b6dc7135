"""The state of one game as one block of numbers, the kernel program's, with what cannot be numbers beside it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gamedsl.engine.open_paragraphs import OpenParagraph
from gamedsl.engine.state.chance import key_of
from gamedsl.engine.state.flat import FINISHED, RUNNING, STOPPED, Exposed, Forced, LeftOver, Log, Mixes
from gamedsl.kernel.state.fields import Block, Members, One, OneOrNone, Row, Status, TableRow, Truth
from gamedsl.kernel.state.reading import Reading, Turns

_BESIDE = (
    *("seed", "log", "log_size", "ledger_size", "changes_told", "mixes", "shown", "forced", "limit", "error"),
    *("curtain", "second", "measured", "ranking", "cache", "begun", "since"),
)
ASKED = "asked"
"""Under what is kept what is asked, with what has been read of the numbers."""
_DECIDING = ("seed", "shown", "forced", "limit", "error", "curtain", "ranking")
"""What stands beside the numbers and decides how the game goes on, or how it ended."""
Since = tuple[list[int], int, tuple[Any, ...]]
"""Numbers, and what was done from there: a run from a block, or the codes of choices, ``(those before, the last)``."""


class State(Block):
    """A game in progress: the block that the program reads and writes. Everything else reads it by the names below.

    Each of them decodes from the block, and writes into it. ``stale``: something has been written from outside, so what
    follows from other fields has to be worked out before the program goes on. ``begun``: the words of open paragraphs
    that say values, as they were when these began: ``(those before, the last)``. ``second``: the block as it was when
    all began to decide ``together``. ``decoded``: what has been read of the numbers since an engine last ran the
    program; None while it runs, and where no engine says when it does. ``since``: the numbers at an earlier decision,
    and the choices since, so that faults can be followed up; None where anything else has changed the state meanwhile.
    """

    __slots__ = _BESIDE

    purses = Row("purses")
    place = Row("place")
    known = Row("known")
    aware = Row("aware")
    points = Row("points")
    scores = Row("scores")
    draws = Row("draws")
    latches = Row("latch", bool)
    zones = TableRow("zones")
    spot = TableRow("spot")
    values = TableRow("values")
    dice = TableRow("dice")
    past = TableRow("past")
    key = One("key")
    game_number = One("game")
    decisions = One("decisions")
    work = One("work")
    jumps = One("jumps")
    pending = One("pending")
    armed = Truth("armed")
    turn_of = OneOrNone("turn.of")
    end = OneOrNone("end")
    status = Status()
    winners = Members("winners")

    def __init__(self, reading: Reading, values: Iterable[int], log: bool = False) -> None:
        super().__init__(values)
        self.reading = reading
        self.seed = 0
        self.log: Log = () if log else None
        self.log_size = self.ledger_size = self.limit = self.changes_told = 0
        self.mixes: Mixes = ()
        self.shown: Exposed = ()
        self.forced: list[tuple[Forced, ...]] = reading.unforced[:]
        self.error: tuple[Any, ...] | None = None
        self.curtain: tuple[Any, ...] | None = None
        self.second: tuple[int, ...] | None = None
        self.measured: tuple[Any, ...] | None = ()
        self.ranking: tuple[tuple[int, ...], ...] = ()
        self.cache: Any = None
        self.begun: tuple[Any, ...] = ()
        self.since: Since | None = None
        self.decoded: dict[str, Any] | None = None
        self.stale = False

    # ------------------------------------------------------------ as a whole

    def copy(self) -> State:
        """Return an independent state that continues identically."""
        new = State.__new__(State)
        list.extend(new, self)
        new.reading, new.stale = self.reading, self.stale
        new.seed, new.log, new.log_size, new.ledger_size = self.seed, self.log, self.log_size, self.ledger_size
        new.mixes, new.shown, new.forced, new.limit = self.mixes, self.shown, self.forced[:], self.limit
        new.error, new.curtain, new.second, new.measured = self.error, self.curtain, self.second, self.measured
        new.ranking, new.cache, new.begun, new.since = self.ranking, self.cache, self.begun, self.since
        new.changes_told = self.changes_told
        new.decoded = None if self.decoded is None else {}
        reading = self.reading
        new[reading.work] = new[reading.jumps] = 0
        return new

    def stripped(self) -> State:
        """Return a copy without the numbers that mean nothing any more: they may tell what was done in secret."""
        new = self.copy()
        new.since = None
        self.reading.live.forget(new)
        return new

    def become(self, other: State) -> None:
        """Take everything over from another state, which must not be used any more."""
        self[:] = other
        for name in (*_BESIDE, "reading", "stale"):
            setattr(self, name, getattr(other, name))
        self.decoded = None if other.decoded is None else {}

    def put(self, row: str, at: int, value: Any) -> None:
        """Write one place of the table, or of what chance and metrics count; what follows from it is stale then."""
        getattr(type(self), row).put(self, at, value)

    def sow(self, seed: int) -> None:
        """Let chance come from another seed from here on."""
        self.seed = seed
        self[self.reading.at["key"]] = key_of(seed)

    def lay(self, cells: Iterable[tuple[int, Any]], pieces: Iterable[tuple[int, int, int]]) -> None:
        """Write what lies in some cells, in any order, and where some pieces lie, with who knows them there."""
        reading = self.reading
        codecs, place, known = reading.table.zones, reading.at["place"], reading.at["known"]
        for cell, inside in cells:
            codecs[cell][1](self, inside)
        for piece, where, seats in pieces:
            self[place + piece] = where
            self[known + piece] = seats
        self.stale = True
        self.decoded = None if self.decoded is None else {}

    def record(self) -> tuple[Any, ...]:
        """Return everything that decides how the game goes on, as nested tuples (log and mixes are left out)."""
        beside = [getattr(self, name) for name in _DECIDING]
        return (
            *self.reading.live.record(self),
            *[tuple(one) if isinstance(one, list) else one for one in beside],
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.record() == other.record()

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(self.record())

    def events(self) -> tuple[Any, ...]:
        """Return all events so far, oldest first; empty when the log is off."""
        found = []
        rest = self.log
        while rest:
            rest, event = rest
            found.append(event)
        return tuple(reversed(found))

    # ------------------------------------------------------------ what follows from others

    def open(self) -> list[OpenParagraph]:
        """Return the paragraphs that are open, outermost first; those of a game that has ended are gone.

        In a game that a rule has stopped they are those of the last decision.
        """
        return self.reading.open.of(self) if self._waits() else []

    def open_now(self) -> tuple[Any, ...]:
        """Return which paragraphs are open and what is bound in them, as nested tuples."""
        return tuple([(one.paragraph, one.is_offer, *one.frame[2:]) for one in self.open()])

    def left_over(self) -> LeftOver:
        """Return the values and dice of the table that are left over from before."""
        if self.status == FINISHED:
            return self.reading.stale.at_the_end
        return self.reading.stale.left_over(self) if self._waits() else LeftOver()

    @property
    def active(self) -> int | None:
        """Return ``State.active``, whose turn it is in the innermost paragraph that is open."""
        return self.reading.open.active(self) if self._waits() else None

    def _waits(self) -> bool:
        is_open = self.status in (RUNNING, STOPPED)
        return is_open and self[self.reading.at["resume"]] in self.reading.program.standing

    @property
    def turns(self) -> Turns:
        """Return ``State.turns``, what was done in a turn in the order of seats and actions."""
        return [()] if self.status == FINISHED else self.reading.turns(self)

    @turns.setter
    def turns(self, turns: Iterable[tuple[tuple[int, int], ...]]) -> None:
        self.reading.put_turns(self, list(turns))

    @property
    def exposed(self) -> Exposed:
        """Return ``State.exposed``; where nobody was told what was shown, all to whom a piece was shown at once."""
        words = self._words_shown()
        found = [0] * len(words)
        for piece, seats in self.shown:
            found[piece] |= seats
        return self.shown if found == words else tuple([(piece, seats) for piece, seats in enumerate(words) if seats])

    @exposed.setter
    def exposed(self, shown: Exposed) -> None:
        self.shown = shown
        words = [0] * self.reading.lengths["place"]
        for piece, seats in shown:
            words[piece] |= seats
        first = self.reading.at["exposed"]
        self[first : first + len(words)] = words
        self.stale = True

    def _words_shown(self) -> list[int]:
        first = self.reading.at["exposed"]
        return self[first : first + self.reading.lengths["place"]]

    def settle(self) -> None:
        """Work out what follows from what has been written from outside."""
        if self.stale:
            self.reading.derive(self)
            self.stale, self.since = False, None
            if self.decoded:
                self.decoded.pop(ASKED, None)

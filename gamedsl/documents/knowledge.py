"""A table and a viewer -> what the viewer has come to know of, event by event and line by line, with handles

It is kept beside the table and goes on from the last asking, so each one costs as much as what has happened since. What
happens behind a closed curtain is worked out anew each time: of it only the viewer's own part is known, and what others
do ``together`` with the viewer comes behind that when all are done. So whatever a viewer was told stays as it is.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from copy import copy
from itertools import groupby
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

import attrs

from gamedsl.documents.handles import Following
from gamedsl.engine import events as ev
from gamedsl.game import Table
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.presentation.seen import Seen, closed_from, counted, log_at, seen_from
from gamedsl.presentation.story.details import LineTold, Narrator
from gamedsl.presentation.story.teller import Teller


@attrs.frozen
class KnownEvent:
    """An event as a viewer may know it, with the handles that its piece had before it and has after it."""

    event: ev.Event
    full: bool
    handles: tuple[str | None, str | None]
    places: tuple[str | None, ...]


class Known:
    """What a viewer (None: a spectator) knows of up to a moment; ``following`` is what it has seen of pieces.

    ``teller`` tells the story. The numbers of lines, and of what they are about, are those of ``events``.
    """

    def __init__(self, engine: Engine, seat: int | None) -> None:
        self.engine, self.seat = engine, seat
        self.events: list[KnownEvent] = []
        self.lines: list[LineTold] = []
        self.following = Following(engine, seat)
        self.teller = Teller(engine)
        self._narrator = Narrator(engine)
        self._log: Any = ()
        self._size = 0

    def leads_to(self, state: State) -> bool:
        """Does a state come after what is known here? Behind an undo it may not."""
        return closed_from(state) >= self._size and log_at(state, self._size) is self._log

    def go_on(self, state: State) -> Known:
        """Go on to a state, and return what is known there: this, or one with what lies behind a closed curtain."""
        closed = closed_from(state)
        found = list(seen_from(self.engine, state, self.seat, self._size))
        self._hear(one for one in found if one.number < closed)
        self._size, self._log = closed, log_at(state, closed)
        if state.curtain is None:
            return self
        now = self.copy()
        now._hear(one for one in found if one.number >= closed)
        return now

    def copy(self) -> Known:
        """Return one that goes on from here without this one's knowing."""
        other = copy(self)
        other.events, other.lines = list(self.events), list(self.lines)
        other.following, other.teller = self.following.copy(), self.teller.copy()
        other._narrator = self._narrator.copy()
        return other

    def lines_since(self, number: int) -> list[LineTold]:
        """Return the lines with a number or a higher one."""
        return self.lines[bisect_left(self.lines, number, key=lambda one: one.line.number) :]

    def _hear(self, seen: Iterable[Seen]) -> None:
        """Take in events that follow those known so far."""
        for behind, together in groupby(seen, key=lambda one: one.happened.behind):
            in_order = sorted(together, key=lambda one: one.happened.together not in (None, self.seat))
            for chunk in _chunks(in_order):
                first = len(self.events)
                for one in chunk:
                    handles = self.following.follow(one.happened)
                    places = tuple([self.following.place_name(place) for place in one.event.where])
                    self.events.append(KnownEvent(one.event, one.full, handles, places))
                told = [(first + at, one.event, one.full) for at, one in enumerate(chunk)]
                for number, event, full in told:
                    self.teller.hear(number, event if full else counted(event, self.engine), full)
                for line in self._narrator.lines(told):  # a head waits for the first line under it, and comes with that
                    self.lines.append(
                        attrs.evolve(line, line=attrs.evolve(line.line, number=max(first, line.line.number)))
                    )
            if behind >= 0:  # what comes now follows from what all have done, not from what is told last
                self.teller.close()


def _chunks(events: list[Seen]) -> Iterator[list[Seen]]:
    """Yield events in parts that are told each for itself, whenever somebody asks: a decision and what it brings."""
    chunk: list[Seen] = []
    for one in events:
        if chunk and (isinstance(one.event, ev.DecisionEvent) or one.event.together != chunk[-1].event.together):
            yield chunk
            chunk = []
        chunk.append(one)
    if chunk:
        yield chunk


@attrs.frozen
class _Kept:
    """What viewers of a table know, by seat; one at a time goes on."""

    known: dict[int | None, Known] = attrs.field(factory=dict)
    lock: Any = attrs.field(factory=Lock)


_KEPT: WeakKeyDictionary[Table, _Kept] = WeakKeyDictionary()


def known_at(table: Table, seat: int | None) -> Known:
    """Return what a viewer knows now, in the words of the language that is spoken. It holds until the table goes on."""
    kept = _KEPT.get(table) or _KEPT.setdefault(table, _Kept())
    with kept.lock:
        own = kept.known.pop(seat, None)  # what fails halfway is not kept
        if own is None or own.engine is not table._engine or not own.leads_to(table._state):
            own = Known(table._engine, seat)
        now = own.go_on(table._state)
        kept.known[seat] = own
        return now


def hand_on(table: Table, other: Table, seat: int) -> None:
    """Let a copy of a table, which may have gone on, begin with what a seat knows at the table."""
    kept = _KEPT.get(table)
    if kept is not None:
        with kept.lock:
            own = kept.known.get(seat)
            if own is not None:
                _KEPT[other] = _Kept({seat: own.copy()})

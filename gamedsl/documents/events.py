"""A table and a viewer -> what has happened as a JSON document: numbered for this viewer, with handles

The numbers are those in which the viewer comes to know of events. What others do ``together`` with it comes behind its
own, when all are done: so an event keeps its number, and whoever has seen the first ones asks for those since.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import attrs

from gamedsl.documents.handles import Following
from gamedsl.documents.values import Json
from gamedsl.engine.machine import Engine
from gamedsl.engine.places import seat_place
from gamedsl.engine.present import events as ev
from gamedsl.engine.present.narrate import counted, narrate, visible
from gamedsl.engine.state.flat import State

FORMAT, VERSION = "gamedsl events", 1

Known = tuple[int, ev.Event, bool]
"""The number of an event in the log of the viewer, as it may read it, and whether in full."""


def known_events(engine: Engine, state: State, seat: int | None) -> list[Known]:
    """Return the events that a viewer knows of, in the order in which it has come to know of them."""
    found: list[Known] = []
    for _, group in groupby(visible(engine, state, seat), key=lambda one: one[1].behind):
        found += sorted(group, key=lambda one: one[1].together not in (None, seat))
    return found


def true_events(state: State, seat: int | None) -> list[ev.Event]:
    """Return the same events as they were, for following pieces that the viewer sees."""
    first = state.log_size if state.curtain is None else state.curtain[2]
    told = [
        one
        for number, one in enumerate(state.events())
        if number < first or one.together is None or one.together == seat
    ]
    found: list[ev.Event] = []
    for _, group in groupby(told, key=lambda one: one.behind):
        found += sorted(group, key=lambda one: one.together not in (None, seat))
    return found


def events_document(engine: Engine, state: State, seat: int | None, since: int) -> Json:
    """Return the events with numbers from ``since`` on."""
    known, true = known_events(engine, state, seat), true_events(state, seat)
    numbers = {log: number for number, (log, _, _) in enumerate(known)}
    following, told = Following(engine, seat), []
    for number, ((_, event, full), happened) in enumerate(zip(known, true, strict=True)):
        handles = following.follow(happened)
        if number >= since:
            told.append(_Event(number, event, full, handles).data(engine, following))
    lines = [
        {"number": numbers[line.number], "kind": line.kind, "text": line.text}
        for line in narrate(engine, state, seat)
        if numbers[line.number] >= since
    ]
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": engine.game.name,
        "viewer": None if seat is None else seat_place(seat),
        "since": since,
        "next": len(known),
        "events": told,
        "lines": lines,
    }


_LEFT_OUT = (
    "audience",
    "together",
    "told",
    "told_question",
    "where",
    "behind",
    "number",
    "decision",
    "piece",
    "pieces",
)
_SEATS = ("seat", "owners", "viewers", "winners")


@attrs.frozen
class _Event:
    """An event as a viewer may read it, with the handles of its piece before and after."""

    number: int
    event: ev.Event
    full: bool
    handles: tuple[str | None, str | None]

    def data(self, engine: Engine, following: Following) -> Json:
        """Return it as JSON."""
        event = self.event if self.full else counted(self.event, engine)
        found: Json = {"number": self.number, "event": ev.name_of(event), "full": self.full}
        for field in attrs.fields(type(event)):
            if field.name not in _LEFT_OUT:
                value = getattr(event, field.name)
                found[field.name] = _seats(value) if field.name in _SEATS else _plain(value)
        where = [following.place_name(one) for one in event.where]
        if isinstance(event, ev.LedgerEvent):
            before, after = self.handles if self.full else (None, None)
            found |= {"piece_before": before, "piece": after}
            found["source_id"], found["target_id"] = where or (None, None)
        elif isinstance(event, ev.ChanceEvent):
            found["source_id"] = where[0] if where else None
        elif isinstance(event, ev.ShortfallEvent):
            found["target_id"] = where[1] if where else None
        elif isinstance(event, ev.ValueEvent | ev.ShowValueEvent | ev.ShuffleEvent):
            found["place_id"] = where[0] if where else None
        return found


def _seats(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_seats(one) for one in value]
    return None if value is None else seat_place(value)


def _plain(value: Any) -> Any:
    return list(_items(value)) if isinstance(value, tuple) else value


def _items(value: tuple[Any, ...]) -> Iterator[Any]:
    yield from (_plain(one) for one in value)

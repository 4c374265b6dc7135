"""What a viewer knows -> what has happened as a JSON document: numbered for this viewer, with handles

The numbers are those in which the viewer comes to know of events. What others do ``together`` with it comes behind its
own, when all are done: so an event keeps its number, and whoever has seen the first ones asks for those since.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gamedsl.documents.knowledge import Known, KnownEvent
from gamedsl.documents.schemas import events as shape
from gamedsl.documents.segments import Segments
from gamedsl.engine import events as ev
from gamedsl.engine.event_names import seat_place
from gamedsl.play.engine import Engine
from gamedsl.presentation.seen import counted
from gamedsl.presentation.story.passages import Passage, numbers


def events_document(known: Known, since: int) -> shape.Events:
    """Return the events with numbers from ``since`` on."""
    engine, seat, segments = known.engine, known.seat, Segments(known)
    return {
        "format": "gamedsl events",
        "version": 1,
        "game": engine.game.name,
        "viewer": None if seat is None else seat_place(seat),
        "since": since,
        "next": len(known.events),
        "events": [_event(number, one, engine) for number, one in enumerate(known.events[since:], since)],
        "lines": [
            {
                "number": one.line.number,
                "kind": one.line.kind,
                "text": one.line.text,
                "segments": segments.of(one.line.text, one.about),
            }
            for one in known.lines_since(since)
        ],
        "story": [_passage(one, segments) for one in known.teller.since(since)],
    }


def _event(number: int, known: KnownEvent, engine: Engine) -> shape.Event:
    """Return an event as JSON."""
    event = known.event if known.full else counted(known.event, engine)
    found: shape.Event = {"number": number, "event": ev.name_of(event), "full": known.full}
    for field in shape.FIELDS[type(event)]:
        value = getattr(event, field)
        found[field] = _seats(value) if field in event.seats else _plain(value)
    handles = dict(zip(event.places, known.places, strict=False))
    found |= {shape.handle_of(field): handles.get(field) for field in event.places if field}
    if isinstance(event, ev.LedgerEvent):
        found["piece_before"], found["piece"] = known.handles if known.full else (None, None)
    return found


def _passage(passage: Passage, segments: Segments) -> shape.Passage:
    """Return a passage of the story; its words and answers may be about anything that belongs to it."""
    later = segments.decisions(passage.number, len(passage.answers))
    about = (passage.number, *later, *numbers(passage))
    return {
        "number": passage.number,
        "kind": passage.kind,
        "seat": None if passage.seat is None else seat_place(passage.seat),
        "words": segments.of(passage.words, about),
        "answers": [segments.of(answer, about) for answer in passage.answers],
        "effects": [
            {"numbers": list(one.numbers), "words": segments.of(one.words, one.numbers)} for one in passage.effects
        ],
        "inside": [_passage(one, segments) for one in passage.inside],
    }


def _seats(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_seats(one) for one in value]
    return None if value is None else seat_place(value)


def _plain(value: Any) -> Any:
    return list(_items(value)) if isinstance(value, tuple) else value


def _items(value: tuple[Any, ...]) -> Iterator[Any]:
    yield from (_plain(one) for one in value)

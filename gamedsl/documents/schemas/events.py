"""The shape of what has happened: of each kind of event as its class in ``gamedsl.engine.events`` has it"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from operator import or_
from types import NoneType
from typing import Annotated, Any, Literal, TypedDict, get_args, get_origin, get_type_hints

import attrs

from gamedsl.documents.json_schema import Limits, Named, Schema, Written, object_schema
from gamedsl.documents.schemas.values import Count, Handle, Seat
from gamedsl.engine import events as ev

_LEFT_OUT = {"audience", "together", "where", "behind"}
"""Fields of every event that say who may know it, and when."""
FIELDS: Mapping[type[ev.Event], tuple[str, ...]] = {
    kind: tuple(one.name for one in attrs.fields(kind) if one.name not in {*_LEFT_OUT, *kind.internal})
    for kind in ev.KINDS.values()
}
"""The fields of events that stand in documents under their own names."""


def handle_of(place: str) -> str:
    """Return the key of the handle of a place that an event calls in a field."""
    return f"{place}_id"


def _event_schema(schema: Callable[[Any], Schema]) -> Schema:
    return {"anyOf": [object_schema(_event_keys(name, kind), schema) for name, kind in ev.KINDS.items()]}


def _event_keys(name: str, kind: type[ev.Event]) -> dict[str, Any]:
    """Return the keys of a kind of event with their types."""
    types, fields = get_type_hints(kind), attrs.fields_dict(kind)
    told = {name: Annotated[types[name], Limits(**fields[name].metadata)] for name in FIELDS[kind]}
    return {
        "number": Count,
        "event": Literal[name],
        "full": Annotated[bool, "False where secrets are left out."],
        **{field: _by_handle(one) if field in kind.seats else one for field, one in told.items()},
        **{handle_of(field): Handle | None for field in kind.places if field},
        **(_PIECE if kind is ev.LedgerEvent else {}),
    }


_PIECE: Mapping[str, Any] = {
    "piece_before": Annotated[Handle | None, "The handle of the piece before it moved."],
    "piece": Annotated[Handle | None, "The handle that it has now."],
}


def _by_handle(kind: Any) -> Any:
    """Return a type of numbers of seats with handles in their place: ``tuple[int | None, ...]`` has ``Seat | None``."""
    origin, inside = get_origin(kind), get_args(kind)
    if kind is int or kind is NoneType:
        return Seat if kind is int else None
    if origin is Annotated:
        return Annotated[_by_handle(inside[0]), *inside[1:]]
    if origin is tuple:
        return list[_by_handle(inside[0])]  # type: ignore[misc]
    return reduce(or_, map(_by_handle, inside))


Event = Annotated[dict[str, Any], Written(_event_schema), Named("event")]


class Segment(TypedDict):
    text: Annotated[str, Limits(minLength=1)]
    kind: Literal["words", "piece", "place", "player"]
    ids: Annotated[
        list[Handle],
        Limits(uniqueItems=True),
        "What is meant; several where one name stands for all of them, none for words.",
    ]


class Line(TypedDict):
    number: Annotated[Count, "That of the first event that it tells."]
    kind: Literal["head", "move", "effect", "trouble", "end"]
    text: str
    segments: Annotated[list[Segment], "The text in stretches."]


class Effect(TypedDict):
    numbers: Annotated[list[Count], Limits(minItems=1), "The events that it tells."]
    words: list[Segment]


class Passage(TypedDict):
    number: Annotated[Count, "That of the first event that it tells: no other passage has it."]
    kind: Literal["head", "move", "event", "end", "trouble"]
    seat: Annotated[Seat | None, "Whose move or turn it is."]
    words: list[Segment]
    answers: Annotated[list[list[Segment]], "To later questions of the move."]
    effects: list[Effect]
    inside: Annotated[list[Passage], "What it has set off."]


class Events(TypedDict):
    """What has happened, as one viewer knows it

    Numbers count from 0 in the order in which the viewer comes to know of events, and never change.
    """

    format: Literal["gamedsl events"]
    version: Literal[1]
    game: str
    viewer: Seat | None
    since: Count
    next: Annotated[Count, "The number of the next event that comes."]
    events: list[Event]
    lines: list[Line]
    story: Annotated[
        list[Passage],
        "The same as people tell it. A passage comes whole whenever anything in it is new, and stands for what was told"
        " under its number.",
    ]

"""What happened, as frozen plain data for logs, ledgers and files: the kinds of events and their JSON form.

``audience`` has a bit for each seat that may see an event in full; the others see its counted form (``hidden``).
``together`` is the seat that acted during a phase ``together``: until that phase is over only this seat sees the event.
``behind`` is the number of the first event of such a phase, so that each of them is known by it, else -1.
Metadata of fields are keywords of JSON Schema for ``gamedsl/documents/schemas/events.py``.
``where`` are the places that it is about, by letter and number (see ``event_names``): a source first, then
a target; places are as public as the event. Both follow from the game, so saves leave them out.
"""

from __future__ import annotations

from typing import Any, Literal

import attrs

from gamedsl.by_fields import ByFields

_COUNT = {"minimum": 0}


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Event(ByFields):
    """Anything that happened; ``card`` is the card being carried out, ``line`` the line of the rule."""

    audience: int
    together: int | None = None
    card: str = attrs.field(default="", metadata={"description": "The paragraph that is carried out."})
    line: int = attrs.field(default=0, metadata={"minimum": 0, "description": "Its line in the rule file."})
    where: tuple[str, ...] = attrs.field(default=(), repr=False)
    behind: int = attrs.field(default=-1, repr=False)


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class PhaseEvent(Event):
    """A phase begins or ends."""

    phase: str
    words: str
    begins: bool


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class TurnEvent(Event):
    """A player's turn begins."""

    phase: str
    seat: int


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class DecisionEvent(Event):
    """A player has chosen; ``code`` and ``text`` are for the audience only.

    ``told`` and ``told_question`` are the words as others read them, where they hold secrets of this player.
    """

    number: int
    seat: int
    code: int = attrs.field(metadata={"minimum": -1, "description": "-1 if hidden."})
    text: str
    words: str
    question: str
    told: str | None = None
    told_question: str | None = None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class ChanceEvent(Event):
    """Dice, a rolled value, or a piece drawn at random."""

    source: str
    form: Literal["dice", "value", "piece"]
    outcome: str


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class LedgerEvent(Event):
    """A payment, the move of one piece, or points; ``number`` counts all of a game.

    ``amount`` is 1 for pieces. ``piece`` and ``label`` are for the audience only; ``kind`` (counter, kind of piece or
    scoring source) is public. ``owners`` are the seats of the places on both sides. ``nth`` counts from 0 the pieces
    that one step moves, -1 where it moves but one; it follows from the game, so saves leave it out.
    """

    number: int
    decision: int
    form: Literal["pay", "move", "score"]
    kind: str
    amount: int
    piece: int | None
    label: str
    source: str
    target: str
    owners: tuple[int | None, int | None] = attrs.field(metadata={"description": "Of both places."})
    words: str
    references: tuple[str, ...]
    nth: int = attrs.field(default=-1, repr=False)


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class ValueEvent(Event):
    """A value on the table is set."""

    entry: str
    place: str
    value: str


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class ShowEvent(Event):
    """Pieces are shown to players."""

    kind: str
    pieces: tuple[int, ...]
    labels: tuple[str, ...]
    viewers: tuple[int, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class ShowValueEvent(Event):
    """A hidden value is shown to players."""

    entry: str
    place: str
    value: str
    viewers: tuple[int, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class ShuffleEvent(Event):
    """A stack is shuffled."""

    place: str
    count: int = attrs.field(metadata=_COUNT)


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class ShufflePartEvent(Event):
    """So many pieces on top of a stack, or at its bottom, are shuffled among themselves."""

    place: str
    count: int = attrs.field(metadata=_COUNT)
    part: Literal["top", "bottom"] = attrs.field(
        metadata={"description": "Where in the stack: `count` pieces on top, or at the bottom."}
    )


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class TriggerEvent(Event):
    """A trigger fires."""

    trigger: str
    seat: int | None
    words: str


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class ShortfallEvent(Event):
    """A deal found no more pieces: so many are ``missing``."""

    source: str
    target: str
    missing: int = attrs.field(metadata=_COUNT)


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class RestEvent(Event):
    """So many payments, moves, points and values of one decision have been told that all others are left out."""


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class EndEvent(Event):
    """The game is over."""

    words: str
    winners: tuple[int, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class StopEvent(Event):
    """A rule could not be carried out."""

    code: str


KINDS: dict[str, type[Event]] = {
    kind.__name__.removesuffix("Event").lower(): kind
    for kind in (
        PhaseEvent,
        TurnEvent,
        DecisionEvent,
        ChanceEvent,
        LedgerEvent,
        ValueEvent,
        ShowEvent,
        ShowValueEvent,
        ShuffleEvent,
        ShufflePartEvent,
        TriggerEvent,
        ShortfallEvent,
        RestEvent,
        EndEvent,
        StopEvent,
    )
}
_NAMES = {kind: name for name, kind in KINDS.items()}


def name_of(event: Event) -> str:
    """Return the kind of an event in one word: ``ledger``, ``chance`` …"""
    return _NAMES[type(event)]


def to_data(event: Event) -> dict[str, Any]:
    """Return an event as JSON-able data."""
    data: dict[str, Any] = {"event": name_of(event)}
    for field in attrs.fields(type(event)):
        if not field.repr:
            continue
        value = getattr(event, field.name)
        data[field.name] = list(value) if isinstance(value, tuple) else value
    return data

"""Words about events and what their reader knows -> these in stretches, which name pieces, places and players"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal
from weakref import WeakKeyDictionary

import attrs

from gamedsl.documents.knowledge import Known, KnownEvent
from gamedsl.documents.schemas.events import Segment
from gamedsl.engine import events as ev
from gamedsl.engine.event_names import dice_place, seat_place, space_place
from gamedsl.engine.state.domains import singles
from gamedsl.engine.words.place_names import Places
from gamedsl.play.engine import Engine
from gamedsl.semantics.core import types as t

NameKind = Literal["piece", "place", "player"]
Named = tuple[NameKind, str, str | None]
"""A kind of segment, how the line calls the thing, and its handle: None where it has none for this viewer."""

_PLACES: WeakKeyDictionary[Engine, Places] = WeakKeyDictionary()


@attrs.define
class Segments:
    """Finds in texts what they are about: only things of the events that a text tells, and players."""

    known: Known
    engine: Engine = attrs.field(init=False)
    _places: Places = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.engine = self.known.engine
        places = _PLACES.get(self.engine) or Places(self.engine.game, self._seats)
        self._places = _PLACES.setdefault(self.engine, places)

    @property
    def _seats(self) -> tuple[str, ...]:
        return self.engine.game.seat_labels[: self.engine.layout.seats]

    def of(self, text: str, about: Sequence[int]) -> list[Segment]:
        """Return the stretches of a text about some events; the same words may mean several things."""
        found: dict[str, tuple[NameKind, dict[str, None]]] = {}
        for kind, words, handle in self._things(about):
            if words and handle is not None:
                found.setdefault(words, (kind, {}))[1][handle] = None
        return list(_cut(text, found))

    def decisions(self, first: int, count: int) -> list[int]:
        """Return the numbers of the decisions that answer the later questions of a move: so many of the same player."""
        events, found = self.known.events, list[int]()
        for at in range(first + 1, len(events) if count else 0):
            event = events[at].event
            if isinstance(event, ev.DecisionEvent):
                if len(found) == count or event.seat != getattr(events[first].event, "seat", None):
                    break
                found.append(at)
        return found

    def _things(self, about: Sequence[int]) -> Iterator[Named]:
        """Yield what may stand in a text: of two things of one name the piece, then the place, then the player."""
        events = [self.known.events[number] for number in about]
        for number, one in zip(about, events, strict=True):
            yield from self._pieces(one)
            if isinstance(one.event, ev.DecisionEvent):
                yield from self._moved_by(number)
        for one in events:
            yield from self._places_of(one)
        for seat, name in enumerate(self._seats):
            yield "player", name, seat_place(seat)

    def _moved_by(self, number: int) -> Iterator[Named]:
        """Yield the pieces that a decision moves at once: it mostly names them."""
        decision = self.known.events[number].event
        for at in range(number + 1, len(self.known.events)):
            known = self.known.events[at]
            if isinstance(known.event, ev.DecisionEvent) or known.event.together != decision.together:
                return
            if isinstance(known.event, ev.LedgerEvent):
                yield from self._pieces(known)

    def _pieces(self, known: KnownEvent) -> Iterator[Named]:
        event = known.event
        if not known.full:
            return
        if isinstance(event, ev.LedgerEvent):
            before, after = known.handles
            yield "piece", event.label, after or before
        elif isinstance(event, ev.DecisionEvent) and event.code >= 0:
            choice = self.engine.numbering.choice(event.code)
            for kind, value in () if choice.type is None else singles(choice.type, choice.value):
                item = kind.item if isinstance(kind, t.MaybeType) else kind
                if value is not None and isinstance(item, t.PieceType):
                    label = self.engine.wording.label(item, value)
                    if self.engine.game.kinds[item.kind].form == "space":
                        yield "place", label, space_place(value)
                    elif not self.engine.drawing.can_hide(item.kind):
                        yield "piece", label, f"p{value}"

    def _places_of(self, known: KnownEvent) -> Iterator[Named]:
        event, places = known.event, known.places
        match event:
            case ev.LedgerEvent(form="score"):
                return
            case ev.LedgerEvent(owners=(giver, taker)):
                yield from self._sides(known, inside=giver is not None and giver == taker)
                return
            case ev.ChanceEvent(form="dice") if event.source in self.engine.game.dice:
                at = list(self.engine.game.dice).index(event.source)
                yield "place", self._places.named(event.source), dice_place(at)
                return
            case ev.ShortfallEvent():
                return
            case _:
                named = [getattr(event, field) for field in event.places]
        for name, handle in zip(named, places, strict=False):
            if name:
                yield "place", self._places.read(name).label, handle

    def _sides(self, known: KnownEvent, inside: bool) -> Iterator[Named]:
        """Yield both places of a move; what a player simply has is called by the player, unless it stays ``inside``."""
        assert isinstance(known.event, ev.LedgerEvent)
        for name, handle in zip((known.event.source, known.event.target), known.places, strict=True):
            found = self._places.read(name) if name else None
            if found is not None and (inside or not found.seat or found.keyed):
                for words in (found.label, *((found.keys, found.counted) if found.counted else ())):
                    yield "place", words, handle


def _cut(text: str, things: dict[str, tuple[NameKind, dict[str, None]]]) -> Iterator[Segment]:
    """Yield a text in stretches: words, and between them what has handles, the longest names first."""
    if not things or not text:
        if text:
            yield {"text": text, "kind": "words", "ids": []}
        return
    names = "|".join(re.escape(name) for name in sorted(things, key=len, reverse=True))
    at = 0
    for found in re.finditer(rf"(?<!\w)(?:{names})(?!\w)", text):
        if found.start() > at:
            yield {"text": text[at : found.start()], "kind": "words", "ids": []}
        kind, handles = things[found.group()]
        yield {"text": found.group(), "kind": kind, "ids": list(handles)}
        at = found.end()
    if at < len(text):
        yield {"text": text[at:], "kind": "words", "ids": []}

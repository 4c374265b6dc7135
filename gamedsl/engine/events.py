"""What happened, as frozen plain data for logs, ledgers and files: the kinds of events and their JSON form.

``audience`` has a bit for each seat that may see an event in full; the others see its counted form (``hidden``).
``together`` is the seat that acted during a phase ``together``: until that phase is over only this seat sees the event.
``behind`` is the number of the first event of such a phase, so that each of them is known by it, else -1.
Metadata of fields are keywords of JSON Schema for ``gamedsl/documents/schemas/events.py``.
``where`` are the places that it is about, by letter and number (see ``event_names``): a source first, then
a target; places are as public as the event. Both follow from the game, so saves leave them out.

What is true of a kind of event stands at its class, and everybody who tells events, hides them or writes them down asks
it: a new kind is known to all of them once it has its class.

    class ShuffleEvent(PlaceEvent, template=mark("{place} shuffled"), keeps=mark("{label} has been shuffled")): ...
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Literal, Protocol

import attrs

from gamedsl.by_fields import ByFields
from gamedsl.i18n.speaking import gettext, mark


class Names(Protocol):
    """What words for events need of whoever tells them."""

    def place(self, place: str, /) -> str:
        """Return what a reader calls a place."""

    def selected(self, source: str, /) -> str:
        """Return what pieces are called that are selected by what they are; nothing for the name of a place."""


_COUNT = {"minimum": 0}


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Event(ByFields):
    """Anything that happened; ``card`` is the card being carried out, ``line`` the line of the rule.

    A kind says behind its base:

    ``places``: the fields in which the places of ``where`` are called, in their order; "" for one that is not called.
    Documents have the handle of each beside it: ``place_id`` beside ``place``.
    ``quiet``: of which fields the event is bookkeeping where nobody looks at any of these places.
    ``seats``: the fields with numbers of seats; documents have handles in their place.
    ``internal``: the fields that documents leave out: numbers of this program, and what stands in others already.
    ``secret``: what only its audience may know, by field, with what all others read instead.
    ``template``: its words for the log, in which fields stand by their names.
    ``keeps``: why what was decided before cannot be taken back, where it brings in something new: its ``label``.
    ``prepares``: before play it only lays out what belongs to nobody.
    """

    places: ClassVar[tuple[str, ...]] = ()
    quiet: ClassVar[tuple[str, ...]] = ()
    seats: ClassVar[tuple[str, ...]] = ()
    internal: ClassVar[tuple[str, ...]] = ()
    secret: ClassVar[Mapping[str, Any]] = {}
    template: ClassVar[str] = ""
    keeps: ClassVar[str] = ""
    prepares: ClassVar[bool] = False

    audience: int
    together: int | None = None
    card: str = attrs.field(default="", metadata={"description": "The paragraph that is carried out."})
    line: int = attrs.field(default=0, metadata={"minimum": 0, "description": "Its line in the rule file."})
    where: tuple[str, ...] = attrs.field(default=(), repr=False)
    behind: int = attrs.field(default=-1, repr=False)

    def __init_subclass__(cls, **row: Any) -> None:
        super().__init_subclass__()
        for name, value in row.items():
            if name not in ROW:
                raise TypeError(f"unknown fact of an event: {name}")
            setattr(cls, name, value)

    def counted(self) -> Event:
        """Return the event without what only its audience may know."""
        return attrs.evolve(self, **self.secret) if self.secret else self

    def says_nothing(self, _: bool, /) -> bool:
        """Tell whether the log has no words for it, seen in full or not: another event tells it, or nothing came."""
        return False

    def quiet_places(self) -> tuple[str, ...]:
        """Return the places that nobody looks at where the event is bookkeeping; none where it never is."""
        return tuple([getattr(self, name) for name in self.quiet])

    def in_words(self, names: Names) -> str:
        """Return what the log says of it; nothing where nothing need be said.

        Raises:
            TypeError: the kind has no words that tell each event by itself.
        """
        if not self.template:
            raise TypeError(f"no words for {type(self).__name__}")
        values = {field.name: getattr(self, field.name) for field in attrs.fields(type(self))}
        return gettext(self.template, **values | {name: names.place(values[name]) for name in self.places if name})


ROW = ("places", "quiet", "seats", "internal", "secret", "template", "keeps", "prepares")
"""The facts of a kind of event that its class may state."""


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class PhaseEvent(Event):
    """A phase begins or ends."""

    phase: str
    words: str
    begins: bool


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class TurnEvent(Event, seats=("seat",)):
    """A player's turn begins."""

    phase: str
    seat: int

    def says_nothing(self, _: bool, /) -> bool:
        """Tell whether the log has no words for it: the moves of the turn tell whose it is."""
        return True


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class DecisionEvent(
    Event,
    internal=("number", "told", "told_question"),
    seats=("seat",),
    secret={"code": -1, "words": "", "question": ""},
):
    """A player has chosen; ``code`` and ``text`` are for the audience only: others read the name of an action there.

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
class ChanceEvent(Event, places=("source",), quiet=("source",), secret={"outcome": ""}):
    """Dice, a rolled value, or a piece drawn at random."""

    source: str
    form: Literal["dice", "value", "piece"]
    outcome: str

    def says_nothing(self, _: bool, /) -> bool:
        """Tell whether the log has no words for it: the move of a piece that is drawn tells all."""
        return self.form == "piece"

    def quiet_places(self) -> tuple[str, ...]:
        """Return the place of a value; dice that are rolled are never bookkeeping."""
        return super().quiet_places() if self.form == "value" else ()


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class LedgerEvent(
    Event,
    internal=("number", "decision", "piece", "nth"),
    places=("source", "target"),
    quiet=("source", "target"),
    seats=("owners",),
):
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

    def counted(self) -> Event:
        """Return the entry without how much is paid, or which piece moves."""
        if self.form == "pay":
            return attrs.evolve(self, amount=0, words="")
        return attrs.evolve(self, piece=None, label="", words="")

    def says_nothing(self, full: bool, /) -> bool:
        """Tell whether the log has no words for it: a payment of nothing."""
        return self.form == "pay" and full and self.amount == 0

    def quiet_places(self) -> tuple[str, ...]:
        """Return both places; points are never bookkeeping."""
        return () if self.form == "score" else super().quiet_places()


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class ValueEvent(Event, places=("place",), quiet=("place",), secret={"value": ""}):
    """A value on the table is set."""

    entry: str
    place: str
    value: str


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class ShowEvent(Event, internal=("pieces",), seats=("viewers",), keeps=mark("hidden pieces have been shown")):
    """Pieces are shown to players."""

    kind: str
    pieces: tuple[int, ...]
    labels: tuple[str, ...]
    viewers: tuple[int, ...]

    def counted(self) -> Event:
        """Return the event with how many pieces are shown."""
        return attrs.evolve(self, pieces=(), labels=("",) * len(self.labels))


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class ShowValueEvent(
    Event,
    places=("place",),
    quiet=("place",),
    seats=("viewers",),
    secret={"value": ""},
    keeps=mark("hidden values have been shown"),
):
    """A hidden value is shown to players."""

    entry: str
    place: str
    value: str
    viewers: tuple[int, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class PlaceEvent(Event, places=("place",), quiet=("place",), prepares=True):
    """Something is done to ``count`` pieces that lie in one place; nothing is told of it where it is a single one."""

    place: str
    count: int = attrs.field(metadata=_COUNT)

    def in_words(self, names: Names) -> str:
        """Return what the log says of it."""
        return super().in_words(names) if self.count > 1 else ""


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class ShuffleEvent(PlaceEvent, template=mark("{place} shuffled"), keeps=mark("{label} has been shuffled")):
    """A stack is shuffled."""


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class ShufflePartEvent(PlaceEvent, keeps=mark("{label} has been shuffled")):
    """So many pieces on top of a stack, or at its bottom, are shuffled among themselves."""

    part: Literal["top", "bottom"] = attrs.field(
        metadata={"description": "Where in the stack: `count` pieces on top, or at the bottom."}
    )

    @property
    def template(self) -> str:  # type: ignore[override]
        """The words for the part that is shuffled."""
        return _SHUFFLED[self.part]


_SHUFFLED = {
    "top": mark("{place}: the top {count} shuffled"),
    "bottom": mark("{place}: the bottom {count} shuffled"),
}


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class TriggerEvent(Event, seats=("seat",)):
    """A trigger fires."""

    trigger: str
    seat: int | None
    words: str


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class ShortfallEvent(
    Event, places=("", "target"), quiet=("source",), template=mark("{place} is empty: {number} missing"), prepares=True
):
    """A deal found no more pieces: so many are ``missing``."""

    source: str
    target: str
    missing: int = attrs.field(metadata=_COUNT)

    def in_words(self, names: Names) -> str:
        """Return what the log says of it: of pieces that are selected by what they are that these are missing."""
        if selected := names.selected(self.source):
            return gettext("{things}: {number} missing", things=selected, number=self.missing)
        return gettext(self.template, place=names.place(self.source), number=self.missing)


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class RestEvent(Event, template=mark("what else happens is left out")):
    """So many payments, moves, points and values of one decision have been told that all others are left out."""


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class EndEvent(Event, seats=("winners",), template=mark("The game is over")):
    """The game is over."""

    words: str
    winners: tuple[int, ...]

    def in_words(self, names: Names) -> str:
        """Return the words of the end, or that it is over."""
        return self.words or super().in_words(names)


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class StopEvent(Event, template=mark("The game has stopped: {code}")):
    """A rule could not be carried out."""

    code: str


def _kinds(base: type[Event]) -> Iterator[type[Event]]:
    """Yield the kinds of events below a class, in the order in which they are declared; bases are none."""
    for kind in base.__subclasses__():
        below = tuple(_kinds(kind))
        yield from below or (kind,)


KINDS: dict[str, type[Event]] = {kind.__name__.removesuffix("Event").lower(): kind for kind in _kinds(Event)}
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

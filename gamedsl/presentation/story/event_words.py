"""Events as a viewer knows them -> words: what the folded story and the details of the log have in common.

Both hear the same events, and both tell those of one sort together. The story says in a sentence what came of a move;
the details say from where to where, and leave less out. What differs stands in ``folded_words`` and ``details``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import attrs

from gamedsl.engine import events as ev
from gamedsl.engine.words.place_names import Called, Places, number_of_kind, plurals, static_words
from gamedsl.engine.words.wording import bare
from gamedsl.i18n.speaking import all_of, gettext, ngettext
from gamedsl.play.engine import Engine
from gamedsl.presentation.effects.selections import Selections
from gamedsl.presentation.story.templates import told


@attrs.frozen
class Around:
    """Where an effect is told: whose move or turn it is, what that said; effects have been told (``begun``).

    What other effects say is not ``said``: who gets 4 gold twice is told so twice. ``move``: what the move itself says,
    without the answers to later questions.
    """

    seat: int | None
    said: str
    begun: bool = False
    move: str = ""


class EventWords(ABC):
    """Words for the events of one set-up."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.game = engine.game
        self.names: tuple[str, ...] = tuple(engine.game.seat_labels[: engine.layout.seats])
        self.places = Places(engine.game, self.names)
        self.selections = Selections(engine.wording)
        self.quiet = engine.layout.quiet
        self.plurals = plurals(engine.game)

    def words(self, events: Sequence[ev.Event], full: bool, around: Around) -> str:
        """Return events of one sort in words; empty where nothing need be said of them."""
        match events[0]:
            case ev.LedgerEvent(form="move", source=source, target=target) if source == target:
                return ""
            case ev.LedgerEvent():
                return self.ledger([one for one in events if isinstance(one, ev.LedgerEvent)], around)
            case ev.ChanceEvent(form="dice", source=source):
                return self._rolled(source, [one.outcome for one in events if isinstance(one, ev.ChanceEvent)], around)
            case ev.ChanceEvent(form="value", source=source, outcome=outcome):
                return self.drawn(source, outcome or "?", around)
            case ev.ChanceEvent():
                return ""
            case ev.ValueEvent():
                return self.value([one for one in events if isinstance(one, ev.ValueEvent)], around) if full else ""
            case ev.ShowEvent(kind=kind, labels=labels, viewers=viewers):
                return self.shown(self.listed(labels if full else (), len(labels), kind), viewers, around)
            case ev.ShowValueEvent(place=place, value=value, viewers=viewers):
                what = self.whose(place, around)
                return self.shown(told("value", place=what, value=value) if full else what, viewers, around)
            case _:
                return events[0].in_words(self)

    def is_told(self, event: ev.Event, full: bool) -> bool:
        """Tell whether an event may have words: not one about quiet entries of the table alone, or about nothing."""
        places = event.quiet_places()
        return not (event.says_nothing(full) or (bool(places) and all(map(self.is_quiet, places))))

    def is_quiet(self, place: str) -> bool:
        """Is this a place that nobody looks at?"""
        return bool(self.quiet) and self.places.read(place).entry in self.quiet

    # ------------------------------------------------------------ what each tells in its own way

    @abstractmethod
    def ledger(self, entries: Sequence[ev.LedgerEvent], around: Around) -> str:
        """Tell payments, moves of pieces or points of one sort."""

    @abstractmethod
    def faces(self, source: str, dice: str, faces: Sequence[str], around: Around, /) -> str:
        """Tell what dice show."""

    @abstractmethod
    def drawn(self, source: str, outcome: str, around: Around) -> str:
        """Tell a value that chance has given."""

    @abstractmethod
    def value(self, events: Sequence[ev.ValueEvent], around: Around) -> str:
        """Tell a new value, of several players perhaps; nothing where it is said already, or nobody asks."""

    @abstractmethod
    def shown(self, what: str, viewers: Sequence[int], around: Around, /) -> str:
        """Tell to whom something is shown."""

    @abstractmethod
    def listed(self, labels: Sequence[str], number: int, kind: str) -> str:
        """Return pieces by their names, where the viewer knows them; else how many they are."""

    @abstractmethod
    def place(self, place: str, /) -> str:
        """Return what a reader calls a place, whoever moves."""

    @abstractmethod
    def held(self, found: Called, around: Around, /) -> str:
        """Return a place that a piece has with that piece."""

    # ------------------------------------------------------------ moves

    def move(self, event: ev.DecisionEvent, full: bool) -> str:
        """Return what a player has decided; the answer to a question of its own stands behind that."""
        if not full:
            return self.hidden(event.text)
        said = event.words or event.text
        return f"{event.question} {said}" if self.is_answer(event, full) and event.question else said

    def is_answer(self, event: ev.DecisionEvent, full: bool) -> bool:
        """Does a decision answer a question that came up on the way, as far as the viewer knows?"""
        choice = self.engine.numbering.choice(event.code) if full and event.code >= 0 else None
        return choice is not None and choice.action is None and not choice.is_pass

    def hidden(self, action: str) -> str:
        """Return the words of an action without the values in them: they may be the player's own secrets."""
        paragraph = self.game.actions.get(action)
        if not action:
            return told("decides")
        if paragraph is None or paragraph.words is None:
            return bare(action)
        return "".join(part if isinstance(part, str) else "…" for part in paragraph.words.parts)

    def begins(self, event: ev.DecisionEvent) -> str | None:
        """Return the name of the action that a decision begins: its words stand there, or hide what not all know."""
        return event.text if event.code < 0 else self.engine.numbering.choice(event.code).action

    # ------------------------------------------------------------ dice and points

    def _rolled(self, source: str, faces: Sequence[str], around: Around) -> str:
        """Tell a throw; of dice that lie where the reader does not look only how many they were."""
        dice = self.places.named(source)
        if self.places.read(source).entry in self.game.zones:
            dice = self.whose(source, around)
            if not any(faces):
                return ngettext("{place}: {count} die rolled", "{place}: {count} dice rolled", len(faces), place=dice)
        return self.faces(source, dice, [face or "?" for face in faces], around)

    def scored(self, entries: Sequence[ev.LedgerEvent], teller: int | None) -> str:
        """Return points with who has scored them; ``teller`` is left out."""
        owners = [scorer(one) for one in entries]
        points = [
            f"{'' if seat is None or seat == teller else f'{self.names[seat]} '}{one.amount:+d}"
            for seat, one in zip(owners, entries, strict=True)
        ]
        return told("points", source=static_words(self.game.sources[entries[0].kind]), points=", ".join(points))

    # ------------------------------------------------------------ names

    def number(self, count: int, kind: str) -> str:
        """Return how many of a kind: "2 chips"."""
        return number_of_kind(self.game, kind, count, self.plurals)

    def selected(self, source: str, /) -> str:
        """Return what pieces are called that are selected by what they are; nothing for the name of a place."""
        return self.selections.called(source)

    def whose(self, place: str, around: Around) -> str:
        """Return a place with whose it is, where that is not the player whose move it is."""
        found = self.places.read(place)
        if found.seat and (around.seat is None or found.seat != self.names[around.seat]):
            return gettext("{owner}'s {what}", owner=found.seat, what=found.label)
        return self.held(found, around) if found.holder else found.label

    def players(self, seats: Sequence[int | None]) -> str:
        """Return players by their names, all of them as everybody."""
        return self.everybody([self.names[seat] for seat in seats if seat is not None])

    def everybody(self, names: Sequence[str]) -> str:
        """Return names; those of all players as everybody."""
        if len(names) > 1 and set(names) == set(self.names):
            return gettext("everybody")
        return all_of(names) or gettext("nobody")


def scorer(event: ev.LedgerEvent) -> int | None:
    """Return who scores."""
    return next((seat for seat in reversed(event.owners) if seat is not None), None)


def says_more(event: ev.LedgerEvent, begun: str | None) -> bool:
    """Do the words of a step say more than the line with which its paragraph began (None: it has no such line)?"""
    return bool(event.words) and (begun is None or (bool(begun) and not begun.startswith(event.words)))


def sort_of(number: int, event: ev.Event, *, in_detail: bool = False) -> tuple[Any, ...]:
    """Return what events have alike that are told together; ``in_detail`` no more than one step brings."""
    if isinstance(event, ev.ChanceEvent) and event.form == "dice":
        return ("dice", event.source)
    if isinstance(event, ev.ValueEvent) and event.entry.startswith("player.") and not in_detail:
        return ("value", event.entry, event.place.partition(".")[2], event.value)
    if not isinstance(event, ev.LedgerEvent):
        return (number,)
    once = (event.decision, event.line if event.form == "move" else 0) if in_detail else ()
    if event.form == "score":
        return ("score", event.kind, event.words, *once)
    if event.form == "pay":
        return (*_payment(event), event.words, *((event.amount, *once) if in_detail else ()))
    source = event.source
    target = event.target if event.label else None  # hidden pieces dealt to several players are told together
    is_own = event.owners[0] is not None and event.label in ("", bare(event.kind))
    if is_own and not in_detail:  # each player of an own place
        source = source.partition(".")[2] or source
        if event.owners[1] in (None, event.owners[0]):
            target = event.target if event.owners[1] is None else event.target.partition(".")[2]
    return ("move", event.kind, event.words, source, target, bool(event.label), *once)


def _payment(event: ev.LedgerEvent) -> tuple[object, ...]:
    """Return what payments have alike that are told together: from and to the same place, or that of each player."""
    if event.owners == (None, None):
        return ("pay", event.kind, event.source, event.target)
    ends = zip(event.owners, (event.source, event.target), strict=True)
    places = [place if seat is None else place.partition(".")[2] or place for seat, place in ends]
    return ("pay", event.kind, event.amount, *places, event.owners[0] == event.owners[1])

"""Events and a viewer -> the log in plain words"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from itertools import groupby
from typing import Any

import attrs

from gamedsl.engine import events as ev
from gamedsl.engine.words.labels import headed
from gamedsl.engine.words.place_names import Places, many_of_kind, number_of_kind, plurals
from gamedsl.engine.words.wording import each_once
from gamedsl.i18n.speaking import all_of, gettext, ngettext
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.presentation.effects.selections import Selections
from gamedsl.presentation.seen import counted, visible
from gamedsl.presentation.view_data import Line
from gamedsl.semantics.core import types as t

_INLINE = 76
_MOST_INLINE = 2
_MOST_LABELS = 40


def narrate(engine: Engine, state: State, seat: int | None, *, revealed: bool = False) -> list[Line]:
    """Return the log of a viewer, oldest line first; ``revealed``: with all secrets."""
    return [one.line for one in Narrator(engine).lines(visible(engine, state, seat, revealed=revealed))]


@attrs.frozen
class _Seen:
    """An event as the viewer knows it, with its number."""

    number: int
    event: ev.Event
    full: bool


@attrs.frozen
class LineTold:
    """A line, and the numbers of the events that it tells."""

    line: Line
    about: tuple[int, ...]


class Narrator:
    """Turns events into lines: equal effects are told together, short ones behind the move that they follow."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.game = engine.game
        self.names = engine.game.seat_labels[: engine.layout.seats]
        self.places = Places(engine.game, self.names)
        self.selections = Selections(engine.wording)
        self.quiet = engine.layout.quiet
        self.plurals = plurals(engine.game)
        self.actor: int | None = None
        self.begun: dict[str, str] = {}
        """The words of phases, actions and triggers, by name, as lines of their own have told them."""
        self.reason = ""
        """The words of the step that have been told last, since anything began."""
        self.head: Line | None = None
        self.found: list[LineTold] = []
        self._about: tuple[int, ...] = ()

    def copy(self) -> Narrator:
        """Return one that goes on from here without this one's knowing."""
        other = copy(self)
        other.begun, other.found = dict(self.begun), self.found[-1:]
        return other

    def lines(self, visible: Iterable[tuple[int, ev.Event, bool]]) -> list[LineTold]:
        """Return the lines about events that follow those told before."""
        self.found = self.found[-1:]
        before = len(self.found)
        seen = [
            _Seen(number, event if full else counted(event, self.engine), full)
            for number, event, full in visible
            if not event.says_nothing(full) and not is_bookkeeping(event, self._quiet)
        ]
        for alike in _bundles(seen):
            self._about = tuple([one.number for one in alike])
            self._tell(alike)
        return _inlined(_once(self.found[before:]))

    def _quiet(self, place: str) -> bool:
        return bool(self.quiet) and self.places.read(place).entry in self.quiet

    def _tell(self, group: list[_Seen]) -> None:
        first = group[0]
        if isinstance(first.event, ev.PhaseEvent | ev.DecisionEvent | ev.TriggerEvent):
            self.reason = ""
        match first.event:
            case ev.PhaseEvent(phase=phase, words=words, begins=begins):
                self.actor = None
                self.begun[phase] = words
                named = begins and self.game.phases[phase].words is not None
                self.head = Line(words, "head", first.number) if named else None
            case ev.DecisionEvent():
                self.actor = first.event.seat
                self._begins(first.event)
                self._add(self._decision(first.event, first.full), "move", first.number)
            case ev.LedgerEvent(form="move", source=source, target=target) if source == target:
                pass
            case ev.LedgerEvent():
                self._add(f"{self._entries(group)}{self._said(first.event)}", "effect", first.number)
            case ev.TriggerEvent(trigger=trigger, words=words):
                self.begun[trigger] = words
                self._add(f"» {words}", "effect", first.number)
            case ev.EndEvent():
                self._add(first.event.in_words(self), "end", first.number)
            case ev.StopEvent():
                self._add(first.event.in_words(self), "trouble", first.number)
            case ev.ChanceEvent(form="dice", source=source):
                faces = [seen.event.outcome for seen in group if isinstance(seen.event, ev.ChanceEvent)]
                self._add(self._rolled(source, faces), "effect", first.number)
            case _:
                text = self._other(first.event, first.full)
                if text:
                    self._add(text, "effect", first.number)

    def _rolled(self, source: str, faces: list[str]) -> str:
        """Tell a throw; of dice that lie where the reader does not look only how many they were."""
        where = self.places.named(source)
        if self.places.read(source).entry in self.game.zones:
            where = self._whole(source)
            if not any(faces):
                return ngettext("{place}: {count} die rolled", "{place}: {count} dice rolled", len(faces), place=where)
        return headed(where, ", ".join(face or "?" for face in faces))

    def _begins(self, event: ev.DecisionEvent) -> None:
        """Note the words of an action: the line of the decision tells them, or hides what not all may know."""
        action = event.text if event.code < 0 else self.engine.numbering.choice(event.code).action
        if action:
            self.begun[action] = event.words

    def _said(self, event: ev.LedgerEvent) -> str:
        """Return the words of a step, or of the rule that it stands in, in brackets, where no other line says them."""
        paragraph = self.game.rules.get(event.card)
        begun = self.begun.get(event.card)
        last = self.found[-1].line.text if self.found else ""
        if not event.words or (begun is not None and (not begun or begun.startswith(event.words))):
            return ""
        if begun is None and (paragraph is None or paragraph.words is None) and event.words == _words(event.card):
            return ""
        is_said = event.words == self.reason or event.words in last
        self.reason = event.words
        return "" if is_said else f" ({event.words})"

    def _add(self, text: str, kind: Any, number: int) -> None:
        if self.head is not None:
            self.found.append(LineTold(self.head, ()))
            self.head = None
        self.found.append(LineTold(Line(text, kind, number), self._about))

    def _decision(self, event: ev.DecisionEvent, full: bool) -> str:
        name = self.names[event.seat]
        if not full:
            return headed(name, self._hidden_move(event.text))
        choice = self.engine.numbering.choice(event.code)
        asked = f"{event.question} " if choice.action is None and not choice.is_pass else ""
        return headed(name, f"{asked}{event.words or event.text}")

    def _hidden_move(self, action: str) -> str:
        """Return the words of an action without the values in them: they may be the player's own secrets."""
        paragraph = self.game.actions.get(action)
        if not action:
            return gettext("decides (hidden)")
        if paragraph is None or paragraph.words is None:
            return gettext("{action}: (hidden)", action=_words(action))
        words = "".join(part if isinstance(part, str) else "…" for part in paragraph.words.parts)
        return gettext("{action}: (hidden)", action=words)

    def _other(self, event: ev.Event, full: bool) -> str:
        match event:
            case ev.ChanceEvent(form="value"):
                return gettext(
                    "{what} is rolled: {values}", what=self._whole(event.source), values=event.outcome or "?"
                )
            case ev.ValueEvent():
                return self._value(event) if full and self._tells(event) else ""
            case ev.ShowEvent():
                pieces = ", ".join(event.labels) if full else self._number(len(event.labels), event.kind)
                viewers = self._everybody([self.names[seat] for seat in event.viewers])
                return gettext("{what} shown to {players}", what=pieces, players=viewers)
            case ev.ShowValueEvent():
                shown = headed(self._whole(event.place), event.value) if full else self._whole(event.place)
                viewers = self._everybody([self.names[seat] for seat in event.viewers])
                return gettext("{what} shown to {players}", what=shown, players=viewers)
            case _:
                return event.in_words(self)

    def _value(self, event: ev.ValueEvent) -> str:
        """Tell a new value; nothing when the move before says it already."""
        last = self.found[-1].line if self.found else None
        if last is not None and last.kind == "move" and last.text.endswith(headed("", event.value)):
            return ""
        return headed(self._whole(event.place), event.value)

    def _whole(self, place: str) -> str:
        """Return a place with the player it belongs to, who is left out when this is the player at turn."""
        found = self.places.read(place)
        if found.seat and found.seat != self.actor_name:
            return gettext("{owner}'s {what}", owner=found.seat, what=found.label)
        return f"{found.holder} {found.label}" if found.holder else found.label

    @property
    def actor_name(self) -> str:
        """Name of the player whose decision is told; empty when there is none."""
        return "" if self.actor is None else self.names[self.actor]

    def selected(self, source: str, /) -> str:
        """Return what pieces are called that are selected by what they are; nothing for the name of a place."""
        return self.selections.called(source)

    def _tells(self, event: ev.ValueEvent) -> bool:
        """Numbers and words are told, and whatever has words of its own.

        Other lines mostly name the players and pieces that rules remember under a name alone.
        """
        declared = self.game.values.get(event.entry)
        kind = declared.type if declared is not None else t.UnknownType()
        is_number = isinstance(kind.item if isinstance(kind, t.MaybeType) else kind, t.IntType | t.WordType)
        return is_number or (declared is not None and declared.words is not None)

    # ------------------------------------------------------------ ledger

    def _entries(self, group: list[_Seen]) -> str:
        """Tell ledger entries of one sort together; all have the same form and kind."""
        entries = [seen.event for seen in group if isinstance(seen.event, ev.LedgerEvent)]
        first = entries[0]
        if first.form == "score":
            return self._scores(entries)
        pairs = list(dict.fromkeys(entry.owners for entry in entries))
        targets = self._distinct(entry.target for entry in entries)
        sources = self._distinct(entry.source for entry in entries)
        what = self._amount(first) if first.form == "pay" else self._pieces(entries)
        if first.form == "pay" and len(entries) > 1:
            what = gettext("{what} each", what=what)
        if self._quiet(first.source):
            return f"{what} → {targets}"
        if self._quiet(first.target):
            return gettext("{what} from {place}", what=what, place=sources)
        if None not in first.owners and all(giver == taker for giver, taker in pairs):
            places = [self.places.read(place).label for place in (first.source, first.target)]
            moved = headed(what, f"{places[0]} → {places[1]}")
            names = [self.names[giver] for giver, _ in pairs if giver is not None]
            return moved if pairs == [(self.actor, self.actor)] else headed(self._everybody(names), moved)
        if self.actor is not None and pairs == [(self.actor, None)]:
            return f"{what} → {targets}"
        if self.actor is not None and pairs == [(None, self.actor)]:
            return gettext("{what} from {place}", what=f"+{what}" if first.form == "pay" else what, place=sources)
        return headed(what, f"{sources} → {targets}")

    def _scores(self, entries: list[ev.LedgerEvent]) -> str:
        source = self.game.sources[entries[0].kind]
        words = source.words.parts[0] if source.words is not None and source.words.parts else _words(source.name)
        points = []
        for entry in entries:
            seat = next((owner for owner in reversed(entry.owners) if owner is not None), None)
            name = "" if seat is None or seat == self.actor else f"{self.names[seat]} "
            points.append(f"{name}{entry.amount:+d}")
        return headed(f"{words}", ", ".join(points))

    def _amount(self, entry: ev.LedgerEvent) -> str:
        return self._number(entry.amount, entry.kind) if entry.amount else self._some(entry.kind)

    def _some(self, kind: str) -> str:
        return gettext("some {things}", things=many_of_kind(self.game, kind, self.plurals))

    def _pieces(self, entries: list[ev.LedgerEvent]) -> str:
        by_target: dict[str, int] = {}
        for entry in entries:
            by_target[entry.target] = by_target.get(entry.target, 0) + 1
        counts = set(by_target.values())
        if len(by_target) > 1:
            each = gettext("{what} each", what=self._number(min(counts), entries[0].kind))
            return each if len(counts) == 1 else self._number(len(entries), entries[0].kind)
        labels = [entry.label for entry in entries if entry.label]
        if len(labels) == len(entries) and len(set(labels)) <= _MOST_LABELS:
            return each_once(labels)
        return self._number(len(entries), entries[0].kind)

    def _number(self, count: int, kind: str) -> str:
        return number_of_kind(self.game, kind, count, self.plurals)

    def _distinct(self, places: Iterator[str]) -> str:
        return self._everybody([self.place(place) for place in dict.fromkeys(places)])

    def _everybody(self, names: list[str]) -> str:
        if len(names) > 1 and set(names) == set(self.names):
            return gettext("everybody")
        return all_of(names) or gettext("nobody")

    def place(self, place: str, /) -> str:
        """Return "Ann" for things that a player simply has, else the name of the place."""
        found = self.places.read(place)
        if found.seat:
            return gettext("{owner}'s {what}", owner=found.seat, what=found.label) if found.keyed else found.seat
        return f"{found.holder} {found.label}" if found.holder else found.label


def is_bookkeeping(event: ev.Event, is_quiet: Callable[[str], bool]) -> bool:
    """Tell whether an event is about quiet places and values of the table alone."""
    places = event.quiet_places()
    return bool(places) and all(map(is_quiet, places))


def payment_sort(event: ev.LedgerEvent) -> tuple[object, ...]:
    """Return what payments have alike that are told together: from and to the same place, or that of each player."""
    if event.owners == (None, None):
        return ("pay", event.kind, event.source, event.target)
    ends = zip(event.owners, (event.source, event.target), strict=True)
    places = [place if seat is None else place.partition(".")[2] or place for seat, place in ends]
    return ("pay", event.kind, event.amount, *places, event.owners[0] == event.owners[1])


def _words(name: str) -> str:
    return name.replace("_", " ")


def _bundles(every: Iterable[_Seen]) -> Iterator[list[_Seen]]:
    """Yield what stands in one line; what is paid again between the same two places stands in one of its own."""
    for _, group in groupby(every, key=_bundle):
        found: list[_Seen] = []
        paid: set[tuple[str, str]] = set()  # between which places, so that a long line costs what it tells
        for seen in group:
            event = seen.event
            if isinstance(event, ev.LedgerEvent):
                places = (event.source, event.target)
                if event.form == "pay" and places in paid:
                    yield found
                    found, paid = [], set()
                paid.add(places)
            found.append(seen)
        yield found


def _bundle(seen: _Seen) -> tuple[object, ...]:
    """Events with the same key stand in one line: ledger entries of one sort, everything else alone."""
    event = seen.event
    if isinstance(event, ev.ChanceEvent) and event.form == "dice":
        return ("dice", event.source)
    if not isinstance(event, ev.LedgerEvent):
        return (seen.number,)
    if event.form == "score":
        return ("score", event.kind, event.decision, event.words)
    if event.form == "pay":
        return (*payment_sort(event), event.amount, event.decision, event.words)
    same_target = event.target if event.label else None  # hidden pieces dealt to several players are told together
    return ("move", event.kind, event.decision, event.words, event.source, same_target, event.line, bool(event.label))


def _once(lines: Iterable[LineTold]) -> list[LineTold]:
    """Return the lines; effects that tell the same one after another are one line with how often."""
    found: list[LineTold] = []
    for (text, kind), group in groupby(lines, key=lambda told: (told.line.text, told.line.kind)):
        first, *more = group
        if not more or kind != "effect":
            found += [first, *more]
            continue
        about = tuple([number for one in (first, *more) for number in one.about])
        found.append(LineTold(attrs.evolve(first.line, text=f"{text} ×{len(more) + 1}"), about))
    return found


def _inlined(lines: list[LineTold]) -> list[LineTold]:
    """Put one or two short effects behind the move that they follow."""
    found: list[LineTold] = []
    index, kinds = 0, [one.line.kind for one in lines]
    while index < len(lines):
        told = lines[index]
        index += 1
        end = index
        while kinds[index - 1] == "move" and end - index <= _MOST_INLINE and kinds[end : end + 1] == ["effect"]:
            end += 1
        if 0 < end - index <= _MOST_INLINE:
            whole = lines[index - 1 : end]
            text = " · ".join([one.line.text for one in whole])
            if len(text) <= _INLINE:
                about = tuple([number for one in whole for number in one.about])
                told, index = LineTold(attrs.evolve(told.line, text=text), about), end
        found.append(told)
    return found

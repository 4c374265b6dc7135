"""Events and a viewer -> the details of the log: a line for every single event, equal ones together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from itertools import groupby
from typing import Any

import attrs

from gamedsl.engine import events as ev
from gamedsl.engine.words.labels import headed
from gamedsl.engine.words.place_names import Called, many_of_kind
from gamedsl.engine.words.wording import bare, each_once
from gamedsl.i18n.speaking import gettext
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.presentation.seen import counted, visible
from gamedsl.presentation.story.event_words import Around, EventWords, says_more, sort_of
from gamedsl.presentation.story.templates import told
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


class DetailedWords(EventWords):
    """Words for every single event: from where to where something goes, without the names of who moves."""

    def ledger(self, entries: Sequence[ev.LedgerEvent], around: Around) -> str:
        """Tell entries of one sort together; all have the same form and kind."""
        first, actor = entries[0], around.seat
        if first.form == "score":
            return self.scored(entries, actor)
        pairs = list(dict.fromkeys(entry.owners for entry in entries))
        targets = self._distinct(entry.target for entry in entries)
        sources = self._distinct(entry.source for entry in entries)
        what = self._amount(first) if first.form == "pay" else self._pieces(entries)
        if first.form == "pay" and len(entries) > 1:
            what = gettext("{what} each", what=what)
        if self.is_quiet(first.source):
            return f"{what} → {targets}"
        if self.is_quiet(first.target):
            return told("from", what=what, place=sources)
        if None not in first.owners and all(giver == taker for giver, taker in pairs):
            places = [self.places.read(place).label for place in (first.source, first.target)]
            moved = headed(what, f"{places[0]} → {places[1]}")
            return moved if pairs == [(actor, actor)] else headed(self.players([giver for giver, _ in pairs]), moved)
        if actor is not None and pairs == [(actor, None)]:
            return f"{what} → {targets}"
        if actor is not None and pairs == [(None, actor)]:
            return told("from", what=f"+{what}" if first.form == "pay" else what, place=sources)
        return headed(what, f"{sources} → {targets}")

    def faces(self, _source: str, dice: str, faces: Sequence[str], _: Around, /) -> str:
        """Tell what dice show."""
        return headed(dice, ", ".join(faces))

    def drawn(self, source: str, outcome: str, around: Around) -> str:
        """Tell a value that chance has given."""
        return gettext("{what} is rolled: {values}", what=self.whose(source, around), values=outcome)

    def value(self, events: Sequence[ev.ValueEvent], around: Around) -> str:
        """Tell a new number or word, and whatever has words of its own; nothing when the move before says it already.

        Other lines mostly name the players and pieces that rules remember under a name alone.
        """
        event = events[0]
        declared = self.game.values.get(event.entry)
        kind = declared.type if declared is not None else t.UnknownType()
        is_number = isinstance(kind.item if isinstance(kind, t.MaybeType) else kind, t.IntType | t.WordType)
        is_said = around.move.endswith(headed("", event.value))
        if is_said or not (is_number or (declared is not None and declared.words is not None)):
            return ""
        return told("value", place=self.whose(event.place, around), value=event.value)

    def shown(self, what: str, viewers: Sequence[int], _: Around, /) -> str:
        """Tell to whom something is shown."""
        return told("shown", what=what, players=self.players(viewers))

    def listed(self, labels: Sequence[str], number: int, kind: str) -> str:
        """Return pieces one by one; those that the viewer does not know by their number."""
        return ", ".join(labels) if labels else self.number(number, kind)

    def _amount(self, entry: ev.LedgerEvent) -> str:
        if entry.amount:
            return self.number(entry.amount, entry.kind)
        return told("some", things=many_of_kind(self.game, entry.kind, self.plurals))

    def _pieces(self, entries: Sequence[ev.LedgerEvent]) -> str:
        by_target = Counter(entry.target for entry in entries)
        number = self.number(len(entries), entries[0].kind)
        if len(by_target) > 1:
            each = gettext("{what} each", what=self.number(min(by_target.values()), entries[0].kind))
            return each if len(set(by_target.values())) == 1 else number
        labels = [entry.label for entry in entries if entry.label]
        return each_once(labels) if len(labels) == len(entries) and len(set(labels)) <= _MOST_LABELS else number

    def _distinct(self, places: Iterable[str]) -> str:
        return self.everybody([self.place(place) for place in dict.fromkeys(places)])

    def place(self, place: str, /) -> str:
        """Return "Ann" for things that a player simply has, else the name of the place."""
        found = self.places.read(place)
        if found.seat and not found.keyed:
            return found.seat
        return self.whose(place, Around(None, ""))

    def held(self, found: Called, _: Around, /) -> str:
        """Return a place that a piece has with that piece."""
        return f"{found.holder} {found.label}"


class Narrator:
    """Turns events into lines: equal effects are told together, short ones behind the move that they follow."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.game = engine.game
        self.words = DetailedWords(engine)
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
            if self.words.is_told(event, full)
        ]
        for alike in _bundles(seen):
            self._about = tuple([one.number for one in alike])
            self._tell(alike)
        return _inlined(_once(self.found[before:]))

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
            case ev.DecisionEvent(seat=seat):
                self.actor = seat
                if action := self.words.begins(first.event):
                    self.begun[action] = first.event.words
                self._add(headed(self.words.names[seat], self._decision(first.event, first.full)), "move", first.number)
            case ev.TriggerEvent(trigger=trigger, words=words):
                self.begun[trigger] = words
                self._add(told("set_off", words=words), "effect", first.number)
            case ev.EndEvent():
                self._add(first.event.in_words(self.words), "end", first.number)
            case ev.StopEvent():
                self._add(first.event.in_words(self.words), "trouble", first.number)
            case _:
                last = self.found[-1].line if self.found else None
                move = last.text if last is not None and last.kind == "move" else ""
                text = self.words.words([one.event for one in group], first.full, Around(self.actor, "", move=move))
                if text:
                    self._add(f"{text}{self._said(first.event)}", "effect", first.number)

    def _decision(self, event: ev.DecisionEvent, full: bool) -> str:
        said = self.words.move(event, full)
        return said if full or not event.text else told("hidden", action=said)

    def _said(self, event: ev.Event) -> str:
        """Return the words of a step, or of the rule that it stands in, in brackets, where no other line says them."""
        if not isinstance(event, ev.LedgerEvent):
            return ""
        rule, begun = self.game.rules.get(event.card), self.begun.get(event.card)
        last = self.found[-1].line.text if self.found else ""
        if not says_more(event, begun):
            return ""
        if begun is None and (rule is None or rule.words is None) and event.words == bare(event.card):
            return ""
        is_said = event.words == self.reason or event.words in last
        self.reason = event.words
        return "" if is_said else f" ({event.words})"

    def _add(self, text: str, kind: Any, number: int) -> None:
        if self.head is not None:
            self.found.append(LineTold(self.head, ()))
            self.head = None
        self.found.append(LineTold(Line(text, kind, number), self._about))


def _bundles(every: Iterable[_Seen]) -> Iterator[list[_Seen]]:
    """Yield what stands in one line; what is paid again between the same two places stands in one of its own."""
    for _, group in groupby(every, key=lambda seen: sort_of(seen.number, seen.event, in_detail=True)):
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

"""Events and a viewer -> the log in plain words, and the same events and ledger entries as plain data.

Whoever may not see an event in full gets its counted form ("2 cards from deck"). A spectator sees what all players see.
What others do ``together`` appears when they are all done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

import attrs

from gamedsl.engine.copies import can_hide, first_copies, first_copy
from gamedsl.engine.machine import Engine
from gamedsl.engine.present import events as ev
from gamedsl.engine.present.called import Places, many_of_kind, number_of_kind, plurals
from gamedsl.engine.present.view_data import Line
from gamedsl.engine.state.flat import State
from gamedsl.i18n.speaking import all_of, gettext, ngettext
from gamedsl.semantics.core import types as t

_INLINE = 76
_MOST_INLINE = 2
_MOST_LABELS = 6


def seen_events(engine: Engine, state: State, seat: int | None) -> tuple[dict[str, Any], ...]:
    """Return all events that a viewer may know of, as plain data; ``full`` tells whether secrets are left out.

    Copies that nobody can tell apart all have the number of the first one: a number of its own would tell whether a
    card that was passed on unseen comes back.
    """
    found = []
    for _, event, full in visible(engine, state, seat):
        shown = event if full else counted(event, engine)
        data = ev.to_data(shown)
        for name in ("audience", "together", "told", "told_question"):
            data.pop(name, None)
        if isinstance(data.get("piece"), int):
            data["piece"] = first_copy(engine, data["piece"])
        if "pieces" in data:
            data["pieces"] = [first_copy(engine, piece) for piece in data["pieces"]]
        found.append(data | {"full": full})
    return tuple(found)


def seen_log(engine: Engine, state: State, seat: int, target: State) -> None:
    """Give ``target`` the log of ``state`` without anything that a seat may not know; None stays None."""
    if state.log is None:
        return
    log: Any = ()
    for _, event, full in visible(engine, state, seat):
        log = (log, _sealed(engine, event, seat, full=full))
    target.log = log
    target.log_size = state.log_size
    if target.curtain is not None:
        target.curtain = (*target.curtain[:2], state.log_size, *target.curtain[3:])


def _sealed(engine: Engine, event: ev.Event, seat: int, *, full: bool) -> ev.Event:
    """Return an event as a seat knows it; who else knows more of it may be a secret of others."""
    if event.audience == engine.layout.everybody:
        return event
    return attrs.evolve(event if full else counted(event, engine), audience=1 << seat if full else 0)


def ledger(engine: Engine, state: State, seat: int | None) -> list[dict[str, Any]]:
    """Return the ledger entries among ``seen_events``."""
    return [data for data in seen_events(engine, state, seat) if data["event"] == "ledger"]


def narrate(engine: Engine, state: State, seat: int | None, *, revealed: bool = False) -> list[Line]:
    """Return the log of a viewer, oldest line first; ``revealed``: with all secrets."""
    return _Narrator(engine).lines(list(visible(engine, state, seat, revealed=revealed)))


def visible(
    engine: Engine, state: State, seat: int | None, *, revealed: bool = False
) -> Iterator[tuple[int, ev.Event, bool]]:
    """Yield (number, event, seen in full) for what a viewer may know of; ``revealed``: everything."""
    if revealed:
        yield from ((number, event, True) for number, event in enumerate(state.events()))
        return
    closed_from = state.log_size if state.curtain is None else state.curtain[2]
    behind: list[ev.Event] = []
    for number, event in enumerate(state.events()):
        if number >= closed_from and event.together is not None and event.together != seat:
            continue
        event = _for_others(engine, event, seat)
        full = event.audience == engine.layout.everybody or (seat is not None and bool(event.audience >> seat & 1))
        if number >= closed_from:
            behind.append(event)
            yield (closed_from + len(behind) - 1, _behind_curtain(state, behind), full)
        else:
            yield number, event, full


def _for_others(engine: Engine, event: ev.Event, seat: int | None) -> ev.Event:
    """Return a decision in the words that this viewer may read; which of several copies it was is not told by number.

    That there was a second one to choose from may be the player's secret.
    """
    if not isinstance(event, ev.DecisionEvent) or event.seat == seat:
        return event
    words = event.words if event.told is None else event.told
    question = event.question if event.told_question is None else event.told_question
    code, text = event.code, event.text
    choice = engine.numbering.choice(code)
    if choice.type is not None and can_hide(engine, choice):
        seen = engine.numbering.with_value(choice, first_copies(engine, choice))
        code, text = seen, _without_number(text) if engine.called.names_dice(choice) else engine.move_text(choice)
    return attrs.evolve(event, code=code, text=text, words=words, question=question, told=None, told_question=None)


def _without_number(text: str) -> str:
    """Return a move by what it says of a die, without which of several alike it is."""
    move, _, number = text.partition("#")
    return f"{move})" if number.endswith(")") else move


def _behind_curtain(state: State, events: list[ev.Event]) -> ev.Event:
    """Return the last event with numbers that do not count what others do ``together``: how much is their secret."""
    assert state.curtain is not None
    event, decisions = events[-1], state.curtain[3][-1]
    decided = sum(isinstance(one, ev.DecisionEvent) for one in events)
    if isinstance(event, ev.DecisionEvent):
        return attrs.evolve(event, number=decisions + decided - 1)
    if isinstance(event, ev.LedgerEvent):
        entries = [one for one in events if isinstance(one, ev.LedgerEvent)]
        first = state.curtain[3][-2]
        return attrs.evolve(event, number=first + len(entries) - 1, decision=decisions + decided)
    return event


def counted(event: ev.Event, engine: Engine) -> ev.Event:
    """Return an event without what only its audience may know; which action was chosen is public."""
    match event:
        case ev.DecisionEvent(code=-1):
            return event
        case ev.DecisionEvent():
            action = engine.numbering.choice(event.code).action or ""
            return attrs.evolve(event, code=-1, text=action, words="", question="")
        case ev.LedgerEvent(form="pay"):
            return attrs.evolve(event, amount=0, words="")
        case ev.LedgerEvent():
            return attrs.evolve(event, piece=None, label="", words="")
        case ev.ChanceEvent():
            return attrs.evolve(event, outcome="")
        case ev.ValueEvent() | ev.ShowValueEvent():
            return attrs.evolve(event, value="")
        case ev.ShowEvent():
            return attrs.evolve(event, pieces=(), labels=("",) * len(event.labels))
        case (
            ev.PhaseEvent()
            | ev.TurnEvent()
            | ev.ShuffleEvent()
            | ev.TriggerEvent()
            | ev.ShortfallEvent()
            | ev.EndEvent()
            | ev.StopEvent()
        ):
            return event
        case _:
            raise TypeError(f"no counted form of {type(event).__name__}")


@attrs.frozen
class _Seen:
    """An event as the viewer knows it, with its number."""

    number: int
    event: ev.Event
    full: bool


class _Narrator:
    """Turns events into lines: equal effects are told together, short ones behind the move that they follow."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.game = engine.game
        self.names = engine.game.seat_names[: engine.layout.seats]
        self.places = Places(engine.game, self.names)
        self.quiet = engine.layout.quiet
        self.plurals = plurals(engine.game)
        self.actor: int | None = None
        self.begun: dict[str, str] = {}
        """The words of phases, actions and triggers, by name, as lines of their own have told them."""
        self.head: Line | None = None
        self.found: list[Line] = []

    def lines(self, visible: list[tuple[int, ev.Event, bool]]) -> list[Line]:
        seen = [
            _Seen(number, event if full else counted(event, self.engine), full)
            for number, event, full in visible
            if not says_nothing(event, full) and not is_bookkeeping(event, self._quiet)
        ]
        for _, group in groupby(seen, key=_bundle):
            self._tell(list(group))
        return _inlined(self.found)

    def _quiet(self, place: str) -> bool:
        return bool(self.quiet) and self.places.read(place).entry in self.quiet

    def _tell(self, group: list[_Seen]) -> None:
        first = group[0]
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
                self._add(first.event.words or gettext("The game is over"), "end", first.number)
            case ev.StopEvent():
                self._add(gettext("The game has stopped: {code}", code=first.event.code), "trouble", first.number)
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
        return f"{where}: {', '.join(face or '?' for face in faces)}"

    def _begins(self, event: ev.DecisionEvent) -> None:
        """Note the words of an action: the line of the decision tells them, or hides what not all may know."""
        action = event.text if event.code < 0 else self.engine.numbering.choice(event.code).action
        if action:
            self.begun[action] = event.words

    def _said(self, event: ev.LedgerEvent) -> str:
        """Return the words of a step, or of the rule that it stands in, in brackets, where no other line says them."""
        paragraph = self.game.rules.get(event.card)
        begun = self.begun.get(event.card)
        last = self.found[-1].text if self.found else ""
        if (
            not event.words
            or event.words in last
            or (begun is not None and (not begun or begun.startswith(event.words)))
        ):
            return ""
        if begun is None and (paragraph is None or paragraph.words is None) and event.words == _words(event.card):
            return ""
        return f" ({event.words})"

    def _add(self, text: str, kind: Any, number: int) -> None:
        if self.head is not None:
            self.found.append(self.head)
            self.head = None
        self.found.append(Line(text, kind, number))

    def _decision(self, event: ev.DecisionEvent, full: bool) -> str:
        name = self.names[event.seat]
        if not full:
            return f"{name}: {self._hidden_move(event.text)}"
        choice = self.engine.numbering.choice(event.code)
        asked = f"{event.question} " if choice.action is None and not choice.is_pass else ""
        return f"{name}: {asked}{event.words or event.text}"

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
                shown = f"{self._whole(event.place)}: {event.value}" if full else self._whole(event.place)
                viewers = self._everybody([self.names[seat] for seat in event.viewers])
                return gettext("{what} shown to {players}", what=shown, players=viewers)
            case ev.ShuffleEvent():
                return gettext("{place} shuffled", place=self._place(event.place)) if event.count > 1 else ""
            case ev.ShortfallEvent():
                place = self._place(event.source)
                return gettext("{place} is empty: {number} too few", place=place, number=event.missing)
            case _:
                raise TypeError(f"no words for {type(event).__name__}")

    def _value(self, event: ev.ValueEvent) -> str:
        """Tell a new value; nothing when the move before says it already."""
        if self.found and self.found[-1].kind == "move" and self.found[-1].text.endswith(f": {event.value}"):
            return ""
        return f"{self._whole(event.place)}: {event.value}"

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

    def _tells(self, event: ev.ValueEvent) -> bool:
        """Numbers and words are told; players and pieces are named by other lines already."""
        declared = self.game.values.get(event.entry)
        kind = declared.type if declared is not None else t.UnknownType()
        return isinstance(kind.item if isinstance(kind, t.MaybeType) else kind, t.IntType | t.WordType)

    # ------------------------------------------------------------ ledger

    def _entries(self, group: list[_Seen]) -> str:
        """Tell ledger entries of one sort together; all have the same form and kind."""
        entries = [seen.event for seen in group if isinstance(seen.event, ev.LedgerEvent)]
        first = entries[0]
        if first.form == "score":
            return self._scores(entries)
        targets = self._distinct(entry.target for entry in entries)
        sources = self._distinct(entry.source for entry in entries)
        what = one = self._amount(first) if first.form == "pay" else self._pieces(entries)
        if first.form == "pay" and len(entries) > 1:
            what = gettext("{what} each", what=what)
        if self._quiet(first.source):
            return f"{what} → {targets}"
        if self._quiet(first.target):
            return gettext("{what} from {place}", what=what, place=sources)
        if first.owners[0] is not None and first.owners[0] == first.owners[1]:
            whose = "" if first.owners[0] == self.actor else f"{self.names[first.owners[0]]}: "
            places = [self.places.read(place).label for place in (first.source, first.target)]
            return f"{whose}{what}: {places[0]} → {places[1]}"
        if self.actor is not None and first.owners == (self.actor, None):
            return f"{what} → {targets}"
        if self.actor is not None and first.owners == (None, self.actor):
            return gettext("{what} from {place}", what=f"+{one}" if first.form == "pay" else one, place=sources)
        return f"{what}: {sources} → {targets}"

    def _scores(self, entries: list[ev.LedgerEvent]) -> str:
        source = self.game.sources[entries[0].kind]
        words = source.words.parts[0] if source.words is not None and source.words.parts else _words(source.name)
        points = []
        for entry in entries:
            seat = next((owner for owner in reversed(entry.owners) if owner is not None), None)
            name = "" if seat is None or seat == self.actor else f"{self.names[seat]} "
            points.append(f"{name}{entry.amount:+d}")
        return f"{words}: {', '.join(points)}"

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
        counts_by_label = {label: labels.count(label) for label in labels}
        if len(labels) == len(entries) and len(counts_by_label) <= _MOST_LABELS:
            return ", ".join(label if times == 1 else f"{label} ×{times}" for label, times in counts_by_label.items())
        return self._number(len(entries), entries[0].kind)

    def _number(self, count: int, kind: str) -> str:
        return number_of_kind(self.game, kind, count, self.plurals)

    def _distinct(self, places: Iterator[str]) -> str:
        return self._everybody([self._place(place) for place in dict.fromkeys(places)])

    def _everybody(self, names: list[str]) -> str:
        if len(names) > 1 and set(names) == set(self.names):
            return gettext("everybody")
        return all_of(names) or gettext("nobody")

    def _place(self, place: str) -> str:
        """Return "Ann" for things that a player simply has, else the name of the place."""
        found = self.places.read(place)
        if found.seat:
            return gettext("{owner}'s {what}", owner=found.seat, what=found.label) if found.keyed else found.seat
        return f"{found.holder} {found.label}" if found.holder else found.label


def says_nothing(event: ev.Event, full: bool) -> bool:
    """Tell whether no line is about an event: another one tells it, or it was a payment of nothing."""
    match event:
        case ev.ChanceEvent(form=form):
            return form == "piece"
        case ev.LedgerEvent(form="pay", amount=amount):
            return full and amount == 0
        case _:
            return isinstance(event, ev.TurnEvent)


def is_bookkeeping(event: ev.Event, is_quiet: Callable[[str], bool]) -> bool:
    """Tell whether an event is about quiet places and values of the table alone."""
    match event:
        case ev.LedgerEvent(form=form, source=source, target=target):
            return form != "score" and is_quiet(source) and is_quiet(target)
        case (
            ev.ValueEvent(place=place)
            | ev.ShowValueEvent(place=place)
            | ev.ShuffleEvent(place=place)
            | ev.ShortfallEvent(source=place)
        ):
            return is_quiet(place)
        case ev.ChanceEvent(form=form, source=source):
            return form == "value" and is_quiet(source)
        case _:
            return False


def _words(name: str) -> str:
    return name.replace("_", " ")


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
        source = event.source if event.owners[0] is None else None
        return ("pay", event.kind, event.amount, event.decision, event.words, source)
    same_target = event.target if event.label else None  # hidden pieces dealt to several players are told together
    return ("move", event.kind, event.decision, event.words, event.source, same_target, event.line, bool(event.label))


def _inlined(lines: list[Line]) -> list[Line]:
    """Put one or two short effects behind the move that they follow."""
    found: list[Line] = []
    index = 0
    while index < len(lines):
        line = lines[index]
        index += 1
        end = index
        while line.kind == "move" and end - index <= _MOST_INLINE and end < len(lines) and lines[end].kind == "effect":
            end += 1
        if 0 < end - index <= _MOST_INLINE:
            text = " · ".join([line.text, *(effect.text for effect in lines[index:end])])
            if len(text) <= _INLINE:
                line, index = attrs.evolve(line, text=text), end
        found.append(line)
    return found

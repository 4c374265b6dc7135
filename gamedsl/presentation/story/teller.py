"""Events and a viewer -> the log as people tell a game: a passage for each move, with what it cost and brought.

It tells what the lines of ``narrate`` tell, and to nobody more: it is made of the same events as the viewer knows them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from copy import copy, deepcopy
from typing import Literal

import attrs

from gamedsl.engine import events as ev
from gamedsl.engine.words.labels import headed
from gamedsl.engine.words.wording import bare
from gamedsl.i18n.speaking import gettext
from gamedsl.play.engine import Engine
from gamedsl.presentation.story.event_words import Around, says_more, sort_of
from gamedsl.presentation.story.folded_words import FoldedWords
from gamedsl.presentation.story.passages import Effect, Passage
from gamedsl.presentation.story.templates import told
from gamedsl.semantics import core
from gamedsl.semantics.core.walk import walk


@attrs.define
class _Group:
    """Events of one sort, which are told together."""

    sort: object
    events: list[ev.Event]
    numbers: list[int]
    full: bool
    _counted: int = attrs.field(default=0, init=False, eq=False)
    _paid: int = attrs.field(default=0, init=False, eq=False)
    _round: list[tuple[str, str]] = attrs.field(factory=list, init=False, eq=False)
    """The places of the first round of payments, in order."""
    _told: set[object] = attrs.field(factory=set, init=False, eq=False)
    """The places of values and payments, for a quick look."""

    def takes(self, event: ev.Event) -> bool:
        """Can an event of the same sort be told with these?

        Payments come in rounds, to one or several, each as often and in the same order as before; a value is told once
        for each player.
        """
        self._count()
        if isinstance(event, ev.ValueEvent):
            return event.place not in self._told
        if not isinstance(event, ev.LedgerEvent) or event.form != "pay":
            return True
        mine = (event.source, event.target)
        first = len(self._round)
        return self._round[self._paid % first] == mine or (self._paid == first and mine not in self._told)

    def _count(self) -> None:
        """Take in the events that have come since, each once, so that a long group costs what it tells."""
        for one in self.events[self._counted :]:
            if isinstance(one, ev.ValueEvent):
                self._told.add(one.place)
            elif isinstance(one, ev.LedgerEvent):
                pair = (one.source, one.target)
                self._paid += 1
                if pair not in self._told:
                    self._told.add(pair)
                    self._round.append(pair)
        self._counted = len(self.events)


@attrs.define
class _Open:
    """A passage that is being told."""

    kind: Literal["head", "move", "event", "end", "trouble"]
    seat: int | None
    words: str
    number: int
    answers: list[str] = attrs.field(factory=list)
    late: list[str] = attrs.field(factory=list)
    groups: list[_Group] = attrs.field(factory=list)
    inside: list[_Open] = attrs.field(factory=list)
    cards: set[str] = attrs.field(factory=set)
    hidden: bool = False
    trigger: str = ""
    last: int = -1
    """The number of the last event that belongs to it, besides the first one."""

    @property
    def is_full(self) -> bool:
        """Does it tell something, or more than that something begins?"""
        return self.kind not in ("head", "event") or bool(self.groups or self.inside)


class Teller:
    """Hears events one after the other and makes passages of them."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.game = engine.game
        self.words = FoldedWords(engine)
        self.found: list[_Open] = []
        self.phases: list[tuple[str, int | None]] = []
        self.head: tuple[str, int] | None = None
        self.outside: int | None = None
        """Whose turn it was when the phase of the head began."""
        self.acted: tuple[str, int] | None = None
        """In which phase somebody has done something in the turn that is on, and who."""
        self.begun: dict[str, str] = {}
        self.reached: dict[str, frozenset[str]] = {}
        self.values: dict[str, str | None] = {}
        """What the viewer knows of values that have been set, by their places."""

    # ------------------------------------------------------------ hearing

    def hear(self, number: int, event: ev.Event, full: bool) -> None:
        """Take in the next event, as the viewer knows it."""
        match event:
            case ev.PhaseEvent(begins=True):
                self._phase(number, event)
            case ev.PhaseEvent():
                self.acted = None
                self.phases = self.phases[: self._at(event.phase)]
                self.head = None
                self.close()
            case ev.TurnEvent(phase=phase, seat=seat):
                self.acted = None
                self.phases[self._at(phase) :] = [(phase, seat)]
            case ev.DecisionEvent():
                self._decision(number, event, full)
            case ev.TriggerEvent(trigger=trigger, words=words):
                self.begun[trigger] = words
                place = self._place(number)
                if place.kind == "move" and event.together is None and self.phases:
                    place = self._behind_all(place, self.phases[-1][0], number)
                place.last = number
                place.inside.append(_Open("event", place.seat, words, number, trigger=trigger))
            case ev.EndEvent():
                self.found.append(_Open("end", None, event.in_words(self.words), number))
            case ev.StopEvent():
                self.found.append(_Open("trouble", None, event.in_words(self.words), number))
            case _:
                is_new = self._is_new(event, full)
                if is_new and self.words.is_told(event, full):
                    self._effect(number, event, full)

    def _is_new(self, event: ev.Event, full: bool) -> bool:
        """Is something else than a value that is set to what it is? A move tells all that it sets."""
        if isinstance(event, ev.ChanceEvent) and event.form == "value":
            self.values[event.source] = event.outcome if full else None
        if not isinstance(event, ev.ValueEvent):
            return True
        before = self.values.get(event.place, self.words.at_first(event.entry))
        self.values[event.place] = event.value if full else None
        return not full or before != event.value or event.card in self.game.actions

    def _phase(self, number: int, event: ev.PhaseEvent) -> None:
        self.acted = None
        self.begun[event.phase] = event.words
        self.phases.append((event.phase, None))
        named = self.game.phases[event.phase].words is not None
        if named:
            self.head, self.outside = (event.words, number), self._turn()
        self.close()

    def _at(self, phase: str) -> int:
        """Return where a phase stands among those that are on."""
        return next((at for at, (name, _) in enumerate(self.phases) if name == phase), len(self.phases))

    def close(self) -> None:
        """Let what follows stand in a passage of its own."""
        if self.found and self.found[-1].kind in ("move", "event"):
            self.found.append(_Open("event", self._turn(), "", -1))

    def _turn(self) -> int | None:
        return next((seat for _, seat in reversed(self.phases) if seat is not None), None)

    def _decision(self, number: int, event: ev.DecisionEvent, full: bool) -> None:
        is_hidden = not full or event.code < 0
        later, now = self.words.is_answer(event, full), self._last_move()
        if now is not None and now.seat == event.seat and (later or (is_hidden and not event.text)):
            now.last = number
            if event.words and not now.groups:
                now.answers.append(event.words)
            elif event.words:
                now.late.append(event.words)
            return
        is_pass = not is_hidden and self.engine.numbering.choice(event.code).is_pass
        if is_pass and self.acted == (event.card, event.seat):
            self.close()  # "No loan" behind a loan: there is only nothing more
            return
        if not is_pass and event.card in self.game.phases:
            self.acted = event.card, event.seat
        if self.head is not None:
            if self.outside != event.seat:  # parts of a player's own turn need no head: the moves tell them
                self.found.append(_Open("head", None, *self.head))
            self.head = None
        if action := self.words.begins(event):
            self.begun[action] = event.words
        words = self.words.move(event, full)
        self.found.append(_Open("move", event.seat, words, number, hidden=not full and bool(event.text)))

    def _last_move(self) -> _Open | None:
        """Return the move that goes on, if one does."""
        for one in reversed(self.found):
            if one.kind == "move":
                return one
            if one.words or one.groups or one.inside:
                return None
        return None

    def _place(self, number: int) -> _Open:
        """Return the passage to which what happens now belongs."""
        if self.head is not None:
            self.found.append(_Open("event", self._turn(), *self.head))
            self.head = None
        if not self.found:
            self.found.append(_Open("event", self._turn(), "" if self.phases else told("set_up"), number))
        if self.found[-1].kind not in ("move", "event"):
            self.found.append(_Open("event", self._turn(), "", number))
        if self.found[-1].number < 0:
            self.found[-1].number = number
        return self.found[-1]

    def _effect(self, number: int, event: ev.Event, full: bool) -> None:
        place = self._place(number)
        if place.kind == "move":
            place = self._behind_all(place, event.card, number)
        place.last = number
        if place.inside and event.card not in place.cards and self._sets_off(place.inside[-1].trigger, event.card):
            place = place.inside[-1]
        place.cards.add(event.card)
        groups = place.groups
        sort = sort_of(number, event)
        is_early = place.words == told("set_up") and not isinstance(event, ev.ValueEvent)
        early = groups if is_early else groups[-1:]
        same = next((one for one in early if one.sort == sort and one.full == full and one.takes(event)), None)
        if same is None:
            groups.append(_Group(sort, [event], [number], full))
        else:
            same.events.append(event)
            same.numbers.append(number)

    def _behind_all(self, place: _Open, name: str, number: int) -> _Open:
        """Return the passage of what follows a phase in which all decide together: no move of one of them brings it."""
        phase = self.game.phases.get(name)
        if phase is None or phase.who is None or not phase.who.together:
            return place
        self.found.append(_Open("event", None, self.begun.get(name, ""), number))
        return self.found[-1]

    def _sets_off(self, trigger: str, card: str) -> bool:
        """Can a trigger lead to what a paragraph does? Of cells of pieces anything may come."""
        found = self.reached.get(trigger)
        if found is None:
            found = self.reached[trigger] = frozenset(self._called(trigger))
        return card in found or "" in found

    def _called(self, trigger: str) -> Iterator[str]:
        """Yield a trigger and the rules that it leads to; no name where it leads to what nobody knows in advance."""
        waiting, seen = [trigger], set[str]()
        while waiting:
            name = waiting.pop()
            if name in seen:
                continue
            seen.add(name)
            yield name
            steps = self.game.rules[name].then if name in self.game.rules else self.game.triggers[name].then
            for node in walk(*steps):
                if isinstance(node, core.CallRule):
                    waiting.append(node.rule)
                elif isinstance(node, core.CallCell | core.Offer):
                    yield ""

    # ------------------------------------------------------------ telling

    def copy(self) -> Teller:
        """Return one that goes on from here without this one's knowing."""
        other = copy(self)
        first = self._first_open()
        other.found = [*self.found[:first], *deepcopy(self.found[first:])]
        other.phases, other.begun, other.values = list(self.phases), dict(self.begun), dict(self.values)
        return other

    def _first_open(self) -> int:
        """Return where the first passage stands that may still grow."""
        return next((at for at in reversed(range(len(self.found))) if self.found[at].is_full), 0)

    def since(self, number: int) -> tuple[Passage, ...]:
        """Return the passages, whole, in which anything has happened from the event of a number on."""
        first = len(self.found)
        while first and (self._is_since(first - 1, number) or self._only_begins(first - 1)):
            first -= 1
        made = [passage for at in range(first, len(self.found)) if (passage := self._told_at(at)) is not None]
        return tuple(_without_repeated_heads(made, self._head_before(first)))

    def _is_since(self, at: int, number: int) -> bool:
        return max(self.found[at].number, self.found[at].last) >= number

    def _only_begins(self, at: int) -> bool:
        """Is this nothing, or the head of what follows? Then it comes with that."""
        passage = self._told_at(at) if self.found[at].kind in ("head", "event") else None
        return self.found[at].kind in ("head", "event") and (passage is None or passage.kind == "head")

    def _told_at(self, at: int) -> Passage | None:
        """Return the passage that stands somewhere; None where it tells nothing."""
        opened = self.found[at]
        passage = self._passage(opened)
        if opened.kind != "event" or passage.effects or passage.inside:
            return passage
        if opened.words and any(one.kind == "move" for one in self.found[at + 1 : at + 2]):
            return Passage("head", None, opened.words, opened.number)
        return None

    def _head_before(self, first: int) -> str:
        """Return the words of the last head before a passage."""
        for at in reversed(range(first)):
            passage = self._told_at(at) if self.found[at].kind in ("head", "event") else None
            if passage is not None and passage.kind == "head":
                return passage.words
        return ""

    def _passage(self, opened: _Open) -> Passage:
        words, piece = opened.words, ""
        said = ", ".join([words, *opened.answers])
        if opened.hidden and (found := self._played(opened)) is not None:
            at, piece = found
            words = said = headed(words, piece)
            opened = attrs.evolve(opened, words=words, groups=opened.groups[:at] + opened.groups[at + 1 :])
        effects = list(self._told(opened, said))
        if opened.hidden and not piece and not _names_a_piece(opened):
            words = told("hidden", action=words)
        brought = " ".join(effect.words for effect in effects)
        everything = f"{said} {brought}"
        answers = [self._own(answer, opened.seat) for answer in opened.answers]
        answers = [one for one in answers if not (one.endswith(")") and _holds(brought, one))]
        answers = [one for one in answers if not any(effect.words.startswith(f"{one} ") for effect in effects)]
        left = [one for answer in opened.late if not _holds(everything, one := self._own(answer, opened.seat))]
        inside = tuple(self._set_off(one) for one in opened.inside)
        return Passage(opened.kind, opened.seat, words, opened.number, (*answers, *left), tuple(effects), inside)

    def _played(self, opened: _Open) -> tuple[int, str] | None:
        """Return which group shows to all the piece that a hidden choice was about, and the piece.

        Only pieces that the player pays for it, and values that it sets, may be told before.
        """
        for at, group in enumerate(opened.groups):
            event = group.events[0]
            if isinstance(event, ev.ValueEvent):
                continue
            if isinstance(event, ev.ShowEvent) and not at and len(group.events) == len(event.labels) == 1:
                return (0, event.labels[0]) if len(event.viewers) == len(self.words.names) else None
            if not isinstance(event, ev.LedgerEvent) or event.form != "move" or event.owners[0] != opened.seat:
                return None
            if event.label and len(group.events) == 1 and self.words.is_quiet(event.target):
                return at, event.label
        return None

    def _own(self, answer: str, seat: int | None) -> str:
        """Return an answer without the name of the player who gives it in places: "Kitchen (B3, floor 1)"."""
        if seat is None or not answer.endswith(")"):
            return answer
        owned = re.escape(gettext("{owner}'s {what}", owner=self.words.names[seat], what="\0"))
        return re.sub(rf"\({owned}\)\Z".replace("\0", "(.+)"), r"(\1)", answer)

    def _set_off(self, opened: _Open) -> Passage:
        effects = tuple(self._told(opened, opened.words))
        return Passage(opened.kind, opened.seat, opened.words, opened.number, (), effects)

    def _told(self, opened: _Open, said: str) -> Iterator[Effect]:
        begun, is_first, before = False, opened.words == told("set_up"), ""
        groups = _as_one(opened.groups) if is_first else opened.groups
        rolled = _last_rolls(groups)
        for at, group in enumerate(groups):
            if is_first and self._is_preparing(group):
                continue
            events = _without_old_faces(group, at, rolled)
            words = self.words.words(events, group.full, Around(opened.seat, said, begun, opened.words))
            if words:
                begun, event = True, group.events[0]
                why = event.words if isinstance(event, ev.LedgerEvent) else ""
                words = words if why == before else self._with_why(words, group, said)
                before = why  # what comes of one reason, one after another, has it once
                yield Effect(words, tuple(group.numbers))

    def _is_preparing(self, group: _Group) -> bool:
        """Tell of an event before the game whether it is only how common things were laid out."""
        first = group.events[0]
        if isinstance(first, ev.LedgerEvent):
            to_nobody = first.owners[1] is None and first.form == "move"
            return to_nobody or first.owners == (None, None) or first.owners[0] == first.owners[1]
        return first.prepares

    def _with_why(self, words: str, group: _Group, said: str) -> str:
        """Return an effect with the words of its step, where nothing else says them."""
        event = group.events[0]
        if not isinstance(event, ev.LedgerEvent) or event.words in ("", bare(event.card)):
            return words
        begun, rule = self.begun.get(event.card), self.game.rules.get(event.card)
        if event.words in said or not says_more(event, begun):
            return words
        if rule is not None and rule.words is not None and event.form != "score" and _made_of(rule.words, event.words):
            return words
        if event.form == "score" and words.endswith(")"):
            return f"{headed(words[:-1], event.words)})"
        return told("why", told=words, why=event.words)


def _as_one(groups: Sequence[_Group]) -> list[_Group]:
    """Return groups of events; several players who each get the same named pieces are told of together."""
    found: dict[object, _Group] = {}
    for at, group in enumerate(groups):
        event = group.events[0]
        key: object = at
        if isinstance(event, ev.LedgerEvent) and event.form == "move" and event.label and event.owners[1] is not None:
            labels = sorted(one.label for one in group.events if isinstance(one, ev.LedgerEvent))
            key = (event.kind, event.words, event.source, tuple(labels))
        before = found.get(key)
        if before is None:
            found[key] = group
        else:
            found[key] = _Group(before.sort, before.events + group.events, before.numbers + group.numbers, before.full)
    return list(found.values())


def _last_rolls(groups: Sequence[_Group]) -> dict[str, int]:
    """Return which group of each place is the last in which something is rolled or drawn there."""
    return {
        one.source: at for at, group in enumerate(groups) for one in group.events if isinstance(one, ev.ChanceEvent)
    }


def _without_old_faces(group: _Group, at: int, rolled: Mapping[str, int]) -> list[ev.Event]:
    """Return events; of dice that are rolled later where they go, without what they showed before."""
    return [
        attrs.evolve(one, label="") if isinstance(one, ev.LedgerEvent) and rolled.get(one.target, -1) > at else one
        for one in group.events
    ]


def _without_repeated_heads(story: list[Passage], last: str) -> Iterator[Passage]:
    """Yield a story without heads that say the same as the one before."""
    for passage in story:
        if passage.kind == "head":
            if passage.words == last:
                continue
            last = passage.words
        yield passage


def _names_a_piece(opened: _Open) -> bool:
    """Does the first thing that a move brings, besides values, name a piece? Then nobody asks which it was."""
    events = [group.events[0] for group in opened.groups]
    first = next((event for event in events if not isinstance(event, ev.ValueEvent)), None)
    return (isinstance(first, ev.LedgerEvent) and bool(first.label)) or (
        isinstance(first, ev.ShowEvent) and all(first.labels)
    )


def _made_of(words: core.Text, said: str) -> bool:
    """Are these the words of a rule with their values?"""
    pattern = "".join(re.escape(part) if isinstance(part, str) else ".*" for part in words.parts)
    return re.fullmatch(pattern, said) is not None


def _holds(text: str, answer: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(answer)}(?!\w)", text) is not None

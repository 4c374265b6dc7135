"""Checked steps -> what they do, as data and in words for the player who carries them out"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import attrs

from gamedsl.engine.state.flat import UNKNOWN
from gamedsl.engine.words.place_names import number_of_kind, static_words, template
from gamedsl.engine.words.wording import bare
from gamedsl.i18n.speaking import gettext, mark, ngettext
from gamedsl.presentation.effects.assigned import assigned, is_told
from gamedsl.presentation.effects.deed import Deed, is_nothing, under
from gamedsl.presentation.effects.fitting import lying_in, only_design
from gamedsl.presentation.effects.parts import (
    LEADS_ON,
    body,
    capped,
    constant,
    has_piece,
    is_quiet,
    is_yours,
    kind_of,
    known,
    moved,
    picks,
    reads_locals,
    shuffled,
    so_many,
    static,
    whole_and_less,
    with_remark,
    words_of,
    words_of_cell,
)
from gamedsl.presentation.effects.plain_steps import PLAIN
from gamedsl.presentation.effects.plans import plan_words
from gamedsl.presentation.effects.selections import told_at_most
from gamedsl.presentation.verbalize.agreeing import is_you, told_to_you
from gamedsl.presentation.verbalize.in_general import EVERYBODY, Phrases
from gamedsl.presentation.verbalize.scope import Scope, given, nothing_known, picked
from gamedsl.semantics import core
from gamedsl.semantics.core import intervals, model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.reads import writes
from gamedsl.semantics.core.walk import carried_out, walk
from gamedsl.semantics.flow.decisions import nullable
from gamedsl.semantics.texts import plurals

_DEEPEST = 3
"""Rules without words inside each other that are told step by step; a deeper one is called by its name."""

_OFFERED = {
    (True, True): mark("you may: {actions}"),
    (False, True): mark("you must: {actions}"),
    (True, False): mark("{who} may: {actions}"),
    (False, False): mark("{who} must: {actions}"),
}
"""By whether nothing may be done as well, and whether it is you."""

_TIMES = {True: mark("{number} times"), False: mark("as many times as {number}")}


Found = Iterable[Deed]


class Steps:
    """Words for the steps of one set-up. Bookkeeping, which nobody sees on the table, is left out."""

    def __init__(self, phrases: Phrases) -> None:
        self.phrases = phrases
        self.game = phrases.game
        self.counters = {one.kind for one in self.game.zones.values() if one.form == "purse" and not is_quiet(one)}
        """What is paid, in sight: where it is all the same, nobody names it."""
        self.money = {
            one.kind
            for one in self.game.zones.values()
            if one.form == "purse" and one.each == "player" and not one.keys
        }
        """What players have in one purse: of several counters the one that is meant where none is named."""
        owned = [one.kind for one in self.game.zones.values() if one.form == "purse" and one.each == "player"]
        self.single = {one for one in owned if owned.count(one) == 1}
        """What players have in one place, perhaps with keys: all of it needs no place."""
        self._changes: dict[int, frozenset[str]] = {}
        self._triggered = tuple([step for trigger in self.game.triggers.values() for step in trigger.then])

    def of(self, steps: Sequence[core.CoreStep], scope: Scope) -> tuple[Deed, ...]:
        """Return what steps do, in their order."""
        found: list[Deed] = []
        named: list[tuple[int, core.Let, Scope]] = []
        scope = attrs.evolve(scope, names=picked(self.game, picks(steps)) | scope.names)
        for step in steps:
            if isinstance(step, core.Let):
                named.append((len(found), step, scope))
                scope = scope.let(step.slot, step.name, step.value)
                continue
            tell = TELLERS.get(type(step))
            if tell is None:
                raise TypeError(f"no words for {type(step).__name__}")
            found += tell(self, step, scope)
            if not (isinstance(step, core.Pay) and known(step.amount, scope) == 0):  # nothing changes then
                scope = scope.behind(self.changes(step))
        for at, let, around in reversed(named):
            said = self.phrases.meant(let.name, let.value, around, (one.words for one in found[at:]))
            found[at:at] = [Deed("let", said)] if said else []
        return tuple(found)

    def told(self, words: core.Text | None, steps: Sequence[core.CoreStep], scope: Scope) -> tuple[Deed, ...]:
        """Return what steps do, in the words that stand for all of them where there are any."""
        found = self.of(steps, scope)
        return found if words is None else (Deed("told", self._filled(words, scope), inside=found),)

    def beside(self, words: core.Text | None, steps: Sequence[core.CoreStep], scope: Scope) -> tuple[Deed, ...]:
        """Return what steps do for a choice: numbers that can be told now stand before words that show no values."""
        found = self.told(words, steps, scope)
        if words is None or any(not isinstance(part, str) for part in words.parts):
            return found
        made = found[0].inside
        if all(map(is_nothing, made)) and self.of(steps, attrs.evolve(scope, now=nothing_known)):
            return ()  # none of something is picked
        return made if any(map(self._says_more, made)) else found

    def _says_more(self, deed: Deed) -> bool:
        """Is an amount told, or what a piece does that is chosen?"""
        told = deed.kind == "rule" and deed.what not in self.game.rules
        inside = () if deed.kind == "rule" else deed.inside
        return told or deed.amount is not None or any(map(self._says_more, inside))

    def changes(self, step: core.CoreStep) -> frozenset[str]:
        """Return the entries of the table that a step may change, with all that it calls and all triggers."""
        found = self._changes.get(id(step))
        if found is None:
            found = self._changes[id(step)] = frozenset(self._changed(step))
        return found

    def _changed(self, step: core.CoreStep) -> Iterator[str]:
        waiting, followed = [step, *self._triggered], set[tuple[str, str]]()
        while waiting:
            part = waiting.pop()
            yield from writes(self.game, part)
            for name in (name for node in walk(part) for name in carried_out(self.game, node)):
                if name not in followed:
                    followed.add(name)
                    waiting += body(self.game, *name)

    # ------------------------------------------------------------ amounts

    def number(
        self, value: core.Value, counted: str, scope: Scope, source: core.ZoneRef | None = None
    ) -> tuple[str, int | None]:
        """Return "6 gold", with the number where it is told; ``source`` is the purse that it comes from."""
        found = known(value, scope)
        if isinstance(found, int):
            return self.count(found, counted), found
        if isinstance(value, core.Amount) and source in (None, value.zone):
            many = self.phrases.many(counted)
            several = self.game.zones[value.zone.entry].each == "player" and counted not in self.single
            things = self.phrases.lying(many, self.phrases.place(value.zone, scope)) if several else many
            return gettext("all {things}", things=things), None
        if (split := whole_and_less(value)) is not None:
            less = self.phrases.of(split[1], scope)
            return gettext("{what} less {number}", what=self.count(split[0], counted), number=less), None
        told, things = self.phrases.of(value, scope), self.phrases.many(counted)
        if isinstance(value, core.DiceSum | core.DieFace):
            return so_many(told, things), None
        article = gettext("the {noun}", noun="")
        is_number = gettext("number") in told
        if isinstance(value, core.Local) and told.startswith(article) and (article or is_number):
            return (so_many(told, things) if is_number else f"{told} {counted}"), None
        if len(self.counters) == 1 == len({counted} & self.counters) or {counted} == self.money:
            return told, None
        return gettext("{number}, in {things}", number=told, things=things), None

    def count(self, number: int, counted: str) -> str:
        """Return a number with what it counts."""
        return number_of_kind(self.game, counted, number, self.phrases.plurals)

    def _pay(self, step: core.Pay, scope: Scope) -> Found:
        counter = self.game.zones[step.source.entry].kind
        told, amount = self.number(step.amount, counter, scope, step.source)
        if amount is None and (most := capped(step.amount, step.source)) is not None:
            told = gettext("up to {what}", what=self.count(most, counter))
        source, target = self.phrases.place(step.source, scope), self.phrases.place(step.target, scope)
        mine = [is_yours(one) for one in (step.source, step.target)]
        if mine[0] and not mine[1]:
            other = self._beyond(step.target, scope)
            words = gettext(mark("pay {what} to {place}") if other else mark("pay {what}"), what=told, place=other)
        elif mine[1] and not mine[0]:
            other = self._beyond(step.source, scope)
            words = gettext(mark("get {what} from {place}") if other else mark("get {what}"), what=told, place=other)
        elif (payer := self._player(step.source)) and not self._player(step.target):
            words = gettext("{player} pays {what}", player=self.phrases.of(payer, scope), what=told)
        elif (payee := self._player(step.target)) and not self._player(step.source):
            words = gettext("{player} gets {what}", player=self.phrases.of(payee, scope), what=told)
        else:
            words = gettext("{what} from {source} to {target}", what=told, source=source, target=target)
        return [Deed("pay", with_remark(words, step.words), amount, counter, source, target, remark=static(step.words))]

    def _player(self, zone: core.ZoneRef) -> core.Value | None:
        """Return the player who owns a place, if one does."""
        return zone.owner if self.game.zones[zone.entry].each == "player" else None

    def _beyond(self, zone: core.ZoneRef, scope: Scope) -> str:
        """Return to or from where something is paid; nothing for the one common place that anybody pays to."""
        entry = self.game.zones[zone.entry]
        common = [one for one in self.game.zones.values() if one.kind == entry.kind and not one.each]
        if not entry.each and len(common) == 1 and not entry.keys:
            return ""
        if entry.each == "player" and zone.owner is not None and not entry.keys:
            return self.phrases.of(zone.owner, scope)
        return self.phrases.place(zone, scope)

    def _score(self, step: core.Score, scope: Scope) -> Found:
        words = static_words(self.game.sources[step.source])
        amount = self._amount(step, scope)
        if amount == 0:
            return []
        told = self._scored(step, scope, amount)
        return [Deed("score", f"{told} ({words})", amount, step.source)]

    def _amount(self, step: core.Score, scope: Scope) -> int | None:
        found = scope.tell(step.points)
        return found if isinstance(found, int) else constant(step.points)

    def _scored(self, step: core.Score, scope: Scope, amount: int | None) -> str:
        """Return that somebody scores points, or loses some."""
        points = self.points(step, scope)
        is_lost = (amount or 0) < 0
        if isinstance(step.player, core.You):
            return gettext("lose {points}", points=points) if is_lost else gettext("score {points}", points=points)
        who = self.phrases.of(step.player, scope)
        if is_lost:
            return gettext("{player} loses {points}", player=who, points=points)
        return gettext("{player} scores {points}", player=who, points=points)

    def points(self, step: core.Score, scope: Scope) -> str:
        """Return how many points a step scores: "2 points", "the points of the chosen claim"; nothing for none."""
        amount = self._amount(step, scope)
        if amount is None:
            return self.phrases.of(step.points, scope)
        if abs(amount) == 1:
            return gettext("{number} point", number=1)
        return ngettext("{count} point", "{count} points", abs(amount)) if amount else ""

    def signed(self, step: core.Score, scope: Scope) -> str:
        """Return the points of a step with a minus where they are lost."""
        return f"{'−' if (self._amount(step, scope) or 0) < 0 else ''}{self.points(step, scope)}"

    # ------------------------------------------------------------ pieces

    def _move(self, step: core.Move, scope: Scope) -> Found:
        what, several, found = self._moved(step.pieces, scope)
        if is_quiet(self.game.zones[step.target.entry]) or found == ():
            return []
        target = self.phrases.place(step.target, scope)
        return [Deed("move", moved(what, target, several, step.at_bottom), None, what, "", target)]

    def _moved(self, pieces: core.Value, scope: Scope) -> tuple[str, bool, Any]:
        """Return what moved pieces are called, whether they are several, and what may be told of them."""
        if isinstance(pieces, core.ZoneRef):
            pieces = core.Contents(zone=pieces, type=pieces.type, span=pieces.span)
        found = scope.tell(pieces)
        several = isinstance(pieces.type, t.SetType) or (
            isinstance(pieces, core.Contents) and self._is_many(pieces, scope)
        )
        return self.phrases.of(pieces, scope), several and (not isinstance(found, tuple) or len(found) > 1), found

    def _is_many(self, pieces: core.Contents, scope: Scope) -> bool:
        """Are several pieces told of a place, and not the one that lies there?"""
        zone = self.game.zones[pieces.zone.entry]
        return scope.tell(pieces) is UNKNOWN and (zone.form != "slot" or bool(zone.keys))

    def _deal(self, step: core.Deal, scope: Scope) -> Found:
        source = step.source
        zone = source if isinstance(source, core.ZoneRef) else None
        kind = kind_of(self.game, source)
        told, amount = self.number(step.count, kind, scope)
        place = self.phrases.place(zone, scope) if zone is not None else self.phrases.of(source, scope)
        lying = UNKNOWN if zone is not None else scope.tell(source)
        there = len(lying) if isinstance(lying, tuple) else lying_in(self.game, zone, scope)
        if amount is not None and there is not None and there < amount:
            told, amount = self.count(there, kind), there
        target = self.phrases.place(step.target, scope)
        if amount and isinstance(lying, tuple) and len(lying) == amount:  # all of them: they are named
            words = with_remark(moved(place, target, amount > 1), step.words)
            return [Deed("deal", words, amount, kind, "", target, remark=static(step.words))]
        if amount is not None and (only := only_design(self.game, source, scope)):
            design, lies = only
            told, place = f"{amount} {design.label}", self.phrases.place(lies, scope)
        if amount == 0:
            return []
        told = told_at_most(step, told, self.phrases.many(kind)) if step.at_most else told
        owner = self._player(step.target)
        if zone is not None and is_quiet(self.game.zones[zone.entry]) and owner is not None:
            words = gettext("{player} gets {what}", player=self.phrases.of(owner, scope), what=told)
        elif is_yours(step.target) and not any(isinstance(one, core.ZoneRef) and is_yours(one) for one in walk(source)):
            words = gettext("draw {what} from {place}", what=told, place=place)
        elif target.partition(" ")[0] in LEADS_ON:
            words = gettext("{what} from {source} {target}", what=told, source=place, target=target)
        else:
            words = gettext("{what} from {source} to {target}", what=told, source=place, target=target)
        words = with_remark(words, step.words)
        return [Deed("deal", words, amount, kind, place, target, remark=static(step.words))]

    def _shuffle_to(self, step: core.ShuffleTo, scope: Scope) -> Found:
        what, several, found = self._moved(step.pieces, scope)
        if is_quiet(self.game.zones[step.target.entry]) or found == ():
            return []
        place = self.phrases.place(step.target, scope)
        return [Deed("shuffle", shuffled(what, place, several, step.at_bottom), None, what, "", place)]

    # ------------------------------------------------------------ values

    def _assign(self, step: core.Assign, scope: Scope) -> Found:
        if not is_told(self.phrases, step, scope):
            return []
        target = self.phrases.of(step.target, attrs.evolve(scope, now=nothing_known))
        value = self.phrases.of(step.value, scope)
        return [Deed("set", assigned(self.phrases, step, target, scope), target=target, value=value)]

    # ------------------------------------------------------------ control

    def _pick(self, step: core.Pick, scope: Scope) -> Found:
        question = self.game.questions[step.question]
        asked, name = static(step.words) or static(question.words), scope.names.get(step.slot, step.name)
        words = gettext("choose: “{question}”", question=asked) if asked else gettext("choose {what}", what=name)
        return [] if step.part else [Deed("choose", words, what=question.name)]

    def _offer(self, step: core.Offer, scope: Scope) -> Found:
        is_free, plan = nullable(step.plan), step.plan
        if isinstance(plan, core.PlanTimes) and (scope.tell(plan.low), plan.high and scope.tell(plan.high)) == (0, 1):
            plan = plan.plan
        said = plan_words(self.phrases, plan, scope)
        if isinstance(step.player, core.You):
            return [Deed("offer", gettext(_OFFERED[is_free, True], actions=said))]
        who = self.phrases.of(step.player, scope)
        return [Deed("offer", gettext(_OFFERED[is_free, False], who=who, actions=said))]

    def _call(self, step: core.CallRule, scope: Scope) -> Found:
        rule = self.game.rules[step.rule]
        if rule.name in self.phrases.closed:
            return []
        text = rule.words
        inner = self._inside(rule, step.arguments, scope)
        words = self._rendered(text, inner) if text is not None and text.parts else ""
        if words and not (has_piece(rule) and words_of(words) <= words_of(scope.said)):
            return [Deed("rule", words, what=rule.name, inside=self._simple(rule, inner))]
        if rule.name in scope.opened or len(scope.opened) >= _DEEPEST:
            return [Deed("rule", bare(rule.name), what=rule.name)]
        return self.of(rule.then, attrs.evolve(inner, opened=(*scope.opened, rule.name)))

    def _simple(self, rule: model.CheckedRule, scope: Scope) -> tuple[Deed, ...]:
        """Return what a rule does that only pays or scores, besides its words."""
        return self.of(rule.then, scope) if all(isinstance(one, core.Pay | core.Score) for one in rule.then) else ()

    def _inside(self, rule: model.CheckedRule, arguments: Sequence[core.Value], scope: Scope) -> Scope:
        names = given(self.game, rule.param_names, rule.params)
        told = {slot: self.phrases.of(value, scope) for slot, value in enumerate(arguments)}
        known = {slot: scope.tell(value) for slot, value in enumerate(arguments)}

        def now(value: core.Value, changed: frozenset[str]) -> Any:
            if isinstance(value, core.Local):
                return known.get(value.slot, UNKNOWN)
            return UNKNOWN if reads_locals(value) else scope.now(value, changed)

        return attrs.evolve(scope, names=names | told, now=now, values={}, hold=None)

    def _filled(self, text: core.Text, scope: Scope) -> str:
        """Return words with their values as phrases."""
        told: list[str] = []
        for part in text.parts:
            if isinstance(part, str):
                told.append(told_to_you(part) if told and is_you(told[-1]) else part)
                continue
            found, shown = scope.tell(part.value), self.phrases.of(part.value, scope)
            if part.forms and not isinstance(found, int) and isinstance(part.value, core.Arithmetic):
                shown = template(attrs.evolve(text, parts=(part,)))  # how it is counted says nothing
            elif part.forms and not isinstance(found, int) and " " in shown:
                shown = so_many(shown, part.forms[-1])
            elif part.forms:
                number, form = plurals.counted(part, found) if isinstance(found, int) else (shown, part.forms[-1])
                shown = f"{number} {form}".lstrip()
            told.append(shown)
        return "".join(told)

    def _rendered(self, text: core.Text, scope: Scope) -> str:
        """Return words of a rule as they stand in a sentence; names keep their first letter."""
        words = self._filled(text, scope)
        is_plain = isinstance(text.parts[0], str) and (words[1:2].islower() or words[1:2] in {"'", "’"})
        return words[:1].lower() + words[1:] if is_plain else words

    def _cell(self, step: core.CallCell, scope: Scope) -> Found:
        design = self._design(step.subject, scope)
        if design is None:
            words = gettext("what {what} says", what=self.phrases.of(step.subject, scope))
            return [Deed("rule", words, what=step.column)]
        code, words = design.code.get(step.column), words_of_cell(self.game, design, step.kind, step.column)
        if words:
            return [Deed("rule", words, what=step.column)]
        if code is None or len(scope.opened) >= _DEEPEST:
            return []
        names = {0: design.label}
        names |= {number + 1: self.phrases.of(value, scope) for number, value in enumerate(step.arguments)}

        def now(value: core.Value, changed: frozenset[str]) -> Any:
            return UNKNOWN if reads_locals(value) else scope.now(value, changed)

        opened = (*scope.opened, f"{design.name}.{step.column}")
        return self.of(code.steps, attrs.evolve(scope, names=names, now=now, values={}, hold=None, opened=opened))

    def _design(self, subject: core.Value, scope: Scope) -> model.Design | None:
        found = scope.tell(subject)
        if found is UNKNOWN or found is None or isinstance(found, tuple):
            return None
        layout = self.phrases.wording.layout
        number = layout.piece_design[found] if isinstance(intervals.strip(subject.type), t.PieceType) else found
        design: model.Design = layout.designs[number]
        return design

    def _if(self, step: core.If, scope: Scope) -> Found:
        found: list[Deed] = []
        for branch in step.branches:
            known = scope.tell(branch.condition)
            if known is False:
                continue
            inside = self.of(branch.body, scope)
            if known is True:
                return [*found, *inside] if not found else [*found, *under(gettext("otherwise"), inside)]
            clause = self.phrases.yes_no(branch.condition, scope)
            head = (
                gettext("else if {condition}", condition=clause)
                if found
                else gettext("if {condition}", condition=clause)
            )
            found += under(head, inside)
        inside = self.of(step.otherwise, scope)
        return [*found, *(under(gettext("otherwise"), inside) if found else inside)]

    def _each(self, step: core.ForEach, scope: Scope) -> Found:
        if isinstance(step.loop.source, core.AllPlayers) and step.loop.condition is None:
            every = scope.named(step.loop.slot, gettext(EVERYBODY))
            told = self.of(step.body, every.behind(self.changes(step)))
            said, name = [one.words for one in told], gettext(EVERYBODY)
            if told and all(one.startswith(name) and one.count(name) == 1 for one in said):
                return told
        if scope.tell(step.loop.source) == ():
            return []
        words, inner = self.phrases.loop(step.loop, scope)
        return under(gettext("for {things}", things=words), self.of(step.body, inner.behind(self.changes(step))))

    def _repeat(self, step: core.Repeat, scope: Scope) -> Found:
        count = None if step.count is None else scope.tell(step.count)
        if count == 0:
            return []
        if count == 1 and step.until is None:
            return self.of(step.body, scope)
        inside = self.of(step.body, scope.behind(self.changes(step)))
        until = times = ""
        if step.until is not None:
            until = gettext("until {condition}", condition=self.phrases.yes_no(step.until, scope))
        if step.count is not None:
            number = self.phrases.of(step.count, scope)
            is_known = isinstance(count, int)
            times = gettext(_TIMES[is_known], number=number)
        return under(" ".join(one for one in (times, until) if one), inside)


def _plain(tell: Callable[[Phrases, Any, Scope], Found]) -> Callable[[Steps, Any, Scope], Found]:
    return lambda steps, step, scope: tell(steps.phrases, step, scope)


TELLERS: dict[type[core.CoreStep], Callable[[Steps, Any, Scope], Found]] = {
    **{kind: _plain(tell) for kind, tell in PLAIN.items()},
    core.Pay: Steps._pay,
    core.Score: Steps._score,
    core.Move: Steps._move,
    core.Deal: Steps._deal,
    core.ShuffleTo: Steps._shuffle_to,
    core.Assign: Steps._assign,
    core.Pick: Steps._pick,
    core.Offer: Steps._offer,
    core.CallRule: Steps._call,
    core.CallCell: Steps._cell,
    core.If: Steps._if,
    core.ForEach: Steps._each,
    core.Repeat: Steps._repeat,
    core.Moment: lambda steps, step, scope: under(gettext("at the same moment"), steps.of(step.body, scope)),
}
"""What has words for a kind of step; a `let` has those of what is named, and steps of scenarios are told nowhere."""

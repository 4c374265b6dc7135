"""The steps of a watched trigger in, all ways through them out: what is known right after each step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import attrs

from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.reads import reads, writes
from gamedsl.semantics.core.walk import Part, walk
from gamedsl.semantics.flow.counts import replaced
from gamedsl.semantics.flow.logic import mentions
from gamedsl.semantics.flow.triggers.facts import PASSING, Facts, common, locals_of, unbound, without
from gamedsl.semantics.flow.triggers.watched import Entries, Moment, Watched, conditions_of

_MOST_WAYS = 32
"""Ways through one trigger that are followed; with more of them nothing is known."""
_PLACES = 10_000
"""More than a rule has local places: those of a rule that is called are moved out of the way of the others."""
Steps = tuple[core.CoreStep, ...]


@attrs.frozen(eq=False)
class Way:
    """One way through some steps, as far as it has been gone: ``facts`` hold there, ``assumed`` as in ``Moment``."""

    facts: Facts
    assumed: Entries | None = frozenset()
    moments: tuple[Moment, ...] = ()


class TooManyWaysError(Exception):
    """The steps branch too often."""


def ways_through(watched: Watched, trigger: model.CheckedTrigger) -> list[Way]:
    """Return all ways through the steps of a trigger; none where these are too many."""
    goes_on = [_not(end.condition) for end in watched.game.ends]
    asked = conditions_of(trigger)
    begun = tuple(fact for one in (*asked, *goes_on) for fact in watched.logic.given(one))
    if any(watched.logic.excluded(begun, one) for one in (*asked, *goes_on)):
        return []  # it is never set off
    try:
        return _Walker(watched, trigger.who is not None).steps([Way(begun)], trigger.then)
    except TooManyWaysError:
        return []


@attrs.define(eq=False)
class _Walker:
    """Goes all ways through some steps; ``has_you``: they speak to somebody."""

    watched: Watched
    has_you: bool
    opened: list[str] = attrs.field(factory=list)
    calls: int = 0

    @property
    def game(self) -> model.CheckedGame:
        return self.watched.game

    def steps(self, ways: Sequence[Way], steps: Steps) -> list[Way]:
        """Go on with some steps, one after the other."""
        for step in steps:
            handler = CONTROL.get(type(step), _plain)
            ways = [gone for way in ways for gone in handler(self, way, step)]
            if len(ways) > _MOST_WAYS:
                raise TooManyWaysError
        return [*ways]

    def past(self, way: Way, moment: Moment) -> Way:
        """Go past a moment: what it may set off may change what is known."""
        left = without(moment.facts, self.watched.changed(*moment.others))
        return Way(left, way.assumed, (*way.moments, attrs.evolve(moment, assumed=way.assumed)))

    def plain(self, way: Way, step: core.CoreStep) -> Way:
        """Go past a step that does something itself."""
        written = self.watched.written(step)
        left = without(self.watched.logic.after(way.facts, step), written - writes(self.game, step))
        moment = Moment(left, written, _owners(step))
        return self.past(way, attrs.evolve(moment, others=self.watched.set_off(moment)))

    def hidden(self, way: Way, *parts: Part) -> Way:
        """Go past steps of which only what they may change is known."""
        written = self.watched.written(*parts)
        if not written:
            return way
        left, others = self.settled(way.facts, written, lambda facts: self.watched.set_off(Moment(facts, written)))
        return self.past(way, Moment(left, written, others=others))

    def settled(
        self, facts: Facts, written: Entries, set_off: Callable[[Facts], tuple[str, ...]]
    ) -> tuple[Facts, tuple[str, ...]]:
        """Return what is known whatever steps have set off so far, and what that may be."""
        left = without(facts, written)
        others = set_off(left)
        while len(found := without(left, self.watched.changed(*others))) < len(left):
            left = found
            others = set_off(left)
        return left, others

    def assume(self, way: Way, condition: core.Value) -> Way | None:
        """Go on where a condition holds; None where it cannot."""
        logic = self.watched.logic
        if logic.excluded(way.facts, condition):
            return None
        if logic.certain(way.facts, condition):
            return way
        facts = (*way.facts, *logic.given(condition))
        if way.assumed is None or mentions(self.game, PASSING, condition) or locals_of(condition):
            return attrs.evolve(way, facts=facts, assumed=None)
        return attrs.evolve(way, facts=facts, assumed=way.assumed | reads(self.game, condition))

    def branch(self, way: Way, conditions: Iterable[core.Value], steps: Steps) -> list[Way]:
        """Go through steps that are carried out where some conditions hold."""
        begun: Way | None = way
        for condition in conditions:
            begun = None if begun is None else self.assume(begun, condition)
        return [] if begun is None else self.steps([begun], steps)

    def against(self, way: Way, conditions: Iterable[core.Value]) -> Iterator[Way]:
        """Go on where one of some conditions does not hold."""
        before: list[core.Value] = []
        for condition in conditions:
            yield from self.branch(way, [*before, _not(condition)], ())
            before.append(condition)

    def rule(self, way: Way, step: core.CallRule) -> list[Way]:
        """Go through a rule, where nothing forbids or follows it."""
        rule, name = self.game.rules[step.rule], step.rule
        bent = any(name in modifier.forbids for modifier in self.game.modifiers.values())
        followed = any(name in trigger.follows for trigger in self.game.triggers.values())
        if bent or followed or name in self.opened:
            return [self.hidden(way, step)]
        self.calls += 1
        given = {place: value for place, value in enumerate(step.arguments) if isinstance(value, _STAYS)}
        shift = self.calls * _PLACES
        whens = [replaced(when.condition, given, None, shift) for when in rule.whens]
        self.opened.append(name)
        gone = self.branch(way, whens, replaced(rule.then, given, None, shift))
        self.opened.pop()
        return [*gone, *self.against(way, whens)]

    def chosen(self, way: Way, step: core.If) -> list[Way]:
        """Go through each branch."""
        before: list[core.Value] = []
        gone: list[Way] = []
        for branch in step.branches:
            gone += self.branch(way, [*before, branch.condition], branch.body)
            before.append(_not(branch.condition))
        return gone + self.branch(way, before, step.otherwise)

    def loop(self, way: Way, step: core.ForEach) -> list[Way]:
        """Go through the pass of `you` in a loop over all players; where nobody is meant, it is that of anybody."""
        loop = step.loop
        if not isinstance(loop.source, core.AllPlayers) or (loop.condition is not None and not self.has_you):
            return [self.hidden(way, step)]
        you = {loop.slot: core.You(span=step.span, type=t.PlayerType())}
        body: Steps = replaced(step.body, you)
        conditions = [] if loop.condition is None else [replaced(loop.condition, you)]
        shared = self.watched.written(*_shared(step))
        around = self.of_others(way, body, shared)

        def past(one: Way) -> Way:
            return self.past(one, attrs.evolve(around, facts=without(one.facts, shared)))

        gone = self.steps([past(one) for one in self.branch(way, conditions, ())], body)  # asked as the loop begins
        return [past(one) for one in (*gone, *self.against(way, conditions))]

    def of_others(self, way: Way, body: Steps, shared: Entries) -> Moment:
        """Return the passes of all others as one moment."""

        def set_off(facts: Facts) -> tuple[str, ...]:
            moments = (moment for gone in self.steps([Way(facts)], body) for moment in gone.moments)
            return tuple(dict.fromkeys(name for moment in moments for name in moment.others))

        _, others = self.settled(common(way.facts), shared, set_off)
        return Moment((), self.watched.written(*body), others=others)

    def repeated(self, way: Way, step: core.Repeat) -> list[Way]:
        """Go through the last pass of steps that are surely done."""
        gone = self.hidden(way, *step.body)
        count = None if step.count is None else step.count.type
        sure = isinstance(count, t.IntType) and count.low > 0 and step.until is None
        return self.steps([gone], step.body) if sure else [gone]


_STAYS = (core.Const, core.You, core.OptionValue, core.AllPlayers, core.AllMembers)
"""Values that are the same at every step."""


def _not(condition: core.Value) -> core.Value:
    return core.Not(span=condition.span, type=t.BoolType(), value=condition)


def _owners(step: core.CoreStep) -> tuple[core.Value, ...] | None:
    """Return the players whose things a step changes, or None where that may be anybody's."""
    effect = core.EFFECTS[type(step)]
    if effect.takes or effect.dice or effect.points:
        return None
    owners = [getattr(step, name).owner for name in effect.changes]
    known = [one for one in owners if one is not None]
    return tuple(known) if all(isinstance(one.type, t.PlayerType) for one in known) else None


def _shared(step: core.ForEach) -> Iterator[core.CoreStep]:
    """Walk the steps of a loop that change more than what belongs to the player of the pass."""
    for part in walk(*step.body):
        if isinstance(part, core.Assign) and _is_local(part.target.owner, step.loop.slot):
            continue
        if isinstance(part, core.CoreStep) and (type(part) in core.EFFECTS or isinstance(part, _CALLS)):
            yield part


def _is_local(value: core.Value | None, slot: int) -> bool:
    return isinstance(value, core.Local) and value.slot == slot


_CALLS = (core.CallRule, core.CallCell, core.Offer)


def _plain(walker: _Walker, way: Way, step: core.CoreStep) -> list[Way]:
    if type(step) not in core.EFFECTS:
        raise TypeError(f"unknown step {type(step).__name__}")
    return [walker.plain(way, step)]


def _bound(walker: _Walker, way: Way, step: core.Let | core.Pick) -> list[Way]:
    return [attrs.evolve(way, facts=unbound(way.facts, step.slot))]


def _hidden(walker: _Walker, way: Way, step: core.CoreStep) -> list[Way]:
    return [walker.hidden(way, step)]


CONTROL: dict[type[core.CoreStep], Callable[[_Walker, Way, Any], list[Way]]] = {
    core.Let: _bound,
    core.Pick: _bound,
    core.Offer: _hidden,
    core.CallCell: _hidden,
    core.CallRule: lambda walker, way, step: walker.rule(way, step),
    core.If: lambda walker, way, step: walker.chosen(way, step),
    core.ForEach: lambda walker, way, step: walker.loop(way, step),
    core.Repeat: lambda walker, way, step: walker.repeated(way, step),
    core.Moment: _hidden,
}
"""The steps that hold others, call them or bind a place."""

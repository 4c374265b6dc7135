"""A checked game in, warnings about its plans out: what may go on for ever, and decisions without a sure choice."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import assert_never

import attrs

from gamedsl.diagnostics.diagnostic import Label
from gamedsl.diagnostics.report import Report
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.reads import reads
from gamedsl.semantics.core.walk import Part, bodies, children, walk
from gamedsl.semantics.flow.empty_picks import limits
from gamedsl.semantics.flow.graph import Graph, Node, steps_of
from gamedsl.semantics.flow.guarded_picks import Moments, moments
from gamedsl.semantics.flow.logic import always, mentions
from gamedsl.semantics.flow.reach.reach import Reach
from gamedsl.semantics.flow.something_to_pick import presences
from gamedsl.source import written

BOUND = 1000
_MOST_LABELS = 3
_MOST_CONDITIONS = 40
"""Conditions of one decision that are compared with each other."""


@attrs.frozen
class Decision:
    """A plan with the paragraph in which it stands.

    ``guarded``: a condition of a step decides whether it is offered; ``phase``: whose own plan it is.
    """

    paragraph: str
    plan: core.CorePlan
    guarded: bool
    phase: model.CheckedPhase | None = None


def check_plans(reach: Reach, report: Report) -> None:
    """Warn about actions without an end and about plans in which nothing may be possible."""
    game, graph, known = reach.game, reach.paragraphs, moments(reach)
    for decision in decisions(game):
        for leaf in _unbounded(decision.plan):
            for name in leaf.actions:
                if not _is_used_up(graph, game.actions[name]):
                    report("GDFLO05", leaf.span, action=name, bound=BOUND)
        for must in _musts(decision.plan):
            _check_must(game, must, report)
        if not decision.guarded and not nullable(decision.plan):
            choices = [*_choices(game, known, decision)]
            if not _sure(game, decision, choices):
                labels = [Label(one.span, "there may be none of these") for choice in choices for one in choice.picked]
                report("GDFLO06", decision.plan.span, labels=labels[:_MOST_LABELS], place=decision.paragraph)


def decisions(game: model.CheckedGame) -> Iterator[Decision]:
    """Walk all plans of a game: those of phases and those offered in steps."""
    for phase in game.phases.values():
        if phase.plan is not None:
            yield Decision(phase.name, phase.plan, False, phase)
    for node, parts in steps_of(game).items():
        for part in parts:
            yield from _offers(node, part, False)


def _offers(node: Node, part: Part, guarded: bool) -> Iterator[Decision]:
    if isinstance(part, core.Offer):
        yield Decision(node[1], part.plan, guarded)
    picky = isinstance(part, core.ForEach) and part.loop.condition is not None
    for inner in children(part):
        yield from _offers(node, inner, guarded or picky or isinstance(part, core.If))


# ---------------------------------------------------------------- who can, must


def _musts(plan: core.CorePlan) -> Iterator[core.PlanMust]:
    return (node for node in walk(plan) if isinstance(node, core.PlanMust))


def _check_must(game: model.CheckedGame, plan: core.PlanMust, report: Report) -> None:
    """Report what stands before `else` and may be left out, and warn about what stands behind it and never comes up."""
    for item, behind in pairwise(plan.items):
        if nullable(item):
            report("GDFLO19", item.span, plan=written(item.span), other=written(behind.span))
            return
        sure = next((leaf for leaf in first(item) if any(_always_possible(game, name) for name in leaf.actions)), None)
        if sure is not None:
            report("GDFLO20", behind.span, plan=written(behind.span), action=sure.actions[0])
            return


def _always_possible(game: model.CheckedGame, name: str) -> bool:
    """Tell whether nothing can make an action impossible: it has no conditions, no cost and nothing to pick."""
    action = game.actions[name]
    plain = all(isinstance(element, model.LetField) for element in action.elements)
    return plain and not action.cost and not any(name in modifier.forbids for modifier in game.modifiers.values())


# ---------------------------------------------------------------- any number of


def _unbounded(plan: core.CorePlan, inside: bool = False) -> Iterator[core.PlanLeaf]:
    """Walk the actions that stand behind ``any number of``."""
    match plan:
        case core.PlanLeaf():
            yield from (plan,) if inside else ()
        case core.PlanTimes(plan=inner, high=high):
            yield from _unbounded(inner, inside or high is None or isinstance(high.type, t.MaybeType))
        case (
            core.PlanInOrder(items=items)
            | core.PlanOneOf(items=items)
            | core.PlanMixed(items=items)
            | core.PlanMust(items=items)
        ):
            for item in items:
                yield from _unbounded(item, inside)
        case _:
            raise TypeError(f"unknown plan {type(plan).__name__}")


def _is_used_up(graph: Graph, action: model.CheckedAction) -> bool:
    """Tell whether an action pays from a finite purse, moves a piece or asks how often it was done."""
    game = graph.game
    if mentions(game, core.Done, *(e.condition for e in action.elements if isinstance(e, model.When))):
        return True
    steps = steps_of(game)
    reached = graph.reached([("actions", action.name)])
    return any(_uses_up(game, part) for node in sorted(reached) for part in walk(*steps[node]))


def _uses_up(game: model.CheckedGame, part: Part) -> bool:
    effect = core.EFFECTS.get(type(part)) if isinstance(part, core.CoreStep) else None
    if effect is None or not effect.pays:
        return effect is not None and bool(effect.takes)
    endless = {"unlimited", "overdraft"}
    source = getattr(part, effect.changes[0])
    return not any(use.name in endless and use.condition is None for use in game.zones[source.entry].traits)


# ---------------------------------------------------------------- a sure choice


def nullable(plan: core.CorePlan) -> bool:
    """Tell whether a plan may be empty, so that ``pass`` is offered at once."""
    match plan:
        case core.PlanLeaf():
            return False
        case core.PlanInOrder(items=items) | core.PlanMixed(items=items):
            return all(nullable(item) for item in items)
        case core.PlanOneOf(items=items):
            return any(nullable(item) for item in items)
        case core.PlanMust(items=items):
            return nullable(items[-1])
        case core.PlanTimes(low=low, plan=inner):
            return (isinstance(low, core.Const) and low.value == 0) or nullable(inner)
        case _:
            raise TypeError(f"unknown plan {type(plan).__name__}")


def first(plan: core.CorePlan) -> Iterator[core.PlanLeaf]:
    """Walk the actions with which a plan may begin."""
    match plan:
        case core.PlanLeaf():
            yield plan
        case core.PlanInOrder(items=items):
            for item in items:
                yield from first(item)
                if not nullable(item):
                    return
        case core.PlanOneOf() | core.PlanMixed() | core.PlanMust():
            for item in plan.items:
                yield from first(item)
        case core.PlanTimes(plan=inner):
            yield from first(inner)
        case _:
            raise TypeError(f"unknown plan {type(plan).__name__}")


@attrs.frozen
class _Choice:
    """An action with what must hold so that it can be chosen: conditions, and what must be there to be ``picked``."""

    action: model.CheckedAction
    conditions: tuple[core.Value, ...]
    picked: tuple[core.Value, ...]

    @property
    def needed(self) -> tuple[core.Value, ...]:
        return *self.conditions, *self.picked


def _choices(game: model.CheckedGame, known: Moments, decision: Decision) -> Iterator[_Choice]:
    """Walk the actions with which a decision may begin.

    Whether there are pieces to pick is left to the game where somebody has thought of it: a hand that is empty too
    early is seen in play.
    """

    def is_open(loop: core.Loop) -> bool:
        return decision.phase is not None and known.is_open(loop, decision.phase.name)

    for name in [name for leaf in first(decision.plan) for name in leaf.actions]:
        action = game.actions[name]
        conditions = (one for one in _conditions(action) if not _holds(one, decision.paragraph))
        picked = (one for one in presences(game, action, is_open) if not always(game, [one]))
        yield _Choice(action, tuple(conditions), tuple(picked))


def _sure(game: model.CheckedGame, decision: Decision, choices: Sequence[_Choice]) -> bool:
    """Tell whether something can always be chosen, as far as the conditions show it."""
    if any(not choice.needed and not _fixed_cost(choice.action) for choice in choices):
        return True
    conditions = [choice.needed for choice in choices]
    if _asked_for(game, [choice.action.name for choice in choices], [c for found in conditions for c in found]):
        return True
    if decision.phase is not None and _asked_of_players(game, decision.phase, conditions):
        return True
    flat = [(place, condition) for place, found in enumerate(conditions) for condition in found][:_MOST_CONDITIONS]
    if any(always(game, [a, b]) for place, a in flat for other, b in flat if place < other):
        return True
    together: list[core.Value] = [
        core.And(span=f[0].span, type=f[0].type, items=tuple(f)) for f in conditions if len(f) > 0
    ]
    together += [ending for ending in _endings(game, decision.phase) if not mentions(game, core.You, ending)]
    return len(together) > 1 and always(game, together[:_MOST_CONDITIONS])


def _endings(game: model.CheckedGame, phase: model.CheckedPhase | None) -> Iterator[core.Value]:
    """Walk the conditions under which nobody is asked: the phase does not take place, or it or the game is over."""
    if phase is not None:
        yield from () if phase.until is None else (phase.until,)
        for when in phase.whens:
            yield core.Not(span=when.span, type=when.condition.type, value=when.condition)
    for ending in game.ends:
        yield ending.condition


def _asked_of_players(
    game: model.CheckedGame, phase: model.CheckedPhase, conditions: Sequence[Sequence[core.Value]]
) -> bool:
    """Tell whether the players of a phase are chosen by something that the conditions of the actions ask for, too."""
    who = None if phase.who is None else phase.who.value
    if not isinstance(who, core.Collect | core.Rank):
        return False
    loops = who.loops if isinstance(who, core.Collect) else (who.loop,)
    chosen = reads(game, *(loop.condition for loop in loops))
    return bool(chosen & reads(game, *(condition for found in conditions for condition in found)))


def _fixed_cost(action: model.CheckedAction) -> bool:
    """Tell whether an action costs something whatever is picked; a cost of what is picked leaves a choice."""
    picked = {element.slot for element in action.elements if isinstance(element, model.PickField)}
    return any(
        not any(isinstance(node, core.Local) and node.slot in picked for node in walk(step)) for step in action.cost
    )


def _asked_for(game: model.CheckedGame, names: list[str], conditions: list[core.Value]) -> bool:
    """Tell whether the rules ask by ``possible`` whether there is a choice: then somebody has thought of it."""
    if mentions(game, core.Possible, *conditions):
        return True
    asked = {
        action
        for body in bodies(game)
        for node in walk(*body.parts)
        if isinstance(node, core.Possible)
        for action in node.leaf.actions
    }
    return set(names) <= asked


def _conditions(action: model.CheckedAction) -> Iterator[core.Value]:
    """Walk the conditions that do not judge something picked, and those on which numbers to pick depend."""
    picked: set[int] = set()
    for element in action.elements:
        judged = _reads(element, picked)
        match element:
            case model.PickField(slot=slot):
                if not judged:
                    yield from limits(action, element)
                picked.add(slot)
            case model.LetField(slot=slot):
                picked |= {slot} if judged else set()
            case model.When(condition=condition):
                if not judged:
                    yield condition
            case _:
                assert_never(element)


def _reads(part: Part, slots: Collection[int]) -> bool:
    return any(isinstance(node, core.Local) and node.slot in slots for node in walk(part))


def _holds(condition: core.Value, paragraph: str) -> bool:
    """Tell whether a condition is surely true while ``paragraph`` is carried out."""
    match condition:
        case core.During(paragraph=during):
            return during == paragraph
        case core.Or(items=items):
            return any(_holds(item, paragraph) for item in items)
        case _:
            return False

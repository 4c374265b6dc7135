"""A checked game in, warnings about its plans out: what may go on for ever, and decisions without a sure choice."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from gamedsl.record import Record, record
from gamedsl.semantics import core, model
from gamedsl.semantics import types as t
from gamedsl.semantics.flow_graph import Graph, Node, steps_of
from gamedsl.semantics.flow_logic import always, mentions
from gamedsl.semantics.symbols import Report
from gamedsl.semantics.walk import Part, bodies, walk

BOUND = 1000


@record
class Decision(Record):
    """A plan with the card in which it stands.

    ``guarded``: a condition of a step decides whether it is offered; ``until``: what ends the turns in which it is.
    """

    card: str
    plan: core.CorePlan
    guarded: bool
    until: core.Value | None = None


def check_plans(game: model.CheckedGame, graph: Graph, report: Report) -> None:
    """Warn about actions without an end and about plans in which nothing may be possible."""
    for decision in decisions(game):
        for leaf in _unbounded(decision.plan):
            for name in leaf.actions:
                if not _is_used_up(graph, game.actions[name]):
                    report("GDFLO05", leaf.span, action=name, bound=BOUND)
        if not decision.guarded and not nullable(decision.plan) and not _sure(game, decision):
            report("GDFLO06", decision.plan.span, place=decision.card)


def decisions(game: model.CheckedGame) -> Iterator[Decision]:
    """Walk all plans of a game: those of phases and those offered in steps."""
    for phase in game.phases.values():
        if phase.plan is not None:
            yield Decision(phase.name, phase.plan, False, phase.until)
    for node, parts in steps_of(game).items():
        for part in parts:
            yield from _offers(node, part, False)


def _offers(node: Node, part: Part, guarded: bool) -> Iterator[Decision]:
    if isinstance(part, core.Offer):
        yield Decision(node[1], part.plan, guarded)
    inner: tuple[Part, ...] = ()
    match part:
        case core.If(branches=branches, otherwise=otherwise):
            inner = (*(step for branch in branches for step in branch.body), *otherwise)
            guarded = True
        case core.ForEach(body=body) | core.Repeat(body=body):
            inner = body
    for step in inner:
        yield from _offers(node, step, guarded)


# ---------------------------------------------------------------- any number of


def _unbounded(plan: core.CorePlan, inside: bool = False) -> Iterator[core.PlanLeaf]:
    """Walk the actions that stand behind ``any number of``."""
    match plan:
        case core.PlanLeaf():
            yield from (plan,) if inside else ()
        case core.PlanTimes(plan=inner, high=high):
            yield from _unbounded(inner, inside or high is None)
        case core.PlanInOrder(items=items) | core.PlanOneOf(items=items) | core.PlanMixed(items=items):
            for item in items:
                yield from _unbounded(item, inside)
        case _:
            raise TypeError(f"unknown plan {type(plan).__name__}")


def _is_used_up(graph: Graph, action: model.ActionCode) -> bool:
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
        case core.PlanOneOf() | core.PlanMixed():
            for item in plan.items:
                yield from first(item)
        case core.PlanTimes(plan=inner):
            yield from first(inner)
        case _:
            raise TypeError(f"unknown plan {type(plan).__name__}")


def _sure(game: model.CheckedGame, decision: Decision) -> bool:
    """Tell whether something can always be chosen, as far as the conditions show it.

    Whether there are pieces to pick is left to the game: a hand that is empty too early is seen in play.
    """
    actions = [game.actions[name] for leaf in first(decision.plan) for name in leaf.actions]
    conditions = [
        [condition for condition in _conditions(action) if not _holds(condition, decision.card)] for action in actions
    ]
    if any(not found and not _fixed_cost(action) for found, action in zip(conditions, actions, strict=True)):
        return True
    if _asked_for(game, [action.name for action in actions], [c for found in conditions for c in found]):
        return True
    flat = [(place, condition) for place, found in enumerate(conditions) for condition in found]
    if any(always(game, [a, b]) for place, a in flat for other, b in flat if place < other):
        return True
    together: list[core.Value] = [
        core.And(span=f[0].span, type=f[0].type, items=tuple(f)) for f in conditions if len(f) > 0
    ]
    endings = [*(ending.condition for ending in game.ends), *([] if decision.until is None else [decision.until])]
    together += [ending for ending in endings if not mentions(game, core.You, ending)]
    return len(together) > 1 and always(game, together)


def _fixed_cost(action: model.ActionCode) -> bool:
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


def _conditions(action: model.ActionCode) -> Iterator[core.Value]:
    """Walk the conditions that do not judge something picked, and those on which numbers to pick depend."""
    picked: set[int] = set()
    for element in action.elements:
        judged = _reads(element, picked)
        match element:
            case model.PickField(slot=slot):
                if not judged:
                    yield from _limits(action, element)
                picked.add(slot)
            case model.LetField(slot=slot):
                picked |= {slot} if judged else set()
            case model.When(condition=condition):
                if not judged:
                    yield condition


def _reads(part: Part, slots: Collection[int]) -> bool:
    return any(isinstance(node, core.Local) and node.slot in slots for node in walk(part))


@record
class _Bound(Record):
    """A limit of a number to pick; ``open``: it is itself left out."""

    value: core.Value
    open: bool


def _limits(action: model.ActionCode, pick: model.PickField) -> Iterator[core.Value]:
    """Walk what must hold so that a number to pick lies between all its limits, where that is not sure."""
    if not isinstance(pick.domain, core.Interval):
        return
    lows, highs = [_Bound(pick.domain.low, False)], [_Bound(pick.domain.high, False)]
    for condition in (pick.condition, *(e.condition for e in action.elements if isinstance(e, model.When))):
        for part in condition.items if isinstance(condition, core.And) else (condition,):
            if isinstance(part, core.Compare):
                _add_bound(part, pick.slot, lows, highs)
    for low in _each_of(lows, "max"):
        for high in _each_of(highs, "min"):
            needed = _ordered(low, high)
            if needed is not None:
                yield needed


def _add_bound(compared: core.Compare, slot: int, lows: list[_Bound], highs: list[_Bound]) -> None:
    """Take in a comparison of the number picked with something that does not depend on picks."""
    for one, other, ups, downs in (
        (compared.left, compared.right, "<=", ">="),
        (compared.right, compared.left, ">=", "<="),
    ):
        if isinstance(one, core.Local) and one.slot == slot and not any(isinstance(n, core.Local) for n in walk(other)):
            if compared.sign in ups:
                highs.append(_Bound(other, compared.sign != ups))
            elif compared.sign in downs:
                lows.append(_Bound(other, compared.sign != downs))


def _each_of(bounds: list[_Bound], function: str) -> Iterator[_Bound]:
    """Walk limits; of ``min(3, quay)`` as an upper limit both numbers are limits."""
    for bound in bounds:
        if isinstance(bound.value, core.Extreme) and bound.value.function == function:
            yield from _each_of([_Bound(value, bound.open) for value in bound.value.items], function)
        else:
            yield bound


def _ordered(low: _Bound, high: _Bound) -> core.Value | None:
    """Return the condition that there is a number between two limits; None when there surely is one."""
    least, most, span = low.value, high.value, high.value.span
    is_open = low.open or high.open
    if not isinstance(least.type, t.IntType) or not isinstance(most.type, t.IntType):
        return None
    if least.type.high + low.open <= most.type.low - high.open:
        return None
    if not is_open and isinstance(least, core.Arithmetic) and (least.sign, _number(least.right)) == ("+", 1):
        least, is_open = least.left, True
    elif not is_open and isinstance(most, core.Arithmetic) and (most.sign, _number(most.right)) == ("-", 1):
        most, is_open = most.left, True
    return core.Compare(span=span, type=t.BoolType(), sign="<" if is_open else "<=", left=least, right=most)


def _number(value: core.Value) -> object:
    return value.value if isinstance(value, core.Const) else None


def _holds(condition: core.Value, card: str) -> bool:
    """Tell whether a condition is surely true while ``card`` is carried out."""
    match condition:
        case core.During(card=during):
            return during == card
        case core.Or(items=items):
            return any(_holds(item, card) for item in items)
        case _:
            return False

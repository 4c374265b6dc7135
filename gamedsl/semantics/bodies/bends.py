"""Modifiers that bend the cost or a ``let`` of an action -> the values of that action, bent in file order."""

from __future__ import annotations

from collections.abc import Iterator
from weakref import WeakKeyDictionary

import attrs

from gamedsl.diagnostics.effort import NODE, spend
from gamedsl.diagnostics.suggest import did_you_mean, listed
from gamedsl.semantics import core
from gamedsl.semantics.bodies.terms import whens
from gamedsl.semantics.core import intervals, model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.declare.paragraph_fields import only, steps_of
from gamedsl.semantics.expressions.checker import Checker
from gamedsl.semantics.expressions.scopes import Scope
from gamedsl.semantics.symbols import ParagraphHead, Symbols
from gamedsl.semantics.unknown_names import of_word
from gamedsl.syntax import nodes

COST = "cost"
_CHANGING: WeakKeyDictionary[Symbols, tuple[tuple[ParagraphHead, nodes.Change], ...]] = WeakKeyDictionary()
_ONLY = "only the cost of an action and what a `let` of it names can be changed"


def bends(symbols: Symbols, action: str, part: str) -> Iterator[tuple[ParagraphHead, nodes.Change]]:
    """Walk the modifiers that bend a part of an action, in file order."""
    for head, change in _changing(symbols):
        if change.part == part and action in actions_of(symbols, change.term):
            yield head, change


def _changing(symbols: Symbols) -> tuple[tuple[ParagraphHead, nodes.Change], ...]:
    """Return the modifiers that change something, which every action asks for; all are declared before."""
    found = _CHANGING.get(symbols)
    if found is None:
        heads = [head for head in symbols.paragraphs.values() if head.section == "modifiers"]
        changes = [(head, only(head.node.fields, nodes.Change)) for head in heads]
        found = _CHANGING[symbols] = tuple((head, change) for head, change in changes if change is not None)
    spend(NODE * len(found))
    return found


def actions_of(symbols: Symbols, name: str) -> tuple[str, ...]:
    """Return the action of a name, or those of a group."""
    if name in symbols.paragraphs and symbols.paragraphs[name].section == "actions":
        return (name,)
    return tuple(symbols.groups.get(name, ()))


def bent_lets(
    checker: Checker, action: str, let: nodes.Let, found: model.LetField, scope: Scope
) -> Iterator[model.LetField]:
    """Check what modifiers make of a ``let``; behind them its name means the last of these."""
    for head, change in bends(checker.symbols, action, let.name):
        found = _bent(checker, head, change, found, scope)
        scope.bind(let.name, found.value.type, let.name_span)
        found = attrs.evolve(found, slot=scope.locals[let.name].slot)
        yield found


def bent_cost(
    checker: Checker, action: str, costs: tuple[core.CoreStep, ...], scope: Scope
) -> tuple[tuple[model.LetField, ...], tuple[core.CoreStep, ...]]:
    """Check what modifiers make of the amount that an action costs; return the values before it, and the cost."""
    bending = list(bends(checker.symbols, action, COST))
    if not bending or len(costs) != 1 or not isinstance(costs[0], core.Pay):
        return (), costs
    pay = costs[0]
    made = [model.LetField(slot=scope.body.take(), name="", value=pay.amount, span=pay.span)]
    for head, change in bending:
        found = _bent(checker, head, change, made[-1], scope)
        made.append(attrs.evolve(found, slot=scope.body.take()))
    last = made[-1]
    amount = core.Local(span=pay.amount.span, type=last.value.type, slot=last.slot)
    paid = checker.in_range(amount, t.IntType(0, t.HIGHEST), "a payment")
    return tuple(made), (attrs.evolve(pay, amount=paid),)


def _bent(
    checker: Checker, head: ParagraphHead, change: nodes.Change, before: model.LetField, scope: Scope
) -> model.LetField:
    """Check one modifier in the surroundings of the action; ``old`` is what the value was so far."""
    kind = before.value.type
    inner = scope.child()
    inner.has_you = True
    conditions = tuple(when.condition for when in whens(checker, head.node.fields, _key(head), inner))
    inner.old = core.Local(span=change.span, type=kind, slot=before.slot)
    wanted = t.IntType() if isinstance(kind, t.IntType) else kind
    value = checker.fit(checker.value(change.value, inner, wanted), wanted)
    condition = (
        conditions[0]
        if len(conditions) == 1
        else core.And(span=change.span, type=t.BoolType(), items=conditions)
        if conditions
        else core.Const(span=change.span, type=t.BoolType(), value=True)
    )
    joined = intervals.join(kind, value.type) or kind
    bent = core.Bent(
        span=change.value.span, type=joined, modifier=head.node.name, condition=condition, value=value, old=inner.old
    )
    return model.LetField(slot=before.slot, name=before.name, value=bent, span=change.span)


def _key(head: ParagraphHead) -> str:
    return f"modifiers.{head.node.name}"


# ---------------------------------------------------------------- what is bent


def check_bend(checker: Checker, change: nodes.Change) -> tuple[tuple[str, str], ...]:
    """Return the actions that ``change: ACTION.PART`` bends, each with the part; report what cannot be bent."""
    symbols, part = checker.symbols, change.part
    assert part is not None
    actions = actions_of(symbols, change.term)
    if not actions:
        known = [*symbols.groups, *(name for name, head in symbols.paragraphs.items() if head.section == "actions")]
        symbols.unknown(change.span, "action or group", change.term, lambda: known)
        return ()
    problems = [_problem(symbols.paragraphs[action].node, part) for action in actions]
    found = next((problem for problem in problems if problem is not None), None)
    if found is not None:
        target, (reason, cure) = f"{change.term}.{part}", found
        checker.report(
            "GDTYP15", of_word(change.span, f"{change.term}.{part}"), target=target, reason=reason, cure=cure
        )
        return ()
    return tuple((action, part) for action in actions)


def _problem(node: nodes.Paragraph, part: str) -> tuple[str, str] | None:
    """Return why a part of an action cannot be bent, and what to do; None when it can."""
    lets = [field.let.name for field in node.fields if isinstance(field, nodes.LetField)]
    if part == COST:
        cost = steps_of(node.fields, "cost")
        if not cost:
            return f"`{node.name}` costs nothing", "write `cost: pay … from … to …` there, or change a `let` of it"
        if len(cost) > 1 or not isinstance(cost[0], nodes.Pay):
            pays = "is more than one payment" if isinstance(cost[0], nodes.Pay) else "is no payment alone"
            return f"the cost of `{node.name}` {pays}", "give the amount a name with `let` and change that"
        return None
    if part in lets:
        return None
    if any(
        isinstance(field, nodes.PickField) and part in [one.name for one in field.pick.parts] for field in node.fields
    ):
        return f"`{part}` is picked, not worked out", _ONLY
    known = [*lets, *([COST] if steps_of(node.fields, "cost") else [])]
    if part in ("price", "costs", "payment") and COST in known:
        return f"`{node.name}` has no `let` called `{part}`", f"write `{node.name}.{COST}`"
    near = did_you_mean(part, known)
    has = f"did you mean {near}?" if near else f"it has {listed(known, 'and')}" if known else _ONLY
    return f"`{node.name}` has no `let` called `{part}`", has

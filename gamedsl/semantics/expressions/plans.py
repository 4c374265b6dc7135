"""AST plans -> core plans: which actions may be done, how often, in what order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from gamedsl.diagnostics.suggest import suggest
from gamedsl.semantics import core
from gamedsl.semantics.core import intervals
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.checker import Checker, text_of
from gamedsl.semantics.expressions.cures.calls import call_form
from gamedsl.semantics.expressions.scopes import Scope
from gamedsl.syntax import nodes
from gamedsl.syntax.sentences.numbers import NUMBERS

_DOING_NOTHING = ("pass", "skip", "nothing", "done", "stop", "end", "none", "end_turn", "pass_turn", "do_nothing")
_NOTHING = "who may leave out what is left can always pass: write `up to 1 of (…)`, and the words for it behind `pass:`"


def told_pass(checker: Checker, node: nodes.PlanChoice) -> bool:
    """Report `buy or rest or pass` where no action has this name; tell whether that is it."""
    symbols = checker.symbols
    passing = [one for one in node.items if isinstance(one, nodes.PlanCall) and one.name in _DOING_NOTHING]
    passing = [one for one in passing if one.name not in symbols.paragraphs and one.name not in symbols.groups]
    if not passing:
        return False
    others = " or ".join(text_of(one.span) for one in node.items if one not in passing)
    cure = f"to let players pass write `up to 1 of ({others})`: then `pass` is offered beside it"
    symbols.unknown(passing[0].span, "action or group", passing[0].name, list, cure)
    return True


def plan(checker: Checker, node: nodes.Plan, scope: Scope) -> core.CorePlan | None:
    """Check a plan; None when a name in it is unknown (reported)."""
    handler = PLANS.get(type(node))
    if handler is None:
        raise TypeError(f"unknown plan {type(node).__name__}")
    return handler(checker, node, scope)


def leaves(checker: Checker, node: nodes.PlanCall, scope: Scope) -> tuple[core.PlanLeaf, ...]:
    """An action, or every action of a group, with arguments; left-out ones take their defaults.

    Empty after an error (reported).
    """
    symbols = checker.symbols
    head = symbols.paragraphs.get(node.name)
    if node.name in symbols.groups:
        symbols.used.add("groups." + node.name)
        if node.arguments:
            found_, form = len(node.arguments), call_form(node.name, ())
            checker.report("GDTYP03", node.span, name=node.name, expected=0, found=found_, form=form)
            return ()
        found = [_leaf(checker, attrs.evolve(node, name=action), scope) for action in symbols.groups[node.name]]
        return () if None in found else tuple(item for item in found if item is not None)
    if head is None or head.section != "actions":
        known = [
            *symbols.groups,
            *(name for name, paragraph in symbols.paragraphs.items() if paragraph.section == "actions"),
        ]
        nothing = _NOTHING if node.name in _DOING_NOTHING else ""
        symbols.unknown(node.span, "action or group", node.name, lambda: [] if nothing else known, nothing)
        return ()
    single = _leaf(checker, node, scope)
    return () if single is None else (single,)


def _leaf(checker: Checker, node: nodes.PlanCall, scope: Scope) -> core.PlanLeaf | None:
    head = checker.symbols.paragraphs[node.name]
    checker.symbols.used.add("paragraphs." + node.name)
    written = node.arguments or ()
    params = head.node.params
    needed = sum(param.default is None for param in params)
    if not needed <= len(written) <= len(params):
        expected: int | str = len(params) if needed == len(params) else f"{needed} to {len(params)}"
        form = call_form(node.name, ((param.name, kind) for param, kind in zip(params, head.params, strict=True)))
        counts, called = checker.symbols.wrong_counts, f"paragraphs.{node.name}"
        counts.add(called, head.node.span, node.span, node.name, expected, len(written), form)
        return None
    values = [*written, *(param.default for param in params[len(written) :] if param.default is not None)]
    arguments = tuple(
        checker.in_range(checker.value(value, scope, wanted), wanted, f"`{param.name}` of `{node.name}`")
        for value, param, wanted in zip(values, params, head.params, strict=True)
    )
    return core.PlanLeaf(span=node.span, actions=(node.name,), arguments=arguments)


def _call(checker: Checker, node: nodes.PlanCall, scope: Scope) -> core.CorePlan | None:
    found = leaves(checker, node, scope)
    if len(found) > 1:
        return core.PlanOneOf(span=node.span, items=found)
    return found[0] if found else None


def _items(checker: Checker, items: tuple[nodes.Plan, ...], scope: Scope) -> tuple[core.CorePlan, ...] | None:
    checked = [plan(checker, item, scope) for item in items]
    return None if any(item is None for item in checked) else tuple(item for item in checked if item is not None)


def _sequence(checker: Checker, node: nodes.PlanSequence, scope: Scope) -> core.CorePlan | None:
    items = _items(checker, node.items, scope)
    return None if items is None else core.PlanInOrder(span=node.span, items=items)


def _choice(checker: Checker, node: nodes.PlanChoice, scope: Scope) -> core.CorePlan | None:
    if told_pass(checker, node):
        return None
    items = _items(checker, node.items, scope)
    return None if items is None else core.PlanOneOf(span=node.span, items=items)


def _mix(checker: Checker, node: nodes.PlanMix, scope: Scope) -> core.CorePlan | None:
    items = _items(checker, node.items, scope)
    return None if items is None else core.PlanMixed(span=node.span, items=items)


def _must(checker: Checker, node: nodes.PlanMust, scope: Scope) -> core.CorePlan | None:
    items = _items(checker, node.items, scope)
    return None if items is None else core.PlanMust(span=node.span, items=items)


def _repeat(checker: Checker, node: nodes.PlanRepeat, scope: Scope) -> core.CorePlan | None:
    inner = plan(checker, node.plan, scope)
    zero = core.Const(span=node.span, type=t.IntType(0, 0), value=0)
    if node.kind == "any number":
        return None if inner is None else core.PlanTimes(span=node.span, low=zero, high=None, plan=inner)
    limit = _limit(checker, node, scope)
    if inner is None or limit is None:
        return None
    return core.PlanTimes(span=node.span, low=limit if node.kind == "exactly" else zero, high=limit, plan=inner)


def _limit(checker: Checker, node: nodes.PlanRepeat, scope: Scope) -> core.Value | None:
    if isinstance(node.limit, int):
        if node.limit < 1:
            target, found = "the number before `of`", str(node.limit)
            checker.report("GDRNG01", node.span, target=target, range="1 or more", found=found, help="")
            return None
        return core.Const(span=node.span, type=t.IntType(node.limit, node.limit), value=node.limit)
    name = str(node.limit)
    option = checker.symbols.options.get(name)
    if option is None:
        return _worked_out(checker, node, name, scope)
    checker.symbols.used.add("options." + name)
    value = core.OptionValue(span=node.span, type=option.type, option=name)
    fitted = checker.fit(value, _taken(node, value, t.IntType()))
    return None if isinstance(fitted.type, t.UnknownType) else value


def _taken(node: nodes.PlanRepeat, value: core.Value, wanted: t.IntType) -> t.Type:
    """Return what a limit can be: ``up to`` one that is none there is no limit."""
    may_be_none = node.kind == "up to" and isinstance(value.type, t.MaybeType)
    return t.MaybeType(wanted) if may_be_none else wanted


def _worked_out(checker: Checker, node: nodes.PlanRepeat, name: str, scope: Scope) -> core.Value | None:
    """Check a limit that is a term, or a term of a player: ``up to you.moves of X``."""
    owner, _, own = name.rpartition(".")
    if not owner and name not in checker.symbols.terms:
        known = [*checker.symbols.options, *(term for term in checker.symbols.terms if "." not in term)]
        owned = checker.symbols.owned_names("player")
        near = next(iter(suggest(name, owned)), "") if name not in owned and not suggest(name, known) else ""
        mine = f"say whose it is: `you.{name}`" if name in owned else f"did you mean `you.{near}`?" if near else ""
        mine = f"write the number: `{NUMBERS[name]} of …`" if name in NUMBERS else mine
        checker.symbols.unknown(node.span, "option or term", name, lambda: [] if mine else known, otherwise=mine)
        return None
    written: nodes.Expr = nodes.Name(own, span=node.span)
    if owner:
        written = nodes.Member(nodes.Name(owner, span=node.span), own, name_span=node.span, span=node.span)
    value = checker.value(written, scope)
    fitted = checker.in_range(value, _taken(node, value, t.IntType(0, MOST_TIMES)), "the number before `of`")
    return fitted if isinstance(intervals.strip(fitted.type), t.IntType) else None


MOST_TIMES = 1_000
"""How often something can be done in a plan, where a term says it."""

PLANS: dict[type[nodes.Plan], Callable[[Checker, Any, Scope], core.CorePlan | None]] = {
    nodes.PlanCall: _call,
    nodes.PlanSequence: _sequence,
    nodes.PlanChoice: _choice,
    nodes.PlanMix: _mix,
    nodes.PlanMust: _must,
    nodes.PlanRepeat: _repeat,
}

"""The step ``deal`` -> core steps: how many, from where, to which places, and the name of what was dealt."""

from __future__ import annotations

from typing import Protocol

import attrs

from gamedsl.semantics import core
from gamedsl.semantics.bodies.step_advice import check_amount
from gamedsl.semantics.bodies.step_zones import all_pieces, kind_of, one_place
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.checker import Checker, text_of
from gamedsl.semantics.expressions.members import checker_zone
from gamedsl.semantics.expressions.narrowing import forget
from gamedsl.semantics.expressions.scopes import Scope
from gamedsl.semantics.expressions.sets import name_locally
from gamedsl.syntax import nodes

_AMOUNT = t.IntType(0, t.HIGHEST)


class Around(Protocol):
    """What checks the steps of a paragraph."""

    checker: Checker

    def label(self, node: nodes.Step, scope: Scope) -> core.Text | None:
        """Check the words behind a step."""


def deal(steps: Around, node: nodes.Deal, scope: Scope) -> tuple[core.CoreStep, ...]:
    """Check a deal; to several places it is one for each of them, in their order."""
    checker = steps.checker
    fixed = None if node.count is None else _count(checker, node.count, scope)
    source = all_pieces(checker, node.source, scope)
    target, loops = _places(checker, node, scope, kind_of(source) if source is not None else None)
    label = steps.label(node, scope)
    forget(scope, "move")
    if source is None or target is None:
        _name_unknown(checker, node, scope)
        return ()
    if node.at_bottom and checker.symbols.zones[target.entry].form != "stack":
        checker.wrong(target, "a stack", hint="only a stack has a bottom")
    if node.count is None and checker.symbols.zones[target.entry].form != "slot":
        checker.report("GDFLO51", node.span, source=text_of(node.source.span), target=text_of(node.target.span))
    count = fixed if fixed is not None else _all_of(checker, source)
    one = core.Deal(
        span=node.span,
        words=label,
        count=count,
        source=source,
        target=target,
        at_bottom=node.at_bottom,
        at_most=node.at_most,
    )
    if node.name:
        return _named(checker, node, one, loops, scope)
    made: core.CoreStep = one
    for loop in reversed(loops):
        made = core.ForEach(span=node.span, words=None, loop=loop, name="", start=None, question=None, body=(made,))
    return (made,)


def _count(checker: Checker, node: nodes.Expr, scope: Scope) -> core.Value:
    check_amount(checker, node)
    return checker.in_range(checker.value(node, scope, t.IntType()), _AMOUNT, "a number of pieces")


def _all_of(checker: Checker, source: core.Value) -> core.Value:
    """Return how many pieces there are to deal."""
    span = source.span
    if isinstance(source, core.ZoneRef):
        most = checker.symbols.pieces_of(checker.symbols.zones[source.entry].kind)
        return core.CountPieces(span=span, type=t.IntType(0, most), zone=source)
    most = source.type.most if isinstance(source.type, t.SetType | t.ListType) else 1
    return core.Count(span=span, type=t.IntType(0, most), source=source)


def _places(
    checker: Checker, node: nodes.Deal, scope: Scope, kind: str | None
) -> tuple[core.ZoneRef | None, tuple[core.Loop, ...]]:
    """Return the place that is dealt to, with loops over its owners and keys where these are several places."""
    before = (
        checker.raw(node.target, scope) if isinstance(node.target, nodes.Name | nodes.Member | nodes.Index) else None
    )
    if not isinstance(before, core.ZoneRef) or not isinstance(before.type, t.ZoneType) or _is_one(checker, before):
        return one_place(checker, node.target, scope, kind), ()
    if before.type.form == "purse" or kind not in (None, before.type.kind):
        return one_place(checker, node.target, scope, kind), ()
    loops: list[core.Loop] = []

    def each(source: core.Value, item: t.Type) -> core.Value:
        slot = scope.body.take()
        loops.append(core.Loop(span=node.target.span, slot=slot, source=source, condition=None))
        return core.Local(span=node.target.span, type=item, slot=slot)

    owner = before.owner
    if owner is not None and isinstance(owner.type, t.SetType | t.ListType):
        owner = each(owner, owner.type.item)
    keys: list[core.Value | None] = []
    for declared, key in zip(checker.symbols.zones[before.entry].keys, before.keys, strict=True):
        if key is None:
            everything = t.SetType(declared.type, checker.symbols.members(declared.type))
            keys.append(each(_every(declared.type, everything, node), declared.type))
        elif isinstance(key.type, t.SetType | t.ListType) and not declared.is_set:
            keys.append(each(key, key.type.item))
        else:
            keys.append(key)
    one = attrs.evolve(before.type, single=True)
    return checker_zone(attrs.evolve(before, type=one, owner=owner, keys=tuple(keys))), tuple(loops)


def _every(kind: t.Type, everything: t.SetType, node: nodes.Deal) -> core.Value:
    span = node.target.span
    if isinstance(kind, t.PlayerType):
        return core.AllPlayers(span=span, type=everything)
    if isinstance(kind, t.IntType):
        low, high = (core.Const(span=span, type=t.IntType(n, n), value=n) for n in (kind.low, kind.high))
        return core.Interval(span=span, type=everything, low=low, high=high)
    return core.AllMembers(span=span, type=everything)


def _is_one(checker: Checker, zone: core.ZoneRef) -> bool:
    """Tell whether a zone is one place, or lies on several of them as a whole."""
    assert isinstance(zone.type, t.ZoneType)
    is_set = any(key.is_set for key in checker.symbols.zones[zone.entry].keys)
    return zone.type.single or (is_set and None not in zone.keys)


def _named(
    checker: Checker, node: nodes.Deal, made: core.Deal, loops: tuple[core.Loop, ...], scope: Scope
) -> tuple[core.CoreStep, ...]:
    """Give what is dealt its name, which stands for the piece where one is dealt, else for a set."""
    if loops:
        cure = f"`for each` of them: `deal … to ONE_PLACE as {node.name}`"
        checker.report("GDTYP01", node.span, expected="one place", found="several", hint=f"write {cure}")
        _name_unknown(checker, node, scope)
        return (made,)
    piece = t.PieceType(kind_of(made.target))
    is_one = isinstance(node.count, nodes.Number) and node.count.value == 1
    most = checker.symbols.pieces_of(piece.kind)
    if isinstance(made.count.type, t.IntType):
        most = max(0, min(most, made.count.type.high))
    kind: t.Type = t.MaybeType(piece) if is_one else t.SetType(piece, most)
    name_locally(checker, node.name, node.span, scope)
    slot = scope.bind(node.name, kind, node.span)
    dealt = core.Dealt(span=node.span, type=kind, slot=slot, zone=made.target)
    let = core.Let(span=node.span, words=None, slot=slot, name=node.name, value=dealt)
    return attrs.evolve(made, slot=slot, dealt=kind), let


def _name_unknown(checker: Checker, node: nodes.Deal, scope: Scope) -> None:
    if node.name:
        scope.bind(node.name, checker.unknown(node.span).type, node.span)

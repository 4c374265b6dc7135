"""Filters, gathers and rankings -> core values."""

from __future__ import annotations

from collections.abc import Collection

import attrs

from gamedsl.semantics import core
from gamedsl.semantics.core import intervals
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.checker import Checker, describe, text_of
from gamedsl.semantics.expressions.cures.loops import told_filter, warn_of_all
from gamedsl.semantics.expressions.members import collect
from gamedsl.semantics.expressions.names import SPECIAL, value_meanings
from gamedsl.semantics.expressions.narrowing import has_no_zero, key
from gamedsl.semantics.expressions.scopes import Scope
from gamedsl.source import Span
from gamedsl.syntax import nodes


def element(checker: Checker, source: core.Value, slot: int, scope: Scope, span: Span) -> core.Local:
    """Return the element of ``source`` bound to ``slot``; keys of the zone it lies in are certain in ``scope``."""
    kind = source.type
    item = kind.item if isinstance(kind, t.SetType | t.ListType) else t.UnknownType()
    local = core.Local(span=span, type=item, slot=slot)
    if has_no_zero(source):
        checker.narrower.note_not_zero(scope, local)
    origin = source
    while isinstance(origin, core.Collect) and isinstance(origin.value, core.Local) and len(origin.loops) == 1:
        origin = origin.loops[0].source
    if isinstance(origin, core.Contents):
        for zone_key in checker.symbols.zones[origin.zone.entry].keys:
            if zone_key.is_set:
                continue
            place = core.KeyOf(span=span, type=t.MaybeType(zone_key.type), key=zone_key.name, subject=local)
            scope.facts[key(place, checker.alias)] = zone_key.type
        each = checker.symbols.zones[origin.zone.entry].each
        if isinstance(item, t.PieceType) and each and each == checker.symbols.place_kind(item.kind):
            space = t.PieceType(each)
            at = core.PlaceOf(span=span, type=t.MaybeType(space), subject=local)
            scope.facts[key(at, checker.alias)] = space
        if each == "player":
            owner = core.OwnerOf(span=span, type=t.MaybeType(t.PlayerType()), subject=local)
            scope.facts[key(owner, checker.alias)] = t.PlayerType()
    return local


def filtered(checker: Checker, node: nodes.Filter, scope: Scope, expected: t.Type | None) -> core.Value:
    """``S where C``: the elements for which C holds; their attributes stand bare."""
    source = checker.set_value(node.source, scope, expected)
    if isinstance(source.type, t.UnknownType):
        return source
    if not checker.with_end(getattr(source.type, "item", source.type), node.source.span, "what is gone through"):
        return checker.unknown(node.span)
    if told_filter(checker, node, source, scope):
        return checker.unknown(node.span)
    slot = scope.body.take()
    inner = scope.child()
    local = element(checker, source, slot, inner, node.source.span)
    inner = inner.with_bare(local, local.type)
    condition = checker.condition(node.condition, inner)
    loop = core.Loop(span=node.span, slot=slot, source=source, condition=condition)
    warn_of_all(checker, loop, node.source, node.condition, inner)
    assert isinstance(source.type, t.SetType | t.ListType)
    return core.Collect(span=node.span, type=t.SetType(source.type.item, source.type.most), value=local, loops=(loop,))


SEVERAL_LOOPS = "write one loop behind the other: `… for each {}`", " for each "
SEVERAL_BLOCKS = "write one loop in the other: `for each {}:`", ": for each "
SEVERAL_PARTS = "write a comma between the parts of one choice: `{}`", ", "
SEVERAL_LINES = "write a line for each of them: `each: {}`", "`, `each: "
_ONE_NAME = "only one name stands in front of `with`: leave out `{}`", "` or `"
"""What is written for more than one name, with a place for all of them, and what stands between two of them there."""


def bind(
    checker: Checker, binder: nodes.Binder, scope: Scope, several: tuple[str, str] = SEVERAL_LOOPS
) -> tuple[core.Loop, core.Local]:
    """Check ``x in S where C`` and name x in ``scope``, where C then holds.

    ``several`` says what is written for more than one name.
    """
    source = _told_several(checker, binder, scope, several) or checker.set_value(binder.source, scope)
    kind = source.type
    if not checker.with_end(getattr(kind, "item", kind), binder.source.span, "what is gone through"):
        source = checker.unknown(binder.source.span)
        kind = source.type
    item = kind.item if isinstance(kind, t.SetType | t.ListType) else t.UnknownType()
    name_locally(checker, binder.name, binder.name_span, scope)
    slot = scope.bind(binder.name, item, binder.name_span)
    local = element(checker, source, slot, scope, binder.span)
    condition = None
    if binder.condition is not None:
        condition = checker.condition(binder.condition, scope)
        checker.learn(scope, condition)
    loop = core.Loop(span=binder.span, slot=slot, source=source, condition=condition)
    warn_of_all(checker, loop, binder.source, binder.condition, scope, binder.name)
    return loop, local


def _told_several(checker: Checker, binder: nodes.Binder, scope: Scope, several: tuple[str, str]) -> core.Value | None:
    """Report `a in S and b in T` as one finding, and name b in ``scope``; None for anything else."""
    first, *others = binder.source.items if isinstance(binder.source, nodes.And) else (binder.source,)
    names = [item.left for item in others if isinstance(item, nodes.Compare) and item.sign == "in"]
    if not others or len(names) < len(others) or not all(isinstance(name, nodes.Name) for name in names):
        return None
    for name in names:
        if isinstance(name, nodes.Name):
            scope.bind(name.name, t.UnknownType(), name.span)
    frame, joint = several
    hint = frame.format(joint.join([f"{binder.name} in {text_of(first.span)}", *(text_of(one.span) for one in others)]))
    checker.report("GDTYP01", binder.source.span, expected="a set", found="a condition", hint=hint)
    return checker.unknown(binder.source.span)


def name_locally(checker: Checker, name: str, span: Span, scope: Scope) -> None:
    """Report a local name that already means something as a value here."""
    if name in SPECIAL:
        meanings = ["a word of the language"]
    else:
        meanings = list(value_meanings(checker, nodes.Name(name, span=span), scope))
    if meanings:
        checker.clashing.add(name)
        checker.report("GDNAM03", span, name=name, other=meanings[0])


def loops_of(checker: Checker, binders: tuple[nodes.Binder, ...], scope: Scope) -> tuple[core.Loop, ...]:
    """Check nested loops in order; all names are then known in ``scope``."""
    return tuple(bind(checker, binder, scope)[0] for binder in binders)


def gathered(checker: Checker, node: nodes.Gather, scope: Scope, _: t.Type | None) -> core.Value:
    """``E for each x in S``: the set of what E gives."""
    inner = scope.child()
    loops = loops_of(checker, node.loops, inner)
    value = checker.value(node.value, inner)
    if isinstance(value.type, t.UnknownType):
        return value
    return collect(value, loops, node.span)


def passes(checker: Checker, loops: tuple[core.Loop, ...]) -> tuple[int, int]:
    """Return the least and the largest number of passes of nested loops, whatever the set-up."""
    least = most = 1
    for loop in loops:
        most = min(t.HIGHEST, most * getattr(loop.source.type, "most", 1))
        least *= _least(checker, loop)
    return least, most


def ranking(checker: Checker, node: nodes.Ranking, scope: Scope, _: t.Type | None) -> core.Value:
    """``the x in S with most K ties …`` and ``ranked x in S with …``."""
    inner = scope.child()
    loop, local = bind(checker, node.binder, inner, _ONE_NAME)
    keys = tuple(_order_key(checker, order, inner) for order in node.orders)
    _warn_keys_again(checker, keys)
    start = None
    if node.tie.start is not None:
        if not isinstance(local.type, t.PlayerType | t.UnknownType):
            found = f"{describe(local.type)}s".removeprefix("a ")
            is_list = node.form == "ranked" or _is_ordered(local.type)
            instead = {"help": f"write {_instead(node, local.type)}"} if is_list else {}
            if isinstance(node.tie.start, nodes.Name) and node.tie.start.name in ("order", "first", "any"):
                instead = {"help": "write `ties in order`: the first in the order of the file"}
            checker.report("GDTIE02", node.tie.span, found=found, **instead)
            return checker.unknown(node.span)
        start = checker.player(node.tie.start, scope)
    if isinstance(loop.source.type, t.UnknownType):
        return checker.unknown(node.span)
    if node.form == "the" and isinstance(local.type, t.SetType | t.ListType):
        name = node.binder.name
        hint = f"take the first of a ranked list: `(ranked {name} in … with … ties in order)[1]`"
        return checker.wrong(loop.source, "single things", hint=hint)
    kind = _ranking_type(checker, node, loop, local)
    if node.tie.policy == "never":
        _warn_ties(checker, node, loop, keys)
    elif node.tie.policy == "in order" and isinstance(local.type, t.PlayerType):
        checker.report("GDTIE07", node.tie.span)
    return core.Rank(span=node.span, type=kind, form=node.form, loop=loop, keys=keys, tie=node.tie.policy, start=start)


def _order_key(checker: Checker, order: nodes.Order, scope: Scope) -> core.OrderKey:
    value = checker.value(order.key, scope)
    if not isinstance(intervals.strip(value.type), t.IntType | t.BoolType | t.WordType | t.UnknownType):
        value = checker.wrong(value, "a number")
    return core.OrderKey(span=order.span, most=order.direction == "most", key=value)


def _ranking_type(checker: Checker, node: nodes.Ranking, loop: core.Loop, local: core.Local) -> t.Type:
    most = getattr(loop.source.type, "most", t.HIGHEST)
    policy = node.tie.policy
    if node.form == "ranked":
        if policy in ("all", "none"):
            instead = _instead(node, local.type)
            checker.report("GDTYP10", node.tie.span, step=f"ties {policy}", target="a ranked list", instead=instead)
        return t.ListType(local.type, most, _least(checker, loop))
    if policy == "all":
        return t.SetType(local.type, most)
    sure = loop.condition is None and isinstance(loop.source, core.AllPlayers | core.AllMembers)
    if policy == "never" or (policy in ("from", "in order") and sure):
        return local.type
    return t.MaybeType(local.type)


def _least(checker: Checker, loop: core.Loop) -> int:
    """Return how many members a loop has at least, whatever the set-up."""
    item = getattr(loop.source.type, "item", None)
    if loop.condition is not None:
        return 0
    if isinstance(loop.source, core.AllPlayers):
        return checker.symbols.low
    if not isinstance(loop.source, core.AllMembers):
        return 0
    each_player = isinstance(item, t.PieceType) and checker.symbols.kinds[item.kind].each_player
    most = getattr(loop.source.type, "most", 0)
    return most // checker.symbols.high * checker.symbols.low if each_player else most


def _warn_keys_again(checker: Checker, keys: tuple[core.OrderKey, ...]) -> None:
    """A key tells nothing more about what was equal by the same key before."""
    known: set[object] = set()
    for order in keys:
        if not isinstance(order.key.type, t.UnknownType):
            shape = key(order.key, lambda _: None)
            if shape in known:
                checker.report("GDTIE06", order.span, key=text_of(order.key.span))
            known.add(shape)


def _warn_ties(checker: Checker, node: nodes.Ranking, loop: core.Loop, keys: tuple[core.OrderKey, ...]) -> None:
    """``ties never`` is a promise; amounts, points and counts alone can always be equal."""
    if getattr(loop.source.type, "most", 2) > 1 and not any(_tells_apart(checker, o.key, {loop.slot}) for o in keys):
        kind = getattr(loop.source.type, "item", t.UnknownType())
        instead = {"help": f"write {_instead(node, kind)}"} if _is_ordered(kind) else {}
        checker.report("GDTIE05", node.tie.span, **instead)


def _instead(node: nodes.Ranking, kind: t.Type) -> str:
    """Return what to write in a ranking of such things where its own words about ties do not go."""
    if isinstance(kind, t.PlayerType):
        return "`ties from X` (the first clockwise from player X first), or `ties never`"
    if _is_ordered(kind):
        return f"`then least {node.binder.name} ties never`: of equal ones the first in the list comes first"
    return "`ties never`, and in front of it a last key that tells all apart (`then least …`)"


def _is_ordered(kind: t.Type) -> bool:
    """Tell whether members of this type can be keys themselves: words and numbers have an order."""
    return isinstance(kind, t.IntType | t.WordType)


_OFTEN_EQUAL = (
    *(core.Count, core.CountPieces, core.Amount, core.PointsOf),
    *(core.Compare, core.Member, core.Not, core.And, core.Or),
)
"""Counts, amounts and points, and what is only yes or no: whatever stands inside, several can have the same."""


def _tells_apart(checker: Checker, value: object, own: Collection[int]) -> bool:
    """Tell whether an expression reads something that may differ for every candidate: what is printed, a place, itself.

    ``own``: the local places of the candidate.
    """
    match value:
        case core.Attribute() | core.KeyOf() | core.DesignOf() | core.OwnerOf() | core.SlotPiece() | core.Top():
            return True
        case core.Local(slot=slot, type=kind):
            return slot in own and _is_ordered(kind)
        case core.TermCall(term=name, arguments=arguments):
            term = checker.terms.get(name)
            params = {place for place, one in enumerate(arguments) if _tells_apart(checker, one, own)}
            first = 0 if term is None or term.each in ("", "player") else 1
            return term is None or _tells_apart(checker, term.value, {place + first for place in params})
        case core.Reduce(function="sum" | "min" | "max", value=inner):
            return _tells_apart(checker, inner, own)
        case core.Either(value=one, otherwise=other):
            return _tells_apart(checker, (one, other), own)
        case tuple():
            return any(_tells_apart(checker, item, own) for item in value)
        case core.Core() if not isinstance(value, (*_OFTEN_EQUAL, core.Reduce)):
            return any(_tells_apart(checker, getattr(value, field.name), own) for field in attrs.fields(type(value)))
        case _:
            return False

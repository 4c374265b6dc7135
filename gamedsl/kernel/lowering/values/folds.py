"""Counts, sums, smallest and largest, any and all over loops -> statements"""

from __future__ import annotations

import attrs

from gamedsl.engine.errors import Limits
from gamedsl.kernel.builder import both, choose, combine, compare, either, interval, number, opposite, plus
from gamedsl.kernel.lowering.context import Listed, Lowering, bare
from gamedsl.kernel.lowering.values.counting import of_loop, walked
from gamedsl.kernel.lowering.values.loops import (
    _nested_bags,
    all_hold,
    filter_of,
    filtered,
    item_of,
    narrowed_down,
    nested,
    walk_word,
)
from gamedsl.kernel.lowering.values.masks import mask
from gamedsl.kernel.lowering.values.registry import in_range, lowers, made, narrowed, value, value_as
from gamedsl.kernel.program import BOOL, Break, Expression, If, Int, Statement
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t


@lowers(core.Reduce)
def _reduce(b: Lowering, node: core.Reduce) -> Expression:
    if node.function in ("any", "all"):
        return _any_or_all(b, node)
    if node.function == "count":
        total = b.variable(number(0), _counting(b, node.loops))
        nested(b, node.loops, lambda: b.assign(total, narrowed(plus(total, 1), *interval(total))))
        return total
    if node.function == "sum":
        return _sum(b, node)
    return _least_or_most(b, node)


def _counting(b: Lowering, loops: tuple[core.Loop, ...]) -> Int:
    """Return how many passes there can be."""
    most = 1
    for loop in loops:
        item = item_of(loop.source.type)
        kind = bare(loop.source.type)
        many = kind.most if isinstance(kind, t.ListType) else b.span_of(item)[1]
        most *= max(1, many)
    return Int(0, min(most, t.HIGHEST))


def _any_or_all(b: Lowering, node: core.Reduce) -> Expression:
    wanted = node.function == "any"
    if isinstance(node.value.type, t.MaybeType):
        yes = core.Const(span=node.span, type=t.BoolType(), value=True)
        holds = core.Compare(span=node.span, type=t.BoolType(), sign="=", left=node.value, right=yes)
        node = attrs.evolve(node, value=holds)
    found = _at_once(b, node, wanted)
    if found is None and len(node.loops) == 1 and _is_counted_whole(b, node.loops[0]):
        found = _one_loop(b, node, wanted)
    if found is not None:
        return found
    stop = b.variable(number(0), BOOL)

    def look() -> None:
        test = value(b, node.value)
        with b.when(test if wanted else opposite(test)):
            b.assign(stop, number(1))

    nested(b, node.loops, look, stop)
    return stop if wanted else opposite(stop)


def _is_counted_whole(b: Lowering, loop: core.Loop) -> bool:
    """Tell whether the passes of a loop are counted all at once, if at all, however many conditions are words."""
    return of_loop(b, loop) is None or filter_of(loop.source) is None


def _at_once(b: Lowering, node: core.Reduce, wanted: bool) -> Expression | None:
    """Return any or all as a test of words, where no loop is needed for that."""
    if len(node.loops) != 1:
        return None
    loop = node.loops[0]
    source = loop.source.type
    if (
        not isinstance(source, t.SetType)
        or isinstance(loop.source, core.Interval)
        or isinstance(source.item, t.NothingType)
    ):
        return None
    item = source.item
    cut = None if loop.condition is None else mask(b, loop.condition, loop.slot, item)
    if loop.condition is not None and cut is None:
        return None
    found = mask(b, node.value, loop.slot, item)
    if found is None:
        return None
    counted, whole = of_loop(b, loop), filtered(b, loop.source)
    if counted is not None and whole is not None:
        return None  # how many are looked at before the end is counted
    inside = made(b, loop.source) if whole is None else whole
    if isinstance(inside, Listed):
        return None
    if counted is not None:
        inside = walked(b, counted, b.let(inside))
    inside = inside if cut is None else combine("&", inside, cut)
    left = combine("&" if wanted else "&~", inside, found)
    return compare("!=" if wanted else "=", left, 0)


def _one_loop(b: Lowering, node: core.Reduce, wanted: bool) -> Expression | None:
    """Return ``any`` or ``all`` of one loop where a word can tell some of the conditions, None where it cannot."""
    loop = node.loops[0]
    test = node.value if wanted else core.Not(span=node.span, type=t.BoolType(), value=node.value)
    conditions = [*([] if loop.condition is None else [loop.condition]), test]
    body: list[Statement] = []
    with b.into(body), b.within():
        left = narrowed_down(b, loop, conditions)
        if left is None:
            return None
        word_, rest = left
        result = compare("!=", word_, 0)
        if rest:
            stop = b.variable(number(0), BOOL)

            def inside(one: Expression) -> None:
                b.bind(loop.slot, one)
                all_hold(b, rest, lambda: b.assign(stop, number(1)))
                b.emit(If(stop, (Break(),)))

            walk_word(b, word_, b.base(item_of(loop.source.type)), inside)
            result = stop
    b.emit(*body)
    return result if wanted else opposite(result)


_BEYOND = Int(t.LOWEST * Limits.passes, t.HIGHEST * Limits.passes)
"""What a sum may come to before it is tested: it has no more passes than there may be between two decisions."""


def _sum(b: Lowering, node: core.Reduce) -> Expression:
    kind = node.type
    is_open = isinstance(kind, t.IntType) and kind.is_open
    total = b.variable(number(0), _BEYOND if is_open else Int(t.LOWEST, t.HIGHEST))

    def add() -> None:
        found = value(b, node.value)
        if isinstance(node.value.type, t.MaybeType):
            found = b.let(found)
            with b.when(b.there(found, node.value.type)):
                b.assign(total, plus(total, found))
            return
        b.assign(total, plus(total, found))

    nested(b, node.loops, add)
    if is_open:
        return in_range(b, total, kind, (t.LOWEST, t.HIGHEST), node.span, "a number")
    return narrowed(total, kind.low, kind.high) if isinstance(kind, t.IntType) else total


def _least_or_most(b: Lowering, node: core.Reduce) -> Expression:
    kind = b.type_of(bare(node.value.type))
    assert isinstance(kind, Int)
    some, best = b.variable(number(0), BOOL), b.variable(number(kind.low), kind)
    sign = "<" if node.function == "min" else ">"

    def look() -> None:
        found = b.let(value(b, node.value))
        better = either(opposite(some), compare(sign, found, best))
        with b.when(both(b.there(found, node.value.type), better)):
            b.assign(best, found)
            b.assign(some, number(1))

    _nested_bags(b, node.loops, look)
    if node.otherwise is None:
        return choose(some, best, number(0))
    body: list[Statement] = []
    with b.into(body):
        other = value_as(b, node.otherwise, node.type)
    if not body:
        return choose(some, best, other)
    result = b.variable(best, b.type_of(node.type))
    with b.when(opposite(some)):
        b.emit(*body)
        b.assign(result, other)
    return result

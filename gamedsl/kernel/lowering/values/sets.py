"""Sets: joined, made, asked for members, counted -> words"""

from __future__ import annotations

from gamedsl.kernel.builder import (
    TRUE,
    bit,
    both,
    choose,
    combine,
    compare,
    constant,
    either,
    every,
    has,
    interval,
    lowest,
    minus,
    number,
    plus,
    shifted,
    size,
    word,
)
from gamedsl.kernel.lowering.context import NOBODY, Listed, Lowered, Lowering, Run, is_set
from gamedsl.kernel.lowering.values.counting import of_loop, passed
from gamedsl.kernel.lowering.values.loops import _scalar, b_assign, filter_of, filtered, item_of, nested, walk_over
from gamedsl.kernel.lowering.values.maintained_sets import held_field
from gamedsl.kernel.lowering.values.masks import holding, mask
from gamedsl.kernel.lowering.values.registry import lowered, lowers, made, narrowed, value, value_as
from gamedsl.kernel.program import BOOL, Break, Expression, If, Int, Word
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.intervals import join

_LARGE = 1_001
"""Numbers in an interval behind which making it counts as so many passes of a loop."""


@lowers(core.Join)
def _join(b: Lowering, node: core.Join) -> Expression:
    left, right = _as_set(b, node.left, node.type), _as_set(b, node.right, node.type)
    return combine("|" if node.sign == "+" else "&~", left, right)


def _as_set(b: Lowering, node: core.Value, want: t.Type) -> Expression:
    """Return a set, or one thing as a set, in the words of a type."""
    assert isinstance(want, t.SetType)
    low, wide = b.base(want.item), b.wide(want.item)
    if is_set(node.type):
        return set_as(b, node, want)
    if isinstance(node.type, t.NothingType):
        return word(0, wide)
    found = value(b, node)
    there: Expression = TRUE
    if isinstance(node.type, t.MaybeType):
        found = b.let(found)
        there = b.there(found, node.type)
    least, most = interval(found)
    if least < low or most >= low + wide:  # what cannot be in there takes nothing out of it
        found = b.let(found)
        there = every([there, compare(">=", found, low), compare("<", found, low + wide)])
    one = narrowed(minus(found, low), 0, max(0, wide - 1))
    return choose(there, bit(one, wide), word(0, wide))


def set_as(b: Lowering, node: core.Value, want: t.SetType) -> Expression:
    """Return a set or list as a word of a type."""
    found = made(b, node)
    low, wide = b.base(want.item), b.wide(want.item)
    if isinstance(found, Listed):
        result = b.variable(word(0, wide), Word(wide), "w")

        def add(one: Lowered) -> None:
            assert not isinstance(one, Listed | Run)
            b.assign(result, combine("|", result, bit(minus(one, low), wide)))

        walk_over(b, node, add)
        return result
    have = node.type
    assert isinstance(have, t.SetType)
    if isinstance(have.item, t.NothingType):
        return word(0, wide)
    by = b.base(have.item) - low
    if by < 0 or b.base(have.item) + b.wide(have.item) > low + wide:
        mask = ((1 << wide) - 1) << max(0, -by)
        found = combine("&", found, word(mask & ((1 << b.wide(have.item)) - 1), b.wide(have.item)))
    return shifted(found, by, wide)


@lowers(core.MakeSet)
def _make_set(b: Lowering, node: core.MakeSet) -> Expression:
    assert isinstance(node.type, t.SetType)
    found: Expression = word(0, b.wide(node.type.item))
    for item in node.items:
        found = combine("|", found, _as_set(b, item, node.type))
    return found


@lowers(core.Interval)
def _interval(b: Lowering, node: core.Interval) -> Expression:
    assert isinstance(node.type, t.SetType)
    base, wide = b.base(node.type.item), b.wide(node.type.item)
    low, high = value(b, node.low), value(b, node.high)
    first, last = constant(low), constant(high)
    if first is not None and last is not None:
        return word(sum(1 << (one - base) for one in range(first, last + 1)), wide)
    if wide > _LARGE:
        _spread(b, node, b.let(low), b.let(high))
    result = b.variable(word(0, wide), Word(wide), "w")
    walk_over(b, node, lambda one: b.assign(result, combine("|", result, bit(minus(one, base), wide))))  # type: ignore[arg-type]
    return result


def _spread(b: Lowering, node: core.Interval, low: Expression, high: Expression) -> Expression:
    """Return how many numbers an interval has; those of a large one count as passes of a loop."""
    many = b.let(plus(minus(high, low), 1))
    if interval(many)[1] > _LARGE:
        with b.when(compare(">", many, _LARGE)):
            passed(b, minus(many, 1), node.span, 1)
    return b.let(choose(compare(">", many, 0), many, number(0)))


@lowers(core.Member)
def _member(b: Lowering, node: core.Member) -> Expression:
    kind = node.element.type
    if is_set(kind):
        wide = _widest(b, kind, node.container.type)
        ours, theirs = set_as(b, node.element, wide), set_as(b, node.container, wide)
        return compare("=", combine("&~", ours, theirs), 0)
    if isinstance(kind, t.NothingType):
        return number_false()
    found = value(b, node.element)
    if isinstance(node.container, core.Interval):
        found = b.let(found)
        inside = both(
            compare(">=", found, value(b, node.container.low)), compare("<=", found, value(b, node.container.high))
        )
        return both(b.there(found, kind), inside)
    if isinstance(node.container, core.MakeSet) and not any(is_set(item.type) for item in node.container.items):
        return _one_of(b, node, b.let(found), node.container.items)
    return contains(b, found, kind, node.container)


def number_false() -> Expression:
    """Return what never holds."""
    return number(0)


def _one_of(b: Lowering, node: core.Member, found: Expression, items: tuple[core.Value, ...]) -> Expression:
    tests: Expression = number_false()
    for item in items:
        if isinstance(item.type, t.NothingType):
            continue
        other = value(b, item)
        same = compare("=", found, other)
        if isinstance(item.type, t.MaybeType):
            other = b.let(other)
            same = both(b.there(other, item.type), compare("=", found, other))
        tests = either(tests, same)
    return both(b.there(found, node.element.type), tests)


def contains(b: Lowering, found: Expression, kind: t.Type, container: core.Value) -> Expression:
    """Return whether a set or list holds a thing, which may be none."""
    there = made(b, container)
    item = item_of(container.type)
    if isinstance(item, t.NothingType):
        return number_false()
    if isinstance(there, Listed):
        result = b.variable(number(0), BOOL)
        found = b.let(found)

        def look(one: Lowered) -> None:
            assert not isinstance(one, Listed | Run)
            b.emit(If(compare("=", one, found), (b_assign(result, number(1)), Break())))

        walk_over(b, container, look)
        return both(result, b.there(found, kind))
    low, wide = b.base(item), b.wide(item)
    least, most = interval(found)
    tests: list[Expression] = []
    if least < low or most >= low + wide or isinstance(kind, t.MaybeType):
        found = b.let(found)
        tests = [compare(">=", found, low), compare("<", found, low + wide)]
        if isinstance(kind, t.MaybeType):
            tests.insert(0, b.there(found, kind))
    return every([*tests, has(there, narrowed(minus(found, low), 0, max(0, wide - 1)))])


def _widest(b: Lowering, one: t.Type, other: t.Type) -> t.SetType:
    items = [item_of(kind) for kind in (one, other)]
    real = [item for item in items if not isinstance(item, t.NothingType)] or items
    item = real[0] if len(real) == 1 else join(real[0], real[1])
    assert item is not None
    return t.SetType(item)


@lowers(core.Count)
def _count(b: Lowering, node: core.Count) -> Expression:
    source = node.source
    if isinstance(source, core.Interval):
        return _spread(b, source, b.let(value(b, source.low)), b.let(value(b, source.high)))
    run = _of_run(b, source)
    if run is not None:
        return size(run)
    cut = filtered(b, source)
    if cut is not None:
        return size(cut)
    if filter_of(source) is not None:
        total = b.variable(number(0), Int(0, b.span_of(item_of(source.type))[1]))
        walk_over(b, source, lambda _: b.assign(total, plus(total, 1)))
        return total
    found = made(b, source)
    return found.length if isinstance(found, Listed) else size(found)


def _line_filter(source: core.Value) -> core.Loop | None:
    """Return the loop of ``L where C`` for a line."""
    if not isinstance(source, core.Collect) or len(source.loops) != 1:
        return None
    loop = source.loops[0]
    itself = isinstance(source.value, core.Local) and source.value.slot == loop.slot
    return loop if itself and loop.condition is not None and isinstance(loop.source, core.Local) else None


def _of_run(b: Lowering, source: core.Value) -> Expression | None:
    """Return the cells or places of a line for which a condition holds, where words tell that."""
    loop = _line_filter(source)
    own = source if loop is None else loop.source
    if not isinstance(own, core.Local) or (loop is not None and of_loop(b, loop) is not None):
        return None
    found = lowered(b, own)
    if isinstance(found, Listed) and found.places is not None and loop is not None and loop.condition is not None:
        where = mask(b, loop.condition, loop.slot, found.kind)
        return None if where is None else combine("&", found.places, where)
    if not isinstance(found, Run) or found.cells is None:
        return None
    if loop is None:
        return combine("&", found.cells, b.read(held_field(found.entry)))
    assert loop.condition is not None
    lying = holding(b, loop.condition, loop.slot, found.entry)
    return None if lying is None else combine("&", found.cells, lying)


@lowers(core.Only)
def _only(b: Lowering, node: core.Only) -> Expression:
    found = made(b, node.source)
    if isinstance(found, Listed):
        nothing = number(b.none_of(node.type)) if node.otherwise is None else value_as(b, node.otherwise, node.type)
        return choose(compare("=", found.length, 1), _scalar(found.item(number(0))), nothing)
    item = item_of(node.source.type)
    if isinstance(item, t.NothingType):
        return number(NOBODY) if node.otherwise is None else value_as(b, node.otherwise, node.type)
    found = b.let(found)
    alone = compare("=", size(found), 1)
    there = plus(lowest(found), b.base(item))
    other = number(b.none_of(node.type)) if node.otherwise is None else value_as(b, node.otherwise, node.type)
    return choose(alone, there, other)


@lowers(core.Collect)
def _collect(b: Lowering, node: core.Collect) -> Expression:
    assert isinstance(node.type, t.SetType)
    kind = node.type
    if isinstance(kind.item, t.NothingType):
        return word(0, 0)
    wide = b.wide(kind.item)
    cut = filtered(b, node)
    if cut is not None and kind.item == item_of(node.loops[0].source.type):
        return cut
    result = b.variable(word(0, wide), Word(wide), "w")

    def add() -> None:
        b.assign(result, combine("|", result, _as_set(b, node.value, kind)))

    nested(b, node.loops, add)
    return result

"""Loops inside values, and sets made of them -> statements and words"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamedsl.kernel.builder import arithmetic, constant, has, interval, number, plus
from gamedsl.kernel.lowering.context import Listed, Lowered, Lowering, Run, bare, is_set
from gamedsl.kernel.lowering.values.counting import Counted, of_loop, stepped, walked, walked_between
from gamedsl.kernel.lowering.values.masks import conjuncts, split
from gamedsl.kernel.lowering.values.registry import lowered, made, value, walk_run
from gamedsl.kernel.program import Assign, Break, Expression, For, ForBits, If, Int, Name, Statement, Word
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t


def is_several(node: core.Value) -> bool:
    """Tell whether a node stands for several things: a zone, a set or a list."""
    return isinstance(node, core.ZoneRef) or is_set(node.type)


def walk_over(b: Lowering, source: core.Value, work: Callable[[Lowered], None], counted: Counted | None = None) -> None:
    """Write a loop through a set or list; ``work`` writes its body and may write ``Break``."""
    body: list[Statement] = []
    if isinstance(source, core.Interval):
        low, high = value(b, source.low), value(b, source.high)
        if counted is not None:
            low, high = b.let(low), b.let(high)
            walked_between(b, counted, low, high)
        (least, _), (_, most) = interval(low), interval(high)
        one = Name(b.temp("v"), Int(least, max(least, most)))
        with b.into(body):
            work(one)
        b.emit(For(one.name, one.type, low, plus(high, 1), tuple(body)))
        return
    inner = filter_of(source)
    if inner is not None:
        with b.within():
            _walk_where(b, inner, lambda found: _stepping(b, counted, found, work))
        return
    found = lowered(b, source)
    if counted is not None:
        found = walked(b, counted, found if isinstance(found, Listed | Run) else b.let(found))
    if isinstance(found, Run):
        walk_run(b, found, work)
    elif isinstance(found, Listed):
        one = Name(b.temp("j"), Int(0, max(0, interval(found.length)[1] - 1)))
        with b.into(body):
            work(found.item(one))
        b.emit(For(one.name, one.type, number(0), found.length, tuple(body)))
    else:
        walk_word(b, found, b.base(item_of(source.type)), work)


def _walk_where(b: Lowering, loop: core.Loop, work: Callable[[Lowered], None]) -> None:
    """Write a loop through the elements for which a condition holds; what a word can tell is not tested one by one."""
    assert loop.condition is not None
    if not walk_left(b, loop, [loop.condition], work):
        walk_over(b, loop.source, lambda found: _where(b, loop, found, work), of_loop(b, loop))


def walk_left(b: Lowering, loop: core.Loop, conditions: Sequence[core.Value], work: Callable[[Lowered], None]) -> bool:
    """Write a loop through the elements for which conditions hold, if a word can tell that of some of these.

    Return whether it can. ``work`` may write ``Break``.
    """
    left = narrowed_down(b, loop, conditions)
    if left is None:
        return False
    found, rest = left

    def inside(one: Expression) -> None:
        b.bind(loop.slot, one)
        all_hold(b, rest, lambda: work(one))

    walk_word(b, found, b.base(item_of(loop.source.type)), inside)
    return True


def _stepping(b: Lowering, counted: Counted | None, found: Lowered, work: Callable[[Lowered], None]) -> None:
    stepped(b, counted)
    work(found)


def narrowed_down(
    b: Lowering, loop: core.Loop, conditions: Sequence[core.Value]
) -> tuple[Expression, list[core.Value]] | None:
    """Return the word of the elements for which some first conditions hold, and the others; None for no such word."""
    if isinstance(loop.source, core.Interval) or not isinstance(loop.source.type, t.SetType | t.ZoneType):
        return None
    body: list[Statement] = []
    item = item_of(loop.source.type)
    if isinstance(item, t.NothingType):
        return None
    with b.into(body):
        source = filtered(b, loop.source)
        whole = made(b, loop.source) if source is None else source
        if isinstance(whole, Listed):
            return None
        counted = of_loop(b, loop)
        if counted is not None:
            whole = walked(b, counted, b.let(whole))
        found, rest = split(b, whole, conditions, loop.slot, item)
    if len(rest) == len(conjuncts(conditions)):
        return None
    b.emit(*body)
    return found, rest


def all_hold(b: Lowering, conditions: list[core.Value], work: Callable[[], None]) -> None:
    """Write what is done where all of these hold."""
    if not conditions:
        work()
        return
    with b.when(value(b, conditions[0])):
        all_hold(b, conditions[1:], work)


def filtered(b: Lowering, source: core.Value) -> Expression | None:
    """Return ``S where C`` as a word where no loop is needed for that."""
    loop = filter_of(source)
    if loop is None or loop.condition is None or isinstance(loop.source, core.Interval):
        return None
    body: list[Statement] = []
    with b.into(body):
        left = narrowed_down(b, loop, [loop.condition])
    if left is None or left[1]:
        return None
    b.emit(*body)
    return left[0]


def _where(b: Lowering, loop: core.Loop, found: Lowered, work: Callable[[Lowered], None]) -> None:
    b.bind(loop.slot, found)
    assert loop.condition is not None
    with b.when(value(b, loop.condition)):
        work(found)


def filter_of(source: core.Value) -> core.Loop | None:
    """Return the loop of ``S where C``: it is walked without making a set first."""
    if not isinstance(source, core.Collect) or len(source.loops) != 1 or source.loops[0].condition is None:
        return None
    loop = source.loops[0]
    itself = isinstance(source.value, core.Local) and source.value.slot == loop.slot
    plain = isinstance(loop.source.type, t.SetType) and not is_set(source.value.type)
    return loop if itself and plain and not isinstance(source.value.type, t.MaybeType) else None


def walk_word(b: Lowering, found: Expression, base: int, work: Callable[[Expression], None]) -> None:
    """Write a loop through the numbers of a word."""
    if constant(found) == 0:
        return
    assert isinstance(found.type, Word)
    body: list[Statement] = []
    one = Name(b.temp("v"), Int(0, max(0, found.type.width - 1)))
    with b.into(body):
        work(one if base == 0 else b.let(plus(one, base)))
    b.emit(ForBits(one.name, one.type, found, tuple(body)))


def nested(b: Lowering, loops: tuple[core.Loop, ...], work: Callable[[], None], stop: Name | None = None) -> None:
    """Write loops inside each other; ``stop`` ends them all, once ``work`` has set it."""
    if not loops:
        work()
        return
    loop, rest = loops[0], loops[1:]

    def inside(found: Lowered) -> None:
        b.bind(loop.slot, found)
        if loop.condition is None:
            deeper()
            return
        with b.when(value(b, loop.condition)):
            deeper()

    def deeper() -> None:
        nested(b, rest, work, stop)
        if stop is not None:
            b.emit(If(stop, (Break(),)))

    with b.within():
        if loop.condition is not None and isinstance(bare(loop.source.type), t.SetType):
            _walk_where(b, loop, lambda _: deeper())
        else:
            walk_over(b, loop.source, inside, of_loop(b, loop))


WIDE = 256
"""Numbers that a word is made for without a second thought."""


def _nested_bags(b: Lowering, loops: tuple[core.Loop, ...], work: Callable[[], None]) -> None:
    """Write loops inside each other where it does not matter how often a number comes: wide sets are not made."""
    if not loops:
        work()
        return
    loop, rest = loops[0], loops[1:]
    item = item_of(loop.source.type)
    if not isinstance(item, t.IntType) or b.span_of(item)[1] <= WIDE:
        nested(b, loops[:1], lambda: _nested_bags(b, rest, work))
        return

    def inside(found: Lowered) -> None:
        with b.within():
            stepped(b, of_loop(b, loop))
            b.bind(loop.slot, found)
            with b.when(number(1) if loop.condition is None else value(b, loop.condition)):
                _nested_bags(b, rest, work)

    _walk_bag(b, loop.source, inside)


def _walk_bag(b: Lowering, node: core.Value, work: Callable[[Lowered], None]) -> None:
    """Write a loop through what a set is made of; the same number may come several times."""
    if isinstance(node, core.Join) and node.sign == "+":
        _walk_bag(b, node.left, work)
        _walk_bag(b, node.right, work)
    elif isinstance(node, core.MakeSet):
        for item in node.items:
            _walk_bag(b, item, work)
    elif isinstance(node, core.Collect):
        nested(b, node.loops, lambda: _walk_bag(b, node.value, work))
    elif is_set(node.type):
        walk_over(b, node, work)
    else:
        found = b.let(value(b, node))
        with b.when(b.there(found, node.type)):
            work(found)


def item_of(kind: t.Type) -> t.Type:
    """Return the type of the items of a set or list."""
    if isinstance(kind, t.ZoneType):
        return t.PieceType(kind.kind)
    kind = bare(kind)
    assert isinstance(kind, t.SetType | t.ListType)
    return kind.item


def b_assign(name: Name, found: Expression) -> Statement:
    """Return a new value for a local as a statement."""
    return Assign(name.name, found)


def _scalar(found: Lowered) -> Expression:
    assert not isinstance(found, Listed | Run)
    return found


def for_seats(b: Lowering, seats: Expression, first: Expression, work: Callable[[Lowered], None]) -> None:
    """Write a loop through seats, clockwise from one."""
    seats = b.let(seats)
    one = Name(b.temp("j"), Int(0, b.seats - 1))
    body: list[Statement] = []
    with b.into(body):
        seat = b.let(arithmetic("mod", plus(first, one), number(b.seats)))
        with b.when(has(seats, seat)):
            work(seat)
    b.emit(For(one.name, one.type, number(0), number(b.seats), tuple(body)))


def walk_listed(b: Lowering, found: Listed, work: Callable[[Lowered], None]) -> None:
    """Write a loop through a list."""
    body: list[Statement] = []
    one = Name(b.temp("j"), Int(0, max(0, interval(found.length)[1] - 1)))
    with b.into(body):
        item = found.item(one)
        work(item if isinstance(item, Listed | Run) else b.let(item))
    b.emit(For(one.name, one.type, number(0), found.length, tuple(body)))

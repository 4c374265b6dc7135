"""Kinds of values and what lowers each of them -> expressions; tests of their ranges"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from gamedsl.by_fields import changed
from gamedsl.kernel.builder import (
    bit,
    both,
    choose,
    combine,
    compare,
    either,
    interval,
    minus,
    number,
    plus,
    times,
    word,
)
from gamedsl.kernel.lowering.context import Listed, Lowered, Lowering, Run, bare, within
from gamedsl.kernel.lowering.refused import NotLoweredError
from gamedsl.kernel.lowering.worked_out import Invariants
from gamedsl.kernel.program import DeclareRow, Expression, For, Int, Item, Name, Number, Put, Statement, Type, Word
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t

LONGEST = 1 << 18
"""Numbers that a list may have room for, with those of lists in it."""

VALUES: dict[type[core.Value], Callable[[Lowering, Any], Lowered]] = {}
"""By kind of value what lowers it."""


def lowers(
    kind: type[core.Value],
) -> Callable[[Callable[[Lowering, Any], Lowered]], Callable[[Lowering, Any], Lowered]]:
    """Register what lowers one kind of value."""

    def register(work: Callable[[Lowering, Any], Lowered]) -> Callable[[Lowering, Any], Lowered]:
        VALUES[kind] = work
        return work

    return register


def lowered(b: Lowering, node: core.Value) -> Lowered:
    """Return what a value becomes; statements that it needs are written before."""
    b.layout.loads.of(node)
    work = VALUES.get(type(node))
    if work is None:
        raise TypeError(f"{type(node).__name__} is not lowered")
    try:
        return _in_loops(b, node, work) if isinstance(node, WITH_LOOPS) else work(b, node)
    except NotLoweredError as error:
        error.span = error.span or node.span
        raise


WITH_LOOPS = (core.Collect, core.Reduce, core.Best, core.Rank)
"""Values that go through something, pass by pass."""


def _in_loops(b: Lowering, node: core.Value, work: Callable[[Lowering, Any], Lowered]) -> Lowered:
    """Return what a value with loops becomes; in front of them stands what is kept from pass to pass."""
    invariants, body, start = Invariants(b._temps), b.body, len(b.body)
    b.invariants.append(invariants)
    found = work(b, node)
    b.invariants.pop()
    if b.body is not body:
        raise TypeError(f"{type(node).__name__} begins a block")
    body[start:start] = invariants.before
    return found


def made(b: Lowering, node: core.Value) -> Expression | Listed:
    """Return what a value becomes; a run is made a word."""
    found = lowered(b, node)
    return run_word(b, found) if isinstance(found, Run) else found


def value(b: Lowering, node: core.Value) -> Expression:
    """Return a value that is no list; of a list it is the set of what is in it."""
    found = made(b, node)
    return b.set_of(found) if isinstance(found, Listed) else found


def value_as(b: Lowering, node: core.Value, want: t.Type) -> Expression:
    """Return a value as another type says it."""
    found = b.converted(value(b, node), node.type, want)
    assert not isinstance(found, Listed | Run)
    return found


def known(b: Lowering, node: core.Value) -> int | None:
    """Return the number of a value that is the same in every state of this set-up, None for others."""
    body: list[Statement] = []
    temps, faults = b._temps, len(b.program.faults)
    invariants, b.invariants = b.invariants, []  # what is written here is thrown away
    with b.into(body):
        found = lowered(b, node)
    b.invariants = invariants
    if not body and isinstance(found, Number):
        return found.value
    b._temps = temps
    del b.program.faults[faults:]
    return None


def constant_of(b: Lowering, kind: t.Type, found: Any) -> Number:
    """Return a run-time value as a constant: a set as a word."""
    if isinstance(kind, t.SetType):
        low, wide = b.base(kind.item), b.wide(kind.item)
        return word(sum(1 << (int(one) - low) for one in found or ()), wide)
    if found is None:
        return number(b.none_of(kind))
    return number(b.text_number(found) if isinstance(found, str) else int(found))


def in_range(
    b: Lowering, found: Expression, kind: t.Type, limits: tuple[int, int], span: Any, target: str
) -> Expression:
    """Write the test that a number is none or lies in a range (GDRUN05); return it."""
    low, high = limits
    if within(found, low, high):
        return found
    found = b.let(found)
    inside = both(compare(">=", found, low), compare("<=", found, high))
    if isinstance(kind, t.MaybeType):
        inside = either(b.is_none(found, kind), inside)
    b.fail_unless(inside, "GDRUN05", span, found, target=target, range=f"{low}..{high}", found=str)
    return narrowed(found, low, high) if not isinstance(kind, t.MaybeType) else found


def narrowed(found: Expression, low: int, high: int) -> Expression:
    """Return a number with what else is known of its interval."""
    if isinstance(found, Number) or within(found, low, high):
        return found
    least, most = interval(found)
    return changed(found, type=Int(max(low, least), max(max(low, least), min(high, most))))


def in_limits(b: Lowering, node: core.Value, wanted: t.Type, target: str) -> Lowered:
    """Return a value that is stored where ``wanted`` is declared; test its range when it may leave it (GDRUN05)."""
    found: Lowered = made(b, node)
    limit, have = bare(wanted), bare(node.type)
    if isinstance(found, Listed | Run):
        return b.converted(found, node.type, wanted)
    if isinstance(limit, t.IntType):
        inside = isinstance(have, t.IntType) and limit.low <= have.low and have.high <= limit.high
        if not inside:
            found = in_range(b, found, node.type, (limit.low, limit.high), node.span, target)
    return b.converted(found, node.type, wanted)


def bounded(b: Lowering, found: Expression, node: core.Value) -> Expression:
    """Write the test that a number fits 32 bits where it may not (GDRUN05); return it."""
    if within(found, t.LOWEST, t.HIGHEST):
        return found
    product = isinstance(node, core.Arithmetic) and node.sign == "*"
    if not product and not (isinstance(node.type, t.IntType) and node.type.is_open):
        return narrowed(found, t.LOWEST, t.HIGHEST)
    return in_range(b, found, node.type, (t.LOWEST, t.HIGHEST), node.span, "a number")


def absolute(b: Lowering, found: Expression) -> Expression:
    """Return a number without its sign."""
    if within(found, 0, t.HIGHEST):
        return found
    found = b.let(found)
    low, high = interval(found)
    turned = narrowed(minus(number(0), found), 0, max(-low, 0))
    return choose(compare("<", found, 0), turned, narrowed(found, 0, max(0, high)))


@attrs.frozen
class Shelf:
    """Room for items by their number from 0: what writes an item there, and what reads it. Items may be lists."""

    put: Callable[[Expression, Lowered], None]
    get: Callable[[Expression], Lowered]


Room = Callable[[str, Type, int], Shelf]
"""By the name, type and number of single numbers or words the room for them."""


def local_room(b: Lowering) -> Room:
    """Return what makes room in local rows."""

    def make(_: str, kind: Type, most: int) -> Shelf:
        row = Name(b.temp("row"), kind)
        b.emit(DeclareRow(row.name, kind, max(1, most)))
        return Shelf(lambda at, one: b.emit(Put(row.name, at, single(b, one))), lambda at: Item(row.name, at, kind))

    return make


def single(b: Lowering, one: Lowered) -> Expression:
    """Return an item that is no list; a run is made a word."""
    assert not isinstance(one, Listed)
    return run_word(b, one) if isinstance(one, Run) else one


def shelf(b: Lowering, kind: t.Type, most: int, room: Room) -> Shelf:
    """Return room for items of a type: for lists it is their lengths, and what is in all of them in one row."""
    if not isinstance(kind, t.ListType):
        return room("list", b.type_of(kind), most)
    longest = max(1, min(kind.most, LONGEST // max(1, most)))
    lengths, inside = room("lengths", Int(0, longest), most), room("inside", b.type_of(kind.item), most * longest)

    def put(at: Expression, one: Lowered) -> None:
        assert isinstance(one, Listed)
        length, first = b.let(one.length, always=True), b.let(times(at, longest))
        lengths.put(at, length)
        body: list[Statement] = []
        step = Name(b.temp("j"), Int(0, longest - 1))
        with b.into(body):
            inside.put(plus(first, step), one.item(step))
        b.emit(For(step.name, step.type, number(0), length, tuple(body)))

    def get(at: Expression) -> Lowered:
        at = b.let(at)
        length = b.let(lengths.get(at))  # type: ignore[arg-type]
        return Listed(length, lambda step: inside.get(plus(times(at, longest), step)), kind.item)

    return Shelf(put, get)


def gathered(b: Lowering, kind: t.Type, most: int) -> tuple[Listed, Callable[[Lowered], None]]:
    """Return a list of at most so many items, empty at first, and what writes that an item is added."""
    items = shelf(b, kind, most, local_room(b))
    count = b.variable(number(0), Int(0, max(1, most)), "n")

    def put(one: Lowered) -> None:
        items.put(count, one)
        b.assign(count, narrowed(plus(count, 1), 0, max(1, most)))

    return Listed(count, items.get, kind), put


def walk_run(b: Lowering, found: Run, work: Callable[[Lowered], None]) -> None:
    """Write a loop through the pieces of a run."""
    body: list[Statement] = []
    one = Name(b.temp("j"), Int(0, found.length - 1))
    with b.into(body):
        piece = b.let(found.piece(one))
        with b.when(compare(">=", piece, 0)):
            work(narrowed(piece, 0, interval(piece)[1]))
    b.emit(For(one.name, one.type, number(0), number(found.length), tuple(body)))


def run_word(b: Lowering, found: Run) -> Expression:
    """Return the pieces of a run as a word."""
    low, wide = b.base(found.kind), b.wide(found.kind)
    result = b.variable(word(0, wide), Word(wide), "w")
    walk_run(b, found, lambda one: b.assign(result, combine("|", result, bit(minus(one, low), wide))))  # type: ignore[arg-type]
    return result

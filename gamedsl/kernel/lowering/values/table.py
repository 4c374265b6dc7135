"""Values, amounts, dice and points of the table, by owner and keys -> reads of the state"""

from __future__ import annotations

from collections.abc import Callable

import attrs

from gamedsl.engine.errors import Limits
from gamedsl.engine.state.layout import Grid
from gamedsl.kernel.builder import (
    TRUE,
    arithmetic,
    both,
    choose,
    combine,
    compare,
    constant,
    every,
    interval,
    lowest,
    minus,
    number,
    plus,
    times,
)
from gamedsl.kernel.lowering.context import NOBODY, Lowered, Lowering, is_set, within
from gamedsl.kernel.lowering.values.registry import constant_of, in_range, lowered, lowers, narrowed, value
from gamedsl.kernel.program import Expression, For, ForBits, Int, Name, Statement
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t


@attrs.frozen
class Place:
    """A place of an entry: its number, and the condition under which there is one."""

    index: Expression
    exists: Expression = TRUE


def one_place(b: Lowering, grid: Grid, owner: core.Value | None, keys: tuple[core.Value | None, ...]) -> Place:
    """Return a single place from the beginning of its entry; there is none for none or a key off its range."""
    index: Expression = number(0)
    tests: list[Expression] = []
    parts: list[tuple[core.Value, int, int, int]] = []
    if owner is not None:
        parts.append((owner, grid.owner_base, grid.owner_count, grid.owner_stride))
    for key, (low, count), stride in zip(keys, grid.keys, grid.strides, strict=True):
        assert key is not None
        parts.append((key, low, count, stride))
    for node, low, count, stride in parts:
        found = value(b, node)
        if not within(found, low, low + count - 1):
            found = b.let(found)
            tests += [compare(">=", found, low), compare("<", found, low + count)]
            found = narrowed(found, low, low + count - 1)
        index = plus(index, times(minus(found, low), stride))
    return Place(index, every(tests))


def field_index(b: Lowering, target: core.ReadValue) -> Expression:
    """Return the place of a value that is set; no such place is an error."""
    grid = b.layout.values[target.entry]
    place = one_place(b, grid, target.owner, target.keys)
    b.fail_unless(
        place.exists, "GDRUN05", target.span, target=f"the key of {target.entry}", range="its keys",
        found="no such place",
    )  # fmt: skip
    return b.let(place.index)  # only here: its number is no place where there is none


def if_there(b: Lowering, place: Place, read: Callable[[Expression], Expression], missing: Expression) -> Expression:
    """Return what is read at a place, or something else where there is none."""
    return choose(place.exists, read(place.index), missing) if constant(place.exists) != 0 else missing


def value_field(entry: str) -> str:
    """Return the field of a value of the table."""
    return f"value.{entry}"


def zone_field(entry: str) -> str:
    """Return the field of a zone; of stacks there are several, by kind."""
    return f"zone.{entry}"


def is_single(b: Lowering, zone: core.ZoneRef) -> bool:
    """Tell whether exactly one place (or none, off the range) is meant."""
    grid = b.grid_of(zone)
    if zone.owner is None and grid.owner_count != 1:
        return False
    keys = full_keys(zone, grid)
    parts = [*keys, *([] if zone.owner is None else [zone.owner])]
    return all(one is not None and not is_set(one.type) for one in parts)


def full_keys(zone: core.ZoneRef, grid: Grid) -> tuple[core.Value | None, ...]:
    """Return the keys of a zone, None for those that are not written."""
    return (*zone.keys, *(None,) * (len(grid.keys) - len(zone.keys)))


def place_of(b: Lowering, zone: core.ZoneRef) -> Place:
    """Return the single place of a zone."""
    grid = b.grid_of(zone)
    return one_place(b, grid, zone.owner, full_keys(zone, grid))


def each_place(b: Lowering, zone: core.ZoneRef, work: Callable[[Expression], None]) -> None:
    """Write what is done for every place of a zone, in their order."""
    grid = b.grid_of(zone)
    if is_single(b, zone):
        place = place_of(b, zone)
        with b.when(place.exists):
            work(place.index)
        return
    parts: list[tuple[core.Value | None, int, int, int]] = []
    if zone.owner is not None or grid.owner_count != 1:
        parts.append((zone.owner, grid.owner_base, grid.owner_count, grid.owner_stride))
    for key, (low, count), stride in zip(full_keys(zone, grid), grid.keys, grid.strides, strict=True):
        parts.append((key, low, count, stride))
    _each(b, parts, number(0), work)


def _each(
    b: Lowering,
    parts: list[tuple[core.Value | None, int, int, int]],
    index: Expression,
    work: Callable[[Expression], None],
) -> None:
    if not parts:
        work(index)
        return
    (node, low, count, stride), rest = parts[0], parts[1:]
    body: list[Statement] = []
    if node is not None and not is_set(node.type):
        found = value(b, node)
        if not within(found, low, low + count - 1):
            found = b.let(found)
            inside = both(compare(">=", found, low), compare("<", found, low + count))
            with b.when(inside):
                shift = minus(narrowed(found, low, low + count - 1), low)
                _each(b, rest, plus(index, times(shift, stride)), work)
            return
        _each(b, rest, plus(index, times(minus(found, low), stride)), work)
        return
    if node is None:
        if all(one is None for one, *_ in rest):  # a run of places that follow each other
            for _, _, more, _ in rest:
                count *= more
            rest, stride = [], parts[-1][3]
        one = Name(b.temp("j"), Int(0, count - 1))
        with b.into(body):
            _each(b, rest, plus(index, times(one, stride)), work)
        b.emit(For(one.name, one.type, number(0), number(count), tuple(body)))
        return
    item = node.type.item  # type: ignore[attr-defined]
    base = b.base(item)
    one = Name(b.temp("j"), Int(0, max(0, b.wide(item) - 1)))
    with b.into(body):
        found = plus(one, base)
        inside = both(compare(">=", found, low), compare("<", found, low + count))
        with b.when(inside):
            shift = narrowed(minus(found, low), 0, count - 1)
            _each(b, rest, plus(index, times(shift, stride)), work)
    b.emit(ForBits(one.name, one.type, value(b, node), tuple(body)))


@lowers(core.ReadValue)
def _read_value(b: Lowering, node: core.ReadValue) -> Expression:
    grid, declared = b.layout.values[node.entry], b.game.values[node.entry].type
    name = value_field(node.entry)
    if grid.size == 1:
        return b.read(name)
    place = one_place(b, grid, node.owner, node.keys)
    missing = constant_of(b, t.MaybeType(declared) if not is_set(declared) else declared, None)
    return if_there(b, place, lambda index: b.read(name, index), missing)


@lowers(core.ZoneRef)
def _zone(b: Lowering, node: core.ZoneRef) -> Lowered:
    if node.entry in b.layout.purses:
        return lowered(b, core.Amount(span=node.span, type=t.IntType(), zone=node))
    kind = t.SetType(t.PieceType(b.game.zones[node.entry].kind))
    return lowered(b, core.Contents(span=node.span, type=kind, zone=node))


@lowers(core.Amount)
def _amount(b: Lowering, node: core.Amount) -> Expression:
    grid = b.grid_of(node.zone)
    unlimited = bool(grid.size) and b.layout.purse_unlimited[grid.base]
    if is_single(b, node.zone):
        place = place_of(b, node.zone)
        if unlimited:
            return choose(place.exists, number(Limits.amount), number(0))
        return if_there(b, place, lambda index: b.read("purses", plus(index, grid.base)), number(0))
    total = b.variable(number(0), Int(-Limits.amount, t.HIGHEST))
    if unlimited:
        each_place(b, node.zone, lambda _: b.assign(total, number(Limits.amount)))
    else:

        def add(index: Expression) -> None:
            b.assign(total, narrowed(plus(total, b.read("purses", plus(index, grid.base))), *interval(total)))

        each_place(b, node.zone, add)
    return total


@lowers(core.DieFace)
def _die(b: Lowering, node: core.DieFace) -> Expression:
    _, count = b.layout.dice[node.dice]
    found = in_range(b, value(b, node.index), node.index.type, (1, count), node.span, "the number of a die")
    return b.read(f"dice.{node.dice}", minus(narrowed(found, 1, count), 1))


@lowers(core.DiceSum)
def _dice_sum(b: Lowering, node: core.DiceSum) -> Expression:
    found: Expression = number(0)
    for one in range(b.layout.dice[node.dice][1]):
        found = plus(found, b.read(f"dice.{node.dice}", one))
    return found


@lowers(core.PointsOf)
def _points(b: Lowering, node: core.PointsOf) -> Expression:
    seat = value(b, node.subject)
    first = 0 if node.source is None else list(b.game.sources).index(node.source) * b.seats
    name = "points" if node.source is None else "scores"
    if within(seat, 0, b.seats - 1):
        return b.read(name, plus(seat, first))
    seat = b.let(seat)
    none = number(b.none_of(node.type))
    return choose(compare(">=", seat, 0), b.read(name, plus(narrowed(seat, 0, b.seats - 1), first)), none)


@lowers(core.NextPlayer)
def _next_player(b: Lowering, node: core.NextPlayer) -> Expression:
    after = plus(value(b, node.player), 1)
    if node.among is None:
        return arithmetic("mod", narrowed(after, 0, b.seats), number(b.seats))
    among = b.let(value(b, node.among))
    return clockwise(b, among, b.let(after))


def clockwise(b: Lowering, seats: Expression, start: Expression) -> Expression:
    """Return the first of some seats at or after a seat, going round the table; none of no seats."""
    later = b.let(combine("&", seats, b.table("seats from", _from(b.seats), start, b.seats)), always=True)
    first = choose(compare("!=", later, 0), lowest(later), lowest(seats))
    return choose(compare("!=", seats, 0), first, number(NOBODY))


def _from(seats: int) -> list[int]:
    return [(1 << seats) - (1 << one) for one in range(seats)] + [0]


@lowers(core.SeatDistance)
def _seat_distance(b: Lowering, node: core.SeatDistance) -> Expression:
    return arithmetic("mod", minus(value(b, node.second), value(b, node.first)), number(b.seats))


def narrowed_seat(b: Lowering, seat: Expression) -> Expression:
    """Return a seat that is somebody."""
    return narrowed(seat, 0, b.seats - 1)

"""Values read from the table (zones, purses, values, dice) -> Python text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from gamedsl.engine.errors import Limits
from gamedsl.engine.looks import UNKNOWN
from gamedsl.engine.state.flat import State, flat
from gamedsl.engine.state.layout import Grid
from gamedsl.engine.write.compiling import is_set, nothing_there, out_of_range, writes
from gamedsl.engine.write.drafts import Draft
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t

NOWHERE = -1
_MOST_REMEMBERED = 10_000
_Dimension = tuple[core.Value | None, int, int, int]
_Steps = Callable[[Any], tuple[int, ...]]


class Field:
    """A single field in text: its number, and the condition under which it is one (empty: always)."""

    def __init__(self, number: str, condition: str = "", fixed: int | None = None) -> None:
        self.number = number
        self.condition = condition
        self.fixed = fixed

    def read(self, values: str, missing: str) -> str:
        """Write the value of the field in a list of the state, ``missing`` when there is no field."""
        return self.use(f"{values}[{self.number}]", missing)

    def use(self, there: str, missing: str) -> str:
        """Write ``there``, or ``missing`` when there is no field."""
        if self.fixed == NOWHERE:
            return missing
        return f"({there} if {self.condition} else {missing})" if self.condition else there

    @property
    def cell(self) -> str:
        """The number of the field, NOWHERE when there is none."""
        return self.use(self.number, f"({NOWHERE})")


def _dimensions(grid: Grid, owner: core.Value | None, keys: tuple[core.Value | None, ...]) -> list[_Dimension]:
    """Pair what is written with the lowest value, the number of values and the stride of owner and keys."""
    found: list[_Dimension] = []
    if owner is not None:
        found.append((owner, grid.owner_base, grid.owner_count, grid.owner_stride))
    written = (*keys, *((None,) * (len(grid.keys) - len(keys))))
    for value, (low, size), stride in zip(written, grid.keys, grid.strides, strict=True):
        found.append((value, low, size, stride))
    return found


def is_single(grid: Grid, owner: core.Value | None, keys: tuple[core.Value | None, ...]) -> bool:
    """Tell whether exactly one field (or none, off the range) is meant."""
    if owner is None and grid.owner_count != 1:
        return False
    return all(value is not None and not is_set(value.type) for value, *_ in _dimensions(grid, owner, keys))


def one_field(d: Draft, grid: Grid, owner: core.Value | None, keys: tuple[core.Value | None, ...]) -> Field:
    """Write a single field; there is none for a missing owner or a key off its range."""
    return _field(d, grid.base, _dimensions(grid, owner, keys), owner if isinstance(owner, core.You) else None)


def _field(d: Draft, base: int, dimensions: list[_Dimension], yours: core.You | None) -> Field:
    """Write the field at some place of every dimension; ``yours``: you must be somebody."""
    moving: list[tuple[core.Value, int, int, int]] = []
    for value, low, size, stride in dimensions:
        assert value is not None
        known = d.known(value)
        if known is UNKNOWN:
            moving.append((value, low, low + size, stride))
            continue
        if known is None or not low <= known < low + size:
            return Field(str(NOWHERE), fixed=NOWHERE)
        base += (known - low) * stride
    if not moving:
        return Field(str(base), fixed=base)
    if len(moving) == 1 and yours is not None:
        return Field(_sum(base, [(_certain_you(d, yours), moving[0][3])]))
    tests, terms = [], []
    for value, low, high, stride in moving:
        if _is_surely_there(d, value, low, high):
            terms.append((d.value(value), stride))
            base -= low * stride
            continue
        one = d.temp()
        inside = "" if isinstance(value.type, t.PlayerType) else f" and {low} <= {one} < {high}"
        tests.append(f"({one} := {d.value(value)}) is not None{inside}")
        terms.append((one, stride))
        base -= low * stride
    return Field(_sum(base, terms), " and ".join(tests))


def _is_surely_there(d: Draft, value: core.Value, low: int, high: int) -> bool:
    """Tell whether a value is the piece or space of a loop or a parameter, each of which has a place."""
    if not isinstance(value, core.Local) or not isinstance(value.type, t.PieceType) or d.bound is None:
        return False
    first, count = d.c.layout.kind_pieces[value.type.kind]
    return value.slot in d.bound and (first, first + count) == (low, high)


def _sum(base: int, terms: list[tuple[str, int]]) -> str:
    parts = [name if stride == 1 else f"{name} * {stride}" for name, stride in terms]
    return " + ".join([*parts, *([str(base)] if base > 0 else [])]) + (f" - {-base}" if base < 0 else "")


def _certain_you(d: Draft, owner: core.You) -> str:
    def fail() -> NoReturn:
        raise nothing_there(owner.span, "you")

    one = d.temp()
    return f"({one} if ({one} := {d.you}) is not None else {d.bind(fail)}())"


def _grid(d: Draft, zone: core.ZoneRef) -> Grid:
    return d.c.layout.purses.get(zone.entry) or d.c.layout.cells[zone.entry]


def find_cell(d: Draft, zone: core.ZoneRef) -> Field:
    """Write the single cell or purse of a zone."""
    return one_field(d, _grid(d, zone), zone.owner, zone.keys)


def zone_is_single(d: Draft, zone: core.ZoneRef) -> bool:
    """Tell whether a zone means one cell."""
    return is_single(_grid(d, zone), zone.owner, zone.keys)


# ---------------------------------------------------------------- several fields


class Fields:
    """Several fields in text: a tuple of numbers; ``known`` when it is always the same."""

    def __init__(self, text: str, known: tuple[int, ...] | None = None) -> None:
        self.text = text
        self.known = known


def find_cells(d: Draft, zone: core.ZoneRef) -> Fields:
    """Write all cells or purses of a zone."""
    if not zone_is_single(d, zone):
        return all_fields(d, _grid(d, zone), zone.owner, zone.keys)
    field = find_cell(d, zone)
    if field.fixed is not None:
        known = () if field.fixed < 0 else (field.fixed,)
        return Fields(str(known), known)
    return Fields(field.use(f"({field.number},)", "()"))


def all_fields(d: Draft, grid: Grid, owner: core.Value | None, keys: tuple[core.Value | None, ...]) -> Fields:
    """Write the numbers of all fields meant, in the order of owner and keys."""
    written = _dimensions(grid, owner, keys)
    if owner is None and grid.owner_count != 1:
        written.insert(0, (None, grid.owner_base, grid.owner_count, grid.owner_stride))
    fixed: list[tuple[int, ...] | None] = []
    moving: list[tuple[core.Value, _Steps]] = []
    for value, low, size, stride in written:
        steps = _steps(low, size, stride)
        known = tuple(range(low, low + size)) if value is None else d.known(value)
        fixed.append(None if known is UNKNOWN else steps(known))
        if known is UNKNOWN and value is not None:
            moving.append((value, steps))
    if not moving:
        result = _product(grid.base, fixed, [])
        return Fields(d.constant(result), result)
    find = _remembered(grid.base, fixed, [steps for _, steps in moving])
    return Fields(f"{d.bind(find)}(({''.join([d.value(value) + ', ' for value, _ in moving])}))")


def _remembered(
    base: int, fixed: list[tuple[int, ...] | None], moving: list[_Steps]
) -> Callable[[tuple[Any, ...]], tuple[int, ...]]:
    """Return what finds fields that depend on values; what was found for them once is kept."""
    cache: dict[tuple[Any, ...], tuple[int, ...]] = {}

    def find(values: tuple[Any, ...]) -> tuple[int, ...]:
        found = cache.get(values)
        if found is None:
            if len(cache) >= _MOST_REMEMBERED:
                cache.clear()
            offsets = [steps(value) for value, steps in zip(values, moving, strict=True)]
            found = cache[values] = _product(base, fixed, offsets)
        return found

    return find


def _steps(low: int, size: int, stride: int) -> _Steps:
    """Return the offsets that a value or a set of values of one dimension means."""

    def steps(found: Any) -> tuple[int, ...]:
        values = found if type(found) is tuple else (found,)
        return tuple([(one - low) * stride for one in values if one is not None and low <= one < low + size])

    return steps


def _product(base: int, fixed: list[tuple[int, ...] | None], moving: list[tuple[int, ...]]) -> tuple[int, ...]:
    places, rest = [base], list(moving)
    for offsets in fixed:
        steps = rest.pop(0) if offsets is None else offsets
        places = [place + step for place in places for step in steps]
    return tuple(places)


def _row(d: Draft, zone: core.ZoneRef) -> tuple[Field, int] | None:
    """Write the first field of several that follow each other, and say how many; None when they do not."""
    grid = _grid(d, zone)
    written = _dimensions(grid, zone.owner, zone.keys)
    if zone.owner is None and grid.owner_count != 1:
        written.insert(0, (None, grid.owner_base, grid.owner_count, grid.owner_stride))
    cut = next((at for at, (value, *_) in enumerate(written) if value is None), len(written))
    if any(value is not None for value, *_ in written[cut:]) or any(
        is_set(one.type) for one, *_ in written[:cut] if one
    ):
        return None
    size = 1
    for _, _, count, _ in written[cut:]:
        size *= count
    return _field(d, grid.base, written[:cut], None), size


def _slice(d: Draft, values: str, zone: core.ZoneRef) -> tuple[Field, str] | None:
    """Write the part of a list of the state that holds several fields; None when they do not follow each other."""
    row = _row(d, zone)
    if row is None:
        return None
    field, size = row
    if field.fixed is not None:
        return field, f"{values}[{field.fixed}:{field.fixed + size}]"
    first = d.temp()
    return field, f"{values}[({first} := {field.number}):{first} + {size}]"


# ---------------------------------------------------------------- zones


@writes(core.ZoneRef)
def zone_value(d: Draft, node: core.ZoneRef) -> str:
    if node.entry in d.c.layout.purses:
        return amount(d, core.Amount(span=node.span, type=t.IntType(), zone=node))
    return contents(d, core.Contents(span=node.span, type=t.SetType(t.PieceType("")), zone=node))


def _held(s: State, purses: Sequence[int]) -> int:
    return sum([s.purses[purse] for purse in purses])


@writes(core.Amount)
def amount(d: Draft, node: core.Amount) -> str:
    layout = d.c.layout
    grid = layout.purses[node.zone.entry]
    unlimited = bool(grid.size) and layout.purse_unlimited[grid.base]
    if zone_is_single(d, node.zone):
        field = find_cell(d, node.zone)
        return f"({Limits.amount} if {field.cell} >= 0 else 0)" if unlimited else field.read("s.purses", "0")
    part = None if unlimited else _slice(d, "s.purses", node.zone)
    if part is not None:
        return part[0].use(f"sum({part[1]})", "0")
    cells = find_cells(d, node.zone).text
    return f"({Limits.amount} if {cells} else 0)" if unlimited else f"{d.bind(_held)}(s, {cells})"


@writes(core.Contents)
def contents(d: Draft, node: core.Contents) -> str:
    zone = node.zone
    stack = d.c.game.zones[zone.entry].form == "stack"
    if zone_is_single(d, zone):
        field = find_cell(d, zone)
        inside = f"s.zones[{field.number}]"
        return field.use(f"{d.bind(flat)}({inside})" if stack else inside, "()")
    gather = d.bind(_gatherer(stack, _may_repeat(d, zone)))
    part = _slice(d, "s.zones", zone)
    if part is not None:
        return part[0].use(f"{gather}({part[1]})", "()")
    return f"{gather}({d.bind(_insides)}(s, {find_cells(d, zone).text}))"


def _insides(s: State, cells: Sequence[int]) -> list[tuple[Any, ...]]:
    zones = s.zones
    return [zones[cell] for cell in cells]


def _gatherer(stack: bool, twice: bool) -> Callable[[Sequence[tuple[Any, ...]]], tuple[int, ...]]:
    """Return what puts the pieces of several cells into one set; ``twice``: a piece may lie in several of them."""

    def several(insides: Sequence[tuple[Any, ...]]) -> tuple[int, ...]:
        filled = [*filter(None, insides)]
        if len(filled) == 1 and not stack:
            return filled[0]
        found: list[int] = []
        for inside in filled:
            found += flat(inside) if stack else inside
        found.sort()
        return tuple(dict.fromkeys(found)) if twice else tuple(found)

    return several


def _may_repeat(d: Draft, zone: core.ZoneRef) -> bool:
    """Tell whether a piece may lie in several of the cells meant: several values of a key ``set of`` are asked for."""
    keys = d.c.game.zones[zone.entry].keys
    written = (*zone.keys, *((None,) * (len(keys) - len(zone.keys))))
    return any(key.is_set and (value is None or is_set(value.type)) for key, value in zip(keys, written, strict=True))


def _blocks_size(s: State, cells: Sequence[int]) -> int:
    return sum([len(block) for cell in cells for block in s.zones[cell]])


def _size(s: State, cells: Sequence[int]) -> int:
    zones = s.zones
    return sum([len(zones[cell]) for cell in cells])


@writes(core.CountPieces)
def count_pieces(d: Draft, node: core.CountPieces) -> str:
    zone = node.zone
    if _may_repeat(d, zone):
        return f"len({contents(d, core.Contents(span=node.span, type=node.type, zone=zone))})"
    stack = d.c.game.zones[zone.entry].form == "stack"
    if zone_is_single(d, zone):
        field = find_cell(d, zone)
        inside = f"s.zones[{field.number}]"
        return field.use(f"sum(map(len, {inside}))" if stack else f"len({inside})", "0")
    part = None if stack else _slice(d, "s.zones", zone)
    if part is not None:
        return part[0].use(f"sum(map(len, {part[1]}))", "0")
    return f"{d.bind(_blocks_size if stack else _size)}(s, {find_cells(d, zone).text})"


@writes(core.SlotPiece)
def slot_piece(d: Draft, node: core.SlotPiece) -> str:
    one = d.temp()
    if not zone_is_single(d, node.zone):
        pieces = contents(d, core.Contents(span=node.span, type=node.type, zone=node.zone))
        return f"({one}[0] if ({one} := {pieces}) else None)"
    field = find_cell(d, node.zone)
    return field.use(f"({one}[0] if ({one} := s.zones[{field.number}]) else None)", "None")


@writes(core.Top)
def top(d: Draft, node: core.Top) -> str:
    if d.c.game.zones[node.zone.entry].form != "stack":
        return slot_piece(d, core.SlotPiece(span=node.span, type=node.type, zone=node.zone))
    fix = d.c.board.fixed_top

    def of_stacks(s: State, cells: Sequence[int]) -> int | None:
        for cell in cells:
            if s.zones[cell]:
                return fix(s, cell)
        return None

    return f"{d.bind(of_stacks)}(s, {find_cells(d, node.zone).text})"


# ---------------------------------------------------------------- values and dice


@writes(core.ReadValue)
def read_value(d: Draft, node: core.ReadValue) -> str:
    grid = d.c.layout.values[node.entry]
    if grid.size == 1:
        return f"s.values[{grid.base}]"
    missing = "()" if is_set(d.c.game.values[node.entry].type) else "None"
    return one_field(d, grid, node.owner, node.keys).read("s.values", missing)


@writes(core.DieFace)
def die_face(d: Draft, node: core.DieFace) -> str:
    first, size = d.c.layout.dice[node.dice]
    span = node.span

    def face(s: State, number: int) -> int:
        if not 1 <= number <= size:
            raise out_of_range(span, "the number of a die", 1, size, number)
        return s.dice[first + number - 1]

    return f"{d.bind(face)}(s, {d.value(node.index)})"


@writes(core.DiceSum)
def dice_sum(d: Draft, node: core.DiceSum) -> str:
    first, size = d.c.layout.dice[node.dice]
    return f"s.dice[{first}]" if size == 1 else f"sum(s.dice[{first}:{first + size}])"

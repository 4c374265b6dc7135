"""Values read from the table (zones, purses, values, dice) -> closures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gamedsl.engine.compiling import UNKNOWN, Compiler, Eval, is_set, makes, out_of_range
from gamedsl.engine.errors import Limits, RuleError
from gamedsl.engine.layout import Grid
from gamedsl.engine.state import State
from gamedsl.semantics import core
from gamedsl.semantics import types as t

Frame = list[Any]
FindCell = Callable[[State, Frame], int]
FindCells = Callable[[State, Frame], Sequence[int]]
NOWHERE = -1
_MOST_REMEMBERED = 10_000
_Dimension = tuple[core.Value | None, int, int, int]


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


def one_field(c: Compiler, grid: Grid, owner: core.Value | None, keys: tuple[core.Value | None, ...]) -> FindCell:
    """Compile the number of a single field; NOWHERE for a missing owner or a key off its range."""
    base = grid.base
    moving: list[tuple[Eval, int, int, int]] = []
    for value, low, size, stride in _dimensions(grid, owner, keys):
        assert value is not None
        known = c.known(value)
        if known is UNKNOWN:
            moving.append((c.value(value), low, low + size, stride))
            continue
        if known is None or not low <= known < low + size:
            return lambda s, f: NOWHERE
        base += (known - low) * stride
    if not moving:
        return lambda s, f: base
    if len(moving) == 1:
        return _by_one(base, *moving[0], owner if isinstance(owner, core.You) else None)

    def find(s: State, f: Frame) -> int:
        place = base
        for evaluate, low, high, stride in moving:
            value = evaluate(s, f)
            if value is None or value < low or value >= high:
                return NOWHERE
            place += (value - low) * stride
        return place

    return find


def _by_one(base: int, evaluate: Eval, low: int, high: int, stride: int, yours: core.You | None) -> FindCell:
    base -= low * stride
    if yours is not None:
        span = yours.span

        def of_you(_: State, f: Frame) -> int:
            you = f[2]
            if you is None:
                raise RuleError("GDRUN04", span, value="you")
            place: int = base + you * stride
            return place

        return of_you

    def find(s: State, f: Frame) -> int:
        value = evaluate(s, f)
        if value is None or value < low or value >= high:
            return NOWHERE
        place: int = base + value * stride
        return place

    return find


def fixed_field(c: Compiler, zone: core.ZoneRef) -> int | None:
    """Return the single cell or purse of a zone when it is always the same, else None."""
    grid = c.layout.purses.get(zone.entry) or c.layout.cells[zone.entry]
    if not is_single(grid, zone.owner, zone.keys):
        return None
    parts = [value for value, *_ in _dimensions(grid, zone.owner, zone.keys)]
    if any(value is None or c.known(value) is UNKNOWN for value in parts):
        return None
    return one_field(c, grid, zone.owner, zone.keys)(State(0, 0, False), [])


def all_fields(c: Compiler, grid: Grid, owner: core.Value | None, keys: tuple[core.Value | None, ...]) -> FindCells:
    """Compile the numbers of all fields meant, in the order of owner and keys."""
    written = _dimensions(grid, owner, keys)
    if owner is None and grid.owner_count != 1:
        written.insert(0, (None, grid.owner_base, grid.owner_count, grid.owner_stride))
    fixed: list[tuple[int, ...] | None] = []
    moving: list[tuple[Eval, Callable[[Any], tuple[int, ...]]]] = []
    for value, low, size, stride in written:
        steps = _steps(low, size, stride)
        known = tuple(range(low, low + size)) if value is None else c.known(value)
        fixed.append(None if known is UNKNOWN else steps(known))
        if known is UNKNOWN and value is not None:
            moving.append((c.value(value), steps))
    if not moving:
        result = _product(grid.base, fixed, [])
        return lambda s, f: result
    return _remembered(grid.base, fixed, moving)


def _remembered(
    base: int,
    fixed: list[tuple[int, ...] | None],
    moving: list[tuple[Eval, Callable[[Any], tuple[int, ...]]]],
) -> FindCells:
    """Compile fields that depend on values; what was found for them once is kept."""
    cache: dict[Any, tuple[int, ...]] = {}

    def work_out(values: list[Any]) -> tuple[int, ...]:
        if len(cache) >= _MOST_REMEMBERED:
            cache.clear()
        return _product(base, fixed, [steps(value) for value, (_, steps) in zip(values, moving, strict=True)])

    if len(moving) == 1:
        only = moving[0][0]

        def by_one(s: State, f: Frame) -> Sequence[int]:
            value = only(s, f)
            found = cache.get(value)
            if found is None:
                found = cache[value] = work_out([value])
            return found

        return by_one
    evaluates = [evaluate for evaluate, _ in moving]

    def find(s: State, f: Frame) -> Sequence[int]:
        values = tuple([evaluate(s, f) for evaluate in evaluates])
        found = cache.get(values)
        if found is None:
            found = cache[values] = work_out(list(values))
        return found

    return find


def _steps(low: int, size: int, stride: int) -> Callable[[Any], tuple[int, ...]]:
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


def find_cell(c: Compiler, zone: core.ZoneRef) -> FindCell:
    """Compile the single cell or purse of a zone."""
    grid = c.layout.purses.get(zone.entry) or c.layout.cells[zone.entry]
    return one_field(c, grid, zone.owner, zone.keys)


def find_cells(c: Compiler, zone: core.ZoneRef) -> FindCells:
    """Compile all cells or purses of a zone."""
    grid = c.layout.purses.get(zone.entry) or c.layout.cells[zone.entry]
    if is_single(grid, zone.owner, zone.keys):
        find = one_field(c, grid, zone.owner, zone.keys)

        def alone(s: State, f: Frame) -> Sequence[int]:
            cell = find(s, f)
            return () if cell < 0 else (cell,)

        return alone
    return all_fields(c, grid, zone.owner, zone.keys)


def zone_is_single(c: Compiler, zone: core.ZoneRef) -> bool:
    """Tell whether a zone means one cell."""
    grid = c.layout.purses.get(zone.entry) or c.layout.cells[zone.entry]
    return is_single(grid, zone.owner, zone.keys)


# ---------------------------------------------------------------- zones


@makes(core.ZoneRef)
def zone_value(c: Compiler, node: core.ZoneRef) -> Eval:
    if node.entry in c.layout.purses:
        return amount(c, core.Amount(span=node.span, type=t.IntType(), zone=node))
    return contents(c, core.Contents(span=node.span, type=t.SetType(t.PieceType("")), zone=node))


@makes(core.Amount)
def amount(c: Compiler, node: core.Amount) -> Eval:
    grid = c.layout.purses[node.zone.entry]
    if zone_is_single(c, node.zone):
        find = find_cell(c, node.zone)
        if c.layout.purse_unlimited[grid.base] if grid.size else False:
            return lambda s, f: Limits.amount if find(s, f) >= 0 else 0
        fixed = fixed_field(c, node.zone)
        if fixed is not None and fixed >= 0:
            return lambda s, f: s.purses[fixed]

        def held(s: State, f: Frame) -> int:
            purse = find(s, f)
            return s.purses[purse] if purse >= 0 else 0

        return held
    cells = find_cells(c, node.zone)
    if grid.size and c.layout.purse_unlimited[grid.base]:
        return lambda s, f: Limits.amount if cells(s, f) else 0
    return lambda s, f: sum([s.purses[purse] for purse in cells(s, f)])


def flat(blocks: tuple[Any, ...]) -> tuple[int, ...]:
    """Return the pieces of a stack as a set."""
    return tuple(sorted([piece for block in blocks for piece in block]))


@makes(core.Contents)
def contents(c: Compiler, node: core.Contents) -> Eval:
    zone = node.zone
    stack = c.game.zones[zone.entry].form == "stack"
    fixed = fixed_field(c, zone)
    if fixed is not None and fixed >= 0 and not stack:
        return lambda s, f: s.zones[fixed]
    if zone_is_single(c, zone):
        find = find_cell(c, zone)
        if stack:

            def pile(s: State, f: Frame) -> Any:
                cell = find(s, f)
                return flat(s.zones[cell]) if cell >= 0 else ()

            return pile

        def heap(s: State, f: Frame) -> Any:
            cell = find(s, f)
            return s.zones[cell] if cell >= 0 else ()

        return heap
    cells = find_cells(c, zone)
    twice = _may_repeat(c, zone)

    def several(s: State, f: Frame) -> Any:
        zones = s.zones
        found: list[int] = []
        for cell in cells(s, f):
            inside = zones[cell]
            if inside:
                found.extend(flat(inside) if stack else inside)
        found.sort()
        return tuple(dict.fromkeys(found)) if twice else tuple(found)

    return several


def _may_repeat(c: Compiler, zone: core.ZoneRef) -> bool:
    """Tell whether a piece may lie in several of the cells meant: several values of a key ``set of`` are asked for."""
    keys = c.game.zones[zone.entry].keys
    written = (*zone.keys, *((None,) * (len(keys) - len(zone.keys))))
    return any(key.is_set and (value is None or is_set(value.type)) for key, value in zip(keys, written, strict=True))


@makes(core.CountPieces)
def count_pieces(c: Compiler, node: core.CountPieces) -> Eval:
    zone = node.zone
    if _may_repeat(c, zone):
        pieces = c.value(core.Contents(span=node.span, type=node.type, zone=zone))
        return lambda s, f: len(pieces(s, f))
    cells = find_cells(c, zone)
    fixed = fixed_field(c, zone)
    if fixed is not None and fixed >= 0 and c.game.zones[zone.entry].form == "stack":
        return lambda s, f: sum(map(len, s.zones[fixed]))
    if c.game.zones[zone.entry].form == "stack":
        return lambda s, f: sum([len(block) for cell in cells(s, f) for block in s.zones[cell]])
    if zone_is_single(c, zone):
        find = find_cell(c, zone)

        def size(s: State, f: Frame) -> int:
            cell = find(s, f)
            return len(s.zones[cell]) if cell >= 0 else 0

        return size
    return lambda s, f: sum([len(s.zones[cell]) for cell in cells(s, f)])


@makes(core.SlotPiece)
def slot_piece(c: Compiler, node: core.SlotPiece) -> Eval:
    if not zone_is_single(c, node.zone):
        pieces = c.value(core.Contents(span=node.span, type=node.type, zone=node.zone))

        def first(s: State, f: Frame) -> Any:
            found = pieces(s, f)
            return found[0] if found else None

        return first
    find = find_cell(c, node.zone)
    fixed = fixed_field(c, node.zone)
    if fixed is not None and fixed >= 0:

        def common(s: State, _: Frame) -> Any:
            inside = s.zones[fixed]
            return inside[0] if inside else None

        return common

    def piece(s: State, f: Frame) -> Any:
        cell = find(s, f)
        if cell < 0:
            return None
        inside = s.zones[cell]
        return inside[0] if inside else None

    return piece


@makes(core.Top)
def top(c: Compiler, node: core.Top) -> Eval:
    board = c.board
    if c.game.zones[node.zone.entry].form == "stack":
        cells, fix = find_cells(c, node.zone), board.fixed_top

        def of_stack(s: State, f: Frame) -> Any:
            for cell in cells(s, f):
                if s.zones[cell]:
                    return fix(s, cell)
            return None

        return of_stack
    return slot_piece(c, core.SlotPiece(span=node.span, type=node.type, zone=node.zone))


# ---------------------------------------------------------------- values and dice


@makes(core.ReadValue)
def read_value(c: Compiler, node: core.ReadValue) -> Eval:
    grid = c.layout.values[node.entry]
    missing: Any = () if is_set(c.game.values[node.entry].type) else None
    find = one_field(c, grid, node.owner, node.keys)
    if grid.size == 1:
        place = grid.base
        return lambda s, f: s.values[place]
    if isinstance(node.owner, core.You) and not node.keys:
        return lambda s, f: s.values[find(s, f)]

    def read(s: State, f: Frame) -> Any:
        field = find(s, f)
        return s.values[field] if field >= 0 else missing

    return read


@makes(core.DieFace)
def die_face(c: Compiler, node: core.DieFace) -> Eval:
    first, size = c.layout.dice[node.dice]
    index, span = c.value(node.index), node.span

    def face(s: State, f: Frame) -> Any:
        number = index(s, f)
        if not 1 <= number <= size:
            raise out_of_range(span, "the number of a die", 1, size, number)
        return s.dice[first + number - 1]

    return face


@makes(core.DiceSum)
def dice_sum(c: Compiler, node: core.DiceSum) -> Eval:
    first, size = c.layout.dice[node.dice]
    if size == 1:
        return lambda s, f: s.dice[first]
    return lambda s, f: sum(s.dice[first : first + size])

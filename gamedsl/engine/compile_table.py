"""Values read from the table (zones, purses, values, dice, pieces) and from constants -> closures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gamedsl.engine.compile_basic import frame_place, spend
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
    offsets = [_offsets(c, *dimension) for dimension in written]
    if all(not callable(offset) for offset in offsets):
        fixed = [grid.base]
        for offset in offsets:
            assert not callable(offset)
            fixed = [place + step for place in fixed for step in offset]
        result = tuple(fixed)
        return lambda s, f: result
    start = grid.base

    def find(s: State, f: Frame) -> Sequence[int]:
        places = [start]
        for offset in offsets:
            steps = offset(s, f) if callable(offset) else offset
            places = [place + step for place in places for step in steps]
        return places

    return find


def _offsets(
    c: Compiler, value: core.Value | None, low: int, size: int, stride: int
) -> tuple[int, ...] | Callable[[State, Frame], list[int]]:
    """Return the offsets of one dimension: fixed, or a closure."""

    def steps(found: Any) -> list[int]:
        values = found if type(found) is tuple else (found,)
        return [(one - low) * stride for one in values if one is not None and low <= one < low + size]

    if value is None:
        return tuple(number * stride for number in range(size))
    known = c.known(value)
    if known is not UNKNOWN:
        return tuple(steps(known))
    evaluate = c.value(value)
    return lambda s, f: steps(evaluate(s, f))


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
    twice = any(key.is_set for key in c.game.zones[zone.entry].keys)

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


@makes(core.CountPieces)
def count_pieces(c: Compiler, node: core.CountPieces) -> Eval:
    zone = node.zone
    if any(key.is_set for key in c.game.zones[zone.entry].keys) and not zone_is_single(c, zone):
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


# ---------------------------------------------------------------- constants by piece, design and row


def _column_table(c: Compiler, subject: t.Type, column: str) -> list[Any]:
    """Return a column by number of piece, design or chart row."""
    layout = c.layout
    kind = subject.item if isinstance(subject, t.MaybeType) else subject
    if isinstance(kind, t.RowType):
        chart = c.game.charts[kind.chart]
        declared = layout.columns[chart.name, column]
        return [_cell(c, declared.type, bool(declared.keys), value) for value in chart.data[column]]
    assert isinstance(kind, t.PieceType | t.DesignType)
    declared = layout.columns[kind.kind, column]
    table: list[Any] = [None] * len(layout.designs)
    first, count = layout.kind_designs[kind.kind]
    for number in range(first, first + count):
        table[number] = _cell(c, declared.type, bool(declared.keys), layout.designs[number].data.get(column))
    if isinstance(kind, t.DesignType):
        return table
    return [table[design] for design in layout.piece_design]


def _cell(c: Compiler, kind: t.Type, keyed: bool, value: Any) -> Any:
    if keyed:
        return tuple(c.layout.constant(kind, one) for one in value or ())
    return c.layout.constant(kind, value)


@makes(core.Attribute)
def attribute(c: Compiler, node: core.Attribute) -> Eval:
    subject = c.value(node.subject)
    table = _column_table(c, node.subject.type, node.column)
    missing: Any = () if is_set(node.type) else None
    if node.keys:
        return _keyed_attribute(c, node, subject, table)
    if isinstance(node.subject.type, t.MaybeType):

        def maybe(s: State, f: Frame) -> Any:
            value = subject(s, f)
            return missing if value is None else table[value]

        return maybe
    place = frame_place(node.subject)
    if place is not None:
        return lambda s, f: table[f[place]]
    return lambda s, f: table[subject(s, f)]


def _keyed_attribute(c: Compiler, node: core.Attribute, subject: Eval, table: list[Any]) -> Eval:
    kind = node.subject.type.item if isinstance(node.subject.type, t.MaybeType) else node.subject.type
    owner = kind.chart if isinstance(kind, t.RowType) else kind.kind  # type: ignore[attr-defined]
    column = c.layout.columns[owner, node.column]
    grid = Grid(0, None, tuple(c.layout.span_of(key.type) for key in column.keys))
    find = one_field(c, grid, None, node.keys)
    span, name = node.span, node.column

    def keyed(s: State, f: Frame) -> Any:
        value = subject(s, f)
        if value is None:
            return None
        place = find(s, f)
        cells = table[value]
        if not 0 <= place < len(cells):
            raise RuleError("GDRUN05", span, target=f"the key of {name}", range="its keys", found="another value")
        return cells[place]

    return keyed


@makes(core.ChartRow)
def chart_row(c: Compiler, node: core.ChartRow) -> Eval:
    chart = c.game.charts[node.chart]
    rows = {
        tuple(c.layout.constant(key.type, value) for key, value in zip(chart.keys, keys, strict=True)): row
        for keys, row in chart.rows.items()
    }
    keys = [c.value(key) for key in node.keys]
    span, name = node.span, node.chart

    def row(s: State, f: Frame) -> int:
        asked = tuple([key(s, f) for key in keys])
        found = rows.get(asked)
        if found is None:
            shown = ", ".join(str(one) for one in asked)
            raise RuleError("GDRUN05", span, target=f"the key of {name}", range="only keys with a row", found=shown)
        return found

    return row


@makes(core.DesignOf)
def design_of(c: Compiler, node: core.DesignOf) -> Eval:
    subject, designs = c.value(node.subject), c.layout.piece_design
    if is_set(node.subject.type):
        return lambda s, f: tuple(sorted({designs[piece] for piece in subject(s, f)}))

    def design(s: State, f: Frame) -> Any:
        piece = subject(s, f)
        return None if piece is None else designs[piece]

    return design


@makes(core.OwnPiece)
def own_piece(c: Compiler, node: core.OwnPiece) -> Eval:
    owner = c.value(node.owner)
    first, count = c.layout.kind_pieces[node.kind]
    of_seat = {c.layout.piece_seat[piece]: piece for piece in range(first, first + count)}
    return lambda s, f: of_seat.get(owner(s, f))


@makes(core.OwnerOf)
def owner_of(c: Compiler, node: core.OwnerOf) -> Eval:
    subject = c.value(node.subject)
    made, seats = c.layout.piece_seat, c.layout.cell_seat

    def owner(s: State, f: Frame) -> Any:
        piece = subject(s, f)
        if piece is None:
            return None
        seat = made[piece]
        if seat is not None:
            return seat
        cell = s.place[piece]
        return seats[cell] if cell >= 0 else None

    return owner


@makes(core.KeyOf)
def key_of(c: Compiler, node: core.KeyOf) -> Eval:
    subject, layout = c.value(node.subject), c.layout
    position: dict[str, tuple[int, bool]] = {}
    for zone in c.game.zones.values():
        for number, key in enumerate(zone.keys):
            if key.name == node.key:
                position[zone.name] = (number, key.is_set)
    missing: Any = () if is_set(node.type) else None
    entries, keys = layout.cell_entry, layout.cell_keys

    def key_value(s: State, f: Frame) -> Any:
        piece = subject(s, f)
        cell = -1 if piece is None else s.place[piece]
        if cell < 0:
            return missing
        found = position.get(entries[cell])
        if found is None:
            return missing
        number, several = found
        if several:
            return tuple(sorted({keys[spot][number] for spot in s.spot[piece]}))
        return keys[cell][number]

    return key_value


@makes(core.PointsOf)
def points_of(c: Compiler, node: core.PointsOf) -> Eval:
    subject = c.value(node.subject)

    def points(s: State, f: Frame) -> Any:
        seat = subject(s, f)
        return None if seat is None else s.points[seat]

    return points


# ---------------------------------------------------------------- places


def neighbours_by_piece(c: Compiler, kind: str) -> dict[int, tuple[int, ...]]:
    """Return the spaces next to each space of a kind."""
    first, _ = c.layout.kind_pieces[kind]
    table = c.game.kinds[kind].adjacency or ()
    return {first + place: tuple(first + other for other in others) for place, others in enumerate(table)}


def _space_kind(kind: t.Type) -> str:
    while isinstance(kind, t.MaybeType | t.SetType | t.ListType):
        kind = kind.item
    return kind.kind if isinstance(kind, t.PieceType) else ""


@makes(core.Neighbours)
def neighbours(c: Compiler, node: core.Neighbours) -> Eval:
    space = c.value(node.space)
    kind = _space_kind(node.space.type)
    beside = neighbours_by_piece(c, kind) if kind else {}
    if is_set(node.space.type):
        return lambda s, f: tuple(sorted({other for one in space(s, f) for other in beside[one]}))
    return lambda s, f: beside.get(space(s, f), ())


def _distances(beside: dict[int, tuple[int, ...]]) -> dict[tuple[int, int], int]:
    found: dict[tuple[int, int], int] = {}
    for start in beside:
        layer, steps, seen = [start], 0, {start}
        while layer:
            for place in layer:
                found[start, place] = steps
            steps += 1
            layer = sorted({other for place in layer for other in beside[place]} - seen)
            seen.update(layer)
    return found


@makes(core.Distance)
def distance(c: Compiler, node: core.Distance) -> Eval:
    first, second = c.value(node.first), c.value(node.second)
    kind = _space_kind(node.first.type) or _space_kind(node.second.type)
    table = _distances(neighbours_by_piece(c, kind)) if kind else {}
    return lambda s, f: table.get((first(s, f), second(s, f)))


@makes(core.PathEnds)
def path_ends(c: Compiler, node: core.PathEnds) -> Eval:
    space, steps, span = c.value(node.space), c.value(node.steps), node.span
    kind = _space_kind(node.space.type)
    beside = neighbours_by_piece(c, kind) if kind else {}
    cache: dict[tuple[int, int], tuple[int, ...]] = {}

    def walk(s: State, path: tuple[int, ...], left: int, ends: set[int]) -> None:
        spend(s, 1, span)
        if left == 0:
            ends.add(path[-1])
            return
        for other in beside[path[-1]]:
            if other not in path:
                walk(s, (*path, other), left - 1, ends)

    def find(s: State, f: Frame) -> Any:
        start, length = space(s, f), steps(s, f)
        if start is None or length is None or length < 0:
            return ()
        if (start, length) not in cache:
            ends: set[int] = set()
            if length < len(beside):
                walk(s, (start,), length, ends)
            cache[start, length] = tuple(sorted(ends))
        return cache[start, length]

    return find


@makes(core.Lines)
def lines(c: Compiler, node: core.Lines) -> Eval:
    grid = c.layout.cells[node.zone.entry]
    length, cells = c.value(node.length), find_cells(c, node.zone)
    stack = c.game.zones[node.zone.entry].form == "stack"
    (_, width), (_, height) = grid.keys
    cache: dict[int, list[tuple[int, ...]]] = {}

    def runs(n: int) -> list[tuple[int, ...]]:
        found = []
        for x in range(width):
            for y in range(height):
                for dx, dy in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    last_x, last_y = x + (n - 1) * dx, y + (n - 1) * dy
                    if last_x < width and 0 <= last_y < height and (n > 1 or (dx, dy) == (0, 1)):
                        found.append(tuple((x + i * dx) * height + y + i * dy for i in range(n)))
        return found

    def find(s: State, f: Frame) -> Any:
        n = length(s, f)
        if n < 1:
            return ()
        if n not in cache:
            cache[n] = runs(n)
        places = cells(s, f)
        spend(s, len(cache[n]), node.span)
        inside = [s.zones[place] for place in places[: width * height]]
        if stack:
            inside = [flat(blocks) for blocks in inside]
        return tuple([_run(inside, run) for run in cache[n]])

    return find


def _run(inside: list[tuple[int, ...]], run: tuple[int, ...]) -> tuple[int, ...]:
    found: list[int] = []
    for place in run:
        found.extend(inside[place])
    found.sort()
    return tuple(found)

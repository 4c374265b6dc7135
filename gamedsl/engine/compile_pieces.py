"""Columns, chart rows, designs and where pieces are -> closures."""

from __future__ import annotations

from typing import Any

from gamedsl.engine.compile_basic import frame_place
from gamedsl.engine.compile_table import one_field
from gamedsl.engine.compiling import Compiler, Eval, is_set, makes
from gamedsl.engine.errors import RuleError
from gamedsl.engine.layout import Grid
from gamedsl.engine.state import State
from gamedsl.semantics import core
from gamedsl.semantics import types as t

Frame = list[Any]


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

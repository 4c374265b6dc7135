"""Columns, chart rows, designs and where pieces are -> Python text."""

from __future__ import annotations

from typing import Any

from gamedsl.engine.errors import RuleError
from gamedsl.engine.state.flat import State
from gamedsl.engine.state.layout import Grid
from gamedsl.engine.write.compiling import is_set, writes
from gamedsl.engine.write.drafts import Draft
from gamedsl.engine.write.table_values import NOWHERE, one_field
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t


@writes(core.FreeCopy)
def free_copy(d: Draft, node: core.FreeCopy) -> str:
    """Write a copy of a row: of those beside, where it was at first, in a place of nobody, the first of all.

    The second that a set names is the next in this order.
    """
    if node.laid:
        return _laid_copy(d, node)
    layout, zones = d.c.layout, d.c.game.zones
    full = [any(use.name == "full" for use in zones[entry].traits) for entry in layout.cell_entry]
    copies = layout.design_pieces[node.design]
    span, name = node.span, layout.designs[node.design].label

    def find(s: State, beside: tuple[int, ...]) -> int:
        lying = [piece for piece in copies if s.place[piece] >= 0]
        at_first = [piece for piece in lying if full[s.place[piece]]]
        common = [piece for piece in lying if layout.cell_seat[s.place[piece]] is None]
        order = dict.fromkeys([*(one for one in copies if one in beside), *at_first, *common, *copies])
        if node.number >= len(order):
            raise RuleError("GDSCN08", span, kind=name, problem=f"there are only {len(order)} copies of it")
        return list(order)[node.number]

    return f"{d.bind(find)}(s, {'()' if node.beside is None else d.value(node.beside)})"


def _laid_copy(d: Draft, node: core.FreeCopy) -> str:
    """Write the next copy of a row that nobody has used yet."""
    layout, zones = d.c.layout, d.c.game.zones
    full = [any(use.name == "full" for use in zones[entry].traits) for entry in layout.cell_entry]
    copies = [one for one in layout.design_pieces[node.design] if layout.piece_seat[one] == node.seat]
    own = [node.seat is not None and seat == node.seat for seat in layout.cell_seat]
    span, name = node.span, layout.designs[node.design].label

    def find(s: State) -> int:
        free = [one for one in copies if (cell := s.place[one]) >= 0 and (full[cell] or own[cell])]
        if not free:
            raise RuleError("GDSCN08", span, kind=name, problem=f"none of the {len(copies)} is free any more")
        return min(free, key=lambda one: (s.place[one], one))

    return f"{d.bind(find)}(s)"


@writes(core.Attribute)
def attribute(d: Draft, node: core.Attribute) -> str:
    subject = d.value(node.subject)
    table = d.c.columns.table(node.subject.type, node.column)
    if node.keys:
        return _keyed_attribute(d, node, subject, table)
    if isinstance(node.subject.type, t.MaybeType):
        return _of(d, d.bind(table), subject, "()" if is_set(node.type) else "None")
    return f"{d.bind(table)}[{subject}]"


def _of(d: Draft, table: str, subject: str, missing: str = "None") -> str:
    """Write what a table has for a number, ``missing`` for none."""
    one = d.temp()
    return f"({table}[{one}] if ({one} := {subject}) is not None else {missing})"


def _keyed_attribute(d: Draft, node: core.Attribute, subject: str, table: list[Any]) -> str:
    kind = node.subject.type.item if isinstance(node.subject.type, t.MaybeType) else node.subject.type
    owner = kind.chart if isinstance(kind, t.RowType) else kind.kind  # type: ignore[attr-defined]
    column = d.c.layout.columns[owner, node.column]
    grid = Grid(0, None, tuple(d.c.layout.span_of(key.type) for key in column.keys))
    span, name = node.span, node.column

    unsure = any(isinstance(key.type, t.MaybeType) for key in node.keys)
    missing = () if is_set(node.type) else None

    def keyed(value: int, place: int) -> Any:
        cells = table[value]
        if unsure and place == NOWHERE:
            return missing
        if not 0 <= place < len(cells):
            raise RuleError("GDRUN05", span, target=f"the key of {name}", range="its keys", found="another value")
        return cells[place]

    one, place = d.temp(), one_field(d, grid, None, node.keys).cell
    return f"({d.bind(keyed)}({one}, {place}) if ({one} := {subject}) is not None else {missing})"


@writes(core.ChartRow)
def chart_row(d: Draft, node: core.ChartRow) -> str:
    chart = d.c.game.charts[node.chart]
    rows = {
        tuple(d.c.layout.constant(key.type, value) for key, value in zip(chart.keys, keys, strict=True)): row
        for keys, row in chart.rows.items()
    }
    span, name = node.span, node.chart

    def row(asked: tuple[Any, ...]) -> int | None:
        found = rows.get(asked)
        if found is None and None in asked:
            return None
        if found is None:
            shown = ", ".join(str(one) for one in asked)
            raise RuleError("GDRUN05", span, target=f"the key of {name}", range="only keys with a row", found=shown)
        return found

    return f"{d.bind(row)}(({''.join([d.value(key) + ', ' for key in node.keys])}))"


@writes(core.DesignOf)
def design_of(d: Draft, node: core.DesignOf) -> str:
    subject, designs = d.value(node.subject), d.c.layout.piece_design
    if not is_set(node.subject.type):
        return _of(d, d.bind(designs), subject)

    def of_all(pieces: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted({designs[piece] for piece in pieces}))

    return f"{d.bind(of_all)}({subject})"


@writes(core.OwnPiece)
def own_piece(d: Draft, node: core.OwnPiece) -> str:
    first, count = d.c.layout.kind_pieces[node.kind]
    of_seat = {d.c.layout.piece_seat[piece]: piece for piece in range(first, first + count)}
    return f"{d.bind(of_seat)}.get({d.value(node.owner)})"


@writes(core.OwnerOf)
def owner_of(d: Draft, node: core.OwnerOf) -> str:
    subject, kind = d.value(node.subject), node.subject.type
    kind = kind.item if isinstance(kind, t.MaybeType) else kind
    made, seats = d.c.layout.piece_seat, d.c.layout.cell_seat
    if isinstance(kind, t.PieceType) and d.c.game.kinds[kind.kind].each_player:
        return _of(d, d.bind(made), subject)

    def owner(s: State, piece: int | None) -> int | None:
        if piece is None:
            return None
        seat = made[piece]
        if seat is not None:
            return seat
        cell = s.place[piece]
        return seats[cell] if cell >= 0 else None

    return f"{d.bind(owner)}(s, {subject})"


@writes(core.KeyOf)
def key_of(d: Draft, node: core.KeyOf) -> str:
    layout = d.c.layout
    position: dict[str, tuple[int, bool]] = {}
    for zone in d.c.game.zones.values():
        for number, key in enumerate(zone.keys):
            if key.name == node.key:
                position[zone.name] = (number, key.is_set)
    missing: Any = () if is_set(node.type) else None
    keys = layout.cell_keys
    found = [position.get(entry) for entry in layout.cell_entry]
    if not any(several for _, several in position.values()):
        values = [missing if one is None else keys[cell][one[0]] for cell, one in enumerate(found)]
        values.append(missing)  # for the place -1, which is nowhere
        piece = d.temp()
        subject = d.value(node.subject)
        return f"({d.bind(values)}[s.place[{piece}]] if ({piece} := {subject}) is not None else {d.constant(missing)})"

    def key_value(s: State, piece: int | None) -> Any:
        cell = -1 if piece is None else s.place[piece]
        one = None if cell < 0 else found[cell]
        if piece is None or one is None:
            return missing
        number, several = one
        if several:
            return tuple(sorted({keys[spot][number] for spot in s.spot[piece]}))
        return keys[cell][number]

    return f"{d.bind(key_value)}(s, {d.value(node.subject)})"


@writes(core.PointsOf)
def points_of(d: Draft, node: core.PointsOf) -> str:
    if node.source is None:
        return _of(d, "s.points", d.value(node.subject))
    first, seat = list(d.c.game.sources).index(node.source) * d.c.layout.seats, d.temp()
    return f"(s.scores[{first} + {seat}] if ({seat} := {d.value(node.subject)}) is not None else None)"

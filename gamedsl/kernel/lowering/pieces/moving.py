"""How pieces leave and reach places -> functions for each kind of pieces"""

from __future__ import annotations

from typing import Any

from gamedsl.kernel.builder import bit, both, combine, compare, lowest, minus, number, plus, size, times, word
from gamedsl.kernel.lowering.context import NOBODY, Lowering
from gamedsl.kernel.lowering.pieces.knowing import (
    CELL,
    alike_marks,
    each_piece,
    is_hidden,
    is_spread,
    know,
    same_sort,
    seers_type,
    viewers_in,
    zones_of,
)
from gamedsl.kernel.lowering.pieces.stacks import capacity, routine, spot_field, stack_at
from gamedsl.kernel.lowering.trace_points import MIX, lost, mixed
from gamedsl.kernel.lowering.values.counting import MOVING, passed
from gamedsl.kernel.lowering.values.maintained_sets import slot_changed
from gamedsl.kernel.lowering.values.registry import narrowed
from gamedsl.kernel.lowering.values.table import zone_field
from gamedsl.kernel.program import Do, Expression, ForBits, Int, Name, Return, Statement, Type
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.source import Span


def take_out(b: Lowering, kind: str, piece: Expression, seers: Expression) -> None:
    """Write how a piece leaves its place; ``seers`` see where it goes."""
    item = t.PieceType(kind)
    low, wide = b.base(item), b.wide(item)

    def write(given: list[Expression]) -> None:
        one, eyes = given
        cell = b.let(b.read("place", one), always=True)
        with b.when(compare("<", cell, 0)):
            b.emit(Return(None))
        for zone in zones_of(b, kind):
            grid = b.layout.cells[zone.name]
            inside = both(compare(">=", cell, grid.base), compare("<", cell, grid.base + grid.size))
            with b.when(inside):
                at = narrowed(minus(cell, grid.base), 0, max(0, grid.size - 1))
                _leave(b, zone, at, one, eyes)
                b.emit(Return(None))

    b.function(f"take out.{kind}", [("piece", Int(low, low + max(0, wide - 1))), ("seers", seers_type(b))], None, write)
    b.emit(Do(b.call(f"take out.{kind}", piece, seers)))


def _leave(b: Lowering, zone: model.Zone, at: Expression, piece: Expression, seers: Expression) -> None:
    if zone.form == "stack":
        b.emit(Do(routine(b, zone.kind, "lift", stack_at(b, zone.name, at), piece)))
        return
    if not is_spread(zone):
        _leave_cell(b, zone, at, piece, seers)
        return
    own = minus(piece, b.base(t.PieceType(zone.kind)))
    one = Name(b.temp("v"), Int(0, max(0, b.layout.cells[zone.name].size - 1)))
    body: list[Statement] = []
    with b.into(body):
        _leave_cell(b, zone, one, piece, seers)
    b.emit(ForBits(one.name, one.type, b.read(spot_field(zone.name), own), tuple(body)))
    b.store(spot_field(zone.name), word(0, b.layout.cells[zone.name].size), own)


def _leave_cell(b: Lowering, zone: model.Zone, at: Expression, piece: Expression, seers: Expression) -> None:
    if zone.form == "slot":
        slot_changed(b, zone.name, at, piece, "&~")
        b.store(zone_field(zone.name), NOBODY, at)
        return
    kind = t.PieceType(zone.kind)
    if is_hidden(b, zone.name):
        eyes = combine("|", seers, b.read("exposed", piece))
        _lose_track(b, zone, at, piece, eyes)
    held = b.read(zone_field(zone.name), at)
    b.store(zone_field(zone.name), combine("&~", held, bit(minus(piece, b.base(kind)), b.wide(kind))), at)


def _lose_track(b: Lowering, zone: model.Zone, at: Expression, gone: Expression, seers: Expression) -> None:
    """Write who cannot tell any more what is left of a heap when a piece is taken out of it."""
    kind = t.PieceType(zone.kind)
    everybody = word(b.layout.everybody, b.seats + 1)

    def write(given: list[Expression]) -> None:
        index, piece, eyes = given
        inside = b.let(b.read(zone_field(zone.name), index), always=True)
        sees = b.let(viewers_in(b, zone.name, index))
        with b.when(compare("<", size(inside), 2)):
            b.emit(Return(None))
        with b.when(compare("=", sees, everybody)):
            b.emit(Return(None))
        blind = b.let(combine("&~", combine("&~", everybody, sees), eyes))
        with b.aside(MIX):
            mixed(b, kind, inside, combine("|", sees, blind), "unknown")
            mixed(b, kind, inside, combine("&~", everybody, blind), "all")
        with b.when(compare("!=", blind, 0)):
            each_piece(b, kind, inside, lambda one: know(b, one, "&~", blind))
        unsure = combine("&~", combine("&~", eyes, sees), b.read("known", piece))
        _confuse(b, kind, piece, inside, unsure)

    low, wide = b.base(kind), b.wide(kind)
    parameters: list[tuple[str, Type]] = [
        ("at", CELL),
        ("gone", Int(low, low + max(0, wide - 1))),
        ("seers", seers_type(b)),
    ]
    b.function(f"lose track.{zone.name}", parameters, None, write)
    b.emit(Do(b.call(f"lose track.{zone.name}", at, gone, seers)))


def _confuse(b: Lowering, kind: t.PieceType, gone: Expression, inside: Expression, unsure: Expression) -> None:
    """Write that those who see a copy go lose track of one that they knew in the heap."""
    if all(design.copies == 1 for design in b.game.kinds[kind.kind].designs):
        return
    left = b.variable(unsure, seers_type(b), "u")

    def look(other: Expression) -> None:
        gone_from = b.let(combine("&", b.read("known", other), left))
        copy = both(both(compare("!=", gone_from, 0), compare("!=", other, gone)), same_sort(b, kind, other, gone))
        with b.when(both(copy, alike_marks(b, kind, other, gone))):
            lost(b, "swapped", gone, other, gone_from)
            know(b, other, "&~", gone_from)
            b.assign(left, combine("&~", left, gone_from))

    with b.when(compare("!=", left, 0)):
        each_piece(b, kind, inside, look)


def move_into(
    b: Lowering,
    entry: str,
    cells: Expression,
    piece: Expression,
    span: Span,
    bottom: bool = False,
    below: Expression | None = None,
) -> None:
    """Write the move of a piece to a cell of an entry (of a zone with a set key: to the cells of a word)."""
    zone, grid = b.game.zones[entry], b.layout.cells[entry]
    weight = b.layout.loads.piece(zone.kind)
    if weight:
        passed(b, number(1), span, weight, MOVING)
    cells = b.let(cells)
    if is_spread(zone):
        _move_spread(b, zone, cells, piece, span)
        return
    if zone.form == "slot":
        _vacant(b, entry, cells, piece, span)
    seers = viewers_in(b, entry, cells)
    if not b.scope.lifted:
        take_out(b, zone.kind, piece, seers)
    if zone.form == "stack":
        c, kind = stack_at(b, entry, cells), t.PieceType(zone.kind)
        own = bit(minus(piece, b.base(kind)), b.wide(kind))
        if bottom:
            b.emit(Do(routine(b, zone.kind, "put_at", c, own, times(c, capacity(b, zone.kind)))))
        elif below is None:
            b.emit(Do(routine(b, zone.kind, "push", c, piece)))
        else:
            at = b.let(routine(b, zone.kind, "below_top", c, below), always=True)
            b.emit(Do(routine(b, zone.kind, "put_at", c, own, at)))
    else:
        _lie(b, zone, cells, piece)
    b.store("place", plus(cells, grid.base), piece)
    know(b, piece, "|", seers)


def _lie(b: Lowering, zone: model.Zone, at: Expression, piece: Expression) -> None:
    field, kind = zone_field(zone.name), t.PieceType(zone.kind)
    if zone.form == "slot":
        slot_changed(b, zone.name, at, piece, "|")
        b.store(field, piece, at)
    else:
        one = bit(minus(piece, b.base(kind)), b.wide(kind))
        b.store(field, combine("|", b.read(field, at), one), at)


def _vacant(b: Lowering, entry: str, at: Expression, piece: Expression, span: Span) -> None:
    there = b.let(b.read(zone_field(entry), at))
    cell = plus(at, b.layout.cells[entry].base)
    with b.when(both(compare(">=", there, 0), compare("!=", there, piece))):
        b.fail(
            "GDRUN03", span, cell, piece, there,
            place=lambda c, _, __: ("cell", c), piece=lambda _, p, __: ("piece", p),
            occupant=lambda _, __, o: ("piece", o),
        )  # fmt: skip


def _move_spread(b: Lowering, zone: model.Zone, cells: Expression, piece: Expression, span: Span) -> None:
    grid = b.layout.cells[zone.name]
    if zone.form == "slot":
        _over(b, grid.size, cells, lambda at: _vacant(b, zone.name, at, piece, span))
    seers = b.variable(word(0, b.seats + 1), seers_type(b), "u")
    _over(b, grid.size, cells, lambda at: b.assign(seers, combine("|", seers, viewers_in(b, zone.name, at))))
    if not b.scope.lifted:
        take_out(b, zone.kind, piece, seers)
    _over(b, grid.size, cells, lambda at: _lie(b, zone, at, piece))
    b.store("place", plus(lowest(cells), grid.base), piece)
    b.store(spot_field(zone.name), cells, minus(piece, b.base(t.PieceType(zone.kind))))
    know(b, piece, "|", seers)


def _over(b: Lowering, wide: int, cells: Expression, work: Any) -> None:
    one = Name(b.temp("v"), Int(0, max(0, wide - 1)))
    body: list[Statement] = []
    with b.into(body):
        work(one)
    b.emit(ForBits(one.name, one.type, cells, tuple(body)))

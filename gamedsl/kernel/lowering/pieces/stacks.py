"""Fields of pieces and of stacks, and calls of the routines that change them"""

from __future__ import annotations

from gamedsl.engine.state.layout import Layout
from gamedsl.kernel.builder import plus, times
from gamedsl.kernel.lowering.context import Lowering
from gamedsl.kernel.lowering.pieces import routines
from gamedsl.kernel.lowering.pieces.translate import Setting, translate
from gamedsl.kernel.program import Call, Expression, Int, Word
from gamedsl.semantics.core import types as t


def stack_field(kind: str, what: str) -> str:
    """Return a field of the stacks of a kind: ``size``, ``blocks`` or ``block``."""
    return f"stack.{kind}.{what}"


def spot_field(entry: str) -> str:
    """Return the field that has for each piece the cells of a zone with a set key in which it lies."""
    return f"spot.{entry}"


def capacity(b: Lowering, kind: str) -> int:
    """Return how many pieces a stack of a kind can hold."""
    return max(1, b.layout.kind_pieces[kind][1])


def stack_at(b: Lowering, entry: str, index: Expression) -> Expression:
    """Return the number of a stack among those of its kind."""
    return plus(index, b.facts.first_stack[entry])


def block_at(b: Lowering, kind: str, place: Expression) -> Expression:
    """Return the pieces of the block at a place of a stack."""
    return b.read(stack_field(kind, "block"), place)


def above_top(b: Lowering, kind: str, c: Expression) -> Expression:
    """Return the place above the top block of a stack."""
    return plus(times(c, capacity(b, kind)), b.read(stack_field(kind, "blocks"), c))


def routine(b: Lowering, kind: str, name: str, *given: Expression) -> Call:
    """Return a call of a routine for the pieces of a kind."""
    item = t.PieceType(kind)
    setting = Setting(
        kind,
        {what: stack_field(kind, what) for what in ("size", "blocks", "block")},
        {"CAPACITY": capacity(b, kind), "FIRST": b.base(item)},
        b.wide(item),
    )
    translate(b.program, routines, setting, {name})
    return b.call(f"{name}.{kind}", *given)


def first_stacks(layout: Layout) -> dict[str, int]:
    """Return by zone of stacks the number of its first one among those of its kind."""
    first: dict[str, int] = {}
    count: dict[str, int] = {}
    for zone in layout.game.zones.values():
        if zone.form == "stack":
            first[zone.name] = count.get(zone.kind, 0)
            count[zone.kind] = first[zone.name] + layout.cells[zone.name].size
    return first


def make_fields(b: Lowering) -> None:
    """Make the fields of pieces, zones and stacks, with what lies there before setup."""
    layout, game = b.layout, b.game
    pieces = len(layout.piece_design)
    seers = Word(b.seats + 1)
    b.field("place", pieces, Int(-1, max(0, len(layout.cell_entry) - 1)), [-1] * pieces)
    b.field("known", pieces, seers)
    b.field("exposed", pieces, seers)
    count: dict[str, int] = {}
    for zone in game.zones.values():
        if zone.form == "purse":
            continue
        size, item = layout.cells[zone.name].size, t.PieceType(zone.kind)
        low, wide = b.base(item), b.wide(item)
        if zone.form == "stack":
            count[zone.kind] = b.facts.first_stack[zone.name] + size
        elif zone.form == "heap":
            b.field(f"zone.{zone.name}", size, Word(wide))
        else:
            b.field(f"zone.{zone.name}", size, Int(-1, max(0, low + wide - 1)), [-1] * size)
        if any(key.is_set for key in zone.keys):
            b.field(spot_field(zone.name), wide, Word(size))
    for kind, cells in count.items():
        item, many = t.PieceType(kind), capacity(b, kind)
        b.field(stack_field(kind, "size"), cells, Int(0, many))
        b.field(stack_field(kind, "blocks"), cells, Int(0, many))
        b.field(stack_field(kind, "block"), cells * many, Word(b.wide(item)))

"""A copy of a row that is free: for what a scenario gives, and for pictures of tables -> expressions"""

from __future__ import annotations

from gamedsl.kernel.builder import both, choose, compare, either, has, minus, number, plus
from gamedsl.kernel.lowering.context import NOBODY, Lowering
from gamedsl.kernel.lowering.values.registry import lowers, value
from gamedsl.kernel.program import Expression, For, Int, Name, Statement
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t

_BESIDE, _AT_FIRST, _COMMON, _ELSEWHERE = range(4)
"""Where a copy lies; the lower, the sooner it is meant."""


@lowers(core.FreeCopy)
def _free_copy(b: Lowering, node: core.FreeCopy) -> Expression:
    """A copy of a row: of those beside, where it was at first, in a place of nobody, the first of all.

    The second that a set names is the next in this order.
    """
    if node.laid:
        return _laid_copy(b, node)
    layout = b.layout
    copies = layout.design_pieces[node.design]
    found = b.variable(number(copies[0]), Int(min(copies), max(copies)), "c")
    if node.number >= len(copies):
        problem = f"there are only {len(copies)} copies of it"
        b.fail("GDSCN08", node.span, kind=layout.designs[node.design].label, problem=problem)
        return found
    sorts = [_ELSEWHERE, *map(_sort, _full(b), layout.cell_seat)]
    beside = None if node.beside is None else b.let(value(b, node.beside))
    left = b.variable(number(node.number), Int(NOBODY, len(copies)), "n")
    sort = Name(b.temp("k"), Int(_BESIDE, _ELSEWHERE))
    one = Name(b.temp("j"), Int(0, len(copies) - 1))
    inner: list[Statement] = []
    with b.into(inner):
        piece = b.let(b.table(f"copies of design {node.design}", copies, one))
        lies = b.table("sorts of cells for free copies", sorts, plus(b.read("place", piece), 1))
        if beside is not None and node.beside is not None:
            assert isinstance(node.beside.type, t.SetType)
            is_beside = has(beside, minus(piece, b.base(node.beside.type.item)))
            lies = choose(is_beside, number(_BESIDE), lies)
        with b.when(compare("=", lies, sort)):
            with b.when(compare("=", left, 0)):
                b.assign(found, piece)
            with b.when(compare(">=", left, 0)):
                b.assign(left, minus(left, 1))
    outer = For(one.name, one.type, number(0), number(len(copies)), tuple(inner))
    b.emit(For(sort.name, sort.type, number(_BESIDE), number(_ELSEWHERE + 1), (outer,)))
    return found


def _full(b: Lowering) -> list[bool]:
    """Return for each cell whether everything lies there at first."""
    zones = b.game.zones
    return [any(use.name == "full" for use in zones[entry].traits) for entry in b.layout.cell_entry]


def _sort(full: bool, seat: int | None) -> int:
    return _AT_FIRST if full else _COMMON if seat is None else _ELSEWHERE


def _laid_copy(b: Lowering, node: core.FreeCopy) -> Expression:
    """The next copy of a row that nobody has used yet, in the order of the places."""
    layout = b.layout
    copies = [one for one in layout.design_pieces[node.design] if layout.piece_seat[one] == node.seat]
    own = [node.seat is not None and seat == node.seat for seat in layout.cell_seat]
    free = [0, *(int(full or mine) for full, mine in zip(_full(b), own, strict=True))]
    label = layout.designs[node.design].label
    found = b.variable(number(NOBODY), Int(NOBODY, max(copies, default=0)), "c")
    first = b.variable(number(NOBODY), Int(NOBODY, len(layout.cell_entry)), "p")
    one = Name(b.temp("j"), Int(0, max(0, len(copies) - 1)))
    body: list[Statement] = []
    with b.into(body):
        piece = b.let(b.table(f"copies of design {node.design} of {node.seat}", copies or [0], one))
        place = b.let(b.read("place", piece))
        is_free = b.table(f"cells with free copies of {node.seat}", free, plus(place, 1))
        is_sooner = either(compare("<", found, 0), compare("<", place, first))
        with b.when(both(compare("=", is_free, 1), is_sooner)):
            b.assign(found, piece)
            b.assign(first, place)
    b.emit(For(one.name, one.type, number(0), number(len(copies)), tuple(body)))
    problem = f"none of the {len(copies)} is free any more"
    with b.when(compare("<", found, 0)):
        b.fail("GDSCN08", node.span, kind=label, problem=problem)
    return Name(found.name, Int(min(copies, default=0), max(copies, default=0)))

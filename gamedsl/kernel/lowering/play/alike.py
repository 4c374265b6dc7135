"""Pieces that can be chosen -> of copies that nobody can tell apart one, under names that tell nothing"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gamedsl.kernel.lowering.context import Listed, Lowering, NotLoweredError, Run, bare
from gamedsl.kernel.lowering.pieces.knowing import alike_marks, each_piece, same_sort
from gamedsl.kernel.lowering.pieces.stacks import routine, spot_field, stack_at
from gamedsl.kernel.lowering.play.passing import completing
from gamedsl.kernel.lowering.values.registry import lowered, narrowed, run_word
from gamedsl.kernel.making import bit, both, combine, compare, lowest, minus, number, opposite, plus, size, word
from gamedsl.kernel.program import (
    BOOL,
    Assign,
    Break,
    Continue,
    DeclareRow,
    Expression,
    For,
    If,
    Int,
    Item,
    Legal,
    Name,
    Put,
    Return,
    Statement,
    While,
    Word,
)
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t


def merges(b: Lowering, kind: t.PieceType) -> bool:
    """Tell whether copies of a kind that nobody can tell apart are one choice."""
    declared = b.game.kinds[kind.kind]
    return declared.form != "space" and any(design.copies > 1 for design in declared.designs)


def known_first(b: Lowering, kind: t.PieceType, pieces: Expression) -> Listed:
    """Return pieces, those before others that more players know."""
    low, wide = b.base(kind), b.wide(kind)
    count = b.variable(number(0), Int(0, wide), "n")
    row = Name(b.temp("row"), Int(low, low + max(0, wide - 1)))
    b.emit(DeclareRow(row.name, row.type, max(1, wide)))

    def put(piece: Expression) -> None:
        many = b.let(size(b.read("known", piece)), always=True)
        at = b.variable(count, count.type, "i")
        before = Item(row.name, minus(at, 1), row.type)
        better = compare(">", many, size(b.read("known", before)))
        shift = (Put(row.name, at, before), Assign(at.name, narrowed(minus(at, 1), 0, wide)))
        b.emit(While(both(compare(">", at, 0), better), shift), Put(row.name, at, piece))
        b.assign(count, narrowed(plus(count, 1), 0, wide))

    each_piece(b, kind, pieces, put)
    return Listed(count, lambda at: Item(row.name, at, row.type), kind)


def alike(b: Lowering, kind: t.PieceType, one: Expression, other: Expression) -> Expression:
    """Return whether two pieces are copies that nobody can tell apart: they lie alike, and what belongs to them is."""
    low, wide = b.base(kind), b.wide(kind)
    piece = Int(low, low + max(0, wide - 1))

    def write(given: list[Expression]) -> None:
        def unless(condition: Expression) -> None:
            with b.when(opposite(condition)):
                b.emit(Return(number(0)))

        unless(same_sort(b, kind, *given))
        unless(compare("=", *(b.read("place", x) for x in given)))
        unless(compare("=", *(b.read("exposed", x) for x in given)))
        for zone in b.game.zones.values():
            if zone.kind != kind.kind or zone.form == "purse":
                continue
            if any(key.is_set for key in zone.keys):
                unless(compare("=", *(b.read(spot_field(zone.name), minus(x, low)) for x in given)))
            if zone.form == "stack":
                grid = b.layout.cells[zone.name]
                cell = b.let(b.read("place", given[0]))
                inside = both(compare(">=", cell, grid.base), compare("<", cell, grid.base + grid.size))
                with b.when(inside):
                    c = b.let(stack_at(b, zone.name, minus(cell, grid.base)))
                    unless(compare("=", *(routine(b, kind.kind, "rank_of", c, x) for x in given)))
        unless(alike_marks(b, kind, *given))
        b.emit(Return(number(1)))

    b.function(f"same.{kind.kind}", [("one", piece), ("other", piece)], BOOL, write)
    return b.call(f"same.{kind.kind}", one, other)


def _accept_alike(
    b: Lowering, pick: Any, elements: Sequence[Any], cost: tuple[core.CoreStep, ...], how: tuple[int, bool]
) -> None:
    """Write the codes of pieces of which copies that are alike are one choice."""
    base, alone = how
    kind = bare(b.answer_type(pick.question))
    assert isinstance(kind, t.PieceType)
    low, wide = b.base(kind), b.wide(kind)
    first = low - isinstance(b.answer_type(pick.question), t.MaybeType)
    domain = lowered(b, pick.domain)
    if isinstance(domain, Run):
        domain = run_word(b, domain)
    if isinstance(domain, Listed | Run):
        raise NotLoweredError("a list of pieces that is picked from")
    ordered = known_first(b, kind, domain)
    found = b.variable(word(0, wide), Word(wide), "w")
    marked = b.variable(word(0, wide), Word(wide), "w")
    body: list[Statement] = []
    at = Name(b.temp("j"), Int(0, max(0, wide - 1)))
    with b.into(body), b.within():
        piece = ordered.item(at)
        assert not isinstance(piece, Listed | Run)
        piece = b.let(piece)
        twin = b.variable(number(0), BOOL)
        _look_for_twin(b, kind, piece, marked, twin)
        b.emit(If(twin, (Continue(),)))
        own = bit(minus(piece, low), wide)
        if alone:
            b.assign(marked, combine("|", marked, own))
        b.bind(pick.slot, piece)

        def take() -> None:
            b.assign(found, combine("|", found, own))
            if not alone:
                b.assign(marked, combine("|", marked, own))

        completing(b, pick, elements, cost, take)
    b.emit(For(at.name, at.type, number(0), ordered.length, tuple(body)))
    named(b, kind, found, lambda name: b.emit(Legal(plus(minus(name, first), base))))


def _look_for_twin(b: Lowering, kind: t.PieceType, piece: Expression, marked: Expression, twin: Name) -> None:
    low, wide = b.base(kind), b.wide(kind)
    copies = copies_rows(b, kind)
    among = combine("&", marked, b.table(f"copies of {kind.kind}", copies, minus(piece, low), wide))

    def look(other: Expression) -> None:
        with b.when(alike(b, kind, other, piece)):
            b.assign(twin, number(1))
            b.emit(Break())

    each_piece(b, kind, among, look)


def copies_rows(b: Lowering, kind: t.PieceType) -> list[int]:
    """Return by piece the word of the copies of its design, made for the same player."""
    low, count = b.span_of(kind)
    layout = b.layout
    sort = [(layout.piece_design[low + at], layout.piece_seat[low + at]) for at in range(count)]
    return [sum(1 << other for other in range(count) if sort[other] == sort[at]) for at in range(count)]


def names_pieces(kind: t.Type) -> bool:
    """Tell whether values of a type name pieces."""
    if isinstance(kind, t.MaybeType | t.SetType | t.ListType):
        return names_pieces(kind.item)
    return isinstance(kind, t.PieceType)


def named(b: Lowering, kind: t.PieceType, found: Expression, work: Callable[[Expression], None]) -> None:
    """Write what is done for the name of each piece that can be chosen, in their order.

    Where copies can be hidden the first that can be chosen is called by the number of the first copy, and so on.
    """
    low, wide = b.base(kind), b.wide(kind)
    if not b.shared["can hide"](kind.kind):
        each_piece(b, kind, found, work)
        return
    rows = copies_rows(b, kind)
    names = b.variable(word(0, wide), Word(wide), "w")
    left = b.variable(found, Word(wide), "w")
    body: list[Statement] = []
    with b.into(body):
        first = b.let(lowest(left), always=True)
        copies = b.let(b.table(f"copies of {kind.kind}", rows, first, wide))
        many = b.let(size(combine("&", left, copies)), always=True)
        b.assign(left, combine("&~", left, copies))
        count = b.variable(many, Int(0, wide), "n")

        def give(copy: Expression) -> None:
            b.emit(If(compare("=", count, 0), (Break(),)))
            b.assign(count, narrowed(minus(count, 1), 0, wide))
            b.assign(names, combine("|", names, bit(minus(copy, low), wide)))

        each_piece(b, kind, copies, give)
    b.emit(While(compare("!=", left, 0), tuple(body)))
    each_piece(b, kind, names, work)

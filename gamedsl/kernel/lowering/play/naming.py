"""Pieces that can be chosen -> the names by which copies are called, and what these names mean.

Of copies that can be hidden from somebody the own number would tell who has seen it before. So of those that can be
chosen the first is called by the number of the first copy, and so on, in an order of what everybody may know.
"""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.kernel.builder import bit, both, combine, compare, lowest, minus, number, plus, size, word
from gamedsl.kernel.lowering.context import Lowering, bare
from gamedsl.kernel.lowering.pieces.knowing import each_piece
from gamedsl.kernel.lowering.pieces.ordering import stands_before
from gamedsl.kernel.lowering.play.alike import copies_rows, merges
from gamedsl.kernel.lowering.values.registry import narrowed
from gamedsl.kernel.program import (
    Break,
    Expression,
    If,
    Int,
    Name,
    Return,
    Statement,
    While,
    Word,
)
from gamedsl.semantics.core import types as t


def renamed_kinds(b: Lowering, question: int) -> list[t.Type]:
    """Return the types among the parts of a question whose pieces are called otherwise, each once."""
    parts = t.parts_of(b.game.questions[question].type)
    items = [part.item if isinstance(part, t.SomeType) else part for part in parts]
    return [one for one in dict.fromkeys(items) if is_renamed(b, one)]


def is_renamed(b: Lowering, kind: t.Type) -> bool:
    """Tell whether pieces of a type are not called by their own numbers."""
    item = bare(kind)
    return isinstance(item, t.PieceType) and merges(b, item) and bool(item.kind in b.facts.hidden_kinds)


def piece_kind(kind: t.Type) -> t.PieceType:
    """Return the kind of pieces that a type names."""
    item = bare(kind)
    assert isinstance(item, t.PieceType)
    return item


def names_of(b: Lowering, kind: t.PieceType, found: Expression, work: Callable[[Expression], None]) -> None:
    """Write what is done for the name of each piece that can be chosen, in their order."""
    low, wide = b.base(kind), b.wide(kind)
    rows = copies_rows(b, kind)
    names = b.variable(word(0, wide), Word(wide), "w")
    left = b.variable(found, Word(wide), "w")
    body: list[Statement] = []
    with b.into(body):
        first = b.let(lowest(left), always=True)
        copies = b.let(b.table(f"copies of {kind.kind}", rows, first, wide))
        count = b.variable(size(combine("&", left, copies)), Int(0, wide), "n")
        b.assign(left, combine("&~", left, copies))

        def give(copy: Expression) -> None:
            b.emit(If(compare("=", count, 0), (Break(),)))
            b.assign(count, narrowed(minus(count, 1), 0, wide))
            b.assign(names, combine("|", names, bit(minus(copy, low), wide)))

        each_piece(b, kind, copies, give)
    b.emit(While(compare("!=", left, 0), tuple(body)))
    each_piece(b, kind, names, work)


def _copies(b: Lowering, kind: t.PieceType, piece: Expression) -> Expression:
    """Return the copies of a piece, itself among them, as a word."""
    own = narrowed(minus(piece, b.base(kind)), 0, max(0, b.wide(kind) - 1))
    return b.let(b.table(f"copies of {kind.kind}", copies_rows(b, kind), own, b.wide(kind)))


def _below(b: Lowering, kind: t.PieceType, piece: Expression) -> Expression:
    """Return all pieces of the kind with lower numbers as a word."""
    wide = b.wide(kind)
    own = narrowed(minus(piece, b.base(kind)), 0, max(0, wide - 1))
    return b.table(f"below {wide}", [(1 << at) - 1 for at in range(wide)], own, wide)


def name_of(b: Lowering, kind: t.PieceType, found: Expression, piece: Expression) -> Expression:
    """Return how a piece is called among those that can be chosen."""
    low, wide = b.base(kind), b.wide(kind)
    type_ = Int(low, low + max(0, wide - 1))

    def write(given: list[Expression]) -> None:
        copies = _copies(b, kind, given[1])
        left = b.variable(_rank(b, kind, combine("&", given[0], copies), given[1]), Int(0, wide), "n")

        def look(copy: Expression) -> None:
            b.emit(If(compare("=", left, 0), (Return(copy),)))
            b.assign(left, narrowed(minus(left, 1), 0, wide))

        each_piece(b, kind, copies, look)
        b.emit(Return(given[1]))

    name = b.function(f"name of {kind.kind}", [("found", Word(wide)), ("piece", type_)], type_, write)
    return b.call(name, found, piece)


def meant_by(b: Lowering, kind: t.PieceType, found: Expression, called: Expression) -> Expression:
    """Return which of the pieces that can be chosen is called so."""
    low, wide = b.base(kind), b.wide(kind)
    type_ = Int(low, low + max(0, wide - 1))

    def write(given: list[Expression]) -> None:
        copies = _copies(b, kind, given[1])
        below = b.let(size(combine("&", copies, _below(b, kind, given[1]))))
        among = b.let(combine("&", given[0], copies), always=True)

        def look(piece: Expression) -> None:
            b.emit(If(compare("=", _rank(b, kind, among, piece), below), (Return(piece),)))

        each_piece(b, kind, among, look)
        b.emit(Return(given[1]))

    name = b.function(f"meant by {kind.kind}", [("found", Word(wide)), ("piece", type_)], type_, write)
    return b.call(name, found, called)


def _rank(b: Lowering, kind: t.PieceType, among: Expression, piece: Expression) -> Expression:
    """Return how many of these pieces stand before one of them."""
    before = b.variable(number(0), Int(0, b.wide(kind)), "n")

    def count(other: Expression) -> None:
        with b.when(both(compare("!=", other, piece), stands_before(b, kind, other, piece))):
            b.assign(before, narrowed(plus(before, 1), 0, b.wide(kind)))

    each_piece(b, kind, among, count)
    return before


def renamed(b: Lowering, kind: t.Type, pieces: Expression, by: Callable[[Expression], Expression]) -> Expression:
    """Return a piece, or a set of them, with each piece replaced."""
    if not isinstance(kind, t.SetType):
        return by(pieces)
    item = piece_kind(kind.item)
    low, wide = b.base(item), b.wide(item)
    result = b.variable(word(0, wide), Word(wide), "w")
    each_piece(b, item, pieces, lambda one: b.assign(result, combine("|", result, bit(minus(by(one), low), wide))))
    return result


def collected(b: Lowering, kind: t.Type, to: Name, pieces: Expression) -> None:
    """Write that a piece, or a set of them, is among those that can be chosen."""
    if isinstance(kind, t.SetType):
        b.assign(to, combine("|", to, pieces))
        return
    low, wide = b.base(piece_kind(kind)), b.wide(piece_kind(kind))
    b.assign(to, combine("|", to, bit(minus(pieces, low), wide)))

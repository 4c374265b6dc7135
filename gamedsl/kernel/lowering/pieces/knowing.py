"""Who knows which piece lies where, and which copies nobody can tell apart -> statements"""

from __future__ import annotations

from typing import Any, Protocol

from gamedsl.kernel.builder import TRUE, combine, compare, has, minus, number, plus, times, word
from gamedsl.kernel.lowering.context import Lowering
from gamedsl.kernel.lowering.pieces.stacks import block_at, capacity, stack_at, stack_field
from gamedsl.kernel.lowering.values.table import zone_field
from gamedsl.kernel.program import BOOL, Expression, For, ForBits, Int, Name, Return, Statement, Word
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t


def seers_type(b: Lowering) -> Word:
    """Return the type of who knows something: a bit for each seat, and one for who only watches."""
    return Word(b.seats + 1)


def viewers(b: Lowering, cell: Expression) -> Expression:
    """Return who sees a cell, by its number among all."""
    return b.table("viewers of cell", b.layout.cell_viewers or [0], cell, b.seats + 1)


def viewers_in(b: Lowering, entry: str, index: Expression) -> Expression:
    """Return who sees a cell of an entry; often that is the same for all of them."""
    grid = b.layout.cells[entry]
    own = set(b.layout.cell_viewers[grid.base : grid.base + grid.size])
    return word(own.pop(), b.seats + 1) if len(own) == 1 else viewers(b, plus(index, grid.base))


def is_hidden(b: Lowering, entry: str) -> bool:
    """Tell whether somebody does not see some cell of an entry."""
    grid = b.layout.cells[entry]
    return any(one != b.layout.everybody for one in b.layout.cell_viewers[grid.base : grid.base + grid.size])


def know(b: Lowering, piece: Expression, sign: str, seats: Expression) -> None:
    """Write who knows a piece: these too (``|``), or only those who are among these (``&``), or not these (``&~``)."""
    known = b.read("known", piece)
    b.store("known", combine(sign, known, seats), piece)


def each_piece(b: Lowering, kind: t.PieceType, pieces: Expression, work: Any) -> None:
    """Write a loop through pieces of a kind."""
    one = Name(b.temp("v"), Int(0, max(0, b.wide(kind) - 1)))
    body: list[Statement] = []
    with b.into(body):
        work(b.let(plus(one, b.base(kind))))
    b.emit(ForBits(one.name, one.type, pieces, tuple(body)))


def zones_of(b: Lowering, kind: str) -> list[model.Zone]:
    """Return the zones where pieces of a kind can lie."""
    return [zone for zone in b.game.zones.values() if zone.form != "purse" and zone.kind == kind]


def is_spread(zone: model.Zone) -> bool:
    """Tell whether a piece may lie in several cells of a zone."""
    return any(key.is_set for key in zone.keys)


CELL = Int(-1, 1 << 20)


def forget(b: Lowering, kind: t.PieceType, pieces: Expression, kept: Expression) -> None:
    """Write that only those who see a draw know any more which of these pieces lies where."""
    each_piece(b, kind, pieces, lambda one: know(b, one, "&", kept))


def same_sort(b: Lowering, kind: t.PieceType, one: Expression, other: Expression) -> Expression:
    """Return whether two pieces are copies of one design, made for the same player or for none."""
    low, count = b.span_of(kind)
    sorts: dict[tuple[int, int | None], int] = {}
    rows = [
        sorts.setdefault((b.layout.piece_design[at], b.layout.piece_seat[at]), len(sorts))
        for at in range(low, low + count)
    ]
    first, second = (b.table(f"sort of {kind.kind}", rows, minus(x, low)) for x in (one, other))
    return compare("=", first, second)


def alike_marks(b: Lowering, kind: t.PieceType, one: Expression, other: Expression) -> Expression:
    """Return whether what belongs to two copies is the same: values, amounts, what lies on them, what means them."""
    low, wide = b.base(kind), b.wide(kind)
    piece = Int(low, low + max(0, wide - 1))

    def write(given: list[Expression]) -> None:
        marks_of(b, kind, (given[0], given[1]), _Same(b))
        b.emit(Return(TRUE))

    b.function(f"alike.{kind.kind}", [("one", piece), ("other", piece)], BOOL, write)
    body = b.program.functions[f"alike.{kind.kind}"].body
    return TRUE if len(body) == 1 else b.call(f"alike.{kind.kind}", one, other)


class Comparing(Protocol):
    """Writes the comparisons of what belongs to two copies, one after the other; each may leave the function."""

    def numbers(self, one: Expression, other: Expression) -> None:
        """Write the comparison of two numbers."""

    def words(self, one: Expression, other: Expression) -> None:
        """Write the comparison of two sets."""

    def stacks(self, kind: str, one: Expression, other: Expression) -> None:
        """Write the comparison of two stacks, by their numbers among those of the kind."""


class _Same:
    """Writes comparisons that leave the function with 0 at the first difference."""

    def __init__(self, b: Lowering) -> None:
        self.b = b

    def numbers(self, one: Expression, other: Expression) -> None:
        with self.b.when(compare("!=", one, other)):
            self.b.emit(Return(number(0)))

    words = numbers

    def stacks(self, kind: str, one: Expression, other: Expression) -> None:
        b, many = self.b, capacity(self.b, kind)
        self.numbers(*(b.read(stack_field(kind, "blocks"), c) for c in (one, other)))
        j = Name(b.temp("j"), Int(0, many - 1))
        body: list[Statement] = []
        with b.into(body):
            self.words(*(block_at(b, kind, plus(times(c, many), j)) for c in (one, other)))
        b.emit(For(j.name, j.type, number(0), b.read(stack_field(kind, "blocks"), one), tuple(body)))


Copies = tuple[Expression, Expression]


def marks_of(b: Lowering, kind: t.PieceType, pair: Copies, compared: Comparing) -> None:
    """Write the comparisons of what belongs to two copies, in the order in which it decides."""
    low, prefix = b.base(kind), kind.kind + "."
    own = (minus(pair[0], low), minus(pair[1], low))
    for name, grid in b.layout.values.items():
        if name.startswith(prefix):
            work = compared.words if isinstance(b.game.values[name].type, t.SetType) else compared.numbers
            _fields(b, (f"value.{name}", 0), grid.owner_stride, own, work)
    for name, grid in b.layout.purses.items():
        if name.startswith(prefix):
            _fields(b, ("purses", grid.base), grid.owner_stride, own, compared.numbers)
    for name, grid in b.layout.cells.items():
        if name.startswith(prefix):
            _cells(b, name, grid.owner_stride, own, compared)
    for name, value in b.game.values.items():
        if means(value.type, kind.kind) and b.layout.values[name].base not in b.layout.secret:
            _naming(b, name, value.type, pair, compared)


def _each(b: Lowering, count: int, work: Any) -> None:
    one = Name(b.temp("j"), Int(0, max(0, count - 1)))
    body: list[Statement] = []
    with b.into(body):
        work(one)
    b.emit(For(one.name, one.type, number(0), number(count), tuple(body)))


def _fields(b: Lowering, field: tuple[str, int], stride: int, own: Copies, work: Any) -> None:
    name, base = field
    _each(b, stride, lambda at: work(*(b.read(name, plus(times(x, stride), at, base)) for x in own)))


def _cells(b: Lowering, entry: str, stride: int, own: Copies, compared: Comparing) -> None:
    zone = b.game.zones[entry]

    def look(at: Expression) -> None:
        first, second = (b.let(plus(times(x, stride), at)) for x in own)
        if zone.form == "stack":
            compared.stacks(zone.kind, stack_at(b, entry, first), stack_at(b, entry, second))
            return
        work = compared.words if zone.form == "heap" else compared.numbers
        work(b.read(zone_field(entry), first), b.read(zone_field(entry), second))

    _each(b, stride, look)


def means(kind: t.Type, piece: str) -> bool:
    """Tell whether values of a type name pieces of a kind."""
    while isinstance(kind, t.MaybeType | t.SetType | t.ListType):
        kind = kind.item
    return isinstance(kind, t.PieceType) and kind.kind == piece


def _naming(b: Lowering, entry: str, kind: t.Type, pair: Copies, compared: Comparing) -> None:
    def look(at: Expression) -> None:
        found = b.read(f"value.{entry}", at)
        if isinstance(kind, t.SetType):
            low = b.base(kind.item)
            first, second = (has(found, minus(x, low)) for x in pair)
        else:
            first, second = (compare("=", found, x) for x in pair)
        compared.numbers(first, second)

    _each(b, b.layout.values[entry].size, look)

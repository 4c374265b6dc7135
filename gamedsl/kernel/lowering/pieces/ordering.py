"""Which of several copies is called by an earlier number -> functions for each kind of pieces

By place, then by the places of a set key, then by height in a stack, then by who has been shown it in this action, then
by what belongs to it: values, amounts, what lies on it, what means it. Of sets and stacks the first difference decides.
Of copies that nobody can tell apart one that more players know stands before.
"""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.kernel.builder import both, choose, combine, compare, has, lowest, minus, number, plus, size, times
from gamedsl.kernel.lowering.context import Lowering
from gamedsl.kernel.lowering.pieces.knowing import is_spread, marks_of, zones_of
from gamedsl.kernel.lowering.pieces.stacks import block_at, capacity, routine, spot_field, stack_at, stack_field
from gamedsl.kernel.program import BOOL, Break, Expression, For, ForBits, If, Int, Name, Return, Statement, Word
from gamedsl.semantics.core import types as t

Pair = tuple[Expression, Expression]


def stands_before(b: Lowering, kind: t.PieceType, one: Expression, other: Expression) -> Expression:
    """Return whether a copy is called by an earlier number than another one."""
    low, wide = b.base(kind), b.wide(kind)
    piece = Int(low, low + max(0, wide - 1))

    def write(given: list[Expression]) -> None:
        pair = (given[0], given[1])
        place = b.let(b.read("place", pair[0]), always=True)
        _numbers(b, (place, b.read("place", pair[1])))
        for zone in zones_of(b, kind.kind):
            grid = b.layout.cells[zone.name]
            inside = both(compare(">=", place, grid.base), compare("<", place, grid.base + grid.size))
            if is_spread(zone):
                with b.when(inside):
                    _words(b, _of_each(pair, lambda x, zone=zone: b.read(spot_field(zone.name), minus(x, low))))  # type: ignore[misc]
            if zone.form == "stack":
                with b.when(inside):
                    c = b.let(stack_at(b, zone.name, minus(place, grid.base)))
                    _numbers(b, _of_each(pair, lambda x, c=c: routine(b, kind.kind, "rank_of", c, x)))  # type: ignore[misc]
        _seers(b, pair)
        marks_of(b, kind, pair, _Order(b))
        known = _of_each(pair, lambda x: size(b.read("known", x)))
        _numbers(b, (known[1], known[0]))
        b.emit(Return(compare("<", *pair)))

    b.function(f"before.{kind.kind}", [("one", piece), ("other", piece)], BOOL, write)
    return b.call(f"before.{kind.kind}", one, other)


def _of_each(pair: Pair, work: Callable[[Expression], Expression]) -> Pair:
    return work(pair[0]), work(pair[1])


class _Order:
    """Writes the comparisons of what belongs to two copies: the first difference decides."""

    def __init__(self, b: Lowering) -> None:
        self.b = b

    def numbers(self, one: Expression, other: Expression) -> None:
        """Write that the lower number stands before."""
        _numbers(self.b, (one, other))

    def words(self, one: Expression, other: Expression) -> None:
        """Write that the set with the lower numbers stands before."""
        _words(self.b, (one, other))

    def stacks(self, kind: str, one: Expression, other: Expression) -> None:
        """Write that the stack with the lower pieces stands before, from the bottom."""
        _stacks(self.b, kind, (one, other))


def _numbers(b: Lowering, pair: Pair) -> None:
    one, other = (b.let(x) for x in pair)
    with b.when(compare("!=", one, other)):
        b.emit(Return(compare("<", one, other)))


def _seers(b: Lowering, pair: Pair) -> None:
    """Write the order by who has been shown a copy: words of seats are compared as numbers, the last seat first."""
    one, other = (b.let(b.read("exposed", x), always=True) for x in pair)
    body: list[Statement] = []
    last = b.variable(number(0), Int(0, b.seats), "v")
    seat = Name(b.temp("v"), Int(0, b.seats))
    with b.into(body):
        b.assign(last, seat)
    with b.when(compare("!=", one, other)):
        b.emit(ForBits(seat.name, seat.type, combine("^", one, other), tuple(body)))
        b.emit(Return(has(other, last)))


def _words(b: Lowering, pair: Pair) -> None:
    """Write the order of two sets, as their numbers stand from the lowest on; one that has ended stands before."""
    one, other = (b.let(x, always=True) for x in pair)
    assert isinstance(one.type, Word)
    wide = one.type.width
    with b.when(compare("!=", one, other)):
        first = b.let(lowest(combine("^", one, other)), always=True)
        above = b.table(f"above {wide}", [((1 << wide) - 1) >> at + 1 << at + 1 for at in range(wide)], first, wide)
        above = b.let(above)
        more, fewer = (compare("!=", combine("&", x, above), 0) for x in (other, one))
        b.emit(Return(choose(has(one, first), more, compare("=", fewer, 0))))


def _stacks(b: Lowering, kind: str, pair: Pair) -> None:
    """Write the order of two stacks by their blocks from the bottom; a block or stack that has ended stands before."""
    many = capacity(b, kind)
    sizes = [b.let(b.read(stack_field(kind, "blocks"), c), always=True) for c in pair]
    at = Name(b.temp("j"), Int(0, many))
    body: list[Statement] = []
    with b.into(body):
        b.emit(If(both(compare(">=", at, sizes[0]), compare(">=", at, sizes[1])), (Break(),)))
        for many_, answer in zip(sizes, (1, 0), strict=True):
            with b.when(compare(">=", at, many_)):
                b.emit(Return(number(answer)))
        one, other = (block_at(b, kind, plus(times(c, many), at)) for c in pair)
        _words(b, (one, other))
    b.emit(For(at.name, at.type, number(0), number(many), tuple(body)))

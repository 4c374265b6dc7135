"""Chance, and orders that it decides: draws, pieces in turn, tops of open stacks -> statements"""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.kernel.builder import (
    bit,
    both,
    combine,
    compare,
    constant,
    lowest,
    minus,
    number,
    plus,
    shifted,
    size,
    times,
    word,
)
from gamedsl.kernel.lowering.context import Listed, Lowering
from gamedsl.kernel.lowering.pieces.forcing import end_of_stack, forced_face, one_of
from gamedsl.kernel.lowering.pieces.stacks import above_top, block_at, capacity, routine
from gamedsl.kernel.lowering.values.registry import narrowed
from gamedsl.kernel.program import (
    Call,
    DeclareRow,
    Do,
    Expression,
    ForBits,
    Int,
    Item,
    Name,
    Put,
    Return,
    Statement,
    While,
    Word,
)
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t

STREAM = Int(0, 255)
_SHORT = 64
"""Bits up to which the n-th number of a word is found by walking those below it."""
Together = Callable[[Expression, Expression], None]
"""Writes what is done with a word of pieces that lie together, and their place."""


OUTCOMES = Int(0, 1 << 24)


def chance(b: Lowering, stream: Expression, outcomes: Expression) -> Expression:
    """Return one of so many outcomes from a stream."""

    def write(given: list[Expression]) -> None:
        number_ = b.let(b.read("draws", given[0]), always=True)
        b.store("draws", narrowed(plus(number_, 1), 0, 1 << 24), given[0])
        b.emit(Return(Call("draw", (given[0], number_, given[1]), OUTCOMES)))

    b.function("chance", [("stream", STREAM), ("outcomes", OUTCOMES)], OUTCOMES, write)
    found = b.let(b.call("chance", stream, outcomes), always=True)
    known = constant(outcomes)
    return narrowed(found, 0, known - 1) if known else found


def rolled(
    b: Lowering, step: core.CoreStep, where: tuple[Expression, Expression], faces: tuple[int, int]
) -> Expression:
    """Return the face that a die shows; ``where``: its stream and place, ``faces``: the lowest and how many."""
    return one_of(
        b,
        lambda: forced_face(b, step, where, faces),
        lambda: plus(chance(b, where[0], number(faces[1])), faces[0]),
    )


def nth(b: Lowering, found: Expression, which: Expression) -> Expression:
    """Return the number that is so many places above the lowest of a word."""
    assert isinstance(found.type, Word)
    wide = found.type.width
    name = f"nth.{wide}"

    def write(given: list[Expression]) -> None:
        if wide > _SHORT:
            _nth_in_half(b, given[0], given[1])
            return
        left = b.variable(given[1], OUTCOMES)
        one = Name(b.temp("v"), Int(0, max(0, wide - 1)))
        body: list[Statement] = []
        with b.into(body):
            with b.when(compare("=", left, 0)):
                b.emit(Return(one))
            b.assign(left, minus(left, 1))
        b.emit(ForBits(one.name, one.type, given[0], tuple(body)), Return(number(0)))

    b.function(name, [("found", Word(wide)), ("which", OUTCOMES)], Int(0, max(0, wide - 1)), write)
    return b.let(b.call(name, found, which), always=True)


def _nth_in_half(b: Lowering, found: Expression, which: Expression) -> None:
    """Write the same for a wide word, of which half is looked into, and not each number below."""
    assert isinstance(found.type, Word)
    wide = found.type.width
    half = 1 << (wide - 1).bit_length() - 1
    low = b.let(combine("&", found, word((1 << half) - 1, half)))
    many = b.let(size(low))
    with b.when(compare("<", which, many)):
        b.emit(Return(nth(b, low, which)))
    b.emit(Return(plus(nth(b, shifted(found, -half, wide - half), minus(which, many)), half)))


def choose_piece(b: Lowering, kind: str, stream: Expression, pieces: Expression) -> Expression:
    """Return one of some pieces by chance; of one there is nothing to draw."""
    base, wide = b.base(t.PieceType(kind)), b.wide(t.PieceType(kind))

    def write(given: list[Expression]) -> None:
        with b.when(compare("=", size(given[1]), 1)):
            b.emit(Return(plus(lowest(given[1]), base)))
        found = nth(b, given[1], chance(b, given[0], size(given[1])))
        b.emit(Return(plus(found, base)))

    b.function(
        f"one of.{kind}", [("stream", STREAM), ("pieces", Word(wide))], Int(base, base + max(0, wide - 1)), write
    )
    return b.let(b.call(f"one of.{kind}", stream, pieces), always=True)


def in_turn(b: Lowering, pieces: Expression, kind: t.PieceType) -> Listed:
    """Return pieces in the order in which rules go through them, which tells nothing about hidden ones.

    What everybody knows comes in the order of the file. Else it is done place by place: a stack from the top, and what
    nobody can know the order of by chance.
    """
    base, wide = b.base(kind), b.wide(kind)
    count = b.variable(number(0), Int(0, wide), "n")
    row = Name(b.temp("row"), Int(base, base + max(0, wide - 1)))
    b.emit(DeclareRow(row.name, row.type, max(1, wide)))
    pieces = b.let(pieces)

    def add(piece: Expression) -> None:
        b.emit(Put(row.name, count, piece))
        b.assign(count, narrowed(plus(count, 1), 0, wide))

    def in_order() -> None:
        one = Name(b.temp("v"), Int(0, max(0, wide - 1)))
        body: list[Statement] = []
        with b.into(body):
            add(plus(one, base))
        b.emit(ForBits(one.name, one.type, pieces, tuple(body)))

    def by_chance() -> None:
        by_place(b, kind, pieces, lambda group, place: mixed(b, kind, group, place, add))

    if kind.kind not in b.facts.hidden_kinds:
        in_order()
    else:
        secret = b.let(_some_hidden(b, kind, pieces))
        b.branch(secret, by_chance, in_order)
    return Listed(count, lambda at: Item(row.name, at, row.type), kind)


def _some_hidden(b: Lowering, kind: t.PieceType, pieces: Expression) -> Expression:
    """Return whether somebody does not know one of several pieces."""
    base, wide = b.base(kind), b.wide(kind)

    def write(given: list[Expression]) -> None:
        with b.when(compare("<", size(given[0]), 2)):
            b.emit(Return(number(0)))
        one = Name(b.temp("v"), Int(0, max(0, wide - 1)))
        body: list[Statement] = []
        with b.into(body), b.when(compare("!=", b.read("known", plus(one, base)), b.layout.everybody)):
            b.emit(Return(number(1)))
        b.emit(ForBits(one.name, one.type, given[0], tuple(body)), Return(number(0)))

    b.function(f"some hidden.{kind.kind}", [("pieces", Word(wide))], Int(0, 1), write)
    return b.call(f"some hidden.{kind.kind}", pieces)


def by_place(b: Lowering, kind: t.PieceType, pieces: Expression, work: Together) -> None:
    """Write what is done with pieces place by place, of a stack block by block from the top."""
    by_cell(b, kind, pieces, lambda group, place: _by_block(b, kind, group, place, work))


def by_cell(b: Lowering, kind: t.PieceType, pieces: Expression, work: Together) -> None:
    """Write what is done with pieces place by place."""
    base, wide = b.base(kind), b.wide(kind)
    left = b.variable(pieces, Word(wide), "w")
    cells = len(b.layout.cell_entry)
    body: list[Statement] = []
    with b.into(body):
        place = b.variable(number(cells), Int(-1, cells), "c")
        one = Name(b.temp("v"), Int(0, max(0, wide - 1)))
        look: list[Statement] = []
        with b.into(look):
            there = b.read("place", plus(one, base))
            with b.when(compare("<", there, place)):
                b.assign(place, there)
        b.emit(ForBits(one.name, one.type, left, tuple(look)))
        group = b.variable(number_word(wide), Word(wide), "w")
        two = Name(b.temp("v"), Int(0, max(0, wide - 1)))
        gather: list[Statement] = []
        with b.into(gather), b.when(compare("=", b.read("place", plus(two, base)), place)):
            b.assign(group, combine("|", group, bit(two, wide)))
        b.emit(ForBits(two.name, two.type, left, tuple(gather)))
        b.assign(left, combine("&~", left, group))
        work(group, place)
    b.emit(While(compare("!=", left, 0), tuple(body)))


def number_word(wide: int) -> Expression:
    """Return the empty word of a width."""
    return word(0, wide)


def _by_block(b: Lowering, kind: t.PieceType, group: Expression, place: Expression, work: Together) -> None:
    """Write what is done with pieces of one place: of a stack block by block from the top."""
    stacks = [zone for zone in b.game.zones.values() if zone.form == "stack" and zone.kind == kind.kind]
    wide = b.wide(kind)
    if not stacks:
        work(group, place)
        return
    first = b.facts.first_stack
    c = b.variable(number(-1), Int(-1, 1 << 20))
    for zone in stacks:
        grid = b.layout.cells[zone.name]
        inside = _in_grid(place, grid.base, grid.size)
        with b.when(inside):
            b.assign(c, narrowed(plus(place, first[zone.name] - grid.base), -1, 1 << 20))

    def whole() -> None:
        work(group, place)

    def blocks() -> None:
        end = b.variable(times(c, capacity(b, kind.kind)), Int(0, 1 << 24))
        at = b.variable(above_top(b, kind.kind, c), Int(0, 1 << 24))
        body: list[Statement] = []
        with b.into(body):
            b.assign(at, minus(at, 1))
            here = b.let(combine("&", block_at(b, kind.kind, at), group))
            with b.when(compare("!=", here, 0)):
                work(here, place)
        b.emit(While(compare(">", at, end), tuple(body)))

    _ = wide
    b.branch(compare("<", c, 0), whole, blocks)


def _in_grid(place: Expression, base: int, count: int) -> Expression:
    return both(compare(">=", place, base), compare("<", place, base + count))


def mixed(b: Lowering, kind: t.PieceType, group: Expression, place: Expression, add: object) -> None:
    """Write pieces that lie together: in order where everybody knows them, else in an order by chance."""
    base, wide = b.base(kind), b.wide(kind)
    group = b.let(group)
    open_ = b.variable(number(0), Int(0, 1))
    one = Name(b.temp("v"), Int(0, max(0, wide - 1)))
    look: list[Statement] = []
    with b.into(look), b.when(compare("!=", b.read("known", plus(one, base)), b.layout.everybody)):
        b.assign(open_, number(1))
    b.emit(ForBits(one.name, one.type, group, tuple(look)))
    left = b.variable(group, Word(wide), "w")
    body: list[Statement] = []
    with b.into(body):
        several = compare(">", size(left), 1)
        which = b.variable(number(0), OUTCOMES)
        with b.when(both(open_, several)):
            stream = b.table("stream of cell", b.layout.cell_stream or [0], narrowed(place, 0, 1 << 20))
            b.assign(which, chance(b, stream, size(left)))
        found = nth(b, left, which)
        b.assign(left, combine("&~", left, bit(found, wide)))
        add(plus(found, base))  # type: ignore[operator]
    b.emit(While(compare("!=", left, 0), tuple(body)))


def settled(b: Lowering, kind: str, c: Expression, which: str) -> Expression:
    """Return the top or bottom piece of a stack that is not empty; what is open there is settled by chance."""
    item = t.PieceType(kind)
    base, wide, many = b.base(item), b.wide(item), capacity(b, kind)
    name = f"{which}.{kind}"

    def write(given: list[Expression]) -> None:
        end_of_stack(b, item, which, given[0])
        bottom = b.let(times(given[0], many))
        at = minus(above_top(b, kind, given[0]), 1) if which == "fixed top" else bottom
        block = b.let(block_at(b, kind, at), always=True)
        with b.when(compare("=", size(block), 1)):
            b.emit(Return(plus(lowest(block), base)))
        streams = b.facts.stack_streams[kind]
        stream = b.table(f"stream of {kind}", streams, given[0])
        found = choose_piece(b, kind, stream, block)
        b.emit(_do(routine(b, kind, "lift", given[0], found)))
        if which == "fixed top":
            b.emit(_do(routine(b, kind, "push", given[0], found)))
        else:
            own = bit(narrowed(minus(found, base), 0, max(0, wide - 1)), wide)
            b.emit(_do(routine(b, kind, "put_at", given[0], own, bottom)))
        b.emit(Return(found))

    b.function(name, [("c", Int(0, 1 << 20))], Int(base, base + max(0, wide - 1)), write)
    return b.let(b.call(name, c), always=True)


def _do(call: Expression) -> Statement:
    assert isinstance(call, Call)
    return Do(call)

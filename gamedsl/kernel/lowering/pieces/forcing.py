"""Where an outcome may be forced -> notes that are answered by whoever keeps what is forced, beside the state

They are only written where a program is wanted that plays games with forced outcomes. There stands both, in
``IfForced``: what asks what is forced, and what draws. ``settled`` makes two programs of that, of which one
asks and the other draws, with the same fields, blocks and notes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from operator import is_

import attrs

from gamedsl.by_fields import changed
from gamedsl.kernel.builder import compare, interval, number, word
from gamedsl.kernel.lowering.context import NOBODY, Lowering
from gamedsl.kernel.lowering.trace_points import Told, form_of
from gamedsl.kernel.program import (
    Aside,
    Expression,
    For,
    ForBits,
    If,
    IfForced,
    Int,
    Name,
    Ordered,
    Program,
    Return,
    Statement,
    Try,
    Type,
    While,
    Word,
)
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t

FORCED = "forced"
"""What these notes are about."""
_INSIDE: dict[type, tuple[str, ...]] = {
    If: ("then", "otherwise"),
    Try: ("body", "otherwise"),
    **dict.fromkeys((Aside, For, ForBits, Ordered, While), ("body",)),
}
"""By kind of statement the bodies inside it."""


def forces(b: Lowering) -> bool:
    """Tell whether outcomes of this program may be forced."""
    return b.settings.forces


def either(b: Lowering, forced: Callable[[], None], by_chance: Callable[[], None]) -> None:
    """Write what is done where outcomes may be forced, and what is done where they are not."""
    if forces(b):
        _fork(b, forced, by_chance)
    else:
        by_chance()


def one_of(b: Lowering, forced: Callable[[], Expression], by_chance: Callable[[], Expression]) -> Expression:
    """Return what is answered where outcomes may be forced, and else what chance gives."""
    if not forces(b):
        return by_chance()
    first: list[Statement] = []
    with b.into(first):
        asked_for = forced()
    kind = asked_for.type
    nothing = word(0, kind.width) if isinstance(kind, Word) else number(interval(asked_for)[0])
    found = b.variable(nothing, kind)

    def ask() -> None:
        b.emit(*first)
        b.assign(found, asked_for)

    _fork(b, ask, lambda: b.assign(found, by_chance()))
    return found


def _fork(b: Lowering, forced: Callable[[], None], by_chance: Callable[[], None]) -> None:
    """Write what only one of the two programs has, and what only the other has."""
    then, otherwise = list[Statement](), list[Statement]()
    with b.into(then):
        forced()
    with b.into(otherwise):
        by_chance()
    b.emit(IfForced(tuple(then), tuple(otherwise)))


@contextmanager
def _where_forced(b: Lowering) -> Iterator[None]:
    """Write what only the program has that asks what is forced."""
    with b.into([]) as body:
        yield
    b.emit(IfForced(tuple(body)))


def settled(program: Program, forced: bool) -> Program:
    """Return the program that asks what is forced, or the one that draws, of one in which both stand."""
    return attrs.evolve(
        program,
        functions={name: attrs.evolve(one, body=_settled(one.body, forced)) for name, one in program.functions.items()},
        blocks=[_settled(body, forced) for body in program.blocks],
        waits={number_: _settled(body, forced) for number_, body in program.waits.items()},
    )


def _settled(body: tuple[Statement, ...], forced: bool) -> tuple[Statement, ...]:
    """Return statements of one of both programs; what stays as it is, is the same object."""
    found: list[Statement] = []
    for one in body:
        if isinstance(one, IfForced):
            found += _settled(one.then if forced else one.otherwise, forced)
            continue
        changes = {}
        for name in _INSIDE.get(type(one), ()):
            before = getattr(one, name)
            inside = _settled(before, forced)
            if inside is not before:
                changes[name] = inside
        found.append(changed(one, **changes) if changes else one)
    return body if len(found) == len(body) and all(map(is_, found, body)) else tuple(found)


def asked(b: Lowering, told: Told, kind: Type, *values: Expression) -> Expression:
    """Write a note; return the number that is answered."""
    answer = b.note(FORCED, told, *values, result="forced")
    assert isinstance(answer, Name)
    return Name(answer.name, kind)


def _note(b: Lowering, told: Told, *values: Expression) -> None:
    """Write a note, where outcomes may be forced."""
    if forces(b):
        with _where_forced(b):
            b.note(FORCED, told, *values)


def drawn(b: Lowering, kind: t.PieceType, pieces: Expression, cell: Expression, seers: Expression) -> Expression:
    """Return the piece of several that is drawn in a place; ``seers`` see where it goes."""
    low, wide = b.base(kind), b.wide(kind)
    told = Told("drawn", form=form_of(b, t.SetType(kind)))
    return asked(b, told, Int(low, low + max(0, wide - 1)), pieces, cell, seers)


def next_block(b: Lowering, kind: t.PieceType, cell: Expression, seers: Expression) -> Expression:
    """Return the block of a stack from which the next piece comes."""
    told = Told("next block", form=form_of(b, t.SetType(kind)))
    return asked(b, told, Word(b.wide(kind)), cell, seers)


def expected(b: Lowering, cell: Expression, seers: Expression) -> None:
    """Write that what is forced to come from a heap must lie there."""
    _note(b, Told("expected"), cell, seers)


def came(b: Lowering, piece: Expression, seers: Expression) -> None:
    """Write that a piece comes without a draw, which may be the one that is forced."""
    _note(b, Told("came"), piece, seers)


def moved_by_rule(b: Lowering, piece: Expression, seers: Expression) -> None:
    """Write that a rule itself takes a piece, which may be the one that is forced; not before play."""
    if forces(b) and b.scope.armed is not False:
        with _where_forced(b), b.when(compare("!=", b.read("armed"), 0)):
            b.note(FORCED, Told("came"), piece, seers)


def end_of_stack(b: Lowering, kind: t.PieceType, which: str, c: Expression) -> None:
    """Write, in a function that gives the top or bottom piece of a stack, which is forced to be there, if any is."""
    if not forces(b):
        return
    low, wide = b.base(kind), b.wide(kind)
    cells = [
        cell
        for zone in b.game.zones.values()
        if zone.form == "stack" and zone.kind == kind.kind
        for cell in range(
            b.layout.cells[zone.name].base, b.layout.cells[zone.name].base + b.layout.cells[zone.name].size
        )
    ]
    with _where_forced(b):
        piece = asked(b, Told(which), Int(NOBODY, low + max(0, wide - 1)), b.table(f"cell of {kind.kind}", cells, c))
        with b.when(compare(">=", piece, 0)):
            b.emit(Return(piece))


def lay(b: Lowering, cell: Expression) -> None:
    """Write that what is forced to come from a shuffled stack lies on top of it."""
    _note(b, Told("lay"), cell)


def ordered(b: Lowering, cell: Expression, at_bottom: bool = False) -> None:
    """Write the order of the top or bottom block of a stack that somebody sees, where outcomes may be forced."""
    b.note(FORCED, Told("ordered", node=at_bottom), cell)


def forced_face(
    b: Lowering, step: core.CoreStep, where: tuple[Expression, Expression], faces: tuple[int, int]
) -> Expression:
    """Return the face that a die shows; ``where``: its stream and place, ``faces``: the lowest and how many."""
    low, count = faces
    return asked(b, Told("rolled", node=(step, range(low, low + count))), Int(low, low + count - 1), *where)


def rolled_among(b: Lowering, step: core.RollValue, item: t.Type, found: Expression, *where: Expression) -> Expression:
    """Return one of a word of outcomes, by its number; ``where``: the stream, and the field that is rolled."""
    low, count = b.span_of(item)
    told = Told("rolled among", node=step, form=form_of(b, t.SetType(item)))
    return asked(b, told, Int(low, low + max(0, count - 1)), found, *where)


def forced_among(b: Lowering, step: core.RollValue, item: t.Type, found: Expression, *where: Expression) -> Expression:
    """Return the outcome that is forced, one of a word; a number below all outcomes where none is."""
    low, count = b.span_of(item)
    told = Told("forced among", node=(step, low - 1), form=form_of(b, t.SetType(item)))
    return asked(b, told, Int(low - 1, low + max(0, count - 1)), found, *where)


def settle_all(b: Lowering) -> None:
    """Write that what is still forced of stacks lies on top of them when play begins."""
    _note(b, Told("begins"))


def released(b: Lowering, step: core.Force) -> None:
    """Write that the outcomes of a line come from here on."""
    _note(b, Told("released", node=step))

"""Where an outcome may be forced -> notes that are answered by whoever keeps what is forced, beside the state

They are only written for programs that are lowered to play games with forced outcomes; in all others chance draws.
"""

from __future__ import annotations

from gamedsl.kernel.lowering.context import NOBODY, Lowering
from gamedsl.kernel.lowering.notes import Told, form_of
from gamedsl.kernel.making import compare
from gamedsl.kernel.program import Expression, Int, Name, Return, Type, Word
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t

FORCED = "forced"
"""What these notes are about."""
FORCES = "forces"
"""The setting that says that outcomes may be forced."""


def forces(b: Lowering) -> bool:
    """Tell whether outcomes of this program may be forced."""
    return bool(b.shared.get(FORCES))


def asked(b: Lowering, told: Told, kind: Type, *values: Expression) -> Expression:
    """Write a note; return the number that is answered."""
    answer = b.note(FORCED, told, *values, result="forced")
    assert isinstance(answer, Name)
    return Name(answer.name, kind)


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
    if forces(b):
        b.note(FORCED, Told("expected"), cell, seers)


def came(b: Lowering, piece: Expression, seers: Expression) -> None:
    """Write that a piece comes without a draw, which may be the one that is forced."""
    if forces(b):
        b.note(FORCED, Told("came"), piece, seers)


def moved_by_rule(b: Lowering, piece: Expression, seers: Expression) -> None:
    """Write that a rule itself takes a piece, which may be the one that is forced; not before play."""
    if forces(b) and b.scope.armed is not False:
        with b.when(compare("!=", b.read("armed"), 0)):
            came(b, piece, seers)


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
    piece = asked(b, Told(which), Int(NOBODY, low + max(0, wide - 1)), b.table(f"cell of {kind.kind}", cells, c))
    with b.when(compare(">=", piece, 0)):
        b.emit(Return(piece))


def lay(b: Lowering, cell: Expression) -> None:
    """Write that what is forced to come from a shuffled stack lies on top of it."""
    if forces(b):
        b.note(FORCED, Told("lay"), cell)


def ordered(b: Lowering, cell: Expression) -> None:
    """Write the order of a stack that somebody sees."""
    b.note(FORCED, Told("ordered"), cell)


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
    if forces(b):
        b.note(FORCED, Told("begins"))


def released(b: Lowering, step: core.Force) -> None:
    """Write that the outcomes of a line come from here on."""
    if forces(b):
        b.note(FORCED, Told("released", node=step))

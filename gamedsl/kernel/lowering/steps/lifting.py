"""Pieces that several move at the same moment -> statements: all leave their places before the first comes to one"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from gamedsl.kernel.builder import bit, combine, compare, has, minus, number, opposite, word
from gamedsl.kernel.lowering.context import Listed, Lowered, Lowering, Run
from gamedsl.kernel.lowering.pieces.forcing import moved_by_rule
from gamedsl.kernel.lowering.pieces.knowing import each_piece
from gamedsl.kernel.lowering.pieces.moving import take_out
from gamedsl.kernel.lowering.pieces.zones import kind_of
from gamedsl.kernel.lowering.steps.moves import (
    Counter,
    Items,
    move_item,
    move_piece,
    move_told,
    nothing,
    refilled_top,
    said_of,
    seers_of,
    several,
    target_of,
)
from gamedsl.kernel.lowering.values.loops import is_several
from gamedsl.kernel.lowering.values.registry import Shelf, narrowed, value
from gamedsl.kernel.program import Expression, For, Int, Name, Statement, While, Word
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t


class ForAll(Protocol):
    """Writes for all who do something at the same moment."""

    def each(self, work: Callable[[Expression], None]) -> None:
        """Write what is done for each, by the number among them."""

    def worked_out(self, kind: t.Type, work: Callable[[], Lowered]) -> Shelf:
        """Write that a value is worked out for each."""

    def room(self, kind: t.Type) -> Shelf:
        """Return room for a value of a type for each."""


def move_all(b: Lowering, step: core.Move, around: ForAll) -> None:
    """Write the moves of all; a piece that is to go to two places at the same moment is an error."""
    kind = kind_of(b, step.target.entry)
    wide, low = b.wide(kind), b.base(kind)
    lifted = b.variable(word(0, wide), Word(wide), "lifted")

    def lift(piece: Expression) -> None:
        own = narrowed(minus(piece, low), 0, max(0, wide - 1))
        b.fail_unless(opposite(has(lifted, own)), "GDRUN10", step.span, piece, piece=lambda found: ("piece", found))
        b.assign(lifted, combine("|", lifted, bit(own, wide)))
        take_out(b, kind.kind, piece, seers_of(b, step.target, target_of(b, step.target)))

    if isinstance(step.pieces, core.Top) or not is_several(step.pieces):
        _each_one(b, step, around, lift)
    else:
        _each_several(b, step, around, lift)


def _each_one(b: Lowering, step: core.Move, around: ForAll, lift: Callable[[Expression], None]) -> None:
    kind = kind_of(b, step.target.entry)
    low, wide = b.base(kind), b.wide(kind)

    def found() -> Expression:
        if isinstance(step.pieces, core.Top):
            refilled_top(b, step.pieces)
        piece = b.let(value(b, step.pieces), always=True)
        nothing(b, step, step.pieces, b.there(piece, step.pieces.type))
        return narrowed(piece, low, low + max(0, wide - 1))

    pieces = around.worked_out(kind, found)

    def lay(at: Expression) -> None:
        piece, target = b.let(_number(pieces.get(at)), always=True), target_of(b, step.target)
        moved_by_rule(b, piece, seers_of(b, step.target, target))
        with b.within(lifted=True):
            move_told(b, step, target, piece, said_of(b, step))

    around.each(lambda at: lift(b.let(_number(pieces.get(at)), always=True)))
    around.each(lay)


def _each_several(b: Lowering, step: core.Move, around: ForAll, lift: Callable[[Expression], None]) -> None:
    kind = kind_of(b, step.target.entry)
    low, wide = b.base(kind), b.wide(kind)
    whole = around.room(t.SetType(kind))
    pieces, blocks = around.room(t.ListType(kind, wide)), around.room(t.ListType(t.IntType(0, wide), wide))
    forms: list[Items | Expression] = []

    def gather(at: Expression) -> None:
        found = several(b, step)
        forms.append(found)
        if not isinstance(found, Items):
            whole.put(at, found)
            return
        pieces.put(at, Listed(found.count, found.piece, kind))
        if found.together is not None:
            blocks.put(at, Listed(found.count, found.together, t.IntType(0, wide)))

    around.each(gather)
    (form,) = forms

    def items(at: Expression) -> Items:
        """Return what is to be moved for one, as it was found."""
        one, other = pieces.get(at), blocks.get(at)
        assert isinstance(one, Listed)
        assert isinstance(other, Listed)
        has_blocks = isinstance(form, Items) and form.together is not None
        together = (lambda j: _number(other.item(j))) if has_blocks else None
        return Items(one.length, lambda j: narrowed(_number(one.item(j)), low, low + max(0, wide - 1)), together)

    def lift_all(at: Expression) -> None:
        if not isinstance(form, Items):
            each_piece(b, kind, _number(whole.get(at)), lift)
            return
        found, j, body = items(at), Name(b.temp("j"), Int(0, max(0, wide - 1))), list[Statement]()
        with b.into(body):
            lift(b.let(found.piece(j), always=True))
        b.emit(For(j.name, j.type, number(0), found.count, tuple(body)))

    def lay(at: Expression) -> None:
        below = b.variable(number(0), Int(0, wide), "below")
        counted = Counter(below, lambda now: b.assign(below, now)), said_of(b, step)
        if not isinstance(form, Items):
            each_piece(b, kind, _number(whole.get(at)), lambda piece: move_piece(b, step, piece, counted))
            return
        found, place, body = items(at), b.variable(number(0), Int(0, wide)), list[Statement]()
        with b.into(body):
            move_item(b, step, found, Counter(place, lambda now: b.assign(place, now)), counted)
        b.emit(While(compare("<", place, found.count), tuple(body)))

    around.each(lift_all)
    with b.within(lifted=True):
        around.each(lay)


def _number(found: Lowered) -> Expression:
    assert not isinstance(found, Listed | Run)
    return found

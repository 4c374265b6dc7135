"""Steps that move pieces -> statements"""

from __future__ import annotations

from collections.abc import Callable

import attrs

from gamedsl.engine.setup.as_written import source_text
from gamedsl.engine.setup.reads import zone_part
from gamedsl.kernel.builder import (
    TRUE,
    bit,
    both,
    choose,
    combine,
    compare,
    interval,
    lowest,
    minus,
    number,
    plus,
    size,
    times,
    word,
)
from gamedsl.kernel.lowering.context import Listed, Lowering, Run
from gamedsl.kernel.lowering.pieces.drawing import in_turn
from gamedsl.kernel.lowering.pieces.forcing import moved_by_rule
from gamedsl.kernel.lowering.pieces.knowing import each_piece, is_hidden, is_spread, know, viewers_in, zones_of
from gamedsl.kernel.lowering.pieces.moving import move_into, take_out
from gamedsl.kernel.lowering.pieces.stacks import above_top, block_at, capacity, routine, stack_at
from gamedsl.kernel.lowering.pieces.taking import refill, take
from gamedsl.kernel.lowering.pieces.zones import cell_size, cell_word, kind_of
from gamedsl.kernel.lowering.steps.checks import check
from gamedsl.kernel.lowering.steps.control import lowers_step
from gamedsl.kernel.lowering.trace_points import LOG, moved, moved_block, moving, moving_block, said
from gamedsl.kernel.lowering.values.loops import is_several, walk_word
from gamedsl.kernel.lowering.values.registry import lowered, narrowed, run_word, value
from gamedsl.kernel.lowering.values.table import each_place, is_single, place_of
from gamedsl.kernel.program import (
    BOOL,
    DeclareRow,
    Do,
    Expression,
    For,
    Int,
    Item,
    Name,
    Put,
    Return,
    Statement,
    Type,
    While,
    Word,
)
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t


def target_of(b: Lowering, zone: core.ZoneRef) -> Expression:
    """Return the cell that a piece moved to a zone will lie in (of a set key: the word of them); none is an error."""
    declared = b.game.zones[zone.entry]
    grid = b.layout.cells[zone.entry]
    if is_spread(declared):
        cells = b.variable(word(0, grid.size), Word(grid.size), "w")
        each_place(b, zone, lambda at: b.assign(cells, combine("|", cells, bit(at, grid.size))))
        _certain_place(b, zone, compare("!=", cells, 0))
        return cells
    if is_single(b, zone):
        place = place_of(b, zone)
        _certain_place(b, zone, place.exists)
        return b.let(place.index)  # only here: its number is no place where there is none
    count, last = b.variable(number(0), Int(0, grid.size)), b.variable(number(0), Int(0, max(0, grid.size - 1)))

    def look(at: Expression) -> None:
        b.assign(count, narrowed(plus(count, 1), 0, grid.size))
        b.assign(last, at)

    each_place(b, zone, look)
    _certain_place(b, zone, compare("=", count, 1))
    return last


def _certain_place(b: Lowering, zone: core.ZoneRef, there: Expression) -> None:
    b.fail_unless(
        there, "GDRUN05", zone.span, target=f"the place in {zone.entry}", range="its keys", found="no such place"
    )


def seers_of(b: Lowering, zone: core.ZoneRef, target: Expression) -> Expression:
    """Return who sees the first cell of a target."""
    at = lowest(target) if is_spread(b.game.zones[zone.entry]) else target
    return viewers_in(b, zone.entry, at)


@lowers_step(core.Move)
def _move(b: Lowering, step: core.Move) -> None:
    part = zone_part(b.game, step.target.entry)
    if isinstance(step.pieces, core.Top):
        _move_top(b, step, step.pieces)
        check(b, part)
    elif is_several(step.pieces):
        move_many(b, step, lambda: check(b, part))
    else:
        _move_one(b, step)
        check(b, part)


def nothing(b: Lowering, step: core.CoreStep, node: core.Value, there: Expression) -> None:
    """Write the test that there is something to move."""
    b.fail_unless(there, "GDRUN04", step.span, value=source_text(node), reason="nothing is there")


def _move_one(b: Lowering, step: core.Move) -> None:
    piece = b.let(value(b, step.pieces))
    nothing(b, step, step.pieces, b.there(piece, step.pieces.type))
    kind = kind_of(b, step.target.entry)
    low, wide = b.base(kind), b.wide(kind)
    piece = narrowed(piece, low, low + max(0, wide - 1))
    target = target_of(b, step.target)
    moved_by_rule(b, piece, seers_of(b, step.target, target))
    move_told(b, step, target, piece, said_of(b, step))


def said_of(b: Lowering, step: core.CoreStep) -> Expression:
    """Return the words of a step as it begins."""
    with b.aside(LOG):
        return said(b, step)


def move_told(
    b: Lowering,
    step: core.Move | core.Deal,
    target: Expression,
    piece: Expression,
    words: Expression,
    nth: Expression | None = None,
) -> None:
    """Write the move of a piece, and that it is told; ``nth`` counts those that the step moves, where it is several."""
    entry = step.target.entry
    target, before = b.let(target), moving(b, piece, words)
    bottom = step.at_bottom
    below = nth if b.game.zones[entry].form == "stack" else None
    move_into(b, entry, target, piece, step.span, bottom, below)
    with b.aside(LOG):
        moved(b, step, before, piece, cell_in(b, entry, target), nth)


def cell_in(b: Lowering, entry: str, target: Expression) -> Expression:
    """Return the first cell of a target, by its number among all."""
    at = lowest(target) if is_spread(b.game.zones[entry]) else target
    return plus(at, b.layout.cells[entry].base)


def _move_top(b: Lowering, step: core.Move, top: core.Top) -> None:
    """Write the move of the top piece of the first place that is not empty; an empty one may be refilled."""
    entry, grid = top.zone.entry, b.layout.cells[top.zone.entry]
    source = refilled_top(b, top)
    at = narrowed(source, 0, max(0, grid.size - 1))
    filled = both(compare(">=", source, 0), compare("!=", cell_size(b, entry, at), 0))
    nothing(b, step, top, filled)
    target = target_of(b, step.target)
    if b.game.zones[entry].form == "stack":
        piece = take(b, entry, at, seers_of(b, step.target, target))
    else:
        kind = kind_of(b, entry)
        piece = b.let(plus(lowest(cell_word(b, entry, at)), b.base(kind)), always=True)
    move_told(b, step, target, piece, said_of(b, step))


def refilled_top(b: Lowering, top: core.Top) -> Expression:
    """Return the first cell of a zone that is not empty, after it was refilled where it is; -1 of none."""
    entry, grid = top.zone.entry, b.layout.cells[top.zone.entry]
    source = _source(b, top.zone)
    with b.when(compare(">=", source, 0)):
        refill(b, entry, narrowed(source, 0, grid.size - 1))
    return source


def _source(b: Lowering, zone: core.ZoneRef) -> Expression:
    """Return the first cell of a zone that is not empty, else the first; -1 of none."""
    grid = b.layout.cells[zone.entry]
    if is_single(b, zone):
        place = place_of(b, zone)
        return b.let(choose(place.exists, place.index, number(-1)))
    first, filled = (b.variable(number(-1), Int(-1, max(0, grid.size - 1))) for _ in range(2))

    def look(at: Expression) -> None:
        with b.when(compare("<", first, 0)):
            b.assign(first, at)
        with b.when(both(compare("<", filled, 0), compare("!=", cell_size(b, zone.entry, at), 0))):
            b.assign(filled, at)

    each_place(b, zone, look)
    return b.let(choose(compare(">=", filled, 0), filled, first), always=True)


def move_many(b: Lowering, step: core.Move, test: Callable[[], None]) -> None:
    """Write the move of several pieces, one after the other, with the tests behind each."""
    kind = kind_of(b, step.target.entry)
    below = b.variable(number(0), Int(0, b.wide(kind)), "below")
    around = Counter(below, lambda found: b.assign(below, found)), said_of(b, step)
    found = several(b, step)
    if isinstance(found, Items):
        at = b.variable(number(0), Int(0, b.wide(kind)))
        body: list[Statement] = []
        with b.into(body):
            move_item(b, step, found, Counter(at, lambda found: b.assign(at, found)), around)
            test()
        b.emit(While(compare("<", at, found.count), tuple(body)))
        return

    def one(piece: Expression) -> None:
        move_piece(b, step, piece, around)
        test()

    walk_word(b, b.let(found, always=True), b.base(kind), one)


@attrs.frozen
class Items:
    """What ``move`` of several takes, in order: ``together`` tells how many pieces from here on are an open block.

    ``by_chance``: pieces that somebody does not know come in an order that chance decides.
    """

    count: Expression
    piece: Callable[[Expression], Expression]
    together: Callable[[Expression], Expression] | None = None
    by_chance: bool = False


@attrs.frozen
class Counter:
    """A number that is counted on: a local, or a place of the state where something may wait."""

    now: Expression
    set: Callable[[Expression], None]


def several(b: Lowering, step: core.Move | core.ShuffleTo) -> Items | Expression:
    """Return what ``move`` of several takes: a word, where the order is that of the file and no block goes whole."""
    pieces = step.pieces
    kind = kind_of(b, step.target.entry)
    if isinstance(pieces, core.ZoneRef) and b.game.zones[pieces.entry].form == "stack":
        return _from_stacks(b, step, pieces)
    found = lowered(b, pieces)
    if isinstance(found, Run):
        found = run_word(b, found)
    if isinstance(found, Listed):
        return _listed(b, _copied(b, found, kind), kind)
    return _listed(b, in_turn(b, found, kind), kind, by_chance=True) if is_hidden(b, step.target.entry) else found


def each_of(b: Lowering, found: Items | Expression, kind: t.PieceType, work: Callable[[Expression], None]) -> None:
    """Write what is done with each of several pieces."""
    if not isinstance(found, Items):
        walk_word(b, b.let(found, always=True), b.base(kind), work)
        return
    one, body = Name(b.temp("j"), Int(0, max(0, b.wide(kind) - 1))), list[Statement]()
    with b.into(body):
        work(b.let(found.piece(one), always=True))
    b.emit(For(one.name, one.type, number(0), found.count, tuple(body)))


def _listed(b: Lowering, listed: Listed, kind: t.PieceType, by_chance: bool = False) -> Items:
    return Items(b.let(listed.length, always=True), lambda at: _piece(b, listed, at, kind), by_chance=by_chance)


def move_item(b: Lowering, step: core.Move, items: Items, at: Counter, around: tuple[Counter, Expression]) -> None:
    """Write the move of the next of several pieces, or of an open block as it is.

    ``around``: how many have moved, and the words of the step.
    """
    many = None if items.together is None else b.let(items.together(at.now), always=True)
    wide = b.wide(kind_of(b, step.target.entry))
    if many is None:
        move_piece(b, step, b.let(items.piece(at.now), always=True), around)
        at.set(narrowed(plus(at.now, 1), 0, wide))
        return
    b.branch(
        compare(">", many, 1),
        lambda: _move_block(b, step, items, (at.now, many), around),
        lambda: move_piece(b, step, b.let(items.piece(at.now), always=True), around),
    )
    at.set(narrowed(plus(at.now, choose(compare(">", many, 1), many, number(1))), 0, wide))


def move_piece(b: Lowering, step: core.Move, piece: Expression, around: tuple[Counter, Expression]) -> None:
    """Write the move of one of several pieces; ``around``: how many have moved, and the words of the step."""
    below, words = around
    wide = b.wide(kind_of(b, step.target.entry))
    move_told(b, step, target_of(b, step.target), piece, words, below.now)
    below.set(narrowed(plus(below.now, 1), 0, wide))


def _piece(b: Lowering, listed: Listed, at: Expression, kind: t.PieceType) -> Expression:
    found = listed.item(at)
    assert not isinstance(found, Listed | Run)
    low, wide = b.base(kind), b.wide(kind)
    return b.let(narrowed(found, low, low + max(0, wide - 1)), always=True)


def _copied(b: Lowering, found: Listed, kind: t.PieceType) -> Listed:
    """Return a list that stays as it is while pieces move."""
    most = max(1, interval(found.length)[1])
    row = Name(b.temp("row"), b.type_of(kind))
    b.emit(DeclareRow(row.name, row.type, most))
    length = b.let(found.length, always=True)
    body: list[Statement] = []
    one = Name(b.temp("j"), Int(0, most))
    with b.into(body):
        item = found.item(one)
        assert not isinstance(item, Listed | Run)
        b.emit(Put(row.name, one, item))
    b.emit(For(one.name, one.type, number(0), length, tuple(body)))
    return Listed(length, lambda at: Item(row.name, at, row.type), kind)


def _from_stacks(b: Lowering, step: core.Move | core.ShuffleTo, zone: core.ZoneRef) -> Items:
    """Return the pieces of stacks from the top; open blocks go from stack to stack as they are."""
    kind = kind_of(b, zone.entry)
    low, wide = b.base(kind), b.wide(kind)
    most = b.wide(kind)
    to_stack = b.game.zones[step.target.entry].form == "stack"
    hidden = is_hidden(b, step.target.entry)
    row, mark = Name(b.temp("row"), Int(low, low + wide)), Name(b.temp("row"), Int(0, most))
    b.emit(DeclareRow(row.name, row.type, max(1, most)), DeclareRow(mark.name, mark.type, max(1, most)))
    count = b.variable(number(0), Int(0, most), "n")

    def add(piece: Expression, together: Expression) -> None:
        b.emit(Put(row.name, count, piece), Put(mark.name, count, together))
        b.assign(count, narrowed(plus(count, 1), 0, most))

    def look(at: Expression) -> None:
        c = b.let(stack_at(b, zone.entry, at))
        bottom = b.let(times(c, capacity(b, kind.kind)))
        place = b.variable(above_top(b, kind.kind, c), Int(0, 1 << 24))
        body: list[Statement] = []
        with b.into(body):
            b.assign(place, minus(place, 1))
            block = b.let(block_at(b, kind.kind, place), always=True)
            _add_block(b, kind, block, add, (to_stack, hidden))
        b.emit(While(compare(">", place, bottom), tuple(body)))

    each_place(b, zone, look)
    item = Int(low, low + max(0, wide - 1))
    return Items(
        count,
        lambda at: Item(row.name, at, item),
        (lambda at: Item(mark.name, at, mark.type)) if to_stack else None,
        by_chance=hidden and not to_stack,
    )


def _add_block(
    b: Lowering,
    kind: t.PieceType,
    block: Expression,
    add: Callable[[Expression, Expression], None],
    how: tuple[bool, bool],
) -> None:
    to_stack, hidden = how
    if to_stack:
        many = b.let(size(block))
        each_piece(b, kind, block, lambda piece: add(piece, many))
    elif hidden:
        listed = in_turn(b, block, kind)
        body: list[Statement] = []
        j = Name(b.temp("j"), Int(0, b.wide(kind)))
        with b.into(body):
            item = listed.item(j)
            assert not isinstance(item, Listed | Run)
            add(item, number(1))
        b.emit(For(j.name, j.type, number(0), listed.length, tuple(body)))
    else:
        each_piece(b, kind, block, lambda piece: add(piece, number(1)))


def _move_block(
    b: Lowering,
    step: core.Move,
    items: Items,
    block: tuple[Expression, Expression],
    around: tuple[Counter, Expression],
) -> None:
    """Write the move of an open block from one stack to another as it is; piece by piece where it is open no longer."""
    at, many = block
    below, words = around
    entry, kind = step.target.entry, kind_of(b, step.target.entry)
    wide = b.wide(kind)
    target = b.let(target_of(b, step.target))
    whole = b.variable(word(0, wide), Word(wide), "w")
    gather: list[Statement] = []
    one = Name(b.temp("j"), Int(0, wide))
    with b.into(gather):
        own = narrowed(minus(items.piece(plus(at, one)), b.base(kind)), 0, max(0, wide - 1))
        b.assign(whole, combine("|", whole, bit(own, wide)))
    b.emit(For(one.name, one.type, number(0), many, tuple(gather)))
    still = TRUE if b.scope.lifted else _is_block(b, kind, items.piece(at), whole)

    def piecewise() -> None:
        each_piece(
            b, kind, whole, lambda piece: move_into(b, entry, target, piece, step.span, step.at_bottom, below.now)
        )

    before = moving_block(b, items.piece, at, many, words)
    b.branch(still, lambda: _as_block(b, step, (target, whole), below), piecewise)
    moved_block(b, step, before, plus(target, b.layout.cells[entry].base))
    below.set(narrowed(plus(below.now, 1), 0, wide))


def _is_block(b: Lowering, kind: t.PieceType, first: Expression, whole: Expression) -> Expression:
    """Return whether pieces still are one open block of a stack."""
    low, wide = b.base(kind), b.wide(kind)

    def write(given: list[Expression]) -> None:
        piece, pieces = given
        cell = b.let(b.read("place", piece), always=True)
        for zone in zones_of(b, kind.kind):
            grid = b.layout.cells[zone.name]
            if zone.form == "stack":
                with b.when(both(compare(">=", cell, grid.base), compare("<", cell, grid.base + grid.size))):
                    c = b.let(stack_at(b, zone.name, minus(cell, grid.base)))
                    place = b.let(routine(b, kind.kind, "block_of", c, piece), always=True)
                    b.emit(Return(compare("=", block_at(b, kind.kind, place), pieces)))
        b.emit(Return(number(0)))

    parameters: list[tuple[str, Type]] = [("piece", Int(low, low + max(0, wide - 1))), ("pieces", Word(wide))]
    b.function(f"is block.{kind.kind}", parameters, BOOL, write)
    return b.let(b.call(f"is block.{kind.kind}", first, whole), always=True)


def _as_block(b: Lowering, step: core.Move, block: tuple[Expression, Expression], below: Counter) -> None:
    target, whole = block
    entry, kind = step.target.entry, kind_of(b, step.target.entry)
    sees = b.let(viewers_in(b, entry, target))
    c = b.let(stack_at(b, entry, target))

    def leave(piece: Expression) -> None:
        if not b.scope.lifted:
            take_out(b, kind.kind, piece, sees)
        b.store("place", plus(target, b.layout.cells[entry].base), piece)
        know(b, piece, "|", sees)

    each_piece(b, kind, whole, leave)
    bottom = times(c, capacity(b, kind.kind))
    place = bottom if step.at_bottom else routine(b, kind.kind, "below_top", c, below.now)
    b.emit(Do(routine(b, kind.kind, "put_at", c, whole, place)))

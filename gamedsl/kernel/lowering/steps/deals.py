"""Steps that deal, shuffle and show pieces, and refills -> statements"""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.engine.errors import Limits
from gamedsl.engine.setup.reads import zone_part
from gamedsl.engine.state.refilling import supplies
from gamedsl.kernel.builder import (
    TRUE,
    bit,
    combine,
    compare,
    constant,
    interval,
    minus,
    number,
    opposite,
    plus,
    word,
)
from gamedsl.kernel.lowering.context import NOBODY, Listed, Lowering, Run, is_set, within
from gamedsl.kernel.lowering.pieces.drawing import by_cell
from gamedsl.kernel.lowering.pieces.knowing import each_piece, is_spread, know, viewers_in
from gamedsl.kernel.lowering.pieces.moving import move_into
from gamedsl.kernel.lowering.pieces.taking import refill, shuffle, shuffle_part, take, take_of
from gamedsl.kernel.lowering.pieces.zones import cell_size, cell_word, kind_of
from gamedsl.kernel.lowering.steps.checks import check
from gamedsl.kernel.lowering.steps.control import lowers_step
from gamedsl.kernel.lowering.steps.moves import cell_in, each_of, move_told, said_of, seers_of, several, target_of
from gamedsl.kernel.lowering.steps.showing import dice_of, shown_to
from gamedsl.kernel.lowering.trace_points import LOG, Told, lost, missing, moved, moving, shown
from gamedsl.kernel.lowering.values.loops import item_of, walk_listed
from gamedsl.kernel.lowering.values.registry import lowered, narrowed, run_word, value
from gamedsl.kernel.lowering.values.table import each_place, is_single, place_of, zone_field
from gamedsl.kernel.program import Break, Expression, For, ForBits, Int, Name, Statement, Type, While, Word
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t


@lowers_step(core.Deal)
def _deal(b: Lowering, step: core.Deal) -> None:
    count, pool = begin_deal(b, step)
    left = b.variable(count, Int(min(0, interval(count)[0]), interval(count)[1]), "left")
    part = zone_part(b.game, step.target.entry)
    words = said_of(b, step)
    dealt = None if step.slot is None else b.variable(*_nothing_yet(b, step))
    if step.slot is not None and dealt is not None:
        b.bind(step.slot, dealt)

    def end() -> None:
        check(b, part)
        b.emit(Break())

    body: list[Statement] = []
    with b.into(body):
        with b.within():
            piece = deal_one(b, step, pool, (left, words), end)
            if dealt is not None:
                b.assign(dealt, with_dealt(b, step, dealt, piece))
            check(b, part)
        b.assign(left, narrowed(minus(left, 1), 0, interval(left)[1]))
    b.emit(While(compare(">", left, 0), tuple(body)))


def begin_deal(b: Lowering, step: core.Deal) -> tuple[Expression, Name | None]:
    """Return how many pieces a deal deals, and the pieces that it takes them from, unless they come from a zone."""
    count = b.let(value(b, step.count), always=True)
    if not within(count, 0, t.HIGHEST):
        b.fail_unless(
            compare(">=", count, 0), "GDRUN05", step.span, count, target="the number of pieces",
            range=f"0..{Limits.amount}", found=str,
        )  # fmt: skip
    pool: Name | None = None
    if not isinstance(step.source, core.ZoneRef):
        found = value(b, step.source)
        pool = b.variable(found, Word(b.wide(kind_of(b, step.target.entry))), "w")
    return count, pool


def deal_one(
    b: Lowering,
    step: core.Deal,
    pool: Name | None,
    around: tuple[Expression, Expression],
    end: Callable[[], None],
) -> Expression:
    """Write the deal of one piece, and return it; ``end`` is written where nothing is left, or nothing fits any more.

    ``around``: how many are still to come, and the words of the step.
    """
    entry = step.target.entry
    kind = kind_of(b, entry)
    target = target_of(b, step.target)
    seers = b.let(seers_of(b, step.target, target))
    left, words = around

    def none_left() -> None:
        if not step.at_most:
            with b.aside(LOG):
                missing(b, step, left, cell_in(b, entry, target))
        end()

    if step.at_most and b.game.zones[entry].form == "slot":
        with b.when(_is_full(b, entry, target)):
            end()

    if pool is not None:
        with b.when(compare("=", pool, 0)):
            none_left()
        piece = take_of(b, kind, pool, seers)
        b.assign(pool, combine("&~", pool, bit(minus(piece, b.base(kind)), b.wide(kind))))
    else:
        assert isinstance(step.source, core.ZoneRef)
        piece = from_zone(b, step.source, seers, none_left)
    move_told(b, step, target, piece, words)
    return piece


def _is_full(b: Lowering, entry: str, target: Expression) -> Expression:
    """Return whether a piece lies in a slot, or in one of several slots, already."""
    if not is_spread(b.game.zones[entry]):
        return compare(">=", b.read(zone_field(entry), target), 0)
    full = b.variable(number(0), Int(0, 1))
    one = Name(b.temp("v"), Int(0, max(0, b.layout.cells[entry].size - 1)))
    body: list[Statement] = []
    with b.into(body), b.when(compare(">=", b.read(zone_field(entry), one), 0)):
        b.assign(full, number(1))
    b.emit(ForBits(one.name, one.type, target, tuple(body)))
    return compare("=", full, 1)


def _nothing_yet(b: Lowering, step: core.Deal) -> tuple[Expression, Type]:
    """Return what a named deal has dealt before its first piece, and the type of that."""
    assert step.dealt is not None
    kind = b.type_of(step.dealt)
    return (word(0, kind.width) if isinstance(kind, Word) else number(NOBODY)), kind


def nothing_dealt(b: Lowering, step: core.Deal) -> Expression:
    """Return what a named deal has dealt before its first piece."""
    return _nothing_yet(b, step)[0]


def dealt_by(step: core.Deal) -> core.Dealt:
    """Return what a named deal has dealt so far."""
    assert step.slot is not None and step.dealt is not None
    return core.Dealt(span=step.span, type=step.dealt, slot=step.slot, zone=step.target)


def with_dealt(b: Lowering, step: core.Deal, before: Expression, piece: Expression) -> Expression:
    """Return what a named deal has dealt together with one more piece."""
    if not isinstance(step.dealt, t.SetType):
        return piece
    kind = kind_of(b, step.target.entry)
    return combine("|", before, bit(minus(piece, b.base(kind)), b.wide(kind)))


def from_zone(b: Lowering, zone: core.ZoneRef, seers: Expression, end: Callable[[], None]) -> Expression:
    """Return the piece that a deal takes from one or several cells; ``end`` is written for none."""
    entry, kind = zone.entry, kind_of(b, zone.entry)
    grid = b.layout.cells[entry]
    if is_single(b, zone):
        place = place_of(b, zone)
        if constant(place.exists) != 1:
            with b.when(opposite(place.exists)):
                end()
        return from_cell(b, entry, b.let(place.index), seers, end)
    count, last = b.variable(number(0), Int(0, grid.size)), b.variable(number(0), Int(0, max(0, grid.size - 1)))
    found = b.variable(word(0, b.wide(kind)), Word(b.wide(kind)), "w")

    def look(at: Expression) -> None:
        b.assign(count, narrowed(plus(count, 1), 0, grid.size))
        b.assign(last, at)
        b.assign(found, combine("|", found, cell_word(b, entry, at)))

    each_place(b, zone, look)
    piece = b.variable(number(b.base(kind)), b.type_of(kind))

    def alone() -> None:
        b.assign(piece, from_cell(b, entry, last, seers, end))

    def several() -> None:
        with b.when(compare("=", found, 0)):
            end()
        b.assign(piece, take_of(b, kind, found, seers))

    b.branch(compare("=", count, 1), alone, several)
    return piece


def from_cell(b: Lowering, entry: str, at: Expression, seers: Expression, end: Callable[[], None]) -> Expression:
    """Return the piece that a deal takes from one cell."""
    refill(b, entry, at)
    with b.when(compare("=", cell_size(b, entry, at), 0)):
        end()
    return take(b, entry, at, seers)


@lowers_step(core.Shuffle)
def _shuffle(b: Lowering, step: core.Shuffle) -> None:
    if b.game.zones[step.zone.entry].form == "stack":
        each_place(b, step.zone, lambda at: shuffle(b, step.zone.entry, at))
    check(b, zone_part(b.game, step.zone.entry))


@lowers_step(core.ShuffleTo)
def _shuffle_to(b: Lowering, step: core.ShuffleTo) -> None:
    entry = step.target.entry
    kind, target, words = kind_of(b, entry), target_of(b, step.target), said_of(b, step)
    cell = plus(target, b.layout.cells[entry].base)
    whole = b.variable(word(0, b.wide(kind)), Word(b.wide(kind)), "w")
    told = b.variable(number(0), Int(0, b.wide(kind)), "n")

    def lay(piece: Expression) -> None:
        b.assign(whole, combine("|", whole, bit(minus(piece, b.base(kind)), b.wide(kind))))
        before = moving(b, piece, words)
        move_into(b, entry, target, piece, step.span, step.at_bottom)
        with b.aside(LOG), b.when(compare("!=", before[1], cell)):
            moved(b, step, before, piece, cell, told)
            b.assign(told, narrowed(plus(told, 1), 0, b.wide(kind)))

    each_of(b, several(b, step), kind, lay)
    shuffle_part(b, entry, target, whole, step.at_bottom)
    check(b, zone_part(b.game, entry))


@lowers_step(core.Show)
def _show(b: Lowering, step: core.Show) -> None:
    told = Told("show", b.scope.card, step)
    kind = item_of(step.pieces.type) if is_set(step.pieces.type) or isinstance(step.pieces.type, t.ZoneType) else None
    mask = shown_to(b, step.viewers)

    def open_(piece: Expression) -> None:
        shown(b, piece, mask, note)
        lost(b, "shown", piece, mask)
        know(b, piece, "|", mask)
        b.store("exposed", combine("|", b.read("exposed", piece), mask), piece)

    with b.aside(LOG):
        note = b.note(LOG, Told("shows"), result="shown")
    if kind is None:
        piece = b.let(value(b, step.pieces))
        with b.when(b.there(piece, step.pieces.type)):
            open_(narrowed(piece, 0, max(0, interval(piece)[1])))
        b.note(LOG, told, note, mask)
        return
    assert isinstance(kind, t.PieceType)
    if b.game.kinds[kind.kind].faces is not None:
        _by_face(b, kind, dice_of(b, step, kind), open_)
        b.note(LOG, told, note, mask)
        return
    found = lowered(b, step.pieces)
    if isinstance(found, Listed):
        walk_listed(b, found, open_)  # type: ignore[arg-type]
    else:
        each_piece(b, kind, run_word(b, found) if isinstance(found, Run) else found, open_)
    b.note(LOG, told, note, mask)


def _by_face(b: Lowering, kind: t.PieceType, dice: Expression, work: Callable[[Expression], None]) -> None:
    """Write what is done with dice place by place, the lowest face first: so which is which tells nothing."""
    faces = b.game.kinds[kind.kind].faces
    assert faces is not None
    low, count = b.span_of(faces)
    face = Name(b.temp("f"), Int(low, low + count - 1))

    def shows(die: Expression) -> None:
        with b.when(compare("=", b.read(f"value.{t.face_of(kind.kind)}", minus(die, b.base(kind))), face)):
            work(die)

    def one_by_one(group: Expression, _: Expression) -> None:
        body: list[Statement] = []
        with b.into(body):
            each_piece(b, kind, group, shows)
        b.emit(For(face.name, face.type, number(low), number(low + count), tuple(body)))

    by_cell(b, kind, dice, one_by_one)


def refill_levels(b: Lowering, phase: str) -> None:
    """Write what fills zones up at the end of a phase."""
    for entry, source, level in b.layout.levels.get(phase, ()):
        for at, cells in enumerate(supplies(b.layout, entry, source)):
            _fill(b, (entry, at), (source, cells), level)
        check(b, zone_part(b.game, entry))


def _fill(b: Lowering, own: tuple[str, int], other: tuple[str, tuple[int, ...]], level: int) -> None:
    """Write the refilling of a cell from the first of some cells that can give something."""
    body: list[Statement] = []
    with b.into(body):
        fill_one(b, own, other, level, lambda: b.emit(Break()))
        check(b, zone_part(b.game, own[0]))
    b.emit(While(TRUE, tuple(body)))


def fill_one(
    b: Lowering, own: tuple[str, int], other: tuple[str, tuple[int, ...]], level: int, end: Callable[[], None]
) -> None:
    """Write how one piece comes to a cell that is refilled; ``end`` where it is full or nothing can be given."""
    entry, at = own
    with b.when(compare(">=", cell_size(b, entry, number(at)), level)):
        end()
    seers = viewers_in(b, entry, number(at))
    piece = _from_first(b, other, seers, end)
    before = moving(b, piece, number(0))
    move_into(b, entry, number(at), piece, b.game.zones[entry].span)
    moved(b, None, before, piece, number(b.layout.cells[entry].base + at))


def _from_first(
    b: Lowering, supply: tuple[str, tuple[int, ...]], seers: Expression, end: Callable[[], None]
) -> Expression:
    """Return the piece that comes from the first of some cells that can give one; ``end`` is written for none."""
    source, cells = supply
    base, kind = b.layout.cells[source].base, kind_of(b, source)
    found = b.variable(number(NOBODY), b.type_of(t.MaybeType(kind)))
    for cell in cells:
        at = number(cell - base)
        with b.when(compare("<", found, 0)):
            refill(b, source, at)
            with b.when(compare("!=", cell_size(b, source, at), 0)):
                b.assign(found, take(b, source, at, seers))
    with b.when(compare("<", found, 0)):
        end()
    low, count = b.span_of(kind)
    return narrowed(found, low, low + max(0, count - 1))

"""What a deal takes, shuffles and refills -> functions for each zone"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate

from gamedsl.engine.state.refilling import supplies
from gamedsl.kernel.builder import (
    bit,
    both,
    combine,
    compare,
    either,
    lowest,
    minus,
    number,
    plus,
    size,
    times,
    word,
)
from gamedsl.kernel.lowering.context import Lowering
from gamedsl.kernel.lowering.pieces import forcing
from gamedsl.kernel.lowering.pieces.drawing import choose_piece
from gamedsl.kernel.lowering.pieces.knowing import (
    CELL,
    each_piece,
    forget,
    know,
    seers_type,
    viewers_in,
    zones_of,
)
from gamedsl.kernel.lowering.pieces.moving import take_out
from gamedsl.kernel.lowering.pieces.stacks import above_top, block_at, capacity, routine, stack_at, stack_field
from gamedsl.kernel.lowering.pieces.zones import cell_word
from gamedsl.kernel.lowering.trace_points import LOG, Told, mixed, moved, moving, on_card
from gamedsl.kernel.lowering.values.counting import MOVING, passed
from gamedsl.kernel.lowering.values.maintained_sets import slot_changed
from gamedsl.kernel.lowering.values.registry import narrowed
from gamedsl.kernel.lowering.values.table import zone_field
from gamedsl.kernel.program import Do, Expression, For, Int, Name, Return, Statement, Type, While, Word
from gamedsl.semantics.core import types as t


def take(b: Lowering, entry: str, index: Expression, seers: Expression) -> Expression:
    """Return the piece that a deal takes from a cell that is not empty; ``seers`` see its new place."""
    zone = b.game.zones[entry]
    kind = t.PieceType(zone.kind)
    low, wide = b.base(kind), b.wide(kind)
    grid = b.layout.cells[entry]

    def write(given: list[Expression]) -> None:
        at, eyes = given
        cell = plus(at, grid.base)
        stream = b.table("stream of cell", b.layout.cell_stream or [0], cell)
        if zone.form == "stack":
            pieces = _top_block(b, entry, at, eyes)
        else:
            forcing.expected(b, cell, eyes)
            pieces = b.let(cell_word(b, entry, at), always=True)
        alone = compare("=", size(pieces), 1)
        if zone.form != "stack":
            alone = either(alone, _lies_open(b, entry, at))
        with b.when(alone):
            forcing.came(b, plus(lowest(pieces), low), eyes)
            b.emit(Return(plus(lowest(pieces), low)))
        piece = _drawn(b, kind, (stream, cell), pieces, eyes)
        kept = b.let(combine("|", viewers_in(b, entry, at), eyes))
        mixed(b, kind, pieces, kept, "all of a block" if zone.form == "stack" else "all")
        forget(b, kind, pieces, kept)
        b.note(LOG, Told("drawn"), cell, piece, eyes)
        b.emit(Return(piece))

    parameters: list[tuple[str, Type]] = [("at", CELL), ("seers", seers_type(b))]
    b.function(f"take.{entry}", parameters, Int(low, low + max(0, wide - 1)), write)
    on_card(b)
    return b.let(b.call(f"take.{entry}", index, seers), always=True)


def _lies_open(b: Lowering, entry: str, at: Expression) -> Expression:
    """Return whether everybody sees a cell, so that a deal takes what comes first in it."""
    return compare("=", viewers_in(b, entry, at), b.layout.everybody)


def _top_block(b: Lowering, entry: str, at: Expression, eyes: Expression) -> Expression:
    """Return the block of a stack from which the next piece comes."""
    kind = b.game.zones[entry].kind

    def highest() -> Expression:
        c = b.let(stack_at(b, entry, at))
        return b.let(block_at(b, kind, minus(above_top(b, kind, c), 1)), always=True)

    cell = plus(at, b.layout.cells[entry].base)
    return forcing.one_of(b, lambda: forcing.next_block(b, t.PieceType(kind), cell, eyes), highest)


def _drawn(
    b: Lowering, kind: t.PieceType, where: tuple[Expression, Expression], pieces: Expression, eyes: Expression
) -> Expression:
    """Return one of some pieces by chance; ``where``: the stream, and the place."""
    stream, cell = where
    return forcing.one_of(
        b,
        lambda: forcing.drawn(b, kind, pieces, cell, eyes),
        lambda: choose_piece(b, kind.kind, stream, pieces),
    )


def take_of(b: Lowering, kind: t.PieceType, pieces: Expression, seers: Expression) -> Expression:
    """Return the piece that a deal takes from a set that is not empty."""
    low, wide = b.base(kind), b.wide(kind)
    cells = len(b.layout.cell_entry)

    def write(given: list[Expression]) -> None:
        found, eyes = given
        secret = b.variable(number(cells), Int(-1, cells), "c")
        hidden = [int(one != b.layout.everybody) for one in b.layout.cell_viewers]

        def look(piece: Expression) -> None:
            cell = b.let(b.read("place", piece))
            lies = both(compare(">=", cell, 0), compare("<", cell, secret))
            with b.when(both(lies, b.table("cell is hidden", hidden, narrowed(cell, 0, max(0, cells - 1))))):
                b.assign(secret, cell)

        each_piece(b, kind, found, look)
        with b.when(compare("<", secret, cells)):
            stream = b.table("stream of cell", b.layout.cell_stream or [0], narrowed(secret, 0, cells - 1))
            piece = _drawn(b, kind, (stream, secret), found, eyes)
            home = b.let(b.read("place", piece), always=True)
            with b.when(compare(">=", home, 0)):
                _forget_home(b, kind, home, eyes)
                b.note(LOG, Told("drawn"), home, piece, eyes)
            b.emit(Return(piece))
        _from_top(b, kind, found)
        b.emit(Return(plus(lowest(found), low)))

    b.function(
        f"take of.{kind.kind}",
        [("pieces", Word(wide)), ("seers", seers_type(b))],
        Int(low, low + max(0, wide - 1)),
        write,
    )
    on_card(b)
    return b.let(b.call(f"take of.{kind.kind}", pieces, seers), always=True)


def _forget_home(b: Lowering, kind: t.PieceType, home: Expression, seers: Expression) -> None:
    for zone in zones_of(b, kind.kind):
        grid = b.layout.cells[zone.name]
        with b.when(both(compare(">=", home, grid.base), compare("<", home, grid.base + grid.size))):
            at = narrowed(minus(home, grid.base), 0, max(0, grid.size - 1))
            inside = b.let(cell_word(b, zone.name, at), always=True)
            kept = b.let(combine("|", viewers_in(b, zone.name, at), seers))
            mixed(b, kind, inside, kept, "all")
            forget(b, kind, inside, kept)


def _from_top(b: Lowering, kind: t.PieceType, found: Expression) -> None:
    """Write which of several pieces of a stack is taken: the first of the highest block."""
    low = b.base(kind)
    cell = b.let(b.read("place", plus(lowest(found), low)))
    for zone in zones_of(b, kind.kind):
        if zone.form != "stack":
            continue
        grid = b.layout.cells[zone.name]
        with b.when(both(compare(">=", cell, grid.base), compare("<", cell, grid.base + grid.size))):
            c = b.let(stack_at(b, zone.name, minus(cell, grid.base)))
            bottom = b.let(times(c, capacity(b, zone.kind)))
            at = b.variable(above_top(b, zone.kind, c), Int(0, 1 << 24))
            body: list[Statement] = []
            with b.into(body):
                b.assign(at, minus(at, 1))
                here = b.let(combine("&", block_at(b, zone.kind, at), found))
                with b.when(compare("!=", here, 0)):
                    b.emit(Return(plus(lowest(here), low)))
            b.emit(While(compare(">", at, bottom), tuple(body)))


def shuffle(b: Lowering, entry: str, index: Expression) -> None:
    """Write the shuffling of a stack; one that somebody sees is ordered at once."""
    zone = b.game.zones[entry]
    kind = t.PieceType(zone.kind)

    def write(given: list[Expression]) -> None:
        at = given[0]
        c = b.let(stack_at(b, entry, at))
        pieces = b.let(cell_word(b, entry, at), always=True)
        sees = b.let(viewers_in(b, entry, at))
        mixed(b, kind, pieces, sees, "all")
        each_piece(b, kind, pieces, lambda one: b.store("known", sees, one))
        b.emit(Do(routine(b, zone.kind, "one_block", c, pieces)))
        with b.when(compare("!=", sees, 0)):
            cell = plus(at, b.layout.cells[entry].base)
            bottom = times(c, capacity(b, zone.kind))

            def settle() -> None:
                _settle(b, entry, at, pieces, bottom)
                b.store(stack_field(zone.kind, "blocks"), size(pieces), c)

            forcing.either(b, lambda: forcing.ordered(b, cell), settle)
        with b.when(compare("=", sees, 0)):
            forcing.lay(b, plus(at, b.layout.cells[entry].base))
        b.note(LOG, Told("shuffle"), plus(at, b.layout.cells[entry].base), size(pieces))

    b.function(f"shuffle.{entry}", [("at", CELL)], None, write)
    on_card(b)
    b.emit(Do(b.call(f"shuffle.{entry}", index)))


def shuffle_part(b: Lowering, entry: str, index: Expression, pieces: Expression, at_bottom: bool) -> None:
    """Write the shuffling of pieces that lie on top of a stack, or at its bottom, each as a block of its own."""
    zone = b.game.zones[entry]
    kind = t.PieceType(zone.kind)
    part = "bottom" if at_bottom else "top"

    def write(given: list[Expression]) -> None:
        at, found = given
        with b.when(compare("=", found, 0)):
            b.emit(Return(None))
        c, many = b.let(stack_at(b, entry, at)), b.let(size(found))
        first = b.let(times(c, capacity(b, kind.kind)) if at_bottom else minus(above_top(b, kind.kind, c), many))
        cell = plus(at, b.layout.cells[entry].base)
        sees = b.let(viewers_in(b, entry, at))
        mixed(b, kind, found, sees, "all")
        each_piece(b, kind, found, lambda one: b.store("known", sees, one))

        def merge() -> None:
            b.emit(Do(routine(b, kind.kind, "merge", c, first, many, found)))

        def ordered() -> None:
            merge()
            forcing.ordered(b, cell, at_bottom)

        with b.when(compare("!=", sees, 0)):
            forcing.either(b, ordered, lambda: _settle(b, entry, at, found, first))
        with b.when(compare("=", sees, 0)):
            merge()
            if not at_bottom:
                forcing.lay(b, cell)
        b.note(LOG, Told("shuffle part", node=part), cell, many)

    parameters: list[tuple[str, Type]] = [("at", CELL), ("pieces", Word(b.wide(kind)))]
    b.function(f"shuffle {part}.{entry}", parameters, None, write)
    on_card(b)
    b.emit(Do(b.call(f"shuffle {part}.{entry}", index, pieces)))


def _settle(b: Lowering, entry: str, at: Expression, pieces: Expression, first: Expression) -> None:
    """Write the order of pieces in an open stack, drawn from the top down to the place of the ``first`` block."""
    zone = b.game.zones[entry]
    kind = t.PieceType(zone.kind)
    low, wide = b.base(kind), b.wide(kind)
    weight = b.layout.loads.piece(zone.kind)
    if weight:
        passed(b, size(pieces), zone.span, weight, MOVING)
    left = b.variable(pieces, Word(wide), "w")
    place = b.variable(plus(first, size(pieces)), Int(0, 1 << 24))
    stream = b.table("stream of cell", b.layout.cell_stream or [0], plus(at, b.layout.cells[entry].base))
    body: list[Statement] = []
    with b.into(body):
        piece = choose_piece(b, zone.kind, stream, left)
        b.assign(place, minus(place, 1))
        one = b.let(bit(minus(piece, low), wide))
        b.store(stack_field(zone.kind, "block"), one, place)
        b.assign(left, combine("&~", left, one))
    b.emit(While(compare("!=", left, 0), tuple(body)))


def refill(b: Lowering, entry: str, index: Expression) -> None:
    """Write that an empty cell is filled with what refills it, if anything does."""
    source = b.layout.refills.get(entry)
    if source is None:
        return
    zone, own = b.game.zones[entry], b.layout.cells[entry]
    kind = t.PieceType(zone.kind)
    wide = b.wide(kind)

    def write(given: list[Expression]) -> None:
        at = given[0]
        with b.when(compare("!=", cell_word(b, entry, at), 0)):
            b.emit(Return(None))
        found = b.variable(word(0, wide), Word(wide), "w")
        _each_supply(
            b, (entry, source), at, lambda one: b.assign(found, combine("|", found, cell_word(b, source, one)))
        )
        sees = b.let(viewers_in(b, entry, at))

        def come(piece: Expression) -> None:
            before = moving(b, piece, number(0))
            take_out(b, zone.kind, piece, sees)
            b.store("place", plus(at, own.base), piece)
            know(b, piece, "|", sees)
            moved(b, None, before, piece, plus(at, own.base))

        each_piece(b, kind, found, come)
        with b.when(compare("=", found, 0)):
            b.emit(Return(None))
        if zone.form == "stack":
            b.emit(Do(routine(b, zone.kind, "one_block", stack_at(b, entry, at), found)))
            shuffle(b, entry, at)
        elif zone.form == "heap":
            b.store(zone_field(entry), found, at)
        else:
            piece = b.let(plus(lowest(found), b.base(kind)))
            slot_changed(b, entry, at, piece, "|")
            b.store(zone_field(entry), piece, at)

    b.function(f"refill.{entry}", [("at", CELL)], None, write)
    on_card(b)
    b.emit(Do(b.call(f"refill.{entry}", index)))


def _each_supply(b: Lowering, names: tuple[str, str], at: Expression, work: Callable[[Expression], None]) -> None:
    """Write what is done for every cell from which one is refilled."""
    entry, source = names
    base = b.layout.cells[source].base
    rows = supplies(b.layout, entry, source)
    cells = [cell - base for row in rows for cell in row] or [0]
    begins = [0, *accumulate(len(row) for row in rows)]
    first, end = (b.table(f"supply begins {entry}", begins, plus(at, more)) for more in (0, 1))
    one = Name(b.temp("j"), Int(0, len(cells)))
    body: list[Statement] = []
    with b.into(body):
        work(b.let(b.table(f"supply {entry}", cells, one)))
    b.emit(For(one.name, one.type, first, end, tuple(body)))

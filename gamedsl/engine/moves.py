"""Moves, deals, refills and shuffles of pieces -> operations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamedsl.engine.atoms import Atoms, makes_step
from gamedsl.engine.board import Board
from gamedsl.engine.codes import Code
from gamedsl.engine.compile_table import find_cells
from gamedsl.engine.compiling import Eval, out_of_range, source_text
from gamedsl.engine.errors import Limits, RuleError
from gamedsl.engine.events import ShortfallEvent
from gamedsl.engine.reads import zone_part
from gamedsl.engine.state import State
from gamedsl.semantics import core
from gamedsl.semantics import types as t

Frame = list[Any]


@makes_step(core.Move)
def _move(a: Atoms, code: Code, step: core.Move) -> None:
    part = zone_part(a.c, step.target.entry)
    if isinstance(step.pieces, core.Top):
        a.then_check(code, _move_top(a, step, step.pieces), part)
    elif isinstance(step.pieces, core.ZoneRef) or isinstance(step.pieces.type, t.SetType | t.ListType):
        _move_many(a, code, step, part)
    else:
        a.then_check(code, _move_one(a, step, a.c.value(step.pieces)), part)


def _move_one(a: Atoms, step: core.Move, piece_of: Eval) -> Callable[[State, Frame], None]:
    cells, move, bottom, span = a.cells_of(step.target), a.board.move, step.at_bottom, step.span

    def go(s: State, f: Frame) -> None:
        piece = piece_of(s, f)
        if piece is None:
            raise RuleError("GDRUN04", span, value=source_text(step.pieces))
        source, seen = s.place[piece], s.known[piece]
        places = cells(s, f)
        move(s, piece, places, bottom, 0, span)
        if s.log is not None:
            a.log_move(s, f, step, piece, source, places[0], seen)

    return go


def _move_top(a: Atoms, step: core.Move, top: core.Top) -> Callable[[State, Frame], None]:
    find, board, cells = find_cells(a.c, top.zone), a.board, a.cells_of(step.target)
    bottom, span = step.at_bottom, step.span

    def go(s: State, f: Frame) -> None:
        found = find(s, f)
        source = next((cell for cell in found if s.zones[cell]), found[0] if found else -1)
        if source >= 0:
            board.refill(s, source)
        if source < 0 or not s.zones[source]:
            raise RuleError("GDRUN04", span, value=source_text(top))
        places = cells(s, f)
        seers = board.viewers[places[0]]
        piece = board.take(s, source, f[2], seers) if board.stack[source] else s.zones[source][0]
        seen = s.known[piece]
        board.move(s, piece, places, bottom, 0, span)
        if s.log is not None:
            a.log_move(s, f, step, piece, source, places[0], seen)

    return go


def _items(a: Atoms, step: core.Move) -> Eval:
    """Compile what ``move`` of several takes, in order: pieces, and open blocks that go from stack to stack."""
    if not isinstance(step.pieces, core.ZoneRef):
        return a.c.value(step.pieces)
    zone = step.pieces
    if a.c.game.zones[zone.entry].form != "stack":
        return a.c.value(zone)
    cells = find_cells(a.c, zone)
    whole = a.c.game.zones[step.target.entry].form == "stack"

    def from_top(s: State, f: Frame) -> tuple[Any, ...]:
        found: list[Any] = []
        for cell in cells(s, f):
            for block in reversed(s.zones[cell]):
                if whole and len(block) > 1:
                    found.append(block)
                else:
                    found.extend(block)
        return tuple(found)

    return from_top


def _move_many(a: Atoms, code: Code, step: core.Move, part: str) -> None:
    items, board, cells = _items(a, step), a.board, a.cells_of(step.target)
    left, below, end = code.slot(), code.slot(), [0]
    bottom, span = step.at_bottom, step.span

    def begin(s: State, f: Frame) -> None:
        f[left] = items(s, f)
        f[below] = 0

    def one(s: State, f: Frame) -> None:
        item, f[left] = f[left][0], f[left][1:]
        places = cells(s, f)
        pieces = item if type(item) is tuple else (item,)
        source = s.place[pieces[0]]
        seen = [s.known[piece] for piece in pieces]
        if len(pieces) > 1 and item in s.zones[source]:
            board.move_block(s, item, places[0], bottom, f[below])
        else:
            for piece in pieces:
                board.move(s, piece, places, bottom, f[below], span)
        f[below] += 1
        if s.log is not None:
            for piece, known in zip(pieces, seen, strict=True):
                a.log_move(s, f, step, piece, source, places[0], known)

    _loop(a, code, begin, one, left, end, part)


def _loop(
    a: Atoms,
    code: Code,
    begin: Callable[[State, Frame], None],
    one: Callable[[State, Frame], None],
    left: int,
    end: list[int],
    part: str,
) -> None:
    """Append a loop that takes items from a place of the frame until none is left, testing after each."""
    check = a.watching.check(frozenset([part]))
    code.emit(begin)
    place = [0]

    def run(s: State, f: Frame) -> int | None:
        while f[left]:
            one(s, f)
            if check is not None and s.armed:
                answer = check(s)
                if answer is not None:
                    f[1] = place[0]
                    return answer
        f[left] = None
        return None

    place[0] = code.emit(run)
    code.here(end)


# ---------------------------------------------------------------- deals


@makes_step(core.Deal)
def _deal(a: Atoms, code: Code, step: core.Deal) -> None:
    part = zone_part(a.c, step.target.entry)
    zone = isinstance(step.source, core.ZoneRef)
    left, rest = code.slot(), code.slot()
    count, cells, board, span = a.c.value(step.count), a.cells_of(step.target), a.board, step.span
    pool = None if zone else a.c.value(step.source)
    find = find_cells(a.c, step.source) if isinstance(step.source, core.ZoneRef) else None

    def begin(s: State, f: Frame) -> None:
        f[left] = count(s, f)
        if f[left] < 0:
            raise out_of_range(span, "the number of pieces", 0, Limits.amount, f[left])
        f[rest] = pool(s, f) if pool is not None else None

    def one(s: State, f: Frame) -> None:
        places = cells(s, f)
        seers = board.viewers[places[0]]
        if find is None:
            piece = board.take_of(s, f[rest], f[2], seers) if f[rest] else None
            if piece is not None:
                f[rest] = tuple(other for other in f[rest] if other != piece)
        else:
            piece = _from_zone(board, s, find(s, f), f[2], seers)
        if piece is None:
            _shortfall(a, s, f, step, places[0], f[left])
            f[left] = 0
            return
        f[left] -= 1
        source, seen = s.place[piece], s.known[piece]
        board.move(s, piece, places, False, 0, span)
        if s.log is not None:
            a.log_move(s, f, step, piece, source, places[0], seen)

    _loop(a, code, begin, one, left, [0], part)


def _from_zone(board: Board, s: State, cells: Any, you: int | None, seers: int) -> int | None:
    """Return the piece that a deal takes from one or several cells, None when all are empty."""
    if len(cells) == 1:
        cell = cells[0]
        if not s.zones[cell]:
            board.refill(s, cell)
        return board.take(s, cell, you, seers) if s.zones[cell] else None
    pieces = tuple(sorted({piece for cell in cells for piece in board.contents(s, cell)}))
    return board.take_of(s, pieces, you, seers) if pieces else None


def _shortfall(a: Atoms, s: State, f: Frame, step: core.Deal, target: int, missing: int) -> None:
    if s.log is None:
        return
    source = step.source.entry if isinstance(step.source, core.ZoneRef) else source_text(step.source)
    wanted = missing
    a.journal.add(
        s,
        ShortfallEvent,
        source=source,
        target=a.journal.wording.cell(target),
        wanted=wanted,
        dealt=0,
        line=step.span.line,
    )


def refill_cells(a: Atoms, code: Code, entry: str, source: str, level: int) -> None:
    """Append the refilling of all cells of an entry to a level at the end of a phase."""
    layout, board = a.c.layout, a.board
    own, other = layout.cells[entry], layout.cells[source]
    pairs = []
    for number in range(own.size):
        place = number if own.size == other.size else number // own.owner_stride if other.owner_count > 1 else 0
        pairs.append((own.base + number, other.base + min(place, other.size - 1)))
    left, at = code.slot(), code.slot()
    span = a.c.game.zones[entry].span

    def begin(s: State, f: Frame) -> None:
        f[left], f[at] = 1, 0

    def one(s: State, f: Frame) -> None:
        cell, supply = pairs[f[at]]
        piece = None
        if sum(len(block) for block in s.zones[cell]) < level if board.stack[cell] else len(s.zones[cell]) < level:
            piece = _from_zone(board, s, (supply,), f[2], board.viewers[cell])
        if piece is None:
            f[at] += 1
            f[left] = f[at] < len(pairs)
            return
        seen = s.known[piece]
        board.move(s, piece, (cell,), False, 0, span)
        if s.log is not None:
            a.log_move(s, f, None, piece, supply, cell, seen)

    _loop(a, code, begin, one, left, [0], zone_part(a.c, entry))


@makes_step(core.Shuffle)
def _shuffle(a: Atoms, code: Code, step: core.Shuffle) -> None:
    cells, shuffle, stack = find_cells(a.c, step.zone), a.board.shuffle, a.board.stack

    def mix(s: State, f: Frame) -> None:
        for cell in cells(s, f):
            if stack[cell]:
                shuffle(s, cell)

    a.then_check(code, mix, zone_part(a.c, step.zone.entry))

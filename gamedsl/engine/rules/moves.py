"""Moves, deals, refills and shuffles of pieces -> operations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from gamedsl.engine.errors import Limits
from gamedsl.engine.present.events import ShortfallEvent
from gamedsl.engine.present.journal import Said
from gamedsl.engine.rules.atoms import Atoms, makes_step
from gamedsl.engine.rules.codes import Code, Passage, Write
from gamedsl.engine.setup.as_written import source_text
from gamedsl.engine.setup.reads import zone_part
from gamedsl.engine.state.board import Board
from gamedsl.engine.state.flat import State
from gamedsl.engine.state.refilling import supplies
from gamedsl.engine.write.compiling import nothing_there, out_of_range
from gamedsl.engine.write.drafts import Draft, Lines, indented
from gamedsl.engine.write.table_values import find_cells
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t

Frame = list[Any]
NOTHING: Said = ("", ())


@makes_step(core.Move)
def _move(a: Atoms, code: Code, step: core.Move) -> None:
    part = zone_part(a.c.game, step.target.entry)
    if isinstance(step.pieces, core.Top):
        a.then_check(code, _move_top(a, step, step.pieces), part)
    elif isinstance(step.pieces, core.ZoneRef) or isinstance(step.pieces.type, t.SetType | t.ListType):
        _move_many(a, code, step, part)
    else:
        a.then_check(code, _move_one(a, step), part)


def _move_one(a: Atoms, step: core.Move) -> Write:
    move, bottom, span = a.board.move, step.at_bottom, step.span
    came, viewers = a.board.came, a.board.viewers

    def nothing() -> NoReturn:
        raise nothing_there(span, source_text(step.pieces))

    def go(s: State, f: Frame, piece: int, places: tuple[int, ...]) -> None:
        source, seen = s.place[piece], s.known[piece]
        if s.armed and source >= 0:
            came(s, piece, viewers[places[0]])
        said = a.journal.said(s, f, step) if s.log is not None else NOTHING
        move(s, piece, places, bottom, 0, span)
        if s.log is not None:
            a.log_move(s, step, said, piece, source, places[0], seen)

    def write(p: Passage) -> Lines:
        d, piece = p.draft, p.draft.temp()
        return [
            f"{piece} = {d.value(step.pieces)}",
            f"if {piece} is None: {d.bind(nothing)}()",
            f"{d.bind(go)}(s, f, {piece}, {a.cells_of(d, step.target)})",
        ]

    return write


def _move_top(a: Atoms, step: core.Move, top: core.Top) -> Write:
    board, bottom, span = a.board, step.at_bottom, step.span

    def find(s: State, found: Sequence[int]) -> int:
        source = next((cell for cell in found if s.zones[cell]), found[0] if found else -1)
        if source >= 0:
            board.refill(s, source)
        if source < 0 or not s.zones[source]:
            raise nothing_there(span, source_text(top))
        return source

    def go(s: State, f: Frame, source: int, places: tuple[int, ...]) -> None:
        seers = board.viewers[places[0]]
        piece = board.take(s, source, seers) if board.stack[source] else s.zones[source][0]
        seen = s.known[piece]
        said = a.journal.said(s, f, step) if s.log is not None else NOTHING
        board.move(s, piece, places, bottom, 0, span)
        if s.log is not None:
            a.log_move(s, step, said, piece, source, places[0], seen)

    def write(p: Passage) -> Lines:
        d = p.draft
        source = f"{d.bind(find)}(s, {find_cells(d, top.zone).text})"
        return [f"{d.bind(go)}(s, f, {source}, {a.cells_of(d, step.target)})"]

    return write


def _items(a: Atoms, d: Draft, step: core.Move) -> str:
    """Write what ``move`` of several takes, in order: pieces, and open blocks that go from stack to stack."""
    zone, board = step.pieces, a.board
    grid = a.c.layout.cells[step.target.entry]
    seen = all(not board.hidden(cell) for cell in range(grid.base, grid.base + grid.size))
    if not isinstance(zone, core.ZoneRef) or a.c.game.zones[zone.entry].form != "stack":
        listed = isinstance(zone.type, t.ListType)
        return d.value(zone) if seen or listed else f"{d.bind(board.in_turn)}(s, {d.value(zone)})"
    whole = a.c.game.zones[step.target.entry].form == "stack"

    def from_top(s: State, cells: Sequence[int]) -> tuple[Any, ...]:
        found: list[Any] = []
        for cell in cells:
            for block in reversed(s.zones[cell]):
                if whole and len(block) > 1:
                    found.append(block)
                else:
                    found.extend(block if seen else board.in_turn(s, block))
        return tuple(found)

    return f"{d.bind(from_top)}(s, {find_cells(d, zone).text})"


def _move_many(a: Atoms, code: Code, step: core.Move, part: str) -> None:
    board, bottom, span = a.board, step.at_bottom, step.span
    left, below = code.slot("list"), code.slot()
    note, recall = _said_once(a, code, step)

    def one(s: State, f: Frame, item: Any, places: tuple[int, ...]) -> None:
        pieces = item if type(item) is tuple else (item,)
        source = s.place[pieces[0]]
        seen = [s.known[piece] for piece in pieces]
        said = recall(s, f) if s.log is not None else NOTHING
        if len(pieces) > 1 and item in s.zones[source]:
            board.move_block(s, item, places[0], bottom, f[below])
        else:
            for piece in pieces:
                board.move(s, piece, places, bottom, f[below], span)
        f[below] += 1
        if s.log is not None:
            for piece, known in zip(pieces, seen, strict=True):
                a.log_move(s, step, said, piece, source, places[0], known)

    def begin(p: Passage) -> Lines:
        return [f"f[{left}] = {_items(a, p.draft, step)}", f"f[{below}] = 0", *note(p)]

    def each(p: Passage) -> Lines:
        d, item = p.draft, p.draft.temp()
        return [
            f"{item} = f[{left}][0]",
            f"f[{left}] = f[{left}][1:]",
            f"{d.bind(one)}(s, f, {item}, {a.cells_of(d, step.target)})",
        ]

    _loop(a, code, begin, each, left, part)


def _said_once(a: Atoms, code: Code, step: core.Move | core.Deal) -> tuple[Write, Callable[[State, Frame], Said]]:
    """Return what notes the words of a step as it begins, and what says them again for each piece."""
    journal = a.journal
    if step.words is None or all(isinstance(part, str) for part in step.words.parts):
        return (lambda _: []), (lambda s, f: journal.said(s, f, step))
    slot = code.slot()

    def note(s: State, f: Frame) -> None:
        f[slot] = journal.said(s, f, step)[0]

    def recall(s: State, f: Frame) -> Said:
        return f[slot], journal.said(s, f, step)[1]

    return (lambda p: [f"if s.log is not None: {p.draft.bind(note)}(s, f)"]), recall


def _loop(a: Atoms, code: Code, begin: Write, each: Write, left: int, part: str) -> None:
    """Append a loop that takes items from a place of the frame until none is left, testing after each."""
    check = a.watching.check(frozenset([part]))
    code.write(begin)

    def run(p: Passage) -> Lines:
        place = p.place
        body = each(p)
        if check is not None:
            answer = p.draft.temp()
            body += [
                "if s.armed:",
                f" {answer} = {p.draft.bind(check)}(s)",
                f" if {answer} is not None:",
                f"  f[1] = {place}",
                f"  return {answer}",
            ]
        return [f"while f[{left}]:", *indented(body), f"f[{left}] = None"]

    code.write(run)


# ---------------------------------------------------------------- deals


@makes_step(core.Deal)
def _deal(a: Atoms, code: Code, step: core.Deal) -> None:
    left, rest = code.slot(), code.slot("set")
    board, span, source = a.board, step.span, step.source
    note, recall = _said_once(a, code, step)

    def negative(count: int) -> NoReturn:
        raise out_of_range(span, "the number of pieces", 0, Limits.amount, count)

    def put(s: State, f: Frame, piece: int | None, places: tuple[int, ...]) -> None:
        if piece is None:
            _shortfall(a, s, step, places[0], f[left])
            f[left] = 0
            return
        f[left] -= 1
        home, seen = s.place[piece], s.known[piece]
        said = recall(s, f) if s.log is not None else NOTHING
        board.move(s, piece, places, False, 0, span)
        if s.log is not None:
            a.log_move(s, step, said, piece, home, places[0], seen)

    def from_pool(s: State, f: Frame, places: tuple[int, ...]) -> None:
        pool = f[rest]
        piece = board.take_of(s, pool, board.viewers[places[0]]) if pool else None
        if piece is not None:
            f[rest] = tuple(other for other in pool if other != piece)
        put(s, f, piece, places)

    def from_zone(s: State, f: Frame, places: tuple[int, ...], cells: Sequence[int]) -> None:
        put(s, f, _from_zone(board, s, cells, board.viewers[places[0]]), places)

    def begin(p: Passage) -> Lines:
        d = p.draft
        pool = "None" if isinstance(source, core.ZoneRef) else d.value(source)
        count = [f"f[{left}] = {d.value(step.count)}", f"if f[{left}] < 0: {d.bind(negative)}(f[{left}])"]
        return [*count, f"f[{rest}] = {pool}", *note(p)]

    def each(p: Passage) -> Lines:
        d, places = p.draft, a.cells_of(p.draft, step.target)
        if isinstance(source, core.ZoneRef):
            return [f"{d.bind(from_zone)}(s, f, {places}, {find_cells(d, source).text})"]
        return [f"{d.bind(from_pool)}(s, f, {places})"]

    _loop(a, code, begin, each, left, zone_part(a.c.game, step.target.entry))


def _from_zone(board: Board, s: State, cells: Any, seers: int) -> int | None:
    """Return the piece that a deal takes from one or several cells, None when all are empty."""
    if len(cells) == 1:
        cell = cells[0]
        if not s.zones[cell]:
            board.refill(s, cell)
        return board.take(s, cell, seers) if s.zones[cell] else None
    pieces = tuple(sorted({piece for cell in cells for piece in board.contents(s, cell)}))
    return board.take_of(s, pieces, seers) if pieces else None


def _from_first(board: Board, s: State, cells: tuple[int, ...], seers: int) -> int | None:
    """Return the piece that comes from the first of some cells that can give one."""
    found = (_from_zone(board, s, (cell,), seers) for cell in cells)
    return next((piece for piece in found if piece is not None), None)


def _shortfall(a: Atoms, s: State, step: core.Deal, target: int, missing: int) -> None:
    if s.log is None:
        return
    source = step.source.entry if isinstance(step.source, core.ZoneRef) else source_text(step.source)
    a.journal.add(
        s,
        ShortfallEvent,
        source=source,
        target=a.journal.wording.cell(target),
        missing=missing,
        line=step.span.line,
    )


def refill_cells(a: Atoms, code: Code, entry: str, source: str, level: int) -> None:
    """Append the refilling of all cells of an entry to a level at the end of a phase."""
    layout, board = a.c.layout, a.board
    base = layout.cells[entry].base
    pairs = [(base + number, cells) for number, cells in enumerate(supplies(layout, entry, source))]
    code.mark(a.c.game.zones[entry])
    left, at = code.slot(), code.slot()
    span = a.c.game.zones[entry].span

    def one(s: State, f: Frame) -> None:
        cell, supply = pairs[f[at]]
        piece = None
        if sum(len(block) for block in s.zones[cell]) < level if board.stack[cell] else len(s.zones[cell]) < level:
            piece = _from_first(board, s, supply, board.viewers[cell])
        if piece is None:
            f[at] += 1
            f[left] = f[at] < len(pairs)
            return
        seen, home = s.known[piece], s.place[piece]
        board.move(s, piece, (cell,), False, 0, span)
        if s.log is not None:
            a.log_move(s, None, NOTHING, piece, home, cell, seen)

    def begin(_: Passage) -> Lines:
        return [f"f[{left}], f[{at}] = 1, 0"]

    _loop(a, code, begin, lambda p: [f"{p.draft.bind(one)}(s, f)"], left, zone_part(a.c.game, entry))


@makes_step(core.Shuffle)
def _shuffle(a: Atoms, code: Code, step: core.Shuffle) -> None:
    shuffle, stack = a.board.shuffle, a.board.stack

    def mix(s: State, cells: Sequence[int]) -> None:
        for cell in cells:
            if stack[cell]:
                shuffle(s, cell)

    def write(p: Passage) -> Lines:
        return [f"{p.draft.bind(mix)}(s, {find_cells(p.draft, step.zone).text})"]

    a.then_check(code, write, zone_part(a.c.game, step.zone.entry))

"""Rolling dice that lie in zones, showing pieces and hidden values -> operations that note who knows them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from gamedsl.engine.present.events import ChanceEvent, ShowEvent, ShowValueEvent
from gamedsl.engine.rules.atoms import Atoms, field_set, makes_step
from gamedsl.engine.rules.codes import Code, Passage
from gamedsl.engine.setup.as_written import source_text
from gamedsl.engine.state.board import Board, faces_changed
from gamedsl.engine.state.flat import State, flat
from gamedsl.engine.state.layout import Layout
from gamedsl.engine.write.compiling import nothing_there
from gamedsl.engine.write.drafts import Lines
from gamedsl.engine.write.table_values import find_cells
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t


@makes_step(core.RollPieces)
def _roll_pieces(a: Atoms, code: Code, step: core.RollPieces) -> None:
    layout, board, span = a.c.layout, a.board, step.span
    kind = a.c.game.kinds[step.face.rpartition(".")[0]]
    assert kind.faces is not None
    stream, (low, count) = layout.streams[kind.name], layout.span_of(kind.faces)
    possible = range(low, low + count)

    def nothing() -> NoReturn:
        raise nothing_there(span, source_text(step.pieces))

    def roll(s: State, found: Any) -> None:
        if found is None:
            nothing()
        pieces = by_place(board, s, found if type(found) is tuple else (found,))
        for piece in pieces:
            board.toil(s, s.place[piece], 1, span)
            s.values[layout.face_of[piece]] = board.rolled(s, stream, s.place[piece], possible, span)
        faces_changed(board, s, pieces)
        if s.log is not None:
            _tell(a, s, kind.name, pieces, span.line)

    def write(p: Passage) -> Lines:
        d, pieces = p.draft, step.pieces
        if not isinstance(pieces, core.ZoneRef):
            return [f"{d.bind(roll)}(s, {d.value(pieces)})"]

        def inside(s: State, cells: Iterable[int]) -> None:
            roll(s, tuple(sorted({piece for cell in cells for piece in board.contents(s, cell)})))

        return [f"{d.bind(inside)}(s, {find_cells(d, pieces).text})"]

    a.then_check(code, write, "value " + step.face)


def by_place(board: Board, s: State, pieces: Iterable[int]) -> list[int]:
    """Return dice place by place, those of a stack from the top: so which is which of hidden ones tells nothing."""

    def where(piece: int) -> tuple[int, int, int]:
        cell, height = s.place[piece], 0
        if cell >= 0 and board.stack[cell]:
            height = -next(number for number, block in enumerate(s.zones[cell]) if piece in block)
        return cell, height, piece

    return sorted(set(flat((tuple(pieces),))), key=where)


def _tell(a: Atoms, s: State, kind: str, pieces: list[int], line: int) -> None:
    """Write what was rolled into the log, place by place, from the lowest face to the highest."""
    face_of, wording = a.c.layout.face_of, a.journal.wording
    for piece in sorted(pieces, key=lambda piece: (s.place[piece], s.values[face_of[piece]])):
        cell = s.place[piece]
        name = wording.cell(cell) if cell >= 0 else kind
        face = wording.label(t.PieceType(kind), piece, s.values)
        a.journal.add(s, ChanceEvent, s.known[piece], source=name, form="dice", outcome=face, line=line)


@makes_step(core.Show)
def _show(a: Atoms, code: Code, step: core.Show) -> None:
    layout, board = a.c.layout, a.board

    def show(s: State, found: Any, seats: Any) -> None:
        shown = () if found is None else found if type(found) is tuple else (found,)
        if len(shown) > 1 and shown[0] in layout.face_of:
            shown = tuple(sorted(shown, key=lambda die: (s.place[die], s.values[layout.face_of[die]])))
        seers, mask = _seers(layout, seats)
        audience = layout.everybody
        for piece in shown:
            audience &= board.recognised(s, piece, s.exposed) | mask
            board.reveal(s, piece, mask)
        s.exposed = (*s.exposed, *[(piece, mask) for piece in shown])
        if s.log is not None and shown:
            kind = layout.piece_kind[shown[0]]
            labels = tuple(a.journal.wording.label(t.PieceType(layout.piece_kind[one]), one, s.values) for one in shown)
            a.journal.add(
                s, ShowEvent, audience, kind=kind, pieces=shown, labels=labels, viewers=seers, line=step.span.line
            )

    code.write(lambda p: [f"{p.draft.bind(show)}(s, {p.draft.value(step.pieces)}, {p.draft.value(step.viewers)})"])


@makes_step(core.ShowValue)
def _show_value(a: Atoms, code: Code, step: core.ShowValue) -> None:
    layout, secret, entry = a.c.layout, a.c.layout.secret, step.target.entry
    declared = a.c.game.values[entry].type

    def show(s: State, field: int, seats: Any) -> None:
        if field not in secret:
            return
        seers, mask = _seers(layout, seats)
        s.aware[secret[field]] |= mask
        if s.log is not None:
            name, shown = a.journal.wording.field(field, s), a.journal.wording.label(declared, s.values[field])
            audience = s.aware[secret[field]]
            a.journal.add(
                s, ShowValueEvent, audience, entry=entry, place=name, value=shown, viewers=seers, line=step.span.line
            )

    code.write(
        lambda p: [f"{p.draft.bind(show)}(s, {field_set(a, p.draft, step.target)}, {p.draft.value(step.viewers)})"]
    )


def _seers(layout: Layout, seats: Any) -> tuple[tuple[int, ...], int]:
    """Return the seats that something is shown to, and as bits; shown to all, who only watches sees it, too."""
    seers = () if seats is None else seats if type(seats) is tuple else (seats,)
    return seers, layout.everybody if len(set(seers)) == layout.seats else sum(1 << seat for seat in seers)

"""Steps that show pieces and hidden values -> operations that note who knows them, and tell it."""

from __future__ import annotations

from typing import Any

from gamedsl.engine.present.events import ShowEvent, ShowValueEvent
from gamedsl.engine.rules.atoms import Atoms, field_set, makes_step
from gamedsl.engine.rules.codes import Code
from gamedsl.engine.state.flat import State
from gamedsl.engine.state.layout import Layout
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t


@makes_step(core.Show)
def _show(a: Atoms, code: Code, step: core.Show) -> None:
    layout, board = a.c.layout, a.board

    def show(s: State, found: Any, seats: Any) -> None:
        shown = () if found is None else found if type(found) is tuple else (found,)
        seers, mask = _seers(layout, seats)
        audience = layout.everybody
        for piece in shown:
            audience &= board.recognised(s, piece, s.exposed) | mask
            board.reveal(s, piece, mask)
        s.exposed = (*s.exposed, *[(piece, mask) for piece in shown])
        if s.log is not None and shown:
            kind = layout.piece_kind[shown[0]]
            labels = tuple(a.journal.wording.label(t.PieceType(layout.piece_kind[one]), one) for one in shown)
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

"""Notes of values that are set, rolled and shown -> events"""

from __future__ import annotations

from typing import Any

from gamedsl.engine import events as ev
from gamedsl.engine.event_names import cell_place, value_place
from gamedsl.kernel.lowering.trace_points import Form, Told
from gamedsl.kernel.trace.journal import Heard, Telling, decoder, decoder_of, hears
from gamedsl.semantics.core import types as t


def _die_of(a: Telling, entry: str) -> int | None:
    """Return what is added to the number of a value to get the die whose face it is; None for any other entry."""
    kind = a.game.kinds.get(a.game.values[entry].each)
    if kind is None or kind.faces is None or t.face_of(kind.name) != entry:
        return None
    return a.layout.kind_pieces[kind.name][0] - a.layout.values[entry].base


@hears("value", ev.ValueEvent)
def _value(a: Telling, told: Told) -> Heard:
    wording, entry, line = a.wording, told.node.target.entry, told.node.span.line
    declared, die, decode = a.game.values[entry].type, _die_of(a, entry), decoder_of(told)

    def tell(s: Any, place: int, new: int, seers: int) -> None:
        cell = -1 if die is None else s.place[place + die]
        name = wording.cell(cell) if cell >= 0 else wording.field(place, s)
        where = cell_place(cell) if cell >= 0 else value_place(place)
        shown = wording.label(declared, decode(new))
        a.add(s, ev.ValueEvent, told.card, seers, entry=entry, place=name, value=shown, line=line, where=(where,))

    return tell


@hears("rolled", ev.ChanceEvent)
def _rolled(a: Telling, told: Told) -> Heard:
    wording, entry, line = a.wording, told.node.target.entry, told.node.span.line
    declared, decode = a.game.values[entry].type, decoder_of(told)

    def tell(s: Any, place: int, new: int, seers: int) -> None:
        name, shown = wording.field(place, s), wording.label(declared, decode(new))
        a.add(
            s, ev.ChanceEvent, told.card, seers, source=name, form="value", outcome=shown, line=line,
            where=(value_place(place),),
        )  # fmt: skip

    return tell


@hears("show value", ev.ShowValueEvent)
def _show_value(a: Telling, told: Told) -> Heard:
    wording, entry, line = a.wording, told.node.target.entry, told.node.span.line
    declared, decode = a.game.values[entry].type, decoder_of(told)

    def tell(s: Any, place: int, new: int, viewers: int, seers: int) -> None:
        name, shown = wording.field(place, s), wording.label(declared, decode(new))
        a.add(
            s, ev.ShowValueEvent, told.card, seers, entry=entry, place=name, value=shown, viewers=a.seats(viewers),
            line=line, where=(value_place(place),),
        )  # fmt: skip

    return tell


@hears("dice", ev.ChanceEvent)
def _dice(a: Telling, told: Told) -> Heard:
    """What was rolled is told place by place, from the lowest face to the highest."""
    layout, wording, line = a.layout, a.wording, told.node.span.line
    kind = told.node.face.rpartition(".")[0]
    decode = decoder(Form(True, False, layout.kind_pieces[kind][0], None))

    def tell(s: Any, dice: int) -> None:
        face_of = layout.face_of
        for piece in sorted(decode(dice), key=lambda piece: (s.place[piece], s.values[face_of[piece]])):
            cell = s.place[piece]
            name, face = wording.cell(cell) if cell >= 0 else kind, a.label(s, piece)
            a.add(
                s, ev.ChanceEvent, told.card, s.known[piece], source=name, form="dice", outcome=face, line=line,
                where=(cell_place(cell),),
            )  # fmt: skip

    return tell

"""Notes of payments, moves, draws, and of what is shown -> events"""

from __future__ import annotations

from typing import Any

import attrs

from gamedsl.engine import events as ev
from gamedsl.engine.event_names import cell_place, dice_place, purse_place, seat_place
from gamedsl.engine.setup.as_written import source_text
from gamedsl.kernel.lowering.trace_points import Told
from gamedsl.kernel.trace.journal import Heard, Listen, Telling, hears
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t


@hears("pay", ev.LedgerEvent)
def _pay(a: Telling, told: Told) -> Heard:
    layout, wording, step = a.layout, a.wording, told.node
    say, kind = a.sayer(told), a.game.zones[step.source.entry].kind
    is_open = step.span in wording.secrets.open

    def owner(purse: int) -> int | None:
        return layout.purse_owner[purse] if layout.purse_entry[purse].startswith("player.") else None

    def tell(s: Any, said: Any, amount: int, source: int, target: int) -> None:
        viewers: int | None = layout.purse_viewers[source] | layout.purse_viewers[target]
        if viewers != layout.everybody and is_open:
            viewers = None
        if not amount and viewers in (None, layout.everybody):
            return
        a.entry(
            s, told, say(said), viewers, form="pay", kind=kind, amount=amount, piece=None, label="",
            source=wording.purse(source, s), target=wording.purse(target, s), owners=(owner(source), owner(target)),
            where=(purse_place(source), purse_place(target)),
        )  # fmt: skip

    return tell


@hears("score", ev.LedgerEvent)
def _score(a: Telling, told: Told) -> Heard:
    say, name = a.sayer(told), told.node.source

    def tell(s: Any, said: Any, points: int, seat: int) -> None:
        label = a.wording.label(t.PlayerType(), seat)
        a.entry(
            s, told, say(said), None, form="score", kind=name, amount=points, piece=None, label="", source="",
            target=label, owners=(None, seat), where=("", seat_place(seat)),
        )  # fmt: skip

    return tell


@hears("move", ev.LedgerEvent)
def _move(a: Telling, told: Told) -> Heard:
    layout, wording, say = a.layout, a.wording, a.sayer(told)
    viewers = layout.cell_viewers

    def tell(s: Any, said: Any, source: int, seen: int, piece: int, target: int, known: int, nth: int) -> None:
        audience = (seen & known) | viewers[target] | (viewers[source] if source >= 0 else 0)
        a.entry(
            s, told, say(said), audience, form="move", kind=layout.piece_kind[piece], amount=1, piece=piece,
            label=a.label(s, piece), source=wording.cell(source) if source >= 0 else "", target=wording.cell(target),
            owners=(layout.cell_seat[source] if source >= 0 else None, layout.cell_seat[target]),
            where=(cell_place(source), cell_place(target)), nth=nth,
        )  # fmt: skip

    return tell


@hears("missing", ev.ShortfallEvent)
def _missing(a: Telling, told: Told) -> Heard:
    step = told.node
    source = step.source.entry if isinstance(step.source, core.ZoneRef) else source_text(step.source)

    def tell(s: Any, left: int, cell: int) -> None:
        target, line = a.wording.cell(cell), step.span.line
        a.add(
            s,
            ev.ShortfallEvent,
            told.card,
            source=source,
            target=target,
            missing=left,
            line=line,
            where=("", cell_place(cell)),
        )

    return tell


@hears("drawn", ev.ChanceEvent)
def _drawn(a: Telling, told: Told) -> Heard:
    viewers = a.layout.cell_viewers

    def tell(s: Any, cell: int, piece: int, seers: int) -> None:
        where, label = a.wording.cell(cell), a.label(s, piece)
        a.add(
            s, ev.ChanceEvent, told.card, viewers[cell] | seers, source=where, form="piece", outcome=label,
            where=(cell_place(cell),),
        )  # fmt: skip

    return tell


def _in_place(kind: type[ev.Event]) -> Listen:
    """Return what tells of something that is done in a cell, to so many pieces."""

    def listen(a: Telling, told: Told) -> Heard:
        def tell(s: Any, cell: int, count: int) -> None:
            a.add(s, kind, told.card, place=a.wording.cell(cell), count=count, where=(cell_place(cell),))

        return tell

    return listen


for _name, _kind in ev.KINDS.items():
    if _kind.__base__ is ev.PlaceEvent and len(attrs.fields(_kind)) == len(attrs.fields(ev.PlaceEvent)):
        hears(_name, _kind)(_in_place(_kind))  # what has no fields of its own says all by its name


@hears("shuffle part", ev.ShufflePartEvent)
def _shuffle_part(a: Telling, told: Told) -> Heard:
    def tell(s: Any, cell: int, count: int) -> None:
        place, where = a.wording.cell(cell), (cell_place(cell),)
        a.add(s, ev.ShufflePartEvent, told.card, place=place, count=count, part=told.node, where=where)

    return tell


@hears("die", ev.ChanceEvent)
def _die(a: Telling, told: Told) -> Heard:
    name, line = told.node.dice, told.node.span.line
    kind, place = a.game.dice[name].faces, dice_place(list(a.game.dice).index(name))

    def tell(s: Any, face: int) -> None:
        label = a.wording.label(kind, face)
        a.add(s, ev.ChanceEvent, told.card, source=name, form="dice", outcome=label, line=line, where=(place,))

    return tell


@hears("shows")
def _shows(_: Telling, __: Told) -> Heard:
    return lambda s: []


@hears("shown")
def _shown(a: Telling, _: Told) -> Heard:
    layout = a.layout
    stacks = [a.game.zones[entry].form == "stack" for entry in layout.cell_entry]

    def note(s: Any, found: list[tuple[int, int]], piece: int, seats: int, known: int, exposed: int) -> None:
        """Note who would see which piece is shown: of a heap only those who look into it, or were shown it before."""
        cell = s.place[piece]
        alone = cell < 0 or stacks[cell] or len(s.zones[cell]) == 1
        eyes = layout.everybody if alone else layout.cell_viewers[cell] | exposed
        found.append((piece, known & eyes | seats))

    return note


@hears("show", ev.ShowEvent)
def _show(a: Telling, told: Told) -> Heard:
    layout, line = a.layout, told.node.span.line

    def tell(s: Any, found: Any, viewers: int) -> None:
        if not found:
            return
        audience = layout.everybody
        for _, eyes in found:
            audience &= eyes
        pieces = tuple([piece for piece, _ in found])
        if len(pieces) > 1 and pieces[0] in layout.face_of:
            pieces = tuple(sorted(pieces, key=lambda die: (s.place[die], s.values[layout.face_of[die]])))
        a.add(
            s, ev.ShowEvent, told.card, audience, kind=layout.piece_kind[pieces[0]], pieces=pieces,
            labels=tuple([a.label(s, piece) for piece in pieces]), viewers=a.seats(viewers), line=line,
        )  # fmt: skip

    return tell

"""A table and a viewer -> its view as a JSON document, in which handles name pieces, places, players and boxes"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from gamedsl.choices import Undo
from gamedsl.documents.handles import Handles
from gamedsl.documents.schemas import view as shape
from gamedsl.documents.value_json import static_handle, value_data
from gamedsl.engine.event_names import cell_place, dice_place, purse_place, seat_place, value_place
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.presentation.view_data import (
    BoxView,
    CellView,
    DisplayView,
    PieceView,
    SeatView,
    Segment,
    ValueView,
    View,
)
from gamedsl.presentation.views import Projector
from gamedsl.semantics.core import types as t


class ViewDocument(Projector):
    """The projection that views are made of, which notes the number of every place and piece in it."""

    def __init__(self, engine: Engine, state: State, seat: int | None, handles: Handles) -> None:
        super().__init__(engine, state, seat, revealed=False)
        self.handles = handles
        self._numbers: list[tuple[tuple[int, ...], int, Sequence[int]]] = []

    def _told(self, fields: tuple[int, ...], owner: int, seen: Sequence[int]) -> None:
        self._numbers.append((fields, owner, seen))

    def document(self, undo: Undo | None) -> shape.View:
        """Return the document; ``undo`` is what the viewer may take back, None where that is not told."""
        view = self.view()
        numbers = iter(self._numbers)
        cells = [self._cell_data(one, *next(numbers)) for one in view.cells]
        return {
            "format": "gamedsl view",
            "version": 1,
            "game": view.game,
            "viewer": None if view.viewer is None else seat_place(view.viewer),
            "decider": None if view.decider is None else seat_place(view.decider),
            "phase": view.phase,
            "phase_words": view.phase_words,
            "decisions": view.decisions,
            "over": view.over,
            "stopped": view.stopped,
            "scored": view.scored,
            "outcome": self._outcome(),
            "undo": None if undo is None else {"possible": undo.possible, "why": undo.why, "decisions": undo.decisions},
            "seats": [_seat(one) for one in view.seats],
            "cells": cells,
            "values": [self._value_data(one, *next(numbers)[:2]) for one in view.values],
            "dice": list(self._dice_data(view)),
            "displays": [self._display(one) for one in view.displays],
        }

    def _outcome(self) -> shape.Outcome | None:
        found = self.engine.outcome(self.state)
        if found is None:
            return None
        return {
            "status": found.status,
            "words": found.words,
            "winners": [seat_place(seat) for seat in found.winners],
            "ranking": [[seat_place(seat) for seat in group] for group in found.ranking],
            "points": list(found.points),
            "breakdown": {name: list(points) for name, points in found.breakdown.items()},
        }

    # ------------------------------------------------------------ places

    def _holder(self, entry: str, owner: int) -> str | None:
        """Return the handle of the piece that a place belongs to, where it has one."""
        each = entry.rpartition(".")[0]
        return None if each in ("", "player") else self.handles.named(owner, self.shown.place[owner])

    def _cell_data(self, cell: CellView, fields: tuple[int, ...], owner: int, seen: Sequence[int]) -> shape.Cell:
        zone = self.game.zones[cell.entry]
        holder = self._holder(cell.entry, owner)
        name = purse_place if zone.form == "purse" else cell_place
        found: shape.Held = {
            "id": self._ids(fields, name),
            "entry": cell.entry,
            "seat": None if cell.seat is None else seat_place(cell.seat),
            "holder": cell.holder_words or None,
            "holder_id": holder,
            "keys": self._key_data(cell, zone.keys),
        }
        if zone.form == "purse":
            unlimited = self.layout.purse_unlimited[fields[0]]
            return {**found, "amount": None if unlimited else cell.amount, "unlimited": unlimited}
        handles = self.handles.pieces(seen, fields[0])
        depths = self._depths(cell, fields[0])
        pieces = [
            self._piece_data(one, handle, depths.get(number))
            for one, handle, number in zip(cell.pieces, handles, seen, strict=True)
        ]
        return {**found, "count": cell.count, "unseen": cell.unseen, "pieces": pieces}

    def _depths(self, cell: CellView, field: int) -> dict[int, int]:
        """Return how many lie upon each piece of a stack; none of those whose order chance has yet to give."""
        found: dict[int, int] = {}
        if cell.form == "stack":
            above = 0
            for block in reversed(self._board(cell.seat).zones[field]):
                if len(block) == 1:
                    found[block[0]] = above
                above += len(block)
        return found

    def _ids(self, fields: tuple[int, ...], name: Any) -> str | None:
        """Return the handle of a place; of one that covers several cells all of them."""
        found = [self.handles.place(name(field)) for field in fields]
        return None if None in found else "+".join(one for one in found if one)

    def _key_data(self, cell: CellView | ValueView, keys: Sequence[Any]) -> list[shape.Key]:
        numbers = cell.numbers if isinstance(cell, CellView) else ()
        several = isinstance(cell, CellView) and cell.spot
        return [
            {
                "text": text,
                "value": numbers[at] if numbers and not several and isinstance(numbers[at], int) else None,
                "id": None if several or not numbers else static_handle(self.layout, key.type, numbers[at]),
            }
            for at, (text, key) in enumerate(zip(cell.keys, keys, strict=True))
        ]

    @staticmethod
    def _piece_data(piece: PieceView, handle: str, depth: int | None) -> shape.Piece:
        return {
            "id": handle,
            "kind": piece.kind,
            "name": piece.name,
            "label": piece.label,
            "owner": None if piece.owner is None else seat_place(piece.owner),
            "depth": depth,
            "traits": [
                {"column": one.column, "text": one.text, "nature": one.nature, "words": one.words}
                for one in piece.traits
            ],
        }

    # ------------------------------------------------------------ values and dice

    def _value_data(self, value: ValueView, fields: tuple[int, ...], owner: int) -> shape.TableValue:
        declared, field = self.game.values[value.entry], fields[0]
        holder = self._holder(value.entry, owner)
        _, numbers = self.layout.values[value.entry].decode(field)
        places = self.shown.place

        def piece(number: int) -> str | None:
            return self.handles.named(number, places[number])

        told = None
        if value.text is not None:
            told = value_data(self.layout, declared.type, self._board(value.seat).values[field], piece)
        return {
            "id": self.handles.place(value_place(field)),
            "entry": value.entry,
            "seat": None if value.seat is None else seat_place(value.seat),
            "holder": value.holder_words or None,
            "holder_id": holder,
            "keys": [
                {"text": text, "value": number, "id": static_handle(self.layout, key.type, number)}
                for text, key, number in zip(value.keys, declared.keys, numbers, strict=True)
            ],
            "text": value.text,
            "value": told,
            "initial": value.initial,
            "stale": value.stale,
        }

    def _dice_data(self, view: View) -> Iterator[shape.Dice]:
        for number, dice in enumerate(view.dice):
            yield {
                "id": dice_place(number),
                "entry": dice.entry,
                "faces": list(dice.faces),
                "pips": dice.pips,
                "stale": list(dice.stale),
            }

    # ------------------------------------------------------------ displays

    def _display(self, display: DisplayView) -> shape.Display:
        name = display.name if display.seat is None else f"{display.name}@{seat_place(display.seat)}"
        return {
            "id": name,
            "name": display.name,
            "seat": None if display.seat is None else seat_place(display.seat),
            "form": display.form,
            "boxed": display.boxed,
            "instead": list(display.instead),
            "boxes": list(self._boxes_data(name, display.boxes)),
        }

    def _boxes_data(self, display: str, boxes: Sequence[BoxView]) -> Iterator[shape.Box]:
        """Yield boxes; a box is called by what it is about, where it is the only one about that, else by its number."""
        about = [self._about(box) for box in boxes]
        for number, (box, own) in enumerate(zip(boxes, about, strict=True)):
            called = number if own is None or about.count(own) > 1 else own
            yield self._box(f"{display}/{called}", own, box)

    def _about(self, box: BoxView) -> str | None:
        if box._about is None:
            return None
        kind, value = box._about
        found = static_handle(self.layout, kind, value)
        if found is None and isinstance(value, int) and self._is_piece(kind):
            return self.handles.named(value, self.shown.place[value])
        return found

    def _box(self, name: str, about: str | None, box: BoxView) -> shape.Box:
        return {
            "id": name,
            "about": about,
            "title": [self._segment(one) for one in box.title],
            "lines": [[self._segment(one) for one in line] for line in box.lines],
            "row": box.row,
            "column": box.column,
            "columns": list(box.columns),
        }

    def _is_piece(self, kind: Any) -> bool:
        item = kind.item if isinstance(kind, t.MaybeType) else kind
        return isinstance(item, t.PieceType)

    def _segment(self, segment: Segment) -> shape.Segment:
        found: shape.Segment = {"text": segment.text, "kind": segment.kind}
        if segment.owner is not None:
            found["owner"] = seat_place(segment.owner)
        if segment.filled is not None and segment.of is not None:
            found["filled"], found["of"] = segment.filled, segment.of
        if segment._piece is not None:
            handle = self.handles.named(segment._piece, self.shown.place[segment._piece])
            if handle is not None:
                found["id"] = handle
        return found


def _seat(seat: SeatView) -> shape.Player:
    return {
        "id": seat_place(seat.seat),
        "name": seat.name,
        "points": seat.points,
        "sources": [{"name": one.name, "points": one.points} for one in seat.sources],
        "you": seat.you,
        "deciding": seat.deciding,
        "winner": seat.winner,
    }

"""Copies that nobody can tell apart: which answers are the same, the first copy, the order in which they are told"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from gamedsl.engine.events import Event, LedgerEvent
from gamedsl.engine.state.choices import Choice
from gamedsl.engine.state.domains import composed, singles
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.semantics.core import types as t


def are_alike(engine: Engine, s: State, kind: t.Answer, one: Any, other: Any) -> bool:
    """Are two answers the same, but for copies that nobody can tell apart?"""
    if one == other or one is None or other is None:
        return bool(one == other)
    if isinstance(kind, t.PartsType):
        return all(are_alike(engine, s, *each) for each in zip(kind.parts, one, other, strict=True))
    signature = engine.evaluator.merger(kind.item if isinstance(kind, t.SomeType) else kind)
    if signature is None:
        return False
    if not isinstance(kind, t.SomeType):
        return bool(signature(s, one) == signature(s, other))
    mine, others = [signature(s, piece) for piece in one], [signature(s, piece) for piece in other]
    return len(mine) == len(others) and all(mine.count(mark) == others.count(mark) for mark in mine)


def first_copy(engine: Engine, piece: int) -> int:
    """Return the first piece of the design and player of a piece: copies that are alike are called by its number."""
    layout = engine.layout
    seat = layout.piece_seat[piece]
    return next(one for one in layout.design_pieces[layout.piece_design[piece]] if layout.piece_seat[one] == seat)


def can_hide(engine: Engine, choice: Choice) -> bool:
    """Tell whether a choice names a piece that can lie hidden from somebody."""
    items = (
        kind.item if isinstance(kind, t.MaybeType) else kind
        for kind, one in singles(choice.type, choice.value)
        if one is not None
    )
    return any(isinstance(item, t.PieceType) and engine.drawing.can_hide(item.kind) for item in items)


def first_copies(engine: Engine, choice: Choice) -> Any:
    """Return what a choice picks, with the numbers of the first copies in the order in which they are named."""
    assert choice.type is not None
    copies: dict[int, Iterator[int]] = {}
    named: dict[int, int] = {}
    layout = engine.layout

    def first(kind: t.Type, piece: Any) -> Any:
        item = kind.item if isinstance(kind, t.MaybeType) else kind
        if piece is None or not isinstance(item, t.PieceType) or not engine.drawing.can_hide(item.kind):
            return piece
        if piece not in named:
            start = first_copy(engine, piece)
            own = (
                one
                for one in layout.design_pieces[layout.piece_design[piece]]
                if layout.piece_seat[one] == layout.piece_seat[piece]
            )
            named[piece] = next(copies.setdefault(start, own))
        return named[piece]

    return composed(choice.type, choice.value, first)


def in_told_order(engine: Engine, events: Sequence[Event]) -> Sequence[Event]:
    """Return events as they are told: copies that one step moves out of several places by the order of these places.

    The rules take them by their numbers, which would tell which of two copies has the lower one. Who sees a move goes
    with the place that it comes from. All else stays, and so does what somebody does not know: it goes place by place.
    """
    found = None
    for first, last in _several_moved(events):
        found = list(events) if found is None else found
        for places in _alike(engine, events, range(first, last)):
            moves = [events[at] for at in places]
            sources = sorted(moves, key=lambda one: _source(engine, one))
            for at, move, other in zip(places, moves, sources, strict=True):
                assert isinstance(move, LedgerEvent) and isinstance(other, LedgerEvent)
                found[at] = attrs.evolve(
                    move,
                    source=other.source,
                    where=(other.where[0], move.where[1]),
                    owners=(other.owners[0], move.owners[1]),
                    audience=other.audience,
                )
    return events if found is None else found


def _several_moved(events: Sequence[Event]) -> Iterator[tuple[int, int]]:
    """Yield from where to where the moves stand that one step makes without anything else between them."""
    first, last = 0, -1
    for at, event in enumerate(events):
        if not isinstance(event, LedgerEvent) or event.nth < 0:
            continue
        if at == last and event.nth == events[at - 1].nth + 1:  # type: ignore[attr-defined]
            last = at + 1
            continue
        if last > first + 1:
            yield first, last
        first, last = at, at + 1
    if last > first + 1:
        yield first, last


def _alike(engine: Engine, events: Sequence[Event], places: range) -> Iterator[list[int]]:
    """Yield where moves of copies stand among others, whoever sees them."""
    groups: dict[object, list[int]] = {}
    layout = engine.layout
    for at in places:
        move = events[at]
        if isinstance(move, LedgerEvent) and move.piece is not None:
            sort = layout.piece_design[move.piece], layout.piece_seat[move.piece], move.label
            groups.setdefault(sort, []).append(at)
    for group in groups.values():
        if len({events[at].where[0] for at in group}) > 1:
            yield group


def _source(engine: Engine, move: Event) -> tuple[int, str]:
    """Return by what the places are ordered from which pieces move: numbers of places of a piece tell which it is."""
    assert isinstance(move, LedgerEvent)
    cell = int(move.where[0][1:]) if move.where[0] else -1
    each = engine.layout.cell_entry[cell].rpartition(".")[0] if cell >= 0 else ""
    return (cell, "") if each in ("", "player") else (len(engine.layout.cell_entry), move.source)

"""Kinds of pieces -> what tells copies of one design apart for players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamedsl.engine.state.flat import State
from gamedsl.engine.write.compiling import Compiler
from gamedsl.semantics.core import types as t

Signature = Callable[[State, int], Any]


def merger(c: Compiler, kind: t.Type) -> Signature | None:
    """Return what tells pieces of one kind apart for players; None when every piece is its own choice."""
    item = kind.item if isinstance(kind, t.MaybeType) else kind
    if not isinstance(item, t.PieceType):
        return None
    declared = c.game.kinds[item.kind]
    if declared.form == "space" or all(design.copies == 1 for design in declared.designs):
        return None
    layout = c.layout
    first, _ = layout.kind_pieces[item.kind]
    prefix = item.kind + "."
    values = [(grid.base, grid.owner_stride) for name, grid in layout.values.items() if name.startswith(prefix)]
    purses = [(grid.base, grid.owner_stride) for name, grid in layout.purses.items() if name.startswith(prefix)]
    cells = [(grid.base, grid.owner_stride) for name, grid in layout.cells.items() if name.startswith(prefix)]
    designs, seats, stack = layout.piece_design, layout.piece_seat, c.board.stack

    def signature(s: State, piece: int) -> Any:
        cell = s.place[piece]
        rank = None
        if cell >= 0 and stack[cell]:
            rank = next(number for number, block in enumerate(s.zones[cell]) if piece in block)
        mark: list[Any] = [designs[piece], seats[piece], cell, s.spot[piece], rank, s.known[piece]]
        own = piece - first
        for base, size in values:
            mark.extend(s.values[base + own * size : base + (own + 1) * size])
        for base, size in purses:
            mark.extend(s.purses[base + own * size : base + (own + 1) * size])
        for base, size in cells:
            inside = s.zones[base + own * size : base + (own + 1) * size]
            mark.append(piece if any(inside) else None)
        return tuple(mark)

    return signature

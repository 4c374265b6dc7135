"""A layout and a kind -> what tells its copies apart besides the place where they lie: what belongs to each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamedsl.engine.state.flat import State
from gamedsl.engine.state.layout import Layout
from gamedsl.semantics.core import types as t

Marks = Callable[[State, int], tuple[Any, ...]]


def own_marks(layout: Layout, kind: str) -> Marks:
    """Return a function of state and piece: its design and player, its values and amounts, which values mean it.

    A piece that others lie on is like no other.
    """
    first, _ = layout.kind_pieces[kind]
    prefix = kind + "."
    values = [(grid.base, grid.owner_stride) for name, grid in layout.values.items() if name.startswith(prefix)]
    purses = [(grid.base, grid.owner_stride) for name, grid in layout.purses.items() if name.startswith(prefix)]
    cells = [(grid.base, grid.owner_stride) for name, grid in layout.cells.items() if name.startswith(prefix)]
    naming = [
        field
        for name, value in layout.game.values.items()
        if _names(value.type, kind)
        for field in range(layout.values[name].base, layout.values[name].base + layout.values[name].size)
    ]
    designs, seats = layout.piece_design, layout.piece_seat

    def marks(s: State, piece: int) -> tuple[Any, ...]:
        found: list[Any] = [designs[piece], seats[piece]]
        own = piece - first
        for base, size in values:
            found.extend(s.values[base + own * size : base + (own + 1) * size])
        for base, size in purses:
            found.extend(s.purses[base + own * size : base + (own + 1) * size])
        for base, size in cells:
            found.append(tuple(s.zones[base + own * size : base + (own + 1) * size]))
        for field in naming:
            value = s.values[field]
            found.append(piece in value if type(value) is tuple else piece == value)
        return tuple(found)

    return marks


def _names(kind: t.Type, piece: str) -> bool:
    """Tell whether a value of a type names pieces of a kind."""
    while isinstance(kind, t.MaybeType | t.SetType | t.ListType):
        kind = kind.item
    return isinstance(kind, t.PieceType) and kind.kind == piece

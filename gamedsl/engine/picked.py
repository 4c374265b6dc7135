"""A hidden pick while a loop over pieces is open -> a note of who cannot tell which piece of the loop it was.

A loop keeps its pieces in an order. Who does not see which piece of a heap is picked meanwhile cannot tell whether it
is the one whose turn it is in the loop, another one of it, or none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gamedsl.engine.state.choices import Choice
from gamedsl.engine.state.domains import singles
from gamedsl.engine.state.drawing import Drawing
from gamedsl.engine.state.flat import StateLike
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t


def pieces_picked(game: model.CheckedGame, choice: Choice, meant: Any) -> list[int]:
    """Return the pieces, other than spaces, that a choice picks; ``meant``: what its value means."""
    found = ((kind.item if isinstance(kind, t.MaybeType) else kind, one) for kind, one in singles(choice.type, meant))
    return [
        one
        for kind, one in found
        if isinstance(kind, t.PieceType) and one is not None and game.kinds[kind.kind].form != "space"
    ]


def can_pick_pieces(game: model.CheckedGame, choice: Choice) -> bool:
    """Tell whether choices of a kind can pick pieces other than spaces."""
    parts = () if choice.type is None else t.parts_of(choice.type)
    items = [one.item if isinstance(one, t.SomeType | t.MaybeType) else one for one in parts]
    return any(isinstance(one, t.PieceType) and game.kinds[one.kind].form != "space" for one in items)


def note_picks(
    drawing: Drawing, s: StateLike, seat: int, loops: Callable[[], Sequence[Sequence[int]]], pieces: Sequence[int]
) -> None:
    """Note for every open loop over the heap in which a picked piece lies who does not see which one it is.

    ``seat`` picks ``pieces``; ``loops`` gives those of open loops: mostly all see which it is, and nobody asks.
    """
    for piece in pieces:
        cell = s.place[piece]
        if s.known[piece] & drawing.viewers[cell] == drawing.layout.everybody:
            continue  # everybody sees it anyway
        if cell < 0 or drawing.stack[cell] or len(s.zones[cell]) < 2:
            continue
        blind = drawing.layout.everybody & ~drawing.recognised(s, piece, s.exposed) & ~(1 << seat)
        inside = s.zones[cell]
        for loop in loops() if blind else ():
            if any(one in loop for one in inside):
                s.mixes = (s.mixes, inside, loop, blind, "picked")

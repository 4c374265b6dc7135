"""A state and a seat -> who knows which piece, as far as this seat can tell."""

from __future__ import annotations

from gamedsl.engine.state.flat import State
from gamedsl.engine.state.layout import Layout


def known_by(layout: Layout, s: State, piece: int, seat: int) -> int:
    """Return who knows what lies in the place of a piece, as far as a seat can tell.

    Whoever sees the place does, and what everybody has seen, who only watches as well, is public. Who else has kept
    track of a piece depends on what others were shown and saw go in secret: that says what is hidden from the seat.
    """
    cell, seats, own = s.place[piece], s.known[piece], 1 << seat
    is_public = seats & (layout.everybody + 1 >> 1)
    others = layout.everybody if is_public else 0 if cell < 0 else layout.cell_viewers[cell]
    return others & ~own | seats & own

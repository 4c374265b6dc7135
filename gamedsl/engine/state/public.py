"""A state and a seat -> who knows which piece, as far as this seat can tell."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.engine.state.flat import StateLike
from gamedsl.engine.state.layout import Layout


def who_knows(layout: Layout, seat: int) -> Callable[[int, int], int]:
    """Return what tells who knows what lies in a place, as far as a seat can tell, by its cell and who knows the piece.

    Whoever sees the place does, and what everybody has seen, who only watches as well, is public. Who else has kept
    track of a piece depends on what others were shown and saw go in secret: that says what is hidden from the seat.
    """
    everybody, viewers, own = layout.everybody, layout.cell_viewers, 1 << seat
    watching, others = everybody + 1 >> 1, ~own

    def known(cell: int, seats: int) -> int:
        found = everybody if seats & watching else 0 if cell < 0 else viewers[cell]
        return found & others | seats & own

    return known


def known_by(layout: Layout, s: StateLike, seat: int) -> list[int]:
    """Return by piece who knows what lies in its place, as far as a seat can tell."""
    return [*map(who_knows(layout, seat), s.place, s.known)]

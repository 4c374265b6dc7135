"""Forced outcomes of a state in, which of them comes next and which pieces are kept for later draws out.

An outcome is struck out when it has come: a face when it is rolled, a piece when it leaves its place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import attrs

from gamedsl.engine.state.flat import Forced, StateLike
from gamedsl.engine.state.layout import Grid
from gamedsl.source import Span


def coming(s: StateLike, stream: int, place: int, seen: bool) -> Forced | None:
    """Return the outcome that is forced next at a place, for a draw that somebody sees, or that nobody sees."""
    for entry in s.forced[stream]:
        if entry.unseen != seen and not entry.held and (entry.places is None or place in entry.places):
            return entry
    return None


def strike(s: StateLike, stream: int, entry: Forced) -> None:
    """Take out an outcome that has come."""
    s.forced[stream] = tuple([one for one in s.forced[stream] if one is not entry])


def kept(s: StateLike, stream: int, cell: int, pieces: Iterable[int]) -> list[int]:
    """Return, of pieces in a cell, one for every outcome that is still to come there, in their order."""
    free, found = list(pieces), []
    for entry in s.forced[stream]:
        if entry.places is None or cell in entry.places:
            piece = next((piece for piece in entry.value if piece in free), None)
            if piece is not None:
                free.remove(piece)
                found.append(piece)
    return found


def hold(s: StateLike) -> None:
    """Let no forced outcome come for now: the steps of ``given`` in front of its own line do not take it."""
    s.forced = [tuple([attrs.evolve(one, held=True) for one in entries]) for entries in s.forced]


def release(s: StateLike, spans: Collection[Span]) -> None:
    """Let the outcomes that are written at some places come."""
    s.forced = [
        tuple([attrs.evolve(one, held=one.held and one.span not in spans) for one in entries]) for entries in s.forced
    ]


def is_of(grid: Grid | None, seat: int, places: frozenset[int]) -> bool:
    """Tell whether places of an entry that each player has are those of a seat."""
    return grid is not None and all((place - grid.base) // grid.owner_stride == seat for place in places)

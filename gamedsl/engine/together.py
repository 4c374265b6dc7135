"""A state in which all begin to decide ``together`` -> what others see meanwhile, and what else was so then."""

from __future__ import annotations

from typing import Any

from gamedsl.engine.state.flat import TABLE, State, mixes_back
from gamedsl.engine.state.layout import Grid, Layout


def resume(s: State) -> tuple[Any, ...]:
    """Return what else tells beginnings of a phase ``together`` apart, in comparisons and saves.

    Whoever plays on from there has the whole block of that moment (``BlockState.second``). How much somebody had lost
    track of by then, what was just shown, and how often chance was asked are part of it: what others do since must not
    be known.
    """
    past = (sum(1 for _ in mixes_back(s)), s.exposed, tuple(s.draws))
    return s.open_now(), tuple(s.turns), tuple(s.latches), s.pending, past, s.ledger_size, s.decisions


def snapshot(s: State) -> tuple[Any, ...]:
    """Return what the others see while a phase ``together`` is on: the table as it was when it began."""
    return tuple([tuple(getattr(s, name)) for name in TABLE])


def behind_curtain(layout: Layout, state: State, seat: int | None) -> State:
    """Return a copy of a state while players decide together: what is not the seat's own is as it was before."""
    assert state.curtain is not None
    before = state.copy()
    for name, content in zip(TABLE, state.curtain[0], strict=True):
        setattr(before, name, list(content))
    if seat is None:
        return before
    lists: tuple[tuple[list[Any], list[Any], dict[str, Grid]], ...] = (
        (before.purses, state.purses, layout.purses),
        (before.zones, state.zones, layout.cells),
        (before.values, state.values, layout.values),
    )
    for old, new, grids in lists:
        for entry, grid in grids.items():
            if entry.startswith("player."):
                own = slice(grid.base + seat * grid.owner_stride, grid.base + (seat + 1) * grid.owner_stride)
                old[own] = new[own]
    for piece, cell in enumerate(state.place):
        if cell >= 0 and layout.cell_entry[cell].startswith("player.") and layout.cell_owner[cell] == seat:
            before.place[piece], before.spot[piece] = cell, state.spot[piece]
    return before

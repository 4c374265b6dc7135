"""A state while all decide ``together`` -> the same as one of them, or a spectator, sees it."""

from __future__ import annotations

from gamedsl.engine.state.flat import TABLE
from gamedsl.engine.state.layout import Grid, Layout
from gamedsl.kernel.state.block import State


def behind_curtain(layout: Layout, state: State, seat: int | None) -> State:
    """Return a copy of a state while players decide together: what is not the seat's own is as it was before."""
    assert state.curtain is not None
    before = state.copy()
    for name, content in zip(TABLE, state.curtain[0], strict=True):
        for at, (now, then) in enumerate(zip(getattr(state, name), content, strict=True)):
            if now != then:
                before.put(name, at, then)
    if seat is None:
        return before
    grids_of: dict[str, dict[str, Grid]] = {"purses": layout.purses, "zones": layout.cells, "values": layout.values}
    for name, grids in grids_of.items():
        own = getattr(state, name)
        for entry, grid in grids.items():
            if entry.startswith("player."):
                for at in range(grid.base + seat * grid.owner_stride, grid.base + (seat + 1) * grid.owner_stride):
                    before.put(name, at, own[at])
    for piece, cell in enumerate(state.place):
        if cell >= 0 and layout.cell_entry[cell].startswith("player.") and layout.cell_owner[cell] == seat:
            before.put("place", piece, cell)
            before.put("spot", piece, state.spot[piece])
    return before

"""A game -> the positions that ``repeated`` asks for, and which of them not everybody has seen"""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.engine.state.flat import StateLike
from gamedsl.engine.state.layout import Layout
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import walk

KEPT = 1_000
"""Positions that are kept of each condition; one that came back later than that has been forgotten."""
DEEPEST = 8
"""Pieces that lie on each other, as far as they are looked at."""
Entries = tuple[str, ...]


def hidden_positions(layout: Layout) -> list[int]:
    """Return the places in ``State.past`` of positions that not everybody sees."""
    return [
        place
        for place, entries in enumerate(asked_of(layout.game))
        if not all(_is_open(layout, name) for name in entries)
    ]


def hide(s: StateLike, hidden: list[int]) -> None:
    """Forget some positions, in a state that somebody imagines."""
    for place in hidden:
        s.put("past", place, (0, ()))


def asked_of(game: model.CheckedGame) -> dict[Entries, frozenset[str]]:
    """Return the entries that conditions name, with the phases whose turns count: for ``end`` all that have turns."""
    turns = frozenset(name for name, phase in game.phases.items() if phase.who is not None and not phase.who.together)
    found: dict[Entries, frozenset[str]] = {}
    for phase in game.phases.values():
        for node in _repeated(phase.until):
            found[node.names] = found.get(node.names, frozenset()) | {phase.name}
    for value in (*[end.condition for end in game.ends], game.winner):
        for node in _repeated(value):
            found[node.names] = turns
    return found


def _repeated(value: core.Value | None) -> Iterator[core.Repeated]:
    yield from (node for node in walk(value) if isinstance(node, core.Repeated))


def _is_open(layout: Layout, name: str) -> bool:
    """Tell whether everybody sees all of an entry, copies of pieces included."""
    zone = layout.game.zones.get(name)
    viewers = layout.cell_viewers if name in layout.cells else layout.purse_viewers
    if zone is not None:
        grid = layout.cells.get(name) or layout.purses[name]
        return all(seen == layout.everybody for seen in viewers[grid.base : grid.base + grid.size])
    grid, kind = layout.values[name], item_of(layout.game.values[name].type)
    if grid.base in layout.secret:
        return False
    return not (isinstance(kind, t.PieceType) and is_copied(layout, kind.kind) and _can_hide(layout, kind.kind))


def is_copied(layout: Layout, name: str) -> bool:
    """Tell whether a kind has pieces that are copies of one design, or of one for each player."""
    kind = layout.game.kinds[name]
    return kind.form != "space" and layout.kind_pieces[name][1] > len(kind.designs)


def _can_hide(layout: Layout, kind: str) -> bool:
    cells = (cell for cell, entry in enumerate(layout.cell_entry) if layout.game.zones[entry].kind == kind)
    return any(layout.cell_viewers[cell] != layout.everybody for cell in cells)


def item_of(kind: t.Type) -> t.Type:
    """Return what values of a type hold, however deep, or are."""
    while isinstance(kind, t.MaybeType | t.SetType | t.ListType):
        kind = kind.item
    return kind

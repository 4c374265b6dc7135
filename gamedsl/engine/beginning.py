"""A set-up -> the table before ``setup``: everything where ``full`` puts it, values at their start."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gamedsl.engine.errors import SetupError
from gamedsl.engine.state.drawing import Drawing
from gamedsl.engine.state.flat import Eval
from gamedsl.engine.state.layout import Layout
from gamedsl.engine.words.wording import Wording
from gamedsl.semantics import core


class Table:
    """What lies on the table: the part of a ``State`` that ``full`` and values at their start decide."""

    def __init__(self) -> None:
        self.purses: list[int] = []
        self.zones: list[tuple[Any, ...]] = []
        self.values: list[Any] = []
        self.dice: list[int] = []
        self.place: list[int] = []
        self.spot: list[tuple[int, ...]] = []
        self.known: list[int] = []
        self.aware: list[int] = []
        self.scores: list[int] = []
        self.points: list[int] = []


def beginning(drawing: Drawing, wording: Wording) -> Table:
    """Return the table before ``setup``; raise SetupError where several pieces should start in a place for one."""
    layout, s = drawing.layout, Table()
    s.purses = [0] * len(layout.purse_entry)
    s.zones = [()] * len(layout.cell_entry)
    s.dice = list(layout.dice_first)
    s.place = [-1] * len(layout.piece_design)
    s.spot = [()] * len(s.place)
    s.known = [0] * len(s.place)
    s.scores = [0] * (len(layout.game.sources) * layout.seats)
    s.points = [0] * layout.seats
    s.values = [None] * len(layout.value_entry)
    for purse, amount in layout.starting_amounts():
        s.purses[purse] = amount
    _lay_pieces(drawing, s)
    for field, value in initial_values(s, layout, wording.value):
        s.values[field] = value
    if layout.secret:
        murky = wording.secrets.murky
        s.aware = [
            layout.secret_viewers[rank] if layout.value_entry[field] in murky else layout.everybody
            for field, rank in layout.secret.items()
        ]
    return s


def initial_values(s: Any, layout: Layout, evaluate: Callable[[core.Value], Eval]) -> Iterator[tuple[int, Any]]:
    """Give the values with which the table begins, by their fields; each may read those that came before."""
    for value in layout.game.values.values():
        grid = layout.values[value.name]
        make = evaluate(value.initial)
        for field in range(grid.base, grid.base + grid.size):
            owner, _ = grid.decode(field)
            you = owner if value.each == "player" else None
            yield field, make(s, [0, 0, you, None, owner])


def _lay_pieces(drawing: Drawing, s: Table) -> None:
    for cell, pieces in drawing.layout.starting_cells():
        if drawing.slot[cell] and len(pieces) > 1:
            place = drawing.names.cell(cell)
            raise SetupError(f"{place} takes one piece, but {len(pieces)} should start there")
        s.zones[cell] = tuple((piece,) for piece in reversed(pieces)) if drawing.stack[cell] else tuple(pieces)
        for piece in pieces:
            s.place[piece] = cell
            s.known[piece] = drawing.viewers[cell]
            if drawing.spread[cell]:
                s.spot[piece] = (cell,)

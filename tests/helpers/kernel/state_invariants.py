"""An engine and a state of it -> whether all its parts agree: places, knowledge, supplies, values, what is open."""

from __future__ import annotations

from gamedsl.engine.errors import Limits
from gamedsl.engine.state.flat import RUNNING, mixes_back
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine

SORTS = ("all", "unknown", "swapped", "paid", "could", "picked")


def demand_sound(engine: Engine, s: State, start: State) -> None:
    """Fail where parts of a state contradict each other; ``start`` is any other state of the same set-up."""
    for name in ("purses", "zones", "values", "dice", "place", "spot", "known", "scores", "points", "latches", "draws"):
        assert len(getattr(s, name)) == len(getattr(start, name)), name
    _demand_pieces(engine, s)
    _demand_supplies(engine, s, start)
    for value, other in zip(s.values, start.values, strict=True):
        assert None in (value, other) or type(value) is type(other)
    _demand_mixes(engine, s)
    if s.status == RUNNING:
        opened = engine.open(s)
        assert opened[-1].you == engine.decider(s)
        assert engine.codes(s)


def _demand_pieces(engine: Engine, s: State) -> None:
    layout, found = engine.layout, dict[int, list[int]]()
    for cell, inside in enumerate(s.zones):
        form = layout.cell_form[cell]
        pieces = [piece for block in inside for piece in block] if form == "stack" else list(inside)
        assert form != "slot" or len(pieces) <= 1
        kind = engine.game.zones[layout.cell_entry[cell]].kind
        for piece in pieces:
            assert layout.piece_kind[piece] == kind
            found.setdefault(piece, []).append(cell)
    for piece, cell in enumerate(s.place):
        assert tuple(found.get(piece, ())) == (tuple(sorted(s.spot[piece])) or ((cell,) if cell >= 0 else ()))
        assert cell == (s.spot[piece][0] if s.spot[piece] else cell)
        assert 0 <= s.known[piece] <= layout.everybody


def _demand_supplies(engine: Engine, s: State, start: State) -> None:
    """Amounts of a limited counter add up to its supply while no purse of it is unlimited."""
    layout = engine.layout
    for purse, amount in enumerate(s.purses):
        assert layout.purse_least[purse] <= amount <= Limits.amount
    for counter in engine.game.counters:
        purses = [purse for purse, entry in enumerate(layout.purse_entry) if engine.game.zones[entry].kind == counter]
        if not any(layout.purse_unlimited[purse] for purse in purses):
            assert sum(s.purses[purse] for purse in purses) == sum(start.purses[purse] for purse in purses)


def _demand_mixes(engine: Engine, s: State) -> None:
    """What somebody lost track of, and what was shown, are things of the set-up."""
    for piece, seats in s.exposed:
        assert 0 <= piece < len(s.place) and 0 <= seats <= engine.layout.everybody
    for _, things, known, blind, sort in mixes_back(s):
        size = len(s.purses) if sort == "paid" else len(s.place)
        assert sort in SORTS and 0 <= blind <= engine.layout.everybody
        assert all(0 <= thing < size for thing in things)
        assert sort == "picked" or len(known) == (0 if sort == "paid" else len(things))

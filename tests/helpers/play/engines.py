"""Helpers for tests of the engine: rule texts -> engines, and small games to play with."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast

import gamedsl
from gamedsl.engine.state.chance import POLICY_STREAM, draw
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.play.engines import engine_for

EXAMPLES = Path(__file__).parents[3] / "examples"

FRAME = """
game Small "Small"
  players: 2 to 4

{parts}

end
  winner: {winner}
"""
WINNER = "the p in players with most p.points ties all"


def engine_of(parts: str, seats: int = 2, winner: str = WINNER, **options: bool | int | str) -> Engine:
    """Return the engine of a small game; ``parts`` are its sections."""
    text = FRAME.format(parts=parts.strip("\n"), winner=winner)
    return engine_for(gamedsl.loads(text).checked, seats, options)


def example(name: str, seats: int, options: Mapping[str, bool | int | str] | None = None) -> Engine:
    """Return the engine of an example or bundled game."""
    path = EXAMPLES / f"{name}.game"
    return engine_for(gamedsl.load(path if path.exists() else name).checked, seats, options)


def texts(engine: Engine, state: State) -> list[str]:
    """Return the legal choices as text."""
    return [engine.choice_text(state, choice) for choice in engine.legal(state)]


def play(engine: Engine, state: State, *moves: str) -> State:
    """Play choices given as text."""
    for move in moves:
        found = {engine.choice_text(state, choice): choice.code for choice in engine.legal(state)}
        engine.apply(state, found[move])
    return state


def play_out(
    engine: Engine, seed: int, each: Callable[[State], None] = lambda state: None, most: int = 5000, log: bool = True
) -> State:
    """Play a game at random from a seed; ``each`` sees the state before every decision and at the end."""
    state = engine.start(seed, log=log)
    while engine.decider(state) is not None and state.decisions < most:
        each(state)
        codes = engine.codes(state)
        engine.apply(state, codes[draw(state.key, 0, POLICY_STREAM, state.decisions, len(codes))])
    each(state)
    return state


def said(engine: Engine, state: State) -> dict[str, Any]:
    """Return all that a state says, as it would be saved."""
    return cast("dict[str, Any]", json.loads(json.dumps(engine.to_json(state))))


def same(engine: Engine, one: State, other: State) -> bool:
    """Tell whether two states are equal with equal hashes, and say the same."""
    equal = one == other and hash(one) == hash(other)
    return equal and one.events() == other.events() and said(engine, one) == said(engine, other)


def contents(engine: Engine, state: State, cell: int) -> tuple[int, ...]:
    """Return the pieces of a cell, whatever lies on top, in their order."""
    inside = state.zones[cell]
    is_stack = engine.layout.cell_form[cell] == "stack"
    return tuple(sorted(piece for block in inside for piece in block)) if is_stack else tuple(inside)


def conserved(playing: Engine, state: State) -> None:
    """Everything that is counted is where it says, and adds up."""
    layout = playing.layout
    fresh = playing.blank(0, 0, False)
    for counter in playing.game.counters.values():
        purses = [
            number for number, entry in enumerate(layout.purse_entry) if playing.game.zones[entry].kind == counter.name
        ]
        if not any(layout.purse_unlimited[number] for number in purses):
            assert sum(fresh.purses[number] for number in purses) == sum(state.purses[number] for number in purses)
    found: dict[int, set[int]] = {}
    for cell in range(len(state.zones)):
        for piece in contents(playing, state, cell):
            found.setdefault(piece, set()).add(cell)
    for piece, cell in enumerate(state.place):
        expected = set(state.spot[piece]) or ({cell} if cell >= 0 else set())
        assert expected == found.get(piece, set())
    assert all(amount >= least for amount, least in zip(state.purses, layout.purse_least, strict=True))


def value(engine: Engine, state: State, name: str, seat: int | None = None) -> Any:
    """Return a value of the table, without keys."""
    grid = engine.layout.values[name if seat is None else f"player.{name}"]
    return state.values[grid.base + (seat or 0) * grid.owner_stride]


def amount(engine: Engine, state: State, name: str, seat: int | None = None) -> int:
    """Return the amount in a purse without keys."""
    grid = engine.layout.purses[name if seat is None else f"player.{name}"]
    return state.purses[grid.base + (seat or 0) * grid.owner_stride]


def zone(engine: Engine, state: State, name: str, seat: int | None = None) -> Any:
    """Return the contents of a zone without keys, as the state holds them."""
    grid = engine.layout.cells[name if seat is None else f"player.{name}"]
    return state.zones[grid.base + (seat or 0) * grid.owner_stride]

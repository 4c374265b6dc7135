"""A state of one of two worlds -> which pieces the values of its table name, and the same in the other world."""

from __future__ import annotations

from collections.abc import Mapping

from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.players.imagine.hidden_pieces import kind_named
from gamedsl.semantics import core
from gamedsl.semantics.core.walk import bodies, walk


def pieces_named(engine: Engine, state: State, field: int) -> list[int]:
    """Return the pieces that a value of the table names."""
    if not _names_pieces(engine, field):
        return []
    value = state.values[field]
    return [one for one in (value if isinstance(value, tuple) else (value,)) if one is not None]


def _names_pieces(engine: Engine, field: int) -> bool:
    kind = kind_named(engine.game.values[engine.layout.value_entry[field]].type)
    return kind is not None and engine.game.kinds[kind.kind].form != "space"


def named_in_secret(engine: Engine, state: State) -> list[list[int]]:
    """Return what the values name that not everybody sees."""
    return [pieces_named(engine, state, field) for field in engine.layout.secret]


def plays_what_values_name(engine: Engine) -> bool:
    """Tell whether rules move or show what hidden values name: then it must correspond in both worlds."""
    hidden = {engine.layout.value_entry[field] for field in engine.layout.secret if _names_pieces(engine, field)}
    nodes = (node for body in bodies(engine.game) for node in walk(*body.parts))
    steps = [node for node in nodes if isinstance(node, core.Move | core.Let)]
    read = (one for step in steps for one in walk(step) if isinstance(one, core.ReadValue))
    return any(one.entry in hidden for one in read)


def name_alike(engine: Engine, start: State, state: State, seat: int, moved: Mapping[int, int]) -> None:
    """Let values that a seat does not know name what lies where that lies which they name in the first world."""
    for field, rank in engine.layout.secret.items():
        if not start.aware[rank] >> seat & 1 and _names_pieces(engine, field):
            value = start.values[field]
            if isinstance(value, tuple):
                state.put("values", field, tuple(sorted(moved.get(one, one) for one in value)))
            else:
                state.put("values", field, value if value is None else moved.get(value, value))

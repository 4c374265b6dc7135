"""States of the kernel engine -> what is read of them by names: every attribute, at every decision of a random game"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gamedsl.engine.state.chance import POLICY_STREAM, draw
from gamedsl.engine.state.flat import RUNNING, STOPPED
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from tests.frozen.folds import LISTS, Said, at_random, plain
from tests.helpers.kernel.interpreter import Interpreter

SINGLE = ("key", "game_number", "armed", "status", "end", "winners", "turn_of", "decisions")


def reading(s: State) -> Said:
    """Return all that is read of a state, what is open and under way in it too."""
    said: dict[str, Any] = {name: plain([*getattr(s, name)]) for name in LISTS}
    said |= {name: getattr(s, name) for name in (*SINGLE, "turns", "active")}
    said["open"] = [
        (one.paragraph, one.is_offer, plain([*one.frame[2:]]), sorted(one.held.items()), sorted(one.loops.items()))
        for one in s.open()
    ]
    return said


def moments(engine: Engine, seed: int, limit: int, s: State | None = None) -> Iterator[State]:
    """Play at random to a number of decisions, from the beginning or from a state on; yield every state."""
    state: Any = engine.start(seed, log=False) if s is None else s
    for _ in at_random(engine, state, limit):
        yield state


def story(engine: Engine, seed: int, limit: int) -> list[Said]:
    """Return what is read of a random game, decision by decision; not of one that a rule has stopped."""
    return [reading(s) for s in moments(engine, seed, limit) if s.status != STOPPED]


def by_interpreter(engine: Engine, seed: int, limit: int) -> Iterator[Said]:
    """Play a random game node by node; yield what is read of its numbers."""
    carried = engine.programs.first
    naive = Interpreter(carried.program)
    numbers = naive.start(seed)
    while True:
        codes = naive.codes(numbers)
        s = State(carried.reading, numbers)
        yield reading(s)
        if not codes or s.status != RUNNING or s.decisions >= limit:
            return
        naive.apply(numbers, codes[draw(s.key, 0, POLICY_STREAM, s.decisions, len(codes))])

"""Notes of phases ``together`` -> the curtain of the state: the table as it was, and from where to play on again"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamedsl.engine.together import resume, snapshot
from gamedsl.kernel.lowering.trace_points import Told
from gamedsl.kernel.program import Program
from gamedsl.kernel.resume_points import Standing
from gamedsl.kernel.trace.journal import Heard


def beginnings(program: Program) -> dict[int, int]:
    """Return the blocks from which all decide at the same time, by who that is."""
    return {id(one.node): block for block, one in program.standing.items() if isinstance(one, Standing)}


def curtains(program: Program) -> Callable[[Told], Heard]:
    """Return who listens when all begin to decide at the same time, when whose turn it is then, and when all have."""
    blocks, at = beginnings(program), program.places()["resume"]

    def listener(told: Told) -> Heard:
        block = blocks[id(told.node.who)]

        def begins(s: Any) -> None:
            s[at] = block
            s.second = tuple(s)
            s.curtain = (snapshot(s), None, s.log_size, resume(s), ())

        def turn(s: Any, seat: int) -> None:
            s.curtain = (s.curtain[0], seat, *s.curtain[2:])

        def ends(s: Any) -> None:
            s.curtain = s.second = None

        heard: dict[str, Heard] = {"all begin": begins, "one decides": turn, "all have decided": ends}
        return heard[told.what]

    return listener

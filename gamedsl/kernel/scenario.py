"""A kernel program with entrances, what a scenario gives and where it begins -> the state in which its moves begin."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.kernel.lowering.context import NOBODY
from gamedsl.kernel.lowering.play.entrances import ENTERED
from gamedsl.kernel.playing import RUNNING, Block, PythonKernel
from gamedsl.semantics.core import model


def set_up_alone(kernel: PythonKernel, s: Block) -> bool:
    """Carry setup out in a state of before; tell whether the game goes on and nobody was asked."""
    s[kernel.at[ENTERED]] = 1
    kernel.set_up(s)
    return s[kernel.at["status"]] == RUNNING


def begin(kernel: PythonKernel, s: Block, game: model.CheckedGame, way: Sequence[str]) -> str | None:
    """Begin the first turns of the phases on a way, arm the triggers, and run the last phase to its first decision.

    Return the phase in which nobody has a turn, or which stopped the game with a fault; None when play has begun.
    """
    around = ""
    for name in way[:-1]:
        kernel.enter(s, "turn", around, name)
        if s[kernel.at["status"]] != RUNNING:
            return name
        if game.phases[name].who is not None and s[kernel.at[f"phase {name}.turn"]] == NOBODY:
            return name
        around = name
    kernel.enter(s, "arm")
    if s[kernel.at["status"]] == RUNNING:
        s[kernel.at[ENTERED]] = 0
        kernel.enter(s, *(("begin", around, way[-1]) if way else ("begin",)))
    return None

"""A state in the middle of a scenario -> the same behind setup, behind ``given``, or in the phase where it begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from gamedsl.engine.rules.codes import Code
from gamedsl.engine.rules.paragraphs import Paragraphs
from gamedsl.engine.state.flat import State
from gamedsl.semantics.core import model


class Running(Protocol):
    """What runs the code of paragraphs."""

    game: model.CheckedGame
    paragraphs: Paragraphs

    def run(self, s: State) -> None:
        """Run to the next decision or the end."""

    def use(self, code: Code) -> None:
        """Let code be run that was compiled later."""

    def forget(self, code: Code) -> None:
        """Remove code that was compiled later."""


def set_up(engine: Running, s: State) -> None:
    """Carry setup out, and nothing else."""
    s.frames.append(engine.paragraphs.setup.template[:])
    engine.run(s)


def give(engine: Running, s: State, scenario: model.CheckedScenario) -> bool:
    """Carry ``given`` out, without triggers and ends; tell whether that is possible without a decision."""
    code = engine.paragraphs.extra_code(scenario.given, scenario.slots, "given")
    try:
        if any(one.asks for one in engine.paragraphs.codes[code.number :]):
            return False
        engine.use(code)
        s.frames.append(code.template[:])
        engine.run(s)
    finally:
        engine.forget(code)
    return True


def enter(engine: Running, s: State, way: Sequence[str]) -> str:
    """Put the frames of the phases on a way in place, arm the triggers and run the last phase; see ``Engine``."""
    paragraphs = engine.paragraphs
    root: list[Any] = paragraphs.root.template[:]
    root[1] = 2
    s.frames.append(root)
    for place, name in enumerate(way):
        code = paragraphs.by_name[name]
        frame = code.template[:]
        frame[2], frame[3] = s.frames[-1][2], s.frames[-1][3]
        s.frames.append(frame)
        if place == len(way) - 1:
            break
        for operation in code.entrance:
            code.operation(operation)(s, frame)
        if engine.game.phases[name].who is not None and frame[2] is None:
            return name
        frame[1] = code.calls[way[place + 1]] + 1
    paragraphs.watching.arm(s)
    if not paragraphs.watching.test_ends(s):
        engine.run(s)
    return ""

"""Games that the engine plays with its log, and a program that tells: event by event, field by field."""

from __future__ import annotations

from typing import Any

from gamedsl.engine.machine import Engine
from gamedsl.engine.present.events import Event, StopEvent
from gamedsl.engine.present.words import Wording
from gamedsl.engine.state.chance import draw
from gamedsl.engine.state.flat import State, measured_of
from gamedsl.kernel.lone.looks import LoneLooks
from gamedsl.kernel.lone.values import Lone
from gamedsl.kernel.lowering.notes import TOGETHER
from gamedsl.kernel.playing import PythonKernel, lowering_of
from gamedsl.kernel.state.block import BlockState
from gamedsl.kernel.state.reading import Reading
from gamedsl.kernel.telling.listeners import listeners
from tests.kernel_help import POLICY


class Pair:
    """A game played by the engine with its log, and by a program that is told.

    What words and metrics read is worked out over the states of the program.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.used: set[str] = set()
        lowering = lowering_of(engine)
        wording = Wording(engine.layout)
        wording.looks = engine.wording.looks
        told = listeners(engine.layout, wording, lowering.program, self.used)
        self.kernel = PythonKernel(lowering.program, {**told, TOGETHER: self._together})
        wording.looks = LoneLooks(Lone(lowering, self.kernel, wording))
        self.reading = Reading(engine, lowering.program)

    def _together(self, told: Any) -> Any:
        def begins(s: BlockState) -> None:
            s.curtain = ((), None, s.log_size, (), ())

        def turn(s: BlockState, seat: int) -> None:
            assert s.curtain is not None
            s.curtain = (s.curtain[0], seat, *s.curtain[2:])

        def ends(s: BlockState) -> None:
            s.curtain = None

        return {"begins": begins, "turn": turn, "ends": ends}[told.what]

    def begin(self, seed: int) -> BlockState:
        """Return a block before setup."""
        self.used.clear()
        return BlockState(self.reading, self.kernel.blank(seed), log=True)


def told_alike(engine: Engine, seed: int, limit: int = 200, pair: Pair | None = None) -> str:
    """Play a random game on both sides; return the first event that differs, empty for none."""
    pair = pair or Pair(engine)
    block = pair.begin(seed)
    s = engine.start(seed)
    pair.kernel.set_up(block)
    while True:
        codes = engine.codes(s)
        found = pair.kernel.codes(block)
        if list(codes) != found:
            return f"decision {s.decisions}: other choices"
        other = _difference(s.events(), block.events())
        if other or not codes or s.decisions >= limit:
            return other or _otherwise_used(pair) or _otherwise_measured(s, block)
        code = codes[draw(s.key, 0, POLICY, s.decisions, len(codes))]
        before = s.log_size
        engine.apply(s, code)
        decision = s.events()[before]
        block.log, block.log_size = (block.log, decision), block.log_size + 1
        pair.kernel.apply(block, code)


def _difference(expected: tuple[Event, ...], found: tuple[Event, ...]) -> str:
    for at, (one, other) in enumerate(zip(expected, found, strict=False)):
        if one != other and not isinstance(one, StopEvent):
            return f"event {at}: {one}\n is {other}"
    more = max(expected, found, key=len)[min(len(expected), len(found)) :]
    missing = [one for one in more if not isinstance(one, StopEvent)]
    return f"{len(expected)} events, {len(found)}: {missing[:2]}" if missing else ""


def _otherwise_used(pair: Pair) -> str:
    engine = pair.engine
    carried = {engine.paragraphs.names[number] for number in engine.paragraphs.carried} | engine.compiler.in_force
    expected = {name for name in carried if name}
    if pair.used != expected:
        return f"used: {sorted(pair.used ^ expected)}"
    return ""


def _otherwise_measured(s: State, block: BlockState) -> str:
    expected, found = measured_of(s), measured_of(block)  # type: ignore[arg-type]
    return "" if expected == found else f"measured {expected} {found}"

"""A state with forced outcomes and what is to be done with it -> that, done by a program that asks what is forced

The program goes without any pass; its states have the same numbers as those of the one that asks nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from gamedsl.engine.errors import RuleError
from gamedsl.engine.set_up import SetUp
from gamedsl.kernel.compiled_rules import CompiledRules
from gamedsl.kernel.lowering.pieces.forcing import FORCED
from gamedsl.kernel.lowering.trace_points import MEASURE, MIX, OPEN, TOGETHER
from gamedsl.kernel.playing import STOPPED, Block, Listener, PythonKernel
from gamedsl.kernel.program import Program
from gamedsl.kernel.queries.rule_errors import Moment, rule_error
from gamedsl.kernel.state.block import State
from gamedsl.kernel.state.open_paragraphs import OpenParagraphs
from gamedsl.kernel.trace.forcing import Forcing
from gamedsl.kernel.trace.listeners import listeners
from gamedsl.kernel.trace.losing import Losing
from gamedsl.kernel.trace.measuring import measuring
from gamedsl.kernel.trace.opened import Opened
from gamedsl.kernel.trace.together import curtains
from gamedsl.kernel.tracing import follow


@attrs.frozen
class Fault:
    """What has stopped a game, what was open then, and whose turn it was to be spoken to."""

    error: RuleError
    names: tuple[str, ...] = ()
    seat: int | None = None


class ForcedKernel(PythonKernel):
    """A program that asks what is forced; whoever answers may raise RuleError. ``refused``: what was raised."""

    def __init__(self, program: Program, open_: OpenParagraphs, notes: Mapping[str, Listener]) -> None:
        self.followed = Opened()
        super().__init__(program, {**notes, OPEN: self.followed})
        self.open = open_
        self.refused: RuleError | None = None

    def run(self, s: Block, block: int, code: int) -> None:
        """Run from a block to the next decision or the end."""
        follow(self.followed, self.program, self.open, s, block)
        try:
            super().run(s, block, code)
        except RuleError as error:
            s[self._status] = STOPPED
            self.refused = error.with_traceback(None)

    def codes(self, s: Block) -> list[int]:
        """Return the legal choices; none when the game is over."""
        self.followed.begin((), ())
        try:
            return super().codes(s)
        except RuleError as error:
            s[self._status] = STOPPED
            self.refused = error.with_traceback(None)
            return []


class ForcedPlay:
    """Plays games with forced outcomes: with a log, and without. See ``CompiledRules``, whose states these are."""

    def __init__(self, set_up: SetUp, plain: CompiledRules, used: set[str]) -> None:
        self.plain, self._wording = plain, set_up.wording
        self.program = program = plain.forced
        layout, wording, open_ = set_up.layout, set_up.wording, OpenParagraphs(set_up.layout, program)
        beside: dict[str, Listener] = {
            FORCED: Forcing(set_up.drawing).listener,
            MIX: Losing(layout, program).listener,
            TOGETHER: curtains(program),
            MEASURE: measuring(wording),
        }
        self.quiet = ForcedKernel(program, open_, beside)
        self.told = ForcedKernel(program, open_, {**listeners(layout, wording, program, used), **beside})

    def kernel(self, s: State) -> ForcedKernel:
        """Return what carries a game on, with its state as that has it: without what functions remember."""
        if s.reading.is_quick:
            size = self.program.size
            s[:], s.reading = s[:size], self.plain.reading
            s.second = None if s.second is None else s.second[:size]
        return self.quiet if s.log is None else self.told

    def fault(self, kernel: ForcedKernel, s: State) -> Fault | None:
        """Return what has stopped a game just now."""
        error, failed = kernel.refused, kernel.failed
        kernel.refused = kernel.failed = None
        names, seat = tuple(kernel.followed.names), kernel.followed.seat()
        if failed is not None:
            number, values = failed
            moment: Any = Moment(s.place, names)
            error = rule_error(self.program.faults[number], values, self._wording, moment)
        return None if error is None else Fault(error, names, seat)

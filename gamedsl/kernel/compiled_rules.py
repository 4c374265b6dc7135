"""An engine -> what carries the rules of its set-up out: its program, lowered and printed as far as it is needed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from time import process_time

from gamedsl.engine.machine import Engine
from gamedsl.engine.scenario import forces
from gamedsl.kernel.lowering.trace_points import MEASURE, MIX, TOGETHER
from gamedsl.kernel.passes.pipeline import NAMES
from gamedsl.kernel.playing import Listener, PythonKernel, lowering_of
from gamedsl.kernel.program import Program
from gamedsl.kernel.queries.compiler import ExpressionCompiler
from gamedsl.kernel.queries.questions import Asking
from gamedsl.kernel.state.block import BlockState
from gamedsl.kernel.state.open_paragraphs import OpenParagraphs
from gamedsl.kernel.state.reading import Reading
from gamedsl.kernel.trace.listeners import listeners
from gamedsl.kernel.trace.losing import Losing
from gamedsl.kernel.trace.measuring import measuring
from gamedsl.kernel.trace.together import curtains
from gamedsl.semantics.core import model


class CompiledRules:
    """Carries the rules of a set-up out: with a log, and without. ``without``: passes that its program goes without.

    ``scenarios`` are those that it can begin. ``used`` takes the names of what games with a log come to; ``beside`` is
    who is told what all games tell: None keeps everything that stands beside the numbers of states. Raise
    NotLoweredError where the rules say what a program cannot say yet.
    """

    def __init__(
        self,
        engine: Engine,
        without: Collection[str],
        scenarios: Sequence[model.CheckedScenario],
        used: set[str],
        beside: Mapping[str, Listener] | None = None,
    ) -> None:
        self.scenarios = tuple(scenarios)
        self.givens = [one.given for one in scenarios] or None
        began = process_time()
        self.lowering = lowering_of(engine, without, self.givens, forces=any(map(forces, scenarios)))
        self.took = process_time() - began
        """How much time has gone into the program."""
        self.program = self.lowering.program
        self._engine, self._used, self._is_quick = engine, used, not without
        kept = {
            MIX: Losing(engine.layout, self.program).listener,
            TOGETHER: curtains(self.program),
            MEASURE: measuring(engine.wording),
        }
        self._beside: Mapping[str, Listener] = kept if beside is None else beside
        self.quiet = PythonKernel(self.program, self._beside)

    @cached_property
    def reading(self) -> Reading:
        """What its states say."""
        return Reading(self._engine, self.program, is_quick=self._is_quick)

    @cached_property
    def told(self) -> PythonKernel:
        """What carries games with a log on."""
        engine = self._engine
        log = listeners(engine.layout, engine.wording, self.program, self._used)
        return PythonKernel(self.program, {**log, **self._beside})

    @cached_property
    def compiler(self) -> ExpressionCompiler:
        """What works out single expressions."""
        return ExpressionCompiler(self.lowering, self.quiet, self._engine.wording)

    @cached_property
    def asking(self) -> Asking:
        """What says what is asked."""
        engine = self._engine
        return Asking(self.compiler, engine.looks, OpenParagraphs(engine.layout, self.program))

    @cached_property
    def forced(self) -> Program:
        """The program that asks what is forced; where no scenario was known to force anything it is lowered now."""
        made = self.lowering.forced or lowering_of(self._engine, NAMES, self.givens, forces=True).forced
        assert made is not None
        return made

    def kernel(self, s: BlockState) -> PythonKernel:
        """Return what carries a game on."""
        return self.quiet if s.log is None else self.told

"""A set-up -> what carries its rules out: its program, lowered and printed as far as it is needed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from time import process_time
from typing import Any

import attrs

from gamedsl.engine.errors import SetupError
from gamedsl.engine.set_up import SetUp
from gamedsl.kernel.lowering.options import option_numbers
from gamedsl.kernel.lowering.trace_points import MEASURE, MIX, TOGETHER
from gamedsl.kernel.passes.pipeline import NAMES
from gamedsl.kernel.playing import Draw, Listener, PythonKernel, lowering_of
from gamedsl.kernel.program import Program
from gamedsl.kernel.queries.compiler import ExpressionCompiler
from gamedsl.kernel.queries.questions import Asking
from gamedsl.kernel.state.block import State
from gamedsl.kernel.state.open_paragraphs import OpenParagraphs
from gamedsl.kernel.state.reading import Reading
from gamedsl.kernel.trace.listeners import listeners
from gamedsl.kernel.trace.losing import Losing
from gamedsl.kernel.trace.measuring import measuring
from gamedsl.kernel.trace.together import curtains
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.walk import walk


class CompiledRules:
    """Carries the rules of a set-up out: with a log, and without. ``without``: passes that its program goes without.

    ``scenarios`` are those that it can begin. ``used`` takes the names of what games with a log come to; ``beside`` is
    who is told what all games tell: None keeps everything that stands beside the numbers of states. ``options`` are
    those that its states say: it plays other set-ups, too. ``draw``: what gives the outcomes of chance; None: they
    follow from the seed. Raise NotLoweredError where the rules say what a program cannot say yet.
    """

    def __init__(
        self,
        set_up: SetUp,
        without: Collection[str],
        scenarios: Sequence[model.CheckedScenario],
        used: set[str],
        beside: Mapping[str, Listener] | None = None,
        options: Collection[str] = (),
        draw: Draw | None = None,
    ) -> None:
        self.scenarios = tuple(scenarios)
        self.givens = [one.given for one in scenarios] or None
        began = process_time()
        self.lowering = lowering_of(set_up, without, self.givens, any(map(_forces, scenarios)), options)
        self.took = process_time() - began
        """How much time has gone into the program."""
        self.program = self.lowering.program
        self._set_up, self._used, self._is_quick, self._draw = set_up, used, not without, draw
        self._options = options
        kept = {
            MIX: Losing(set_up.layout, self.program).listener,
            TOGETHER: curtains(self.program),
            MEASURE: measuring(set_up.wording),
        }
        self._beside: Mapping[str, Listener] = kept if beside is None else beside
        self.quiet = PythonKernel(self.program, self._beside, draw)

    @cached_property
    def reading(self) -> Reading:
        """What its states say."""
        return Reading(self._set_up.layout, self.program, is_quick=self._is_quick)

    @cached_property
    def told(self) -> PythonKernel:
        """What carries games with a log on."""
        set_up = self._set_up
        log = listeners(set_up.layout, set_up.wording, self.program, self._used)
        return PythonKernel(self.program, {**log, **self._beside}, self._draw)

    @cached_property
    def compiler(self) -> ExpressionCompiler:
        """What works out single expressions."""
        return ExpressionCompiler(self.lowering, self.quiet, self._set_up.wording)

    @cached_property
    def asking(self) -> Asking:
        """What says what is asked."""
        return Asking(self.compiler, OpenParagraphs(self._set_up.layout, self.program))

    @cached_property
    def forced(self) -> Program:
        """The program that asks what is forced; where no scenario was known to force anything it is lowered now."""
        made = self.lowering.forced or lowering_of(self._set_up, NAMES, self.givens, True, self._options).forced
        assert made is not None
        return made

    def blank(self, options: Mapping[str, bool | int | None], log: bool) -> State:
        """Return the state before setup in a set-up with some options."""
        s = State(self.reading, self.quiet.initial, log)
        for field, chosen in option_numbers(self.lowering, options).items():
            at = self.reading.at[field]
            s.stale |= s[at] != chosen  # what follows from others may follow from options, too
            s[at] = chosen
        return s

    def kernel(self, s: State) -> PythonKernel:
        """Return what carries a game on."""
        return self.quiet if s.log is None else self.told


@attrs.define(eq=False)
class SharedRules:
    """What engines of set-ups share that differ in nothing but some ``options``, which their states say.

    ``scenarios``: those of all of them. ``first``: what plays them; None where it is not made yet, or ``fails``, as
    rules do that no program can say in one of these set-ups: then each has a program of its own.
    """

    scenarios: tuple[model.CheckedScenario, ...]
    options: frozenset[str] = frozenset()
    compiled: dict[Reading, CompiledRules] = attrs.field(factory=dict)
    forced: dict[Reading, Any] = attrs.field(factory=dict)
    used: set[str] = attrs.field(factory=set)
    first: CompiledRules | None = None
    fails: bool = False

    def rules(self, make: Callable[..., CompiledRules]) -> CompiledRules | None:
        """Return what carries the rules out, made for the engine that asks first; None where each needs its own."""
        if self.first is None and not self.fails:
            try:
                self.first = make(NAMES, self.scenarios, self.options)
            except SetupError:
                self.fails = True
        return self.first


def _forces(scenario: model.CheckedScenario) -> bool:
    """Tell whether a scenario forces an outcome of chance."""
    return any(isinstance(one, core.Force) for one in walk(*scenario.given, *scenario.then))

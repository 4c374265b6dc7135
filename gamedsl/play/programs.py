"""A set-up -> the programs that play it: made when they are first wanted, faster ones where many games are played"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cached_property

from gamedsl.engine.errors import SetupError
from gamedsl.engine.set_up import SetUp
from gamedsl.kernel.compiled_rules import CompiledRules, SharedRules
from gamedsl.kernel.forced import ForcedPlay
from gamedsl.kernel.lowering.refused import NotLoweredError
from gamedsl.kernel.passes.pipeline import NAMES
from gamedsl.kernel.playing import Draw
from gamedsl.kernel.state.block import State
from gamedsl.semantics.core import model

_PASSES: float = 150
"""Decisions without a log for each block and function of a program after which its passes are made."""
Rules = Callable[[SetUp], CompiledRules]
"""Makes the only program that plays."""


class Programs:
    """The programs of a set-up. ``scenarios`` are those that games will begin with.

    ``draw``: what gives the outcomes of chance; None: they follow from the seed. ``rules``: what makes the only program
    there is; None: one without passes, and after many decisions one with all of them. ``shared``: what they have in
    common with those of set-ups that play the same scenarios with other options.
    """

    def __init__(
        self,
        set_up: SetUp,
        scenarios: Sequence[model.CheckedScenario] = (),
        draw: Draw | None = None,
        rules: Rules | None = None,
        shared: SharedRules | None = None,
    ) -> None:
        self.set_up, self._scenarios, self._draw, self._rules = set_up, tuple(scenarios), draw, rules
        self._shared = shared = shared or SharedRules(self._scenarios)
        self.used = shared.used
        """What the last game with a log has come to: paragraphs, and modifiers in force."""
        self._made, self._forcings = shared.compiled, shared.forced
        self._quiet = 0

    def _compile(
        self,
        without: Collection[str],
        scenarios: Sequence[model.CheckedScenario] = (),
        options: Collection[str] = (),
    ) -> CompiledRules:
        """Return a program; raise SetupError for rules that cannot be said in one."""
        try:
            made = CompiledRules(self.set_up, without, scenarios, self.used, options=options, draw=self._draw)
        except NotLoweredError as error:
            raise SetupError(f"{self.set_up.game.title} cannot be played: {error}") from error
        self._made[made.reading] = made
        return made

    @cached_property
    def first(self) -> CompiledRules:
        """The program with which games begin."""
        if self._rules is not None:
            return self._rules(self.set_up)
        return self._shared.rules(self._compile) or self._compile(NAMES, self._scenarios)

    @cached_property
    def quick(self) -> CompiledRules:
        """The same after all passes, for who plays so many games that these are worth their time."""
        return self._compile(()) if self._rules is None else self.first

    def of(self, s: State | None) -> CompiledRules:
        """Return what plays a game on, by the layout of its numbers; also one that another engine has begun.

        None is for a game that begins now.
        """
        if s is None:
            return self.first
        return self._made.get(s.reading) or (self.quick if s.reading.is_quick else self.first)

    def without_passes(self, s: State) -> CompiledRules:
        """Return what would play a game on if it had never been hurried."""
        return self.first if s.reading.is_quick else self.of(s)

    def beginning_with(self, scenario: model.CheckedScenario) -> CompiledRules:
        """Return what begins a scenario: one that nobody has spoken of has a program of its own."""
        known = [one for one in self._made.values() if any(scenario is own for own in one.scenarios)]
        if known:
            return known[0]
        if any(scenario is own for own in self._scenarios):
            return self.first
        return self._compile(NAMES, (scenario,))

    def forcing(self, s: State) -> ForcedPlay:
        """Return what plays a game on while outcomes are forced."""
        plain = self.without_passes(s)
        found: ForcedPlay | None = self._forcings.get(plain.reading)
        if found is None:
            found = self._forcings[plain.reading] = ForcedPlay(self.set_up, plain, self.used)
        return found

    def hurry(self, s: State) -> None:
        """Count a decision without a log; after many, let games go on by the program that has been through all passes.

        Its numbers are those of the other with what its functions remember behind them: nothing yet.
        """
        self._quiet += 1
        is_usual = s.curtain is None and s.forced == s.reading.unforced
        if self._quiet < self._worth or not is_usual or self.of(s).scenarios:
            return
        s += self.quick.quiet.initial[len(s) :]
        s.reading = self.quick.reading

    @cached_property
    def _worth(self) -> float:
        """Return after how many decisions without a log the passes are worth their time."""
        return _PASSES * (len(self.first.program.blocks) + len(self.first.program.functions))

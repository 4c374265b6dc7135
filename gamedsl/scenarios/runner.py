"""Checked scenarios in, results out: each plays on a state of its own and tells where it went another way."""

from __future__ import annotations

from typing import Any

import attrs

from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.diagnostics.report import Reporter
from gamedsl.engine.errors import RuleError
from gamedsl.engine.machine import Engine
from gamedsl.engine.scenario import ScenarioError, force, start_scenario, still_to_decide
from gamedsl.engine.state.flat import State
from gamedsl.faults import working_on
from gamedsl.scenarios.explain import blame
from gamedsl.scenarios.moves import Refused, answers_pick, not_asked, open_pick, perform, skip_single_picks
from gamedsl.semantics import core
from gamedsl.semantics.core.model import CheckedGame, CheckedScenario
from gamedsl.source import Span, written

_MOST_PASSES = 1_000
"""Of a `repeat until` in a scenario."""


@attrs.frozen
class ScenarioResult:
    """What became of one scenario: ``diagnostics`` say what failed, and warn; without errors it has passed."""

    name: str
    title: str
    span: Span
    references: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def passed(self) -> bool:
        """Whether everything written in the scenario holds."""
        return all(found.severity != "error" for found in self.diagnostics)


def run_all(game: CheckedGame, select: str = "") -> list[ScenarioResult]:
    """Run the scenarios with ``select`` in their name, title or references (case ignored), in file order."""
    wanted = select.casefold()
    engines: dict[tuple[Any, ...], Engine] = {}
    return [
        _run(game, scenario, engines)
        for scenario in game.scenarios
        if any(wanted in text.casefold() for text in (scenario.name, _title(scenario), *scenario.references))
    ]


def _run(game: CheckedGame, scenario: CheckedScenario, engines: dict[tuple[Any, ...], Engine]) -> ScenarioResult:
    """Run one scenario; engines of the same set-up are used again, since making one costs more than most scenarios."""
    working_on(f"running the scenario `{scenario.name}`", scenario.span)
    reporter = Reporter()
    setup = (scenario.seats, *sorted(scenario.options.items()))
    if setup not in engines:
        engines[setup] = Engine(game, scenario.seats, scenario.options)
    _Run(game, scenario, reporter, engines[setup]).run()
    return ScenarioResult(scenario.name, _title(scenario), scenario.span, scenario.references, reporter.diagnostics)


def _title(scenario: CheckedScenario) -> str:
    if scenario.words is None:
        return ""
    return "".join(part for part in scenario.words.parts if isinstance(part, str))


class _StopError(Exception):
    """The rest of the scenario has no meaning any more."""


class _Run:
    """One scenario being run: the engine of its set-up, the state, and the findings."""

    def __init__(self, game: CheckedGame, scenario: CheckedScenario, reporter: Reporter, engine: Engine) -> None:
        self.game = game
        self.scenario = scenario
        self.reporter = reporter
        self.engine = engine
        self.engine.named = [None] * scenario.slots
        self.forced = [step for step in scenario.given if isinstance(step, core.Force)]

    def run(self) -> None:
        try:
            state = start_scenario(self.engine, self.scenario)
        except ScenarioError as error:
            self.reporter.add(error.diagnostic)
            return
        try:
            self._block(state, self.scenario.then)
            self._stopped(state)
            if not self.reporter.has_errors:
                self._never_drawn(state)
        except _StopError:
            return
        except ScenarioError as error:
            self.reporter.add(error.diagnostic)
        except RuleError as error:  # something under `then` that cannot be worked out
            self.reporter.add(self.engine.finding(error, error.span))

    def _stopped(self, state: State) -> None:
        error = self.engine.diagnostic(state)
        if error is not None:
            self.reporter.add(error)
            raise _StopError

    def _block(self, state: State, steps: tuple[core.CoreStep, ...]) -> None:
        for index, step in enumerate(steps):
            self._stopped(state)
            self._step(state, step, steps[index + 1 :])

    def _never_drawn(self, state: State) -> None:
        """Tell what is forced and has not come: of a line of which nothing has come, or what is left of it."""
        left = {entry.span for entries in state.forced for entry in entries}
        for step in self.forced:
            never = [value for value in step.values if value.span in left]
            if never:
                shown = ", ".join(written(value.span) for value in never)
                code = "GDSCN09" if len(never) == len(step.values) else "GDSCN10"
                place = written(step.place)
                self.reporter.report(code, never[0].span, value=shown, place=place)

    def _value(self, state: State, value: core.Value) -> Any:
        return self.engine.evaluate(state, value, None)

    def _branch(self, state: State, step: core.If) -> None:
        for branch in step.branches:
            if self._value(state, branch.condition) is True:
                self._block(state, branch.body)
                return
        self._block(state, step.otherwise)

    def _each(self, state: State, step: core.ForEach) -> None:
        members = list(self._value(state, step.loop.source))
        if step.start is not None:
            first, seats = self._value(state, step.start), self.scenario.seats
            members.sort(key=lambda seat: (seat - first) % seats)
        kept = []
        for member in members:
            self.engine.named[step.loop.slot] = member
            if step.loop.condition is None or self._value(state, step.loop.condition) is True:
                kept.append(member)
        for member in kept:
            self.engine.named[step.loop.slot] = member
            self._block(state, step.body)

    def _again(self, state: State, step: core.Repeat) -> None:
        for _ in range(_MOST_PASSES if step.count is None else self._value(state, step.count)):
            if step.until is not None and self._value(state, step.until) is True:
                return
            self._block(state, step.body)
        if step.count is None:
            raise RuleError("GDRUN07", step.span, what="this loop", bound=_MOST_PASSES)

    def _step(self, state: State, step: core.CoreStep, later: tuple[core.CoreStep, ...]) -> None:
        if isinstance(step, core.Expect):
            self._expect(state, step)
        elif isinstance(step, core.PlayMove) and step.illegal:
            self._refuse(state, step)
        elif isinstance(step, core.PlayMove):
            self._play(state, step, later)
        elif isinstance(step, core.Force):
            force(self.engine, state, step)
            self.forced.append(step)
        elif isinstance(step, core.Let):
            self.engine.named[step.slot] = self._value(state, step.value)
        elif isinstance(step, core.If):
            self._branch(state, step)
        elif isinstance(step, core.ForEach):
            self._each(state, step)
        elif isinstance(step, core.Repeat):
            self._again(state, step)
        else:
            raise TypeError(f"a scenario cannot hold the step {type(step).__name__}")

    def _expect(self, state: State, step: core.Expect) -> None:
        if self.engine.evaluate(state, step.condition, None) is True:
            return
        found = blame(self.engine, state, step.condition)
        values = "; ".join(filter(None, [found.values.rstrip("."), self._waits(state, found.text)]))
        self.reporter.report("GDSCN04", found.span, condition=found.text, values=values)

    def _waits(self, state: State, condition: str) -> str:
        """Return whom the game waits for, where that may be why a condition does not hold."""
        if pick := open_pick(self.engine, state):
            return pick
        seat = self.engine.decider(state)
        if seat is None or not any(name in condition for name in ("game_over", "winners")):
            return ""
        words = self.engine.question(state).words
        return f"the game waits for {self.game.seat_names[seat]}{f' ({words})' if words else ''}"

    def _play(self, state: State, step: core.PlayMove, later: tuple[core.CoreStep, ...]) -> None:
        self._right_seat(state, step)
        refused = perform(self.engine, state, step.parts)
        if refused is not None:
            self._stopped(state)
            found = f"refused: {refused.text.rstrip('.')}"
            self.reporter.report("GDSCN05", step.span, move=_move(step), expected="legal", found=found)
            raise _StopError
        following = next((move for move in later if isinstance(move, core.PlayMove) and not move.illegal), None)
        if following is None or not answers_pick(self.engine, state, following.parts[0]):
            skip_single_picks(self.engine, state)

    def _refuse(self, state: State, step: core.PlayMove) -> None:
        """Judge ``illegal``: who is not asked has no legal move at all."""
        if self._is_still_to_decide(state, step.seat):
            self._right_seat(state, step)  # all decide at once, so what this player may do is not known yet
        refused = not_asked(self.engine, state, step.seat) or perform(self.engine, state.copy(), step.parts)
        expected = f"refused: {self._reason(state, step)}" if step.words else "refused"
        if refused is None:
            self.reporter.report("GDSCN05", step.span, move=_move(step), expected=expected, found="legal")
        elif not self._as_expected(state, step, refused):
            found = f"refused: {refused.text.rstrip('.')}"
            self.reporter.report("GDSCN05", step.span, move=_move(step), expected=expected, found=found)

    def _as_expected(self, state: State, step: core.PlayMove, refused: Refused) -> bool:
        return step.words is None or self._reason(state, step) in refused.reasons

    def _reason(self, state: State, step: core.PlayMove) -> str:
        return "" if step.words is None else self.engine.wording.render(step.words, state, [0, 0, step.seat, None])

    def _is_still_to_decide(self, state: State, seat: int) -> bool:
        """Whether a seat decides together with the one that is asked, and comes behind it."""
        decider = self.engine.decider(state)
        return decider is not None and decider != seat and seat in still_to_decide(self.engine, state)

    def _right_seat(self, state: State, step: core.PlayMove) -> None:
        decider = self.engine.decider(state)
        if decider is None:
            self.reporter.report("GDSCN07", step.span, move=_move(step))
            raise _StopError
        if decider != step.seat:
            names = self.game.seat_names
            self.reporter.report("GDSCN02", step.span, expected=names[decider], found=names[step.seat])
            raise _StopError


def _move(step: core.PlayMove) -> str:
    return written(step.parts[0].span.to(step.parts[-1].span)) if step.parts else written(step.span)

"""Checked scenarios in, results out: each plays on a state of its own and tells where it went another way."""

from __future__ import annotations

from typing import Any

import attrs

from gamedsl.diagnostics.report import Reporter
from gamedsl.engine.errors import RefusedSetupError, RuleError, SetupError
from gamedsl.internal_errors import working_on
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.play.engines import ScenarioEngines
from gamedsl.play.scenario import ScenarioError, force, start_scenario, still_to_decide
from gamedsl.presentation.view_data import View
from gamedsl.presentation.views import project
from gamedsl.scenarios.explain import blame
from gamedsl.scenarios.listed import Question, pass_on, unfold
from gamedsl.scenarios.moves import Refused, answers_pick, not_asked, open_pick, perform, skip_single_picks
from gamedsl.scenarios.results import ScenarioResult, plain_words, result_of, selected
from gamedsl.semantics import core
from gamedsl.semantics.core.model import CheckedGame, CheckedScenario
from gamedsl.source import written

_MOST_PASSES = 1_000
"""Of a `repeat until` in a scenario."""


def run_all(game: CheckedGame, select: str = "") -> list[ScenarioResult]:
    """Run the scenarios with ``select`` in their name, title or references (case ignored), in file order."""
    runs = _Runs(game, ScenarioEngines(game))
    return [runs.result(scenario) for scenario in selected(game, select)]


@attrs.define(eq=False)
class _Runs:
    """The scenarios of a game, each run once."""

    game: CheckedGame
    engines: ScenarioEngines
    done: dict[int, ScenarioResult] = attrs.field(factory=dict)

    def result(self, scenario: CheckedScenario) -> ScenarioResult:
        """Run a scenario, and before it the one where it begins."""
        if id(scenario) not in self.done:
            reporter, tables = Reporter(), tuple[tuple[int, View], ...]()
            if self._can_begin(scenario, reporter):
                working_on(f"running the scenario `{scenario.name}`", scenario.span)
                tables = self._run(scenario, reporter)
            self.done[id(scenario)] = result_of(scenario, reporter.diagnostics, tables)
        return self.done[id(scenario)]

    def _can_begin(self, scenario: CheckedScenario, reporter: Reporter) -> bool:
        base = scenario.base
        if base is None:
            return True
        before = next(one for one in self.game.scenarios if one.name == base.scenario)
        if not self.result(before).passed:
            reporter.report("GDSCN24", base.span, scenario=base.scenario)
        return not reporter.has_errors

    def _run(self, scenario: CheckedScenario, reporter: Reporter) -> tuple[tuple[int, View], ...]:
        """Run a scenario; return the tables of what has failed under ``then``."""
        try:
            engine = self.engines.engine(scenario)
            if scenario.refused is not None:
                reporter.report("GDSCN28", scenario.span, found="it is allowed")
                return ()
            run = _Run(self.game, scenario, reporter, engine)
            run.run()
        except SetupError as error:  # also of rules that no program can say
            _judge_setup(scenario, error, reporter)
            return ()
        return tuple(run.tables.items())


def _judge_setup(scenario: CheckedScenario, error: SetupError, reporter: Reporter) -> None:
    """Report a set-up that cannot be played, or that is refused for another reason than ``illegal`` says."""
    reason = error.reason if isinstance(error, RefusedSetupError) else None
    if scenario.refused is None:
        offered = None if reason is not None else ""  # what is too large is nothing that a game refuses
        reporter.report("GDSCN29", scenario.span, help=offered, problem=str(error).rstrip("."), why=reason or "…")
    elif plain_words(scenario.refused) != reason:
        refused = f"it is refused: {reason}" if reason else "it is refused without words"
        found = str(error) if reason is None else refused
        reporter.report("GDSCN28", scenario.span, found=found.rstrip("."))


_SEEN = "leave out `unseen` where somebody sees what is drawn; else play on until it is drawn, or leave the line out"


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
        self.tables: dict[int, View] = {}
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
            if not self.reporter.has_errors and not self._is_table():
                self._never_drawn(state)
        except _StopError:
            return
        except ScenarioError as error:
            self.reporter.add(error.diagnostic)
        except RuleError as error:  # something under `then` that cannot be worked out
            self.reporter.add(self.engine.finding(error, error.span))

    def _is_table(self) -> bool:
        """Is this a table without moves that others share? What it forces comes in theirs."""
        begins = (one.base.scenario for one in self.game.scenarios if one.base is not None)
        return not self.scenario.then and self.scenario.name in begins

    def _stopped(self, state: State) -> None:
        error = self.engine.diagnostic(state)
        if error is not None:
            self.reporter.add(error)
            raise _StopError

    def _block(self, state: State, steps: tuple[core.CoreStep, ...]) -> None:
        for index, step in enumerate(steps):
            self._stopped(state)
            told = len(self.reporter.diagnostics)
            try:
                self._step(state, step, steps[index + 1 :])
            finally:
                if len(self.reporter.diagnostics) > told and not isinstance(step, core.If | core.ForEach | core.Repeat):
                    self.tables.setdefault(step.span.line, project(self.engine, state, None, revealed=True))

    def _never_drawn(self, state: State) -> None:
        """Tell what is forced and has not come: of a line of which nothing has come, or what is left of it."""
        left = {entry.span for entries in state.forced for entry in entries}
        for step in self.forced:
            never = [value for value in step.values if value.span in left]
            if never:
                shown = ", ".join(written(value.span) for value in never)
                code = "GDSCN09" if len(never) == len(step.values) else "GDSCN10"
                place = written(step.place)
                own_help: dict[str, Any] = {"help": _SEEN} if code == "GDSCN09" and step.unseen else {}
                self.reporter.report(code, never[0].span, value=shown, place=place, **own_help)

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
        elif isinstance(step, core.PlayMove):
            self._play(state, step, later)
        elif isinstance(step, core.ListedMoves) and step.word == "illegal":
            self._refuse(state, step)
        elif isinstance(step, core.ListedMoves):
            self._list(state, step)
        elif isinstance(step, core.PassUntil):
            self._pass_until(state, step)
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

    def _list(self, state: State, step: core.ListedMoves) -> None:
        """Judge ``legal`` and ``exactly``."""
        seat = self._right_seat(state, step)
        moves, question = list(unfold(self.engine, state, step.moves)), Question(self.engine, state)
        for move in moves:
            found = question.refused(move.part)
            if found is not None:
                said = f"refused: {found.text.rstrip('.')}"
                self.reporter.report("GDSCN05", move.part.span, move=move.said, expected="legal", found=said)
        beside = question.other([move.part for move in moves]) if step.word == "exactly" else ""
        if beside:
            self.reporter.report("GDSCN21", step.span, seat=self.game.seat_names[seat], move=beside)

    def _pass_until(self, state: State, step: core.PassUntil) -> None:
        problem = pass_on(self.engine, state, lambda: self._is_reached(state, step))
        self._stopped(state)
        if problem:
            self.reporter.report("GDSCN22", step.span, problem=problem)
            raise _StopError

    def _is_reached(self, state: State, step: core.PassUntil) -> bool:
        if step.condition is not None:
            return self._value(state, step.condition) is True
        listed = step.listed
        if listed is None or self.engine.decider(state) != self._value(state, listed.seat):
            return False
        moves, question = [move.part for move in unfold(self.engine, state, listed.moves)], Question(self.engine, state)
        if any(question.refused(part) is not None for part in moves):
            return False
        return listed.word != "exactly" or not question.other(moves)

    def _play(self, state: State, step: core.PlayMove, later: tuple[core.CoreStep, ...]) -> None:
        self._right_seat(state, step)
        reason = perform(self.engine, state, step.parts)
        if reason is not None:
            self._stopped(state)
            found = f"refused: {reason.text.rstrip('.')}"
            self.reporter.report("GDSCN05", step.span, move=_move(step), expected="legal", found=found)
            raise _StopError
        following = next((part for part in map(_first_part, later) if part is not None), None)
        if following is None or not answers_pick(self.engine, state, following):
            skip_single_picks(self.engine, state)

    def _refuse(self, state: State, step: core.ListedMoves) -> None:
        """Judge ``illegal``, each move by itself: who is not asked has no legal move at all."""
        seat = self._value(state, step.seat)
        if self._is_still_to_decide(state, seat):
            self._right_seat(state, step)  # all decide at once, so what this player may do is not known yet
        expected = f"refused: {self._reason(state, step)}" if step.words else "refused"
        waits, is_alone = not_asked(self.engine, state, seat), len(step.moves) == 1
        for move in unfold(self.engine, state, step.moves):
            reason = waits or perform(self.engine, state.copy(), (move.part,))
            span = step.span if is_alone else move.part.span
            if reason is None:
                self.reporter.report("GDSCN05", span, move=move.said, expected=expected, found="legal")
            elif not self._as_expected(state, step, reason):
                found = f"refused: {reason.text.rstrip('.')}"
                self.reporter.report("GDSCN05", span, move=move.said, expected=expected, found=found)

    def _as_expected(self, state: State, step: core.ListedMoves, refusal: Refused) -> bool:
        return step.words is None or self._reason(state, step) in refusal.reasons

    def _reason(self, state: State, step: core.ListedMoves) -> str:
        if step.words is None:
            return ""
        return self.engine.wording.render(step.words, state, [0, 0, self._value(state, step.seat), None])

    def _is_still_to_decide(self, state: State, seat: int) -> bool:
        """Whether a seat decides together with the one that is asked, and comes behind it."""
        decider = self.engine.decider(state)
        return decider is not None and decider != seat and seat in still_to_decide(self.engine, state)

    def _right_seat(self, state: State, step: core.PlayMove | core.ListedMoves) -> int:
        """Return the seat of a step, which is the one that is asked; else report it and stop."""
        decider, seat = self.engine.decider(state), self._value(state, step.seat)
        if decider is None:
            self.reporter.report("GDSCN07", step.span, move=_move(step))
            raise _StopError
        if decider != seat:
            names = self.game.seat_names
            self.reporter.report("GDSCN02", step.span, expected=names[decider], found=names[seat])
            raise _StopError
        return decider


def _first_part(step: core.CoreStep) -> core.MovePart | None:
    """Return what a step makes or lists first; None for steps that say nothing of what may be chosen."""
    if isinstance(step, core.ListedMoves):
        return None if step.word == "illegal" else step.moves[0].part
    return step.parts[0] if isinstance(step, core.PlayMove) else None


def _move(step: core.PlayMove | core.ListedMoves) -> str:
    moves: tuple[core.Core, ...] = step.parts if isinstance(step, core.PlayMove) else step.moves
    return written(moves[0].span.to(moves[-1].span)) if moves else written(step.span)

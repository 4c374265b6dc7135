"""Programs of a set-up, run over its states: to the next decision, or to the end, and what stopped them there"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from gamedsl.engine.errors import IllegalChoice, Limits, RuleError, told_chain
from gamedsl.engine.events import StopEvent
from gamedsl.engine.journal import tell
from gamedsl.engine.setup.choosing import action_frame, fill, first_parts, places_of
from gamedsl.engine.state.chance import key_of
from gamedsl.engine.state.choices import Choice
from gamedsl.engine.state.flat import RUNNING, STOPPED, UNFINISHED, Frame
from gamedsl.internal_errors import working_on
from gamedsl.kernel.compiled_rules import CompiledRules
from gamedsl.kernel.forced import Fault
from gamedsl.kernel.playing import RUNNING as GOES_ON
from gamedsl.kernel.playing import PythonKernel
from gamedsl.kernel.queries.outcome import Ending
from gamedsl.kernel.queries.questions import Asked
from gamedsl.kernel.queries.rule_errors import Moment, rule_error
from gamedsl.kernel.state.block import Since, State
from gamedsl.kernel.trace.opened import Opened
from gamedsl.kernel.tracing import Tracing, innermost
from gamedsl.play.programs import Programs

_SINCE = 64
"""After so many decisions the numbers of a state are noted again: copying them takes as long as a decision."""


class Runner:
    """Runs the programs of a set-up, and asks them what can be chosen where they wait."""

    def __init__(self, programs: Programs, ending: Ending) -> None:
        self.programs, self.ending = programs, ending
        self.set_up = programs.set_up
        self._fault: Fault | None = None
        """What has stopped a game with forced outcomes, until that is told."""

    # ------------------------------------------------------------ running

    def blank(self, rules: CompiledRules, seed: int, log: bool, game_number: int = 0) -> State:
        """Return the state before setup: everything where ``full`` puts it, values at their start."""
        s = rules.blank(self.set_up.layout.options, log)
        if log:
            self.programs.used.clear()
        s.seed, s.key, s.game_number = seed, key_of(seed), game_number
        return s

    def run(self, s: State, at: int) -> None:
        """Run from a block to the next decision or the end."""
        run = s[:], at, ()
        with self._noticed(s, run):
            self._by_program(s, lambda kernel: kernel.run(s, at, -1))
            self._behind(s, run)

    def go(self, s: State, block: int) -> None:
        """Run from a block on to where a scenario takes over, or the end."""
        run = s[:], block, ()
        with self._noticed(s, run):
            self._by_program(s, lambda kernel: kernel.run(s, block, -1))
            s.cache = None
            if s.status != RUNNING:
                self._behind(s, run)

    def _by_program(self, s: State, work: Callable[[PythonKernel], Any]) -> Any:
        """Let the program work on a state; where outcomes are forced, the one that asks for them."""
        s.decoded = s.since = None
        if s.forced == s.reading.unforced:
            found = work(self.programs.of(s).kernel(s))
        else:
            forcing = self.programs.forcing(s)
            kernel = forcing.kernel(s)
            found = work(kernel)
            self._fault = forcing.fault(kernel, s)
        s.decoded = {}
        return found

    def _behind(self, s: State, run: Since) -> None:
        """See to what the program leaves to others when it waits or has ended; ``run``: what it was given."""
        s.cache = None
        reading = s.reading
        if s[reading.status] == GOES_ON:
            if s[reading.decisions] >= (s.limit or Limits.decisions):
                s.status = UNFINISHED
            else:
                self.ask(s)  # stops a game in which nothing can be chosen
            return
        match s.status:
            case "finished":
                self._over(s)
            case "stopped":
                self._failed(s, run)
            case "unfinished":
                pass
            case _:
                raise ValueError(s.status)

    def _over(self, s: State) -> None:
        """Put into an ended game who came behind the winners."""
        s.curtain = s.second = None
        f: list[Any] = [0, 0, None, s.turn_of, *[None] * self.set_up.game.end_slots]
        s.ranking = self.ending.ranking(s, f)

    # ------------------------------------------------------------ what has stopped a game

    @contextmanager
    def _noticed(self, s: State, run: Since) -> Iterator[None]:
        """Stop a game in which too much is open inside each other, and say of faults of ours where they came."""
        try:
            yield
        except Exception as error:
            self._trouble(s, run, error)

    def _trouble(self, s: State, run: Since, error: Exception) -> None:
        """Stop a game in which too much is open inside each other; raise other faults, with where they came."""
        found = self._opened(s, run)
        names = tuple(found.names)
        if not isinstance(error, RecursionError):
            working_on("carrying out the rules", innermost(self.set_up.game, names))
            raise error
        told = RuleError("GDRUN06", innermost(self.set_up.game, names), bound="1000", chain=told_chain([*names, ""]))
        self._stopped(s, told, names, found.seat())

    def _opened(self, s: State, run: Since) -> Opened:
        """Return what was open where a run failed, whatever has failed."""
        tracing = Tracing(self.programs.without_passes(s))
        with suppress(Exception):
            tracing.opened(*run)
        return tracing.followed

    def _failed(self, s: State, run: Since | None = None) -> None:
        """Say in a stopped game which rule has stopped it, and where; without a ``run``: where it waits."""
        if self._fault is not None:
            self._failed_forced(s, run is None)
            return
        rules = self.programs.of(s)
        kernel = rules.kernel(s)
        assert kernel.failed is not None
        number, values = kernel.failed
        kernel.failed = None
        fault = rules.program.faults[number]
        if run is None:
            self._stop(s, rule_error(fault, values, self.set_up.wording, Moment(s.place)))
            return
        found = Tracing(self.programs.without_passes(s)).opened(*run)
        error = rule_error(fault, values, self.set_up.wording, Moment(s.place, found.names))
        self._stopped(s, error, tuple(found.names), found.seat())

    def _stop(self, s: State, error: RuleError) -> None:
        """Stop a game where it waits."""
        s.status = RUNNING
        open_ = self.programs.of(s).asking.open
        found = [(open_.name(one), open_.seat(s, one, where)) for one, where in open_.open(s)]
        names = tuple(name for name, _ in reversed(found) if name)
        self._stopped(s, error, names, next((seat for _, seat in found if seat is not None), None))

    def _failed_forced(self, s: State, waits: bool) -> None:
        """Say the same of a game with forced outcomes."""
        fault, self._fault = self._fault, None
        assert fault is not None
        if waits:
            self._stop(s, fault.error)
        else:
            self._stopped(s, fault.error, fault.names, fault.seat)

    def _stopped(
        self, s: State, error: RuleError, chain: tuple[str, ...], seat: int | None, card: str | None = None
    ) -> None:
        """Make a state that is stopped while some paragraphs are open, the last of them is told as the card."""
        span = error.span
        place = (span.path, span.line, span.column, span.end_line, span.end_column)
        values = tuple(sorted((name, value) for name, value in error.values.items()))
        s.error = (error.code, place, chain, seat, values)
        s.status = STOPPED
        s.cache = None
        if s.log is not None:
            name = (chain[-1] if chain else "") if card is None else card
            tell(self.set_up.layout, s, StopEvent, code=error.code, line=span.line, card=name)

    # ------------------------------------------------------------ deciding

    def decider(self, s: State) -> int | None:
        """Return the seat that has to decide; None when the game is over."""
        reading = s.reading
        return s[reading.decider] if s[reading.status] == GOES_ON else None

    def codes(self, s: State) -> tuple[int, ...]:
        """Return the numbers of all legal choices in canonical order; empty when the game is over."""
        if s[s.reading.status] != GOES_ON:
            return ()
        if s.cache is None:
            return self.ask(s)
        codes: tuple[int, ...] = s.cache
        return codes

    def ask(self, s: State) -> tuple[int, ...]:
        """Return the numbers of all legal choices of a running game, and keep them; without any it is stopped."""
        if s.stale:
            s.settle()
        if s.forced == s.reading.unforced:
            s.decoded = None
            return self._list(s, self.programs.of(s).kernel(s))
        codes: tuple[int, ...] = tuple(self._by_program(s, lambda kernel: kernel.codes(s)))
        s.cache = codes
        if self._fault is not None:
            self._failed(s)
        return codes

    def _list(self, s: State, kernel: PythonKernel) -> tuple[int, ...]:
        """Do the same where no outcomes are forced; nothing is decoded."""
        codes = s.cache = tuple(kernel.codes(s))
        s.decoded = {}
        if not codes and kernel.failed is not None:
            self._failed(s)
        return codes

    def asked(self, s: State) -> Asked:
        """Return what is asked; raise IllegalChoice when the game is over."""
        if s.status != RUNNING:
            raise IllegalChoice("the game is over")
        return self.programs.of(s).asking.asked(s)

    def asks_plan(self, s: State) -> bool:
        """Tell whether a plan asks in a game that goes on: what is chosen is an action."""
        return self.programs.of(s).asking.is_plan(s)

    def meant(self, s: State, choice: Choice) -> Any:
        """Return what a legal choice picks; of copies that can be hidden it says no more than which sort of them."""
        return self.programs.of(s).asking.meant(s, choice)

    def arguments(self, s: State, choice: Choice) -> tuple[Any, ...] | None:
        """Return the arguments with which the plan offers an action; None where it does not."""
        return self.programs.of(s).asking.arguments(s, choice)

    def action_frame(self, s: State, choice: Choice) -> Frame:
        """Return the frame that an action would begin with if it were chosen now."""
        assert choice.action is not None
        action, asked = self.set_up.game.actions[choice.action], self.asked(s)
        values = self.arguments(s, choice)
        frame = action_frame(action, asked.frame[2:4], values or ())
        if values is not None and choice.type is not None:
            fill(frame, places_of(first_parts(action)), self.meant(s, choice))
        return frame

    def answered_frame(self, s: State, choice: Choice) -> Frame:
        """Return the frame in which a choice is made, with what it picks."""
        if choice.action is not None:
            return self.action_frame(s, choice)
        asked = self.asked(s)
        frame = asked.frame[:]
        if asked.places:
            fill(frame, asked.places, self.meant(s, choice))
        return frame

    def carry_out(self, s: State, code: int) -> None:
        """Carry out a legal choice and run to the next decision."""
        if s.stale:
            s.settle()
        run = self._since(s, code)
        try:
            if s.forced == s.reading.unforced:
                self._answer(s, code, run)
            else:
                self._by_program(s, lambda kernel: kernel.apply(s, code))
                self._behind(s, run)
        except Exception as error:
            self._trouble(s, run, error)

    def _answer(self, s: State, code: int, run: Since) -> None:
        """Carry out a legal choice where no outcomes are forced, and ask for the next; ``run``: what is done here."""
        reading, kernel = s.reading, self.programs.of(s).kernel(s)
        s.decoded = s.cache = None
        kernel.apply(s, code)
        s.since = run
        if s[reading.status] != GOES_ON or s.stale or s[reading.decisions] >= (s.limit or Limits.decisions):
            s.decoded = {}
            self._behind(s, run)
        else:
            self._list(s, kernel)

    def _since(self, s: State, code: int) -> Since:
        """Return from which numbers and by which choices a choice can be made again that is about to be made."""
        since, decisions = s.since, s.reading.decisions
        if since is None or s[decisions] - since[0][decisions] >= _SINCE:
            return s[:], -1, ((), code)
        return since[0], -1, (since[2], code)

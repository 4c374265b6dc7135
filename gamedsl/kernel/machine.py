"""An engine that carries rules out by the kernel program of its set-up, over states that are blocks of numbers.

Rules that are not lowered are still played in the old way: their states are ``State``. Every method takes both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, cast

from gamedsl.engine.asked import Asked
from gamedsl.engine.errors import IllegalChoice, Limits, RuleError
from gamedsl.engine.looks import Looks
from gamedsl.engine.machine import Engine
from gamedsl.engine.setup.prepare import span_at
from gamedsl.engine.state.chance import key_of
from gamedsl.engine.state.choices import Choice
from gamedsl.engine.state.flat import RUNNING, UNFINISHED, Forced, State, mixes_back
from gamedsl.engine.write.compiling import Compiler
from gamedsl.kernel.carrying import Carrying
from gamedsl.kernel.forced import Fault, ForcedPlay
from gamedsl.kernel.lone.faults import Moment, rule_error
from gamedsl.kernel.lone.looks import EitherLooks
from gamedsl.kernel.lowering.context import NOBODY, NotLoweredError
from gamedsl.kernel.lowering.play.entrances import ENTERED
from gamedsl.kernel.optimising.passes import NAMES
from gamedsl.kernel.playing import PythonKernel
from gamedsl.kernel.state.block import BlockState
from gamedsl.kernel.tracing import Tracing
from gamedsl.semantics.core import model

_Run = tuple[list[int], int, int]
"""The numbers before the rules were carried on, the block where that began, and the code of the answer."""

_PASSES: float = 20
"""Decisions without a log for each block and function of a program after which its passes are made."""


class KernelEngine(Engine):
    """An engine whose games are played by the kernel program, as far as it can say the rules."""

    def __init__(
        self,
        game: model.CheckedGame,
        seats: int,
        options: Mapping[str, bool | int | str] | None = None,
        scenarios: Sequence[model.CheckedScenario] = (),
    ) -> None:
        super().__init__(game, seats, options)
        self._used: set[str] = set()
        self._told_old = False
        """Whether the last game with a log was played in the old way."""
        self._scenarios = tuple(scenarios)
        self._givens = [one.given for one in scenarios] or None
        self._quiet = 0
        self._fault: Fault | None = None
        """What has stopped a game with forced outcomes, until that is told."""

    @cached_property
    def carried(self) -> Carrying | None:
        """What carries the rules out; None for rules that are not lowered."""
        try:
            return Carrying(self, NAMES, self._givens, self._used)
        except NotLoweredError:
            return None

    @cached_property
    def _hurried(self) -> Carrying:
        """The same after all passes, for who plays so many games that these are worth their time."""
        return Carrying(self, (), None, self._used)

    def _carrying(self, s: BlockState) -> Carrying:
        """Return what carries a game on, by the layout of its numbers."""
        plain = self.carried
        assert plain is not None
        return self._hurried if s.reading.is_quick else plain

    def _hurry(self, s: BlockState) -> None:
        """Count a decision without a log; after many, let games go on by the program that has been through all passes.

        Its numbers are those of the other with what its functions remember behind them: nothing yet.
        """
        self._quiet += 1
        if self._quiet < self._worth or s.reading.is_quick or s.curtain is not None or self._scenarios:
            return
        if any(s.forced):
            return
        hurried = self._hurried
        s += hurried.quiet.initial[len(s) :]
        s.reading = hurried.reading

    @cached_property
    def _worth(self) -> float:
        """Return after how many decisions without a log the passes are worth their time."""
        assert self.carried is not None
        return _PASSES * (len(self.carried.program.blocks) + len(self.carried.program.functions))

    @cached_property
    def _forcing(self) -> ForcedPlay:
        """What carries the rules out while outcomes are forced."""
        assert self.carried is not None
        return ForcedPlay(self, self.carried, self._givens, self._used)

    def _by_program(self, s: BlockState, work: Callable[[PythonKernel], Any]) -> Any:
        """Let the program work on a state; where outcomes are forced, the one that asks for them."""
        if not any(s.forced):
            return work(self._carrying(s).kernel(s))
        kernel = self._forcing.kernel(s)
        found = work(kernel)
        self._fault = self._forcing.fault(kernel, s)
        return found

    def _looks(self, c: Compiler) -> Looks:
        """Return what is asked of expressions: of the program, where states are its blocks."""
        return EitherLooks(super()._looks(c), lambda s: self._carrying(s).lone)

    def start(
        self,
        seed: int = 0,
        game_number: int = 0,
        log: bool = True,
        forced: Mapping[str, tuple[Any, ...]] | None = None,
        limit: int = 0,
    ) -> State:
        """Set a game up and run it to the first decision; see ``Engine.start``."""
        if self.carried is None:
            self._told_old |= log
            return super().start(seed, game_number, log, forced, limit)
        if not 0 <= game_number < 2**31:
            raise ValueError("the game number must be in 0..2147483647")
        s = self._blank(self.carried, seed, log)
        s.game_number, s.limit = game_number, limit
        for name, values in (forced or {}).items():
            self.force(cast(State, s), name, tuple([Forced(value) for value in values]))
        self._run(s, 0)
        return cast(State, s)

    def _blank(self, carried: Carrying, seed: int, log: bool) -> BlockState:
        s = BlockState(carried.reading, carried.quiet.initial, log)
        if log:
            self._used.clear()
            self._told_old = False
        s.seed, s.key = seed, key_of(seed)
        return s

    # ------------------------------------------------------------ scenarios

    def before_setup(self, scenario: model.CheckedScenario, log: bool) -> State:
        """Return the state before setup of a scenario; one of others is played in the old way."""
        if self.carried is None or scenario not in self._scenarios:
            self._told_old |= log
            return super().before_setup(scenario, log)
        return cast(State, self._blank(self.carried, scenario.seed, log))

    def set_up(self, s: State) -> None:
        """Carry setup out, and nothing else."""
        block = _block(s)
        if block is None:
            super().set_up(s)
            return
        block[block.reading.at[ENTERED]] = 1
        self._go(block, 0)

    def give(self, s: State, scenario: model.CheckedScenario) -> bool:
        """Carry ``given`` out, without triggers and ends; tell whether that is possible without a decision."""
        block = _block(s)
        if block is None:
            return super().give(s, scenario)
        key = ("given", next(at for at, one in enumerate(self._scenarios) if one is scenario))
        assert self.carried is not None
        if key not in self.carried.program.entrances:
            return False
        self._enter(block, *key)
        return True

    def enter(self, s: State, way: Sequence[str]) -> str:
        """Begin the first turns of the phases on a way, arm the triggers and run the last phase; see ``Engine``."""
        block = _block(s)
        if block is None:
            return super().enter(s, way)
        around, at = "", block.reading.at
        for name in way[:-1]:
            self._enter(block, "turn", around, name)
            if block.error is not None:
                code, place, *_, values = block.error
                raise RuleError(code, span_at(self.game, place), **dict(values))
            if self.game.phases[name].who is not None and block[at[f"phase {name}.turn"]] == NOBODY:
                return name
            around = name
        self._enter(block, "arm")
        block[at[ENTERED]] = 0
        if block.status == RUNNING:
            self._enter(block, *(("begin", around, way[-1]) if way else ("begin",)), waits=True)
        return ""

    def _enter(self, s: BlockState, *entrance: object, waits: bool = False) -> None:
        """Run from a block that only scenarios begin with; ``waits``: to a decision."""
        assert self.carried is not None
        block = self.carried.program.entrances[entrance].block
        s.settle()
        self._run(s, block) if waits else self._go(s, block)

    def _go(self, s: BlockState, block: int) -> None:
        """Run from a block on to where a scenario takes over, or the end."""
        assert self.carried is not None
        before = s[:]
        self._by_program(s, lambda kernel: kernel.run(s, block, -1))
        s.cache = None
        if s.status != RUNNING:
            self._behind(s, (before, block, -1))

    # ------------------------------------------------------------ running

    def _run(self, s: BlockState, at: int) -> None:
        """Run from a block to the next decision or the end."""
        assert self.carried is not None
        before = s[:]
        self._by_program(s, lambda kernel: kernel.run(s, at, -1))
        self._behind(s, (before, at, -1))

    def _behind(self, s: BlockState, run: _Run) -> None:
        """See to what the program leaves to others when it waits or has ended; ``run``: what it was given."""
        s.cache = None
        match s.status:
            case "running":
                if s.decisions >= (s.limit or Limits.decisions):
                    s.status = UNFINISHED
                else:
                    self.codes(cast(State, s))  # stops a game in which nothing can be chosen
            case "finished":
                self._over(s)
            case "stopped":
                self._failed(s, run)
            case "unfinished":
                pass
            case _:
                raise ValueError(s.status)

    def _over(self, s: BlockState) -> None:
        """Put into an ended game who came behind the winners."""
        s.curtain = s.second = None
        f: list[Any] = [0, 0, None, s.turn_of, *[None] * self.game.end_slots]
        s.ranking = self.ending.ranking(cast(State, s), f)

    @cached_property
    def _tracing(self) -> Tracing:
        assert self.carried is not None
        return Tracing(self.carried)

    def _failed(self, s: BlockState, run: _Run | None = None) -> None:
        """Say in a stopped game which rule has stopped it, and where; without a ``run``: where it waits."""
        assert self.carried is not None
        if self._fault is not None:
            self._failed_forced(s, run is None)
            return
        carrying = self._carrying(s)
        kernel = carrying.kernel(s)
        assert kernel.failed is not None
        number, values = kernel.failed
        kernel.failed = None
        fault = carrying.program.faults[number]
        if run is None:
            s.status = RUNNING
            self._stop(cast(State, s), rule_error(fault, values, self.wording, Moment(s.place)))
            return
        found = self._tracing.opened(*run)
        error = rule_error(fault, values, self.wording, Moment(s.place, found.names))
        self._stopped(cast(State, s), error, tuple(found.names), found.seat())

    def _failed_forced(self, s: BlockState, waits: bool) -> None:
        """Say the same of a game with forced outcomes."""
        fault, self._fault = self._fault, None
        assert fault is not None
        if waits:
            s.status = RUNNING
            self._stop(cast(State, s), fault.error)
        else:
            self._stopped(cast(State, s), fault.error, fault.names, fault.seat)

    def run(self, s: State) -> None:
        """Run to the next decision or the end."""
        block = _block(s)
        if block is None:
            super().run(s)
            return
        assert self.carried is not None
        block.settle()
        self._run(block, block[block.reading.at["resume"]])

    def before_together(self, s: State) -> State:
        """Return the state in which all began to decide at the same time; ``run`` plays on from there."""
        block = _block(s)
        if block is None:
            return super().before_together(s)
        assert block.curtain is not None and block.second is not None
        board, _, _, rest, _ = block.curtain
        new = block.copy()
        new[:] = block.second
        *_, (mixes, new.shown, _), new.ledger_size, _ = rest
        new.mixes = [(), *reversed(list(mixes_back(s)))][mixes]
        new.curtain, new.cache, new.stale = (board, None, 0, rest, ()), None, True
        return cast(State, new)

    def begin_together(self, s: State) -> None:
        """Let all decide from here on without seeing what others do, in a state from before that."""
        block = _block(s)
        if block is not None:
            block.settle()
            block.second = tuple(block)
        super().begin_together(s)

    def carried_out(self) -> set[str]:
        """Return the names of what the last game with a log has come to: paragraphs, and modifiers in force."""
        return super().carried_out() if self._told_old else set(self._used)

    # ------------------------------------------------------------ deciding

    def decider(self, s: State) -> int | None:
        """Return the seat that has to decide; None when the game is over."""
        block = _block(s)
        if block is None:
            return super().decider(s)
        return block[block.reading.at["decider"]] if block.status == RUNNING else None

    def codes(self, s: State) -> tuple[int, ...]:
        """Return the numbers of all legal choices in canonical order; empty when the game is over."""
        block = _block(s)
        if block is None:
            return super().codes(s)
        if block.status != RUNNING:
            return ()
        if block.cache is None:
            assert self.carried is not None
            block.settle()
            block.cache = tuple(self._by_program(block, lambda kernel: kernel.codes(block))), None
            if self._fault is not None or self._carrying(block).kernel(block).failed is not None:
                self._failed(block)
                return ()
        codes: tuple[int, ...] = block.cache[0]
        return codes

    def asked(self, s: State) -> Asked:
        """Return what is asked; raise IllegalChoice when the game is over."""
        block = _block(s)
        if block is None:
            return super().asked(s)
        if block.status != RUNNING:
            raise IllegalChoice("the game is over")
        assert self.carried is not None
        return self.carried.asking.asked(block)

    def meant(self, s: State, choice: Choice) -> Any:
        """Return what a legal choice picks; of copies that can be hidden it says no more than which sort of them."""
        block = _block(s)
        if block is None:
            return super().meant(s, choice)
        assert self.carried is not None
        return self.carried.asking.meant(block, choice)

    def arguments(self, s: State, choice: Choice) -> tuple[Any, ...] | None:
        """Return the arguments with which the plan offers an action; None where it does not."""
        block = _block(s)
        if block is None:
            return super().arguments(s, choice)
        assert self.carried is not None
        return self.carried.asking.arguments(block, choice)

    def apply(self, s: State, code: int) -> None:
        """Carry out a choice in place and run to the next decision; raise IllegalChoice when it is not legal."""
        block = _block(s)
        if block is None:
            super().apply(s, code)
            return
        if block.status != RUNNING:
            raise IllegalChoice("the game is over")
        if code not in self.codes(s):
            raise IllegalChoice(f"choice {code} is not legal here")
        assert self.carried is not None
        if self._has_loops:
            self._note_picks(s, self.numbering.choice(code))
        if block.curtain is not None:
            block.curtain = (*block.curtain[:4], (*block.curtain[4], (self.decider(s), code, tuple(block.known))))
        if block.log is None:
            self._hurry(block)
        else:
            self._log_decision(s, code)
        block.settle()
        before, at = block[:], block[block.reading.at["resume"]]
        self._by_program(block, lambda kernel: kernel.apply(block, code))
        self._behind(block, (before, at, code))


def _block(s: object) -> BlockState | None:
    """Return a state as the block that it is; None for a state of games that are played in the old way."""
    return s if isinstance(s, BlockState) else None

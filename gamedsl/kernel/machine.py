"""An engine that carries rules out by the kernel program of its set-up, over states that are blocks of numbers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from gamedsl.engine.asked import Asked
from gamedsl.engine.errors import IllegalChoice, Limits, RuleError, SetupError, told_chain
from gamedsl.engine.machine import Engine
from gamedsl.engine.open_paragraphs import OpenParagraph
from gamedsl.engine.picked import can_pick_pieces
from gamedsl.engine.setup.prepare import span_at
from gamedsl.engine.state.chance import key_of
from gamedsl.engine.state.choices import Choice
from gamedsl.engine.state.flat import RUNNING, UNFINISHED, LeftOver, State, mixes_back
from gamedsl.engine.trial import Trial
from gamedsl.internal_errors import working_on
from gamedsl.kernel.compiled_rules import CompiledRules, SharedRules
from gamedsl.kernel.forced import Fault, ForcedPlay
from gamedsl.kernel.lowering.context import NOBODY
from gamedsl.kernel.lowering.play.entrances import ENTERED
from gamedsl.kernel.lowering.refused import NotLoweredError
from gamedsl.kernel.passes.pipeline import NAMES
from gamedsl.kernel.playing import RUNNING as GOES_ON
from gamedsl.kernel.playing import PythonKernel
from gamedsl.kernel.queries.evaluator import Evaluator
from gamedsl.kernel.queries.options import compiler_of_options
from gamedsl.kernel.queries.rule_errors import Moment, rule_error
from gamedsl.kernel.state.block import BlockState, Since
from gamedsl.kernel.state.reading import Reading
from gamedsl.kernel.state.reset_latches import Latching
from gamedsl.kernel.trace.opened import Opened
from gamedsl.kernel.tracing import Tracing, innermost
from gamedsl.semantics.core import model

if TYPE_CHECKING:
    from gamedsl.kernel.search_engine import Trials

_PASSES: float = 150
"""Decisions without a log for each block and function of a program after which its passes are made."""
_SINCE = 64
"""After so many decisions the numbers of a state are noted again: copying them takes as long as a decision."""


class KernelEngine(Engine):
    """An engine whose games are played by the kernel program. ``scenarios`` are those that it will begin.

    ``shared``: what it has in common with engines that play the same scenarios' games with other options.
    """

    looks: Evaluator

    def __init__(
        self,
        game: model.CheckedGame,
        seats: int,
        options: Mapping[str, bool | int | str] | None = None,
        scenarios: Sequence[model.CheckedScenario] = (),
        shared: SharedRules | None = None,
    ) -> None:
        super().__init__(game, seats, options)
        self._scenarios = tuple(scenarios)
        self._shared = shared = shared or SharedRules(self._scenarios)
        self._used, self._compiled_rules, self._forcings = shared.used, shared.compiled, shared.forced
        self._trials: dict[Reading, Trials] = {}
        self._picking: dict[int, bool] = {}
        """By question whether its answers may be pieces."""
        self._quiet = 0
        self._fault: Fault | None = None
        """What has stopped a game with forced outcomes, until that is told."""

    def _looks(self) -> Evaluator:
        """Return what is asked of expressions: of the program, in its states; of nothing but options before those."""
        before = compiler_of_options(self.layout, self.wording)
        return Evaluator(before, lambda s: (self.carried if s is None else self._carrying(s)).compiler)

    # ------------------------------------------------------------ programs

    def _carry(
        self,
        without: Collection[str],
        scenarios: Sequence[model.CheckedScenario] = (),
        options: Collection[str] = (),
    ) -> CompiledRules:
        """Return what carries the rules out; raise SetupError for rules that cannot be said in a program."""
        try:
            made = CompiledRules(self, without, scenarios, self._used, options=options)
        except NotLoweredError as error:
            raise SetupError(f"{self.game.title} cannot be played: {error}") from error
        self._compiled_rules[made.reading] = made
        return made

    @cached_property
    def carried(self) -> CompiledRules:
        """What carries the rules out."""
        return self._shared.rules(self._carry) or self._carry(NAMES, self._scenarios)

    @cached_property
    def _hurried(self) -> CompiledRules:
        """The same after all passes, for who plays so many games that these are worth their time."""
        return self._carry(())

    def _carrying(self, s: BlockState) -> CompiledRules:
        """Return what carries a game on, by the layout of its numbers; also one that another engine has begun."""
        return self._compiled_rules.get(s.reading) or (self._hurried if s.reading.is_quick else self.carried)

    def _without_passes(self, s: BlockState) -> CompiledRules:
        """Return what would carry a game on if it had never been hurried."""
        return self.carried if s.reading.is_quick else self._carrying(s)

    def _beginning_with(self, scenario: model.CheckedScenario) -> CompiledRules:
        """Return what begins a scenario: one that nobody has spoken of has a program of its own."""
        known = [one for one in self._compiled_rules.values() if any(scenario is own for own in one.scenarios)]
        if known:
            return known[0]
        if any(scenario is own for own in self._scenarios):
            return self.carried
        return self._carry(NAMES, (scenario,))

    def _hurry(self, s: BlockState) -> None:
        """Count a decision without a log; after many, let games go on by the program that has been through all passes.

        Its numbers are those of the other with what its functions remember behind them: nothing yet.
        """
        self._quiet += 1
        is_usual = s.curtain is None and s.forced == s.reading.unforced
        if self._quiet < self._worth or not is_usual or self._carrying(s).scenarios:
            return
        hurried = self._hurried
        s += hurried.quiet.initial[len(s) :]
        s.reading = hurried.reading

    @cached_property
    def _worth(self) -> float:
        """Return after how many decisions without a log the passes are worth their time."""
        return _PASSES * (len(self.carried.program.blocks) + len(self.carried.program.functions))

    def _forcing(self, s: BlockState) -> ForcedPlay:
        """Return what carries a game on while outcomes are forced."""
        plain = self._without_passes(s)
        found: ForcedPlay | None = self._forcings.get(plain.reading)
        if found is None:
            found = self._forcings[plain.reading] = ForcedPlay(self, plain, self._used)
        return found

    def _by_program(self, s: BlockState, work: Callable[[PythonKernel], Any]) -> Any:
        """Let the program work on a state; where outcomes are forced, the one that asks for them."""
        s.decoded = s.since = None
        if s.forced == s.reading.unforced:
            found = work(self._carrying(s).kernel(s))
        else:
            forcing = self._forcing(s)
            kernel = forcing.kernel(s)
            found = work(kernel)
            self._fault = forcing.fault(kernel, s)
        s.decoded = {}
        return found

    # ------------------------------------------------------------ starting

    def blank(self, seed: int, game_number: int, log: bool) -> State:
        """Return the state before setup: everything where ``full`` puts it, values at their start."""
        return cast(State, self._blank(self.carried, seed, log, game_number))

    def _blank(self, carrying: CompiledRules, seed: int, log: bool, game_number: int = 0) -> BlockState:
        s = carrying.blank(self.layout.options, log)
        if log:
            self._used.clear()
        s.seed, s.key, s.game_number = seed, key_of(seed), game_number
        return s

    def _begin(self, s: State) -> None:
        self._run(_block(s), 0)

    # ------------------------------------------------------------ scenarios

    def before_setup(self, scenario: model.CheckedScenario, log: bool) -> State:
        """Return the state before setup of a scenario."""
        return cast(State, self._blank(self._beginning_with(scenario), scenario.seed, log))

    def set_up(self, s: State) -> None:
        """Carry setup out, and nothing else."""
        block = _block(s)
        block[block.reading.at[ENTERED]] = 1
        self._go(block, 0)

    def give(self, s: State, scenario: model.CheckedScenario) -> bool:
        """Carry ``given`` out, without triggers and ends; tell whether that is possible without a decision."""
        block = _block(s)
        carrying = self._carrying(block)
        key = ("given", next(at for at, one in enumerate(carrying.scenarios) if one is scenario))
        if key not in carrying.program.entrances:
            return False
        self._enter(block, *key)
        return True

    def enter(self, s: State, way: Sequence[str]) -> str:
        """Begin the first turns of the phases on a way, arm the triggers and run the last phase; see ``Engine``."""
        block = _block(s)
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
        block = self._carrying(s).program.entrances[entrance].block
        s.settle()
        self._run(s, block) if waits else self._go(s, block)

    def _go(self, s: BlockState, block: int) -> None:
        """Run from a block on to where a scenario takes over, or the end."""
        run = s[:], block, ()
        with self._noticed(s, run):
            self._by_program(s, lambda kernel: kernel.run(s, block, -1))
            s.cache = None
            if s.status != RUNNING:
                self._behind(s, run)

    # ------------------------------------------------------------ running

    def _run(self, s: BlockState, at: int) -> None:
        """Run from a block to the next decision or the end."""
        run = s[:], at, ()
        with self._noticed(s, run):
            self._by_program(s, lambda kernel: kernel.run(s, at, -1))
            self._behind(s, run)

    @contextmanager
    def _noticed(self, s: BlockState, run: Since) -> Iterator[None]:
        """Stop a game in which too much is open inside each other, and say of faults of ours where they came."""
        try:
            yield
        except Exception as error:
            self._trouble(s, run, error)

    def _trouble(self, s: BlockState, run: Since, error: Exception) -> None:
        """Stop a game in which too much is open inside each other; raise other faults, with where they came."""
        found = self._opened(s, run)
        names = tuple(found.names)
        if not isinstance(error, RecursionError):
            working_on("carrying out the rules", innermost(self.game, names))
            raise error
        told = RuleError("GDRUN06", innermost(self.game, names), bound="1000", chain=told_chain([*names, ""]))
        self._stopped(cast(State, s), told, names, found.seat())

    def _opened(self, s: BlockState, run: Since) -> Opened:
        """Return what was open where a run failed, whatever has failed."""
        tracing = Tracing(self._without_passes(s))
        with suppress(Exception):
            tracing.opened(*run)
        return tracing.followed

    def _behind(self, s: BlockState, run: Since) -> None:
        """See to what the program leaves to others when it waits or has ended; ``run``: what it was given."""
        s.cache = None
        reading = s.reading
        if s[reading.status] == GOES_ON:
            if s[reading.decisions] >= (s.limit or Limits.decisions):
                s.status = UNFINISHED
            else:
                self._ask(s)  # stops a game in which nothing can be chosen
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

    def _over(self, s: BlockState) -> None:
        """Put into an ended game who came behind the winners."""
        s.curtain = s.second = None
        f: list[Any] = [0, 0, None, s.turn_of, *[None] * self.game.end_slots]
        s.ranking = self.ending.ranking(cast(State, s), f)

    def _failed(self, s: BlockState, run: Since | None = None) -> None:
        """Say in a stopped game which rule has stopped it, and where; without a ``run``: where it waits."""
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
            self._stop(s, rule_error(fault, values, self.wording, Moment(s.place)))
            return
        found = Tracing(self._without_passes(s)).opened(*run)
        error = rule_error(fault, values, self.wording, Moment(s.place, found.names))
        self._stopped(cast(State, s), error, tuple(found.names), found.seat())

    def _stop(self, s: BlockState, error: RuleError) -> None:
        """Stop a game where it waits."""
        s.status = RUNNING
        open_ = self._carrying(s).asking.open
        found = [(open_.name(one), open_.seat(s, one, where)) for one, where in open_.open(s)]
        names = tuple(name for name, _ in reversed(found) if name)
        self._stopped(cast(State, s), error, names, next((seat for _, seat in found if seat is not None), None))

    def _failed_forced(self, s: BlockState, waits: bool) -> None:
        """Say the same of a game with forced outcomes."""
        fault, self._fault = self._fault, None
        assert fault is not None
        if waits:
            self._stop(s, fault.error)
        else:
            self._stopped(cast(State, s), fault.error, fault.names, fault.seat)

    def run(self, s: State) -> None:
        """Run to the next decision or the end."""
        block = _block(s)
        block.settle()
        self._run(block, block[block.reading.at["resume"]])

    def before_together(self, s: State) -> State:
        """Return the state in which all began to decide at the same time; ``run`` plays on from there."""
        block = _block(s)
        assert block.curtain is not None and block.second is not None
        board, _, _, rest, _ = block.curtain
        new = block.copy()
        new[:] = block.second
        new.decoded = {}
        *_, (mixes, new.shown, _), new.ledger_size, _ = rest
        new.mixes = [(), *reversed(list(mixes_back(s)))][mixes]
        new.curtain, new.cache, new.stale = (board, None, 0, rest, ()), None, True
        return cast(State, new)

    def begin_together(self, s: State) -> None:
        """Let all decide from here on without seeing what others do, in a state from before that."""
        block = _block(s)
        block.settle()
        block.second = tuple(block)
        super().begin_together(s)

    def carried_out(self) -> set[str]:
        """Return the names of what the last game with a log has come to: paragraphs, and modifiers in force."""
        return set(self._used)

    # ------------------------------------------------------------ what is open

    def open(self, s: State) -> list[OpenParagraph]:
        """Return the paragraphs that are open, outermost first; what is written into their frames goes into ``s``."""
        return _block(s).open()

    def stale(self, s: State) -> LeftOver:
        """Return the values and dice of the table that are written anew before the rules read them again."""
        return _block(s).left_over()

    @cached_property
    def _latching(self) -> Latching:
        return Latching(self.looks, self.wording.secrets.triggers)

    def latch(self, s: State) -> None:
        """Let latches of triggers that ask for hidden things tell nothing, in a state with other hidden things."""
        self._latching.latch(_block(s))

    # ------------------------------------------------------------ deciding

    def decider(self, s: State) -> int | None:
        """Return the seat that has to decide; None when the game is over."""
        block: BlockState = s  # type: ignore[assignment]
        reading = block.reading
        return block[reading.decider] if block[reading.status] == GOES_ON else None

    def codes(self, s: State) -> tuple[int, ...]:
        """Return the numbers of all legal choices in canonical order; empty when the game is over."""
        block: BlockState = s  # type: ignore[assignment]
        if block[block.reading.status] != GOES_ON:
            return ()
        if block.cache is None:
            return self._ask(block)
        codes: tuple[int, ...] = block.cache
        return codes

    def _ask(self, s: BlockState) -> tuple[int, ...]:
        """Return the numbers of all legal choices of a running game, and keep them; without any it is stopped."""
        if s.stale:
            s.settle()
        if s.forced == s.reading.unforced:
            s.decoded = None
            return self._list(s, self._carrying(s).kernel(s))
        codes: tuple[int, ...] = tuple(self._by_program(s, lambda kernel: kernel.codes(s)))
        s.cache = codes
        if self._fault is not None:
            self._failed(s)
        return codes

    def _list(self, s: BlockState, kernel: PythonKernel) -> tuple[int, ...]:
        """Do the same where no outcomes are forced; nothing is decoded."""
        codes = s.cache = tuple(kernel.codes(s))
        s.decoded = {}
        if not codes and kernel.failed is not None:
            self._failed(s)
        return codes

    def asked(self, s: State) -> Asked:
        """Return what is asked; raise IllegalChoice when the game is over."""
        block = _block(s)
        if block.status != RUNNING:
            raise IllegalChoice("the game is over")
        return self._carrying(block).asking.asked(block)

    def asks_plan(self, s: State) -> bool:
        """Tell whether a plan asks in a game that goes on: what is chosen is an action."""
        block = _block(s)
        return self._carrying(block).asking.is_plan(block)

    def meant(self, s: State, choice: Choice) -> Any:
        """Return what a legal choice picks; of copies that can be hidden it says no more than which sort of them."""
        block = _block(s)
        return self._carrying(block).asking.meant(block, choice)

    def arguments(self, s: State, choice: Choice) -> tuple[Any, ...] | None:
        """Return the arguments with which the plan offers an action; None where it does not."""
        block = _block(s)
        return self._carrying(block).asking.arguments(block, choice)

    def apply(self, s: State, code: int) -> None:
        """Carry out a choice in place and run to the next decision; raise IllegalChoice when it is not legal."""
        block: BlockState = s  # type: ignore[assignment]
        if block[block.reading.status] != GOES_ON:
            raise IllegalChoice("the game is over")
        if code not in (self._ask(block) if block.cache is None else block.cache):
            raise IllegalChoice(f"choice {code} is not legal here")
        if self._has_loops:
            self._note_pick(block, code)
        if block.curtain is not None:
            block.curtain = (*block.curtain[:4], (*block.curtain[4], (self.decider(s), code, tuple(block.known))))
        if block.log is not None:
            self._log_decision(s, code)
        elif not block.reading.is_quick:
            self._hurry(block)
        if block.stale:
            block.settle()
        run = self._since(block, code)
        try:
            if block.forced == block.reading.unforced:
                self._answer(block, code, run)
            else:
                self._by_program(block, lambda kernel: kernel.apply(block, code))
                self._behind(block, run)
        except Exception as error:
            self._trouble(block, run, error)

    def _answer(self, s: BlockState, code: int, run: Since) -> None:
        """Carry out a legal choice where no outcomes are forced, and ask for the next; ``run``: what is done here."""
        reading, kernel = s.reading, self._carrying(s).kernel(s)
        s.decoded = s.cache = None
        kernel.apply(s, code)
        s.since = run
        if s[reading.status] != GOES_ON or s.stale or s[reading.decisions] >= (s.limit or Limits.decisions):
            s.decoded = {}
            self._behind(s, run)
        else:
            self._list(s, kernel)

    def trial(self, s: State) -> Trial:
        """Return the game of a state from its decision on, for trying choices out; outcomes must not be forced."""
        block = _block(s)
        if block.forced != block.reading.unforced:
            raise ValueError("outcomes are forced in this state")
        return self.trials(s).trial(block)

    def trials(self, s: State) -> Trials:
        """Return what begins trials of the game of a state."""
        carrying = self._without_passes(_block(s))
        if carrying.reading not in self._trials:
            from gamedsl.kernel import search_engine

            self._trials[carrying.reading] = search_engine.Trials(self, carrying)
        return self._trials[carrying.reading]

    def _since(self, s: BlockState, code: int) -> Since:
        """Return from which numbers and by which choices a choice can be made again that is about to be made."""
        since, decisions = s.since, s.reading.decisions
        if since is None or s[decisions] - since[0][decisions] >= _SINCE:
            return s[:], -1, ((), code)
        return since[0], -1, (since[2], code)

    @cached_property
    def _has_loops(self) -> bool:
        """Whether a decision may be wanted while a loop through pieces is open."""
        return self.carried.reading.open.has_loops

    def _note_pick(self, s: BlockState, code: int) -> None:
        """Note who loses track of what is picked, where a choice may pick pieces."""
        choice = self.numbering.choice(code)
        if choice.question is None:
            return
        picks = self._picking.get(choice.question)
        if picks is None:
            picks = self._picking[choice.question] = can_pick_pieces(self.game, choice)
        if picks:
            self._note_picks(cast(State, s), choice)


def _block(s: State) -> BlockState:
    """Return a state as the block that it is. What is asked at every decision goes without this call."""
    return cast(BlockState, s)

"""States -> the same games as plain lists of numbers, in which players try out what may follow

Players who search copy and change thousands of states for a decision, and look at nothing but who is asked, what can be
chosen, what chance was asked for, how the game ends, and how well everybody stands. So the program that they play by
does without all that serves other fields, tells nobody anything, and judges by itself. It goes through the passes when
about as much time has been spent on trying as these take; whether it has been makes no difference to a game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from time import process_time
from typing import Any, cast

from gamedsl.engine.errors import Limits
from gamedsl.engine.machine import Engine
from gamedsl.engine.outcome import ranked
from gamedsl.engine.state.chance import key_of
from gamedsl.engine.state.flat import State
from gamedsl.kernel.carrying import Carrying
from gamedsl.kernel.lone.judging import Judged, judged_by_level, rank_of_players, write_ranking, write_values
from gamedsl.kernel.making import bits
from gamedsl.kernel.optimising.passes import NAMES
from gamedsl.kernel.optimising.unread import OUTCOME
from gamedsl.kernel.playing import FINISHED, STOPPED, Block, PythonKernel, Writing, program_with
from gamedsl.kernel.state.block import BlockState
from gamedsl.kernel.state.fields import STATUS
from gamedsl.semantics.core.automata import Automaton

_SEEN = OUTCOME | {"together"}
_WORTH = 15
"""How many times as long as lowering a program its passes take, about."""
_RANKING = "the ranking"


class World:
    """The program by which choices of an engine are tried out, and what is read of its lists of numbers.

    ``of`` is what carries the states on from which trials begin, without passes.
    """

    def __init__(self, engine: Engine, of: Carrying, without: Collection[str]) -> None:
        self.engine, self.of = engine, of
        by_level = judged_by_level(engine.game)
        rank = rank_of_players(engine.game)
        listed: dict[Any, Writing] = {by: partial(write_values, by=by) for by in {*by_level.values()}}
        if rank is not None:
            listed[_RANKING] = lambda b: write_ranking(b, rank)
        self.program, self._waits = program_with(engine, without, of.givens, listed, _SEEN)
        self.kernel = PythonKernel(self.program)
        self.step = self.kernel.step
        self.common = len(of.quiet.initial)
        self.initial = self.kernel.initial[self.common :]
        self.at = at = self.program.places()
        self.status, self.decider, self.resume, self.key = at["status"], at["decider"], at["resume"], at["key"]
        self.together, self.winners = at.get("together", -1), at["winners"]
        self.draws = slice(at["draws"], at["draws"] + of.reading.lengths["draws"])
        self._points = self._row("points"), self._row("scores")
        self.judges = {level: self._judging(by) for level, by in by_level.items()}
        standing = self.program.standing
        self.plans = {block: isinstance(getattr(one, "asks", None), Automaton) for block, one in standing.items()}

    def _row(self, name: str) -> slice:
        return slice(self.at[name], self.at[name] + self.program.fields[name].count)

    def trial(self, s: BlockState) -> KernelTrial:
        """Return a trial from a decision of a game on."""
        codes = self.engine.codes(cast(State, s))
        return KernelTrial(self, [*s[: self.common], *self.initial], codes, s.seed, s.limit or Limits.decisions)

    def state(self, block: Block, seed: int) -> BlockState:
        """Return the game as a state that can be asked what any state is asked, but for what players know."""
        found = BlockState(self.of.reading, block[: self.common])
        found.seed, found.measured = seed, None
        return found

    def _judging(self, by: Judged) -> Callable[[Block], list[int] | None]:
        """Return what tells how well each seat stands; None where it is not that simple."""
        wait = self._waits.get(by)
        if wait is None:
            return lambda block: None
        values, fault, changes = self.kernel.lister(wait), self.kernel.fault, by.changes

        def judged(block: Block) -> list[int] | None:
            before = [block[one] for one in self._points] if changes else ()
            try:
                return values(block)
            except fault:
                for one, numbers in zip(self._points, before, strict=False):
                    block[one] = numbers
                self.take(block, block)
                return None

        return judged

    def take(self, block: Block, numbers: Sequence[int]) -> None:
        """Put the numbers of a state into a list; functions forget what they have found there."""
        block[:] = [*numbers[: self.common], *self.initial]

    def ranking(self, trial: KernelTrial) -> tuple[tuple[int, ...], ...]:
        """Return the groups of seats of a game that has ended, as ``Ending.ranking`` does."""
        rank, seats = rank_of_players(self.engine.game), range(self.engine.layout.seats)
        try:
            among, *keys = self.kernel.lister(self._waits[_RANKING])(trial.block)
        except (KeyError, self.kernel.fault):
            state: Any = trial.state()
            return self.engine.ending.ranking(state, [0, 0, None, state.turn_of, *[None] * self.engine.game.end_slots])
        many = 0 if rank is None else len(rank.keys)
        return ranked(
            trial.winners, seats, lambda seat: (among >> seat & 1, tuple(keys[seat * many : (seat + 1) * many]))
        )


class KernelTrial:
    """A game in a world; see ``Trial``."""

    __slots__ = ("block", "codes", "limit", "seed", "world")

    def __init__(self, world: World, block: Block, codes: Sequence[int], seed: int, limit: int) -> None:
        self.world = world
        self.block = block
        self.codes = codes
        self.seed = seed
        self.limit = limit

    def copy(self) -> KernelTrial:
        """Return an independent trial that continues identically."""
        return KernelTrial(self.world, self.block[:], self.codes, self.seed, self.limit)

    def become(self, other: KernelTrial) -> None:
        """Take everything over from another trial of the same game, which must not be used any more."""
        self.block, self.codes, self.seed = other.block, other.codes, other.seed

    def sow(self, seed: int) -> None:
        """Let chance come from another seed from here on."""
        self.seed = seed
        self.block[self.world.key] = key_of(seed)

    def follow(self, other: KernelTrial) -> None:
        """Let chance come as in another trial from here on."""
        key = self.world.key
        self.seed, self.block[key] = other.seed, other.block[key]

    def apply(self, code: int) -> None:
        """Carry out a legal choice and run to the next decision."""
        try:
            self.codes = self.world.step(self.block, code, self.limit)
        except RecursionError:
            self.codes = ()
            self.block[self.world.status] = STOPPED

    @property
    def decider(self) -> int | None:
        """The seat that has to decide; None when the game is over."""
        return self.block[self.world.decider] if self.codes else None

    @property
    def status(self) -> str:
        """How the game stands, as in ``State``."""
        return STATUS[self.block[self.world.status]]

    @property
    def asks_plan(self) -> bool:
        """Whether a plan asks in a game that goes on: what is chosen is an action."""
        return self.world.plans[self.block[self.world.resume]]

    @property
    def is_secret(self) -> bool:
        """Whether all decide at the same time, without seeing what others do."""
        return self.world.together >= 0 and self.block[self.world.together] == 1

    @property
    def draws(self) -> list[int]:
        """How often chance has been asked, by stream."""
        return self.block[self.world.draws]

    @property
    def decisions(self) -> int:
        """How many decisions have been made."""
        return self.block[self.world.at["decisions"]]

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won."""
        return bits(self.block[self.world.winners])

    @property
    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """Groups of seats as in ``State``, of a game that has ended."""
        return self.world.ranking(self) if self.block[self.world.status] == FINISHED else ()

    def judged(self, level: str) -> list[int] | None:
        """Return how well each seat stands for players of a level; None where a state has to be asked."""
        return self.world.judges[level](self.block)

    def state(self) -> State:
        """Return the game as a state, for who asks more; it has no log and no past."""
        return cast(State, self.world.state(self.block, self.seed))

    def take(self, state: State) -> None:
        """Take over what has come to be known of chance in a state of this moment."""
        self.world.take(self.block, cast(BlockState, state))


class Trials:
    """Begins trials of the games that something carries on."""

    def __init__(self, engine: Engine, of: Carrying) -> None:
        self._engine, self._of = engine, of
        began = process_time()
        self._world = World(engine, of, NAMES)
        self._before = process_time()
        self._left = _WORTH * (self._before - began)
        """How much time may be spent before the passes are worth theirs; nothing behind them."""

    def trial(self, s: BlockState) -> KernelTrial:
        """Return a trial from a decision of a game on."""
        if self._left > 0:
            now = process_time()
            self._left -= now - self._before
            self._before = now
            if self._left <= 0:
                self._world = World(self._engine, self._of, ())
        return self._world.trial(s)

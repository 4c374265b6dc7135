"""States -> the same games as plain lists of numbers, in which players try out what may follow

Players who search copy and change thousands of states for a decision, and look at nothing but who is asked, what can be
chosen, what chance was asked for, how the game ends, and how well everybody stands. So the program that they play by
does without all that serves other fields, tells nobody anything, and judges by itself. It goes through the passes when
about as much time has been spent on trying as these take; whether it has been makes no difference to a game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cached_property, partial
from time import process_time
from typing import Any

import attrs

from gamedsl.engine.errors import Limits
from gamedsl.engine.set_up import SetUp
from gamedsl.engine.state.chance import key_of
from gamedsl.kernel import build_cache
from gamedsl.kernel.builder import bits
from gamedsl.kernel.compiled import Compiled, Made, Tail
from gamedsl.kernel.compiled_rules import CompiledRules
from gamedsl.kernel.lowering.context import Lowering
from gamedsl.kernel.lowering.refused import NotLoweredError
from gamedsl.kernel.lowering.values.maintained_sets import of_value_field
from gamedsl.kernel.native.thinking import Position
from gamedsl.kernel.passes.analysis.effects import COUNTS, Effects
from gamedsl.kernel.passes.memoize.memoize import memory
from gamedsl.kernel.passes.pipeline import NAMES, optimise, take_known
from gamedsl.kernel.passes.scalar.dead_fields import OUTCOME, without_dead_fields
from gamedsl.kernel.playing import FINISHED, STOPPED, Block, PythonKernel
from gamedsl.kernel.printing.players.thinking import Face, Listing
from gamedsl.kernel.queries.compiler import ExpressionCompiler, called_by
from gamedsl.kernel.queries.judging import judged_by_level, rank_of_players, write_ranking, write_values
from gamedsl.kernel.queries.outcome import Ending, ranked
from gamedsl.kernel.state.block import State
from gamedsl.kernel.state.fields import STATUS
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.automata import Automaton

Judging = Callable[[Block], list[int] | None]
"""Tells of a list of numbers how well each seat stands."""
_SEEN = OUTCOME | {"together"}
_AT_ONCE = frozenset({"memoize", "incremental_sets", "batch_queries"})
"""The passes by which functions remember, in fields of their own: they bring most where little changes from one try to
the next."""
_LATER = NAMES - _AT_ONCE
_STAGES = ((8.0, _LATER), (100.0, frozenset[str]()))
"""After how much trying, in times of what lowering took, a program goes through how many passes: but for these."""
_RANKING = "the ranking"


class World:
    """The program by which choices of an engine are tried out, and what is read of its lists of numbers.

    ``of`` is what carries the states on from which trials begin, without passes. ``without``: passes that the program
    goes without; but where it is known from before what it is behind more of them, it has been through those.
    """

    def __init__(self, set_up: SetUp, of: CompiledRules, ending: Ending, without: Collection[str]) -> None:
        self.set_up, self.of, self.ending = set_up, of, ending
        self.by_level = judged_by_level(set_up.game)
        rank = rank_of_players(set_up.game)
        listed: dict[Any, Callable[[Lowering], None]] = {
            by: partial(write_values, by=by) for by in dict.fromkeys(self.by_level.values())
        }
        if rank is not None:
            listed[_RANKING] = lambda b: write_ranking(b, rank)
        # not by what others have asked ``of``: the program is the same whatever was asked before, and so can be kept
        self.program, self._waits = ExpressionCompiler(of.lowering, of.quiet, set_up.wording).listing(listed)
        known = take_known(self.program, (), _LATER) if without else None
        self.without = frozenset(without if known is None else known)
        self.is_hurried = not self.without
        if known is None:
            optimise(self.program, without)
        if self.is_hurried:
            self.program = without_dead_fields(self.program, _SEEN)
        self.kernel = PythonKernel(self.program)
        self.step = self.kernel.step
        self.common = len(of.quiet.initial)
        self.initial = self.kernel.initial[self.common :]
        self.at = at = self.program.places()
        self.status, self.decider, self.resume, self.key = at["status"], at["decider"], at["resume"], at["key"]
        self.together, self.winners = at.get("together", -1), at["winners"]
        self.draws = slice(at["draws"], at["draws"] + of.reading.lengths["draws"])
        self._points = self._row("points"), self._row("scores")
        self.judges = _Judges(self)
        standing = self.program.standing
        self.plans = {block: isinstance(getattr(one, "asks", None), Automaton) for block, one in standing.items()}

    def _row(self, name: str) -> slice:
        return slice(self.at[name], self.at[name] + self.program.fields[name].count)

    def trial(self, s: State, codes: Sequence[int]) -> Trial:
        """Return a trial from a decision of a game on, with its legal choices."""
        return Trial(self, [*s[: self.common], *self.initial], codes, s.seed, s.limit or Limits.decisions)

    def state(self, block: Block, seed: int) -> State:
        """Return the game as a state that can be asked what any state is asked, but for what players know."""
        found = State(self.of.reading, block[: self.common])
        found.seed, found.measured = seed, None
        return found

    def listing(self) -> Listing:
        """Return what of the program players need who think in C; raise NotLoweredError for what no program can say."""
        game, rank = self.set_up.game, rank_of_players(self.set_up.game)
        if isinstance(game.winner, core.Rank) and _RANKING not in self._waits:
            raise NotLoweredError("how players are compared", "compare them by less")
        judged = [self.by_level[level] for level in model.LEVELS]
        return Listing(
            seats=self.set_up.layout.seats,
            pieces=len(self.set_up.layout.piece_design),
            streams=self.of.reading.lengths["draws"],
            judges=[self._waits.get(by) for by in judged],
            ranking=None if rank is None else self._waits[_RANKING],
            keys=0 if rank is None else len(rank.keys),
            faces=self._faces(),
            plans={block for block, is_plan in self.plans.items() if is_plan},
            prepares=self._may_prepare([self._waits[by] for by in judged if by in self._waits]),
        )

    def _faces(self) -> dict[int, Face]:
        """Return by die what says what it shows."""
        layout, values, found = self.set_up.layout, self.set_up.game.values, dict[int, Face]()
        for piece, field in layout.face_of.items():
            entry = layout.value_entry[field]
            at, span = field - layout.values[entry].base, layout.span_of(values[entry].type)
            found[piece] = Face(f"value.{entry}", at, *span, of_value_field(entry))
        return found

    def _may_prepare(self, judges: Sequence[int]) -> bool:
        """Tell whether judging leaves nothing in a state but what functions remember, and they remember anything."""
        own, effects = memory(self.program), Effects(self.program)
        return bool(own) and all(effects.written(self.program.waits[one]) <= own | COUNTS for one in judges)

    def judging(self, level: str) -> Judging:
        """Return what tells players of a level how well each seat stands; None where it is not that simple."""
        by = self.by_level[level]
        if by not in self._waits:
            return lambda block: None
        values, fault = self._listing(by)
        changes = by.changes

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

    def _listing(self, what: object) -> tuple[Callable[[Block], list[int]], type[BaseException]]:
        """Return what lists something of a list of numbers, and what is raised where that cannot be done.

        It goes through the other passes by itself: it is called after every try, and is only a small part of all.
        """
        wait, program = self._waits[what], self.program
        if self.without == NAMES:
            return self.kernel.lister(wait), self.kernel.fault
        needed = called_by(program.functions, program.waits[wait])
        own = attrs.evolve(
            program,
            # in their order, not in that of the set: by this it is known again
            functions={name: one for name, one in program.functions.items() if name in needed},
            tables={**program.tables},
            widths={**program.widths},
            blocks=[],
            waits={wait: program.waits[wait]},
        )
        kernel = PythonKernel(optimise(own, _AT_ONCE))
        return kernel.lister(wait), kernel.fault

    def take(self, block: Block, numbers: Sequence[int]) -> None:
        """Put the numbers of a state into a list; functions forget what they have found there."""
        block[:] = [*numbers[: self.common], *self.initial]

    @cached_property
    def _keys(self) -> tuple[Callable[[Block], list[int]], type[BaseException]]:
        """What lists by what the ranking is made."""
        if _RANKING in self._waits:
            return self._listing(_RANKING)

        def none(block: Block) -> list[int]:
            raise LookupError

        return none, LookupError

    def ranking(self, trial: Trial) -> tuple[tuple[int, ...], ...]:
        """Return the groups of seats of a game that has ended, as ``Ending.ranking`` does."""
        rank, seats = rank_of_players(self.set_up.game), range(self.set_up.layout.seats)
        values, fault = self._keys
        try:
            among, *keys = values(trial.block)
        except fault:
            state = trial.state()
            return self.ending.ranking(state, [0, 0, None, state.turn_of, *[None] * self.set_up.game.end_slots])
        many = 0 if rank is None else len(rank.keys)
        return ranked(
            trial.winners, seats, lambda seat: (among >> seat & 1, tuple(keys[seat * many : (seat + 1) * many]))
        )


class _Judges(dict[str, Judging]):
    """What judges in a world, by the level of players; made when it is first asked for."""

    def __init__(self, world: World) -> None:
        self._world = world

    def __missing__(self, level: str) -> Judging:
        """Make what judges for a level."""
        self[level] = made = self._world.judging(level)
        return made


class Trial:
    """A game that nobody sees, from a decision on: without a log, and without notes of who knows what.

    ``codes`` are the legal choices, empty when the game is over. ``seed`` is what its chance comes from.
    """

    __slots__ = ("block", "codes", "limit", "seed", "world")

    def __init__(self, world: World, block: Block, codes: Sequence[int], seed: int, limit: int) -> None:
        self.world = world
        self.block = block
        self.codes = codes
        self.seed = seed
        self.limit = limit

    def copy(self) -> Trial:
        """Return an independent trial that continues identically."""
        return Trial(self.world, self.block[:], self.codes, self.seed, self.limit)

    def become(self, other: Trial) -> None:
        """Take everything over from another trial of the same game, which must not be used any more."""
        self.block, self.codes, self.seed = other.block, other.codes, other.seed

    def sow(self, seed: int) -> None:
        """Let chance come from another seed from here on."""
        self.seed = seed
        self.block[self.world.key] = key_of(seed)

    def follow(self, other: Trial) -> None:
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

    def position(self, tail: Tail) -> Position:
        """Return the game as who thinks in C wants it, by another program."""
        numbers = [*self.block[: tail.common], *tail.initial]
        return Position(numbers, len(self.codes), min(self.limit, Limits.decisions))

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
        return self.world.state(self.block, self.seed)

    def take(self, state: State) -> None:
        """Take over what has come to be known of chance in a state of this moment."""
        self.world.take(self.block, state)


class Trials:
    """Begins trials of the games that something carries on; ``compiled`` thinks about them in C."""

    def __init__(self, set_up: SetUp, of: CompiledRules, ending: Ending) -> None:
        self._set_up, self._of, self._ending = set_up, of, ending
        self._made: World | None = None
        self._stages = [*_STAGES]
        self._spent, self._before = 0.0, process_time()
        self.compiled = Compiled(self._made_of, lambda: self._world.is_hurried, self._key)

    @property
    def _world(self) -> World:
        """The program by which choices are tried out, made when it is first needed: machine code may do without."""
        if self._made is None:
            self._made = World(self._set_up, self._of, self._ending, NAMES)
            self._stages = [one for one in self._stages if one[1] < self._made.without]
            self._before = process_time()
        return self._made

    def _key(self) -> str:
        """Return by what machine code for this set-up is known; nothing where its states are laid out otherwise."""
        is_usual = not (self._of.scenarios or self._of.reading.is_quick)
        return build_cache.key_of(self._set_up, build_cache.THINKING) if is_usual else ""

    def trial(self, s: State, codes: Sequence[int]) -> Trial:
        """Return a trial from a decision of a game on, with its legal choices."""
        world = self._world
        if self._stages:
            now = process_time()
            self._spent += now - self._before
            self._before = now
            after, without = self._stages[0]
            if self._spent > after * self._of.took:
                world = self._made = World(self._set_up, self._of, self._ending, without)
                del self._stages[0]
                self._before = process_time()
        return world.trial(s, codes)

    @property
    def is_of_beginning(self) -> bool:
        """Whether games begin as these did wherever their set-up is played, not as a scenario says."""
        return not self._of.scenarios

    def hurried(self) -> World:
        """Return the world whose program has been through all passes."""
        world = self._world
        if self._stages:
            world = self._made = World(self._set_up, self._of, self._ending, ())
            self._stages.clear()
        return world

    def _made_of(self) -> Made:
        world = self.hurried()
        return world.program, world.listing(), world

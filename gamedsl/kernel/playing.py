"""A kernel program -> games over flat states: start, legal choices, apply; printed as Python and run."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from typing import Any, cast

import attrs

from gamedsl.engine.errors import Limits
from gamedsl.engine.set_up import SetUp
from gamedsl.engine.state.chance import base_of, key_of
from gamedsl.gc_control import deep, leave_room, make_room, without_collector
from gamedsl.kernel.lowering.assemble import lower
from gamedsl.kernel.lowering.context import Lowering
from gamedsl.kernel.lowering.facts import settings_of
from gamedsl.kernel.passes.pipeline import optimise
from gamedsl.kernel.passes.scalar.dead_fields import OUTCOME, without_dead_fields
from gamedsl.kernel.printing.module import Module
from gamedsl.kernel.printing.python import HALT, Printer
from gamedsl.kernel.printing.turns import STUCK
from gamedsl.kernel.program import Program
from gamedsl.semantics import core

Block = list[int]
Listener = Callable[[Any], Callable[..., Any]]
"""Makes of what a note says what is called with the state and the values of the note whenever it comes up."""
Draw = Callable[[Any, int, int, int], int]
"""Gives an outcome of a state, from 0: of a stream, the number of the draw, and how many outcomes there are."""
RUNNING, FINISHED, STOPPED, UNFINISHED = 0, 1, 2, 3


def program_of(set_up: SetUp, without: Collection[str] = (), seen: Collection[str] | None = None) -> Program:
    """Return the program of a set-up; see ``lowering_of``.

    ``seen``: the fields that somebody looks at, where that is not all of them. ``OUTCOME`` is for games of which only
    the end counts: how play stands (``status``, ``end``, ``resume``, ``decider``, ``decisions``, ``draws``), and
    ``winners``, ``points`` and ``scores``. What the rules read is right as well; other fields mean nothing, among
    them mostly who knows what. So states of such a program are for nobody to be shown; and it has no notes.
    """
    if seen is None:
        return lowering_of(set_up, without).program
    program = without_dead_fields(_lowered(set_up, without).program, seen)
    return without_dead_fields(optimise(program, without), seen)


def lowering_of(
    set_up: SetUp,
    without: Collection[str] = (),
    givens: Sequence[tuple[core.CoreStep, ...]] | None = None,
    forces: bool = False,
    options: Collection[str] = (),
) -> Lowering:
    """Return the lowering of a set-up with its program, into which more can be lowered; ``without``: passes left out,
    and what is kept beside the state, by the names of ``lowering/derived.py``.

    ``givens``: what scenarios put before play; None: nobody begins games in the middle. ``forces``: outcomes of chance
    may be forced; then there is a program ``forced``, too, which is played with who listens to that.
    ``options``: those that the program reads in its states; the others are those of the set-up.
    Raise NotLoweredError where the rules say what a program cannot say yet.
    """
    b = _lowered(set_up, without, givens, forces, options)
    made = b.program
    plain = attrs.evolve(made, functions={**made.functions}, blocks=[*made.blocks], waits={**made.waits})
    b.program = optimise(made, without)
    b.program.plain = plain
    return b


def _lowered(
    set_up: SetUp,
    without: Collection[str],
    givens: Sequence[tuple[core.CoreStep, ...]] | None = None,
    forces: bool = False,
    options: Collection[str] = (),
) -> Lowering:
    secrets = set_up.wording.secrets
    settings = settings_of(set_up.layout, secrets, frozenset(without), frozenset(options), forces=forces)
    with without_collector(), deep():
        return lower(set_up.layout, set_up.numbering, set_up.beginning(), settings, givens)


class PythonKernel:
    """A program as Python. States are lists of numbers; ``copy`` is a slice.

    ``notes``: who is told, by what the notes are about; notes about anything else are left out. ``draw``: what gives
    the outcomes of chance; None: they follow from the seed, see ``engine/state/chance.py``.
    """

    def __init__(self, program: Program, notes: Mapping[str, Listener] | None = None, draw: Draw | None = None) -> None:
        self.program = program
        self._draw = draw
        self._is_deep = program.deep or "deep" in program.fields
        self.listeners = notes or {}
        self.at = at = program.places()
        self._status, self._resume, self._decisions = at["status"], at["resume"], at["decisions"]
        self._work, self._jumps, self._key, self._game = at["work"], at["jumps"], at["key"], at["game"]
        self._decider = at.get("decider", 0)
        self.initial: Block = [one for name in program.fields for one in program.initial[name]]
        self.failed: tuple[int, Sequence[int]] | None = None

    # ------------------------------------------------------------ the program as Python, when it is first run

    @cached_property
    def printer(self) -> Printer:
        """What writes the program; what it has called everything is known when there is a text."""
        return Printer(self.program, self.listeners)

    @property
    def text(self) -> str:
        """The program as Python."""
        return self.printer.text()

    @cached_property
    def functions(self) -> Module:
        """What the text defines, each part made when it is first called."""
        made = Module(self.printer, lambda about, number: self.listeners[about](self.program.notes[number]))
        if self._draw is not None:
            made.names["draw"] = self._draw
        return made

    @property
    def module(self) -> dict[str, Any]:
        """The names that the functions see."""
        return self.functions.names

    @cached_property
    def _blocks(self) -> list[Callable[[Block, int], int]]:
        return self.functions.blocks

    @cached_property
    def _legal(self) -> dict[int, Callable[[Block], list[int]]]:
        return self.functions.waits

    @cached_property
    def _turns(self) -> dict[int, Callable[[Block, int, int], int]]:
        return self.functions.turns

    @cached_property
    def _halted(self) -> type[BaseException]:
        return cast("type[BaseException]", self.module["Halted"])

    @cached_property
    def fault(self) -> Any:
        """What is raised where a rule fails."""
        return self.module["Failed"]

    # ------------------------------------------------------------ playing

    def start(self, seed: int, game: int = 0) -> Block:
        """Return a state at its first decision, or over."""
        s = self.blank(seed, game)
        self.set_up(s)
        return s

    def blank(self, seed: int, game: int = 0) -> Block:
        """Return a state before setup."""
        s = self.initial[:]
        s[self._key], s[self._game] = key_of(seed), game
        return s

    def set_up(self, s: Block) -> None:
        """Carry the setup out, to the first decision."""
        self.run(s, 0, -1)

    def run(self, s: Block, block: int, code: int) -> None:
        """Run from a block to the next decision or the end."""
        if self._is_deep:
            with deep():
                self._run(s, block, code)
        else:
            self._run(s, block, code)

    def _run(self, s: Block, block: int, code: int) -> None:
        blocks = self._blocks
        try:
            while block >= 0:
                block = blocks[block](s, code)
        except self._halted:
            return
        except self.fault as error:
            s[self._status] = STOPPED
            self.failed = error.number, error.values

    def codes(self, s: Block) -> list[int]:
        """Return the legal choices; none when the game is over."""
        if s[self._status] != RUNNING:
            return []
        work = s[self._work]
        try:
            if self._is_deep:
                with deep():
                    codes = self._legal[s[self._resume]](s)
            else:
                codes = self._legal[s[self._resume]](s)
        except self.fault as error:
            s[self._status] = STOPPED
            self.failed = error.number, error.values
            return []
        s[self._work] = work  # whoever asks again is not told less
        if not codes and s[self._resume] in self.program.stuck:
            s[self._status] = STOPPED
            self.failed = self.program.stuck[s[self._resume]], (s[self._decider],)
        return codes

    def play(self, seed: int, game: int, stream: int, limit: int) -> Block:
        """Return the end of a game in which chance chooses, from draws of a stream; or its state after so many choices.

        It is the game of ``start``, ``codes`` and ``apply``, without what these do again for every decision.
        """
        s = self.start(seed, game)
        if not self._is_deep:
            return self._played(s, game, stream, limit)
        with deep():
            return self._played(s, game, stream, limit)

    def _played(self, s: Block, game: int, stream: int, limit: int) -> Block:
        if s[self._status] != RUNNING:
            return s
        blocks, turns = self._blocks, self._turns
        base, block = base_of(s[self._key], game, stream), s[self._resume]
        try:
            for number in range(s[self._decisions], limit):
                block = turns[block](s, base, number)
                while block >= 0:
                    block = blocks[block](s, 0)  # a block that has to know the choice has been told it by the turn
                if block <= HALT:
                    break
                block = ~block
            if block == STUCK:
                self.codes(s)
        except self._halted:
            pass
        except self.fault as error:
            s[self._status] = STOPPED
            self.failed = error.number, error.values
        return s

    def lister(self, number: int) -> Callable[[Block], list[int]]:
        """Return what gives the numbers that the statements behind the waits list; see ``program_with``."""
        legal = self._legal
        if not self._is_deep:
            return lambda s: legal[number](s)

        def deep_list(s: Block) -> list[int]:
            with deep():
                return legal[number](s)

        return deep_list

    @cached_property
    def step(self) -> Callable[[Block, int, int], Sequence[int]]:
        """What carries out a legal choice and runs to the next decision, whose choices it returns.

        It is ``apply`` and ``codes`` in one, with a limit of decisions, and without a word of why a game has stopped.
        """
        blocks, legal, stuck = self._blocks, self._legal, self.program.stuck
        status, resume, decisions, work, jumps = (
            self._status,
            self._resume,
            self._decisions,
            self._work,
            self._jumps,
        )
        halted, failed = self._halted, self.fault

        def step(s: Block, code: int, limit: int) -> Sequence[int]:
            s[decisions] += 1
            s[work] = s[jumps] = 0
            block = s[resume]
            try:
                try:
                    while block >= 0:
                        block = blocks[block](s, code)
                except halted:
                    pass
                if s[status] != RUNNING:
                    return ()
                if s[decisions] >= limit:
                    s[status] = UNFINISHED
                    return ()
                worked, block = s[work], s[resume]
                codes = legal[block](s)
                s[work] = worked
            except failed:
                s[status] = STOPPED
                return ()
            if not codes and block in stuck:
                s[status] = STOPPED
            return codes

        if not self._is_deep:
            return step

        def deep_step(s: Block, code: int, limit: int) -> Sequence[int]:
            make_room()
            try:
                return step(s, code, limit)
            finally:
                leave_room()

        return deep_step

    def apply(self, s: Block, code: int) -> None:
        """Carry out a legal choice, to the next decision."""
        s[self._decisions] += 1
        s[self._work] = s[self._jumps] = 0
        self.run(s, s[self._resume], code)
        if s[self._decisions] >= Limits.decisions and s[self._status] == RUNNING:
            s[self._status] = UNFINISHED


__all__ = ["HALT", "OUTCOME"]

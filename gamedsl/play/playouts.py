"""A checked game and a set-up -> its program over plain lists of numbers, which tells nothing but what is measured

It is for many games of which only the end counts, and how all stand on the way: nobody is shown anything, so what
players lose track of is not kept, and there is no log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import attrs

from gamedsl.engine.errors import Limits, RuleError
from gamedsl.engine.set_up import SetUp
from gamedsl.engine.state.layout import Layout
from gamedsl.kernel.compiled_rules import CompiledRules
from gamedsl.kernel.lowering.refused import NotLoweredError
from gamedsl.kernel.lowering.trace_points import MEASURE, USE, Told
from gamedsl.kernel.native.compiling import NotBuiltError
from gamedsl.kernel.playing import RUNNING, UNFINISHED, Block, PythonKernel
from gamedsl.kernel.printing.answer import Answer
from gamedsl.kernel.printing.c_types import TooWideError, told_too_wide
from gamedsl.kernel.program import Program
from gamedsl.kernel.queries import requirements
from gamedsl.kernel.queries.compiler import Write
from gamedsl.kernel.queries.metrics import parameters, write_measuring
from gamedsl.kernel.queries.requirements import write_counted_keys
from gamedsl.kernel.queries.silent import untold
from gamedsl.kernel.resume_points import Standing
from gamedsl.kernel.state.block import State
from gamedsl.kernel.state.open_paragraphs import OpenParagraphs
from gamedsl.kernel.trace.following import FOLLOWED
from gamedsl.kernel.trace.measuring import measuring
from gamedsl.kernel.trace.seen import Counted, counted
from gamedsl.play.engine import Engine
from gamedsl.semantics import core
from gamedsl.semantics.core import model

Leading = Callable[[Block], tuple[int, ...] | None]


class NotNativeError(Exception):
    """Games that are not played as machine code; the text says why, to stand behind a colon."""


@contextmanager
def why_not_native(layout: Callable[[], Layout]) -> Iterator[None]:
    """Raise NotNativeError for whatever hinders machine code of a set-up."""
    try:
        yield
    except (NotLoweredError, NotBuiltError) as error:
        raise NotNativeError(str(error)) from error
    except TooWideError as error:
        raise NotNativeError(told_too_wide(layout())) from error


@attrs.frozen
class Printed:
    """What printers of other languages write of a set-up.

    ``leading``: how all stand; None: the rules never tell it; ``changed``: the fields that have to be put back then.
    ``measured``: by number of a note what measures a metric. ``losing``: the notes of what somebody loses track of.
    """

    counted: Counted
    leading: Answer | None
    changed: tuple[str, ...]
    measured: Mapping[int, Answer]
    losing: Mapping[int, Told]


class Playouts:
    """Games of a set-up over plain lists, by a program that has been through all passes.

    ``engine`` is asked only about how they have ended. The program is made when something of it is wanted first, which
    raises NotLoweredError for rules that are not lowered.
    """

    def __init__(self, game: model.CheckedGame, seats: int, options: Mapping[str, bool | int | str]) -> None:
        self.engine = Engine(game, seats, options, rules=self._rules)
        self.game, self.layout = game, self.engine.layout
        self.measured: Any = ()
        """What metrics have measured in the game that is being played, as ``State.measured``."""

    def _rules(self, set_up: SetUp) -> CompiledRules:
        return CompiledRules(set_up, (), (), set(), {MEASURE: self._measuring} if self.game.metrics else {})

    @property
    def _plain(self) -> CompiledRules:
        return self.engine.programs.first

    @property
    def kernel(self) -> PythonKernel:
        """What plays by the program."""
        return self._plain.quiet

    @cached_property
    def leading(self) -> Leading:
        """What works out in a plain list how all stand."""
        found = self._leading()
        found(self.begin(0))  # what it asks is lowered now or never
        return found

    @cached_property
    def _size(self) -> int:
        return self._plain.program.size

    @cached_property
    def counted(self) -> Counted:
        """The program that counts what a game comes to."""
        return self._counted(self._plain.program)

    def _counted(self, program: Program) -> Counted:
        names, standing = OpenParagraphs(self.layout, program), program.standing
        asking = {place: names.name(one) for place in program.waits if isinstance(one := standing[place], Standing)}
        return counted(program, self.layout, self.engine.wording, asking)

    @cached_property
    def seen(self) -> PythonKernel:
        """What plays by the program that counts, beside what is measured."""
        beside = {MEASURE: self._measuring} if self.game.metrics else {}
        return PythonKernel(self.counted.program, {USE: self.counted.listener, **beside})

    def _measuring(self, told: Told) -> Callable[..., None]:
        """Return what measures a metric in a plain list."""
        measure = measuring(self.engine.wording)(told)

        def tell(s: Block, *given: Any) -> None:
            seen = self.state(s)
            measure(seen, *given)
            self.measured = seen.measured

        return tell

    # ------------------------------------------------------------ games

    def begin(self, seed: int, *, seen: bool = False) -> Block:
        """Return a game at its first decision, or over; ``seen``: one that ``seen`` plays."""
        self.measured = ()
        return (self.seen if seen else self.kernel).start(seed)

    def state(self, s: Block, seed: int = 0) -> State:
        """Return a copy of a game that can be asked what any state is asked, but for logs and what players know."""
        found = State(self._plain.reading, s[: self._size])
        found.seed, found.measured = seed, self.measured
        return found

    def give_up(self, s: Block) -> None:
        """End a game that has come to the limit of all games."""
        if s[self.kernel.at["decisions"]] >= Limits.decisions and s[self.kernel.at["status"]] == RUNNING:
            s[self.kernel.at["status"]] = UNFINISHED

    # ------------------------------------------------------------ standings

    def _leading(self) -> Leading:
        """Return what works out in a plain list what ``Ending.leading`` works out in a state."""
        if not self._is_told:
            return lambda s: None
        if self._write_leading is None:
            return self._as_state
        compiler, nobody = self._plain.compiler, [0, 0, None, None]
        first = self.kernel.at["points"]
        places = slice(first, first + self.layout.seats)
        if self._by_points and not self.engine.ending.worths:
            return lambda s: tuple(s[places])
        found = compiler.later(self._write_leading, together=True)

        def leading(s: Block) -> tuple[int, ...] | None:
            try:
                standing: tuple[int, ...] = found(s, nobody)
            except RuleError:
                return None
            return standing

        return leading

    @property
    def _is_told(self) -> bool:
        """Whether the rules tell before the end who would win."""
        rank = self.engine.ending.rank
        return rank is not None and not rank.loop.condition and isinstance(rank.loop.source, core.AllPlayers)

    @property
    def _by_points(self) -> bool:
        rank = self.engine.ending.rank
        assert rank is not None
        first = rank.keys[0]
        return first.most and isinstance(first.key, core.PointsOf) and first.key.source is None

    @cached_property
    def _write_leading(self) -> Write | None:
        """What writes how all stand; None where points have to stand in a state meanwhile that are not there yet."""
        rank = self.engine.ending.rank
        assert rank is not None
        if self._by_points:
            worths = [one.worth for one in self.game.sources.values() if one.worth is not None]
            return lambda b: requirements.write_standing(b, worths)
        return None if self.engine.ending.worths else lambda b: requirements.write_first_keys(b, rank)

    def printed(self) -> Printed:
        """Return what printers of other languages write.

        Raise NotLoweredError for what no program says.
        """
        _ = self.leading  # whose questions come first in every program
        compiler, answers = self._plain.compiler, list[Answer]()
        if self._is_told:
            sources, rank = [*self.game.sources.values()], self.engine.ending.rank
            assert rank is not None
            answers.append(compiler.answer(self._write_leading or (lambda b: write_counted_keys(b, sources, rank))))
        told = {at: one for at, one in enumerate(self._plain.program.notes) if isinstance(one, Told)}
        notes = [at for at, one in told.items() if one.what == "measure"]
        losing = {at: one for at, one in told.items() if one.what in FOLLOWED}
        answers += [self._measured(at) for at in notes]
        program, answers = untold(compiler.program(answers), answers)
        leading = answers.pop(0) if self._is_told else None
        changed = ("points", "scores") if self._is_told and self._write_leading is None else ()
        measured = dict(zip(notes, answers, strict=True))
        return Printed(self._counted(program), leading, changed, measured, losing)

    def _measured(self, note: int) -> Answer:
        """Return what measures the metric of a note."""
        told = self._plain.program.notes[note]
        assert isinstance(told, Told)
        at, metric = told.node
        compiler = self._plain.compiler
        return compiler.answer(lambda b: write_measuring(b, at, metric), parameters(compiler.b, metric))

    def _as_state(self, s: Block) -> tuple[int, ...] | None:
        """Ask a state: the points that would be counted have to stand in it meanwhile."""
        state = self.state(s)
        found = self.engine.ending.leading(state)
        state.settle()
        s[: self._size] = state
        return found

"""A decision and what a player does to make it -> done by machine code where that is worth while, else in Python"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from time import process_time

from gamedsl.kernel.compiled import PATIENCE, Compiled
from gamedsl.kernel.native.thinking import TroubleError
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.players.judge import Judge
from gamedsl.players.protocol import Progress
from gamedsl.players.search.deals import Deals
from gamedsl.players.search.in_c import InC
from gamedsl.players.search.in_python import InPython

AMID = 3.0
"""Seconds of CPU that one decision takes in Python before machine code is made beside it, which slows it down: where
decisions take less, that waits for a person to be asked, or for the next decision."""
Tick = Callable[[], None]
"""Is called before every step of thinking."""
InPythonWork = Callable[[InPython, Tick], None]
"""Thinks in Python; it may be begun anew."""
InCWork = Callable[[InC], None]
"""Thinks by machine code."""


class _TooLong(Exception):  # noqa: N818
    """Thinking in Python has taken longer than machine code takes to be made."""


def think(
    deals: Deals,
    judge: Judge,
    level: str,
    work: InPythonWork,
    work_in_c: InCWork,
    progress: Progress | None,
    *,
    may_restart: bool = True,
) -> None:
    """Do some work, in one of two ways. It comes to the same in either, unless it goes by the clock.

    ``may_restart``: it may be begun anew, as soon as it is seen to take long. ``progress`` is told while machine code
    is made, too: that nothing is done yet. What it raises is raised here.
    """

    def hear() -> None:
        if progress is not None:
            progress(0, 0.0)

    in_python, engine = InPython(judge), deals.engine
    if engine.thinks == "python":
        work(in_python, _nothing)
        return
    trials = engine.trials(deals.state)
    compiled = trials.compiled
    is_beside = engine.thinks == "beside" and trials.is_of_beginning
    if compiled.is_wanted(engine.thinks) and not is_beside:
        compiled.build(hear)
    if compiled.is_there:
        try:
            with ExitStack() as lent:
                work_in_c(InC(lambda: lent.enter_context(compiled.thinking()), compiled.tail, level, deals))
        except TroubleError:
            compiled.note_trouble()
            work(in_python, _nothing)
        return
    failed = judge.failed.copy()
    try:
        beside = partial(_another, engine) if is_beside else None
        _counted(compiled, work, in_python, may_restart and not compiled.missing, beside)
    except _TooLong:
        judge.failed.become(failed)
        think(deals, judge, level, work, work_in_c, progress)


def make_meanwhile(engine: Engine, state: State) -> None:
    """Let machine code be made beside, if that is worth while: a person is asked, so nobody waits for the processor."""
    if engine.thinks != "beside":
        return
    trials = engine.trials(state)
    if trials.is_of_beginning and trials.compiled.spent >= PATIENCE:
        trials.compiled.build_beside(partial(_another, engine))


def why_not(engine: Engine, state: State) -> str:
    """Make machine code for a game; return why it cannot be had, to stand behind a colon, else nothing."""
    compiled = engine.trials(state).compiled
    compiled.build()
    return compiled.missing


def _another(engine: Engine) -> Compiled:
    """Return what thinks about the games of an engine, by another engine: it may be made in another thread."""
    other = Engine(engine.game, engine.layout.seats, engine.set_up.chosen)
    return other.trials(other.start(0, log=False)).compiled


def _counted(
    compiled: Compiled,
    work: InPythonWork,
    means: InPython,
    may_restart: bool,
    beside: Callable[[], Compiled] | None,
) -> None:
    """Work in Python, and count the time that it takes; raise _TooLong when it takes too much.

    ``beside``: machine code is made meanwhile then, and it takes too much when that is there.
    """
    began = process_time()

    def tick() -> None:
        taken = process_time() - began
        if beside is not None and (compiled.spent >= PATIENCE or taken >= AMID):
            compiled.build_beside(beside)
        if may_restart and (compiled.spent + taken >= PATIENCE if beside is None else compiled.is_there):
            raise _TooLong

    try:
        work(means, tick if may_restart or beside is not None else _nothing)
    finally:
        compiled.spent += process_time() - began


def _nothing() -> None:
    """Do nothing."""

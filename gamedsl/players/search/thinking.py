"""A decision and what a player does to make it -> done by machine code where that is worth while, else in Python"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

from gamedsl.engine.machine import Engine
from gamedsl.engine.state.flat import State
from gamedsl.kernel.compiled import PATIENCE, Compiled
from gamedsl.kernel.machine import KernelEngine
from gamedsl.kernel.native.thinking import TroubleError
from gamedsl.players.judge import Judge
from gamedsl.players.protocol import Progress
from gamedsl.players.search.deals import Deals
from gamedsl.players.search.in_c import InC
from gamedsl.players.search.in_python import InPython

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
    if not isinstance(engine, KernelEngine) or engine.thinks == "python":
        work(in_python, _nothing)
        return
    trials = engine.trials(deals.state)
    compiled = trials.compiled
    if compiled.is_there or (compiled.is_wanted(engine.thinks) and compiled.build(hear)):
        try:
            with compiled.thinking() as thinking:
                work_in_c(InC(thinking, trials.hurried(), level, deals))
        except TroubleError:
            compiled.note_trouble()
            work(in_python, _nothing)
        return
    failed = judge.failed.copy()
    try:
        _counted(compiled, work, in_python, may_restart and not compiled.missing)
    except _TooLong:
        judge.failed.become(failed)
        think(deals, judge, level, work, work_in_c, progress)


def why_not(engine: Engine, state: State) -> str:
    """Make machine code for a game; return why it cannot be had, to stand behind a colon, else nothing."""
    if not isinstance(engine, KernelEngine):
        return "this engine plays in Python"
    compiled = engine.trials(state).compiled
    compiled.build()
    return compiled.missing


def _counted(compiled: Compiled, work: InPythonWork, means: InPython, may_restart: bool) -> None:
    """Work in Python, and count the time that it takes; raise _TooLong when it takes too much."""
    began = process_time()

    def tick() -> None:
        if compiled.spent + process_time() - began >= PATIENCE:
            raise _TooLong

    try:
        work(means, tick if may_restart else _nothing)
    finally:
        compiled.spent += process_time() - began


def _nothing() -> None:
    """Do nothing."""

"""A game that scenarios begin in the middle -> blocks for that: setup alone, what is given, first turns, single phases

A scenario runs block 0 with ``ENTERED`` set, so that it halts behind setup; then the blocks of ``Program.entrances``:
``("given", n)`` for the steps of one scenario, ``("turn", around, name)`` for each phase on its way, which begins the
first turn there, ``("arm",)``, which arms triggers and tests ends, and last ``("begin", around, name)``. ``around`` is
the phase around another one, nothing for the outermost.
"""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.kernel.lowering.context import Lowering
from gamedsl.kernel.lowering.play.waiting import waits
from gamedsl.kernel.lowering.steps.control import lower_steps
from gamedsl.kernel.program import BOOL, Back, Halt, Jump, Target

ENTERED = "entered"
"""The field that says whether a scenario takes over behind setup."""


def enter_behind(b: Lowering, name: str) -> None:
    """Write that a scenario takes over here; otherwise play goes on. ``name``: of what comes now."""
    noted = b.written.entering
    if noted is None:
        return
    b.field(ENTERED, 1, BOOL)
    target = Target()
    b.emit(Back(ENTERED, [target, noted.halt]))
    b.block(target)
    b.program.entrances[name,] = target


def enter_phase(b: Lowering, around: str, name: str, call: Callable[[], None]) -> None:
    """Note that a phase begins here; ``call`` writes what its caller has to say to it."""
    noted = b.written.entering
    if noted is None or (around, name) in noted.phases:
        return
    scope = b.scope

    def resume() -> None:
        b.scope = scope
        call()

    noted.phases[around, name] = resume
    b.program.entrances["begin", around, name] = b.block()


def write_entrances(b: Lowering, first_turn: Callable[[Lowering, str, Target], None]) -> None:
    """Write the blocks that only scenarios begin with; ``first_turn`` writes the beginning of the turns of a phase."""
    noted = b.written.entering
    if noted is None:
        return
    b.block(noted.halt)
    b.emit(Halt())
    for (around, name), resume in noted.phases.items():
        b.program.entrances["turn", around, name] = b.block()
        before = b.scope
        resume()
        first_turn(b, name, noted.halt)
        b.scope = before
        b.emit(Jump(noted.halt))
    for place, steps in enumerate(noted.givens):
        if any(waits(b, step) for step in steps):
            continue
        b.program.entrances["given", place] = b.block()
        with b.within(armed=False, frame="", card="given", slots={}):
            lower_steps(b, steps)
        b.emit(Jump(noted.halt))

"""What may go on for ever -> counts that stop it: jumps, passes of loops, pieces moved (GDRUN07)"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from gamedsl.engine.errors import Limits
from gamedsl.kernel.builder import choose, compare, minus, number, plus, size, times
from gamedsl.kernel.lowering.context import Listed, Lowering, Run
from gamedsl.kernel.program import Expression
from gamedsl.semantics import core
from gamedsl.source import Span

MOST_WORK = 2**62
"""More passes than one step can make."""
MOVING = "a step that moves pieces"
CHOICES = "the list of choices"
Counted = tuple[Span, int]
Walked = TypeVar("Walked", bound=Expression | Listed | Run)


def jumped(b: Lowering, span: Span, what: str, weight: int) -> None:
    """Write the counting of what leads on without a decision: a call, a turn or pass of a phase, an open loop."""
    count = b.let(plus(b.read("jumps"), min(weight, Limits.jumps + 1)))
    b.store("jumps", count)
    with b.when(compare(">", count, Limits.jumps)):
        b.fail("GDRUN07", span, what=what.replace("_", " "), bound=Limits.jumps)


def passed(b: Lowering, passes: Expression, span: Span, weight: int, what: str = "this loop") -> None:
    """Write the counting of passes that are made now, each of some weight."""
    count = b.let(plus(b.read("work"), times(passes, weight)))
    b.store("work", count)
    with b.when(compare(">", count, Limits.passes)):
        b.fail("GDRUN07", span, what=what, bound=Limits.passes)


@contextmanager
def uncounted(b: Lowering) -> Iterator[None]:
    """Write what is walked a second time: its passes count once."""
    work = b.let(b.read("work"), always=True)
    yield
    b.store("work", work)


def of_loop(b: Lowering, loop: core.Loop) -> Counted | None:
    """Return where the passes of a loop are counted, and as how many each; None where they are not."""
    weight = b.layout.loads.weight(loop)
    return (loop.span, weight) if weight else None


def walked(b: Lowering, counted: Counted | None, found: Walked) -> Walked:
    """Write the counting of the passes of a loop through a set or list; return that."""
    if counted is None:
        return found
    if isinstance(found, Listed):
        passed(b, found.length, *counted)
    elif isinstance(found, Run):
        passed(b, number(found.length), *counted)
    else:
        passed(b, size(found), *counted)
    return found


def walked_between(b: Lowering, counted: Counted | None, low: Expression, high: Expression) -> None:
    """Write the counting of the passes of a loop through an interval."""
    if counted is not None:
        many = b.let(plus(minus(high, low), 1))
        passed(b, choose(compare(">", many, 0), many, number(0)), *counted)


def stepped(b: Lowering, counted: Counted | None) -> None:
    """Write the counting of a pass of a loop whose passes are not known before."""
    if counted is not None:
        passed(b, number(1), *counted)

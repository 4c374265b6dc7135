"""Notes of what is carried out at all -> names"""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.kernel.lowering.trace_points import Told
from gamedsl.kernel.trace.journal import Heard


def counting(used: set[str]) -> Callable[[Told], Heard]:
    """Return what adds the names of rules, triggers, cells and modifiers that play comes to."""

    def listener(told: Told) -> Heard:
        name = told.card or ""
        return lambda s: used.add(name)

    return listener

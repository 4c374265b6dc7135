"""Notes of metrics -> what the state that tells of itself has measured"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamedsl.engine.rules.measuring import Measuring
from gamedsl.engine.state.flat import HEADER
from gamedsl.kernel.lowering.notes import Told
from gamedsl.kernel.telling.journal import Heard, frame_maker


def measures(measuring: Measuring) -> Callable[[Told], Heard]:
    """Return who measures when a paragraph behind which a metric is measured has been carried out, or a game ends."""

    def listener(told: Told) -> Heard:
        number, metric = told.node
        assert told.reads is not None
        make, one = frame_maker(told.reads), measuring.metrics[number]

        def measure(s: Any, *values: Any) -> None:
            if s.measured is None:
                return
            given = make(*values)
            f = [*given[:HEADER], *[None] * (max(metric.taken, default=-1) + 1)]
            for at, slot in enumerate(metric.taken):
                f[slot + HEADER] = given[at + HEADER]
            one.measure(s, f)

        return measure

    return listener

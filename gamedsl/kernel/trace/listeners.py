"""A set-up and its program -> who is told what the program tells"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gamedsl.engine.state.layout import Layout
from gamedsl.engine.words.wording import Wording
from gamedsl.kernel.lowering.trace_points import LOG, MEASURE, USE, Told
from gamedsl.kernel.program import Program
from gamedsl.kernel.trace import changes, paragraphs, steps
from gamedsl.kernel.trace.journal import LISTENERS, Heard, Listener, Telling
from gamedsl.kernel.trace.measuring import measuring
from gamedsl.kernel.trace.uses import counting

LOADED = paragraphs, steps, changes
"""What registers who listens to each kind of note."""
NOTES: Mapping[str, Listener] = LISTENERS
"""Every kind of note of the log, as they are all registered here."""


def listeners(
    layout: Layout, wording: Wording, program: Program, used: set[str]
) -> Mapping[str, Callable[[Told], Heard]]:
    """Return who writes the log, who measures metrics, and who adds the names of what is carried out to ``used``.

    What words and metrics read is asked of the wording, when it is first needed.
    """
    return {
        LOG: Telling(layout, wording, program).listener,
        MEASURE: measuring(wording),
        USE: counting(used),
    }

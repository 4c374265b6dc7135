"""Old forms -> one table of them: what they are called, why they go, and the function that finds them in a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

from gamedsl.updating.edits import Change
from gamedsl.updating.forms import boards, bounds, nothing, shorter
from gamedsl.updating.reading import Reading


@attrs.frozen
class OldForm:
    """A form that this edition writes otherwise, and why."""

    name: str
    reason: str
    find: Callable[[Reading], Iterator[Change]]


FORMS = (
    OldForm("endless repeats", "it goes on until its condition holds", bounds.endless_repeats),
    OldForm("endless counters", "no end of it matters", bounds.endless_counters),
    OldForm("clamped points", "points take any number", bounds.clamped_points),
    OldForm("guards", "of nothing there is nothing", nothing.guards),
    OldForm("opponents", "the other of two players", shorter.opponents),
    OldForm("whole sets", "all members get one value", shorter.whole_sets),
    OldForm("different values", "each value counts once", shorter.different_values),
    OldForm("boards", "its places are squares of a board", boards.boards),
)
"""In the order in which they are tried; what one of them changes, the next ones find changed."""

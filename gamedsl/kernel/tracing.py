"""The numbers from which a run of the rules failed -> which paragraphs were open where it failed, and for whom

The run is carried out once more by a printing of the program that follows which paragraphs begin and end. So nothing is
paid for that in play.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.kernel.carrying import Carrying
from gamedsl.kernel.lowering.context import NOBODY
from gamedsl.kernel.lowering.notes import OPEN
from gamedsl.kernel.playing import PythonKernel
from gamedsl.kernel.program import Program
from gamedsl.kernel.state.open_paragraphs import OpenParagraphs
from gamedsl.kernel.telling.opened import Opened


def follow(followed: Opened, program: Program, open_: OpenParagraphs, s: list[int], block: int) -> None:
    """Begin to follow a run from a block, in which paragraphs may be open already."""
    standing = program.standing.get(block) or program.within.get(block)
    around = [] if standing is None else list(open_.open(s, standing))
    seats = [open_.seat(s, *one) for one in around]
    names = [open_.name(one) for one, _ in around]
    followed.begin(names[::-1], [NOBODY if one is None else one for one in reversed(seats)])


class Tracing:
    """Finds out where runs of the programs of a set-up fail, by the one without passes."""

    def __init__(self, plain: Carrying) -> None:
        self.program, self.open = plain.program, plain.reading.open
        self.followed = Opened()
        self.kernel = PythonKernel(plain.program, {OPEN: self.followed})

    def opened(self, before: Sequence[int], block: int, code: int) -> Opened:
        """Return what was open where a run from a block failed; ``code``: what was chosen there, below 0: nothing."""
        s = list(before[: len(self.kernel.initial)])  # behind these stands what functions remember
        follow(self.followed, self.program, self.open, s, block)
        if code < 0:
            self.kernel.run(s, block, code)
        else:
            self.kernel.apply(s, code)
        return self.followed

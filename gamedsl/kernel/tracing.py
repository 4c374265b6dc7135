"""The numbers before a run of the rules that failed -> which paragraphs were open where it failed, and for whom

The run is carried out once more by a printing of the program that follows which paragraphs begin and end. So nothing is
paid for that in play.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamedsl.kernel.compiled_rules import CompiledRules
from gamedsl.kernel.lowering.context import NOBODY
from gamedsl.kernel.lowering.trace_points import OPEN
from gamedsl.kernel.playing import PythonKernel
from gamedsl.kernel.program import Program
from gamedsl.kernel.state.open_paragraphs import OpenParagraphs
from gamedsl.kernel.trace.opened import Opened
from gamedsl.semantics.core import model
from gamedsl.source import Span


def follow(followed: Opened, program: Program, open_: OpenParagraphs, s: list[int], block: int) -> None:
    """Begin to follow a run from a block, in which paragraphs may be open already."""
    standing = program.standing.get(block) or program.within.get(block)
    around = [] if standing is None else list(open_.open(s, standing))
    seats = [open_.seat(s, *one) for one in around]
    names = [open_.name(one) for one, _ in around]
    followed.begin(names[::-1], [NOBODY if one is None else one for one in reversed(seats)])


def innermost(game: model.CheckedGame, names: Sequence[str]) -> Span:
    """Return where the innermost of some paragraphs stands that has a place of its own."""
    for name in reversed(names):
        for paragraphs in (game.phases, game.actions, game.rules, game.triggers):
            if name in paragraphs:
                return paragraphs[name].span
    return game.winner.span


class Tracing:
    """Finds out where runs of the programs of a set-up fail, by the one without passes."""

    def __init__(self, plain: CompiledRules) -> None:
        self.program, self.open = plain.program, plain.reading.open
        self.followed = Opened()
        self.kernel = PythonKernel(plain.program, {OPEN: self.followed})

    def opened(self, before: Sequence[int], block: int, chosen: tuple[Any, ...]) -> Opened:
        """Return what was open where the last of some choices failed, or without any a run from a block."""
        s = list(before[: len(self.kernel.initial)])  # behind these stands what functions remember
        codes: list[int] = []
        while chosen:
            chosen, code = chosen
            codes.append(code)
        for code in codes[:0:-1]:
            self.kernel.apply(s, code)
        if codes:
            block = s[self.kernel.at["resume"]]
        follow(self.followed, self.program, self.open, s, block)
        if codes:
            self.kernel.apply(s, codes[0])
        else:
            self.kernel.run(s, block, -1)
        return self.followed

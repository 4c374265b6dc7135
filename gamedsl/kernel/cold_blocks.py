"""A program -> the blocks that are seldom run, as far as its jumps tell: for printers that spend less on those

Of two branches each is as likely as the other, but for those that end in a fault; a paragraph that is called goes back
to where it was called.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamedsl.kernel.passes.walk import TERMINATORS, all_statements
from gamedsl.kernel.program import Back, Fail, If, Jump, Number, Program, Statement, Store, Target, Wait

SELDOM = 0.003
"""How often a block is run for each time that the one is run which is run most, below which that is seldom."""
_ROUNDS = 40
"""Rounds through all blocks in which it is reckoned how often they are run; more of them change little."""
Ways = Sequence[Mapping[int, float]]
"""By block those that come next, and how likely each is."""


def seldom(program: Program) -> frozenset[int]:
    """Return the blocks that are seldom run."""
    often = _often(_Ways(program).found)
    bound = SELDOM * max(often)
    return frozenset(at for at, one in enumerate(often) if one < bound)


class _Ways:
    """Finds how play goes on behind blocks."""

    def __init__(self, program: Program) -> None:
        blocks = program.blocks
        self.sites: dict[str, Sequence[Target]] = {
            x.field: x.blocks for body in blocks for x in all_statements(body) if isinstance(x, Back)
        }
        """By the field that numbers them the blocks behind the calls of a paragraph."""
        self.found: list[dict[int, float]] = []
        for at, body in enumerate(blocks):
            self.found.append({})
            left = self._follow(body, 1.0)
            if left and at + 1 < len(blocks):
                self._add(at + 1, left)

    def _add(self, block: int, likely: float) -> None:
        ways = self.found[-1]
        ways[block] = ways.get(block, 0.0) + likely

    def _follow(self, body: Sequence[Statement], likely: float) -> float:
        """Note where play goes on from statements; return how likely it comes behind them."""
        for x in body:
            if isinstance(x, If) and not _fails(x.then):
                likely = self._follow(x.then, likely / 2) + self._follow(x.otherwise, likely / 2)
            elif isinstance(x, Store) and isinstance(x.value, Number):
                sites = self.sites.get(x.field, ())
                if 0 <= x.value.value < len(sites):
                    self._add(sites[x.value.value].block, likely)
            elif isinstance(x, Jump | Wait):
                self._add(x.block.block, likely)
            if isinstance(x, TERMINATORS) or not likely:
                return 0.0
        return likely


def _fails(body: Sequence[Statement]) -> bool:
    return bool(body) and isinstance(body[-1], Fail)


def _often(ways: Ways) -> list[float]:
    """Return about how often blocks are run in a game."""
    into: list[list[tuple[int, float]]] = [[] for _ in ways]
    for at, found in enumerate(ways):
        for block, likely in found.items():
            into[block].append((at, likely))
    often = [0.0] * len(ways)
    for _ in range(_ROUNDS):
        for at, before in enumerate(into):
            often[at] = sum([often[one] * likely for one, likely in before], float(not at))
    return often

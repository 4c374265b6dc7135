"""Calls in loops -> locals made before the outermost loop in which they stay the same

What stands before a loop is its *preheader*; this is the part of loop-invariant code motion that passes share. Who
walks through a body enters and leaves its loops here, and asks of each call whether it may stand before one:

    for p in players:              before_1 = tax()
        pay(p, tax())              for p in players:
                                       pay(p, before_1)
"""

from __future__ import annotations

from collections.abc import Collection

import attrs

from gamedsl.kernel.passes.analysis.effects import Effects
from gamedsl.kernel.passes.walk import walk
from gamedsl.kernel.program import Assign, Call, Declare, Expression, For, ForBits, Name, Statement, While


@attrs.frozen
class _Loop:
    """A loop that is walked through: what its passes write and declare, and what is asked before it."""

    written: frozenset[str]
    declared: frozenset[str]
    before: dict[Call, Declare]


class Preheaders:
    """The loops around a place in a body, and the locals made before each; their names begin with ``stem``."""

    def __init__(self, effects: Effects, stem: str) -> None:
        self._effects, self._stem = effects, stem
        self._loops: list[_Loop] = []
        self._numbers = 0

    def enter(self, x: For | ForBits | While) -> None:
        """Go into a loop."""
        declared = {one.name for one in walk([x]) if isinstance(one, Declare | Assign | For | ForBits)}
        self._loops.append(_Loop(self._effects.written(x.body), frozenset(declared), {}))

    def leave(self) -> list[Statement]:
        """Leave the innermost loop; return what stands before it."""
        return [*self._loops.pop().before.values()]

    def local(self, call: Call, reads: Collection[str], value: Expression | None = None) -> Name | None:
        """Return the local with what a call answers that reads these fields; None where every loop changes that.

        ``value``: what the local is, where that is not the call itself.
        """
        names = {one.name for one in call.arguments if isinstance(one, Name)}
        outermost: _Loop | None = None
        for loop in reversed(self._loops):
            if not loop.written.isdisjoint(reads) or loop.declared & names:
                break
            outermost = loop
        if outermost is None:
            return None
        if call not in outermost.before:
            self._numbers += 1
            outermost.before[call] = Declare(f"{self._stem}_{self._numbers}", call.type, value or call)
        return Name(outermost.before[call].name, call.type)

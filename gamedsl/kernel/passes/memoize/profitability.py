"""A program -> which of its functions are worth remembering what they found

The cost model of ``memoize.py``. What only puts together what other functions remember costs little more than to look
whether it is known, and is forgotten whenever something is written that any of these read. So what a function costs is
counted behind what those remember that it calls, and must be more then. Yes and no are remembered in any case: a bit
each, about which loops ask together.
"""

from __future__ import annotations

from collections.abc import Collection

from gamedsl.kernel.passes.analysis.effects import Effects, Summary, cost
from gamedsl.kernel.program import BOOL, GIVEN, Call, Function, Int, Program

WORTH = 60
"""Nodes that a function must cost to be remembered."""
_TOGETHER = 100
"""Those that one must cost that calls others that remember."""
MOST = 128
"""Values that are kept for one function."""
_KNOWN = 10
"""What a function costs that remembers."""


class CostModel:
    """Weighs the functions of one program, but those that give what is known anyway."""

    def __init__(self, program: Program, effects: Effects, known: Collection[str]) -> None:
        self._program, self._effects, self._known = program, effects, known
        self._costs: dict[str, int] = {}
        self._found: dict[str, Summary] = {}

    def all(self) -> dict[str, Summary]:
        """Return the functions that shall remember, in the order of the program, with what they do."""
        for name in self._program.functions:
            self._cost_of(name)
        return {name: self._found[name] for name in self._program.functions if name in self._found}

    def _cost_of(self, name: str) -> int:
        """Return what a function costs behind what those remember that it calls, with itself."""
        if name not in self._costs:
            summary = self._effects.summary(name)
            self._costs[name] = summary.cost  # what is found meanwhile is called inside itself, and not remembered
            if name not in self._known:
                self._costs[name] = self._weighed(name, summary)
        return self._costs[name]

    def _weighed(self, name: str, summary: Summary) -> int:
        function = self._program.functions[name]
        own = sum([cost(x, self._of_call) for x in function.body])
        is_worth = function.result == BOOL or own >= (WORTH if own == summary.cost else _TOGETHER)
        if not is_memoizable(function, summary) or not is_worth:
            return own
        self._found[name] = summary
        return _KNOWN

    def _of_call(self, x: Call) -> int:
        return self._effects.cost(x) if x.function in GIVEN else self._cost_of(x.function)


def is_memoizable(function: Function, summary: Summary) -> bool:
    """Tell whether a function may remember what it has found, and that takes longer than looking it up."""
    if not summary.pure or function.result is None or summary.cost < WORTH:
        return False
    return places(function, summary) is not None


def places(function: Function, summary: Summary) -> int | None:
    """Return how many values are kept for a function; None for too many."""
    many = 1
    for one in function.parameters:
        if one.name in summary.used:
            if not isinstance(one.type, Int):
                return None
            many *= one.type.high - one.type.low + 1
        if many > MOST:
            return None
    return many

"""A state with other hidden things -> the same, with latches that tell nothing of the true ones"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from typing import Any

from gamedsl.engine.errors import RuleError
from gamedsl.kernel.lowering.watching import Latches, latches_of
from gamedsl.kernel.queries.evaluator import Evaluator
from gamedsl.kernel.state.block import State


class Latching:
    """Sets the latches of triggers whose condition reads ``hidden`` things, by their names."""

    def __init__(self, evaluator: Evaluator, hidden: Collection[str]) -> None:
        self._evaluator, layout = evaluator, evaluator.layout
        self._watched = [
            one
            for one in latches_of(layout.game, layout.seats)
            if one.trigger.once is None and one.trigger.name in hidden
        ]

    def latch(self, s: State) -> None:
        """Let each of these triggers be known to hold where it does, and none be due.

        Whether one is due would tell what is true.
        """
        if not self._watched:
            return
        tried, active = s.copy(), s.active  # a condition may settle the order of a stack
        due = s.reading.at.get("due", 0)
        for one in self._watched:
            with suppress(RuleError):
                pads = [None] * one.trigger.slots
                members = self._members(tried, one, [0, 0, None, active, *pads])
                for seat in (None,) if one.width == 1 else range(one.width):
                    holds = seat in members and self._holds(tried, one, [0, 0, seat, active, *pads])
                    place = one.first + (seat or 0)
                    s.put("latches", place, holds)
                    s[due + place] = 0

    def _members(self, s: Any, one: Latches, f: list[Any]) -> tuple[Any, ...]:
        who = one.trigger.who
        if who is None:
            return (None,)
        found = self._evaluator.value(who.value)(s, f)
        if who.start is not None:
            self._evaluator.value(who.start)(s, f)
        if found is None:
            return ()
        return found if type(found) is tuple else (found,)

    def _holds(self, s: Any, one: Latches, f: list[Any]) -> bool:
        return all(self._evaluator.value(when.condition)(s, f) for when in one.trigger.whens)

"""Notes of metrics -> what they measure, on copies of states: what is read there may draw without changing the game"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from gamedsl.engine.errors import RuleError
from gamedsl.engine.state.flat import HEADER
from gamedsl.engine.words.wording import Wording
from gamedsl.kernel.lowering.trace_points import Told
from gamedsl.kernel.trace.journal import Heard, frame_maker
from gamedsl.semantics.core import model

Frame = list[Any]


def measuring(wording: Wording) -> Callable[[Told], Heard]:
    """Return what puts what metrics measure into ``measured`` of a state: number, seat and value of each."""

    def listener(told: Told) -> Heard:
        assert told.reads is not None
        number, declared = told.node
        frame, made = frame_maker(told.reads), cache(lambda: _Metric(wording, number, declared))
        return lambda s, *given: made().measure(s, frame(*given))

    return listener


class _Metric:
    """One metric; ``elements`` are the places of its names, None for conditions, with what works each out."""

    def __init__(self, wording: Wording, number: int, declared: model.Metric) -> None:
        self.number, self.declared, self.seats = number, declared, wording.layout.seats
        who, values = declared.who, wording.value
        self._who = None if who is None else values(who.value)
        self._start = None if who is None or who.start is None else values(who.start)
        self._elements = [
            (one.slot + HEADER, values(one.value)) if isinstance(one, model.LetField) else (None, values(one.condition))
            for one in declared.elements
        ]
        self._worth = values(declared.worth)

    def measure(self, s: Any, f: Frame) -> None:
        """Measure in a state behind what a frame says, for all whom the metric speaks to."""
        if s.measured is None:
            return
        seen = s.copy()
        seen.log = seen.measured = None
        f += [None] * (self.declared.slots + HEADER - len(f))
        speaker = f[2]
        try:
            members = self._members(seen, f)
        except RuleError:
            s.measured = (s.measured, (self.number, None, None))
            return
        for seat in members:
            frame = f[:]
            frame[2] = speaker if self._who is None else seat
            found = self._found(seen, frame)
            if found is not None:
                s.measured = (s.measured, (self.number, frame[2] if self.declared.has_you else None, found[0]))

    def _members(self, s: Any, f: Frame) -> tuple[int | None, ...]:
        """Return whom the metric speaks to, in order; nobody counts as one."""
        if self._who is None:
            return (None,)
        found = self._who(s, f)
        if self._start is None:
            return () if found is None else found if type(found) is tuple else (found,)
        first = self._start(s, f) or 0
        return tuple(sorted(found, key=lambda seat: (seat - first) % self.seats))

    def _found(self, s: Any, f: Frame) -> tuple[int | bool | None] | None:
        """Return the worth, None in it where it cannot be worked out; None where a condition does not hold."""
        try:
            for slot, value in self._elements:
                found = value(s, f)
                if slot is not None:
                    f[slot] = found
                elif not found:
                    return None
            return (self._worth(s, f),)
        except RuleError:
            return (None,)

"""A checked game -> its metrics, measured in a state behind a paragraph or at the end; the game goes on as without."""

from __future__ import annotations

from typing import Any

from gamedsl.engine.errors import RuleError
from gamedsl.engine.looks import Eval, Looks
from gamedsl.engine.rules.watching import members_of
from gamedsl.engine.state.flat import HEADER, State
from gamedsl.semantics.core import model


class Measuring:
    """Measures metrics on copies of states: what is read there may even draw cards without changing the game."""

    def __init__(self, looks: Looks) -> None:
        self.metrics = [
            _Metric(looks, number, metric) for number, metric in enumerate(looks.layout.game.metrics.values())
        ]

    def behind(self, paragraph: str) -> list[_Metric]:
        """Return the metrics that are measured behind a paragraph."""
        return [one for one in self.metrics if paragraph in one.declared.follows]

    def at_end(self, s: State) -> None:
        """Measure what is measured at the end of a game."""
        for one in self.metrics:
            if not one.declared.follows:
                one.measure(s, [0, 0, None, s.turn_of])


class _Metric:
    """One metric, compiled."""

    def __init__(self, looks: Looks, number: int, declared: model.Metric) -> None:
        self.number = number
        self.declared = declared
        self._members = members_of(looks, declared.who)
        self._elements = [_element(looks, one) for one in declared.elements]
        self._worth = looks.value(declared.worth)

    def measure(self, s: State, f: list[Any]) -> None:
        """Measure in a state in which a frame is being carried out, for all whom the metric speaks to."""
        if s.measured is None:
            return
        seen = s.copy()
        seen.log = seen.measured = None
        own = [0, 0, f[2], f[3], *[f[slot + HEADER] for slot in self.declared.taken]]
        own += [None] * (self.declared.slots + HEADER - len(own))
        try:
            seats = self._members(seen, own)
        except RuleError:
            s.measured = (s.measured, (self.number, None, None))
            return
        for seat in seats:
            frame = own[:]
            frame[2] = f[2] if self.declared.who is None else seat
            found = self._found(seen, frame)
            if found is not None:
                s.measured = (s.measured, (self.number, frame[2] if self.declared.has_you else None, found[0]))

    def _found(self, s: State, f: list[Any]) -> tuple[int | bool | None] | None:
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


def _element(looks: Looks, element: model.When | model.LetField) -> tuple[int | None, Eval]:
    """Return where the value of a ``let`` is kept, None for a condition, and what works it out."""
    if isinstance(element, model.LetField):
        return element.slot + HEADER, looks.value(element.value)
    return None, looks.value(element.condition)

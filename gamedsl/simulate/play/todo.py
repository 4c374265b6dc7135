"""How many games there are to be and which are done -> those to come, portion by portion: no list of all of them"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

Stretch = tuple[int, range]
"""The place of a simulation among those that are played together, and games of it whose numbers follow each other."""


def stretches_of(numbers: Iterable[int]) -> list[range]:
    """Return numbers in any order as stretches without gaps, sorted."""
    found: list[range] = []
    for number in sorted(set(numbers)):
        if found and found[-1].stop == number:
            found[-1] = range(found[-1].start, number + 1)
        else:
            found.append(range(number, number + 1))
    return found


def gaps_between(done: Iterable[range], games: int) -> list[range]:
    """Return the numbers from 0 to ``games`` that no stretch has, as stretches, sorted."""
    found, at = [], 0
    for one in sorted(done, key=lambda one: one.start):
        if at < min(one.start, games):
            found.append(range(at, min(one.start, games)))
        at = max(at, one.stop)
    return [*found, *([range(at, games)] if at < games else [])]


class Todo:
    """The games to come of simulations that are played together, lowest numbers first.

    All simulations go on together, so that whenever they are ended the same games of each are there.
    """

    def __init__(self, games: Sequence[int], done: Sequence[Iterable[range]]) -> None:
        """Begin with how many games each simulation is to have, and the numbers of those that are done."""
        self._gaps = [deque(gaps_between(own, many)) for own, many in zip(done, games, strict=True)]
        self.many: tuple[int, ...] = tuple(sum(map(len, gaps)) for gaps in self._gaps)
        """How many games of each simulation there are to come at the beginning."""

    def __bool__(self) -> bool:
        return any(self._gaps)

    def take(self, games: int) -> list[Stretch]:
        """Take about so many of the next games; at least one, as long as there are any."""
        going_on = [gaps for gaps in self._gaps if gaps]
        if not going_on:
            return []
        low = min(gaps[0].start for gaps in going_on)
        high = low + max(1, games // len(going_on))
        return [(place, one) for place, gaps in enumerate(self._gaps) for one in _taken(gaps, high)]


def _taken(gaps: deque[range], high: int) -> list[range]:
    """Take all numbers below ``high`` out of sorted stretches."""
    found = []
    while gaps and gaps[0].start < high:
        first = gaps.popleft()
        found.append(range(first.start, min(first.stop, high)))
        if first.stop > high:
            gaps.appendleft(range(high, first.stop))
    return found

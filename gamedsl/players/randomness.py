"""A seed -> random numbers for the thinking of players, one after the other.

They are those of SplitMix64, as the chance of games is: who decides in C draws the same, and every version of Python.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, TypeVar

from gamedsl.engine.state.chance import key_of, mix64

T = TypeVar("T")
STEP = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1
_BITS = 64
_WORD = 1 << 32
_SHARE = 2.0**-53


class Random:
    """Random numbers, one after the other; its methods are those of the class of this name in Python's library.

    ``at`` is all that it is: the number from which the next one is made.
    """

    __slots__ = ("at",)

    def __init__(self, seed: int) -> None:
        self.at = key_of(seed)

    def _next(self) -> int:
        at = self.at
        self.at = (at + STEP) & _MASK
        return mix64(at)

    def after(self, many: int) -> int:
        """Return what ``at`` is after so many words of 64 bits."""
        return (self.at + many * STEP) & _MASK

    def random(self) -> float:
        """Return a number from 0 to below 1."""
        return (self._next() >> 11) * _SHARE

    def getrandbits(self, bits: int) -> int:
        """Return a number of so many bits."""
        found = 0
        for done in range(0, bits, _BITS):
            found |= self._next() << done
        return found >> -bits % _BITS

    def below(self, outcomes: int) -> int:
        """Return a number from 0 to ``outcomes - 1``."""
        if outcomes <= _WORD:
            return (self._next() >> 32) * outcomes >> 32
        bits = outcomes.bit_length() + _BITS
        return self.getrandbits(bits) * outcomes >> bits

    def randrange(self, first: int, end: int | None = None) -> int:
        """Return a number below ``first``, or from ``first`` to below ``end``."""
        return self.below(first) if end is None else first + self.below(end - first)

    def randint(self, low: int, high: int) -> int:
        """Return a number from ``low`` to ``high``."""
        return low + self.below(high - low + 1)

    def choice(self, some: Sequence[T]) -> T:
        """Return one of some things."""
        return some[self.below(len(some))]

    def sample(self, some: Sequence[T], many: int) -> list[T]:
        """Return so many of some things, in any order."""
        found = list(some)
        last = len(found)
        for at in range(many):
            other = at + self.below(last - at)
            found[at], found[other] = found[other], found[at]
        return found[:many]

    def shuffle(self, some: MutableSequence[Any]) -> None:
        """Put things into any order."""
        for at in range(len(some) - 1, 0, -1):
            other = self.below(at + 1)
            some[at], some[other] = some[other], some[at]

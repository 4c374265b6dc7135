"""A word -> its numbers, or the n-th of them: what programs printed as Python call"""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.kernel.builder import bits as all_bits

_WIDE = 1024
"""Bits from which on a word is taken apart all at once."""
_MOST = 1 << 13
"""Words that are remembered."""
ONE = tuple([1 << at for at in range(1024)])
"""The words of one number, which take less time to find than to make."""
BROKEN, CONTINUED, OVER = object(), object(), object()
"""How a part of a function that stands apart has been left: a loop around it is left or goes on, or nothing else."""
PART = 12
"""Bits of a word that are looked up together."""
_MASK = (1 << PART) - 1


def _parts(first: int, many: int = PART) -> tuple[tuple[int, ...], ...]:
    """Return for every value of some bits which numbers these are; the lowest bit is number ``first``."""
    found: list[tuple[int, ...]] = [()]
    for at in range(first, first + many):
        found += [(*one, at) for one in found]
    return tuple(found)


class _Parts(dict[int, tuple[tuple[int, ...], ...]]):
    """By which part of a word it is and its value the numbers that stand there.

    They are made when they are first needed, by whichever thread that is: the others have the same.
    """

    def __missing__(self, at: int) -> tuple[tuple[int, ...], ...]:
        """Return the numbers of a part of words, and keep them."""
        found = self[at] = _parts(PART * at)
        return found


PARTS = _Parts()
P0, P1, P2 = PARTS[0], PARTS[1], PARTS[2]
_IN_BYTE = _parts(0, 8)


def bits(word: int) -> Sequence[int]:
    """Return the numbers of a word, the lowest first."""
    if word >> _WIDE:
        return all_bits(word)
    found = P0[word & _MASK]
    word >>= PART
    at = 1
    while word:
        if part := word & _MASK:
            found += PARTS[at][part]
        word >>= PART
        at += 1
    return found


class Kept(dict[int, Sequence[int]]):
    """The numbers of the words that anybody has asked for, not too many of them."""

    def __missing__(self, word: int) -> Sequence[int]:
        """Return the numbers of a word, and remember them."""
        if len(self) >= _MOST:
            self.clear()
        self[word] = found = bits(word)
        return found


WORDS = Kept()


def nth(word: int, number: int) -> int:
    """Return the number of a word that has so many below it."""
    at = 0
    while number >= (many := (word & 0xFFFFFFFF).bit_count()):
        number -= many
        word >>= 32
        at += 32
    while number >= (many := (word & 0xFF).bit_count()):
        number -= many
        word >>= 8
        at += 8
    return at + _IN_BYTE[word & 0xFF][number]

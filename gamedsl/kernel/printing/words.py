"""A word -> its numbers, or the n-th of them: what programs printed as Python call"""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.kernel.making import bits as all_bits

_SPARSE, _WIDE = 6, 1024
"""Numbers below which a word is taken apart one by one, and bits from which on all at once."""
_MOST = 1 << 13
"""Words that are remembered."""
ONE = tuple([1 << at for at in range(1024)])
"""The words of one number, which take less time to find than to make."""
_IN_BYTE = tuple(tuple([at for at in range(8) if byte >> at & 1]) for byte in range(256))
_BY_PLACE: list[list[tuple[int, ...]]] = []
"""By the place of a byte in a word and its value: the numbers that it stands for."""


def bits(word: int) -> Sequence[int]:
    """Return the numbers of a word, the lowest first."""
    found: list[int] = []
    if word.bit_count() < _SPARSE:
        while word:
            one = word & -word
            found.append(one.bit_length() - 1)
            word ^= one
        return found
    if word >> _WIDE:
        return all_bits(word)
    taken = word.to_bytes((word.bit_length() + 7) >> 3, "little")
    while len(_BY_PLACE) < len(taken):
        first = 8 * len(_BY_PLACE)
        _BY_PLACE.append([tuple([first + at for at in byte]) for byte in _IN_BYTE])
    for row, byte in zip(_BY_PLACE, taken):  # noqa: B905 - there may be rows for wider words
        if byte:
            found += row[byte]
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

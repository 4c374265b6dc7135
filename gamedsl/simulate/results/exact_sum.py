"""Numbers and how often each comes -> their sum, exactly: in whatever order games are looked at, it is the same"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction


def summed(values: Iterable[tuple[float, int]], power: int = 1) -> Fraction:
    """Return the sum of values, or of a power of each, so many times each; nothing is rounded."""
    sums = dict[int, int]()  # by denominator
    for value, times in values:
        top, bottom = value.as_integer_ratio()
        sums[bottom] = sums.get(bottom, 0) + top**power * times
    return sum((Fraction(top, bottom**power) for bottom, top in sums.items()), Fraction())

"""Samples -> estimates: a value with its 95 % interval. Rates after Wilson (1927), means after Student."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from statistics import NormalDist, fmean
from typing import TypeVar

import attrs

Case = TypeVar("Case")
Value = TypeVar("Value")
CONFIDENCE = 0.95
_Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
_PAIR = 2
_ALIKE = 10
"""Cases that must all be alike before they bound a mean: two games of the same length prove nothing."""
_MANY = 40
"""Degrees of freedom above which the quantiles of Student are expanded around those of the normal distribution."""


@attrs.frozen
class Estimate:
    """A value measured in ``size`` cases, and the interval that holds the true value in 95 of 100 samples."""

    value: float
    low: float
    high: float
    size: int

    def excludes(self, value: float) -> bool:
        """Tell whether a value lies outside the interval."""
        return not self.low <= value <= self.high


UNKNOWN = Estimate(math.nan, -math.inf, math.inf, 0)
"""Nothing was measured."""


def rate(successes: float, size: float, families: int = 1) -> Estimate:
    """Return a share of cases with its Wilson interval; ``successes`` may hold fractions (shared victories).

    With ``families`` the interval is wide enough for so many of them to hold at once in 95 of 100 samples (Bonferroni).
    """
    if size == 0:
        return UNKNOWN
    z = normal_quantile(families)
    share = successes / size
    scale = 1 + z * z / size
    middle = (share + z * z / (2 * size)) / scale
    half = z / scale * math.sqrt(share * (1 - share) / size + z * z / (4 * size * size))
    return Estimate(share, min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half)), int(size))


def rate_by_game(games: Sequence[tuple[float, int]]) -> Estimate:
    """Return a share of cases that come in games, which give successes and cases each; ``size`` is that of games.

    Players of one game share its luck (all lose when nobody wins). So the interval is that of Wilson for as many
    independent cases as would make the share vary as much as it does between games (Kish 1965), never for more than
    there are.
    """
    told = [(successes, cases) for successes, cases in games if cases]
    size, cases = len(told), sum(cases for _, cases in told)
    if not size:
        return UNKNOWN
    share = sum(successes for successes, _ in told) / cases
    spread = sum((successes - share * own) ** 2 for successes, own in told) * size / max(1, size - 1)
    worth = min(cases, share * (1 - share) * cases**2 / spread) if spread and size >= _ALIKE else size
    return attrs.evolve(rate(share * worth, worth), value=share, size=size)


def mean(values: Sequence[float], families: int = 1) -> Estimate:
    """Return the mean with its Student interval, ``families`` as for ``rate``.

    A single value has no bounds, nor have a few that are all the same.
    """
    size = len(values)
    if size == 0:
        return UNKNOWN
    middle = fmean(values)
    if size < _PAIR or (size < _ALIKE and min(values) == max(values)):
        return Estimate(middle, -math.inf, math.inf, size)
    half = t_quantile(size - 1, families) * deviation(values) / math.sqrt(size)
    return Estimate(middle, middle - half, middle + half, size)


def average(values: Sequence[float]) -> float:
    """Return the mean of some values, at least one, as ``statistics.fmean`` does, in a part of its time for a few."""
    return math.fsum(values) / len(values)


def deviation(values: Sequence[float]) -> float:
    """Return the standard deviation of a sample: that of ``statistics.stdev``, with equal values looked at once.

    All is exact up to the root, which is rounded correctly, so the order of the values does not matter.
    """
    sums, squares = dict[int, int](), dict[int, int]()  # by denominator
    for value, times in Counter(values).items():
        top, bottom = value.as_integer_ratio()
        sums[bottom] = sums.get(bottom, 0) + top * times
        squares[bottom] = squares.get(bottom, 0) + top * top * times
    size = len(values)
    total = sum((Fraction(top, bottom) for bottom, top in sums.items()), Fraction())
    square = sum((Fraction(top, bottom * bottom) for bottom, top in squares.items()), Fraction())
    return _root((square - total * total / size) / (size - 1))


def _root(of: Fraction) -> float:
    """Return the float that is nearest to a root: its first 109 bits are worked out, the last one rounded to odd."""
    top, bottom = of.numerator, of.denominator
    shift = (top.bit_length() - bottom.bit_length() - 109) // 2
    if shift >= 0:
        return float(_odd_root(top, bottom << 2 * shift) << shift)
    return _odd_root(top << -2 * shift, bottom) / (1 << -shift)


def _odd_root(top: int, bottom: int) -> int:
    found = math.isqrt(top // bottom)
    return found | (found * found * bottom != top)


def amount(values: Sequence[float], families: int = 1) -> Estimate:
    """Return the mean of values that are never below 0, as ``mean`` does; nor are the bounds."""
    return _within_bounds(mean(values, families), 0.0, math.inf)


def part(values: Sequence[float]) -> Estimate:
    """Return the mean of values between 0 and 1, as ``mean`` does; so are the bounds."""
    return _within_bounds(mean(values), 0.0, 1.0)


def _within_bounds(found: Estimate, least: float, most: float) -> Estimate:
    known = math.isfinite(found.low)
    return attrs.evolve(found, low=max(least, found.low), high=min(most, found.high)) if known else found


def normal_quantile(families: int = 1) -> float:
    """Return the 97.5 % quantile of the normal distribution; with ``families`` a further one, as for ``rate``."""
    return _Z if families == 1 else NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / (2 * families))


def t_quantile(freedom: int, families: int = 1) -> float:
    """Return the 97.5 % quantile of Student's t (with ``families`` a further one); ``freedom`` is at least 1."""
    if freedom > _MANY:  # Cornish-Fisher expansion
        z = normal_quantile(families)
        return (
            z
            + (z**3 + z) / (4 * freedom)
            + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
            + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
        )
    wanted = 1 - (1 - CONFIDENCE) / families
    low, high = 0.0, math.pi / 2  # the angle whose tangent is t / √freedom, found by bisection
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < wanted else (low, middle)
    return math.tan(low) * math.sqrt(freedom)


def _within(angle: float, freedom: int) -> float:
    """Return the chance that the amount of t is at most tan(angle) × √freedom (Abramowitz and Stegun, 26.7.3 f.)."""
    odd = freedom % 2
    term = math.cos(angle) if odd else 1.0
    total = term if freedom > 1 else 0.0
    for k in range(2 + odd, freedom - 1, 2):
        term *= math.cos(angle) ** 2 * (k - 1) / k
        total += term
    part = math.sin(angle) * total
    return 2 / math.pi * (angle + part) if odd else part


def once(value: Callable[[Case], Value], by: Callable[[Case], Hashable], cases: Sequence[Case]) -> list[Value]:
    """Return a value of each case that depends on ``by`` alone: it is worked out once for those alike in that."""
    keys = [*map(by, cases)]
    known = {key: value(one) for key, one in dict(zip(keys, cases, strict=True)).items()}
    return [known[key] for key in keys]


def quantile(values: Sequence[float], share: float) -> float:
    """Return the value below which a share (0 to 1) of the values lie, between two of them in proportion.

    This is the seventh way of Hyndman and Fan (1996): the median is the middle value or the mean of the two in the
    middle. NaN of nothing.
    """
    if not values:
        return math.nan
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = int(place)
    if below == place:
        return ordered[below]
    above = below + 1
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])

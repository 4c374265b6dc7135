"""Samples -> estimates: a value with its 95 % interval. Rates after Wilson (1927), means after Student."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate
from statistics import NormalDist

import attrs

from gamedsl.simulate.results.exact_sum import summed
from gamedsl.simulate.results.results import Alike

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


def rate_by_game(sorts: Sequence[tuple[float, int]], games: Alike) -> Estimate:
    """Return a share of cases that come in games; ``size`` is the number of games with any.

    ``sorts`` says what there is of games, by their sort: successes and cases.

    Players of one game share its luck (all lose when nobody wins). So the interval is that of Wilson for as many
    independent cases as would make the share vary as much as it does between games (Kish 1965), never for more than
    there are.
    """
    size = sum(many for (_, own), many in zip(sorts, games.times, strict=True) if own)
    cases = sum(many * own for (_, own), many in zip(sorts, games.times, strict=True))
    if not size:
        return UNKNOWN
    share = games.total([successes for successes, _ in sorts]) / cases
    spread = games.total([(successes - share * own) ** 2 for successes, own in sorts]) * size
    spread /= max(1, size - 1)
    worth = min(cases, share * (1 - share) * cases**2 / spread) if spread and size >= _ALIKE else size
    return attrs.evolve(rate(share * worth, worth), value=share, size=size)


def mean(values: Iterable[float], families: int = 1) -> Estimate:
    """Return the mean of values with its Student interval, ``families`` as for ``rate``.

    A single value has no bounds, nor have a few that are all the same. A Counter says how often each value comes.
    """
    counts = values if isinstance(values, Counter) else Counter(values)
    size = counts.total()
    if size == 0:
        return UNKNOWN
    total, squares = summed(counts.items()), summed(counts.items(), 2)
    middle = float(total) / size
    if size < _PAIR or (size < _ALIKE and len(counts) == 1):
        return Estimate(middle, -math.inf, math.inf, size)
    spread = _root((squares - total * total / size) / (size - 1))
    half = t_quantile(size - 1, families) * spread / math.sqrt(size)
    return Estimate(middle, middle - half, middle + half, size)


def average(values: Sequence[float]) -> float:
    """Return the mean of some values, at least one, as ``statistics.fmean`` does, in a part of its time for a few."""
    return math.fsum(values) / len(values)


def deviation(values: Iterable[float]) -> float:
    """Return the standard deviation of a sample: that of ``statistics.stdev``, with equal values looked at once.

    All is exact up to the root, which is rounded correctly, so the order of the values does not matter.
    """
    counts = values if isinstance(values, Counter) else Counter(values)
    size, total, square = counts.total(), summed(counts.items()), summed(counts.items(), 2)
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


def amount(values: Iterable[float], families: int = 1) -> Estimate:
    """Return the mean of values that are never below 0, as ``mean`` does; nor are the bounds."""
    return _within_bounds(mean(values, families), 0.0, math.inf)


def part(values: Iterable[float]) -> Estimate:
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


def quantile(values: Iterable[float], share: float) -> float:
    """Return the value below which a share (0 to 1) of the values lie, between two of them in proportion.

    A Counter says how often each value comes.

    This is the seventh way of Hyndman and Fan (1996): the median is the middle value or the mean of the two in the
    middle. NaN of nothing.
    """
    counts: Counter[float] = values if isinstance(values, Counter) else Counter(values)
    if not counts:
        return math.nan
    ordered = sorted(counts)
    behind = [*accumulate(counts[value] for value in ordered)]
    place = share * (behind[-1] - 1)
    below = int(place)
    value = ordered[bisect_right(behind, below)]
    if below == place:
        return value
    return value + (place - below) * (ordered[bisect_right(behind, below + 1)] - value)

"""Samples -> estimates: a value with its 95 % interval. Rates after Wilson (1927), means after Student."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from statistics import NormalDist, fmean, stdev
from typing import TypeVar

import attrs

CONFIDENCE = 0.95
_Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
_SMALL_T = (math.nan, 12.706, 4.303, 3.182, 2.776, 2.571)
_DRAWS = 400
_PAIR = 2
T = TypeVar("T")


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


def rate(successes: float, size: int, families: int = 1) -> Estimate:
    """Return a share of cases with its Wilson interval; ``successes`` may hold fractions (shared victories).

    With ``families`` the interval is wide enough for so many of them to hold at once in 95 of 100 samples (Bonferroni).
    """
    if size == 0:
        return UNKNOWN
    z = _Z if families == 1 else NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / (2 * families))
    share = successes / size
    scale = 1 + z * z / size
    middle = (share + z * z / (2 * size)) / scale
    half = z / scale * math.sqrt(share * (1 - share) / size + z * z / (4 * size * size))
    return Estimate(share, max(0.0, middle - half), min(1.0, middle + half), size)


def mean(values: Sequence[float]) -> Estimate:
    """Return the mean with its Student interval; a single value has no bounds."""
    size = len(values)
    if size == 0:
        return UNKNOWN
    middle = fmean(values)
    if size < _PAIR:
        return Estimate(middle, -math.inf, math.inf, size)
    half = t_quantile(size - 1) * stdev(values) / math.sqrt(size)
    return Estimate(middle, middle - half, middle + half, size)


def t_quantile(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t; ``freedom`` is at least 1 (Cornish-Fisher expansion above 5)."""
    if freedom < len(_SMALL_T):
        return _SMALL_T[freedom]
    return (
        _Z
        + (_Z**3 + _Z) / (4 * freedom)
        + (5 * _Z**5 + 16 * _Z**3 + 3 * _Z) / (96 * freedom**2)
        + (3 * _Z**7 + 19 * _Z**5 + 17 * _Z**3 - 15 * _Z) / (384 * freedom**3)
    )


def resampled(cases: Sequence[T], measure: Callable[[Sequence[T]], float], seed: int = 1) -> Estimate:
    """Return any figure of a sample with its bootstrap interval (Efron 1979; percentiles of 400 resamples).

    The same cases and seed give the same interval.
    """
    if not cases:
        return UNKNOWN
    chance = random.Random(seed)
    drawn = sorted(measure(chance.choices(cases, k=len(cases))) for _ in range(_DRAWS))
    cut = round(_DRAWS * (1 - CONFIDENCE) / 2)
    return Estimate(measure(cases), drawn[cut], drawn[-1 - cut], len(cases))


def median(values: Sequence[float]) -> float:
    """Return the middle value; NaN of nothing."""
    return quantile(values, 0.5)


def quantile(values: Sequence[float], share: float) -> float:
    """Return the value below which a share (0 to 1) of the values lie; NaN of nothing."""
    if not values:
        return math.nan
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

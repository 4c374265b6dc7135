"""Estimates against published values, and how often their intervals hold the truth."""

import math
import random
import statistics
from fractions import Fraction

import pytest

from gamedsl.simulate.figures.estimates import amount, deviation, mean, part, quantile, rate, t_quantile
from gamedsl.simulate.results.exact_sum import summed


@pytest.mark.parametrize(
    ("successes", "size", "low", "high"),
    [(15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718), (81, 263, 0.2553, 0.3662)],
)
def test_wilson_intervals_of_newcombe(successes: int, size: int, low: float, high: float) -> None:
    """The four examples of Newcombe (1998), table I, method 3."""
    found = rate(successes, size)

    assert (low, high) == (round(found.low, 4), round(found.high, 4))


@pytest.mark.parametrize(
    ("freedom", "wanted"), [(1, 12.706), (5, 2.571), (6, 2.447), (10, 2.228), (30, 2.042), (120, 1.980)]
)
def test_quantiles_of_student(freedom: int, wanted: float) -> None:
    """Values of the printed tables."""
    assert t_quantile(freedom) == pytest.approx(wanted, abs=0.002)


@pytest.mark.parametrize(
    ("freedom", "families", "wanted"),
    [(1, 10, 127.321), (3, 10, 7.453), (10, 10, 3.581), (30, 10, 3.030), (60, 5, 2.660)],
)
def test_quantiles_for_several_intervals(freedom: int, families: int, wanted: float) -> None:
    """Ten intervals at once want the quantile of 99.75 %, five that of 99.5 %; values of the printed tables."""
    assert t_quantile(freedom, families) == pytest.approx(wanted, abs=0.002)


def test_sums_are_exact() -> None:
    """Thirds and tenths are added as the floats that they are, in whatever order, and rounded once."""
    values = [(1 / 3, 1_000_000), (-0.1, 7), (5, 3)]

    assert Fraction(1 / 3) * 1_000_000 - Fraction(0.1) * 7 + 15 == summed(values) == summed(values[::-1])
    assert Fraction(1 / 3) ** 2 + 25 == summed([(1 / 3, 1), (5, 1)], 2)


def test_amounts_are_never_below_nothing() -> None:
    """The mean number of something has no negative bound."""
    assert (0.0, mean([0, 0, 3]).high) == (amount([0, 0, 3]).low, amount([0, 0, 3]).high)


def test_mean_of_a_small_sample() -> None:
    """Mean 3 and deviation 1.581 of five values give 3 ± 2.776 × 1.581 / √5."""
    found = mean([1, 2, 3, 4, 5])

    assert (3.0, 1.037, 4.963) == (found.value, round(found.low, 3), round(found.high, 3))


def test_single_and_no_values() -> None:
    """One value bounds nothing; no value is no estimate."""
    assert (7.0, -math.inf, math.inf) == (mean([7]).value, mean([7]).low, mean([7]).high)
    assert math.isnan(mean([]).value)
    assert math.isnan(rate(0, 0).value)
    assert math.isnan(quantile([], 0.5))


def test_a_fair_coin_lies_inside_the_interval_as_often_as_promised() -> None:
    """Of 1,000 samples of 60 throws between 93 and 97 % have an interval that holds one half."""
    chance = random.Random(5)
    samples = [rate(sum(chance.random() < 0.5 for _ in range(60)), 60) for _ in range(1000)]
    held = sum(not found.excludes(0.5) for found in samples)

    assert 930 <= held <= 970


def test_parts_stay_between_nothing_and_all() -> None:
    """The mean of shares has no bound below 0 or above 1."""
    found = part([0.0, 0.1, 1.0])

    assert (0.0, 1.0) == (found.low, found.high)
    assert part([0.4, 0.5, 0.6]).low == pytest.approx(mean([0.4, 0.5, 0.6]).low)


def test_a_few_that_are_all_alike_prove_nothing() -> None:
    """Two equal values are no proof that all are; ten bound the mean."""
    assert math.inf == mean([3, 3]).high == part([0.0] * 9).high
    assert 3.0 == mean([3] * 10).low == mean([3] * 10).high


@pytest.mark.parametrize(
    ("values", "share", "wanted"),
    [([1, 2], 0.5, 1.5), ([1, 2, 3, 4], 0.25, 1.75), ([1, 2, 3, 4], 0.75, 3.25), ([5, 1, 3], 0.5, 3), ([7], 0.25, 7)],
)
def test_quantiles_lie_between_values(values: list[float], share: float, wanted: float) -> None:
    """As the inclusive method of Python's statistics module has it."""
    assert wanted == quantile(values, share)


@pytest.mark.parametrize("seed", range(40))
def test_deviations_are_those_of_the_standard_library(seed: int) -> None:
    """To the last bit: of numbers, of parts, of a few that come often, of very large and very small ones."""
    chance = random.Random(seed)
    values = [
        [chance.randrange(-5, 6) for _ in range(60)],
        [chance.randrange(10**6) / chance.randrange(1, 99) for _ in range(30)],
        [chance.choice((0, 1, 0.5, 1 / 3)) for _ in range(100)],
        [chance.random() * 10 ** chance.randrange(-150, 150) for _ in range(9)],
    ]
    assert [statistics.stdev(one) for one in values] == [deviation(one) for one in values]

"""Two simulations of the same seeds -> the differences of their metrics, with paired intervals, in words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean
from typing import Literal

import attrs

from gamedsl.simulate.figures.estimates import Estimate, mean
from gamedsl.simulate.figures.metrics import game_figures
from gamedsl.simulate.figures.row import Figure, In
from gamedsl.simulate.figures.wording import number, per_cent
from gamedsl.simulate.play.results import GameResult

FEWEST_PAIRS = 10
"""Pairs of games that differences need to be called real."""


@attrs.frozen
class Difference:
    """How much more of something B has than A, game by game: both means, and their difference with its interval.

    ``together`` is the interval that is wide enough for the differences of all figures to lie inside at once in 95 of
    100 samples.
    """

    figure: Figure
    first: float
    second: float
    difference: Estimate
    together: Estimate

    @property
    def name(self) -> str:
        """The name of the metric."""
        return self.figure.name

    @property
    def words(self) -> str:
        """Its name for people."""
        return self.figure.words

    @property
    def is_rate(self) -> bool:
        """Whether it is told in per cent."""
        return self.figure.is_rate

    @property
    def answer(self) -> Literal["real", "perhaps", "open"]:
        """``real``: not by chance, all figures considered; ``perhaps``: not by chance, were it the only figure."""
        if self.difference.size < FEWEST_PAIRS or not self.difference.excludes(0.0):
            return "open"
        return "real" if self.together.excludes(0.0) else "perhaps"

    @property
    def is_real(self) -> bool:
        """Whether the difference is hardly chance, although many figures were looked at."""
        return self.answer == "real"


def compare(first: Sequence[GameResult], second: Sequence[GameResult], actions: Sequence[str] = ()) -> list[Difference]:
    """Return the differences over the games that both have finished; pairs are games of the same number.

    ``actions`` are those whose use is compared, too. The figures are those that are averaged in ``measure``; a pair
    counts where both games have one. Only how games ended is compared over all pairs.
    """
    pairs = pairs_of(first, second)
    others = {one.number: one for one in second}
    every = [(one, others[one.number]) for one in first if one.number in others]
    measured = [(figure, _values(figure, every)) for figure in game_figures(_games(every), actions, "all")]
    measured += [(figure, _values(figure, pairs)) for figure in game_figures(_games(pairs), actions)]
    told = [(figure, values) for figure, values in measured if _says(figure, values)]
    return [_difference(figure, values, len(told)) for figure, values in told]


def _games(pairs: Sequence[tuple[GameResult, GameResult]]) -> list[GameResult]:
    return [one for pair in pairs for one in pair]


def _says(figure: Figure, values: Sequence[tuple[float, float]]) -> bool:
    """Tell whether a figure has its place in comparisons, and is not what it is anyhow in all games."""
    sides = {side for pair in values for side in pair}
    return isinstance(figure.row.comparison, In) and sides not in (set(), {0.0}, {figure.row.usual})


def _values(figure: Figure, pairs: Sequence[tuple[GameResult, GameResult]]) -> list[tuple[float, float]]:
    """Return what a figure is on both sides, of the pairs in which both games have it."""
    both = [(figure.of(one), figure.of(other)) for one, other in pairs]
    return [(old, new) for old, new in both if old is not None and new is not None]


def pairs_of(first: Sequence[GameResult], second: Sequence[GameResult]) -> list[tuple[GameResult, GameResult]]:
    """Return the games that both sides have finished, by twos."""
    others = {one.number: one for one in second if one.status == "finished"}
    return [(one, others[one.number]) for one in first if one.status == "finished" and one.number in others]


def _difference(figure: Figure, values: Sequence[tuple[float, float]], families: int) -> Difference:
    changes = [new - old for old, new in values]
    before, after = (fmean(one) for one in zip(*values, strict=True))
    return Difference(figure, before, after, mean(changes), mean(changes, families))


def told(found: Difference) -> str:
    """Return a difference as a sentence."""
    change = found.difference
    both = f"{found.words}: {value_told(found.first, found)} and {value_told(found.second, found)}"
    way = "more" if change.value > 0 else "less"
    low, high = sorted((abs(change.low), abs(change.high)))
    return f"{both}, {_points(abs(change.value), found)} {way} (95 %: {_points(low, found)} to {_points(high, found)})"


def value_told(value: float, found: Difference) -> str:
    """Return a mean of one side in words."""
    return per_cent(value) if found.is_rate else number(float(value))


def change_told(found: Difference) -> str:
    """Return the interval of a difference: ``-0.3 to +1.2``; a dash where there are no bounds."""
    low, high = found.difference.low, found.difference.high
    if not math.isfinite(low):
        return "–"
    return f"{_signed(low, found)} to {_signed(high, found)}"


def _signed(value: float, found: Difference) -> str:
    said = f"{100 * value:.1f}" if found.is_rate else number(float(value))
    if float(said.replace(",", "")) == 0:
        return said.removeprefix("-")
    return said if said.startswith("-") else f"+{said}"


def _points(value: float, found: Difference) -> str:
    return f"{100 * value:.1f} percentage points" if found.is_rate else number(float(value))

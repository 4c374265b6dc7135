"""Two simulations of the same seeds -> the differences of their metrics, with paired intervals, in words."""

from __future__ import annotations

import math
import operator
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

import attrs

from gamedsl.simulate.figures.estimates import Estimate, mean
from gamedsl.simulate.figures.metric_rows import NEEDED
from gamedsl.simulate.figures.metrics import game_figures
from gamedsl.simulate.figures.row import Among, Figure, In
from gamedsl.simulate.figures.wording import number, per_cent
from gamedsl.simulate.results.game_result import GameResult
from gamedsl.simulate.results.keys import STATUS
from gamedsl.simulate.results.results import Results, results_of

Pairs = tuple[Results, Results]
"""As many games of each side, those of one number at the same place."""
Values = Mapping[tuple[float, float], int]
"""How often each value of the first side comes together with one of the second."""
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
    both = results_of(first), results_of(second)
    every, pairs = _paired(*both), pairs_of(*both)
    measured = [(figure, _values(figure, every)) for figure in _figures(every, actions, "all")]
    measured += [(figure, _values(figure, pairs)) for figure in _figures(pairs, actions, "finished")]
    told = [(figure, values) for figure, values in measured if _says(figure, values)]
    return [_difference(figure, values, len(told)) for figure, values in told]


def _figures(pairs: Pairs, actions: Sequence[str], among: Among) -> list[Figure]:
    """Return the figures that games of either side have, in the order of reports."""
    some = [one for side in pairs for one, _ in side.alike(*NEEDED)]
    return [*game_figures(Results(some), actions, among)]


def _says(figure: Figure, values: Values) -> bool:
    """Tell whether a figure has its place in comparisons, and is not what it is anyhow in all games."""
    sides = {side for pair in values for side in pair}
    return isinstance(figure.row.comparison, In) and sides not in (set(), {0.0}, {figure.row.usual})


def _values(figure: Figure, pairs: Pairs) -> Values:
    """Return what a figure is on both sides, of the pairs in which both games have it, and how often each comes."""
    counts = Counter(zip(*[figure.each(side) for side in pairs], strict=True))
    return {(old, new): times for (old, new), times in counts.items() if old is not None and new is not None}


def pairs_of(first: Sequence[GameResult], second: Sequence[GameResult]) -> Pairs:
    """Return the games that both sides have finished, in the same order."""
    pairs = _paired(results_of(first), results_of(second))
    done = [side.alike(STATUS).each(lambda one: one.status == "finished") for side in pairs]
    both = [*map(operator.and_, *done)]
    return pairs if all(both) else (pairs[0].chosen(both), pairs[1].chosen(both))


def _paired(first: Results, second: Results) -> Pairs:
    """Return the games that are on both sides."""
    place = {number: at for at, number in enumerate(second.numbers)}
    here = [number in place for number in first.numbers]
    found = first if all(here) else first.chosen(here)
    places = [place[number] for number in found.numbers]
    return found, second if places == [*range(len(second))] else second.picked(places)


def _difference(figure: Figure, values: Values, families: int) -> Difference:
    before, after, changes = Counter[float](), Counter[float](), Counter[float]()
    for (old, new), times in values.items():
        before[old] += times
        after[new] += times
        changes[new - old] += times
    return Difference(figure, mean(before).value, mean(after).value, mean(changes), mean(changes, families))


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

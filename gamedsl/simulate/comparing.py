"""Two simulations of the same seeds -> the differences of their metrics, with paired intervals, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

import attrs

from gamedsl.simulate.estimates import Estimate, mean
from gamedsl.simulate.metrics import is_runaway, margin
from gamedsl.simulate.results import GameResult
from gamedsl.simulate.wording import number, per_cent

FEWEST_PAIRS = 10
"""Pairs of games that differences need to be called real."""


@attrs.frozen
class Difference:
    """How much more of something B has than A, game by game: both means, and their difference with its interval.

    ``together`` is the interval that is wide enough for the differences of all figures to lie inside at once in 95 of
    100 samples.
    """

    name: str
    words: str
    first: float
    second: float
    difference: Estimate
    together: Estimate
    is_rate: bool = False

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


Figure = Callable[[GameResult], float]


def compare(first: Sequence[GameResult], second: Sequence[GameResult], actions: Sequence[str] = ()) -> list[Difference]:
    """Return the differences over the games that both have finished; pairs are games of the same number.

    ``actions`` are those whose use is compared, too.
    """
    pairs = pairs_of(first, second)
    if not pairs:
        return []
    measured = []
    for name, words, figure, is_rate in _figures(pairs, actions):
        before = [figure(one) for one, _ in pairs]
        after = [figure(other) for _, other in pairs]
        if any(before) or any(after):
            measured.append((name, words, before, after, is_rate))
    return [_difference(*one, families=len(measured)) for one in measured]


def pairs_of(first: Sequence[GameResult], second: Sequence[GameResult]) -> list[tuple[GameResult, GameResult]]:
    """Return the games that both sides have finished, by twos."""
    others = {one.number: one for one in second if one.status == "finished"}
    return [(one, others[one.number]) for one in first if one.status == "finished" and one.number in others]


def _difference(
    name: str, words: str, before: list[float], after: list[float], is_rate: bool, families: int
) -> Difference:
    changes = [new - old for old, new in zip(before, after, strict=True)]
    both = mean(before).value, mean(after).value
    return Difference(name, words, *both, mean(changes), mean(changes, families), is_rate)


def _figures(
    pairs: Sequence[tuple[GameResult, GameResult]], actions: Sequence[str]
) -> list[tuple[str, str, Figure, bool]]:
    one, other = pairs[0]
    seats = min(len(one.kinds), len(other.kinds))
    sources = list(dict.fromkeys([*one.sources, *other.sources]))
    return [
        ("decisions", "decisions in a game", lambda one: one.decisions, False),
        ("turns", "turns in a game", lambda one: one.turns, False),
        ("branching", "choices at a decision", lambda one: one.choices / max(1, one.decisions), False),
        ("forced", "decisions with a single choice in a game", lambda one: one.forced, False),
        ("lead_changes", "changes of the lead in a game", lambda one: one.lead_changes, False),
        ("runaway", "games led by their winner at 25, 50 and 75 %", lambda one: float(is_runaway(one)), True),
        ("winner_score", "points of the best player", lambda one: max(one.points), False),
        ("margin", "points between the two best", margin, False),
        ("score", "points of all players together", lambda one: sum(one.points), False),
        ("shared", "games with several winners", lambda one: float(len(one.winners) > 1), True),
        ("without_winner", "games without a winner", lambda one: float(not one.winners), True),
        *(
            (f"win_rate.seat_{seat + 1}", f"victories of seat {seat + 1}", partial(_share, seat), True)
            for seat in range(seats)
        ),
        *(
            (f"source.{name}", f"points of all players from {name}", partial(_from_source, name), False)
            for name in (sources if len(sources) > 1 else [])
        ),
        *((f"uses.{name}", f"uses of {name} in a game", partial(_uses, name), False) for name in actions),
    ]


def _share(seat: int, one: GameResult) -> float:
    return one.share(seat)


def _from_source(name: str, one: GameResult) -> float:
    return sum(one.sources.get(name, ()))


def _uses(action: str, one: GameResult) -> float:
    return sum(one.uses.get(action, ()))


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
    """Return the interval of a difference: ``-0.3 to +1.2``."""
    low, high = found.difference.low, found.difference.high
    return f"{_signed(low, found)} to {_signed(high, found)}"


def _signed(value: float, found: Difference) -> str:
    said = f"{100 * value:.1f}" if found.is_rate else number(float(value))
    return said if said.startswith("-") or value == 0 else f"+{said}"


def _points(value: float, found: Difference) -> str:
    return f"{100 * value:.1f} percentage points" if found.is_rate else number(float(value))

"""Two simulations of the same seeds -> the differences of their metrics, with paired intervals, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import attrs

from gamedsl.simulate.estimates import Estimate, mean
from gamedsl.simulate.results import GameResult


@attrs.frozen
class Difference:
    """How much more of something B has than A, game by game: both means, and their difference with its interval."""

    name: str
    words: str
    first: float
    second: float
    difference: Estimate
    is_rate: bool = False

    @property
    def is_real(self) -> bool:
        """Whether the interval leaves out 0."""
        return self.difference.excludes(0.0)


Figure = Callable[[GameResult], float]


def compare(first: Sequence[GameResult], second: Sequence[GameResult]) -> list[Difference]:
    """Return the differences over the games that both have finished; pairs are games of the same number."""
    others = {one.number: one for one in second if one.status == "finished"}
    pairs = [(one, others[one.number]) for one in first if one.status == "finished" and one.number in others]
    if not pairs:
        return []
    seats = min(len(pairs[0][0].kinds), len(pairs[0][1].kinds))
    found = []
    for name, words, figure in _figures(seats):
        before = [figure(one) for one, _ in pairs]
        after = [figure(other) for _, other in pairs]
        if any(before) or any(after):
            changes = [new - old for old, new in zip(before, after, strict=True)]
            is_rate = name == "shared" or name.startswith("win_rate")
            found.append(Difference(name, words, mean(before).value, mean(after).value, mean(changes), is_rate))
    return found


def _figures(seats: int) -> list[tuple[str, str, Figure]]:
    figures: list[tuple[str, str, Figure]] = [
        ("decisions", "decisions in a game", lambda one: one.decisions),
        ("turns", "turns in a game", lambda one: one.turns),
        ("branching", "choices at a decision", lambda one: one.choices / max(1, one.decisions)),
        ("forced", "decisions with a single choice in a game", lambda one: one.forced),
        ("lead_changes", "changes of the lead in a game", lambda one: one.lead_changes),
        ("winner_score", "points of the best player", lambda one: max(one.points)),
        ("score", "points of all players together", lambda one: sum(one.points)),
        ("shared", "games with several winners", lambda one: float(len(one.winners) > 1)),
    ]
    figures += [
        (f"win_rate.seat_{seat + 1}", f"victories of seat {seat + 1}", partial(_share, seat)) for seat in range(seats)
    ]
    return figures


def _share(seat: int, one: GameResult) -> float:
    return one.share(seat)


def told(found: Difference) -> str:
    """Return a difference as a sentence."""
    change = found.difference
    both = f"{found.words}: {_number(found.first, found)} and {_number(found.second, found)}"
    if not found.is_real:
        return both
    way = "more" if change.value > 0 else "fewer"
    low, high = sorted((abs(change.low), abs(change.high)))
    return f"{both}: {_number(abs(change.value), found)} {way} (95 %: {_number(low, found)} to {_number(high, found)})"


def _number(value: float, found: Difference) -> str:
    return f"{100 * value:.1f} %" if found.is_rate else f"{value:.2f}"

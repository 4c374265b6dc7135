"""Results of games -> metrics by name: what docs/metrics.md defines, each an estimate with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

import attrs

from gamedsl.simulate.figures.estimates import UNKNOWN, Estimate, amount, mean, quantile, rate, rate_by_game
from gamedsl.simulate.figures.figures import endings, figures
from gamedsl.simulate.play.results import GameResult

_PAIR = 2
COURSE = ("lead_changes", "leader_wins.", "comeback", "runaway")
"""Figures that say something only where standings show during a game."""


@attrs.frozen
class Metric:
    """A figure with a stable name (``seat_balance``), words for people, its unit (``rate``, ``ratio``, ``mean``)."""

    name: str
    words: str
    unit: str
    estimate: Estimate


def measure(results: Sequence[GameResult], actions: Sequence[str] = ()) -> dict[str, Metric]:
    """Return all metrics of finished games by name; of a game without points those about points are left out.

    ``actions`` are the names of actions whose use is measured, too.
    """
    finished = [one for one in results if one.status == "finished"]
    found = {one.name: Metric(one.name, one.words, "rate", one.estimate(results)) for one in endings()}
    if finished:
        has_course = shows_course(finished)
        for figure in figures(finished, actions):
            if has_course or not figure.name.startswith(COURSE):
                unit = "rate" if figure.is_rate else "mean"
                found[figure.name] = Metric(figure.name, figure.words, unit, figure.estimate(finished))
        balance = _balance(finished, range(len(finished[0].kinds)))
        found["seat_balance"] = Metric("seat_balance", "Seat balance: worst seat by best seat", "ratio", balance)
        found |= {metric.name: metric for metric in _wins_by_use(finished, actions)}
    return found


def seat_rates(games: Sequence[GameResult], seats: range) -> list[Estimate]:
    """Return the share of victory of each seat in the games that had a winner.

    The lowest and highest of several rates differ by chance alone, so these are intervals that hold for all seats at
    once (Bonferroni; of two seats one is the rest of the other).
    """
    decided = [one for one in games if one.winners]
    families = len(seats) if len(seats) > _PAIR else 1
    return [rate(sum(one.share(seat) for one in decided), len(decided), families) for seat in seats]


def _balance(games: Sequence[GameResult], seats: range) -> Estimate:
    """Return the worst seat's win rate divided by the best seat's; bounds that never rule out a true balance."""
    found = seat_rates(games, seats)
    size = found[0].size
    if not size:
        return UNKNOWN
    low = min(one.low for one in found) / max(one.high for one in found)
    high = min(1.0, min(one.high for one in found) / max(max(one.low for one in found), 1e-9))
    return Estimate(min(one.value for one in found) / max(one.value for one in found), low, high, size)


def shows_course(games: Sequence[GameResult]) -> bool:
    """Tell whether standings during the games say anything; they do not where points show only at the end."""
    return any(len(set(standing)) > 1 for one in games if all(one.standings) for standing in one.standings)


@attrs.frozen
class ActionUse:
    """How an action is used in finished games.

    ``games``: share of games with it; ``uses`` a game; ``by_winners`` and ``by_others``: uses a game of one winner and
    of one other player, in games that had both; ``more``: how much more often the winner used it; ``wins_with`` and
    ``wins_without``: the win rate of players who used it or not; games, not players, are the cases.
    """

    name: str
    games: Estimate
    uses: Estimate
    by_winners: Estimate
    by_others: Estimate
    more: Estimate
    wins_with: Estimate
    wins_without: Estimate


def action_uses(results: Sequence[GameResult], actions: Sequence[str]) -> list[ActionUse]:
    """Return the use of each action in finished games, in the order given."""
    games = [one for one in results if one.status == "finished"]
    return [_action_use(games, action, len(actions)) for action in actions]


def _action_use(games: Sequence[GameResult], action: str, families: int) -> ActionUse:
    uses = [one.uses.get(action, (0,) * len(one.kinds)) for one in games]
    sides = [
        [
            (sum(map(one.share, seats)), len(seats))
            for one, row in zip(games, uses, strict=True)
            for seats in [[seat for seat, used in enumerate(row) if bool(used) == wanted]]
        ]
        for wanted in (True, False)
    ]
    both = [beside(one, row) for one, row in zip(games, uses, strict=True) if 0 < len(one.winners) < len(row)]
    return ActionUse(
        action,
        rate(sum(any(row) for row in uses), len(games)),
        amount([sum(row) for row in uses]),
        amount([winner for winner, _ in both]),
        amount([other for _, other in both]),
        mean([winner - other for winner, other in both], families),
        *map(rate_by_game, sides),
    )


def beside(one: GameResult, values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of the winners' values and that of the others; a game must have both."""
    winners = [value for seat, value in enumerate(values) if seat in one.winners]
    others = [value for seat, value in enumerate(values) if seat not in one.winners]
    return fmean(winners), fmean(others)


def _wins_by_use(games: Sequence[GameResult], actions: Sequence[str]) -> list[Metric]:
    found = []
    for use in action_uses(games, actions):
        found.append(Metric(f"wins_with.{use.name}", f"Who used {use.name} wins", "rate", use.wins_with))
        found.append(Metric(f"wins_without.{use.name}", f"Who did not use {use.name} wins", "rate", use.wins_without))
    return found


@attrs.frozen
class Spread:
    """How values spread: smallest, quarter, middle, three quarters, largest."""

    least: float
    quarter: float
    middle: float
    three_quarters: float
    most: float


def spread(values: Sequence[int]) -> Spread:
    """Return how values spread; NaN throughout for nothing."""
    return Spread(*(quantile(values, share) for share in (0.0, 0.25, 0.5, 0.75, 1.0)))

"""Finished games -> figures that no single game has: the balance of seats, who wins with and without an action."""

from __future__ import annotations

from collections import Counter
from functools import partial

import attrs

from gamedsl.simulate.figures.estimates import UNKNOWN, Estimate, mean, quantile, rate, rate_by_game
from gamedsl.simulate.results import keys
from gamedsl.simulate.results.game_result import GameResult
from gamedsl.simulate.results.keys import WINNERS, Key, Of, Vector, uses_of
from gamedsl.simulate.results.results import Results

_PAIR = 2


def seat_rates(games: Results, seats: range) -> list[Estimate]:
    """Return the share of victory of each seat in the games that had a winner.

    The lowest and highest of several rates differ by chance alone, so these are intervals that hold for all seats at
    once (Bonferroni; of two seats one is the rest of the other).
    """
    alike = games.alike(WINNERS)
    decided = sum(times for one, times in alike if one.winners)
    families = len(seats) if len(seats) > _PAIR else 1
    return [rate(alike.sum(partial(GameResult.share, seat=seat))[0], decided, families) for seat in seats]


def seat_balance(games: Results) -> Estimate:
    """Return the worst seat's win rate divided by the best seat's; bounds that never rule out a true balance."""
    found = seat_rates(games, range(len(games[0].kinds)))
    size = found[0].size
    if not size:
        return UNKNOWN
    low = min(one.low for one in found) / max(one.high for one in found)
    high = min(1.0, min(one.high for one in found) / max(max(one.low for one in found), 1e-9))
    return Estimate(min(one.value for one in found) / max(one.value for one in found), low, high, size)


def users(action: str) -> tuple[Key, ...]:
    """Return what tells of a game who has won, and who has used an action."""
    return WINNERS, Of(uses_of(action), "who has")


def wins_with(games: Results, action: str) -> Estimate:
    """Return the win rate of players who used an action; games, not players, are the cases."""
    return _wins(games, action, True)


def wins_without(games: Results, action: str) -> Estimate:
    """Return the win rate of players who did not use an action; games, not players, are the cases."""
    return _wins(games, action, False)


def _wins(games: Results, action: str, wanted: bool) -> Estimate:
    alike = games.alike(*users(action))
    return rate_by_game([_won(one, action, wanted) for one in alike.examples], alike)


def _won(one: GameResult, action: str, wanted: bool) -> tuple[float, int]:
    """Return how many parts of the victory those have who used an action or did not, and how many they are."""
    uses, won = _uses(one, action), one.winners
    without, successes = uses.count(0), 0.0
    for seat in won:
        if bool(uses[seat]) == wanted:
            successes += 1 / len(won)
    return successes, len(uses) - without if wanted else without


def _uses(one: GameResult, action: str) -> tuple[int, ...]:
    return one.uses.get(action, (0,) * len(one.kinds))


@attrs.frozen
class Sides:
    """What one winner and one other player have of something, in games that had both; ``more``: the difference."""

    by_winners: Estimate
    by_others: Estimate
    more: Estimate


def winners_use(games: Results, action: str, families: int) -> Sides:
    """Return how winners use an action in finished games beside others; ``families`` as for ``rate``."""
    return sides(games, uses_of(action), families)


def sides(games: Results, vector: Vector, families: int = 1) -> Sides:
    """Return what winners have beside others, ``families`` as for ``rate``."""
    by_winners, by_others, more = Counter[float](), Counter[float](), Counter[float]()
    for both, times in games.counted(keys.Sides(vector)).items():
        if both is None:
            continue
        won, total, winners, seats = both
        winner, other = won / winners, (total - won) / (seats - winners)
        by_winners[winner] += times
        by_others[other] += times
        more[winner - other] += times
    return Sides(mean(by_winners), mean(by_others), mean(more, families))


@attrs.frozen
class Spread:
    """How values spread: smallest, quarter, middle, three quarters, largest."""

    least: float
    quarter: float
    middle: float
    three_quarters: float
    most: float


def spread(values: Counter[int]) -> Spread:
    """Return how values spread, of which it is known how often each comes; NaN throughout for nothing."""
    return Spread(*(quantile(values, share) for share in (0.0, 0.25, 0.5, 0.75, 1.0)))

"""Finished games -> figures that no single game has: the balance of seats, who wins with and without an action."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from gamedsl.simulate.figures.estimates import UNKNOWN, Estimate, amount, mean, quantile, rate, rate_by_game
from gamedsl.simulate.play.results import GameResult

_PAIR = 2


def seat_rates(games: Sequence[GameResult], seats: range) -> list[Estimate]:
    """Return the share of victory of each seat in the games that had a winner.

    The lowest and highest of several rates differ by chance alone, so these are intervals that hold for all seats at
    once (Bonferroni; of two seats one is the rest of the other).
    """
    decided = [one for one in games if one.winners]
    families = len(seats) if len(seats) > _PAIR else 1
    return [rate(sum(one.share(seat) for one in decided), len(decided), families) for seat in seats]


def seat_balance(games: Sequence[GameResult]) -> Estimate:
    """Return the worst seat's win rate divided by the best seat's; bounds that never rule out a true balance."""
    found = seat_rates(games, range(len(games[0].kinds)))
    size = found[0].size
    if not size:
        return UNKNOWN
    low = min(one.low for one in found) / max(one.high for one in found)
    high = min(1.0, min(one.high for one in found) / max(max(one.low for one in found), 1e-9))
    return Estimate(min(one.value for one in found) / max(one.value for one in found), low, high, size)


def wins_with(games: Sequence[GameResult], action: str) -> Estimate:
    """Return the win rate of players who used an action; games, not players, are the cases."""
    return _wins(games, action, True)


def wins_without(games: Sequence[GameResult], action: str) -> Estimate:
    """Return the win rate of players who did not use an action; games, not players, are the cases."""
    return _wins(games, action, False)


def _wins(games: Sequence[GameResult], action: str, wanted: bool) -> Estimate:
    found = []
    for one in games:
        uses, won = _uses(one, action), one.winners
        without, successes = uses.count(0), 0.0
        for seat in won:
            if bool(uses[seat]) == wanted:
                successes += 1 / len(won)
        found.append((successes, len(uses) - without if wanted else without))
    return rate_by_game(found)


def _uses(one: GameResult, action: str) -> tuple[int, ...]:
    return one.uses.get(action, (0,) * len(one.kinds))


@attrs.frozen
class WinnersUse:
    """Uses of an action by one winner and by one other player, in games that had both; ``more``: the difference."""

    by_winners: Estimate
    by_others: Estimate
    more: Estimate


def winners_use(games: Sequence[GameResult], action: str, families: int) -> WinnersUse:
    """Return how winners use an action in finished games beside others; ``families`` as for ``rate``."""
    both = [beside(one, _uses(one, action)) for one in games if 0 < len(one.winners) < len(one.kinds)]
    return WinnersUse(
        amount([winner for winner, _ in both]),
        amount([other for _, other in both]),
        mean([winner - other for winner, other in both], families),
    )


def beside(one: GameResult, values: Sequence[int]) -> tuple[float, float]:
    """Return the mean of the winners' values and that of the others; a game must have both."""
    winners = one.winners
    won = values[winners[0]] if len(winners) == 1 else sum([values[seat] for seat in winners])
    return won / len(winners), (sum(values) - won) / (len(values) - len(winners))


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
    values = sorted(values)
    return Spread(*(quantile(values, share) for share in (0.0, 0.25, 0.5, 0.75, 1.0)))

"""Results of games -> metrics by name: what docs/metrics.md defines, each an estimate with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

import attrs

from gamedsl.simulate.estimates import UNKNOWN, Estimate, amount, mean, quantile, rate, rate_by_game
from gamedsl.simulate.figures import figures
from gamedsl.simulate.results import CHECKPOINTS, GameResult, leading

_HALF = CHECKPOINTS.index(50)
_PAIR = 2
_COURSE = ("lead_changes", "runaway")
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
    found = {metric.name: metric for metric in _endings(results)}
    if finished:
        has_course = _shows_course(finished)
        for figure in figures(finished, actions):
            if has_course or figure.name not in _COURSE:
                unit = "rate" if figure.is_rate else "mean"
                found[figure.name] = Metric(figure.name, figure.words, unit, figure.estimate(finished))
        more = [*_victories(finished), *_players(finished), *_wins_by_use(finished, actions)]
        more += _courses(finished) if has_course else []
        found |= {metric.name: metric for metric in more}
    return found


def _endings(results: Sequence[GameResult]) -> list[Metric]:
    return [
        Metric(status, words, "rate", rate(sum(one.status == status for one in results), len(results)))
        for status, words in (
            ("finished", "Games that ended by their rules"),
            ("unfinished", "Games given up at the limit"),
            ("stopped", "Games stopped by a rule that could not be carried out"),
        )
    ]


def _victories(games: Sequence[GameResult]) -> list[Metric]:
    """Return the balance of the seats, and how often the first player wins where that is not always the same seat."""
    seats = range(len(games[0].kinds))
    found = [Metric("seat_balance", "Seat balance: worst seat by best seat", "ratio", _balance(games, seats))]
    starts = [one for one in games if one.winners and one.first is not None]
    if len({one.first for one in starts}) > 1:
        shares = [one.share(one.first) for one in starts if one.first is not None]
        found.append(Metric("win_rate.starter", "Who decides first wins", "rate", rate(sum(shares), len(shares))))
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


def _players(games: Sequence[GameResult]) -> list[Metric]:
    """Return how each kind of player does when there are several; players of one game are one case."""
    kinds = sorted({kind for one in games for kind in one.kinds})
    if len(kinds) == 1:
        return []
    found = []
    for kind in kinds:
        with_it = [(one, [seat for seat, known in enumerate(one.kinds) if known == kind]) for one in games]
        with_it = [(one, seats) for one, seats in with_it if seats]
        shares = [fmean(one.share(seat) for seat in seats) for one, seats in with_it]
        points = [fmean(one.points[seat] for seat in seats) for one, seats in with_it]
        found.append(Metric(f"win_rate.{kind}", f"A player {kind} wins", "rate", rate(sum(shares), len(shares))))
        found.append(Metric(f"score.{kind}", f"Points of a player {kind}", "mean", mean(points)))
    return found


def _shows_course(games: Sequence[GameResult]) -> bool:
    """Tell whether standings during the games say anything; they do not where points show only at the end."""
    return any(len(set(standing)) > 1 for one in games if all(one.standings) for standing in one.standings)


def _courses(games: Sequence[GameResult]) -> list[Metric]:
    """Return how often those win who lead alone or are last alone."""
    told = [one for one in games if all(one.standings)]
    found = []
    for share in CHECKPOINTS:
        won = [one.share(seat) for one, seat in led(games, share)]
        words = f"Who leads alone at {share} % wins"
        found.append(Metric(f"leader_wins.{share}", words, "rate", rate(sum(won), len(won))))
    behind = [(one, _last(one.standings[_HALF])) for one in told]
    comebacks = [one.share(seat) for one, seat in behind if seat is not None]
    words = "Who is last alone at 50 % wins (comeback)"
    found.append(Metric("comeback", words, "rate", rate(sum(comebacks), len(comebacks))))
    return found


def led(games: Sequence[GameResult], share: int) -> list[tuple[GameResult, int]]:
    """Return the games in which a seat leads alone at one of CHECKPOINTS, each with that seat."""
    place = CHECKPOINTS.index(share)
    leaders = [(one, leading(one.standings[place])) for one in games if all(one.standings)]
    return [(one, first) for one, (first, *others) in leaders if not others]


def _last(standing: Sequence[int]) -> int | None:
    """Return the seat with fewest points, None when several have."""
    least = min(standing)
    return standing.index(least) if standing.count(least) == 1 and max(standing) > least else None


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

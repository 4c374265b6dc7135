"""Results of games -> metrics by name: what docs/metrics.md defines, each an estimate with its interval."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from statistics import fmean

import attrs

from gamedsl.simulate.estimates import UNKNOWN, Estimate, amount, mean, quantile, rate, resampled
from gamedsl.simulate.results import CHECKPOINTS, GameResult, leading

_HALF = CHECKPOINTS.index(50)
_PAIR = 2


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
    found = [*_endings(results)]
    if finished:
        seats = range(len(finished[0].kinds))
        found += [*_victories(finished, seats), *_lengths(finished), *_scores(finished, seats), *_courses(finished)]
        found += [*_players(finished), *_uses(finished, actions)]
    return {metric.name: metric for metric in found}


def _endings(results: Sequence[GameResult]) -> list[Metric]:
    return [
        _share(f"{status}", words, results, partial(_ended, status))
        for status, words in (
            ("finished", "Games that ended by their rules"),
            ("unfinished", "Games given up at the limit"),
            ("stopped", "Games stopped by a rule that could not be carried out"),
        )
    ]


def _share(name: str, words: str, cases: Sequence[GameResult], holds: Callable[[GameResult], bool]) -> Metric:
    return Metric(name, words, "rate", rate(sum(map(holds, cases)), len(cases)))


def _average(name: str, words: str, values: Sequence[float]) -> Metric:
    return Metric(name, words, "mean", mean(values))


def _amount(name: str, words: str, values: Sequence[float]) -> Metric:
    return Metric(name, words, "mean", amount(values))


def _victories(games: Sequence[GameResult], seats: range) -> list[Metric]:
    found = [
        Metric(
            f"win_rate.seat_{seat + 1}",
            f"Seat {seat + 1} wins",
            "rate",
            _wins(games, partial(_seat, seat)),
        )
        for seat in seats
    ]
    found.append(Metric("seat_balance", "Seat balance: worst seat by best seat", "ratio", _balance(games, seats)))
    starts = [one for one in games if one.winners and one.first is not None]
    if len({one.first for one in starts}) > 1:
        shares = [one.share(one.first) for one in starts if one.first is not None]
        found.append(Metric("win_rate.starter", "Who decides first wins", "rate", rate(sum(shares), len(shares))))
    found.append(_share("shared", "Games with several winners", games, lambda one: len(one.winners) > 1))
    found.append(_share("without_winner", "Games without a winner", games, lambda one: not one.winners))
    return found


def _wins(games: Sequence[GameResult], seats: Callable[[GameResult], list[int]]) -> Estimate:
    """Return the share of victory by game and seat, over the seats that are meant in each game."""
    parts = [one.share(seat) for one in games for seat in seats(one)]
    return rate(sum(parts), len(parts))


def _seat(seat: int, _: GameResult) -> list[int]:
    return [seat]


def _seats_of(kind: str, one: GameResult) -> list[int]:
    return [seat for seat, known in enumerate(one.kinds) if known == kind]


def _leaders(place: int, one: GameResult) -> list[int]:
    return list(leading(one.standings[place]))


def _ended(status: str, one: GameResult) -> bool:
    return one.status == status


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
    """Return the win rate of each kind of player when there are several."""
    kinds = sorted({kind for one in games for kind in one.kinds})
    if len(kinds) == 1:
        return []
    return [
        Metric(
            f"win_rate.{kind}",
            f"A player {kind} wins",
            "rate",
            _wins(games, partial(_seats_of, kind)),
        )
        for kind in kinds
    ] + [
        _average(
            f"score.{kind}",
            f"Points of a player {kind}",
            [fmean(one.points[seat] for seat in _seats_of(kind, one)) for one in games if kind in one.kinds],
        )
        for kind in kinds
    ]


def _lengths(games: Sequence[GameResult]) -> list[Metric]:
    decisions = sum(one.decisions for one in games)
    return [
        _amount("decisions", "Decisions in a game", [one.decisions for one in games]),
        _amount("turns", "Turns in a game", [one.turns for one in games]),
        _amount("branching", "Choices at a decision", [one.choices / max(1, one.decisions) for one in games]),
        Metric(
            "forced",
            "Decisions with a single choice",
            "rate",
            resampled([(one.forced, one.decisions) for one in games], _part) if decisions else rate(0, 0),
        ),
    ]


def _part(cases: Sequence[tuple[int, int]]) -> float:
    return sum(case[0] for case in cases) / max(1, sum(case[1] for case in cases))


def _scores(games: Sequence[GameResult], seats: range) -> list[Metric]:
    if not any(any(one.points) for one in games):
        return []
    won = [one for one in games if one.winners]
    found = [  # players of one game are no independent cases: each game counts once
        _average("score", "Points of a player", [fmean(one.points) for one in games]),
        _average("winner_score", "Points of the winner", [fmean(one.points[w] for w in one.winners) for one in won]),
        _amount("margin", "Points between the two best", [margin(one) for one in games]),
    ]
    found += [
        _average(f"score.seat_{seat + 1}", f"Points of seat {seat + 1}", [one.points[seat] for one in games])
        for seat in seats
    ]
    for source in games[0].sources:
        points = [fmean(one.sources[source]) for one in games if source in one.sources]
        found.append(_average(f"source.{source}", f"Points of a player from {source}", points))
    return found


def margin(one: GameResult) -> int:
    """Return the distance in points between the two best."""
    ordered = sorted(one.points, reverse=True)
    return ordered[0] - ordered[1] if len(ordered) > 1 else 0


def _courses(games: Sequence[GameResult]) -> list[Metric]:
    """Return what the standings during the games tell; nothing for games whose points show only at the end."""
    told = [one for one in games if all(one.standings)]
    if not any(len(set(standing)) > 1 for one in told for standing in one.standings):
        return []
    found = [_amount("lead_changes", "Changes of the lead in a game", [one.lead_changes for one in told])]
    for place, share in enumerate(CHECKPOINTS):
        alone = [one for one in told if len(leading(one.standings[place])) == 1]
        found.append(
            Metric(
                f"leader_wins.{share}",
                f"Who leads alone at {share} % wins",
                "rate",
                _wins(alone, partial(_leaders, place)),
            )
        )
    behind = [(one, _last(one.standings[_HALF])) for one in told if _last(one.standings[_HALF]) is not None]
    comebacks = [one.share(seat) for one, seat in behind if seat is not None]
    found.append(
        Metric("comeback", "Who is last alone at 50 % wins (comeback)", "rate", rate(sum(comebacks), len(comebacks)))
    )
    found.append(_share("runaway", "Winner led at 25, 50, 75 % (runaway)", told, is_runaway))
    return found


def _last(standing: Sequence[int]) -> int | None:
    """Return the seat with fewest points, None when several have."""
    least = min(standing)
    return standing.index(least) if standing.count(least) == 1 and max(standing) > least else None


def is_runaway(one: GameResult) -> bool:
    """Tell whether the only winner led alone at 25, 50 and 75 % of the game."""
    return len(one.winners) == 1 and all(standing and leading(standing) == one.winners for standing in one.standings)


@attrs.frozen
class ActionUse:
    """How an action is used in finished games.

    ``games``: share of games with it; ``uses`` a game; ``by_winners`` and ``by_others``: uses a game of one winner and
    of one other player, in games that had both; ``more``: how much more often the winner used it; ``wins_with`` and
    ``wins_without``: the win rate of players who used it or not.
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
    played = [
        (one.share(seat), used > 0) for one, row in zip(games, uses, strict=True) for seat, used in enumerate(row)
    ]
    with_it = [share for share, used in played if used]
    without = [share for share, used in played if not used]
    both = [beside(one, row) for one, row in zip(games, uses, strict=True) if 0 < len(one.winners) < len(row)]
    return ActionUse(
        action,
        rate(sum(any(row) for row in uses), len(games)),
        amount([sum(row) for row in uses]),
        amount([winner for winner, _ in both]),
        amount([other for _, other in both]),
        mean([winner - other for winner, other in both], families),
        rate(sum(with_it), len(with_it)),
        rate(sum(without), len(without)),
    )


def beside(one: GameResult, values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of the winners' values and that of the others; a game must have both."""
    winners = [value for seat, value in enumerate(values) if seat in one.winners]
    others = [value for seat, value in enumerate(values) if seat not in one.winners]
    return fmean(winners), fmean(others)


def _uses(games: Sequence[GameResult], actions: Sequence[str]) -> list[Metric]:
    found = []
    for use in action_uses(games, actions):
        found += [
            Metric(f"used.{use.name}", f"Games with {use.name}", "rate", use.games),
            Metric(f"uses.{use.name}", f"Uses of {use.name} in a game", "mean", use.uses),
            Metric(f"wins_with.{use.name}", f"Who used {use.name} wins", "rate", use.wins_with),
            Metric(f"wins_without.{use.name}", f"Who did not use {use.name} wins", "rate", use.wins_without),
        ]
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

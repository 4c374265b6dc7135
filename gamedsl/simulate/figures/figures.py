"""The result of one game -> its figures: what metrics average over games, and comparisons subtract game by game."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.simulate.figures.estimates import average
from gamedsl.simulate.results.game_result import CHECKPOINTS, GameResult, alone, leading
from gamedsl.simulate.results.keys import HAS_COURSE, WINNERS, Key, Of, standing_at

LAST: tuple[Key, ...] = WINNERS, HAS_COURSE, Of(standing_at(50), "worst alone")
"""All that it depends on whether who was last alone at half-time wins."""


def led(*shares: int) -> tuple[Key, ...]:
    """Return all that it depends on whether who leads alone at some of CHECKPOINTS wins."""
    return WINNERS, HAS_COURSE, *(Of(standing_at(share), "best alone") for share in shares)


def starter_share(one: GameResult) -> float | None:
    """Return the part of the victory of who decides first."""
    return one.share(one.first) if one.winners and one.first is not None else None


def kind_share(one: GameResult, kind: str) -> float | None:
    """Return the part of the victory of a player of a kind; players of one game are one case."""
    shares = [one.share(seat) for seat, known in enumerate(one.kinds) if known == kind]
    return average(shares) if shares else None


def kind_points(one: GameResult, kind: str) -> float | None:
    """Return the points of a player of a kind."""
    points = [one.points[seat] for seat, known in enumerate(one.kinds) if known == kind]
    return average(points) if points else None


def winner_points(one: GameResult) -> float | None:
    """Return the points of a winner."""
    return average([one.points[seat] for seat in one.winners]) if one.winners else None


def margin(one: GameResult) -> int:
    """Return the distance in points between the two best."""
    ordered = sorted(one.points, reverse=True)
    return ordered[0] - ordered[1] if len(ordered) > 1 else 0


def source_points(one: GameResult, source: str) -> float | None:
    """Return the points of a player from a source."""
    return average(one.sources[source]) if source in one.sources else None


def lead_changes(one: GameResult) -> float | None:
    """Return how often the lead changed."""
    return one.lead_changes if all(one.standings) else None


def leader(one: GameResult, share: int) -> int | None:
    """Return the seat that leads alone at one of CHECKPOINTS, None when there is none."""
    if not all(one.standings):
        return None
    return alone(one.standings[CHECKPOINTS.index(share)], max)


def leader_wins(one: GameResult, share: int) -> float | None:
    """Return the part of the victory of who leads alone at one of CHECKPOINTS."""
    seat = leader(one, share)
    return None if seat is None else one.share(seat)


def comeback(one: GameResult) -> float | None:
    """Return the part of the victory of who is last alone at half-time."""
    seat = alone(one.standings[CHECKPOINTS.index(50)], min) if len(one.kinds) > 1 and all(one.standings) else None
    return None if seat is None else one.share(seat)


def runaway(one: GameResult) -> float | None:
    """Return 1 where the only winner led alone at 25, 50 and 75 % of the game, else 0."""
    if not all(one.standings):
        return None
    return float(len(one.winners) == 1 and all(leading(standing) == one.winners for standing in one.standings))


def used(one: GameResult, action: str) -> float:
    """Return 1 where somebody used an action, else 0."""
    return float(any(one.uses.get(action, ())))


def uses(one: GameResult, action: str) -> float:
    """Return how often all players together used an action."""
    return sum(one.uses.get(action, ()))


def own(one: GameResult, name: str) -> float | None:
    """Return the mean of what was measured of a metric of the rule file; of a condition, how often it held."""
    return _mean_of(one, name, lambda seat: True)


def own_of_seat(one: GameResult, name: str, seat: int) -> float | None:
    """Return the mean of what was measured for a seat."""
    return _mean_of(one, name, lambda measured: measured == seat)


def own_of_winners(one: GameResult, name: str) -> float | None:
    """Return the mean of what was measured for winners, in games that not all have won."""
    return _mean_of(one, name, lambda seat: seat in one.winners) if _has_sides(one) else None


def own_of_others(one: GameResult, name: str) -> float | None:
    """Return the mean of what was measured for those who have not won."""
    return _mean_of(one, name, lambda seat: seat not in one.winners) if _has_sides(one) else None


def _has_sides(one: GameResult) -> bool:
    return 0 < len(one.winners) < len(one.kinds)


def _mean_of(one: GameResult, name: str, counts: Callable[[int], bool]) -> float | None:
    measured = one.own[name][2] if name in one.own else ()
    values = [value for seat, value in measured if value is not None and counts(seat)]
    return average(values) if values else None

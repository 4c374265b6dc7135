"""The result of one game -> its figures: what metrics average over games, and comparisons subtract game by game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from statistics import fmean
from typing import Literal

import attrs

from gamedsl.simulate.figures.estimates import Estimate, amount, mean, part, rate
from gamedsl.simulate.play.results import CHECKPOINTS, GameResult, leading

Kind = Literal["share", "part", "amount", "mean"]
"""``share``: it holds in a game or not, or in part, and is told as a rate; ``part``: of each game, between 0 and 1;
``amount``: never below 0; ``mean``: any number."""
_ESTIMATES: dict[str, Callable[[Sequence[float]], Estimate]] = {
    "share": lambda values: rate(sum(values), len(values)),
    "part": part,
    "amount": amount,
    "mean": mean,
}


@attrs.frozen
class Figure:
    """Something that every finished game has: ``of`` gives its value, None where a game has none."""

    name: str
    words: str
    kind: Kind
    of: Callable[[GameResult], float | None]

    @property
    def is_rate(self) -> bool:
        """Whether it is told in per cent."""
        return self.kind in ("share", "part")

    def estimate(self, games: Sequence[GameResult]) -> Estimate:
        """Return what it is in these games, each of which is one case."""
        values = [value for one in games if (value := self.of(one)) is not None]
        return _ESTIMATES[self.kind](values)


def figures(games: Sequence[GameResult], actions: Sequence[str]) -> list[Figure]:
    """Return the figures of finished games, of which there is at least one, in the order of reports."""
    return [*_victories(games), *_lengths(), *_points(games), *_courses(), *_uses(actions)]


def endings() -> list[Figure]:
    """Return the figures that unfinished games have, too: how they ended."""
    told = (
        ("finished", "Games that ended by their rules"),
        ("unfinished", "Games given up at the limit"),
        ("stopped", "Games stopped by a rule that could not be carried out"),
    )
    return [Figure(status, words, "share", partial(_has, status)) for status, words in told]


def _has(status: str, one: GameResult) -> float:
    return float(one.status == status)


def _kinds(games: Sequence[GameResult]) -> list[str]:
    """Return the kinds of players when there are several."""
    kinds = sorted({kind for one in games for kind in one.kinds})
    return kinds if len(kinds) > 1 else []


def _victories(games: Sequence[GameResult]) -> Iterator[Figure]:
    for seat in range(min(len(one.kinds) for one in games)):
        yield Figure(f"win_rate.seat_{seat + 1}", f"Seat {seat + 1} wins", "share", partial(_share, seat))
    if len({one.first for one in games if one.winners and one.first is not None}) > 1:
        yield Figure("win_rate.starter", "Who decides first wins", "share", _starter)
    for kind in _kinds(games):
        yield Figure(f"win_rate.{kind}", f"A player {kind} wins", "share", partial(_share_of, kind))
    yield Figure("shared", "Games with several winners", "share", lambda one: float(len(one.winners) > 1))
    yield Figure("without_winner", "Games without a winner", "share", lambda one: float(not one.winners))


def _lengths() -> Iterator[Figure]:
    yield Figure("decisions", "Decisions in a game", "amount", lambda one: one.decisions)
    yield Figure("turns", "Turns in a game", "amount", lambda one: one.turns)
    yield Figure("branching", "Choices at a decision", "amount", lambda one: one.choices / max(1, one.decisions))
    yield Figure("forced", "Decisions with a single choice", "part", lambda one: one.forced / max(1, one.decisions))


def _points(games: Sequence[GameResult]) -> Iterator[Figure]:
    if not any(any(one.points) for one in games):
        return
    yield Figure("score", "Points of a player", "mean", lambda one: fmean(one.points))
    yield Figure("winner_score", "Points of the winner", "mean", _winner)
    yield Figure("margin", "Points between the two best", "amount", margin)
    for seat in range(min(len(one.kinds) for one in games)):
        yield Figure(f"score.seat_{seat + 1}", f"Points of seat {seat + 1}", "mean", partial(_seat, seat))
    for kind in _kinds(games):
        yield Figure(f"score.{kind}", f"Points of a player {kind}", "mean", partial(_points_of, kind))
    for source in dict.fromkeys(name for one in games for name in one.sources):
        yield Figure(f"source.{source}", f"Points of a player from {source}", "mean", partial(_source, source))


def _courses() -> Iterator[Figure]:
    yield Figure("lead_changes", "Changes of the lead in a game", "amount", _lead_changes)
    for share in CHECKPOINTS:
        words = f"Who leads alone at {share} % wins"
        yield Figure(f"leader_wins.{share}", words, "share", partial(_leader_wins, share))
    yield Figure("comeback", "Who is last alone at 50 % wins (comeback)", "share", _comeback)
    yield Figure("runaway", "Winner led at 25, 50, 75 % (runaway)", "share", _runaway)


def _uses(actions: Sequence[str]) -> Iterator[Figure]:
    for name in actions:
        yield Figure(f"used.{name}", f"Games with {name}", "share", partial(_used, name))
        yield Figure(f"uses.{name}", f"Uses of {name} in a game", "amount", partial(_uses_of, name))


def _share(seat: int, one: GameResult) -> float:
    return one.share(seat)


def _starter(one: GameResult) -> float | None:
    return one.share(one.first) if one.winners and one.first is not None else None


def _share_of(kind: str, one: GameResult) -> float | None:
    """Return the share of a player of a kind; players of one game are one case."""
    shares = [one.share(seat) for seat, known in enumerate(one.kinds) if known == kind]
    return fmean(shares) if shares else None


def _points_of(kind: str, one: GameResult) -> float | None:
    points = [one.points[seat] for seat, known in enumerate(one.kinds) if known == kind]
    return fmean(points) if points else None


def _winner(one: GameResult) -> float | None:
    return fmean(one.points[seat] for seat in one.winners) if one.winners else None


def margin(one: GameResult) -> int:
    """Return the distance in points between the two best."""
    ordered = sorted(one.points, reverse=True)
    return ordered[0] - ordered[1] if len(ordered) > 1 else 0


def _seat(seat: int, one: GameResult) -> float:
    return one.points[seat]


def _source(name: str, one: GameResult) -> float | None:
    return fmean(one.sources[name]) if name in one.sources else None


def _lead_changes(one: GameResult) -> float | None:
    return one.lead_changes if all(one.standings) else None


def _runaway(one: GameResult) -> float | None:
    return float(is_runaway(one)) if all(one.standings) else None


def leader(one: GameResult, share: int) -> int | None:
    """Return the seat that leads alone at one of CHECKPOINTS, None when there is none."""
    if not all(one.standings):
        return None
    first, *others = leading(one.standings[CHECKPOINTS.index(share)])
    return None if others else first


def _leader_wins(share: int, one: GameResult) -> float | None:
    seat = leader(one, share)
    return None if seat is None else one.share(seat)


def _comeback(one: GameResult) -> float | None:
    """Return the share of who is last alone at half-time."""
    standing = one.standings[CHECKPOINTS.index(50)] if all(one.standings) else ()
    if not standing or max(standing) == min(standing) or standing.count(min(standing)) > 1:
        return None
    return one.share(standing.index(min(standing)))


def is_runaway(one: GameResult) -> bool:
    """Tell whether the only winner led alone at 25, 50 and 75 % of the game."""
    return len(one.winners) == 1 and all(standing and leading(standing) == one.winners for standing in one.standings)


def _used(action: str, one: GameResult) -> float:
    return float(any(one.uses.get(action, ())))


def _uses_of(action: str, one: GameResult) -> float:
    return sum(one.uses.get(action, ()))

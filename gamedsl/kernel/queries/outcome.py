"""The end of a game: worth of every source, winners, ranking -> Outcome."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import attrs

from gamedsl.engine.errors import RuleError
from gamedsl.engine.state.flat import HEADER, RUNNING
from gamedsl.kernel.queries.evaluator import Evaluator
from gamedsl.kernel.state.block import State
from gamedsl.semantics import core


@attrs.frozen
class Outcome:
    """How a game ended.

    ``ranking`` lists groups of seats, best first; ``points`` are by seat; ``breakdown`` gives the points by source and
    seat, sources in file order. Games that were stopped or not finished have no winners and no ranking.
    """

    status: Literal["finished", "stopped", "unfinished"]
    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    breakdown: dict[str, tuple[int, ...]]
    words: str


def ranked(winners: tuple[int, ...], seats: Sequence[int], key: Callable[[int], Any]) -> tuple[tuple[int, ...], ...]:
    """Return groups of seats: the winners, then the others by a key that is more for who is better."""
    groups: dict[Any, list[int]] = {}
    for seat in seats:
        if seat not in winners:
            groups.setdefault(key(seat), []).append(seat)
    first = (winners,) if winners else ()
    return (*first, *[tuple(groups[one]) for one in sorted(groups, reverse=True)])


class Ending:
    """Tells how all stand in a game, and how it has ended."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.layout = evaluator.layout
        game = evaluator.layout.game
        self.worths = [
            (place, source.slots, evaluator.value(source.worth))
            for place, source in enumerate(game.sources.values())
            if source.worth is not None
        ]
        self.winner = evaluator.value(game.winner)
        self.rank = game.winner if isinstance(game.winner, core.Rank) else None
        self._by_points = False
        if self.rank is not None:
            rank = self.rank
            first = rank.keys[0]
            self._by_points = first.most and isinstance(first.key, core.PointsOf) and first.key.source is None
            self.candidates = evaluator.candidates(rank.loop)
            self.keys = evaluator.keys(rank)

    def standing(self, s: State) -> tuple[int, ...] | None:
        """Return the points of all seats as if the game ended now; None when a ``worth`` cannot be counted now."""
        if s.status != RUNNING:
            return tuple(s.points)
        try:
            return tuple(self._counted(s)[0])
        except RuleError:
            return None

    def _counted(self, s: State) -> tuple[list[int], list[int]]:
        """Return the points of all seats, and those by source and seat, as if the game ended now."""
        points, scores = [*s.points], [*s.scores]
        seats = self.layout.players
        for place, slots, worth in self.worths:
            f: list[Any] = [0, 0, None, None, *[None] * slots]
            for seat in seats:
                f[2] = seat
                counted = worth(s, f)
                points[seat] += counted
                scores[place * len(seats) + seat] += counted
        return points, scores

    def leading(self, s: State) -> tuple[int, ...] | None:
        """Return what decides first who wins, by seat, as if the game ended now: more is better.

        Mostly these are the points. None when the rules cannot tell: a ``worth`` cannot be counted now, or the winner
        is not simply the best of all players.
        """
        if self.rank is None or self.rank.loop.condition or not isinstance(self.rank.loop.source, core.AllPlayers):
            return None
        if self._by_points:
            return self.standing(s)
        before = list(s.points), list(s.scores)
        f: list[Any] = [0, 0, None, None, *[None] * self.layout.game.end_slots]
        try:
            s.points, s.scores = self._counted(s) if s.status == RUNNING else before
            return tuple([self._keys(s, f, self.rank, seat)[0] for seat in self.layout.players])
        except RuleError:
            return None
        finally:
            s.points, s.scores = before

    def ranking(self, s: State, f: list[Any]) -> tuple[tuple[int, ...], ...]:
        """Return the winners, then the other candidates by the same keys, then everybody else by them."""
        if self.rank is None:
            return ranked(s.winners, self.layout.players, lambda seat: ())
        rank, among = self.rank, set(self.candidates(s, f))
        return ranked(s.winners, self.layout.players, lambda seat: (seat in among, self._keys(s, f, rank, seat)))

    def _keys(self, s: State, f: list[Any], rank: core.Rank, seat: int) -> tuple[int, ...]:
        f[rank.loop.slot + HEADER] = seat
        found: tuple[int, ...] = self.keys(s, f)
        return found

    def outcome(self, s: State, words: str) -> Outcome | None:
        """Return how a game ended, None while it runs."""
        if s.status == RUNNING:
            return None
        seats = self.layout.seats
        breakdown = {
            source: tuple(s.scores[place * seats : (place + 1) * seats])
            for place, source in enumerate(self.layout.game.sources)
        }
        return Outcome(s.status, s.winners, s.ranking, tuple(s.points), breakdown, words)  # type: ignore[arg-type]

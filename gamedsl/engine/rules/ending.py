"""A state in which a game ends -> the state with its end: worth of every source counted, winners, everything shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamedsl.engine.errors import Limits
from gamedsl.engine.looks import Looks
from gamedsl.engine.outcome import Ending
from gamedsl.engine.state.flat import FINISHED, State


class CountingEnding(Ending):
    """Ends games. ``measure``: what measures metrics at the end."""

    def __init__(self, looks: Looks, measure: Callable[[State], None]) -> None:
        super().__init__(looks)
        self._measure = measure
        self.winner = looks.value(looks.layout.game.winner)

    def finish(self, s: State, end: int | None) -> None:
        """End the game: count, find winners and ranking, show everything."""
        s.frames.clear()
        s.turns = [()]
        s.curtain = None
        s.status, s.end = FINISHED, end
        self._count(s)
        f: list[Any] = [0, 0, None, s.turn_of, *[None] * self.layout.game.end_slots]
        found = self.winner(s, f)
        s.winners = () if found is None else tuple(sorted(found)) if type(found) is tuple else (found,)
        s.ranking = self.ranking(s, f)
        everybody = self.layout.everybody
        s.known = [everybody] * len(s.known)
        s.aware = [everybody] * len(s.aware)
        self._measure(s)

    def _count(self, s: State) -> None:
        seats = self.layout.seats
        added = [
            (place * seats + seat, seat, worth(s, [0, 0, seat, None, *[None] * slots]))
            for place, slots, worth in self.worths
            for seat in range(seats)
        ]
        for field, seat, points in added:
            s.scores[field] += points
            s.points[seat] = max(-Limits.points, min(Limits.points, s.points[seat] + points))

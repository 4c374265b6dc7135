"""An imagined game -> the same game some moves later: by moves that look best by themselves, or at random."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.kernel.search_engine import Trial
from gamedsl.players.judge import Judge
from gamedsl.players.randomness import Random
from gamedsl.players.search.ahead import MOST_ACTIONS, MOST_TRIES, Ahead

ROUND_TRIES = 12
"""Tries for one move until the own turn has come again."""
MOST_MOVES = 60
"""Moves that are made by themselves until the own turn has come again, at most."""


class Quick:
    """Makes moves that look best by themselves, each tried with other chance to come than what then happens.

    ``tries`` counts what has been tried, and the moves without a choice.
    """

    def __init__(self, seats: int, judge: Judge) -> None:
        self.tries = 0
        self._looks = [Ahead(judge, seat) for seat in range(seats)]

    def finish(self, s: Trial, seat: int, plan: Sequence[int], draws: list[int], random: Random) -> None:
        """Play the turn of a seat to its end, as planned until chance comes in (``draws``: chance before the turn)."""
        self._follow(s, seat, plan, draws)
        left = MOST_TRIES
        for _ in range(MOST_ACTIONS):
            if self._looks[seat].is_over(s) or left <= 0:
                break
            left = self.move(s, seat, left, random)

    def rounds(self, s: Trial, seat: int, tries: int, random: Random) -> None:
        """Play on until a seat has had its next turn and so many moves have been tried, or to the end of the game."""
        until = self.tries + tries
        self.round(s, seat, random)
        while s.decider is not None and self.tries < until:
            self.round(s, seat, random)

    def round(self, s: Trial, seat: int, random: Random) -> None:
        """Play on until a seat has had its next turn, or to the end of the game."""
        others = again = False
        for _ in range(MOST_MOVES if len(self._looks) > 1 else MOST_ACTIONS):
            decider = s.decider
            if decider is None or (again and decider != seat):
                return
            again = others and decider == seat
            others = others or decider != seat
            self.move(s, decider, ROUND_TRIES, random)

    def _follow(self, s: Trial, seat: int, plan: Sequence[int], draws: list[int]) -> None:
        """Make planned choices until chance comes in: what follows was thought of with other chance."""
        for code in plan:
            if s.draws != draws or self._looks[seat].is_over(s) or code not in s.codes:
                return
            s.apply(code)

    def move(self, s: Trial, seat: int, left: int, random: Random) -> int:
        """Make the move that looks best by itself, with its answers, and return how many of so many tries are left."""
        look, codes = self._looks[seat], s.codes
        if len(codes) == 1:
            s.apply(codes[0])
            self.tries += 1
            return left - 1
        tried = s.copy()
        tried.sow(random.getrandbits(64))
        look.left = left
        _, after, plan = look.liked(tried, random)
        draws = s.draws
        if after.draws == draws:  # no chance came in, so the same would happen again
            after.follow(s)
            s.become(after)
        else:
            self._follow(s, seat, plan, draws)
        self.tries += left - look.left
        return look.left


def play_at_random(s: Trial, moves: int, random: Random) -> None:
    """Play on at random, to the end if it is not more than so many moves away."""
    while moves and s.decider is not None:
        codes = s.codes
        s.apply(random.choice(codes) if len(codes) > 1 else codes[0])
        moves -= 1

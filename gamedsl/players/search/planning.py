"""A position and a first choice -> how the own turn goes on best: the choices, and the own lead at its end."""

from __future__ import annotations

from gamedsl.kernel.search_engine import Trial
from gamedsl.players.judge import Judge
from gamedsl.players.randomness import Random
from gamedsl.players.search.ahead import MOST_ACTIONS, Ahead, Moved


class Planner(Ahead):
    """Plans the turn of one seat: a beam search over its actions, judged where the turn ends.

    ``width`` positions are followed at a time, with ``tries`` moves in all behind a first choice.
    """

    def __init__(self, judge: Judge, seat: int, width: int, tries: int) -> None:
        super().__init__(judge, seat)
        self.width = width
        self.tries = tries

    def best(self, start: Trial, code: int, random: Random) -> tuple[int, tuple[int, ...]]:
        """Return the best lead at the end of the turn that begins with a choice, and all choices that lead there.

        Where no way to the end was found with these tries, the best position on the way counts instead.
        """
        self.left = self.tries
        going: list[Moved] = [self.answered(start, code, random)]
        ended: list[Moved] = []
        for _ in range(MOST_ACTIONS):
            ended += [one for one in going if self.is_over(one[1])]
            going = [one for one in going if not self.is_over(one[1])][: self.width]
            if not going or self.left <= 0:
                break
            going = [
                (lead, after, (*before, *codes))
                for _, position, before in going
                for lead, after, codes in self.tried(position, random)
            ]
            going.sort(key=lambda one: -one[0])
        best = max(ended or going, key=lambda one: one[0])
        return best[0], best[2]

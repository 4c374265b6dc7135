"""A position and a choice -> the best own lead within the own turn: the best answers, then actions by themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.kernel.search_engine import Trial
from gamedsl.play.engine import Engine
from gamedsl.players.judge import Judge, lead_of, rewards
from gamedsl.players.randomness import Random

MOST_CHOICES = 1000
"""Choices that are looked at in one decision; of more (sets of many cards), as many are taken at random."""
MOST_ANSWERS = 12
"""Answers tried to one question that follows within a move; of more, as many are taken at random."""
MOST_TRIES = 30
"""Tries for one choice in one imagined game, all answers and actions that follow counted."""
MOST_ACTIONS = 8
"""Actions of a turn that are looked at behind the first."""
DECIDED = 10**12
"""Added to the lead where the game is won, half of it taken off where it is lost: more than any judge can say."""
Moved = tuple[int, Trial, tuple[int, ...]]
"""Own lead, game, and the choices that led there."""


def judge_of(engine: Engine, known: dict[Engine, Judge], level: str) -> Judge:
    """Return the judge of an engine, with the hints of a level; the same one again for the same."""
    if engine not in known:
        known[engine] = Judge(engine, level)
    return known[engine]


class Ahead:
    """Looks ahead to the end of a turn of one seat: until somebody else is asked, or over ``actions`` more actions."""

    def __init__(self, judge: Judge, seat: int, actions: int = MOST_ACTIONS) -> None:
        self.actions = min(actions, MOST_ACTIONS)
        self.judge = judge
        self.seat = seat
        self.left = 0

    def after(self, s: Trial, code: int, random: Random) -> int:
        """Return the best own lead within the turn after a choice.

        Of answers to the questions that follow at once the best is taken; where the turn goes on with another action,
        that which is best by itself. Actions that only cost something are left out, unless they are the only choice or
        end the game: who makes a choice that ends the turn is asked for the like of them in the next one, and so they
        would count against this choice alone.
        """
        self.left = MOST_TRIES
        stops: list[int | None] = []
        lead, position, _ = self.answered(s, code, random)
        for _ in range(self.actions):
            if self.is_over(position) or self.left <= 0:
                break
            before, may_stop = lead, len(position.codes) > 1
            lead, position, _ = self.liked(position, random)
            stops.append(before if may_stop and position.decider is not None else None)
        for stop in reversed(stops):
            lead = lead if stop is None else max(lead, stop)
        return lead

    def is_over(self, s: Trial) -> bool:
        """Tell whether the own turn is over: somebody else is asked, or nobody."""
        return s.decider != self.seat

    def tried(self, s: Trial, random: Random) -> Iterator[Moved]:
        """Try the choices of a state, as many as there may be."""
        for code in self._some(s.codes, random):
            yield self.answered(s, code, random)

    def liked(self, s: Trial, random: Random) -> Moved:
        """Return the best choice of a state; of those that are equally good one is drawn."""
        tried = self.tried(s, random)
        best, alike = next(tried), 1
        for one in tried:
            if one[0] > best[0]:
                best, alike = one, 1
            elif one[0] == best[0]:
                alike += 1
                if not random.randrange(alike):
                    best = one
        return best

    def answered(self, before: Trial, code: int, random: Random) -> Moved:
        """Make a choice and the best answers to the questions within it."""
        self.left -= 1
        s = before.copy()
        s.apply(code)
        decider = s.decider
        if decider is None:
            return self._decided(s), s, (code,)
        if decider != self.seat or s.asks_plan:
            return self.judge.lead(s, self.seat), s, (code,)
        lead, s, answers = max(self.tried(s, random), key=lambda one: one[0])
        return lead, s, (code, *answers)

    def _some(self, codes: Sequence[int], random: Random) -> Sequence[int]:
        if len(codes) > MOST_ANSWERS:
            codes = random.sample(codes, MOST_ANSWERS)
        return codes if self.left >= len(codes) else codes[:1]

    def _decided(self, s: Trial) -> int:
        values = self.judge.judged(s)
        won = rewards(s, len(values))[self.seat]
        return int(DECIDED * (won - 0.5)) + lead_of(values, self.seat)

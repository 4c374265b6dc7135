"""The greedy and the quick player: each choice is tried in imagined games, as far as the own turn goes or one move."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from gamedsl.engine.machine import Engine
from gamedsl.engine.state import RUNNING, State
from gamedsl.players.judge import Judge, rewards
from gamedsl.players.protocol import Situation
from gamedsl.players.seeding import generator

DEALS = 4
"""Imagined games in which each choice is tried, at most; with many choices fewer, at least 1."""
MOST_LOOKS = 20
"""Choices looked at in all imagined games together, before their number is cut."""
MOST_ANSWERS = 12
"""Answers tried to one question that follows within a move; of more, as many are taken at random."""
MOST_TRIES = 30
"""Tries for one choice in one imagined game, all answers and actions that follow counted."""
MOST_ACTIONS = 8
"""Actions of a turn that are looked at behind the first."""
_DECIDED = 10**12


class GreedyPlayer:
    """Looks one own turn ahead. Equally good choices are drawn from a stream of its own.

    With ``actions`` 0 it looks to the end of one move only, with ``deals`` 1 in one imagined game: the quick player.
    """

    def __init__(self, seed: int, deals: int = DEALS, actions: int = MOST_ACTIONS) -> None:
        self._seed = seed
        self._deals = deals
        self._actions = actions
        self._judges: dict[Engine, Judge] = {}

    def choose(self, situation: Situation, choices: Sequence[Any]) -> int:
        """Return the index of the choice after which the own lead is largest on average."""
        if len(choices) == 1:
            return 0
        random = generator(self._seed, situation.decisions)
        found = look_ahead(situation, self._deals, random, self._judges, self._actions)
        best = max(found)
        return random.choice([place for place, value in enumerate(found) if value == best])


def look_ahead(
    situation: Situation,
    deals: int,
    random: Random,
    judges: dict[Engine, Judge] | None = None,
    actions: int = MOST_ACTIONS,
) -> list[int]:
    """Return for each legal choice the sum of the own leads after it, over ``deals`` imagined games."""
    dealer = situation.dealer()
    engine = dealer.engine
    look = Ahead(engine, judge_of(engine, {} if judges is None else judges), situation.seat, actions)
    found: list[int] = []
    for number in range(deals):
        state = dealer.deal(random)
        codes = engine.codes(state)
        if number and number * len(codes) >= MOST_LOOKS:
            break
        found = found or [0] * len(codes)
        for place, code in enumerate(codes):
            found[place] += look.after(state, code, random)
    return found


def judge_of(engine: Engine, known: dict[Engine, Judge]) -> Judge:
    """Return the judge of an engine; the same one again for the same engine."""
    if engine not in known:
        known[engine] = Judge(engine)
    return known[engine]


class Ahead:
    """Looks ahead to the end of a turn of one seat: until somebody else is asked, or over ``actions`` more actions."""

    def __init__(self, engine: Engine, judge: Judge, seat: int, actions: int = MOST_ACTIONS) -> None:
        self.actions = actions
        self.engine = engine
        self.judge = judge
        self.seat = seat
        self._left = 0

    def after(self, state: State, code: int, random: Random) -> int:
        """Return the own lead at the end of the turn after a choice.

        Of answers to the questions that follow at once the best is taken; where the turn goes on with another action,
        that which is best by itself.
        """
        self._left = MOST_TRIES
        s, lead = self._answered(state, code, random)
        for _ in range(self.actions):
            if s.status != RUNNING or self.engine.decider(s) != self.seat or self._left <= 0:
                break
            tried = [self._answered(s, one, random) for one in self._some(self.engine.codes(s), random)]
            best = max(value for _, value in tried)
            s, lead = random.choice([one for one in tried if one[1] == best])
        return lead

    def _answered(self, state: State, code: int, random: Random) -> tuple[State, int]:
        """Return the state after a choice and the answers to the questions within it, and the own lead there."""
        self._left -= 1
        engine = self.engine
        s = state.copy()
        engine.apply(s, code)
        if s.status != RUNNING:
            return s, self._decided(s)
        if engine.decider(s) != self.seat or getattr(engine.ask(s), "kind", "plan") == "plan":
            return s, self.judge.lead(s, self.seat)
        tried = [self._answered(s, one, random) for one in self._some(engine.codes(s), random)]
        best = max(value for _, value in tried)
        return next(one for one in tried if one[1] == best)

    def _some(self, codes: Sequence[int], random: Random) -> Sequence[int]:
        if len(codes) > MOST_ANSWERS:
            codes = random.sample(codes, MOST_ANSWERS)
        return codes if self._left >= len(codes) else codes[:1]

    def _decided(self, s: State) -> int:
        seats = self.engine.layout.seats
        won = rewards(s, seats)[self.seat]
        return int(_DECIDED * (won - 0.5)) + self.judge.lead(s, self.seat)

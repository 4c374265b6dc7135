"""The greedy and the quick player: each choice is tried in imagined games, as far as the own turn goes or one move."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

from gamedsl.engine.machine import Engine
from gamedsl.engine.state.flat import RUNNING, State
from gamedsl.players.imagine.determinization import RedealError
from gamedsl.players.judge import Judge, rewards
from gamedsl.players.protocol import Progress, Situation
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
DECIDED = 10**12
"""Added to the lead where the game is won, half of it taken off where it is lost: more than any judge can say."""
LONG = 1000
"""Decisions after which a game goes on so long that it may go round in a circle."""
RESTLESS = 0.1
"""Share of decisions made at random from then on."""
Moved = tuple[int, State, tuple[int, ...]]
"""Own lead, state, and the choices that led there."""


class GreedyPlayer:
    """Looks one own turn ahead. Equally good choices are drawn from a stream of its own.

    Players who look ahead so little can take something from each other for ever: in a very long game it sometimes
    chooses at random.

    With ``actions`` 0 it looks to the end of one move only, with ``deals`` 1 in one imagined game: the quick player.
    ``progress`` is told how far it is. Ctrl-C ends thinking: then what was tried with all choices counts, or with some.
    """

    def __init__(
        self, seed: int, deals: int = DEALS, actions: int = MOST_ACTIONS, progress: Progress | None = None
    ) -> None:
        self._seed = seed
        self._deals = deals
        self._actions = actions
        self._progress = progress
        self._judges: dict[Engine, Judge] = {}

    def choose(self, situation: Situation, choices: Sequence[Any]) -> int:
        """Return the index of the choice after which the own lead is largest on average."""
        if len(choices) == 1:
            return 0
        random = generator(self._seed, situation.decisions)
        if situation.decisions >= LONG and random.random() < RESTLESS:
            return random.randrange(len(choices))
        found: list[list[int]] = [[] for _ in choices]
        with suppress(KeyboardInterrupt, RedealError):
            self._look(situation, found, random)
        complete = max(1, min(map(len, found)))
        leads = {place: sum(one[:complete]) for place, one in enumerate(found) if len(one) >= complete}
        best = max(leads.values(), default=0)
        return random.choice([place for place, lead in leads.items() if lead == best] or range(len(choices)))

    def _look(self, situation: Situation, found: list[list[int]], random: Random) -> None:
        """Note for each choice the own lead after it in each imagined game, as far as thinking is not ended."""
        dealer = situation.dealer()
        engine = dealer.engine
        look = Ahead(engine, judge_of(engine, self._judges), situation.seat, self._actions)
        deals = max(1, min(self._deals, -(-MOST_LOOKS // len(found))))
        for number in range(deals):
            state = dealer.deal(random)
            for place, code in enumerate(engine.codes(state)):
                if self._progress is not None:
                    looked = number * len(found) + place
                    self._progress(looked, looked / (deals * len(found)))
                found[place].append(look.after(state, code, random))


def judge_of(engine: Engine, known: dict[Engine, Judge]) -> Judge:
    """Return the judge of an engine for a new decision; the same one again for the same engine."""
    if engine not in known:
        known[engine] = Judge(engine)
    known[engine].forget()
    return known[engine]


class Ahead:
    """Looks ahead to the end of a turn of one seat: until somebody else is asked, or over ``actions`` more actions."""

    def __init__(self, engine: Engine, judge: Judge, seat: int, actions: int = MOST_ACTIONS) -> None:
        self.actions = actions
        self.engine = engine
        self.judge = judge
        self.seat = seat
        self.left = 0

    def after(self, state: State, code: int, random: Random) -> int:
        """Return the own lead at the end of the turn after a choice.

        Of answers to the questions that follow at once the best is taken; where the turn goes on with another action,
        that which is best by itself.
        """
        self.left = MOST_TRIES
        moved = self.answered(state, code, random)
        for _ in range(self.actions):
            if self.is_over(moved[1]) or self.left <= 0:
                break
            tried = self.tried(moved[1], random)
            best = max(one[0] for one in tried)
            moved = random.choice([one for one in tried if one[0] == best])
        return moved[0]

    def is_over(self, s: State) -> bool:
        """Tell whether the own turn is over: somebody else is asked, or nobody."""
        return s.status != RUNNING or self.engine.decider(s) != self.seat

    def tried(self, s: State, random: Random) -> list[Moved]:
        """Try the choices of a state, as many as there may be."""
        return [self.answered(s, one, random) for one in self._some(self.engine.codes(s), random)]

    def answered(self, state: State, code: int, random: Random) -> Moved:
        """Make a choice and the best answers to the questions within it."""
        self.left -= 1
        engine = self.engine
        s = state.copy()
        engine.apply(s, code)
        if s.status != RUNNING:
            return self._decided(s), s, (code,)
        if engine.decider(s) != self.seat or getattr(engine.ask(s), "kind", "plan") == "plan":
            return self.judge.lead(s, self.seat), s, (code,)
        lead, s, answers = max(self.tried(s, random), key=lambda one: one[0])
        return lead, s, (code, *answers)

    def _some(self, codes: Sequence[int], random: Random) -> Sequence[int]:
        if len(codes) > MOST_ANSWERS:
            codes = random.sample(codes, MOST_ANSWERS)
        return codes if self.left >= len(codes) else codes[:1]

    def _decided(self, s: State) -> int:
        seats = self.engine.layout.seats
        won = rewards(s, seats)[self.seat]
        return int(DECIDED * (won - 0.5)) + self.judge.lead(s, self.seat)

"""A decision -> what is known before a search: which choices to compare, how each goes on, and how good it looks"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from gamedsl.kernel.search_engine import Trial
from gamedsl.players.randomness import Random
from gamedsl.players.search.ahead import DECIDED, MOST_ACTIONS, MOST_CHOICES
from gamedsl.players.search.deals import Deals
from gamedsl.players.search.scale import Scale
from gamedsl.players.search.tuning import Tuning


class Looking(Protocol):
    """Looks ahead to the end of a turn, see ``Ahead``."""

    def after(self, s: Trial, code: int, random: Random) -> int: ...


class Planning(Protocol):
    """Plans a turn, see ``Planner``."""

    def best(self, start: Trial, code: int, random: Random) -> tuple[int, tuple[int, ...]]: ...


class Means(Protocol):
    """Makes what looks ahead and plans."""

    def ahead(self, seat: int, actions: int = MOST_ACTIONS) -> Looking: ...

    def planner(self, seat: int, width: int, tries: int) -> Planning: ...


class Opening:
    """What comes before one search. ``finalists``: the choices that are searched; ``plans``: the turn behind each.

    ``guess``: how good each looks; ``is_blind``: they all look alike.
    """

    def __init__(self, deals: Deals, means: Means, tuning: Tuning) -> None:
        self.deals, self.seat, self.tuning = deals, deals.seat, tuning
        self.random = deals.random()
        self.start: Trial
        self.codes: Sequence[int] = ()
        self.finalists: Sequence[int] = ()
        self.plans: dict[int, tuple[int, ...]] = {}
        self.guess: dict[int, float] = {}
        self.scale = Scale(deals.engine.layout.seats)
        self.is_blind = False
        self._means = means

    def prepare(self, stop: Callable[[], bool]) -> None:
        """Plan the own turn behind each choice, until ``stop``: first all with one look, then the best thoroughly.

        When it is stopped or interrupted, what has been found so far counts. The choices are looked at in any order, so
        that the first of the file have no advantage.
        """
        self.start = state = self.deals.deal(0)
        self.codes = self.finalists = state.codes
        looked: dict[int, list[int]] = {}
        planned: dict[int, list[int]] = {}
        try:
            self._look(state, looked, stop)
            liked = sorted(looked, key=lambda code: -looked[code][0])
            self.finalists = tuple(sorted(liked[: self.tuning.finalists])) or self.codes
            self._plan(state, planned, stop)
        finally:
            self._guess(planned if len(planned) == len(self.finalists) else looked)
        if self.is_blind:
            self.finalists = self.codes

    def _look(self, state: Trial, found: dict[int, list[int]], stop: Callable[[], bool]) -> None:
        ahead = self._means.ahead(self.seat)
        for code in self.random.sample(self.codes, min(len(self.codes), MOST_CHOICES)):
            if stop():
                return
            found[code] = [ahead.after(state, code, self.random)]

    def _plan(self, state: Trial, found: dict[int, list[int]], stop: Callable[[], bool]) -> None:
        planner = self._means.planner(self.seat, self.tuning.width, self.tuning.tries)
        for number in range(self.tuning.opening):
            if number >= 2 and number * len(self.finalists) >= self.tuning.most_planned:
                return
            position = self.deals.deal(number) if number else state
            for code in self.finalists:
                if stop():
                    return
                lead, plan = planner.best(position, code, self.random)
                found.setdefault(code, []).append(lead)
                self.plans.setdefault(code, plan[1:])

    def _guess(self, found: dict[int, list[int]]) -> None:
        """Begin with what planning has found."""
        leads = {code: self.scale.lead(sum(one) / len(one)) for code, one in found.items() if code in self.finalists}
        open_ = [lead for lead in leads.values() if abs(lead) < DECIDED / 100]
        if open_:
            self.scale.begin(self.seat, open_)
        self.is_blind = len(set(open_)) <= 1 and max(leads.values(), default=0) < DECIDED / 100
        if leads:
            self.guess = {code: self.scale.reward(self.seat, lead) for code, lead in leads.items()}

    def best(self) -> int:
        """Return the code of the choice that looks best so far."""
        return max(self.finalists, key=lambda code: self.guess.get(code, 0.0))

"""The searching player: information-set Monte Carlo tree search over imagined games, within a budget.

First the own turn is planned behind each choice. Then the choices are compared in the same imagined games (sequential
halving), and one tree is grown behind them for the seat that decides (single observer): in every iteration what the
seat cannot know is dealt anew, the planned turn is played, the tree is walked by the choices that are possible in that
deal (UCB, every seat for its own reward), one node is added, everybody plays on for some rounds, and the judge says who
is ahead.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf, log, sqrt
from random import Random
from typing import Any

import attrs

from gamedsl.engine.machine import Engine
from gamedsl.engine.trial import Trial
from gamedsl.players.imagine.determinization import DeterminizationError, Determinizer
from gamedsl.players.judge import Judge, lead_of, rewards
from gamedsl.players.protocol import Progress, Situation
from gamedsl.players.search.ahead import DECIDED, MOST_CHOICES, Ahead, judge_of
from gamedsl.players.search.planning import Planner
from gamedsl.players.search.playouts import Quick, play_at_random
from gamedsl.players.search.scale import Scale
from gamedsl.players.search.sequential_halving import Arms
from gamedsl.players.seeding import generator
from gamedsl.semantics.core.model import LEVELS

_OPENING_SHARE = 0.3
"""Part of a budget of time that comparing the choices before the search may take."""


@attrs.frozen
class Tuning:
    """What the search weighs. Measured on the bundled games; see docs/bots.md."""

    explore: float = 0.3
    """Weight of what has rarely been tried, against rewards from 0 to 1."""
    explore_blind: float = 0.7
    """The same where the judge sees no difference between the choices."""
    prior: float = 16.0
    """Visits that the estimate of a choice in the tree is worth; 1 where the judge sees no difference."""
    planned: float = 1.0
    """Iterations that the plan behind a choice at the root is worth."""
    horizon: int = 120
    """Moves that are tried behind a new node before it is judged, at least; then the own turn is played to its end."""
    depth: int = 30
    """Random moves for each player behind a new node, where the judge sees no difference between the choices."""
    opening: int = 4
    """Imagined games in which the choices at the root are planned before the search, at most; at least 2."""
    most_planned: int = 20
    """Plans in all imagined games together, before the number of games is cut."""
    finalists: int = 8
    """Choices at the root that are planned thoroughly and searched: those that one look ahead likes best."""
    width: int = 4
    """Positions that planning the own turn follows at a time."""
    tries: int = 120
    """Moves that planning the own turn tries behind one choice."""
    look: int = 2
    """Visits after which the choices of a node are estimated by the judge."""
    most_deals: int = 500
    """Imagined games that are kept; choices that are tried more often meet them again."""
    most_looked: int = 40
    """Choices of a node, above which they are not."""


class _Node:
    """What is known about the situation after a row of choices: visits, and for each choice its node and estimate."""

    __slots__ = ("children", "guess", "rewards", "seen", "visits")

    def __init__(self, seats: int) -> None:
        self.visits = 0.0
        self.rewards = [0.0] * seats
        self.children: dict[int, _Node] = {}
        self.seen: dict[int, int] = {}
        self.guess: dict[int, float] | None = None


class MctsPlayer:
    """Thinks for ``iterations``, or for ``seconds`` of time; with iterations and seed its choice is always the same.

    ``progress`` is told how far it is; hints are known up to its ``level``. Ctrl-C ends thinking, and the choice that
    is best so far is made.
    """

    def __init__(
        self,
        seed: int,
        iterations: int | None = None,
        seconds: float | None = None,
        progress: Progress | None = None,
        tuning: Tuning | None = None,
        level: str = LEVELS[-1],
    ) -> None:
        if (iterations is None) == (seconds is None):
            raise ValueError("say either iterations or seconds")
        self._seed = seed
        self._iterations = iterations
        self._seconds = seconds
        self.progress = progress
        self.tuning = tuning or Tuning()
        self._level = level
        self._judges: dict[Engine, Judge] = {}

    def choose(self, situation: Situation, choices: Sequence[Any]) -> int:
        """Return the index of the choice found best; of choices that look alike, of that tried most often."""
        if len(choices) == 1:
            return 0
        determinizer = situation._determinizer()
        judge = judge_of(determinizer.engine, self._judges, self._level)
        search = Search(determinizer, judge, situation.seat, generator(self._seed, situation._number), self.tuning)
        with suppress(KeyboardInterrupt, DeterminizationError):
            self._think(search)
        return search.best(len(choices))

    def _think(self, search: Search) -> None:
        if self._iterations is not None:
            search.prepare(lambda: self._used(0, 0.0) > 1)
            for done in range(self._iterations):
                self._used(done, done / self._iterations)
                search.iterate(done / self._iterations)
                if search.is_settled(self._iterations - done - 1):
                    return
            return
        assert self._seconds is not None
        begin, seconds, done = time.monotonic(), self._seconds, 0
        search.prepare(lambda: self._used(0, (time.monotonic() - begin) / seconds) > _OPENING_SHARE)
        first = (time.monotonic() - begin) / seconds
        while (share := self._used(done, (time.monotonic() - begin) / seconds)) < 1:
            search.iterate((share - first) / (1 - first))
            done += 1
            if search.is_settled(inf):
                return

    def _used(self, iterations: int, share: float) -> float:
        """Tell how far thinking is, and return the share of the budget that is used."""
        if self.progress is not None:
            self.progress(iterations, min(share, 1.0))
        return share


class Search:
    """One search for one decision."""

    def __init__(self, determinizer: Determinizer, judge: Judge, seat: int, random: Random, tuning: Tuning) -> None:
        self.determinizer = determinizer
        self.engine = determinizer.engine
        self.judge = judge
        self.seat = seat
        self.random = random
        self.tuning = tuning
        self.seats = self.engine.layout.seats
        self.root = _Node(self.seats)
        self.codes: Sequence[int] = ()
        self.finalists: Sequence[int] = ()
        self.plans: dict[int, tuple[int, ...]] = {}
        self.scale = Scale(self.seats)
        self.quick = Quick(self.seats, judge)
        self.arms: Arms | None = None
        self.is_blind = False
        self.deals: list[Trial] = []

    def prepare(self, stop: Callable[[], bool]) -> None:
        """Plan the own turn behind each choice, until ``stop``: first all with one look, then the best thoroughly.

        When it is stopped or interrupted, what has been found so far counts. The choices are looked at in any order, so
        that the first of the file have no advantage.
        """
        state = self._deal()
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
        else:
            self.arms = Arms(self.finalists, self.root.guess or {}, self.tuning.planned)

    def _deal(self) -> Trial:
        """Return an imagined game."""
        return self.engine.trial(self.determinizer.deal(self.random))

    def _look(self, state: Trial, found: dict[int, list[int]], stop: Callable[[], bool]) -> None:
        ahead = Ahead(self.judge, self.seat)
        for code in self.random.sample(self.codes, min(len(self.codes), MOST_CHOICES)):
            if stop():
                return
            found[code] = [ahead.after(state, code, self.random)]

    def _plan(self, state: Trial, found: dict[int, list[int]], stop: Callable[[], bool]) -> None:
        planner = Planner(self.judge, self.seat, self.tuning.width, self.tuning.tries)
        for number in range(self.tuning.opening):
            if number >= 2 and number * len(self.finalists) >= self.tuning.most_planned:
                return
            position = self._deal() if number else state
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
            self.root.guess = {code: self.scale.reward(self.seat, lead) for code, lead in leads.items()}

    def best(self, choices: int) -> int:
        """Return the index of the choice found best; where the judge sees no difference, of that visited most."""
        if not self.codes:
            return self.random.randrange(choices)
        if self.arms is not None:
            return self.codes.index(self.arms.best())
        guess = self.root.guess or {}

        def worth(code: int) -> tuple[float, float]:
            node = self.root.children.get(code)
            if node is None or not node.visits:
                return (0.0, guess.get(code, 0.0))
            return (node.visits, node.rewards[self.seat] / node.visits)

        return self.codes.index(max(self.finalists, key=worth))

    def is_settled(self, left: float) -> bool:
        """Tell whether no other choice can be the best any more with so many iterations left."""
        if self.arms is not None:
            return len(self.arms.left) == 1
        visits = sorted(child.visits for child in self.root.children.values())
        if len(self.finalists) == 1:
            return True
        return len(visits) > 1 and visits[-1] - visits[-2] > left

    # ------------------------------------------------------------ one iteration

    def iterate(self, share: float) -> None:
        """Walk down the tree in an imagined game, add a node, judge it, and note the rewards.

        ``share`` of the budget behind the plans is used, from 0 to 1.
        """
        arms = self.arms
        code = self._select(self.root, self.seat, self.finalists) if arms is None else arms.next(share)
        child = self.root.children.get(code)
        path = [self.root, child or _Node(self.seats)]
        state = self._opened(code, 0 if child is None else int(child.visits))
        self.root.children[code] = path[1]
        if child is not None:
            self._descend(state, path)
        found = self._found(state)
        if arms is not None:
            arms.add(code, found[self.seat])
        for node in path:
            node.visits += 1
            for seat in range(self.seats):
                node.rewards[seat] += found[seat]

    def _found(self, state: Trial) -> list[float]:
        """Return how good a new node is for each seat, some rounds later."""
        if self.is_blind:
            play_at_random(state, self.tuning.depth * self.seats, self.random)
            return self._rewards(state, True)
        self.quick.rounds(state, self.seat, self.tuning.horizon, Random(state.seed))
        return self._rewards(state, True)

    def _opened(self, code: int, number: int) -> Trial:
        """Return an imagined game after a choice at the root, played to the end of the own turn.

        Every choice meets the same imagined games in the same order (``number``, from 0), so that luck favours none.
        """
        number %= self.tuning.most_deals
        while len(self.deals) <= number:
            self.deals.append(self._deal())
        state = self.deals[number].copy()
        draws = state.draws
        state.apply(code)
        if not self.is_blind:
            self.quick.finish(state, self.seat, self.plans.get(code, ()), draws, Random(state.seed))
        return state

    def _descend(self, state: Trial, path: list[_Node]) -> None:
        """Walk on from the last node of a path by the choices that are possible in this game, to a new node."""
        node = path[-1]
        while (seat := state.decider) is not None:
            codes = state.codes
            if len(codes) == 1:
                state.apply(codes[0])
                continue
            if seat != self.seat and state.is_secret:
                state.apply(codes[int(self.random.random() * len(codes))])  # nobody sees it yet
                continue
            self._estimate(node, seat, codes, state)
            code = self._select(node, seat, codes)
            state.apply(code)
            if code not in node.children:
                path.append(node.children.setdefault(code, _Node(self.seats)))
                return
            node = node.children[code]
            path.append(node)

    def _estimate(self, node: _Node, seat: int, codes: Sequence[int], state: Trial) -> None:
        """Judge the choices of a node that has been visited twice, unless they are very many."""
        if self.is_blind or node.guess or len(codes) > self.tuning.most_looked:
            return
        if node.visits >= self.tuning.look:
            node.guess = {code: self._looked(state, seat, code) for code in codes}

    def _select(self, node: _Node, seat: int, codes: Sequence[int]) -> int:
        """Return the choice with the best bound; one that was never tried counts as its estimate says."""
        seen, children, tuning = node.seen, node.children, self.tuning
        for code in codes:
            seen[code] = seen.get(code, 0) + 1
        guess = node.guess or {}
        prior = 1.0 if self.is_blind else tuning.prior
        explore = tuning.explore_blind if self.is_blind else tuning.explore
        best, found = -1.0, codes[0]
        mean = node.rewards[seat] / node.visits if node.visits else 0.5
        for code in codes:
            child = children.get(code)
            visits = 0.0 if child is None else child.visits
            total = 0.0 if child is None else child.rewards[seat]
            value = (total + prior * guess.get(code, mean)) / (visits + prior)
            bound = value + explore * sqrt(log(seen[code] + 1) / (visits + 1)) + 1e-6 * self.random.random()
            if bound > best:
                best, found = bound, code
        return found

    def _looked(self, state: Trial, seat: int, code: int) -> float:
        """Return how good a choice looks for the seat that makes it."""
        after = state.copy()
        after.apply(code)
        return self._rewards(after, False)[seat]

    def _rewards(self, state: Trial, learn: bool) -> list[float]:
        """Return how good a state is for each seat, from 0 to 1: the result of the game, or what the judge says.

        Who plays alone has no place among others: in the end the judge takes its part of the reward.
        """
        won = None if state.decider is not None else rewards(state, self.seats)
        if won is not None and self.seats > 1:
            return won
        values = self.judge.judged(state)
        leads = [self.scale.lead(lead_of(values, seat)) for seat in range(self.seats)]
        if learn:
            self.scale.learn(leads)
        found = [self.scale.reward(seat, lead) for seat, lead in enumerate(leads)]
        return found if won is None else [0.75 * won[0] + 0.25 * found[0]]

"""The searching player: information-set Monte Carlo tree search over imagined games, within a budget.

One tree for the seat that decides (single observer). In every iteration what the seat cannot know is dealt anew, the
tree is walked by the choices that are possible in that deal (UCB, every seat for its own reward), one node is added,
and a playout follows: moves at random, now and then greedy ones, until the end or a depth where the judge estimates.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import exp, log, sqrt
from random import Random
from typing import Any

import attrs

from gamedsl.engine.machine import Engine
from gamedsl.engine.state import RUNNING, State
from gamedsl.players.greedy import Ahead, judge_of
from gamedsl.players.judge import Judge, rewards
from gamedsl.players.protocol import Situation
from gamedsl.players.redeal import Redealer
from gamedsl.players.seeding import generator

Progress = Callable[[int, float], None]
"""Called now and then with the iterations made and the share of the budget used, from 0 to 1."""
_REPORT = 32
_OPENING_SHARE = 0.3
"""Part of a budget of time that comparing the choices before the search may take."""


@attrs.frozen
class Tuning:
    """What the search weighs. Measured on the bundled games; see docs/bots.md."""

    explore: float = 0.6
    """Weight of what has rarely been tried, against rewards from 0 to 1."""
    depth: int = 4
    """Decisions of a playout for each player before the judge estimates."""
    prior: float = 4.0
    """Visits that the estimate of a new node is worth."""
    opening: int = 2
    """Imagined games in which the choices at the root are compared before the search."""


class _Node:
    """What is known about the situation after a row of choices: visits, and for each choice its node."""

    __slots__ = ("children", "rewards", "seen", "visits")

    def __init__(self, seats: int) -> None:
        self.visits = 0.0
        self.rewards = [0.0] * seats
        self.children: dict[int, _Node] = {}
        self.seen: dict[int, int] = {}


class MctsPlayer:
    """Thinks for ``iterations``, or for ``seconds`` of time; with iterations and seed its choice is always the same.

    ``progress`` is told how far it is. Ctrl-C ends thinking, and the choice that is best so far is made.
    """

    def __init__(
        self,
        seed: int,
        iterations: int | None = None,
        seconds: float | None = None,
        progress: Progress | None = None,
        tuning: Tuning | None = None,
    ) -> None:
        if (iterations is None) == (seconds is None):
            raise ValueError("say either iterations or seconds")
        self._seed = seed
        self._iterations = iterations
        self._seconds = seconds
        self.progress = progress
        self.tuning = tuning or Tuning()
        self._judges: dict[Engine, Judge] = {}

    def choose(self, situation: Situation, choices: Sequence[Any]) -> int:
        """Return the index of the choice that was tried most often."""
        if len(choices) == 1:
            return 0
        dealer = situation.dealer()
        judge = judge_of(dealer.engine, self._judges)
        search = Search(dealer, judge, situation.seat, generator(self._seed, situation.decisions), self.tuning)
        with suppress(KeyboardInterrupt):
            self._think(search)
        return search.best(len(choices))

    def _think(self, search: Search) -> None:
        done = 0
        begin = time.monotonic()
        if self._iterations is not None:
            search.prepare(lambda: False)
            for done in range(self._iterations):
                search.iterate()
                if search.is_settled(self._iterations - done - 1):
                    return
                if self.progress is not None and done % _REPORT == 0:
                    self.progress(done, done / self._iterations)
            return
        assert self._seconds is not None
        first = self._seconds * _OPENING_SHARE
        search.prepare(lambda: time.monotonic() - begin > first)
        while (used := time.monotonic() - begin) < self._seconds:
            search.iterate()
            done += 1
            if self.progress is not None and done % _REPORT == 0:
                self.progress(done, used / self._seconds)


class Search:
    """One search for one decision."""

    def __init__(self, dealer: Redealer, judge: Judge, seat: int, random: Random, tuning: Tuning) -> None:
        self.dealer = dealer
        self.engine = dealer.engine
        self.judge = judge
        self.seat = seat
        self.random = random
        self.tuning = tuning
        self.seats = self.engine.layout.seats
        self.root = _Node(self.seats)
        self.codes: tuple[int, ...] = ()
        self.guess: dict[int, float] = {}
        self._spread = 1.0
        self._cuts = 0
        self._depth = tuning.depth * self.seats

    def prepare(self, stop: Callable[[], bool]) -> None:
        """Compare the choices at the root one turn ahead, until ``stop``: what looks better is tried first."""
        ahead = Ahead(self.engine, self.judge, self.seat)
        total: dict[int, int] = {}
        for _ in range(self.tuning.opening):
            state = self.dealer.deal(self.random)
            self.codes = self.engine.codes(state)
            for code in self.codes:
                if stop():
                    return
                total[code] = total.get(code, 0) + ahead.after(state, code, self.random)
        order = sorted(set(total.values()))
        last = max(1, len(order) - 1)
        self.guess = {code: order.index(value) / last for code, value in total.items()}

    def best(self, choices: int) -> int:
        """Return the index of the choice visited most, of equal ones that with the higher reward."""
        if not self.codes:
            return self.random.randrange(choices)

        def worth(place: int) -> tuple[float, float]:
            node = self.root.children.get(self.codes[place])
            if node is None or not node.visits:
                return (0.0, self.guess.get(self.codes[place], 0.0))
            return (node.visits, node.rewards[self.seat] / node.visits)

        return max(range(len(self.codes)), key=worth)

    def is_settled(self, left: int) -> bool:
        """Tell whether no other choice can be visited most any more with so many iterations left."""
        visits = sorted(child.visits for child in self.root.children.values())
        return len(visits) > 1 and visits[-1] - visits[-2] > left

    # ------------------------------------------------------------ one iteration

    def iterate(self) -> None:
        """Deal, walk down the tree, add a node, play out, and note the rewards."""
        state = self.dealer.deal(self.random)
        path = [self.root]
        node = self.root
        engine = self.engine
        while state.status == RUNNING:
            codes = engine.codes(state)
            if len(codes) == 1:
                engine.apply(state, codes[0])
                continue
            seat = state.frames[-1][2]
            if state.curtain is not None and seat != self.seat:
                engine.apply(state, codes[int(self.random.random() * len(codes))])  # nobody sees it yet
                continue
            code = self._select(node, seat, codes)
            engine.apply(state, code)
            child = node.children.get(code)
            fresh = child is None
            if child is None:
                child = node.children[code] = _Node(self.seats)
            path.append(child)
            node = child
            if fresh:
                break
        found = self._playout(state)
        for node in path:
            node.visits += 1
            for seat in range(self.seats):
                node.rewards[seat] += found[seat]

    def _select(self, node: _Node, seat: int, codes: tuple[int, ...]) -> int:
        """Return the choice with the best bound; what was never tried is taken in the order of the guess."""
        seen, children = node.seen, node.children
        for code in codes:
            seen[code] = seen.get(code, 0) + 1
        at_root = node is self.root
        explore, prior, guess = self.tuning.explore, self.tuning.prior, self.guess
        best, found = -1.0, codes[0]
        mean = node.rewards[seat] / node.visits if node.visits else 0.5
        for code in codes:
            child = children.get(code)
            visits = 0.0 if child is None else child.visits
            total = 0.0 if child is None else child.rewards[seat]
            hope = guess.get(code, 0.5) if at_root else 0.5
            value = (total + prior * (mean + 0.5 * (hope - 0.5))) / (visits + prior)
            bound = value + explore * sqrt(log(seen[code] + 1) / (visits + 1)) + 1e-6 * self.random.random()
            if bound > best:
                best, found = bound, code
        return found

    def _playout(self, state: State) -> list[float]:
        engine, random = self.engine, self.random.random
        left = self._depth
        while state.status == RUNNING and left:
            codes = engine.codes(state)
            engine.apply(state, codes[int(random() * len(codes))] if len(codes) > 1 else codes[0])
            left -= 1
        return rewards(state, self.seats) if state.status != RUNNING else self._estimate(state)

    def _estimate(self, state: State) -> list[float]:
        """Turn the judge's values into rewards: a share of 1 for each seat, by how far it is ahead."""
        values = self.judge.values(state)
        mean = sum(values) / self.seats
        width = sum(abs(value - mean) for value in values) / self.seats
        self._cuts += 1
        self._spread += (width - self._spread) / min(self._cuts, 100)
        scale = max(1e-9, self._spread)
        top = max(values)
        weights = [exp(max(-30.0, (value - top) / scale)) for value in values]
        total = sum(weights)
        return [weight / total for weight in weights]

"""The searching player: information-set Monte Carlo tree search over imagined games, within a budget.

First the own turn is planned behind each choice. Then the choices are compared in the same imagined games (sequential
halving), and one tree is grown behind them for the seat that decides (single observer): in every try what the seat
cannot know is dealt anew, the planned turn is played, the tree is walked by the choices that are possible in that deal
(UCB, every seat for its own reward), one node is added, everybody plays on for some rounds, and the judge says who is
ahead.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from gamedsl.play.engine import Engine
from gamedsl.players.imagine.determinization import DeterminizationError
from gamedsl.players.judge import Judge
from gamedsl.players.protocol import Progress, Situation
from gamedsl.players.search.ahead import judge_of
from gamedsl.players.search.deals import Deals
from gamedsl.players.search.in_c import InC
from gamedsl.players.search.in_python import InPython
from gamedsl.players.search.opening import Opening
from gamedsl.players.search.thinking import Tick, think
from gamedsl.players.search.threads import Threads, threads
from gamedsl.players.search.tree import Tree
from gamedsl.players.search.tuning import PATIENT, Tuning
from gamedsl.semantics.core.model import LEVELS

_OPENING_SHARE = 0.3
"""Part of a budget of time that comparing the choices before the search may take."""
_ALONE = 0.04
"""Seconds before other threads search, too: most decisions take less."""
_LONG = 0.2
"""Seconds of a decision from which on its turns are planned more widely, by machine code."""


class MctsPlayer:
    """Thinks for ``iterations``, or for ``seconds`` of time; with iterations and seed its choice is always the same.

    By the clock it searches in so many ``threads``, where there is machine code. ``progress`` is told how far it is;
    hints are known up to its ``level``. Ctrl-C ends thinking, and the choice that is best so far is made.
    """

    def __init__(
        self,
        seed: int,
        iterations: int | None = None,
        seconds: float | None = None,
        progress: Progress | None = None,
        tuning: Tuning | None = None,
        level: str = LEVELS[-1],
        threads: int = 1,
    ) -> None:
        if (iterations is None) == (seconds is None):
            raise ValueError("say either iterations or seconds")
        self._seed = seed
        self.iterations = iterations
        self._seconds = seconds
        self.progress = progress
        self.tuning = tuning or Tuning()
        has_time = tuning is None and seconds is not None and seconds >= _LONG
        self._tuning_in_c = PATIENT if has_time else self.tuning
        self.level = level
        self.threads = 1 if seconds is None else threads
        self._judges: dict[Engine, Judge] = {}

    def choose(self, situation: Situation, choices: Sequence[Any]) -> int:
        """Return the index of the choice found best; of choices that look alike, of that tried most often."""
        if len(choices) == 1:
            return 0
        deals = Deals(situation._determinizer(), self._seed, situation._number)
        judge = judge_of(deals.engine, self._judges, self.level)

        best = deals.random().below(len(choices))
        most = 1 if self._seconds is None else _OPENING_SHARE

        def work(means: InPython, tick: Tick) -> None:
            nonlocal best
            opening, began = Opening(deals, means, self.tuning), time.monotonic()
            found = opening.best
            try:
                opening.prepare(lambda: self._used(0, began, tick) > most)
                tree = means.tree(opening)
                found = tree.best
                self._search(tree, began, tick)
            finally:  # thinking that is to be begun anew may be ended before that
                if opening.codes:
                    best = opening.codes.index(found())

        def work_in_c(means: InC) -> None:
            nonlocal best
            began = time.monotonic()
            means.search(len(choices), self._tuning_in_c)
            try:
                self._search_in_c(means, began)
            finally:
                found = means.best()
                best = best if found is None else found

        with suppress(KeyboardInterrupt, DeterminizationError):
            think(deals, judge, self.level, work, work_in_c, self.progress, may_restart=self._seconds is None)
        return best

    def _search_in_c(self, means: InC, began: float) -> None:
        """Plan and search, in portions; in several threads, if there are any, what is not settled at once."""
        done, first, is_over, is_searching = 0, 0.0, False, False
        while not is_over and (share := self._used(done, began, _nothing)) < 1:
            searched = (share - first) / (1 - first)
            if is_searching and self.threads > 1 and time.monotonic() - began > _ALONE:
                with threads(means, self.threads - 1) as search:
                    self._search_in_threads(search, done, first, began)
                return
            made = means.go(done, self.iterations, searched, stop=share > _OPENING_SHARE and self._seconds is not None)
            if made.is_searching and not is_searching:
                first, is_searching = self._share(0, began), True
            is_over = made.is_over
            done += made.made

    def _search_in_threads(self, search: Threads, done: int, first: float, began: float) -> None:
        is_over = False
        while not is_over and (share := self._used(done, began, _nothing)) < 1:
            made, is_over = search.go((share - first) / (1 - first))
            done += made

    def _search(self, tree: Tree, began: float, tick: Tick) -> None:
        first = self._share(0, began)
        done, is_settled = 0, False
        while not is_settled and (share := self._used(done, began, tick)) < 1:
            many = tree.portion if self.iterations is None else min(tree.portion, self.iterations - done)
            made, is_settled = tree.go(done, many, self.iterations, (share - first) / (1 - first))
            done += made

    def _share(self, done: int, began: float) -> float:
        """Return the share of the budget that is used."""
        if self.iterations is not None:
            return done / self.iterations
        assert self._seconds is not None
        return (time.monotonic() - began) / self._seconds

    def _used(self, done: int, began: float, tick: Tick) -> float:
        """Tell how far thinking is, and return the share of the budget that is used."""
        tick()
        share = self._share(done, began)
        if self.progress is not None and share < 1:
            self.progress(done, share)
        return share


def _nothing() -> None:
    """Do nothing."""

"""Machine code for the games of a set-up -> decisions made by it: the same as in Python, in far less time"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import Lock
from time import monotonic

import attrs

from gamedsl.engine.errors import Limits
from gamedsl.kernel.compiled import Tail
from gamedsl.kernel.native.thinking import Done, Thinking
from gamedsl.players.search.ahead import MOST_CHOICES
from gamedsl.players.search.deals import Deals
from gamedsl.players.search.tuning import Tuning
from gamedsl.semantics.core.model import LEVELS

SECONDS = 0.02
"""About how long a portion of thinking takes: Ctrl-C is heard, and progress told, between two of them."""
_MOST = 10_000
"""Tries of a portion, at most."""


class InC:
    """Makes one decision by machine code; ``tail``: what states need behind their numbers for that.

    What it cannot do raises TroubleError: such a decision is Python's. ``lend`` gives what thinks; only this decision
    has it, to its end.
    """

    def __init__(self, lend: Callable[[], Thinking], tail: Tail, level: str, deals: Deals) -> None:
        self._lend, self._tail, self._deals = lend, tail, deals
        self._thinking = lend()
        self._level = LEVELS.index(level)
        self._dealing = Lock()
        self._begun: tuple[int, Tuning]
        self._each = SECONDS
        self.portion = 1
        """Looks, plans or tries after which somebody may want to know how far it is."""

    def look(self, choices: int, actions: int, deals: int, random: int) -> None:
        """Begin to look at each choice, so many own actions ahead; ``random``: where random numbers stand."""
        self._begin(choices, random, {"actions": actions, "looks": deals, "most_choices": MOST_CHOICES})

    def search(self, choices: int, tuning: Tuning) -> None:
        """Begin to search; the choice is planned first."""
        weighed, self._begun = attrs.asdict(tuning), (choices, tuning)
        self._begin(choices, self._deals.random().at, {"searches": 1, "most_choices": MOST_CHOICES, **weighed})

    def beside(self, number: int) -> InC:
        """Return what searches the same choices in another thread, with deals, chance and a tree of its own.

        Planning is over. ``number`` tells several of them apart, from 1; deals are made in one thread at a time.
        """
        other = InC(self._lend, self._tail, LEVELS[self._level], self._deals.others(number))
        other._dealing = self._dealing
        other.search(*self._begun)
        other._thinking.beside(self._thinking)
        return other

    def compare(self, share: float) -> bool:
        """Compare what was found here and beside, while nobody searches; tell whether it is settled what is best."""
        return self._thinking.compare(share)

    def _begin(self, choices: int, random: int, task: Mapping[str, float]) -> None:
        deals = self._deals
        most = min(deals.state.limit or Limits.decisions, Limits.decisions)
        own = {"seat": deals.seat, "level": self._level, "most": most, "number": deals.decision, "all": choices}
        hidden = deals.determinizer.hidden()
        if hidden is not None:
            numbers = [*hidden.numbers[: self._tail.common], *self._tail.initial]
            hidden = attrs.evolve(hidden, numbers=numbers)
        self._thinking.begin({**task, **own, "key": deals.key, "random": random}, hidden)

    def go(self, first: int = 0, of: int | None = None, share: float = 0.0, *, stop: bool = False) -> Done:
        """Go on for a portion; see ``Thinking.go``."""
        began = monotonic()
        done = self._thinking.go(self.portion, first, of, share, stop=stop)
        if done.wanted is not None:
            with self._dealing:
                deal = self._deals.deal(done.wanted).position(self._tail)
            self._thinking.deal(done.wanted, deal)
        if done.units:
            self._each = max((monotonic() - began) / done.units, 1e-9)
            self.portion = max(1, min(_MOST, int(SECONDS / self._each)))
        return done

    def go_for(self, seconds: float, share: float) -> int:
        """Search for so long, with such a share of all time used; return how many tries are made."""
        made, end = 0, monotonic() + seconds
        while (left := end - monotonic()) > 0:
            self.portion = max(1, min(_MOST, int(left / self._each)))
            made += self.go(share=share).made
        return made

    def best(self) -> int | None:
        """Return the index of the choice that is best so far; None where nothing is known yet."""
        return self._thinking.best()

"""Machine code for the games of a set-up -> decisions made by it: the same as in Python, in far less time"""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic
from typing import cast

import attrs

from gamedsl.engine.errors import Limits
from gamedsl.kernel.compiled import Tail
from gamedsl.kernel.native.thinking import Done, Thinking
from gamedsl.kernel.trials import KernelTrial
from gamedsl.players.search.ahead import MOST_CHOICES
from gamedsl.players.search.deals import Deals
from gamedsl.players.search.tuning import Tuning
from gamedsl.semantics.core.model import LEVELS

_SECONDS = 0.02
"""About how long a portion of thinking takes: Ctrl-C is heard, and progress told, between two of them."""
_MOST = 10_000
"""Tries of a portion, at most."""


class InC:
    """Makes one decision by machine code; ``tail``: what states need behind their numbers for that.

    What it cannot do raises TroubleError: such a decision is Python's.
    """

    def __init__(self, thinking: Thinking, tail: Tail, level: str, deals: Deals) -> None:
        self._thinking, self._tail, self._deals = thinking, tail, deals
        self._level = LEVELS.index(level)
        self.portion = 1
        """Looks, plans or tries after which somebody may want to know how far it is."""

    def look(self, choices: int, actions: int, deals: int, random: int) -> None:
        """Begin to look at each choice, so many own actions ahead; ``random``: where random numbers stand."""
        self._begin(choices, random, {"actions": actions, "looks": deals, "most_choices": MOST_CHOICES})

    def search(self, choices: int, tuning: Tuning) -> None:
        """Begin to search; the choice is planned first."""
        weighed = attrs.asdict(tuning)
        self._begin(choices, self._deals.random().at, {"searches": 1, "most_choices": MOST_CHOICES, **weighed})

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
            deal = cast(KernelTrial, self._deals.deal(done.wanted))
            self._thinking.deal(done.wanted, deal.position(self._tail))
        if done.units:
            each = (monotonic() - began) / done.units
            self.portion = max(1, min(_MOST, int(_SECONDS / max(each, 1e-9))))
        return done

    def best(self) -> int | None:
        """Return the index of the choice that is best so far; None where nothing is known yet."""
        return self._thinking.best()

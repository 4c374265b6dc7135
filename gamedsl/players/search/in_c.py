"""Machine code for the games of a set-up -> what thinks by it: the same decisions as in Python, in far less time"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import cast

from gamedsl.engine.trial import Trial
from gamedsl.kernel.native.thinking import Position, Thinking
from gamedsl.kernel.trials import KernelTrial, World
from gamedsl.players.randomness import Random
from gamedsl.players.search.ahead import MOST_ACTIONS
from gamedsl.players.search.opening import Opening
from gamedsl.semantics.core.model import LEVELS

_SECONDS = 0.02
"""About how long a portion of a search takes: Ctrl-C is heard, and progress told, between two of them."""
_MOST = 10_000
"""Tries of a portion, at most."""


class InC:
    """Thinks over games in which choices are tried out; ``world`` is what the machine code was made of.

    What it cannot do raises TroubleError: such a decision is Python's.
    """

    def __init__(self, thinking: Thinking, world: World, level: str) -> None:
        self.thinking, self.world = thinking, world
        self.level = LEVELS.index(level)
        self._given: tuple[Trial, Position] | None = None

    def position(self, game: Trial) -> Position:
        """Return a game as C knows it; the same again for the game that was asked for before."""
        if self._given is None or self._given[0] is not game:
            self._given = game, cast(KernelTrial, game).position(self.world)
        return self._given[1]

    def ahead(self, seat: int, actions: int = MOST_ACTIONS) -> _Ahead:
        """Return what looks ahead to the end of a turn of a seat."""
        return _Ahead(self, seat, actions)

    def planner(self, seat: int, width: int, tries: int) -> _Planner:
        """Return what plans the turn of a seat."""
        return _Planner(self, seat, width, tries)

    def tree(self, opening: Opening) -> TreeInC:
        """Return a search of the choices of an opening."""
        return TreeInC(self, opening)


class _Ahead:
    """See ``Ahead``."""

    def __init__(self, means: InC, seat: int, actions: int) -> None:
        self._means, self._seat, self._actions = means, seat, actions

    def after(self, s: Trial, code: int, random: Random) -> int:
        """Return the own lead at the end of the turn after a choice."""
        means = self._means
        means.thinking.give(means.position(s))
        found, random.at = means.thinking.after(means.level, self._seat, self._actions, code, random.at)
        return found


class _Planner:
    """See ``Planner``."""

    def __init__(self, means: InC, seat: int, width: int, tries: int) -> None:
        self._means, self._seat, self._width, self._tries = means, seat, width, tries

    def best(self, start: Trial, code: int, random: Random) -> tuple[int, tuple[int, ...]]:
        """Return the best lead at the end of the turn that begins with a choice, and all choices that lead there."""
        means, thinking = self._means, self._means.thinking
        thinking.give(means.position(start))
        lead, plan, random.at = thinking.plan(means.level, self._seat, self._width, self._tries, code, random.at)
        return lead, plan


class TreeInC:
    """See ``Tree``."""

    def __init__(self, means: InC, opening: Opening) -> None:
        self._means, self._opening, self._dealt = means, opening, 0
        self.portion = 1
        tuning, scale, blind = opening.tuning, opening.scale, opening.is_blind
        numbers: dict[str, float] = {
            "seat": opening.seat,
            "finalists": len(opening.finalists),
            "is_blind": int(blind),
            "horizon": tuning.horizon,
            "depth": tuning.depth,
            "look": tuning.look,
            "most_deals": tuning.most_deals,
            "most_looked": tuning.most_looked,
            "scale_number": scale.number,
            "explore": tuning.explore_blind if blind else tuning.explore,
            "prior": 1.0 if blind else tuning.prior,
            "planned": tuning.planned,
            "scale_width": scale.width,
        }
        plans: list[Sequence[int]] = [opening.plans.get(code, ()) for code in opening.finalists]
        rows: dict[str, Sequence[float]] = {
            "codes": opening.finalists,
            "guess": [opening.guess.get(code, -1.0) for code in opening.finalists],
            "plans": [code for plan in plans for code in plan],
            "lengths": [len(plan) for plan in plans],
            "centre": scale.centre,
        }
        most = means.position(opening.start).most
        means.thinking.begin(means.level, most, numbers, rows, opening.random.at)

    def go(self, first: int, many: int, of: int | None, share: float) -> tuple[int, bool]:
        """Make so many more tries; see ``Tree.go``. It may make fewer."""
        began = monotonic()
        made, is_settled, wants_deal = self._means.thinking.go(first, many, of, share)
        if made:
            each = (monotonic() - began) / made
            self.portion = max(1, min(_MOST, int(_SECONDS / max(each, 1e-9))))
        if wants_deal:
            number = self._opening.tuning.opening + self._dealt
            self._means.thinking.deal(self._means.position(self._opening.deals.deal(number)))
            self._dealt += 1
        return made, is_settled

    def best(self) -> int:
        """Return the code of the choice found best."""
        return self._means.thinking.best()

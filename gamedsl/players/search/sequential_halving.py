"""Rewards of the choices at the root, found in the same imagined games -> which is tried next, and which is best.

Sequential halving (Karnin, Koren and Somekh 2013): all that are left are tried equally often, and after each equal part
of the budget the better half of them stays. As they meet the same imagined games, luck counts for none of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

from gamedsl.players.search.scale import mean

LEAST_TRIES = 6
"""Tries of each choice, before one that is clearly worse is left out."""
CLEAR = 3.0
"""Standard errors by which a choice that is clearly worse is behind."""


class Arms:
    """The choices that are compared. ``guess`` says how good they were found before; it counts as ``prior`` tries."""

    def __init__(self, codes: Sequence[int], guess: Mapping[int, float], prior: float) -> None:
        self.left = list(codes)
        self._found: dict[int, list[float]] = {code: [] for code in codes}
        self._total = {code: prior * guess.get(code, 0.5) for code in codes}
        self._prior = prior
        self._all = len(codes)
        self._next_check = LEAST_TRIES

    def next(self, share: float) -> int:
        """Return the choice to try next, when this share of the budget is used, from 0 to 1."""
        if len({len(self._found[code]) for code in self.left}) == 1:
            self._halve(share)
            if self._tries(self.left[0]) >= self._next_check:
                self._leave_out()
        return min(self.left, key=self._tries)

    def add(self, code: int, reward: float) -> None:
        """Note what a try has found, from 0 to 1."""
        self._found[code].append(reward)
        self._total[code] += reward

    def best(self) -> int:
        """Return the choice that is best so far."""
        return max(self.left, key=self.worth)

    def worth(self, code: int) -> float:
        """Return how good a choice is: the mean of what was found and guessed."""
        return self._total[code] / (self._tries(code) + self._prior)

    def _tries(self, code: int) -> int:
        return len(self._found[code])

    def _halve(self, share: float) -> None:
        """Keep the better half after each equal part of the budget, two at least."""
        parts = max(1, (self._all - 1).bit_length())
        self.left.sort(key=self.worth, reverse=True)
        del self.left[max(2, -(-self._all // 2 ** int(share * parts))) :]

    def _leave_out(self) -> None:
        """Leave out what is clearly worse. As this looks at all tries, it is done ever more rarely."""
        best = self.left[0]
        self.left = [code for code in self.left if code == best or not self._is_behind(code, best)]
        self._next_check = -(-self._next_check * 6 // 5)

    def _is_behind(self, code: int, best: int) -> bool:
        away = [good - bad for good, bad in zip(self._found[best], self._found[code], strict=True)]
        middle = mean(away)
        error = sqrt(mean([(one - middle) * (one - middle) for one in away]) / len(away))
        return self.worth(best) - self.worth(code) > CLEAR * error

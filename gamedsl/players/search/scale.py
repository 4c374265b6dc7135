"""Leads of seats -> rewards from 0 to 1, measured by what is usual in one search."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.players.search.reals import exp


def mean(numbers: Sequence[float]) -> float:
    """Return the mean of numbers, added one by one: what ``sum`` does to floats depends on the version of Python."""
    total = 0.0
    for number in numbers:
        total += number
    return total / len(numbers)


class Scale:
    """Turns leads into rewards from 0 to 1: how far a seat is ahead of what is usual in this search."""

    def __init__(self, seats: int) -> None:
        self._others = max(1, seats - 1)
        self.centre = [0.0] * seats
        self.width = 1.0
        self.number = 0

    def lead(self, judged: float) -> float:
        """Return how far ahead of the mean of the others a seat is, from what ``Judge.lead`` gives."""
        return judged / self._others

    def begin(self, seat: int, leads: Sequence[float]) -> None:
        """Take the leads that were planned for a seat as usual."""
        middle = mean(leads)
        self.centre = [middle if one == seat else -middle / self._others for one in range(len(self.centre))]
        self.width = mean([abs(lead - middle) for lead in leads])
        self.number = 10 if self.width else 0

    def learn(self, leads: Sequence[float]) -> None:
        """Follow slowly what is found."""
        self.number += 1
        share = 1 / min(self.number, 200)
        away = [lead - centre for lead, centre in zip(leads, self.centre, strict=True)]
        self.centre = [centre + one * share for centre, one in zip(self.centre, away, strict=True)]
        self.width += (mean([abs(one) for one in away]) - self.width) * share

    def reward(self, seat: int, lead: float) -> float:
        """Return how good a lead is for a seat."""
        away = (lead - self.centre[seat]) / max(self.width, 1e-6)
        return 1 / (1 + exp(-max(-30.0, min(30.0, away))))

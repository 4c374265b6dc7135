"""A bot for every game: it tries each choice in imagined games and makes the one whose worst outcome is best.

    gamedsl play no_thanks --seat 2=gamedsl.examples.bots.careful:Careful

See docs/bots.md for everything that a bot may ask.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

DEALS = 3


class Careful:
    """Chooses by the worst of a few imagined games; of equal choices the first."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, situation: Any, choices: Sequence[Any]) -> int:
        """Return the index of one of ``choices``."""
        worst = [min(self._lead(situation, choice, deal) for deal in range(DEALS)) for choice in choices]
        return worst.index(max(worst))

    def _lead(self, situation: Any, choice: Any, deal: int) -> int:
        """Return how far the own seat is ahead of the best other one after a choice in an imagined game."""
        game = situation.imagine(self.seed + deal)
        game.apply(choice.code)
        values = game.values()
        others = [value for seat, value in enumerate(values) if seat != situation.seat]
        return values[situation.seat] - max(others, default=0)

"""The random player: uniform over the legal choices, with draws of its own that never touch those of the game."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.engine.state.chance import POLICY_STREAM, draw, key_of
from gamedsl.players.protocol import Situation


class RandomPlayer:
    """Chooses uniformly. What it chooses depends on seed and number of the decision alone: a saved game goes on alike.

    One player may decide for several seats.
    """

    def __init__(self, seed: int) -> None:
        self._key = key_of(seed)

    def choose(self, situation: Situation, choices: Sequence[object]) -> int:
        """Return a random index."""
        return draw(self._key, 0, POLICY_STREAM, situation._number, len(choices))

"""The random player: uniform over the legal choices, with draws of its own that never touch those of the game."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.engine.chance import POLICY_STREAM, draw, key_of
from gamedsl.engine.view_data import View

_SEATS = 16


class RandomPlayer:
    """Chooses uniformly. The same seed and seat choose the same way in the same game."""

    def __init__(self, seed: int, seat: int, game_number: int = 0) -> None:
        self._key = key_of(seed)
        self._game = game_number
        self._number = seat  # all seats share one stream; their draws lie side by side

    def choose(self, view: View, choices: Sequence[object]) -> int:
        """Return a random index."""
        del view
        chosen = draw(self._key, self._game, POLICY_STREAM, self._number, len(choices))
        self._number += _SEATS
        return chosen

"""Checked games -> what is known of each of them for all of its set-ups, as long as it lives"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from gamedsl.semantics.core import model
from gamedsl.semantics.core.walk import bodies, walk

_T = TypeVar("_T")


class ByGame(Generic[_T]):
    """Keeps one thing for each game, made when it is first asked for. It must not hold the game: both would stay."""

    def __init__(self, make: Callable[[model.CheckedGame], _T]) -> None:
        self._make = make
        self._found: dict[int, Any] = {}

    def __call__(self, game: model.CheckedGame) -> _T:
        """Return what is kept for a game."""
        key = id(game)
        if key not in self._found:
            self._found[key] = self._make(game)
            weakref.finalize(game, self._found.pop, key, None).atexit = False
        found: _T = self._found[key]
        return found


parts_of_game = ByGame(lambda game: tuple([part for body in bodies(game) for part in walk(*body.parts)]))
"""All parts of a game."""

"""A game and how strong its opponents are to be -> the kind of player that suits it."""

from __future__ import annotations

from gamedsl.semantics.core.model import CheckedGame

LEVELS = ("easy", "medium", "hard")
DEFAULT = "medium"
_WITH_HINTS = {"easy": "quick", "medium": "greedy", "hard": "mcts:400"}
_WITHOUT = {"easy": "quick", "medium": "mcts:50", "hard": "mcts:400"}
"""Without hints what one turn brings says little (in Mogul no loan ever looks good): only a search sees further."""


def opponent(game: CheckedGame, level: str) -> str:
    """Return the kind of player of a level, as people write it; all of them take less than a second for most moves."""
    return (_WITH_HINTS if game.hints else _WITHOUT)[level]


def aimless(game: CheckedGame) -> str:
    """Return the kind of player for trying a game out: ``random``, or ``quick`` where hints say what to aim at.

    Games with hints can be such that random players hardly ever come to an end.
    """
    return "quick" if game.hints else "random"

"""How strong opponents are to be -> the kind of player; a game -> the kind of player that tries it out."""

from __future__ import annotations

from gamedsl.semantics.core.model import CheckedGame

OPPONENTS = {"easy": "quick", "medium": "mcts:50", "hard": "mcts:400"}
"""The kind of player of each level, as people write it. The same suit every game: even a short search looks further
than one turn, which without hints says little (in Mogul no loan ever looks good), and mostly takes less than a second.
"""
DEFAULT = "medium"


def opponents(game: CheckedGame) -> dict[str, str]:
    """Return the kind of player of each level: the one that the rule file names, else the one of all games."""
    named = {key: text for key, text in game.facts if key in OPPONENTS}
    return OPPONENTS | named


def aimless(game: CheckedGame) -> str:
    """Return the kind of player for trying a game out: ``random``, or ``quick`` where hints say what to aim at.

    Games with hints can be such that random players hardly ever come to an end.
    """
    return "quick" if game.hints else "random"

"""A checked game -> which modifiers forbid a paragraph, and which change a term."""

from __future__ import annotations

from gamedsl.semantics.core import model


def forbidders(game: model.CheckedGame) -> dict[str, list[model.CheckedModifier]]:
    """Return for each forbidden paragraph its modifiers in file order; a forbidden group forbids its actions."""
    found: dict[str, list[model.CheckedModifier]] = {}
    for modifier in game.modifiers.values():
        for paragraph in modifier.forbids:
            for name in game.groups[paragraph].actions if paragraph in game.groups else (paragraph,):
                found.setdefault(name, []).append(modifier)
    return found


def changers(game: model.CheckedGame) -> dict[str, list[model.CheckedModifier]]:
    """Return for each term the modifiers that change it, in file order."""
    found: dict[str, list[model.CheckedModifier]] = {}
    for modifier in game.modifiers.values():
        if modifier.term is not None:
            found.setdefault(modifier.term, []).append(modifier)
    return found

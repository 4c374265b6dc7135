"""Steps -> the entries of the table in which anything may be otherwise behind them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.reads import places_of
from gamedsl.semantics.core.walk import cells_meant, walk
from gamedsl.semantics.visibility.entries import is_of_dice

ANYTHING = "*"
"""Stands for all entries: players are offered actions."""


def touched(game: model.CheckedGame, steps: Iterable[core.CoreStep]) -> frozenset[str]:
    """Return the zones and values that steps may change, with the rules and cells that they call."""
    return frozenset(_touched(game, steps, set()))


def touched_between(game: model.CheckedGame) -> frozenset[str]:
    """Return the zones and values that may change at any moment: by triggers, and because they are refilled."""
    found = set(touched(game, [step for trigger in game.triggers.values() for step in trigger.then]))
    for zone in game.zones.values():
        for use in zone.traits:
            if use.source is not None:
                found |= {zone.name, use.source}
    return frozenset(found)


def _touched(game: model.CheckedGame, steps: Iterable[core.CoreStep], called: set[str]) -> Iterator[str]:
    for step in walk(*steps):
        effect = core.EFFECTS.get(type(step)) if isinstance(step, core.CoreStep) else None
        match step:
            case core.Offer():
                yield ANYTHING
            case core.CallRule(rule=rule) if rule not in called:
                called.add(rule)
                yield from _touched(game, game.rules[rule].then, called)
            case core.CallCell():
                for name, code in cells_meant(game, step.kind, step.column, step.subject):
                    if name not in called:
                        called.add(name)
                        yield from _touched(game, code.steps, called)
            case core.RollPieces(pieces=pieces):
                yield from _places(game, pieces)
            case core.Assign(target=target) if target.owner is not None and is_of_dice(game, target.owner.type):
                yield from (target.entry, *places_of(game, target.owner.type))
            case _ if effect is not None:
                for name in effect.changes:
                    yield getattr(step, name).entry
                if effect.takes:
                    yield from _places(game, getattr(step, effect.takes))
            case _:
                continue


def _places(game: model.CheckedGame, pieces: core.Value) -> Iterable[str]:
    return (pieces.entry,) if isinstance(pieces, core.ZoneRef) else places_of(game, pieces.type)

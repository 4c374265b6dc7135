"""A checked game and an expression in -> everything that can change its value during play."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import Part, cells_meant, changes_of, guards, walk

POINTS = "points"
Found = Iterator[str]


def reads(game: model.CheckedGame, *values: Part | None) -> frozenset[str]:
    """Return the names of the table entries and dice that expressions read, and ``points`` for players' points.

    Terms, modifiers, cells of rule text and ``possible`` (conditions and costs of the actions) are followed.
    """
    found: set[str] = set()
    followed: set[str] = set()
    waiting = list(values)
    while waiting:
        for node in walk(waiting.pop()):
            found.update(_direct(game, node))
            for name, part in _followed(game, node):
                if name not in followed:
                    followed.add(name)
                    waiting += part
    return frozenset(found)


def _direct(game: model.CheckedGame, node: Part) -> Found:
    match node:
        case core.ZoneRef(entry=entry) | core.ReadValue(entry=entry):
            yield entry
        case core.DieFace(dice=dice) | core.DiceSum(dice=dice):
            yield dice
        case core.PointsOf():
            yield POINTS
        case core.KeyOf(subject=subject) | core.OwnerOf(subject=subject):
            yield from places_of(game, subject.type)


def places_of(game: model.CheckedGame, kind: t.Type) -> Found:
    """Walk the zones in which pieces of a type can lie, in file order."""
    while isinstance(kind, t.MaybeType | t.SetType | t.ListType):
        kind = kind.item
    if isinstance(kind, t.PieceType):
        yield from (name for name, zone in game.zones.items() if zone.kind == kind.kind and zone.form != "purse")


def _followed(game: model.CheckedGame, node: Part) -> Iterator[tuple[str, list[Part | None]]]:
    match node:
        case core.TermCall(term=term):
            yield f"term {term}", [game.terms[term].value]
            for modifier in changes_of(game, term):
                yield f"modifier {modifier.name}", [*(when.condition for when in modifier.whens), modifier.value]
        case core.CellCall(kind=kind, column=column, subject=subject):
            for name, code in cells_meant(game, kind, column, subject):
                yield f"cell {name}", [code.value]
        case core.Possible(leaf=leaf):
            for action in leaf.actions:
                yield f"action {action}", [*guards(game.actions[action]), *_forbidding(game, action)]


def _forbidding(game: model.CheckedGame, action: str) -> Iterator[Part]:
    for modifier in game.modifiers.values():
        if action in modifier.forbids:
            yield from modifier.whens


# ---------------------------------------------------------------- what steps write


def writes(game: model.CheckedGame, *steps: Part | None) -> frozenset[str]:
    """Return the names of the table entries and dice that these steps themselves may change (calls not followed)."""
    return frozenset(name for node in walk(*steps) if isinstance(node, core.CoreStep) for name in _written(game, node))


def _written(game: model.CheckedGame, step: core.CoreStep) -> Found:
    effect = core.EFFECTS.get(type(step), core.Effect())
    if effect.takes:
        pieces = getattr(step, effect.takes)
        yield from (pieces.entry,) if isinstance(pieces, core.ZoneRef) else places_of(game, pieces.type)
    for name in effect.changes:
        yield getattr(step, name).entry
    if effect.dice:
        yield getattr(step, effect.dice)
    if effect.points:
        yield POINTS

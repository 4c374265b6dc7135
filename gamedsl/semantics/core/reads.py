"""A checked game and an expression in -> everything that can change its value during play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import Name, Part, called, inside, walk

POINTS = "points"
Found = Iterator[str]


def reads(game: model.CheckedGame, *values: Part | None) -> frozenset[str]:
    """Return the names of the table entries and dice that expressions read, and ``points`` for players' points.

    Terms, modifiers, cells of rule text and ``possible`` (conditions and costs of the actions) are followed.
    """
    found: set[str] = set()
    followed: set[Name] = set()
    waiting = list(values)
    while waiting:
        for node in walk(waiting.pop()):
            found.update(_direct(game, node))
            for name in called(game, node):
                if name not in followed:
                    followed.add(name)
                    waiting += inside(game, name)
    return frozenset(found)


def _direct(game: model.CheckedGame, node: Part) -> Found:
    reading = core.traits_of(node)
    for part in reading.state:
        match part:
            case "zones" | "values" | "dice":
                yield getattr(node, reading.entry)
            case "points":
                yield POINTS
            case "places":
                yield from places_of(game, getattr(node, "subject").type)  # noqa: B009
            case "purses" | "pieces":
                pass  # the zone inside is read
            case "slots" | "you" | "active" | "turn" | "paragraph" | "past" | "status" | "winners":
                pass  # nothing that steps change on the table
            case _:
                assert_never(part)


def places_of(game: model.CheckedGame, kind: t.Type) -> Found:
    """Walk the zones in which pieces of a type can lie, in file order."""
    while isinstance(kind, t.MaybeType | t.SetType | t.ListType):
        kind = kind.item
    if isinstance(kind, t.PieceType):
        yield from (name for name, zone in game.zones.items() if zone.kind == kind.kind and zone.form != "purse")


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

"""A checked game -> warnings about positions that cannot come back: nothing that makes them changes to and fro."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.diagnostics.report import Report
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.reads import places_of
from gamedsl.semantics.core.walk import bodies, walk
from gamedsl.source import written


def check_positions(game: model.CheckedGame, report: Report) -> None:
    """Report every ``repeated`` of which no entry both gains and loses something, and no value is changed."""
    asked = [node for body in bodies(game) for node in walk(*body.parts) if isinstance(node, core.Repeated)]
    if not asked:
        return
    moving = _moving(game)
    for node in asked:
        if not moving.intersection(node.names):
            names = dict.fromkeys(f"`{written(entry.span)}`" for entry in node.entries)
            report("GDFLO23", node.span, entries=" and ".join(names))


def _moving(game: model.CheckedGame) -> set[str]:
    """Return the entries that gain something after the setup and lose something as well; values do both."""
    gaining = {zone.name for zone in game.zones.values() for use in zone.traits if use.source is not None}
    losing = {use.source for zone in game.zones.values() for use in zone.traits if use.source is not None}
    for body in bodies(game):
        for node in walk(*body.parts) if body.section != "setup" else ():
            if isinstance(node, core.CoreStep):
                gaining.update(_gains(node))
                losing.update(_loses(game, node))
    return gaining & losing | gaining.intersection(game.values)


def _gains(step: core.CoreStep) -> Iterator[str]:
    effect = core.EFFECTS.get(type(step), core.Effect())
    yield from (getattr(step, name).entry for name in effect.changes[bool(effect.pays) :])


def _loses(game: model.CheckedGame, step: core.CoreStep) -> Iterator[str]:
    effect = core.EFFECTS.get(type(step), core.Effect())
    if effect.pays:
        yield getattr(step, effect.changes[0]).entry
    if effect.takes:
        yield from _homes(game, getattr(step, effect.takes))


def _homes(game: model.CheckedGame, pieces: core.Value) -> Iterator[str]:
    """Walk the zones that pieces can come from."""
    match pieces:
        case core.ZoneRef(entry=entry):
            yield entry
        case core.Top(zone=zone) | core.Bottom(zone=zone) | core.SlotPiece(zone=zone) | core.Contents(zone=zone):
            yield zone.entry
        case _:
            yield from places_of(game, pieces.type)

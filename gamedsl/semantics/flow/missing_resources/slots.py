"""The steps of a game in, warnings out about slots that nobody empties, and places in which nothing ever lies."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.diagnostics.report import Report
from gamedsl.semantics import core
from gamedsl.semantics.core.reads import places_of
from gamedsl.semantics.core.walk import walk
from gamedsl.semantics.flow.missing_resources.path_conditions import Ways
from gamedsl.semantics.flow.reach.reach import Reach
from gamedsl.source import written


def check_places(ways: Ways, report: Report) -> None:
    """Warn about steps that put pieces into a slot again and again, although nothing ever takes them away."""
    game = ways.game
    taken = {name for step in ways.everything for name in _taken(ways, step)}
    for way in ways.steps():
        step = way.step
        if not isinstance(step, core.Move | core.Deal) or game.zones[step.target.entry].form != "slot":
            continue
        entry = step.target.entry
        if entry not in taken and entry not in ways.asked(way) and ways.is_repeated(way.node):
            report("GDFLO17", step.span, place=written(step.target.span))


def check_empty_places(reach: Reach, ways: Ways, report: Report) -> None:
    """Warn about steps that take pieces from a place in which nothing ever lies."""
    for step in ways.everything:
        for zone in _named(step):
            if reach.is_always_empty(zone.entry):
                stops = isinstance(step, core.Move) and not isinstance(step.pieces, core.ZoneRef)
                result = "the game would stop here" if stops else "this takes nothing"
                report("GDFLO29", step.span, place=written(zone.span), result=result)


def _named(step: core.CoreStep) -> Iterator[core.ZoneRef]:
    """Walk the places from which a step takes pieces, where they are named by themselves."""
    effect = core.EFFECTS.get(type(step))
    pieces = getattr(step, effect.takes) if effect is not None and effect.takes else None
    if isinstance(pieces, core.Certain):
        pieces = pieces.value
    if isinstance(pieces, core.Top | core.Bottom | core.SlotPiece):
        pieces = pieces.zone
    if isinstance(pieces, core.ZoneRef):
        yield pieces


def _taken(ways: Ways, step: core.CoreStep) -> tuple[str, ...]:
    """Return the places from which a step may take pieces."""
    effect = core.EFFECTS.get(type(step))
    if effect is None or not effect.takes:
        return ()
    pieces = getattr(step, effect.takes)
    zones = {node.entry for node in walk(pieces) if isinstance(node, core.ZoneRef)}
    return tuple(zones) or tuple(places_of(ways.game, pieces.type))

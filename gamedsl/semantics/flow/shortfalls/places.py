"""The steps of a game in, warnings about slots that nobody empties and that nobody asks about out."""

from __future__ import annotations

from gamedsl.diagnostics.report import Report
from gamedsl.semantics import core
from gamedsl.semantics.core.reads import places_of
from gamedsl.semantics.core.walk import walk
from gamedsl.semantics.flow.shortfalls.on_the_way import Ways
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


def _taken(ways: Ways, step: core.CoreStep) -> tuple[str, ...]:
    """Return the places from which a step may take pieces."""
    effect = core.EFFECTS.get(type(step))
    if effect is None or not effect.takes:
        return ()
    pieces = getattr(step, effect.takes)
    zones = {node.entry for node in walk(pieces) if isinstance(node, core.ZoneRef)}
    return tuple(zones) or tuple(places_of(ways.game, pieces.type))

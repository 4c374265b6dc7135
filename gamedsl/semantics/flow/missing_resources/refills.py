"""The steps of a game in, warnings out about names of a pile's top that a refill makes wrong before they are used."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.diagnostics.report import Report
from gamedsl.semantics import core
from gamedsl.semantics.core.walk import walk
from gamedsl.semantics.flow.missing_resources.path_conditions import Way, Ways
from gamedsl.source import written


def check_refills(ways: Ways, report: Report) -> None:
    """Warn where the top of a pile gets a name, is dealt then, and is meant behind that: an empty pile has no top."""
    refilled = {name for name, zone in ways.game.zones.items() if any(use.name == "refilled" for use in zone.traits)}
    told: set[int] = set()
    every = list(ways.steps())
    for way in every:
        step = way.step
        if not isinstance(step, core.Deal) or not isinstance(step.source, core.ZoneRef):
            continue
        entry = step.source.entry
        if entry not in refilled or any(_asks(part, entry) for part in way.around):
            continue
        for let in way.before:
            if not isinstance(let, core.Let) or id(let) in told or not _is_top(let.value, entry):
                continue
            if _is_used(every, way, let.slot):
                told.add(id(let))
                names = {"name": let.name, "pile": written(step.source.span), "deal": written(step.span)}
                report("GDFLO52", let.span, **names)


def _is_top(value: core.Value, entry: str) -> bool:
    return isinstance(value, core.Top) and value.zone.entry == entry


def _asks(part: object, entry: str) -> bool:
    return any(isinstance(one, core.ZoneRef) and one.entry == entry for one in walk(part))  # type: ignore[arg-type]


def _is_used(every: Sequence[Way], deal: Way, slot: int) -> bool:
    """Tell whether a name is read behind a deal."""
    last = (deal.step.span.end_line, deal.step.span.end_column)
    return any(
        isinstance(one, core.Local) and one.slot == slot and (one.span.line, one.span.column) >= last
        for way in every
        if way.node == deal.node
        for one in walk(way.step)
    )

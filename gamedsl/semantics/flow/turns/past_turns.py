"""A checked game in, findings about ``done`` in a phase's own ``start`` and ``then``, where no turn of it is on."""

from __future__ import annotations

from gamedsl.diagnostics.report import Report
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core.walk import walk
from gamedsl.semantics.flow.logic import mentions


def check_past_turns(game: model.CheckedGame, report: Report) -> None:
    """Report every step in front of or behind the turns of a phase that asks what was done in a turn."""
    for phase in game.phases.values():
        if phase.who is None:
            continue
        for field, steps in (("start", phase.start), ("then", phase.then)):
            for step in steps:
                if mentions(game, core.Done, step):
                    direct = (part.span for part in walk(step) if isinstance(part, core.Done))
                    report("GDFLO13", next(direct, step.span), phase=phase.name, field=field)

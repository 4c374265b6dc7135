"""The steps of a game in, warnings about picks in steps for which there may be nothing to pick out."""

from __future__ import annotations

from gamedsl.diagnostics.report import Report
from gamedsl.semantics import core
from gamedsl.semantics.core.reads import reads
from gamedsl.semantics.core.walk import walk
from gamedsl.semantics.flow.logic import always
from gamedsl.semantics.flow.missing_resources.path_conditions import Way, Ways
from gamedsl.semantics.flow.something_to_pick import present
from gamedsl.source import written


def check_step_picks(ways: Ways, report: Report) -> None:
    """Warn about picks in steps for which nobody makes sure that there is something."""
    for way in ways.steps():
        step = way.step
        if isinstance(step, core.Pick) and not always(ways.game, [_there(ways, way, step)]):
            report("GDFLO14", step.span, name=step.name, domain=written(step.domain.span))


def _there(ways: Ways, way: Way, step: core.Pick) -> core.Value:
    """Return what must hold so that there is something to pick, as far as nobody has cared for it."""
    asked = ways.asked(way)
    fills = core.Move | core.Deal | core.ShuffleTo | core.Assign
    filled = {done.target.entry for done in walk(*way.before) if isinstance(done, fills)}

    def is_open(loop: core.Loop) -> bool:
        """Tell whether nothing on the way asks about, or fills, what is picked from."""
        own = reads(ways.game, loop.source, loop.condition)
        return bool(own) and not own & (asked | filled)

    return present(ways.game, step, is_open)

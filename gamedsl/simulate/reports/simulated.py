"""Settings and results of one simulation -> its report, for every output format."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.game import Game
from gamedsl.gc_control import without_collector
from gamedsl.simulate.figures.wording import several
from gamedsl.simulate.play.settings import Settings
from gamedsl.simulate.reports.findings import findings
from gamedsl.simulate.reports.plots import plots
from gamedsl.simulate.reports.report import Report
from gamedsl.simulate.reports.study import Study, facts, never_used, played, study_of
from gamedsl.simulate.reports.tables import tables
from gamedsl.simulate.results.game_result import GameResult


def simulated_report(game: Game, settings: Settings, results: Sequence[GameResult]) -> Report:
    """Return the report of a simulation."""
    with without_collector():
        return _report(study_of(game, settings, results))


def _report(study: Study) -> Report:
    game, results = study.game, study.results
    return Report(
        title=f"{game.title}: {several(len(results), 'simulated game')}",
        facts=facts(study),
        findings=tuple(findings(study)),
        tables=tuple(tables(study)),
        plots=tuple(plots(study)),
        metrics=study.metrics,
        data={"simulation": played(study), **never_used(study)},
        format="gamedsl simulation report",
    )

"""Results of games -> metrics by name: what docs/metrics.md defines, each an estimate with its interval."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

import attrs

from gamedsl.simulate.figures import metric_rows
from gamedsl.simulate.figures.estimates import Estimate
from gamedsl.simulate.figures.row import THINGS, Among, Figure, In, LeftOut, OfGame, Row
from gamedsl.simulate.results.game_result import GameResult
from gamedsl.simulate.results.results import Results, finished_of, results_of


@attrs.frozen
class Metric:
    """A figure with its estimate."""

    figure: Figure
    estimate: Estimate

    @property
    def name(self) -> str:
        """The stable name: ``seat_balance``."""
        return self.figure.name

    @property
    def words(self) -> str:
        """The name for people."""
        return self.figure.words

    @property
    def unit(self) -> str:
        """``rate``, ``ratio`` or ``mean``."""
        return self.figure.row.unit


def measure(results: Sequence[GameResult], actions: Sequence[str] = ()) -> dict[str, Metric]:
    """Return all metrics of finished games by name; of a game without points those about points are left out.

    ``actions`` are the names of actions whose use is measured, too.
    """
    games = results_of(results)
    finished = finished_of(games)
    found = [
        *((figure, games) for figure in game_figures(games, actions, "all")),
        *((figure, finished) for figure in game_figures(finished, actions)),
        *((figure, finished) for figure in _figures(_of_games(), finished, actions)),
    ]
    return {figure.name: Metric(figure, figure.estimate(some)) for figure, some in found}


def game_figures(games: Results, actions: Sequence[str] = (), among: Among = "finished") -> Iterator[Figure]:
    """Walk the figures that single games have, in the order of reports; none without a game."""
    return _figures(
        [row for row in metric_rows.METRICS if row.among == among and isinstance(row.value, OfGame)], games, actions
    )


def _of_games() -> list[Row]:
    return [row for row in metric_rows.METRICS if not isinstance(row.value, OfGame)]


def _figures(rows: Sequence[Row], games: Results, actions: Sequence[str]) -> Iterator[Figure]:
    """Walk the figures of rows; rows beside each other that are about the same things go together, thing by thing."""
    if not games:
        return
    for each, some in groupby(rows, key=lambda row: row.each):
        possible = [row for row in some if row.needs(games)]
        for thing in THINGS[each](games, actions):
            yield from (Figure(row, thing) for row in possible)


def in_order(metrics: Iterable[Metric]) -> list[Metric]:
    """Return metrics in the order of their rows."""
    return sorted(metrics, key=lambda one: metric_rows.METRICS.index(one.figure.row))


def reported(metrics: Mapping[str, Metric], table: str) -> list[Metric]:
    """Return the metrics of a table of the report, in the order of their rows."""
    return in_order(one for one in metrics.values() if _stands(one.figure.row.report, table))


def swept(metrics: Mapping[str, Metric], table: str) -> list[Metric]:
    """Return the metrics of a table of a sweep."""
    return [one for one in metrics.values() if _stands(one.figure.row.sweep, table)]


def _stands(place: In | LeftOut, table: str) -> bool:
    return isinstance(place, In) and place.table == table

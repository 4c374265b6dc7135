"""A study -> what is drawn of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from gamedsl.simulate.figures.wording import action_words, short_words
from gamedsl.simulate.reports.report import Plot
from gamedsl.simulate.reports.study import Study
from gamedsl.simulate.results.game_result import GameResult
from gamedsl.simulate.results.keys import DECISIONS, POINTS, OfSeat


def _points(seat: int, one: GameResult) -> int:
    return one.points[seat]


def _histogram(title: str, values: Counter[int], axis: str) -> Plot:
    ordered = sorted(values.items())
    drawn, times = tuple(float(one) for one, _ in ordered), tuple(many for _, many in ordered)
    return Plot(title, "histogram", (), drawn, times=times, axis=axis)


def plots(study: Study) -> Iterator[Plot]:
    """Walk the plots of a report; none without finished games."""
    games, metrics, names = study.finished, study.metrics, study.names
    if not games:
        return
    wins = [metrics[f"win_rate.seat_{seat + 1}"].estimate for seat in range(len(names))]
    decided = 1 - metrics["without_winner"].estimate.value
    yield Plot(
        "Victories by seat",
        "bars",
        tuple(f"seat {seat} ({name})" for seat, name in enumerate(names, 1)),
        tuple(100 * one.value for one in wins),
        tuple((100 * one.low, 100 * one.high) for one in wins),
        "per cent of the games, with 95 % intervals",
        100 * decided / len(names),
        "fair share",
    )
    yield _histogram("Length of the games", games.alike(DECISIONS).counted(lambda one: one.decisions), "decisions")
    if "score" in metrics:
        seats = [games.alike(OfSeat(POINTS, seat)).counted(partial(_points, seat)) for seat in range(len(names))]
        yield _histogram("Points of all players", sum(seats, Counter()), "points")
    sources = [one for one in metrics.values() if one.figure.row.name == "source.{}"]
    if len(sources) > 1:
        yield Plot(
            "Points by source",
            "bars",
            tuple(short_words(study.game.checked.sources[metric.figure.thing.name]) for metric in sources),
            tuple(metric.estimate.value for metric in sources),
            tuple((metric.estimate.low, metric.estimate.high) for metric in sources),
            "points of a player in a game, with 95 % intervals",
        )
    used = [(name, metrics[f"uses.{name}"].estimate) for name in study.actions]
    if used:
        yield Plot(
            "Uses of the actions",
            "bars",
            tuple(action_words(study.game.checked, name) for name, _ in used),
            tuple(one.value for _, one in used),
            tuple((one.low, one.high) for _, one in used),
            "times in a game",
        )

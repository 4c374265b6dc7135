"""A study -> the tables of its report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial

import attrs

from gamedsl.simulate.figures.estimates import rate
from gamedsl.simulate.figures.figures import margin
from gamedsl.simulate.figures.metrics import Metric, reported
from gamedsl.simulate.figures.row import In
from gamedsl.simulate.figures.samples import sides, spread, winners_use
from gamedsl.simulate.figures.unused import Unused
from gamedsl.simulate.figures.wording import (
    action_row,
    interval,
    label,
    number,
    own_words,
    per_cent,
    short_words,
    value_of,
)
from gamedsl.simulate.reports.report import Table
from gamedsl.simulate.reports.study import Study, reproduced
from gamedsl.simulate.results.game_result import CHECKPOINTS, GameResult
from gamedsl.simulate.results.keys import (
    DECISIONS,
    END,
    ERROR,
    HAS_COURSE,
    POINTS,
    STATUS,
    Begun,
    Of,
    OfSeat,
    points_from,
)
from gamedsl.simulate.results.results import finished_of, logged_of

_ENOUGH = 20
"""Cases on both sides that a win rate with and without an action needs to be shown."""
_SELDOM = 0.1
"""Part of the games in which somebody must lead alone at a moment, for that to be told."""
_EXAMPLES = 3
"""Games of one sort that are named."""
_SPREAD = ("least", "1/4", "median", "3/4", "most")
_QUARTERS = "A quarter lies below the value under 1/4, half below the median, three quarters below that under 3/4."
_LARGE = 100
"""Amounts of which halves are not told."""
_COLUMNS = ("", "measured", "95 % interval", "cases")


def tables(study: Study) -> Iterator[Table]:
    """Walk the tables of a report, the most wanted first."""
    if study.finished:
        yield from _victories(study)
        yield from _points(study)
        yield from _length(study)
        yield from _course(study)
        yield from _actions(study)
        yield from _own(study)
    yield from _phases(study)
    yield from _unused(study)
    yield from _trouble(study)
    yield from _given_up(study)
    yield from _look(study)


# ---------------------------------------------------------------- metrics in tables


def _row(study: Study, metric: Metric) -> tuple[str, ...]:
    found, row = metric.estimate, metric.figure.row
    words = label(study.game.checked, metric.figure, row.report)
    if row.each == "seat" and isinstance(row.report, In) and row.report.label:
        words = row.report.label.format(_seat(study, metric.figure.thing.name))
    return (words, value_of(metric), interval(found, metric.unit), f"{found.size:,}")


def _seat(study: Study, number: str) -> str:
    return f"{number} ({study.names[int(number) - 1]})"


def _told(study: Study, title: str) -> list[Metric]:
    """Return the metrics that have their place in a table."""
    found = reported(study.metrics, title)
    return found if len(study.names) > 1 else [one for one in found if one.figure.row.for_one]


def _down(study: Study, title: str, note: str = "") -> Iterator[Table]:
    """Tell metrics one below the other."""
    rows = tuple(_row(study, metric) for metric in _told(study, title))
    if rows:
        yield Table(title, _COLUMNS, rows, note)


@attrs.frozen
class _Across:
    """A table with a line for each thing that its metrics are about, and columns for each of them.

    ``wanted`` gives the things by name, with their words; ``columns`` are besides, and ``cells`` gives what stands
    there of a thing. Only lines in which every metric has ``least`` cases are shown.
    """

    title: str
    wanted: Mapping[str, str]
    first: str = ""
    columns: tuple[str, ...] = ()
    cells: Callable[[str], tuple[str, ...]] = lambda name: ()
    note: str = ""
    least: int = 0

    def made(self, study: Study) -> Iterator[Table]:
        lines: dict[str, list[Metric]] = {}
        for metric in _told(study, self.title):
            lines.setdefault(metric.figure.thing.name, []).append(metric)
        told = {
            name: lines[name]
            for name in self.wanted
            if name in lines and min(one.estimate.size for one in lines[name]) >= self.least
        }
        if not told:
            return
        heads = [head for metric in next(iter(told.values())) for head in _heads(metric)]
        rows = tuple(
            (self.wanted[name], *(cell for metric in line for cell in _cells(metric)), *self.cells(name))
            for name, line in told.items()
        )
        yield Table(self.title, (self.first, *heads, *self.columns), rows, self.note)


def _heads(metric: Metric) -> tuple[str, ...]:
    place = metric.figure.row.report
    if not isinstance(place, In):
        raise TypeError(f"{metric.name} has no place in the report")
    return (place.label, "95 % interval") if place.with_interval else (place.label,)


def _cells(metric: Metric) -> tuple[str, ...]:
    return (value_of(metric), interval(metric.estimate, metric.unit))[: len(_heads(metric))]


# ---------------------------------------------------------------- victories, points, lengths


def _victories(study: Study) -> Iterator[Table]:
    note = "A victory shared by several counts in part for each of them."
    if "win_rate.starter" in study.metrics:
        note += " Who starts differs from game to game: the one who decides first is counted, too."
    if len(study.names) > 1:
        note += " A seat balance of 1.00 is even; its interval allows for chance at all seats."
    yield from _down(study, "Who wins", note)
    ends = study.finished.alike(END).counted(lambda one: one.end or "(no words)")
    if len(study.game.checked.ends) > 1:
        shares = [(words, rate(count, len(study.finished)), count) for words, count in ends.most_common()]
        yield Table(
            "How games end",
            ("", "share", "95 % interval", "games"),
            tuple((words, per_cent(one.value), interval(one, "rate"), f"{count:,}") for words, one, count in shares),
        )


def _points(study: Study) -> Iterator[Table]:
    if "score" not in study.metrics:
        return
    seats = {str(seat): f"seat {_seat(study, str(seat))}" for seat in range(1, len(study.names) + 1)}

    def spreads(seat: str) -> tuple[str, ...]:
        at = int(seat) - 1
        points = study.finished.alike(OfSeat(POINTS, at)).counted(lambda one: one.points[at])
        return tuple(map(_quantile, attrs.astuple(spread(points))))

    yield from _Across("Points", seats, columns=_SPREAD, cells=spreads, note=_QUARTERS).made(study)
    yield from _sources(study)
    yield from _down(study, "The best and the others")


def _quantile(value: float) -> str:
    return number(round(value) if abs(value) >= _LARGE else value)


def _sources(study: Study) -> Iterator[Table]:
    def cells(name: str) -> tuple[str, ...]:
        both = sides(study.finished, points_from(name))
        return number(both.by_winners.value), number(both.by_others.value)

    sources = {name: short_words(source) for name, source in study.game.checked.sources.items()}
    note = "Points of one player in a game."
    yield from _Across("Points by source", sources, columns=("winners", "others"), cells=cells, note=note).made(study)


def _length(study: Study) -> Iterator[Table]:
    note = "A turn is a row of decisions of one player. A single choice leaves nothing to decide."
    yield from _down(study, "Length", note)
    found = spread(study.finished.alike(DECISIONS).counted(lambda one: one.decisions))
    row = ("decisions in a game", *map(_quantile, attrs.astuple(found)))
    yield Table("Spread of the length", ("", *_SPREAD), (row,), "" if "score" in study.metrics else _QUARTERS)


def _course(study: Study) -> Iterator[Table]:
    shown = shown_courses(study)
    if not shown:
        return
    note = (
        "As points would count if the game ended then, hidden ones too (where something else decides first who wins: "
        f"by that). If a lead meant nothing, leaders and last ones would win {_fair(study)}."
    )
    rows = tuple(_row(study, metric) for metric in _told(study, "How games go") if metric.name in shown)
    yield Table("How games go", _COLUMNS, rows, note)


def shown_courses(study: Study) -> list[str]:
    """Return the metrics of the course that say anything: those of moments when mostly nobody leads alone do not."""
    least = max(1, _SELDOM * study.finished.alike(HAS_COURSE).counted(lambda one: all(one.standings))[True])
    found = [one for one in _told(study, "How games go") if one.estimate.size >= least]
    moments = sum(one.figure.row.each == "checkpoint" for one in found)
    if not moments:
        return []
    return [one.name for one in found if one.name != "runaway" or moments == len(CHECKPOINTS)]


def _actions(study: Study) -> Iterator[Table]:
    actions = {name: action_row(study.game.checked, name) for name in study.actions}

    def cells(name: str) -> tuple[str, ...]:
        found = winners_use(study.finished, name, len(actions))
        mark = " *" if found.more.size and found.more.excludes(0.0) else ""
        return number(found.by_winners.value), number(found.by_others.value) + mark

    note = (
        "In games: the share of games with it. A winner, another: uses of one winner and one other player in a game. "
        "* They clearly differ (95 % for all rows together). Who does something and wins need not win because of it."
    )
    yield from _Across("Actions", actions, "action", ("a winner", "another"), cells, note).made(study)
    note = f"Only actions that somebody used in at least {_ENOUGH} games, and somebody did not in {_ENOUGH}. "
    note += f"Fair: {_fair(study)}."
    yield from _Across("Winning with and without an action", actions, "action", note=note, least=_ENOUGH).made(study)


def _own(study: Study) -> Iterator[Table]:
    """Tell the metrics of the rule file, the spread of numbers over all that was measured."""
    words = {name: own_words(study.game.checked, name) for name in study.game.checked.metrics}

    def spreads(name: str) -> tuple[str, ...]:
        values = [value for one in study.finished for _, value in one.own[name][2] if value is not None]
        return (*map(_quantile, attrs.astuple(spread(Counter(values)))), f"{len(values):,}")

    columns = (*_SPREAD, "measured")
    yield from _Across("Numbers of the rule file", words, columns=columns, cells=spreads, note=_OWN).made(study)
    yield from _Across("Numbers of winners and others", words, note=_SIDES).made(study)
    yield from _down(study, "Conditions of the rule file", "How often each held where it was measured.")
    yield from _Across("Conditions of winners and others", words, note=_SIDES).made(study)
    yield from _down(study, "Metrics of the rule file by seat")


_OWN = "The mean within a game, then over the games; the spread is that of everything that was measured. " + _QUARTERS
_SIDES = "In games that some have won and others not."


def _fair(study: Study) -> str:
    return per_cent((1 - study.metrics["without_winner"].estimate.value) / len(study.names))


def _begun(phase: str, one: GameResult) -> int:
    return one.phases.get(phase, 0)


def _phases(study: Study) -> Iterator[Table]:
    """Tell how often phases begin: the length of a game in its own rounds."""
    logged = finished_of(logged_of(study.results))
    phases = study.game.checked.phases
    came = logged.came("phases")
    begun = [name for name in phases if name in came]
    if len(begun) < 2:
        return
    rows = []
    for name in begun:
        times = logged.alike(Begun(name)).counted(partial(_begun, name))
        found, mean = spread(times), sum(many * own for many, own in times.items()) / len(logged)
        rows.append((short_words(phases[name]), number(mean), number(found.least), number(found.most)))
    games = f"{len(logged):,} finished games that were followed in detail"
    note = f"In {games}: the length of a game in its own rounds and turns."
    yield Table("How often phases begin", ("", "times a game", "least", "most"), tuple(rows), note)


# ---------------------------------------------------------------- what is missing or goes wrong


def _unused(study: Study) -> Iterator[Table]:
    found = study.neglected
    games = f"{found.logged:,} followed in detail"
    note = f"Actions in all {len(study.results):,} games; rules, phases and pieces in the {games}."
    rows = tuple((one.kind, one.name, _besides(one), one.why) for one in found.unused)
    if rows:
        yield Table("Never used", ("", "name", "words", "what"), rows, note)


def _besides(one: Unused) -> str:
    return "" if one.words == one.name.replace("_", " ") else one.words


def _trouble(study: Study) -> Iterator[Table]:
    """List rule errors by code and place, each with its first message and the command that shows it again."""
    first: dict[str, GameResult] = {}
    times: Counter[str] = Counter()
    for one in study.results.where(lambda one: one.error, ERROR):
        if one.error:
            place = one.error.partition(": ")[0]
            first.setdefault(place, one)
            times[place] += 1
    rows = tuple(
        (one.error, f"{times[place]:,}", reproduced(study.game, study.settings, one)) for place, one in first.items()
    )
    if rows:
        yield Table("Games stopped by a rule", ("what, the first time", "games", "this one again"), rows, form="list")


def _given_up(study: Study) -> Iterator[Table]:
    """Name the first games that were given up, with what they did at the end and the commands that play them again."""
    limit = study.settings.limit
    games = study.results.where(lambda one: one.status == "unfinished", STATUS)
    rows = tuple(
        (
            f"seed {one.seed}, {one.decisions:,} decisions; at the end: {', '.join(one.last)}",
            reproduced(study.game, study.settings, one) + ("" if limit is None else f" --limit {limit}"),
        )
        for one in games[:_EXAMPLES]
    )
    if rows:
        note = f"The first {_EXAMPLES} of {len(games):,}. " if len(games) > _EXAMPLES else ""
        note += "What is done again and again at the end shows why such a game does not end."
        yield Table("Games given up", ("what", "again"), rows, note, form="list")


def _look(study: Study) -> Iterator[Table]:
    """Name games that are worth a look, with the commands that play them again."""
    games = study.finished
    if not games:
        return
    lengths = [one for one, _ in games.alike(DECISIONS)]
    chosen = [
        ("the shortest", min(lengths, key=lambda one: one.decisions)),
        ("the longest", max(lengths, key=lambda one: one.decisions)),
    ]
    if "margin" in study.metrics and len(study.names) > 1:
        chosen.append(("most points ahead", max((one for one, _ in games.alike(Of(POINTS, "ahead"))), key=margin)))
    rows = tuple(
        (f"{what}: seed {one.seed}, {one.decisions:,} decisions", reproduced(study.game, study.settings, one))
        for what, one in chosen
    )
    note = "These commands play the very same games again; --save FILE keeps one as a record for gamedsl replay."
    yield Table("Games to look at", ("what", "again"), rows, note, form="list")

"""A study -> the tables of its report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean

import attrs

from gamedsl.simulate.figures.estimates import rate
from gamedsl.simulate.figures.figures import margin
from gamedsl.simulate.figures.metrics import ActionUse, Metric, action_uses, beside, spread
from gamedsl.simulate.figures.unused import Unused
from gamedsl.simulate.figures.wording import action_row, interval, number, per_cent, short_words, value_of
from gamedsl.simulate.play.results import CHECKPOINTS, GameResult
from gamedsl.simulate.reports.report import Study, Table, reproduced

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
    yield from _phases(study)
    yield from _unused(study)
    yield from _trouble(study)
    yield from _given_up(study)
    yield from _look(study)


def _row(metric: Metric, name: str = "") -> tuple[str, ...]:
    found = metric.estimate
    return (name or metric.words, value_of(metric), interval(found, metric.unit), f"{found.size:,}")


def _table(title: str, metrics: dict[str, Metric], wanted: Iterable[str], note: str = "") -> Iterator[Table]:
    rows = tuple(_row(metrics[name]) for name in wanted if name in metrics)
    if rows:
        yield Table(title, _COLUMNS, rows, note)


def _victories(study: Study) -> Iterator[Table]:
    metrics = study.metrics
    rows = [_row(metrics[f"win_rate.seat_{seat}"], f"Seat {seat} ({name}) wins") for seat, name in _seats(study)]
    rows += [_row(metric) for name, metric in metrics.items() if name.startswith("win_rate.") and ".seat_" not in name]
    if len(study.names) > 1:
        rows += [_row(metrics["seat_balance"])]
    rows += [_row(metrics[name]) for name in ("shared", "without_winner")]
    note = "A victory shared by several counts in part for each of them."
    if "win_rate.starter" in metrics:
        note += " Who starts differs from game to game: the one who decides first is counted, too."
    if len(study.names) > 1:
        note += " A seat balance of 1.00 is even; its interval allows for chance at all seats."
    yield Table("Who wins", _COLUMNS, tuple(rows), note)
    ends = Counter(one.end or "(no words)" for one in study.finished)
    if len(study.game.checked.ends) > 1:
        shares = [(words, rate(count, len(study.finished)), count) for words, count in ends.most_common()]
        yield Table(
            "How games end",
            ("", "share", "95 % interval", "games"),
            tuple((words, per_cent(one.value), interval(one, "rate"), f"{count:,}") for words, one, count in shares),
        )


def _seats(study: Study) -> Iterator[tuple[int, str]]:
    return enumerate(study.names, 1)


def _points(study: Study) -> Iterator[Table]:
    metrics, games = study.metrics, study.finished
    if "score" not in metrics:
        return
    rows = []
    for seat, name in _seats(study):
        found = spread([one.points[seat - 1] for one in games])
        mean = metrics[f"score.seat_{seat}"].estimate
        quantiles = map(_quantile, attrs.astuple(found))
        rows.append((f"seat {seat} ({name})", number(mean.value), interval(mean, "mean"), *quantiles))
    yield Table("Points", ("", "mean", "95 % interval", *_SPREAD), tuple(rows), _QUARTERS)
    yield from _sources(study)
    kinds = [name for name in metrics if name.startswith("score.") and ".seat_" not in name]
    yield from _table("The best and the others", metrics, ("winner_score", "margin", *kinds))


def _quantile(value: float) -> str:
    return number(round(value) if abs(value) >= _LARGE else value)


def _sources(study: Study) -> Iterator[Table]:
    rows = []
    both = [one for one in study.finished if 0 < len(one.winners) < len(one.kinds)]
    for name, source in study.game.checked.sources.items():
        if f"source.{name}" not in study.metrics:
            continue
        found = study.metrics[f"source.{name}"].estimate
        pairs = [beside(one, one.sources[name]) for one in both]
        winners, others = (number(fmean(values)) if pairs else "–" for values in zip(*pairs or [(0, 0)], strict=True))
        rows.append((short_words(source), number(found.value), interval(found, "mean"), winners, others))
    if rows:
        columns = ("", "a player", "95 % interval", "winners", "others")
        yield Table("Points by source", columns, tuple(rows), "Points of one player in a game.")


def _length(study: Study) -> Iterator[Table]:
    note = "A turn is a row of decisions of one player. A single choice leaves nothing to decide."
    yield from _table("Length", study.metrics, ("decisions", "turns", "branching", "forced"), note)
    found = spread([one.decisions for one in study.finished])
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
    yield from _table("How games go", study.metrics, shown, note)


def shown_courses(study: Study) -> list[str]:
    """Return the metrics of the course that say anything: those of moments when mostly nobody leads alone do not."""
    told = sum(all(one.standings) for one in study.finished)
    found = [
        name
        for name in ("leader_wins.25", "leader_wins.50", "leader_wins.75", "comeback")
        if name in study.metrics and study.metrics[name].estimate.size >= max(1, _SELDOM * told)
    ]
    leaders = [name for name in found if name != "comeback"]
    if not leaders:
        return []
    return ["lead_changes", *found, *(["runaway"] if len(leaders) == len(CHECKPOINTS) else [])]


def _actions(study: Study) -> Iterator[Table]:
    uses = action_uses(study.finished, study.actions)
    if not uses:
        return
    rows = tuple(
        (
            action_row(study.game.checked, one.name),
            per_cent(one.games.value),
            number(one.uses.value),
            interval(one.uses, "mean"),
            number(one.by_winners.value),
            number(one.by_others.value) + ("" if not one.more.size or not one.more.excludes(0.0) else " *"),
        )
        for one in uses
    )
    columns = ("action", "in games", "uses a game", "95 % interval", "a winner", "another")
    note = (
        "In games: the share of games with it. A winner, another: uses of one winner and one other player in a game. "
        "* They clearly differ (95 % for all rows together). Who does something and wins need not win because of it."
    )
    yield Table("Actions", columns, rows, note)
    yield from _winning(study, uses)


def _winning(study: Study, uses: Sequence[ActionUse]) -> Iterator[Table]:
    rows = tuple(
        (
            action_row(study.game.checked, one.name),
            per_cent(one.wins_with.value),
            interval(one.wins_with, "rate"),
            per_cent(one.wins_without.value),
            interval(one.wins_without, "rate"),
        )
        for one in uses
        if min(one.wins_with.size, one.wins_without.size) >= _ENOUGH
    )
    if rows:
        note = f"Only actions that somebody used in at least {_ENOUGH} games, and somebody did not in {_ENOUGH}. "
        columns = ("action", "used it: won", "95 % interval", "did not: won", "95 % interval")
        yield Table("Winning with and without an action", columns, rows, note + f"Fair: {_fair(study)}.")


def _fair(study: Study) -> str:
    return per_cent((1 - study.metrics["without_winner"].estimate.value) / len(study.names))


def _phases(study: Study) -> Iterator[Table]:
    """Tell how often phases begin: the length of a game in its own rounds."""
    logged = [one for one in study.results if one.logged and one.status == "finished"]
    phases = study.game.checked.phases
    begun = [name for name in phases if any(name in one.phases for one in logged)]
    if len(begun) < 2:
        return
    rows = []
    for name in begun:
        found = spread([one.phases.get(name, 0) for one in logged])
        mean = fmean(one.phases.get(name, 0) for one in logged)
        rows.append((short_words(phases[name]), number(mean), number(found.least), number(found.most)))
    note = f"In {len(logged):,} finished games that kept a log: the length of a game in its own rounds and turns."
    yield Table("How often phases begin", ("", "times a game", "least", "most"), tuple(rows), note)


# ---------------------------------------------------------------- what is missing or goes wrong


def _unused(study: Study) -> Iterator[Table]:
    found = study.neglected
    note = f"Actions in all {len(study.results):,} games; rules, phases and pieces in the {found.logged:,} with a log."
    rows = tuple((one.kind, one.name, _besides(one), one.why) for one in found.unused)
    if rows:
        yield Table("Never used", ("", "name", "words", "what"), rows, note)


def _besides(one: Unused) -> str:
    return "" if one.words == one.name.replace("_", " ") else one.words


def _trouble(study: Study) -> Iterator[Table]:
    """List rule errors by code and place, each with its first message and the command that shows it again."""
    first: dict[str, GameResult] = {}
    times: Counter[str] = Counter()
    for one in study.results:
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
    games = [one for one in study.results if one.status == "unfinished"]
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
    chosen = [
        ("the shortest", min(games, key=lambda one: one.decisions)),
        ("the longest", max(games, key=lambda one: one.decisions)),
    ]
    if "margin" in study.metrics and len(study.names) > 1:
        chosen.append(("most points ahead", max(games, key=margin)))
    rows = tuple(
        (f"{what}: seed {one.seed}, {one.decisions:,} decisions", reproduced(study.game, study.settings, one))
        for what, one in chosen
    )
    note = "These commands play the very same games again; --save FILE keeps one as a record for gamedsl replay."
    yield Table("Games to look at", ("what", "again"), rows, note, form="list")

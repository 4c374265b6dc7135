"""Settings and results -> the report as plain data: sentences, tables and plots, the same for every output format."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

import attrs

from gamedsl.api import Game, written
from gamedsl.simulate.claims import Verdict
from gamedsl.simulate.estimates import Estimate
from gamedsl.simulate.metrics import Metric, action_uses, measure, spread
from gamedsl.simulate.results import GameResult
from gamedsl.simulate.settings import Settings

_FEW = 12


@attrs.frozen
class Table:
    """Rows of text under columns; ``note`` says how to read them."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


@attrs.frozen
class Plot:
    """What is drawn: ``bars`` (a value for each label, with its interval) or a ``histogram`` of values."""

    title: str
    kind: Literal["bars", "histogram"]
    labels: tuple[str, ...]
    values: tuple[float, ...]
    bounds: tuple[tuple[float, float], ...] = ()
    axis: str = ""


@attrs.frozen
class Report:
    """A simulation told: what was played, what stands out, tables, plots, and the metrics by name."""

    title: str
    facts: tuple[tuple[str, str], ...]
    findings: tuple[str, ...]
    tables: tuple[Table, ...]
    plots: tuple[Plot, ...]
    metrics: dict[str, Metric]
    verdicts: tuple[Verdict, ...] = ()


def build(game: Game, settings: Settings, results: Sequence[GameResult], names: Sequence[str]) -> Report:
    """Return the report of a simulation; ``names`` are those of the seats."""
    metrics = measure(results)
    finished = [one for one in results if one.status == "finished"]
    tables = [*_victories(metrics, names), *_points(metrics, finished, names), *_length(metrics, finished)]
    tables += [*_course(metrics), *_actions(game, finished), *_trouble(settings, results)]
    return Report(
        title=f"{game.title}: {len(results)} simulated games",
        facts=_facts(game, settings, results),
        findings=tuple(_findings(game, metrics, finished, names)),
        tables=tuple(tables),
        plots=tuple(_plots(metrics, finished, names)),
        metrics=metrics,
    )


def number(value: float) -> str:
    """Return a number for people: two digits behind the point below 10, one below 1000."""
    if not math.isfinite(value):
        return "–"
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.2f}" if abs(value) < 10 else f"{value:.1f}" if abs(value) < 1000 else f"{value:,.0f}"


def per_cent(value: float) -> str:
    """Return a share in per cent."""
    return "–" if math.isnan(value) else f"{100 * value:.1f} %"


def interval(found: Estimate, unit: str) -> str:
    """Return the 95 % interval in words."""
    show = per_cent if unit == "rate" else number
    return "–" if not math.isfinite(found.low) else f"{show(found.low)} to {show(found.high)}"


def value_of(metric: Metric) -> str:
    """Return the value of a metric for people."""
    return per_cent(metric.estimate.value) if metric.unit == "rate" else number(metric.estimate.value)


def _facts(game: Game, settings: Settings, results: Sequence[GameResult]) -> tuple[tuple[str, str], ...]:
    seats = ", ".join(settings.seats) + (
        " (moving on by one seat each game)" if settings.rotate and len(set(settings.seats)) > 1 else ""
    )
    chosen = [
        f"{name} = {written(value)}" for name, value in settings.options.items() if value != game.options[name][0]
    ]
    last = max((one.seed for one in results), default=settings.seed)
    facts = [
        ("Game", settings.game),
        ("Players", str(settings.players)),
        ("Seats", seats),
        ("Options", ", ".join(chosen) or "all as by default"),
        ("Seeds", f"{settings.seed} to {last}, one for each game"),
        (
            "Games",
            ", ".join(f"{count} {status}" for status, count in sorted(Counter(one.status for one in results).items())),
        ),
    ]
    return tuple(facts)


def _row(metric: Metric, name: str = "") -> tuple[str, ...]:
    return (name or metric.words, value_of(metric), interval(metric.estimate, metric.unit), str(metric.estimate.size))


_SPREAD = ("least", "25 %", "median", "75 %", "most")
_COLUMNS = ("", "measured", "95 % interval", "cases")


def _table(title: str, metrics: dict[str, Metric], wanted: Iterable[str], note: str = "") -> list[Table]:
    rows = tuple(_row(metrics[name]) for name in wanted if name in metrics)
    return [Table(title, _COLUMNS, rows, note)] if rows else []


def _victories(metrics: dict[str, Metric], names: Sequence[str]) -> list[Table]:
    rows = [
        _row(metrics[f"win_rate.seat_{seat + 1}"], f"seat {seat + 1} ({name})")
        for seat, name in enumerate(names)
        if f"win_rate.seat_{seat + 1}" in metrics
    ]
    rows += [_row(metric) for name, metric in metrics.items() if name.startswith("win_rate.") and ".seat_" not in name]
    rows += [_row(metrics[name]) for name in ("seat_balance", "shared", "without_winner") if name in metrics]
    note = "A shared victory counts as a part for each winner. Seat balance 1 is even."
    return [Table("Who wins", _COLUMNS, tuple(rows), note)] if rows else []


def _points(metrics: dict[str, Metric], games: Sequence[GameResult], names: Sequence[str]) -> list[Table]:
    if "score" not in metrics:
        return []
    rows = []
    for seat, name in enumerate(names):
        found = spread([one.points[seat] for one in games])
        mean = metrics[f"score.seat_{seat + 1}"].estimate
        rows.append(
            (
                f"seat {seat + 1} ({name})",
                number(mean.value),
                interval(mean, "mean"),
                *map(number, attrs.astuple(found)),
            )
        )
    columns = ("", "mean", "95 % interval", *_SPREAD)
    tables = [Table("Points", columns, tuple(rows))]
    tables += _table(
        "Points by source", metrics, (name for name in metrics if name.startswith("source.")), "Of all players."
    )
    tables += _table("The best and the others", metrics, ("winner_score", "margin"))
    return tables


def _length(metrics: dict[str, Metric], games: Sequence[GameResult]) -> list[Table]:
    tables = _table("Length", metrics, ("decisions", "turns", "branching", "forced"))
    if games:
        found = spread([one.decisions for one in games])
        row = ("decisions in a game", *map(number, attrs.astuple(found)))
        tables.append(Table("Spread of the length", ("", *_SPREAD), (row,)))
    return tables


def _course(metrics: dict[str, Metric]) -> list[Table]:
    wanted = ("lead_changes", "leader_wins.25", "leader_wins.50", "leader_wins.75", "comeback", "runaway")
    return _table("How games go", metrics, wanted, "By the points as they would count if the game ended then.")


def _actions(game: Game, games: Sequence[GameResult]) -> list[Table]:
    if not games:
        return []
    rows = [
        (
            use.name,
            per_cent(use.games.value),
            number(use.uses.value),
            f"{per_cent(use.wins_with.value)} ({interval(use.wins_with, 'rate')})" if use.wins_with.size else "–",
            f"{per_cent(use.wins_without.value)} ({interval(use.wins_without, 'rate')})"
            if use.wins_without.size
            else "–",
        )
        for use in action_uses(games, list(game.checked.actions))
    ]
    columns = ("action", "games with it", "uses a game", "wins of who used it", "wins of who did not")
    note = "Who uses an action and wins need not win because of it."
    return [Table("Actions", columns, tuple(rows), note)]


def _trouble(settings: Settings, results: Sequence[GameResult]) -> list[Table]:
    first: dict[str, GameResult] = {}
    times: Counter[str] = Counter()
    for one in results:
        if one.error:
            first.setdefault(one.error, one)
            times[one.error] += 1
    rows = tuple((error, str(times[error]), reproduced(settings, one)) for error, one in first.items())
    return [Table("Games stopped by a rule", ("what", "times", "the first one again"), rows)] if rows else []


def reproduced(settings: Settings, one: GameResult) -> str:
    """Return the command that plays a simulated game again."""
    options = "".join(f" --option {name}={written(value)}" for name, value in settings.options.items())
    seats = "".join(f" --seat {seat}={kind}" for seat, kind in enumerate(one.kinds, 1))
    return f"gamedsl play {settings.game} --players {settings.players} --seed {one.seed}{options}{seats}"


def unused(game: Game, results: Sequence[GameResult], designs: Sequence[str]) -> dict[str, list[str]]:
    """Return what the games never did: actions of all games; rules, triggers and pieces of the logged ones."""
    checked = game.checked
    played = {name for one in results for name in one.uses}
    logged = [one for one in results if one.logged]
    cards = {name for one in logged for name in one.cards}
    moved = {name for one in logged for name in one.moved}
    found = {"actions": [name for name in checked.actions if name not in played]}
    if logged:
        found["rules"] = [name for name in (*checked.rules, *checked.triggers) if name not in cards]
        found["phases"] = [name for name in checked.phases if name not in cards]
        found["pieces"] = [name for name in dict.fromkeys(designs) if name and name not in moved]
    return {kind: names for kind, names in found.items() if names}


def _findings(
    game: Game, metrics: dict[str, Metric], games: Sequence[GameResult], names: Sequence[str]
) -> Iterable[str]:
    """Yield what stands out, in sentences."""
    if not games:
        yield "No game was played to its end."
        return
    fair = 1 / len(names)
    for seat, name in enumerate(names):
        found = metrics[f"win_rate.seat_{seat + 1}"].estimate
        if found.excludes(fair):
            way = "more" if found.value > fair else "less"
            said = per_cent(found.value)
            yield f"Seat {seat + 1} ({name}) wins {way} than its fair share of {per_cent(fair)}: {said}."
    if not any(metrics[f"win_rate.seat_{seat + 1}"].estimate.excludes(fair) for seat in range(len(names))):
        half = max((found.high - found.low) / 2 for found in _seat_rates(metrics, names))
        yield (
            f"No seat wins clearly more or less than its fair share of {per_cent(fair)}; "
            f"{len(games)} games show differences from about {per_cent(half)} on."
        )
    for status, words in (("stopped", "were stopped by a rule"), ("unfinished", "were given up at the limit")):
        share = metrics[status].estimate
        if share.value:
            yield f"{per_cent(share.value)} of the games {words}."


def _seat_rates(metrics: dict[str, Metric], names: Sequence[str]) -> list[Estimate]:
    return [metrics[f"win_rate.seat_{seat + 1}"].estimate for seat in range(len(names))]


def unused_sentences(found: dict[str, list[str]], logged: int) -> list[str]:
    """Return what was never used in sentences; ``logged`` is the number of games in which rules and pieces show."""
    said = []
    for kind, names in found.items():
        listed = ", ".join(names[:_FEW]) + (f" and {len(names) - _FEW} more" if len(names) > _FEW else "")
        where = "" if kind == "actions" else f" in the {logged} games with a log"
        verb = {"actions": "Never chosen", "pieces": "Never moved"}.get(kind, "Never carried out")
        said.append(f"{verb}{where} ({kind}): {listed}.")
    return said or [f"Everything was used: every action, and in the {logged} games with a log every card and piece."]


def _plots(metrics: dict[str, Metric], games: Sequence[GameResult], names: Sequence[str]) -> Iterable[Plot]:
    if not games:
        return
    wins = [metrics[f"win_rate.seat_{seat + 1}"].estimate for seat in range(len(names))]
    yield Plot(
        "Victories by seat",
        "bars",
        tuple(names),
        tuple(100 * one.value for one in wins),
        tuple((100 * one.low, 100 * one.high) for one in wins),
        "per cent of the games",
    )
    yield Plot("Length of the games", "histogram", (), tuple(float(one.decisions) for one in games), axis="decisions")
    if "score" in metrics:
        points = tuple(float(value) for one in games for value in one.points)
        yield Plot("Points of all players", "histogram", (), points, axis="points")
    sources = [metric for name, metric in metrics.items() if name.startswith("source.")]
    if len(sources) > 1:
        yield Plot(
            "Points by source",
            "bars",
            tuple(metric.name.partition(".")[2] for metric in sources),
            tuple(metric.estimate.value for metric in sources),
            tuple((metric.estimate.low, metric.estimate.high) for metric in sources),
            "points of a player",
        )

"""Simulations that differ in one option or in the number of players -> a report with a column for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from gamedsl.game import Game
from gamedsl.simulate.figures.claims import Claim, Verdict, judge
from gamedsl.simulate.figures.differences import compare, told
from gamedsl.simulate.figures.metrics import Metric, in_order, swept
from gamedsl.simulate.figures.wording import interval, label, several, value_of
from gamedsl.simulate.play.settings import Settings, program
from gamedsl.simulate.reports.findings import brief, who_played
from gamedsl.simulate.reports.report import Plot, Report, Table
from gamedsl.simulate.reports.study import Study, never_used, options_told, played, seeds_told, study_of, who_plays
from gamedsl.simulate.results.game_result import GameResult
from gamedsl.simulate.results.results import actions_of, results_of

TABLES = (
    "How games end",
    "Who wins",
    "Points",
    "Length",
    "How games go",
    "Uses of actions in a game",
    "Metrics of the rule file",
)
"""The places that metrics may have in a sweep, in their order."""


@attrs.frozen
class Part:
    """One of the simulations: what it is called (``sale = any``; "" if alone), what was played, and the results."""

    label: str
    game: Game
    settings: Settings
    results: Sequence[GameResult]

    @property
    def actions(self) -> list[str]:
        """Actions whose use is told."""
        return actions_of(self.game.checked.actions, results_of(self.results))


def sweep_report(name: str, parts: Sequence[Part]) -> Report:
    """Return the report on several simulations with the same seeds; ``name`` is what differs in them."""
    first = parts[0]
    studies = [study_of(part.game, part.settings, part.results) for part in parts]
    metrics = [one.metrics for one in studies]
    least = min(len(part.results) for part in parts)
    return Report(
        title=f"{first.game.title}: {name} in {several(len(parts), 'value')}, {several(least, 'game')} each",
        facts=(
            ("Game", first.settings.game),
            ("Players", _players(parts)),
            ("Other options", options_told(first.game, attrs.evolve(first.settings, options=_common(parts)))),
            ("Seeds", f"{seeds_told(first.results)}, the same for each value"),
            ("Made by", f"gamedsl {program()}, rules {first.game.checked.rules_hash[:12]}"),
        ),
        findings=(*_findings(parts, least), *_each(parts, studies)),
        tables=(*_tables(parts, metrics), *_unused(parts, studies)),
        plots=tuple(_plots(parts, metrics)),
        metrics={
            f"{_mark(part)}{key}": metric
            for part, found in zip(parts, metrics, strict=True)
            for key, metric in found.items()
        },
        data={
            "parts": [
                {"label": part.label, "simulation": played(study), **never_used(study)}
                for part, study in zip(parts, studies, strict=True)
            ]
        },
        format="gamedsl sweep report",
    )


def judged(claim: Claim, parts: Sequence[Part], metrics: Mapping[str, Metric]) -> list[Verdict]:
    """Return what each simulation says of a claim; raise ClaimError when there is no such metric."""
    found = []
    for part in parts:
        own = {
            name.removeprefix(_mark(part)): metric for name, metric in metrics.items() if name.startswith(_mark(part))
        }
        text = f"{part.label}: {claim.text}" if part.label else claim.text
        found.append(judge(attrs.evolve(claim, text=text), own))
    return found


def _mark(part: Part) -> str:
    """Return what stands before the names of the metrics of a part; nothing where there is only one."""
    return f"{part.label.replace(' ', '')}:" if part.label else ""


def _players(parts: Sequence[Part]) -> str:
    numbers = list(dict.fromkeys(str(part.settings.players) for part in parts))
    return f"{', '.join(numbers)}: {who_plays(parts[0].settings)}"


def _common(parts: Sequence[Part]) -> dict[str, bool | int | str]:
    """Return the options that are the same in all parts."""
    first = parts[0].settings.options
    return {name: value for name, value in first.items() if all(part.settings.options[name] == value for part in parts)}


def _findings(parts: Sequence[Part], least: int) -> Iterator[str]:
    first, *others = parts
    yield from who_played(first.settings)
    if least < 100:
        yield f"{several(least, 'game')} each: intervals are wide, and small differences do not show."
    for part in others:
        if part.settings.players != first.settings.players:
            continue
        real = [told(one) for one in compare(first.results, part.results, part.actions) if one.is_real]
        said = "; ".join(real) if real else "no difference that is surely more than chance"
        yield f"{part.label} instead of {first.label}: {said}."
    if any(part.settings.players != first.settings.players for part in others):
        yield "Numbers of players are not compared game by game; differences are real where intervals lie apart."


def _each(parts: Sequence[Part], studies: Sequence[Study]) -> Iterator[str]:
    """Walk what stands out in each of the simulations by itself."""
    for part, study in zip(parts, studies, strict=True):
        yield from (f"{part.label}: {line}" for line in brief(study))


def _unused(parts: Sequence[Part], studies: Sequence[Study]) -> Iterator[Table]:
    """List what was never used, with the values for which it was not."""
    where: dict[tuple[str, str, str], list[str]] = {}
    for part, study in zip(parts, studies, strict=True):
        for one in study.neglected.unused:
            where.setdefault((one.kind, one.name, one.words), []).append(part.label)
    rows = tuple((*thing, ", ".join(labels)) for thing, labels in where.items())
    if rows:
        yield Table("Never used", ("", "name", "words", "with"), rows)


def _tables(parts: Sequence[Part], metrics: Sequence[dict[str, Metric]]) -> Iterator[Table]:
    longest = sorted(metrics, key=len, reverse=True)  # the part with most seats has all of them in their order
    every = {name: one for found in longest for name, one in found.items()}
    note = "In each cell: what was measured, and its 95 % interval."
    for title in TABLES:
        rows = [_row(parts[0].game, one, metrics) for one in swept(every, title) if _matters(one, metrics)]
        if rows:
            yield Table(title, ("", *(part.label for part in parts)), tuple(rows), note, "pairs")
            note = ""


def _matters(one: Metric, metrics: Sequence[dict[str, Metric]]) -> bool:
    """Tell whether a row says anything: not that all games were finished and none stopped or given up."""
    usual = one.figure.row.usual
    return usual is None or any(found[one.name].estimate.value != usual for found in metrics if one.name in found)


def _row(game: Game, one: Metric, metrics: Sequence[dict[str, Metric]]) -> tuple[str, ...]:
    cells = [_cell(found[one.name]) if one.name in found else "–" for found in metrics]
    return (label(game.checked, one.figure, one.figure.row.sweep), *cells)


def _cell(metric: Metric) -> str:
    between = interval(metric.estimate, metric.unit).replace(" %", "")
    return f"{value_of(metric)} ({between})"


def _plots(parts: Sequence[Part], metrics: Sequence[dict[str, Metric]]) -> Iterator[Plot]:
    for first in in_order({name: one for found in metrics for name, one in found.items()}.values()):
        axis = first.figure.row.drawn
        found = [(part.label, one[first.name]) for part, one in zip(parts, metrics, strict=True) if first.name in one]
        if axis and len(found) > 1 and all(metric.estimate.size > 1 for _, metric in found):
            yield Plot(
                first.words,
                "bars",
                tuple(value for value, _ in found),
                tuple(metric.estimate.value for _, metric in found),
                tuple((metric.estimate.low, metric.estimate.high) for _, metric in found),
                f"{axis}, with 95 % intervals",
            )

"""``gamedsl simulate``: a game and a number of games in; win rates, lengths, uses and troubles out."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .console import FINDINGS, fail, friendly_errors, make_console

if TYPE_CHECKING:
    from rich.console import RenderableType

    from gamedsl.api import Game
    from gamedsl.simulate.report import Report
    from gamedsl.simulate.report import Table as ReportTable
    from gamedsl.simulate.results import GameResult
    from gamedsl.simulate.settings import Settings

_SWEEP_ALONE = "--sweep prints one table; it takes no --format, --output, --raw, --keep or --assert"
_FORMATS = ("text", "json", "csv", "md", "html")


def simulation_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add the options that all simulating verbs share."""
    for option in reversed(
        [
            click.option("--games", type=click.IntRange(1, 10_000_000), default=1000, show_default=True, metavar="N"),
            click.option(
                "--players", type=int, metavar="N", help="Number of players; default: the fewest the game allows."
            ),
            click.option(
                "--seats",
                default="random",
                show_default=True,
                metavar="KIND,KIND…",
                help="Who plays: one kind for all seats, or one for each, such as mcts:200,random,random.",
            ),
            click.option(
                "--seed",
                type=click.IntRange(0),
                metavar="S",
                help="Seed of the first game; the next ones count up. Default: a new one, which is printed.",
            ),
            click.option(
                "--workers", type=click.IntRange(1, 256), metavar="W", help="Processes; default: one for each core."
            ),
            click.option(
                "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; repeatable."
            ),
            click.option(
                "--limit",
                type=click.IntRange(1),
                metavar="N",
                help="Give a game up after N decisions; it has no winner.",
            ),
            click.option(
                "--fixed-seats", is_flag=True, help="Do not move the players on by one seat from game to game."
            ),
        ]
    ):
        function = option(function)
    return function


@click.command("simulate")
@click.argument("game")
@simulation_options
@click.option("--format", "form", type=click.Choice(_FORMATS), default="text", show_default=True)
@click.option(
    "--output", type=click.Path(dir_okay=False, writable=True), metavar="FILE", help="Write the report there."
)
@click.option(
    "--raw",
    type=click.Path(dir_okay=False, writable=True),
    metavar="FILE",
    help="Write a CSV file with a row for each game.",
)
@click.option(
    "--keep",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Keep results while playing, and go on with those already there.",
)
@click.option("--sweep", metavar="OPTION=A,B,C", help="Simulate once for each value of an option, with the same seeds.")
@click.option(
    "--assert",
    "claims",
    multiple=True,
    metavar="CLAIM",
    help='A claim such as "seat_balance >= 0.9"; exit 1 when the games rule it out.',
)
def command(
    game: str,
    games: int,
    players: int | None,
    seats: str,
    seed: int | None,
    workers: int | None,
    options: tuple[str, ...],
    limit: int | None,
    fixed_seats: bool,
    form: str,
    output: str | None,
    raw: str | None,
    keep: str | None,
    sweep: str | None,
    claims: tuple[str, ...],
) -> None:
    """Play GAME many times and tell whether it is fair, how long it takes, and what is never used.

    The same seed, seats and options give the same games on every machine.
    """
    with friendly_errors():
        loaded, settings = settings_of(game, games, players, seats, seed, options, limit, fixed_seats)
        if sweep is not None:
            if form != "text" or output or raw or keep or claims:
                raise click.UsageError(
                    "--sweep prints one table; it takes no --format, --output, --raw, --keep, --assert"
                )
            _sweep(loaded, settings, sweep, workers)
            return
        results = run(settings, workers, None if keep is None else Path(keep))
        report = _report(loaded, settings, results, claims)
    if raw is not None:
        from gamedsl.simulate.formats import results_csv

        Path(raw).write_text(results_csv(results), encoding="utf-8")
    _write(report, form, output)
    if any(verdict.answer == "fails" for verdict in report.verdicts):
        raise SystemExit(FINDINGS)


def settings_of(
    game: str,
    games: int,
    players: int | None,
    seats: str,
    seed: int | None,
    options: tuple[str, ...],
    limit: int | None,
    fixed_seats: bool,
) -> tuple[Game, Settings]:
    """Return the game and what to simulate; raise click.UsageError for what cannot be meant."""
    from gamedsl import load
    from gamedsl.players.seats import make
    from gamedsl.simulate.settings import Settings

    loaded = load(game)
    chosen = dict(_pair(option) for option in options)
    number = loaded.players.start if players is None else players
    kinds = [kind.strip() for kind in seats.split(",")]
    if len(kinds) not in (1, number):
        raise click.UsageError(f"--seats names {len(kinds)} players, the game has {number}")
    for kind in kinds:
        try:
            make(kind, 0)
        except ValueError as error:
            raise click.UsageError(f"--seats {seats}: {error}") from error
    start = secrets.randbelow(2**32) if seed is None else seed
    table = loaded.start(number, start, chosen)
    every = tuple(kinds * number if len(kinds) == 1 else kinds)
    return loaded, Settings(game, number, every, start, games, table.options, not fixed_seats, limit)


def _pair(written: str) -> tuple[str, str]:
    name, sign, value = written.partition("=")
    if not sign or not name.strip() or not value.strip():
        raise click.UsageError(f"--option {written}: write --option NAME=VALUE")
    return name.strip(), value.strip()


def run(settings: Settings, workers: int | None, keep: Path | None = None) -> list[GameResult]:
    """Simulate with a progress bar on standard error; Ctrl-C keeps what is done."""
    from gamedsl.simulate.running import ResultsFileError, simulate

    with _progress(settings.games) as told:
        try:
            results = simulate(settings, workers=workers or os.cpu_count() or 1, kept=keep, told=told)
        except (ResultsFileError, ValueError) as error:
            fail(str(error))
    if len(results) < settings.games:
        click.echo(f"Interrupted after {len(results)} of {settings.games} games.", err=True)
    if not results:
        raise SystemExit(130)
    return results


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("games", total=games)
        yield lambda done: bar.update(task, completed=done)


def _report(game: Game, settings: Settings, results: Sequence[GameResult], claims: Sequence[str]) -> Report:
    import attrs

    from gamedsl.simulate.claims import ClaimError, judge, parse_claim
    from gamedsl.simulate.report import build, unused, unused_sentences

    table = game.start(settings.players, settings.seed, settings.options)
    report = build(game, settings, results, table.names)
    found = unused_sentences(unused(game, results, table.designs()), sum(one.logged for one in results))
    try:
        verdicts = tuple(judge(parse_claim(claim), report.metrics) for claim in claims)
    except ClaimError as error:
        raise click.UsageError(f"--assert: {error}") from error
    return attrs.evolve(report, findings=(*report.findings, *found), verdicts=verdicts)


def _write(report: Report, form: str, output: str | None) -> None:
    if form == "text" and output is None:
        make_console().print(render(report))
        return
    text = _text_of(report, form)
    if output is None:
        click.echo(text, nl=False)
        return
    Path(output).write_text(text, encoding="utf-8")
    click.echo(f"Written: {output}")


def _text_of(report: Report, form: str) -> str:
    from gamedsl.simulate import formats
    from gamedsl.simulate.html import to_html

    if form == "text":
        console = make_console(width=100)
        with console.capture() as captured:
            console.print(render(report))
        return captured.get()
    made = {"json": formats.to_json, "csv": formats.to_csv, "md": formats.to_markdown, "html": to_html}
    return made[form](report)


def render(report: Report) -> RenderableType:
    """Return the report for a terminal."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.rule import Rule
    from rich.table import Table
    from rich.text import Text

    from .console import plain

    facts = Table.grid(padding=(0, 2, 0, 0))
    for name, value in report.facts:
        facts.add_row(Text(plain(name), style="dim"), Text(plain(value)))
    parts: list[RenderableType] = [Rule(Text(plain(report.title), style="bold"), style="dim", align="left"), facts]
    lines = [*report.findings, *(verdict.words for verdict in report.verdicts)]
    parts += [Text()] if lines else []
    parts += [Padding(Text(f"• {plain(line)}"), (0, 0, 0, 0)) for line in lines]
    for table in report.tables:
        parts += [Text(), Text(plain(table.title), style="bold"), _rendered(table)]
        parts += [Text(plain(table.note), style="dim")] if table.note else []
    return Group(*parts)


def _rendered(table: ReportTable) -> RenderableType:
    from rich import box
    from rich.table import Table

    from .console import plain

    shown = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="dim")
    for place, column in enumerate(table.columns):
        shown.add_column(plain(column), justify="left" if place == 0 else "right")
    for row in table.rows:
        shown.add_row(*map(plain, row))
    return shown


def _sweep(game: Game, settings: Settings, sweep: str, workers: int | None) -> None:
    """Simulate once for each value of an option, and print the metrics side by side."""
    import attrs

    from gamedsl.simulate.metrics import measure
    from gamedsl.simulate.report import Table, interval, value_of

    name, written = _pair(sweep)
    values = [value.strip() for value in written.split(",")]
    tables = [game.start(settings.players, settings.seed, {**settings.options, name: value}) for value in values]
    found = []
    for value, table in zip(values, tables, strict=True):
        click.echo(f"{name} = {value}", err=True)
        found.append(measure(run(attrs.evolve(settings, options=table.options), workers)))
    names = list(dict.fromkeys(metric for metrics in found for metric in metrics))
    rows = tuple(
        (
            next(metrics[metric].words for metrics in found if metric in metrics),
            *(
                f"{value_of(metrics[metric])} ({interval(metrics[metric].estimate, metrics[metric].unit)})"
                if metric in metrics
                else "–"
                for metrics in found
            ),
        )
        for metric in names
    )
    columns = ("", *(f"{name} = {value}" for value in values))
    title = f"{game.title}: {settings.games} games for each value, seeds from {settings.seed}"
    make_console().print(_rendered(Table(title, columns, rows)))

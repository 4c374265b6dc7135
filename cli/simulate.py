"""``gamedsl simulate``: a game and a number of games in; win rates, lengths, uses and troubles out."""

from __future__ import annotations

import os
import re
import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .console import FINDINGS, fail, friendly_errors, make_console
from .seats import pair

if TYPE_CHECKING:
    from rich.console import RenderableType

    from gamedsl.api import Game
    from gamedsl.simulate.playing import Long
    from gamedsl.simulate.report import Report
    from gamedsl.simulate.report import Table as ReportTable
    from gamedsl.simulate.results import GameResult
    from gamedsl.simulate.settings import Settings
    from gamedsl.simulate.sweeping import Part

    Meant = tuple[str, int, int | None, str, int | None, tuple[str, ...], int | None, bool]
    Prepared = tuple[tuple[Path | None, ...], str, Game, Settings]

_FORMATS = ("text", "json", "csv", "md", "html")
_PARQUET = ".parquet"
_WIDTH = 100
INTERRUPTED = 130
_FEW_COLUMNS = 3
_FEW_LONG = 3
"""Games of the same length that are told; more would say nothing new."""
_SHORT = 18
"""Signs of cells that are never broken."""


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
    help="Write a row for each game: a CSV file, or a Parquet file if FILE ends in .parquet.",
)
@click.option(
    "--keep",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Keep results while playing, and go on with those already there.",
)
@click.option(
    "--sweep",
    metavar="OPTION=A,B,C",
    help="Simulate once for each value of an option, or of players, with the same seeds.",
)
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
    from gamedsl.simulate.sweeping import Part

    with friendly_errors():
        for file in (output, raw, keep):
            _check_folder(file)
        if raw is not None:
            _check_raw(raw)
        _check_claims(claims)
        parts = []
        for files, label, loaded, settings in _prepared(
            sweep, (raw, keep), (game, games, players, seats, seed, options, limit, fixed_seats)
        ):
            parts.append(Part(label, loaded, settings, run(settings, workers, files[1], label or "games")))
            if files[0] is not None:
                _write_raw(parts[-1].results, files[0])
            if len(parts[-1].results) < games:
                break
        report, wrong = _report(sweep, parts, claims)
    _write(report, form, output)
    if wrong:
        raise click.UsageError(f"--assert: {wrong}")
    if any(verdict.answer == "fails" for verdict in report.verdicts):
        raise SystemExit(FINDINGS)
    if len(parts[-1].results) < games:
        raise SystemExit(INTERRUPTED)


# ---------------------------------------------------------------- what is meant


def _check_folder(file: str | None) -> None:
    """Say at once, not after an hour of play, that a file cannot be written."""
    if file is None:
        return
    path = Path(file)
    folder = path.absolute().parent
    if not folder.is_dir():
        raise click.UsageError(f"{file}: there is no such folder")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise click.UsageError(f"{file}: it cannot be written there")


def _check_raw(raw: str) -> None:
    from importlib.util import find_spec

    if raw.lower().endswith(_PARQUET) and find_spec("pyarrow") is None:
        fail('Parquet files need pyarrow: pip install "gamedsl[parquet]"; a FILE of another name is written as CSV')


def _check_claims(claims: Sequence[str]) -> None:
    from gamedsl.simulate.claims import ClaimError, parse_claim

    try:
        for claim in claims:
            parse_claim(claim)
    except ClaimError as error:
        raise click.UsageError(f"--assert: {error}") from error


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
    from gamedsl.players.seats import check
    from gamedsl.simulate.settings import Settings

    loaded = load(game)
    chosen = dict(pair(option, "--option", "NAME=VALUE") for option in options)
    number = loaded.players.start if players is None else players
    kinds = [kind.strip() for kind in seats.split(",")]
    if len(kinds) not in (1, number):
        raise click.UsageError(f"--seats names {len(kinds)} players, the game has {number}")
    for kind in kinds:
        try:
            check(kind)
        except ValueError as error:
            raise click.UsageError(f"--seats {seats}: {error}") from error
    start = secrets.randbelow(2**32) if seed is None else seed
    table = loaded.start(number, start, chosen)
    if start + games > 2**64:
        raise click.UsageError(f"--seed {start}: the seeds of {games} games must stay below {2**64}")
    every = tuple(kinds * number if len(kinds) == 1 else kinds)
    return loaded, Settings(game, number, every, start, games, table.options, not fixed_seats, limit)


def _swept(sweep: str) -> tuple[str, list[str]]:
    """Return the name of an option, or ``players``, and the values to try."""
    name, written = pair(sweep, "--sweep", "OPTION=A,B,C")
    values = list(dict.fromkeys(value.strip() for value in written.split(",") if value.strip()))
    if not values:
        raise click.UsageError(f"--sweep {sweep}: write --sweep OPTION=A,B,C")
    if name == "players" and not all(value.isdecimal() for value in values):
        raise click.UsageError(f"--sweep {sweep}: write --sweep players=2,3,4")
    return name, values


def _prepared(sweep: str | None, files: tuple[str | None, ...], meant: Meant) -> list[Prepared]:
    """Return what to simulate, one for each value of a sweep: files for raw and kept results, label, game, settings."""
    game, games, players, seats, seed, options, limit, fixed_seats = meant
    name, values = ("", [""]) if sweep is None else _swept(sweep)
    paths = [tuple(None if file is None else _file_for(Path(file), value) for file in files) for value in values]
    seed = _seed(seed, [path for _, path in paths if path is not None])
    found = []
    for value, own in zip(values, paths, strict=True):
        number = int(value) if name == "players" else players
        chosen = options if name in ("", "players") else (*options, f"{name}={value}")
        label = f"{name} = {value}" if name else ""
        found.append((own, label, *settings_of(game, games, number, seats, seed, chosen, limit, fixed_seats)))
    return found


def _file_for(file: Path, value: str) -> Path:
    """Return the file for one value of a sweep: ``kept.any.jsonl`` for ``kept.jsonl``."""
    safe = re.sub(r"[^\w-]", "_", value)
    return file.with_name(f"{file.stem}.{safe}{file.suffix}") if value else file


def _seed(seed: int | None, kept: Sequence[Path]) -> int:
    """Return the seed that is wanted, else that of results kept before, else a new one."""
    from gamedsl.simulate.kept import kept_seed

    for file in kept if seed is None else ():
        seed = kept_seed(file) if seed is None else seed
    return secrets.randbelow(2**32) if seed is None else seed


# ---------------------------------------------------------------- playing


def run(settings: Settings, workers: int | None, keep: Path | None = None, doing: str = "games") -> list[GameResult]:
    """Simulate with a progress bar on standard error; Ctrl-C keeps what is done."""
    from gamedsl.simulate.running import simulate

    again = f" The same command goes on with {keep}." if keep is not None else ""
    with playing(settings.games, doing, keep) as told:
        results = simulate(settings, workers=workers or cores(), kept=keep, told=told, watch=long_games())
    tell_interrupted(len(results), settings.games, "game", again)
    return results


def tell_interrupted(done: int, wanted: int, what: str, again: str = "") -> None:
    """Say that not everything was played; raise SystemExit when nothing was."""
    if done < wanted:
        click.echo(f"Interrupted after {done:,} of {wanted:,} {what}s.{again}", err=True)
    if not done:
        raise SystemExit(INTERRUPTED)


def long_games() -> Callable[[Long], None]:
    """Return what tells of games that become very long: the first few after each number of decisions."""
    seen: Counter[int] = Counter()

    def watch(one: Long) -> None:
        seen[one.decisions] += 1
        if seen[one.decisions] > _FEW_LONG:
            return
        click.echo(
            f"Game {one.number + 1:,} (seed {one.seed}) goes on after {one.decisions:,} decisions; its last actions: "
            f"{', '.join(one.last) or 'none'}. If it has no end, press Ctrl-C and add --limit N: a game is then given "
            "up after N decisions.",
            err=True,
        )

    return watch


@contextmanager
def playing(games: int, doing: str, keep: Path | None = None) -> Iterator[Callable[[int], None]]:
    """Show a progress bar, and say what ended the games."""
    from gamedsl.simulate.processes import WorkerError

    with _progress(games, doing) as told:
        try:
            yield told
        except WorkerError as error:
            fail(f"{error}; {'nothing was kept (see --keep)' if keep is None else f'what was done is in {keep}'}")
        except ValueError as error:
            fail(str(error))


def cores() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def _progress(games: int, doing: str) -> Iterator[Callable[[int], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(doing.replace("[", "\\["), total=games)
        yield lambda done: bar.update(task, completed=done)


# ---------------------------------------------------------------- telling


def _report(sweep: str | None, parts: Sequence[Part], claims: Sequence[str]) -> tuple[Report, str]:
    """Return the report, and what is wrong with a claim: only the results tell which metrics there are."""
    import attrs

    from gamedsl.simulate.claims import ClaimError, parse_claim
    from gamedsl.simulate.report import build
    from gamedsl.simulate.sweeping import judged, sweep_report

    if sweep is None:
        report = build(parts[0].game, parts[0].settings, parts[0].results)
    else:
        report = sweep_report(_swept(sweep)[0], parts)
    verdicts, wrong = [], ""
    for claim in claims:
        try:
            verdicts += judged(parse_claim(claim), parts, report.metrics)
        except ClaimError as error:
            wrong = wrong or str(error)
    return attrs.evolve(report, verdicts=tuple(verdicts)), wrong


def _write_raw(results: Sequence[GameResult], path: Path) -> None:
    from gamedsl.simulate.formats import MissingLibraryError, results_csv, write_parquet
    from gamedsl.writing import write_whole

    if path.suffix.lower() != _PARQUET:
        write_whole(path, results_csv(results).encode())
        return
    try:
        write_parquet(results, path)
    except MissingLibraryError as error:
        fail(str(error))


def _write(report: Report, form: str, output: str | None) -> None:
    from gamedsl.writing import write_whole

    if form == "text" and output is None:
        make_console().print(render(report), crop=False)
        return
    text = _text_of(report, form)
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        write_whole(Path(output), text.encode())
    except OSError as error:
        fail(f"{output}: {error.strerror or error}")
    click.echo(f"Written: {output}")
    for verdict in report.verdicts:
        click.echo(verdict.words)


def _text_of(report: Report, form: str) -> str:
    from gamedsl.simulate import formats
    from gamedsl.simulate.html import to_html

    if form == "text":
        console = make_console(width=_WIDTH)
        with console.capture() as captured:
            console.print(render(report), crop=False)
        return captured.get()
    made = {"json": formats.to_json, "csv": formats.to_csv, "md": formats.to_markdown, "html": to_html}
    return made[form](report)


def render(report: Report) -> RenderableType:
    """Return the report for a terminal."""
    from rich.console import Group
    from rich.rule import Rule
    from rich.table import Table
    from rich.text import Text

    from .console import plain

    facts = Table.grid(padding=(0, 2, 0, 0))
    for name, value in report.facts:
        facts.add_row(Text(plain(name), style="dim"), Text(plain(value)))
    parts: list[RenderableType] = [Rule(Text(plain(report.title), style="bold"), style="dim", align="left"), facts]
    lines = [*report.findings, *(verdict.words for verdict in report.verdicts)]
    if lines:
        marked = Table.grid(padding=(0, 1, 0, 0))
        for line in lines:
            marked.add_row("•", Text(plain(line)))
        parts += [Text(), marked]
    for table in report.tables:
        parts += [Text(), Text(plain(table.title), style="bold"), _rendered(table)]
        parts += [Text(plain(table.note), style="dim")] if table.note else []
    return Group(*parts)


def _rendered(table: ReportTable) -> RenderableType:
    from rich import box
    from rich.table import Table

    from gamedsl.simulate.wording import is_figure

    from .console import plain

    if table.form == "list":
        return _rendered_list(table)
    shown = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="dim")
    for place, column in enumerate(table.columns):
        is_words = place == 0 or (
            place < len(table.columns) - 1 and not any(is_figure(row[place]) for row in table.rows)
        )
        is_short = place > 0 and all(len(row[place]) <= _SHORT for row in table.rows)
        shown.add_column(plain(column), justify="left" if is_words else "right", no_wrap=is_short)
    is_wide = table.form == "pairs" and len(table.columns) > _FEW_COLUMNS
    for row in table.rows:
        first, *others = map(plain, row)
        shown.add_row(first, *(cell.replace(" (", "\n(") if is_wide else cell for cell in others))
    return shown


def _rendered_list(table: ReportTable) -> RenderableType:
    """Return rows line by line; the last cell, a command, is never broken."""
    from rich.console import Group
    from rich.text import Text

    from .console import plain

    parts: list[RenderableType] = []
    for first, *more in table.rows:
        told = [f"{name}: {cell}" for name, cell in zip(table.columns[1:-1], more[:-1], strict=True)]
        parts.append(Text(plain("; ".join([first, *told]))))
        parts.append(Text(f"  {plain(more[-1])}", no_wrap=True, overflow="ignore"))
    return Group(*parts)

"""A report on simulations -> the terminal, or a file in any format."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

import click
from rich import box
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from gamedsl.files import SUFFIX
from gamedsl.simulate.figures.wording import is_figure
from gamedsl.simulate.play.columns import MissingLibraryError
from gamedsl.simulate.reports import formats
from gamedsl.simulate.reports.formats import results_csv, write_parquet
from gamedsl.simulate.reports.html import to_html
from gamedsl.simulate.reports.report import Report
from gamedsl.simulate.reports.report import Table as ReportTable
from gamedsl.simulate.results.game_result import GameResult
from gamedsl.storage.writing import write_whole

from ..console import fail, make_console, plain, say_error

FORMATS = ("text", "json", "csv", "md", "html")
_PARQUET = ".parquet"
_WIDTH = 100
_FEW_COLUMNS = 3
_SHORT = 18
_LEAST_WORDS = 8
"""Signs of cells that are never broken."""


def check_files(named: Iterable[tuple[str, str | Path | None]]) -> None:
    """Say at once, not after an hour of play, that files cannot be written, or that one would take another's place.

    They are given with the names of their options, folders first.
    """
    taken: dict[Path, str] = {}
    for name, file in named:
        if file is None:
            continue
        try:
            _check_folder(str(file))
            path = Path(file).resolve()
        except (OSError, RuntimeError) as error:  # a name that is too long, a link that leads to itself
            raise click.UsageError(f"--{name} {file}: it cannot be written there") from error
        if path.suffix == SUFFIX:
            raise click.UsageError(f"--{name} {file}: files whose names end in {SUFFIX} hold rules; name another one")
        if path.exists() and not (path.is_file() or path.is_dir()):
            continue  # a terminal, a pipe
        other = next((taken[one] for one in (path, *path.parents) if one in taken), None)
        if other is not None:
            raise click.UsageError(f"--{other} and --{name} both name {file}; each needs a file of its own")
        taken[path] = name


def _check_folder(file: str) -> None:
    path = Path(file)
    folder = path.absolute().parent
    if not folder.is_dir():
        raise click.UsageError(f"{file}: there is no such folder")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise click.UsageError(f"{file}: it cannot be written there")


def check_raw(raw: str) -> None:
    """Say at once, not after an hour of play, that a library is missing."""
    if raw.lower().endswith(_PARQUET) and importlib.util.find_spec("pyarrow") is None:
        fail("Parquet files need pyarrow: pip install pyarrow; a FILE of another name is written as CSV")


def write_raw(results: Sequence[GameResult], path: Path) -> bool:
    """Write a row for each game, in the format that the name of the file tells; say what is wrong, and return False."""
    try:
        if path.suffix.lower() == _PARQUET:
            write_parquet(results, path)
        else:
            write_whole(path, results_csv(results).encode())
    except MissingLibraryError as error:
        fail(str(error))
    except OSError as error:
        say_error(f"{path}: {error.strerror or error}")
        return False
    return True


def write(report: Report, form: str, output: str | None) -> None:
    """Print a report, or write it to a file and say so; where that does not work, print it, and end with an error."""
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
        click.echo(text, nl=False)
        fail(f"{output}: {error.strerror or error}; the report was printed instead")
    click.echo(f"Written: {output}")
    if form == "html" and report.plots and importlib.util.find_spec("matplotlib") is None:
        click.echo("The plots are missing, they need matplotlib: pip install matplotlib", err=True)
    for verdict in report.verdicts:
        click.echo(verdict.words)


def _text_of(report: Report, form: str) -> str:
    if form == "text":
        console = make_console(width=_WIDTH)
        with console.capture() as captured:
            console.print(render(report), crop=False)
        return captured.get()
    made = {"json": formats.to_json, "csv": formats.to_csv, "md": formats.to_markdown, "html": to_html}
    return made[form](report)


def render(report: Report) -> RenderableType:
    """Return the report for a terminal."""
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
    if table.form == "list":
        return _rendered_list(table)
    shown = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="dim")
    for place, column in enumerate(table.columns):
        is_words = place == 0 or (
            place < len(table.columns) - 1 and not any(is_figure(row[place]) for row in table.rows)
        )
        is_short = place > 0 and all(len(row[place]) <= _SHORT for row in table.rows)
        least = _LEAST_WORDS if place == 0 else None
        shown.add_column(plain(column), justify="left" if is_words else "right", no_wrap=is_short, min_width=least)
    is_wide = table.form == "pairs" and len(table.columns) > _FEW_COLUMNS
    for row in table.rows:
        first, *others = map(plain, row)
        shown.add_row(first, *(cell.replace(" (", "\n(") if is_wide else cell for cell in others))
    return shown


def _rendered_list(table: ReportTable) -> RenderableType:
    """Return rows line by line; the last cell, a command, is never broken."""
    parts: list[RenderableType] = []
    for first, *more in table.rows:
        told = [f"{name}: {cell}" for name, cell in zip(table.columns[1:-1], more[:-1], strict=True)]
        parts.append(Text(plain("; ".join([first, *told]))))
        parts.append(Text(f"  {plain(more[-1])}", no_wrap=True, overflow="ignore"))
    return Group(*parts)

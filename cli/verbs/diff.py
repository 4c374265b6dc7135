"""``gamedsl diff``: two games, or a variant and its base, in; what differs between them, in words or as JSON, out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from ..console import CLEAN, FINDINGS, WRONG_USE, fail, friendly_errors, make_console, plain, print_findings

if TYPE_CHECKING:
    from gamedsl.comparing.differences import Comparison
    from gamedsl.comparing.reading import Whole
    from gamedsl.files import FolderFiles
    from gamedsl.source import Source

_STYLES = {
    "title": "bold",
    "section": "bold",
    "added": "green",
    "removed": "red",
    "changed": "yellow",
    "old": "red",
    "new": "green",
    "plain": "",
}


@click.command("diff")
@click.argument("game")
@click.argument("other", required=False)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    help="text for people, json for programs.",
)
def command(game: str, other: str | None, form: str) -> None:
    """Tell what differs between GAME and OTHER, or between the base of a variant and the variant GAME.

    Both are paths of rule files or names of bundled games. Layout, comments and the place of data do not count;
    scenarios are not compared.

    Exit code: 0 no difference, 1 differences, 2 wrong use, or a file that has errors or cannot be read.
    """
    with friendly_errors():
        found = compared(game, other)
    if form == "json":
        from gamedsl.comparing.render_diff import as_dict

        click.echo(json.dumps(as_dict(found), indent=2, ensure_ascii=False))
    else:
        _print(found)
    raise SystemExit(FINDINGS if found.differences else CLEAN)


def compared(game: str, other: str | None) -> Comparison:
    """Return what differs; end with exit code 2 after findings, and for one file that is no variant."""
    from gamedsl.comparing.compare import compare
    from gamedsl.comparing.reading import base_source
    from gamedsl.files import FolderFiles, find_game, read_source

    path = find_game(game)
    source, files = read_source(path), FolderFiles(path.parent)
    whole = _whole(source, files)
    if other is not None:
        second = find_game(other)
        return compare(whole, _whole(read_source(second), FolderFiles(second.parent)))
    base = base_source(source, files)
    if base is None:
        fail(f"{path} is no variant: name the game to compare it with, `gamedsl diff {game} OTHER`")
    return compare(_whole(base, files), whole)


def _whole(source: Source, files: FolderFiles) -> Whole:
    from gamedsl.comparing.reading import read_whole
    from gamedsl.diagnostics.report import Reporter

    reporter = Reporter()
    whole = read_whole(source, files, reporter)
    if whole is None:
        print_findings([found for found in reporter.diagnostics if found.severity == "error"])
        raise SystemExit(WRONG_USE)
    return whole


def _print(comparison: Comparison) -> None:
    from rich.text import Text

    from gamedsl.comparing.render_diff import told

    console = make_console()
    for line in told(comparison):
        console.print(Text(plain(line.text), style=_STYLES[line.kind]), soft_wrap=True)

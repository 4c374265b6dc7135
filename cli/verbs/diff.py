"""``gamedsl diff``: two games, or a variant and its base, in; what differs between them, in words or as JSON, out."""

from __future__ import annotations

import click
from rich.text import Text

from gamedsl.comparing.differences import Comparison
from gamedsl.comparing.games import NoVariantError, compared
from gamedsl.comparing.render_diff import as_dict, told
from gamedsl.diagnostics.diagnostic import RuleFileError

from ..console import (
    CLEAN,
    FINDINGS,
    WRONG_USE,
    complete_games,
    fail,
    friendly_errors,
    json_text,
    make_console,
    plain,
    print_findings,
    text_or_json,
)
from ..language import EnglishVerb

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


@click.command("diff", cls=EnglishVerb)
@click.argument("game", shell_complete=complete_games)
@click.argument("other", shell_complete=complete_games, required=False)
@text_or_json
def command(game: str, other: str | None, form: str) -> None:
    """Tell what differs between GAME and OTHER, or between the base of a variant and the variant GAME.

    Both are paths of rule files or names of bundled games. Layout, comments and the place of data do not count;
    scenarios are not compared.

    Exit code: 0 no difference, 1 differences, 2 wrong use, or a file that has errors or cannot be read.
    """
    with friendly_errors():
        found = _compared(game, other)
    if form == "json":
        click.echo(json_text(as_dict(found)))
    else:
        _print(found)
    raise SystemExit(FINDINGS if found.differences else CLEAN)


def _compared(game: str, other: str | None) -> Comparison:
    """Return what differs; end with exit code 2 after findings, and for one file that is no variant."""
    try:
        return compared(game, other)
    except NoVariantError as error:
        fail(f"{error}: name the game to compare it with, `gamedsl diff {game} OTHER`")
    except RuleFileError as error:
        print_findings([found for found in error.diagnostics if found.severity == "error"])
        raise SystemExit(WRONG_USE) from error


def _print(comparison: Comparison) -> None:
    console = make_console()
    for line in told(comparison):
        console.print(Text(plain(line.text), style=_STYLES[line.kind]), soft_wrap=True)

"""``gamedsl show``: a rule file in, what was understood of it out: players, options, phases, actions, zones."""

from __future__ import annotations

import click

from gamedsl import Table, load
from gamedsl.comparing.marks import read_marks
from gamedsl.files import find_game
from gamedsl.rules_json import rules_dict
from gamedsl.semantics.texts.translation import template
from gamedsl.studies import kernel_text

from ..console import complete_games, friendly_errors, json_text, plain, text_or_json
from ..language import Verb, language_option, tell_untranslated
from ..render.overview import Overview
from ..render.rules import rule_text


@click.command("show", cls=Verb)
@click.argument("game", shell_complete=complete_games)
@click.option("--players", type=int, metavar="N", help="Number of players, for the codes; default: the fewest.")
@language_option
@click.option("--texts", is_flag=True, help="Write all texts with their keys as a translation file (CSV) instead.")
@click.option("--full", is_flag=True, help="Write all rules and data as one rule file; of a variant, with its base.")
@click.option(
    "--kernel",
    type=click.Choice(["python", "c"]),
    help="Print the flat program that the rules come to for --players, with the line of the rules beside each part.",
)
@text_or_json
def command(
    game: str, players: int | None, language: str, texts: bool, full: bool, kernel: str | None, form: str
) -> None:
    """Show what was understood of GAME: the path of a rule file, or the name of a bundled game."""
    if form == "json" and (texts or full or kernel):
        raise click.UsageError("--format json goes with none of --texts, --full and --kernel")
    with friendly_errors():
        loaded = load(game, language)
        tell_untranslated(loaded)
        if texts:
            click.echo(template(loaded.checked), nl=False)
            return

        marks = read_marks(find_game(game))
        if full:
            click.echo("\n".join(plain(line) for line in rule_text(marks).splitlines()))
            return
        table = loaded.start(players=players, log=False)
        if kernel:
            click.echo(_kernel(table, kernel), nl=False)
            return
    if form == "json":
        click.echo(json_text(rules_dict(marks, table)))
        return
    Overview(loaded, table, marks).print()
    click.echo(f"\nAll rules as they are written: gamedsl show --full {plain(game)}")


def _kernel(table: Table, printer: str) -> str:
    """Return the flat program of a set-up; say so where the rules cannot be said in one."""
    from gamedsl.kernel.lowering.refused import NotLoweredError
    from gamedsl.kernel.printing.c_types import TooWideError

    try:
        return kernel_text(table, "c" if printer == "c" else "python")
    except NotLoweredError as error:
        raise click.ClickException(f"these rules cannot be shown as a flat program yet: {error}") from error
    except TooWideError as error:
        raise click.ClickException("these rules have sets of more than 128 things: C has no words for them") from error

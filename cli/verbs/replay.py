"""``gamedsl replay``: a record in; the game as it was played, by steps or whole, or whether a re-run is the same."""

from __future__ import annotations

from pathlib import Path

import click

from gamedsl import UnreadableFileError, load
from gamedsl.files import find_game
from gamedsl.game import Game
from gamedsl.i18n.speaking import gettext, mark, ngettext
from gamedsl.records.files import read_record
from gamedsl.records.folder import newest, records_folder, unreadable
from gamedsl.records.lines import Record, Start
from gamedsl.records.replaying import check_rules, verify, with_reason

from ..console import (
    FINDINGS,
    at_terminal,
    friendly_errors,
    make_console,
    plain,
    say_error,
    told_decisions,
)
from ..language import Verb, is_named, record_language_option, speak_like
from ..terminal.recording import (
    before_damage,
    called,
    game_of,
    loaded,
    reading,
    scenario_base,
    tell_scenario,
    told_record,
)
from ..terminal.screen import FORMS, Screens, compact_or_full
from ..terminal.stepping import Stepping

_LISTED = 20
_STATES = {
    "interrupted": mark("interrupted"),
    "finished": mark("finished"),
    "stopped": mark("stopped"),
    "unfinished": mark("unfinished"),
    "abandoned": mark("abandoned"),
    "damaged": mark("damaged"),
}
"""What became of recorded games, for people."""


@click.command("replay", cls=Verb)
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--game", metavar="GAME", help="The rule file, when it is not where it was when the game was played.")
@click.option("--as", "seat", metavar="SEAT", help="Whose view: a seat, or all (every secret). Default: what all see.")
@click.option("--at", type=int, metavar="N", help="Begin behind N decisions; without a terminal: show that moment.")
@click.option("--verify", is_flag=True, help="Play the record again and compare every situation: exit 0 same, 1 not.")
@click.option(
    "--record",
    "scenario",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.game",
    help="Write the recorded game as a scenario, beside GAME, for `gamedsl test`.",
)
@record_language_option
@compact_or_full
def command(
    file: Path | None,
    game: str | None,
    seat: str | None,
    at: int | None,
    verify: bool,
    scenario: Path | None,
    language: str,
    compact: bool | None,
) -> None:
    """Show the recorded game FILE: step through it at a terminal, else its whole log and result.

    Without FILE the newest records are listed.

    Of a damaged record everything before the damage is shown.

    Exit code: 0 shown, or verified; 1 a re-run differs; 2 wrong use, or a record that cannot be read or was made with
    other rules.
    """
    if file is None:
        if verify or any(one is not None for one in (game, seat, at, scenario)):
            raise click.UsageError(gettext("name the record too; `gamedsl replay` alone lists the newest"))
        _list()
        return
    with friendly_errors(), reading(file, game):
        record = read_record(file, damaged=not verify)
        if record.damage is not None:
            say_error(f"{file}: {record.damage}; {before_damage(record, file, game)}")
        loaded = _game(record.start, game, language if is_named() else speak_like(record.start.language))
        if verify:
            _verify(loaded, record)
        if scenario is not None:
            _write(loaded, record, game or called(record.start), scenario)
        if verify or scenario is not None:
            return
        stepping = Stepping(loaded, record, Screens(make_console(), FORMS[compact]))
        if (trouble := stepping.replay.trouble) is not None:
            say_error(f"{file}: {trouble}; {before_damage(trouble.record, file, game)}")
        _show(stepping, seat, at)


def _show(stepping: Stepping, seat: str | None, at: int | None) -> None:
    """Show the record: step through it at a terminal, else all of it, or one moment."""
    stepping.watch_as(seat)
    stepping.jump(at)
    if at_terminal():
        stepping.talk()
    else:
        stepping.tell()


def _game(start: Start, named: str | None, language: str) -> Game:
    """Return the game of a record in a language, without it where there is none of the game that was played in it."""
    path = find_game(named) if named is not None else game_of(start, "--game GAME")
    try:
        game = loaded(path, language) if named is None else load(path, language)
    except UnreadableFileError as error:
        if is_named() or not start.language:
            raise
        say_error(gettext("{error}; it is shown without translation", error=error))
        game = loaded(path, "") if named is None else load(path)
    check_rules(game, start)
    return game


def _verify(game: Game, record: Record) -> None:
    found = verify(game, record)
    if found is None:
        click.echo(gettext("{decisions}: the re-run is the same", decisions=told_decisions(len(record.moves))))
        return
    what, last = plain(with_reason(record.start, found.words)), len(record.moves)
    if found.decision == 0:
        click.echo(gettext("At the start the re-run differs: {what}", what=what))
    else:
        number = found.decision
        click.echo(
            gettext(
                "Behind decision {number} of {last} the re-run differs: {what}", number=number, last=last, what=what
            )
        )
    raise SystemExit(FINDINGS)


def _write(game: Game, record: Record, called: str, scenario: Path) -> None:
    tell_scenario(game, record, scenario, scenario_base(called, scenario))


def _list() -> None:
    """List the newest records of this user."""
    found = newest(_LISTED)
    if broken := unreadable():
        click.echo(
            ngettext(
                "{count} file in {folder} cannot be read, such as {name}",
                "{count} files in {folder} cannot be read, such as {name}",
                len(broken),
                folder=records_folder(),
                name=broken[0].name,
            )
        )
    elif not found:
        click.echo(gettext("No game has been recorded yet in {folder}", folder=records_folder()))
    for path, record in found:
        state = _STATES["interrupted" if record.end is None else record.end.status]
        state = gettext(state if record.damage is None else _STATES["damaged"])
        click.echo(plain(f"{path}"))
        click.echo(plain(f"    {record.start.title}, {state}  {told_record(record)}"))

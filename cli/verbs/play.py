"""``gamedsl play``: a game, seats and a seed in; a game at the terminal out, recorded while it is played."""

from __future__ import annotations

import secrets
import shlex
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap

import attrs
import click

from gamedsl import load
from gamedsl.game import Game, Table
from gamedsl.i18n.speaking import gettext
from gamedsl.players.levels import DEFAULT, OPPONENTS, aimless, opponents
from gamedsl.players.seats import HUMAN
from gamedsl.records.files import read_record
from gamedsl.records.folder import interrupted, is_known
from gamedsl.records.lines import DamagedRecordError, Record, RecordError
from gamedsl.records.replaying import carried_over, replayed, what_differs
from gamedsl.records.session import GameOverError, Session, abandon

from ..console import (
    at_terminal,
    complete_games,
    fail,
    friendly_errors,
    is_no,
    is_yes,
    plain,
    say_error,
    told_decisions,
)
from ..language import Verb, is_named, language_option, speak_like, tell_untranslated
from ..render.effects import render_goal
from ..terminal.keyboard import HangUpError, closing_leaves
from ..terminal.recording import (
    LEVELS,
    called,
    game_of,
    loaded,
    reading,
    scenario_base,
    tell_scenario,
    told_record,
    writing,
)
from ..terminal.screen import FORMS, compact_or_full
from ..terminal.seats import pair, people, seat_kinds
from ..terminal.session import PlaySession
from ..terminal.thinking import think

_SEEDS = 2**31
_NARROWEST = 20
_OFFERED = 5
_MOST_QUOTED = 40
_HUNG_UP = 129


@attrs.frozen
class _Wanted:
    """The options of the command line."""

    game: str
    players: int | None
    seats: tuple[str, ...]
    level: str | None
    seed: int | None
    options: tuple[str, ...]
    limit: int | None
    save: Path | None
    resume: Path | None
    at: int | None
    new: bool
    new_rules: bool
    engine: str

    @property
    def asks_for_a_new_game(self) -> bool:
        """Do the options say how a game begins?"""
        return (
            self.new
            or self.players is not None
            or self.seed is not None
            or bool(self.options or self.save or self.limit)
        )


@click.command("play", cls=Verb)
@click.argument("game", required=False, shell_complete=complete_games)
@click.option("--players", type=int, metavar="N", help="Number of players; default: the fewest the game allows.")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="N=KIND",
    help="Who plays at seat N (from 1, or its name): human, random, quick, greedy, mcts:500 (tries), "
    "mcts:2s (seconds), module:Class. May be repeated. Default: seat 1 human, the others as --level says.",
)
@click.option(
    "--level",
    type=click.Choice(tuple(OPPONENTS)),
    help=f"How strong players of the program are, where --seat does not say who plays. Default: {DEFAULT}.",
)
@click.option("--seed", type=int, metavar="S", help="Seed of all chance; default: a new one, which is printed.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; repeatable.")
@click.option(
    "--limit", type=click.IntRange(1), metavar="N", help="Give the game up after N decisions; it has no winner."
)
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path), help="Record the game in FILE.")
@click.option("--resume", type=click.Path(dir_okay=False, path_type=Path), help="Go on with the record FILE.")
@click.option("--at", type=int, metavar="N", help="With --resume: play a new game that begins with N decisions of it.")
@click.option(
    "--with-new-rules",
    "new_rules",
    is_flag=True,
    help="With --resume: the rules have changed since; play a new game that begins with the decisions that they allow.",
)
@click.option("--new", is_flag=True, help="Do not ask whether to go on with an interrupted game.")
@click.option(
    "--engine",
    type=click.Choice(("auto", "python", "native")),
    default="auto",
    show_default=True,
    help="How players of the program think: as machine code from the first decision on (native, which needs a C "
    "compiler or gamedsl[native]), in Python, or in Python until machine code has been made beside. "
    "What they decide in so many tries is the same.",
)
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.game",
    help="Write the session as a scenario, beside GAME, for `gamedsl test`.",
)
@language_option
@compact_or_full
@click.option("--ask-all", is_flag=True, help="Ask also when only one choice is possible.")
def command(
    game: str | None, record: Path | None, language: str, ask_all: bool, compact: bool | None, **options: object
) -> None:
    """Play GAME: the path of a rule file, or the name of a bundled game. With --resume it is that of the record.

    Without a terminal on standard input all seats are random (quick where the rule file has hints), unless --level or
    --seat says otherwise. Every game is recorded;
    `gamedsl replay` lists and shows the records.
    """
    with friendly_errors():
        if game is None:
            game, language = _recorded(options["resume"], language)  # type: ignore[arg-type]
        wanted = _Wanted(game, **options)  # type: ignore[arg-type]
        loaded = load(game, language)
        tell_untranslated(loaded)
        base = "" if record is None else _scenario_base(game, record, wanted.save)
        session, table = _begun(loaded, wanted)

    again = shlex.join(["gamedsl", "play", game, *(["--language", language] if is_named() else [])])
    try:
        with friendly_errors(), closing_leaves():
            announced = _announce(loaded, table, session.seats)
            if why := think(table, session.seats, wanted.engine):
                say_error(why)
            play = PlaySession(table, session, ask_all, again, FORMS[compact], announced)
            if table.decisions == 0 and play.people and not is_known(loaded.name, session.path):
                play.goal = render_goal(table.rules())
            play.run()
    except HangUpError:
        raise SystemExit(_HUNG_UP) from None
    finally:
        session.close()
        if record is not None:
            tell_scenario(loaded, session.record, record, base, session.path)


def _recorded(path: Path | None, language: str) -> tuple[str, str]:
    """Return how the game of a record is called, and the language to play it in, where no game is named."""
    if path is None:
        raise click.MissingParameter(param_hint="'GAME'", param_type="argument")
    with reading(path):
        start = read_record(path, damaged=True).start
    language = language if is_named() else speak_like(start.language)
    loaded(game_of(start, shlex.join(["gamedsl", "play", "GAME", "--resume", str(path)])), language)
    return called(start), language


def _scenario_base(game: str, record: Path, save: Path | None) -> str:
    """Return how the file of scenarios calls the game; raise click.UsageError when it cannot be written."""
    if save is not None and save.resolve() == record.resolve():
        raise click.UsageError(
            gettext("--record {record}: the record itself goes to this file; name another one", record=record)
        )
    return scenario_base(game, record)


# ---------------------------------------------------------------- beginning


def _begun(game: Game, wanted: _Wanted) -> tuple[Session, Table]:
    """Return a new session, or one that goes on, with its table."""
    if wanted.at is not None and wanted.resume is None:
        raise click.UsageError(gettext("--at needs --resume: the record whose first decisions are taken over"))
    if wanted.new_rules and (wanted.resume is None or wanted.at is not None):
        raise click.UsageError(gettext("--with-new-rules needs --resume, the record that is played on, and no --at"))
    if wanted.resume is None:
        going_on = None if wanted.asks_for_a_new_game or not at_terminal() else _offer(game, wanted.game)
        if wanted.asks_for_a_new_game and not wanted.new and at_terminal():
            _remind(game, wanted.game)
        return _new(game, wanted) if going_on is None else _gone_on(game, going_on, wanted)
    if wanted.players is not None or wanted.seed is not None or wanted.options or wanted.limit:
        raise click.UsageError(
            gettext("--resume goes on with the players, the seed, the options and the limit of the recorded game")
        )
    if wanted.new_rules:
        return _carried_over(game, wanted, wanted.resume)
    if wanted.at is not None or wanted.save is not None:
        return _branched(game, wanted, wanted.resume)
    return _gone_on(game, wanted.resume, wanted)


def _new(game: Game, wanted: _Wanted) -> tuple[Session, Table]:
    chosen = dict(pair(option, "--option", "NAME=VALUE") for option in wanted.options)
    seed = secrets.randbelow(_SEEDS) if wanted.seed is None else wanted.seed
    table = game.start(players=wanted.players, seed=seed, options=chosen, limit=wanted.limit)
    others = (
        opponents(game.checked)[wanted.level or DEFAULT] if wanted.level or at_terminal() else aimless(game.checked)
    )
    default = [HUMAN if seat == 0 and at_terminal() else others for seat in range(table.players)]
    kinds = seat_kinds(wanted.seats, table, default)
    with writing(wanted.save):
        return Session.begin(table, wanted.game, kinds, wanted.save), table


def _of_level(game: Game, wanted: _Wanted, seats: tuple[str, ...]) -> tuple[str, ...]:
    """Return who goes on: who played before, but where a level is asked for, opponents of that."""
    if wanted.level is None:
        return seats
    return tuple(kind if kind == HUMAN else opponents(game.checked)[wanted.level] for kind in seats)


def _gone_on(game: Game, path: Path, wanted: _Wanted) -> tuple[Session, Table]:
    with reading(path, wanted.game):
        try:
            session, table = Session.go_on(path, game)
        except DamagedRecordError as error:
            if not at_terminal() or not _go_on_before(error, path):
                raise
            return _branched(game, attrs.evolve(wanted, at=len(error.record.moves)), path)
        except GameOverError as error:
            if wanted.resume is not None:
                raise
            click.echo(f"{plain(str(path))}: {plain(str(error))}")  # it looked as if it were not
            return _new(game, wanted)
        try:
            session.resumed(seat_kinds(wanted.seats, table, _of_level(game, wanted, session.seats)))
        except BaseException:
            session.close()
            raise
    click.echo(
        gettext(
            "Going on behind {decisions} of {path}", decisions=told_decisions(table.decisions), path=plain(str(path))
        )
    )
    return session, table


def _go_on_before(damaged: DamagedRecordError, path: Path) -> bool:
    """Tell where a record is damaged, and ask whether to play on with what stands before."""
    click.echo(f"{plain(str(path))}: {plain(str(damaged))}.")
    whole = told_decisions(len(damaged.record.moves))
    try:
        question = gettext(
            "Play on behind the {decisions} before it, in a new record? The damaged file stays. [Y/n]", decisions=whole
        )
        answer = input(f"{question} ")
    except EOFError as error:
        raise click.Abort from error
    return not answer.strip() or is_yes(answer)


def _branched(game: Game, wanted: _Wanted, path: Path) -> tuple[Session, Table]:
    """Return a game of its own that begins like a recorded one, which may be damaged further down."""
    with reading(path, wanted.game):
        record = read_record(path, damaged=True)
        number = len(record.moves) if wanted.at is None else wanted.at
        if not 0 <= number <= len(record.moves):
            has = told_decisions(len(record.moves))
            if record.damage is None:
                raise click.UsageError(f"--at {number}: " + gettext("the record has {decisions}", decisions=has))
            raise click.UsageError(
                gettext(
                    "--at {number}: the record has {decisions} before it is damaged in line {line}",
                    number=number,
                    decisions=has,
                    line=record.damage.line,
                )
            )
        table = replayed(game, record, number)
        kinds = seat_kinds(wanted.seats, table, _of_level(game, wanted, record.seats))
    with writing(wanted.save):
        session = Session.branch(record, number, kinds, wanted.save)
    click.echo(
        gettext(
            "A new record begins with {number} of {path}, which stays as it is",
            number=told_decisions(number),
            path=plain(str(path)),
        )
    )
    return session, table


def _carried_over(game: Game, wanted: _Wanted, path: Path) -> tuple[Session, Table]:
    """Return a game of its own that begins with what the rules, as they are now, allow of a recorded one."""
    with reading(path, wanted.game):
        record = read_record(path, damaged=True)
        if record.start.rules == game.checked.rules_hash:
            fail(gettext("{path} was played with the rules as they are; leave --with-new-rules out", path=path))
        carried = carried_over(game, record)
        kinds = seat_kinds(wanted.seats, carried.table, _of_level(game, wanted, record.seats))
        if carried.table.decider is None:
            fail(gettext("{path}: with the new rules this game is over", path=path))
    with writing(wanted.save):
        session = Session.take_over(carried, wanted.game, kinds, wanted.save)
    told = {"number": told_decisions(len(carried.codes)), "path": plain(str(path))}
    click.echo(gettext("A new record begins with {number} of {path}, which stays as it is", **told))
    click.echo(gettext("Of the rules {what}", what=plain(carried.rules)))
    if carried.other == 0:
        click.echo(gettext("The set-up gives another situation than before."))
    elif carried.other is not None:
        click.echo(gettext("Behind decision {number} the table is not as it was.", number=carried.other))
    if carried.stopped:
        click.echo(gettext("There it stops: {reason}.", reason=plain(carried.stopped)))
    return session, carried.table


def _remind(game: Game, called: str) -> None:
    """Say that an interrupted game is kept: the same command typed again begins a new one."""
    found = _interrupted(game)
    if found:
        command = shlex.join(["gamedsl", "play", called])
        click.echo(gettext("An interrupted game is kept; go on with: {command}", command=command))


def _interrupted(game: Game) -> list[tuple[Path, Record]]:
    """Return the records of games that people have begun and not ended, the last one first."""
    return [one for one in interrupted(game.name) if people(one[1].seats) and one[1].moves]


def _offer(game: Game, called: str) -> Path | None:
    """Ask whether to go on with an interrupted game; return its record, None for a new game."""
    shown = _fitting(game, called)[:_OFFERED]
    while shown:
        for number, (_, record) in enumerate(shown, 1):
            click.echo(f"  {number}  {plain(told_record(record, game.checked))}")
        which = "1" if len(shown) == 1 else gettext("{first} to {last}", first=1, last=len(shown))
        question = gettext("Go on with an interrupted game? [{which}], n for a new game, d1 to drop one:", which=which)
        try:
            answer = input(f"{question} ").strip()
        except EOFError as error:
            raise click.Abort from error
        if is_no(answer) or answer.casefold() == "new":
            return None
        dropped = answer.casefold().startswith("d")
        chosen = "1" if not answer or is_yes(answer) else (answer[1:] if dropped else answer).strip()
        if dropped and not chosen:
            if len(shown) > 1:
                say_error(gettext("which one? Type d1 to d{last}", last=len(shown)))
                continue
            chosen = "1"
        if len(chosen) <= len(shown) and chosen.isdecimal() and 1 <= int(chosen) <= len(shown):
            path, _ = shown[int(chosen) - 1]
            if not dropped:
                return path
            _drop(path)
            del shown[int(chosen) - 1]
        else:
            say_error(gettext("`{typed}` is none of these", typed=answer[:_MOST_QUOTED]))
    return None


def _fitting(game: Game, called: str) -> list[tuple[Path, Record]]:
    """Return the interrupted games that can go on with these rules; say what differs when there are only others."""
    found = _interrupted(game)
    fitting = [one for one in found if one[1].start.rules == game.checked.rules_hash]
    if found and not fitting:
        path, record = found[0]
        told = gettext(
            "With the rules as they are now an interrupted game ({file}) cannot go on: {reason}",
            file=path.name,
            reason=what_differs(game, record.start),
        )
        command = shlex.join(["gamedsl", "play", called, "--resume", str(path), "--with-new-rules"])
        click.echo(plain(told) + "\n" + gettext("Go on with: {command}", command=command))
    return fitting


def _drop(path: Path) -> None:
    """Write into a record that nobody goes on with it, or say why it cannot be written."""
    try:
        abandon(path)
    except RecordError as error:
        say_error(gettext("{name} is not dropped: {error}", name=path.name, error=error))
    except OSError as error:
        say_error(gettext("{name} is not dropped: {error}", name=path.name, error=error.strerror or error))
    else:
        click.echo(gettext("Dropped; its record stays: {path}", path=path))


def _announce(game: Game, table: Table, kinds: tuple[str, ...]) -> int:
    """Say what is played by whom; return how many lines that takes."""
    alone = len(people(kinds)) == 1
    called = {kind: gettext(LEVELS[level]) for level, kind in opponents(game.checked).items()}
    called |= {HUMAN: gettext("you")} if alone else {}
    who = [f"{name} ({called.get(kind, kind)})" for name, kind in zip(table.names, kinds, strict=True)]
    seed = gettext("seed {number}", number=table.seed)
    lines = [f"{plain(game.title)} · {plain(', '.join(who))} · {seed}"]
    if people(kinds):
        lines.append(gettext("Type help to see what you can type."))
        if len(together := " · ".join(lines)) < get_terminal_size().columns:
            lines = [together]
    folded = [part for line in lines for part in wrap(line, max(_NARROWEST, get_terminal_size().columns))]
    click.echo("\n".join(folded))
    return len(folded)

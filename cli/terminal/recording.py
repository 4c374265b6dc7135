"""What ``play`` and ``replay`` say about records: trouble with files, a line for a record, scenarios made of them."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import chain, count
from pathlib import Path

import click

from gamedsl.api import load
from gamedsl.diagnostics.diagnostic import RuleFileError
from gamedsl.files import SUFFIX, UnreadableFileError, find_game
from gamedsl.game import Game
from gamedsl.i18n.speaking import gettext, mark, ngettext
from gamedsl.players.levels import OPPONENTS, opponents
from gamedsl.records.files import ReadOnlyError
from gamedsl.records.lines import DamagedRecordError, Record, RecordError, Start
from gamedsl.records.replaying import OtherRulesError
from gamedsl.records.scenario import CannotStandError, base_of, write_scenario
from gamedsl.semantics.core.model import CheckedGame

from ..console import fail, plain, told_decisions

LEVELS = {"easy": mark("easy"), "medium": mark("medium"), "hard": mark("hard")}


@contextmanager
def reading(path: Path, game: str | None = None) -> Iterator[None]:
    """Tell what is wrong with a record that is read; ``game`` is how its rule file was called, if it was."""
    try:
        yield
    except UnreadableFileError:
        raise  # the rule file, not the record
    except DamagedRecordError as error:
        fail(f"{path}: {error}; {before_damage(error.record, path, game)}")
    except ReadOnlyError as error:
        fail(gettext("{path}: {error}; with --at N a new record begins with N decisions of it", path=path, error=error))
    except OtherRulesError as error:
        command = shlex.join(["gamedsl", "play", *([game] if game else []), "--resume", str(path), "--with-new-rules"])
        fail(gettext("{path}: {error}; to play on with these: {command}", path=path, error=error, command=command))
    except RecordError as error:
        fail(f"{path}: {error}")
    except OSError as error:
        fail(gettext("{path} cannot be read: {reason}", path=path, reason=error.strerror or error))


@contextmanager
def writing(path: Path | None, cure: str = "") -> Iterator[None]:
    """Tell why a file cannot be written, with what can be done."""
    try:
        yield
    except FileExistsError:
        fail(gettext("{path} is there already; name another file", path=path) + cure)
    except OSError as error:
        fail(gettext("{path} cannot be written: {reason}", path=path, reason=error.strerror or error) + cure)


def called(start: Start) -> str:
    """Return how the rule file of a record is called on this computer."""
    return str(Path(start.path).expanduser()) if start.path.startswith("~/") else start.path


def game_of(start: Start, cure: str) -> Path:
    """Return the rule file that a record names; end the program where it is none, with how it is named otherwise.

    Whoever made the record has written the name: nothing but rule files is opened for it.
    """
    written = called(start)
    try:
        path = find_game(written)
        if path.suffix != SUFFIX:
            raise UnreadableFileError(gettext("{path} is no rule file (*{ending})", path=written, ending=SUFFIX))
    except UnreadableFileError as error:
        fail(gettext("{error}; name the rule file of this record: {cure}", error=error, cure=cure))
    return path


def loaded(path: Path, language: str) -> Game:
    """Return the game of a rule file that a record names, whose lines are not shown where it has errors."""
    try:
        return load(path, language)
    except RuleFileError as error:
        count, first = len(error.diagnostics), error.diagnostics[0].code
        said = ngettext("it has {count} error, {code}", "it has {count} errors, first {code}", count, code=first)
        fail(gettext("{path}, which the record names, cannot be played: {reason}", path=path, reason=said))


def before_damage(record: Record, path: Path, game: str | None = None) -> str:
    """Return what can be done with the decisions before the damage of a record; ``game``: its rule file as called."""
    whole, game = told_decisions(len(record.moves)), game or called(record.start)
    language = ["--language", record.start.language] if record.start.language else []
    more = ["--resume", str(path), "--at", str(len(record.moves))]
    go_on = shlex.join(["gamedsl", "play", game, *language, *more])
    return gettext(
        "play on behind the {decisions} before it, in a new record, with: {command}", decisions=whole, command=go_on
    )


def told_record(record: Record, game: CheckedGame | None = None) -> str:
    """Return a record in one line: when, who, how far, whether it is damaged.

    Its players by level and the words for its seats are those of ``game``; without it those of most games, and names.
    """
    called = {kind: gettext(LEVELS[level]) for level, kind in (OPPONENTS if game is None else opponents(game)).items()}
    try:
        when = datetime.fromisoformat(record.time).astimezone().strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError):
        when = record.time
    names = record.start.names if game is None else game.seat_labels[: len(record.seats)]
    seats = zip(names, record.seats, strict=True)
    who = ", ".join(f"{name} ({called.get(kind, kind)})" for name, kind in seats)
    decisions = told_decisions(len(record.moves))
    if record.damage is not None:
        decisions = gettext("{decisions}, then damaged (line {line})", decisions=decisions, line=record.damage.line)
    return f"{when}  {who}  {decisions}"


def scenario_base(game: str, path: Path) -> str:
    """Return how a file of scenarios calls the game; raise click.UsageError when it cannot stand where it is wanted."""
    try:
        return base_of(game, path)
    except CannotStandError as error:
        raise click.UsageError(f"--record {path}: {error}") from error


def tell_scenario(game: Game, played: Record, path: Path, base: str, kept: Path | None = None) -> None:
    """Write a record as a scenario, and say how much of it; ``kept`` is the file of the record."""
    command = "" if kept is None else shlex.join(["gamedsl", "replay", str(kept), "--record", "FILE.game"])
    later = gettext("; ") + gettext("later: {command}", command=command) if command else ""
    with writing(path, later):
        done = write_scenario(game, played, path, base)
    said = gettext("{decisions} written to {file}", decisions=told_decisions(done.moves), file=plain(str(path)))
    click.echo(f"{said}{f': {done.note}' if done.note else ''}")


def free_name(game: str) -> Path:
    """Return the name of a file for a record of a game in the working folder that is not there yet."""
    name = game.casefold()
    names = chain([f"{name}.record.jsonl"], (f"{name}-{number}.record.jsonl" for number in count(2)))
    return next(path for path in map(Path, names) if not path.exists())


def file_meant(typed: str) -> Path:
    """Return the file that is meant; ``~`` is the home folder, as in a shell."""
    try:
        return Path(typed).expanduser()
    except RuntimeError:
        return Path(typed)

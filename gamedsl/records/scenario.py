"""A record and its game -> the text of a file of scenarios that plays it again, as far as scenarios can say it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

from gamedsl import studies
from gamedsl.api import load
from gamedsl.diagnostics.diagnostic import RuleFileError
from gamedsl.files import SUFFIX, bundled_folders, find_game, scenario_base
from gamedsl.game import Game, Table
from gamedsl.i18n.speaking import gettext
from gamedsl.option_values import written
from gamedsl.records.lines import Move, Record
from gamedsl.records.replaying import make, named, opening, replayed, text_of
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.model import Zone

_WIDTH = 110


class CannotStandError(ValueError):
    """A file of scenarios cannot stand where it is wanted; the message says why."""


@attrs.frozen
class Written:
    """What was written: ``moves`` of the record are in it; ``note`` says why not all, or what is wrong with it."""

    moves: int
    note: str = ""


def base_of(game: str, file: Path) -> str:
    """Return how a file of scenarios, to be written, calls a game: a bundled name or a rule file beside it.

    Raises CannotStandError when the file is there already, has another ending, or lies elsewhere.
    """
    path = find_game(game)
    if file.suffix != SUFFIX:
        raise CannotStandError(gettext("the name of a file of scenarios ends in {ending}", ending=SUFFIX))
    if file.exists():
        raise CannotStandError(gettext("it is there already; name another file"))
    if not file.parent.is_dir():
        raise CannotStandError(gettext("there is no folder {folder}", folder=file.parent))
    if not os.access(file.parent, os.W_OK):
        raise CannotStandError(gettext("nothing can be written in the folder {folder}", folder=file.parent))
    if (base := scenario_base(path)) is not None:
        name, folder = base, path.parent
    else:
        name, folder = path.name, path.parent
    bundled = [one.resolve() for one in bundled_folders()]
    if folder.resolve() not in bundled and folder.resolve() != file.parent.resolve():
        raise CannotStandError(gettext("scenarios stand beside their rule file: {file}", file=folder / file.name))
    beside = file.parent / name
    if beside.is_file() and beside.resolve() != (folder / name).resolve():
        raise CannotStandError(gettext("another {name} lies beside it; name a file in another folder", name=name))
    return name


def write_scenario(game: Game, record: Record, file: Path, base: str) -> Written:
    """Write the record as a scenario to a new file, and return how much of it could be said.

    Of several pieces that are called alike, moves name the one that is meant by where it lies and what it holds. Where
    even that is not enough the file is run, and if it does not play the same game, only the moves before are written.
    Raises OSError, FileExistsError when the file is there already.
    """
    everything = len(record.moves)
    text, unclear = _written(game, record, base, everything)
    with file.open("x", encoding="utf-8", newline="\n") as out:
        out.write(text)
    if unclear is None or _passes(file):
        stopped = record.end is not None and record.end.status == "stopped"
        return Written(everything, gettext("it fails where the rules stop the game") if stopped else "")
    note = gettext(
        "decision {number} ({text}) chose one of several that scenarios cannot tell apart",
        number=unclear.number,
        text=unclear.text,
    )
    text, _ = _written(game, record, base, unclear.number - 1)
    file.write_text(f"# {note}\n{text}", encoding="utf-8", newline="\n")
    return Written(unclear.number - 1, note)


def _passes(file: Path) -> bool:
    try:
        return all(result.passed for result in load(file).test())
    except RuleFileError:
        return False


def scenario_text(game: Game, record: Record, base: str) -> str:
    """Return the record as a scenario of the rule file ``base``; it ends with what everybody has then.

    Raises RecordError when the record does not belong to ``game``.
    """
    return _written(game, record, base, len(record.moves))[0]


def _written(game: Game, record: Record, base: str, count: int) -> tuple[str, Move | None]:
    """Return so many moves of a record as a scenario, and the first move that may mean another piece called alike."""
    start = record.start
    table = replayed(game, record, count)
    moves, unclear = _said(game, record, count)
    title = "".join(sign for sign in game.title if sign not in '"{}')
    day = start.time.partition("T")[0]
    lines = [f'scenarios Recorded "A recorded game" of "{base}"', "", f'  session "{title}, {day}"']
    lines.append(f"    players: {start.players}")
    chosen = [f"{name} = {written(value)}" for name, value in start.options.items() if value != game.options[name][0]]
    lines += [f"    with: {', '.join(chosen)}"] if chosen else []
    lines += [f"    seed: {start.seed}", "    then:"]
    lines += [f"      {line}" for line in _turns(start.names, record.moves[:count], moves)]
    lines += [f"      expect {condition}" for condition in _results(table)]
    return "\n".join(lines) + "\n", unclear


def _said(game: Game, record: Record, count: int) -> tuple[list[str], Move | None]:
    """Return moves as scenarios write them: later answers bare, pieces that are called alike by where they lie."""
    table, said = opening(game, record.start), []
    unclear: Move | None = None
    for move in record.moves[:count]:
        text = text_of(table, move)  # the code counts: somebody may have edited the text
        if "#" in text:
            found = studies.scenario_move(table, move.code)
            unclear = unclear if unclear is not None or found.sure else move
            said.append(found.text)
        else:
            said.append(_bare(text))
        make(table, move)
    return said, unclear


def _bare(text: str) -> str:
    """Return a move as scenarios write it: of the answer to a later question only the value."""
    head, sign, value = text.partition("=")
    return value if sign and "(" not in head else text


def _turns(names: Sequence[str], moves: Sequence[Move], texts: Sequence[str]) -> Iterator[str]:
    """Yield lines of moves: what one seat decides stands together as far as it fits."""
    line, last = "", None
    for move, text in zip(moves, texts, strict=True):
        said = f"{names[move.seat]}: {text}"
        if line and move.seat == last and len(line) + len(said) + 2 <= _WIDTH:
            line = f"{line}; {said}"
        else:
            if line:
                yield line
            line, last = said, move.seat
    if line:
        yield line


def _results(table: Table) -> Iterator[str]:
    """Yield what is true at the end: whether the game is over, who wins, points and money of all."""
    outcome = table.outcome()
    if outcome is not None and outcome.status != "finished":
        return  # the rules stop here, and the scenario shows where
    view = table.view(None, revealed=True, bookkeeping=True)
    if outcome is None:
        yield "not game_over"
    else:
        winners = [named(table)[seat] for seat in outcome.winners]
        yield "game_over"
        yield f"winners = {{{', '.join(winners)}}}" if winners else "count(winners) = 0"
    yield " and ".join(f"{named(table)[seat.seat]}.points = {seat.points}" for seat in view.seats)
    zones = table.game.checked.zones
    for cell in view.cells:
        zone = zones[cell.entry]
        keys = _keys(table, zone, cell.numbers)
        if cell.form == "purse" and cell.holder is None and keys is not None and not _is_unlimited(cell.amount):
            owner = "" if cell.seat is None else f"{named(table)[cell.seat]}."
            yield f"{owner}{cell.entry.rpartition('.')[2]}{keys} = {cell.amount}"


def _is_unlimited(amount: int | None) -> bool:
    return amount is None or amount >= 999_999


def _keys(table: Table, zone: Zone, values: Sequence[int]) -> str | None:
    """Return the keys of a place as rule files write them; None when they are pieces, rows or yes and no."""
    said = []
    for key, value in zip(zone.keys, values, strict=True):
        match key.type:
            case t.IntType():
                said.append(str(value))
            case t.WordType(name):
                said.append(table.game.checked.word_lists[name].words_of[value])
            case t.PlayerType():
                said.append(named(table)[value])
            case t.BoolType() | t.PieceType() | t.DesignType() | t.RowType():
                return None
            case _:
                raise TypeError(f"no key can have the type {key.type}")
    return f"[{', '.join(said)}]" if said else ""

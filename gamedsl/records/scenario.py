"""A record and its game -> the text of a file of scenarios that plays it again, as far as scenarios can say it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

from gamedsl.api import Game, RuleFileError, Table, load, written
from gamedsl.files import SUFFIX, bundled_folders, find_game, scenario_base
from gamedsl.records.model import Move, Record
from gamedsl.records.replaying import replayed
from gamedsl.semantics import types as t
from gamedsl.semantics.model import Zone

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
        raise CannotStandError(f"the name of a file of scenarios ends in {SUFFIX}")
    if file.exists():
        raise CannotStandError("it is there already; name another file")
    if (base := scenario_base(path)) is not None:
        name, folder = base, path.parent
    else:
        name, folder = path.name, path.parent
    bundled = [one.resolve() for one in bundled_folders()]
    if folder.resolve() not in bundled and folder.resolve() != file.parent.resolve():
        raise CannotStandError(f"scenarios stand beside their rule file: {folder / file.name}")
    beside = file.parent / name
    if beside.is_file() and beside.resolve() != (folder / name).resolve():
        raise CannotStandError(f"another {name} lies beside it; name a file in another folder")
    return name


def write_scenario(game: Game, record: Record, file: Path, base: str) -> Written:
    """Write the record as a scenario to a new file, run it, and return how much of it could be said.

    Scenarios cannot tell pieces apart that are called alike: where that changes the game, only the moves before are
    written. Raises OSError, FileExistsError when the file is there already.
    """
    everything = len(record.moves)
    with file.open("x", encoding="utf-8", newline="\n") as out:
        out.write(scenario_text(game, record, base))
    unclear = next((move for move in record.moves if "#" in move.text), None)
    if unclear is None or _passes(file):
        stopped = record.end is not None and record.end.status == "stopped"
        return Written(everything, "it fails where the rules stop the game" if stopped else "")
    text = scenario_text(game, record, base, unclear.number - 1)
    note = f"decision {unclear.number} ({unclear.text}) chose one of several that scenarios cannot tell apart"
    file.write_text(f"# {note}\n{text}", encoding="utf-8", newline="\n")
    return Written(unclear.number - 1, note)


def _passes(file: Path) -> bool:
    try:
        return all(result.passed for result in load(file).test())
    except RuleFileError:
        return False


def scenario_text(game: Game, record: Record, base: str, moves: int | None = None) -> str:
    """Return the record, or only so many of its moves, as a scenario of the rule file ``base``.

    It ends with what everybody has then. Raises RecordError when the record does not belong to ``game``.
    """
    count = len(record.moves) if moves is None else moves
    start = record.start
    table = replayed(game, record, count)
    title = "".join(sign for sign in game.title if sign not in '"{}')
    day = start.time.partition("T")[0]
    lines = [f'scenarios Recorded "A recorded game" of "{base}"', "", f'  session "{title}, {day}"']
    lines.append(f"    players: {start.players}")
    chosen = [f"{name} = {written(value)}" for name, value in start.options.items() if value != game.options[name][0]]
    lines += [f"    with: {', '.join(chosen)}"] if chosen else []
    lines += [f"    seed: {start.seed}", "    then:"]
    lines += [f"      {line}" for line in _turns(start.names, record.moves[:count])]
    lines += [f"      expect {condition}" for condition in _results(table)]
    return "\n".join(lines) + "\n"


def _turns(names: Sequence[str], moves: Sequence[Move]) -> Iterator[str]:
    """Yield lines of moves: what one seat decides stands together as far as it fits."""
    line, last = "", None
    for move in moves:
        said = f"{names[move.seat]}: {_said(move)}"
        if line and move.seat == last and len(line) + len(said) + 2 <= _WIDTH:
            line = f"{line}; {said}"
        else:
            if line:
                yield line
            line, last = said, move.seat
    if line:
        yield line


def _said(move: Move) -> str:
    """Return a move as scenarios write it: later answers bare, without the numbers of pieces that are called alike."""
    text = move.text.partition("#")[0] + (")" if "#" in move.text and "(" in move.text else "")
    head, sign, value = text.partition("=")
    return value if sign and "(" not in head else text


def _results(table: Table) -> Iterator[str]:
    """Yield what is true at the end: whether the game is over, who wins, points and money of all."""
    outcome = table.outcome()
    if outcome is not None and outcome.status != "finished":
        return  # the rules stop here, and the scenario shows where
    view = table.view(None, revealed=True)
    if outcome is None:
        yield "not game_over"
    else:
        winners = [table.names[seat] for seat in outcome.winners]
        yield "game_over"
        yield f"winners = {{{', '.join(winners)}}}" if winners else "count(winners) = 0"
    yield " and ".join(f"{seat.name}.points = {seat.points}" for seat in view.seats)
    zones = table.game.checked.zones
    for cell in view.cells:
        zone = zones[cell.entry]
        keys = _keys(table, zone, cell.numbers)
        if cell.form == "purse" and cell.holder is None and keys is not None and not _is_unlimited(cell.amount):
            owner = "" if cell.seat is None else f"{table.names[cell.seat]}."
            yield f"{owner}{cell.entry.rpartition('.')[2]}{keys} = {cell.amount}"


def _is_unlimited(amount: int | None) -> bool:
    return amount is None or amount >= 999_999


def _keys(table: Table, zone: Zone, values: Sequence[int]) -> str | None:
    """Return the keys of a place as rule files write them; None when they are pieces."""
    said = []
    for key, value in zip(zone.keys, values, strict=True):
        match key.type:
            case t.IntType():
                said.append(str(value))
            case t.WordType(name):
                said.append(table.game.checked.word_lists[name].words_of[value])
            case t.PlayerType():
                said.append(table.names[value])
            case _:
                return None
    return f"[{', '.join(said)}]" if said else ""

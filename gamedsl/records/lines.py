"""One line of a record <-> plain data: the start of a game, its moves, what was taken back, and the result."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, assert_never

import attrs

from gamedsl.by_fields import ByFields
from gamedsl.i18n.speaking import gettext, ngettext

FORMAT = "gamedsl record"
VERSION = 1


class RecordError(ValueError):
    """A file that is no record, is damaged, belongs to other rules, or is being written by another program."""


class MisfitError(RecordError):
    """A line of a record, ``line`` from 1, does not follow what stands above it."""

    def __init__(self, line: int) -> None:
        super().__init__(gettext("it does not follow what stands above it"))
        self.line = line


@attrs.frozen(slots=False, eq=False, repr=False)
class Damage(ByFields):
    """Where a record cannot be read any more: ``line`` from 1, ``byte`` from 0, why, and how many lines are lost."""

    line: int
    byte: int
    why: str
    lost: int

    def __str__(self) -> str:
        return ngettext(
            "the record is damaged in line {line} (byte {byte}): {why}; from there on {count} line is lost",
            "the record is damaged in line {line} (byte {byte}): {why}; from there on {count} lines are lost",
            self.lost,
            line=self.line,
            byte=self.byte,
            why=self.why,
        )


class DamagedRecordError(RecordError):
    """A record that holds only up to a place; ``record`` is what stands before it, with its ``damage`` in a line."""

    def __init__(self, record: Record, said: str = "") -> None:
        super().__init__(said or str(record.damage))
        self.record = record


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Start(ByFields):
    """The first line: rules, set-up, seats.

    ``path`` is the rule file as it was called (a bundled name, else a path, ``~`` for the home folder), ``rules`` the
    hash of everything that decides play and ``parts`` one for each part of it. ``seats`` tells who plays each seat:
    ``human`` or the kind of a program player. ``limit`` is the number of decisions after which the game is given up, 0
    for that which holds for all games. ``playing`` is the number of the way in which the program played
    (``engine.playing``). ``state`` is the fingerprint of the first state.
    """

    version: int
    game: str
    title: str
    path: str
    rules: str
    parts: Mapping[str, str]
    program: str
    playing: int
    players: int
    names: tuple[str, ...]
    options: Mapping[str, bool | int | str]
    seed: int
    seats: tuple[str, ...]
    limit: int
    language: str
    time: str
    state: str


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Move(ByFields):
    """A decision: ``number`` counts from 1, ``state`` is the fingerprint of the state after it."""

    number: int
    seat: int
    code: int
    text: str
    time: str
    state: str


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Undo(ByFields):
    """``seat`` has taken decisions back: ``left`` of them stay."""

    left: int
    seat: int
    time: str


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Resume(ByFields):
    """The game goes on after a break; who plays each seat may have changed."""

    seats: tuple[str, ...]
    time: str


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class End(ByFields):
    """The last line: ``status`` is ``finished``, ``stopped`` or ``unfinished``, or ``abandoned`` when nobody wants it.

    ``state`` is the fingerprint of the last state.
    """

    status: str
    winners: tuple[int, ...]
    points: tuple[int, ...]
    time: str
    state: str


Line = Start | Move | Undo | Resume | End
_KINDS: dict[str, type[Line]] = {"start": Start, "move": Move, "undo": Undo, "resume": Resume, "end": End}
_NAMES = {kind: name for name, kind in _KINDS.items()}


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Record(ByFields):
    """A whole record. ``moves`` are those that count: what was taken back is left out.

    ``lines`` holds everything as written. ``seats`` tells who plays now. ``end`` is None while the game can go on.
    ``damage`` tells why there is no more of it.
    """

    start: Start
    moves: tuple[Move, ...]
    seats: tuple[str, ...]
    end: End | None
    lines: tuple[Line, ...]
    damage: Damage | None = None

    @property
    def time(self) -> str:
        """When the last line was written."""
        return self.lines[-1].time


def now() -> str:
    """Return the time in UTC, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def to_text(line: Line) -> str:
    """Return a line as it stands in the file, with its line end."""
    data: dict[str, Any] = {"line": _NAMES[type(line)]}
    if isinstance(line, Start):
        data["format"] = FORMAT
    data |= attrs.asdict(line)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def from_text(text: str) -> Line:
    """Return the line that ``to_text`` has written; raise RecordError for anything else."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(gettext("it is no complete line of a record")) from error
    kind = _KINDS.get(str(data.pop("line", ""))) if isinstance(data, dict) else None
    if kind is None or (kind is Start and data.pop("format", "") != FORMAT):
        raise RecordError(gettext("it is no line of a record"))
    if kind is Start and data.get("version") != VERSION:
        raise RecordError(
            gettext(
                "it is a record of format {found}, and this program reads format {own}",
                found=data.get("version"),
                own=VERSION,
            )
        )
    fields = {field.name: field.type for field in attrs.fields(kind)}
    if set(data) != set(fields) or not all(_fits(data[name], str(of)) for name, of in fields.items()):
        raise RecordError(gettext("a value is missing or makes no sense"))
    values: dict[str, Any] = {name: tuple(one) if isinstance(one, list) else one for name, one in data.items()}
    return kind(**values)


def _fits(value: object, wanted: str) -> bool:
    """Has a value of the file the type that is written at its field?"""
    match wanted:
        case "int":
            return isinstance(value, int) and not isinstance(value, bool)
        case "str":
            return isinstance(value, str)
        case "tuple[str, ...]" | "tuple[int, ...]":
            item = wanted[6:9]
            return isinstance(value, list) and all(_fits(one, item) for one in value)
        case "Mapping[str, str]" | "Mapping[str, bool | int | str]":
            return isinstance(value, dict) and all(isinstance(one, str | int) for one in value.values())
        case _:
            raise TypeError(f"no line of a record has a field of the type {wanted}")


def gathered(lines: list[Line]) -> Record:
    """Return the record that lines make up; raise MisfitError when a line does not fit, RecordError for no record."""
    if not lines or not isinstance(lines[0], Start):
        raise RecordError(gettext("this is not a record of a game"))
    start = lines[0]
    if not start.players == len(start.names) == len(start.seats):
        raise RecordError(gettext("line 1 does not tell for each seat who plays, by one name each"))
    moves: list[Move] = []
    seats, end = start.seats, None
    for number, line in enumerate(lines[1:], 2):
        match line:
            case Move() if line.number == len(moves) + 1 and 0 <= line.seat < start.players:
                moves.append(line)
                end = None
            case Undo() if 0 <= line.left < len(moves) and line.seat == moves[line.left].seat:
                del moves[line.left :]
                end = None
            case Resume() if len(line.seats) == start.players:
                seats, end = line.seats, None
            case End():
                end = line
            case Start() | Move() | Undo() | Resume():
                raise MisfitError(number)
            case _:
                assert_never(line)
    return Record(start=start, moves=tuple(moves), seats=seats, end=end, lines=tuple(lines))

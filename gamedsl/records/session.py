"""A game being played -> its record, line by line, while it is played; a game can go on from one.

When a record cannot be written any more, play goes on without: ``trouble`` says why.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import attrs

from gamedsl.engine.playing import PLAYING
from gamedsl.game import Game, Table
from gamedsl.i18n.speaking import gettext
from gamedsl.records import folder
from gamedsl.records.files import Writer, read_record
from gamedsl.records.lines import VERSION, End, Line, Move, Record, RecordError, Resume, Start, Undo, gathered, now
from gamedsl.records.replaying import Carried, named, replayed


class GameOverError(RecordError):
    """A record whose game is over, so that nobody can go on with it; its end stands in it now if it did not."""


class Session:
    """The record of one game while it is played. Make one with ``begin``, ``branch`` or ``go_on``."""

    def __init__(self, lines: Sequence[Line], writer: Writer | None, trouble: str = "") -> None:
        self._lines = list(lines)
        self._writer = writer
        self.trouble = trouble

    @classmethod
    def begin(cls, table: Table, path: str, seats: tuple[str, ...], file: Path | None = None) -> Session:
        """Record a new game; ``path`` is how its rule file was called, ``file`` where the record goes.

        Without ``file`` it goes to the folder of all records. Raises OSError when ``file`` is there already or cannot
        be written; trouble with the folder only stands in ``trouble``.
        """
        start = Start(
            version=VERSION,
            game=table.game.name,
            title=table.game.title,
            path=_portable(path),
            rules=table.game.checked.rules_hash,
            parts=dict(table.game.checked.parts),
            program=_version(),
            playing=PLAYING,
            players=table.players,
            names=named(table),
            options=table.options,
            seed=table.seed,
            seats=seats,
            limit=table.limit or 0,
            language=table.game.language,
            time=now(),
            state=table.fingerprint(),
        )
        return cls([start], *_created([start], file))

    @classmethod
    def branch(cls, record: Record, decisions: int, seats: tuple[str, ...], file: Path | None = None) -> Session:
        """Record a new game that begins with so many decisions of another one, which stays as it is."""
        start = attrs.evolve(record.start, program=_version(), playing=PLAYING)
        lines: list[Line] = [start, *record.moves[:decisions], Resume(seats=seats, time=now())]
        return cls(lines, *_created(lines, file))

    @classmethod
    def go_on(cls, path: Path, game: Game) -> tuple[Session, Table]:
        """Go on with a record: return its session and the table behind its last decision.

        Raises OSError, DamagedRecordError, and RecordError when the record is over, made with other rules or in use.
        """
        writer = Writer.go_on(path)
        try:
            record = read_record(path)
            table = replayed(game, record)
            if table.decider is None and record.end is None:  # stopped between its last move and its end
                writer.cut()
                cls(record.lines, writer).ended(table)
            if table.decider is None:
                raise GameOverError(gettext("this game is over; `gamedsl replay FILE` shows it"))
            writer.cut()
        except BaseException:
            writer.close()
            raise
        return cls(record.lines, writer), table

    @classmethod
    def take_over(cls, carried: Carried, path: str, seats: tuple[str, ...], file: Path | None = None) -> Session:
        """Record a game that has been played on with other rules; ``path`` and ``file`` as for ``begin``."""
        session = cls.begin(carried.first, path, seats, file)
        table = carried.first.copy()
        for code in carried.codes:
            seat, text = table.decider, table.text_of(code)
            assert seat is not None
            table.apply(code)
            session.decided(table, seat, code, text, sync=False)
        session.sync()
        return session

    @property
    def path(self) -> Path | None:
        """Where the record is written; None when it is not."""
        return None if self._writer is None else self._writer.path

    @property
    def record(self) -> Record:
        """The record so far."""
        return gathered(self._lines)

    @property
    def seats(self) -> tuple[str, ...]:
        """Who plays each seat."""
        return self.record.seats

    def resumed(self, seats: tuple[str, ...]) -> None:
        """Write that the game goes on with these players."""
        self._add(Resume(seats=seats, time=now()))

    def decided(self, table: Table, seat: int, code: int, text: str, *, sync: bool = True) -> None:
        """Write a decision, which the table has just carried out; with ``sync`` it is on the disk afterwards."""
        state = table.fingerprint()
        move = Move(number=table.decisions, seat=seat, code=code, text=text, time=now(), state=state)
        self._add(move, sync=sync)

    def sync(self) -> None:
        """Have everything that was written on the disk before a person is asked."""
        self._write(lambda writer: writer.sync())

    def undone(self, left: int, seat: int) -> None:
        """Write that a player has taken decisions back."""
        self._add(Undo(left=left, seat=seat, time=now()))

    def ended(self, table: Table) -> None:
        """Write how the game ended."""
        outcome = table.outcome()
        if outcome is not None:
            state, status = table.fingerprint(), outcome.status
            end = End(status=status, winners=outcome.winners, points=outcome.points, time=now(), state=state)
            self._add(end)

    def copy_to(self, path: Path) -> None:
        """Write the record so far to a new file. Raises OSError, FileExistsError when there is one already."""
        Writer.create(path, tuple(self._lines)).close()

    def close(self) -> None:
        """Let go of the file."""
        if self._writer is not None:
            self._writer.close()

    def _add(self, line: Line, *, sync: bool = True) -> None:
        self._lines.append(line)
        self._write(lambda writer: writer.add(line, sync=sync))

    def _write(self, how: Callable[[Writer], None]) -> None:
        if self._writer is None:
            return
        try:
            how(self._writer)
        except OSError as error:
            self.trouble = f"{self._writer.path}: {error.strerror or error}"
            self._writer.close()
            self._writer = None


def _created(lines: Sequence[Line], file: Path | None) -> tuple[Writer | None, str]:
    """Begin a record; return what writes it, and the trouble with the folder of all records."""
    if file is not None:
        return Writer.create(file, tuple(lines)), ""
    try:
        folder.prune()
        for path in folder.new_paths(gathered(list(lines)).start.game, now()):
            with suppress(FileExistsError):
                return Writer.create(path, tuple(lines)), ""
    except OSError as error:
        return None, f"{folder.records_folder()}: {error.strerror or error}"
    return None, ""


def abandon(path: Path) -> None:
    """Write into an interrupted record that nobody will go on with it. Raises OSError and RecordError."""
    writer = Writer.go_on(path)
    try:
        record = read_record(path, damaged=True)
        writer.cut()
        last = record.moves[-1].state if record.moves else record.start.state
        writer.add(End(status="abandoned", winners=(), points=(), time=now(), state=last))
    finally:
        writer.close()


def _portable(path: str) -> str:
    """Return a path that is found again from every folder, without the name of the home folder's owner."""
    given = Path(path)
    if not given.is_file():
        return path  # a bundled game
    whole = given.resolve()
    try:
        return f"~/{whole.relative_to(Path.home().resolve()).as_posix()}"
    except (ValueError, RuntimeError):
        return str(whole)


def _version() -> str:
    try:
        return version("gamedsl")
    except PackageNotFoundError:
        return "?"

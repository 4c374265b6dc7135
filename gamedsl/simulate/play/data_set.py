"""A folder, settings and rules -> a Parquet data set in it, to which results are added until all games are there

Files come under their names when they are whole and on the disk, so a kill at any moment leaves files that are right.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic

from gamedsl.game import Game
from gamedsl.simulate.play.columns import Columns
from gamedsl.simulate.play.executors import Part
from gamedsl.simulate.play.results_file import ResultsFileError, differing, header_of
from gamedsl.simulate.play.settings import Settings
from gamedsl.simulate.play.todo import stretches_of
from gamedsl.simulate.results.game_result import GameResult
from gamedsl.storage.locking import lock
from gamedsl.storage.writing import sync_folder, write_whole

HEAD = "_simulation.json"
"""The file with the settings; what reads data sets passes over names that begin so."""
_LOCK = "_lock"
_PATTERN = "games-*.parquet"
_WHOLE = 10_000
"""Results after which a file is written."""
_SECONDS = 30.0
"""Seconds after which a file is written with the results there are."""


class DataSet:
    """A data set of one simulation. Results of games below ``held`` are read again when it is opened."""

    def __init__(self, folder: Path, settings: Settings, game: Game, held: int) -> None:
        self.folder, self._held = folder, held
        self._header = header_of(settings, game)
        self._columns = Columns(game, settings)
        self._waiting: list[GameResult] = []
        self._since = 0.0
        self._open = ExitStack()
        self.results: list[GameResult] = []
        """Results that were there when it was opened, of the games that are held."""
        self.numbers: list[range] = []
        """The numbers of all games that were there when it was opened."""

    def __enter__(self) -> DataSet:
        with self._told(), ExitStack() as stack:
            self.folder.mkdir(parents=True, exist_ok=True)
            locked = stack.enter_context((self.folder / _LOCK).open("a+b"))
            if not lock(locked.fileno()):
                raise ResultsFileError(f"{self.folder}: another program is adding results to it")
            self._check_head()
            for torn in self.folder.glob(f".{_PATTERN}.*"):
                torn.unlink()
            self._read()
            self._open = stack.pop_all()
        return self

    def _check_head(self) -> None:
        """Write the settings, or see that they are those of the results that are there."""
        head = self.folder / HEAD
        if not head.exists():
            if any(self.folder.glob("*.parquet")):
                raise ResultsFileError(f"{self.folder} holds Parquet files of something else")
            write_whole(head, f"{json.dumps(self._header, sort_keys=True)}\n".encode())
            sync_folder(self.folder.absolute().parent)
            return
        try:
            found = json.loads(head.read_bytes())
        except ValueError as error:
            raise ResultsFileError(f"{head} is damaged") from error
        if other := differing(found, self._header):
            raise ResultsFileError(f"{self.folder} holds results of another simulation: {other}")

    def _read(self) -> None:
        found: list[range] = []
        for file in sorted(self.folder.glob(_PATTERN)):
            try:
                numbers = self._columns.numbers(file)
                found += [numbers] if isinstance(numbers, range) else stretches_of(numbers)
                if min(numbers, default=self._held) < self._held:
                    self.results += self._columns.unpacked(file, self._held)
            except (ValueError, LookupError) as error:
                raise ResultsFileError(
                    f"{file} is damaged: {error}; delete it, and its games are played again"
                ) from error
        self.numbers = found

    # ------------------------------------------------------------ adding

    def add(self, results: Sequence[GameResult]) -> None:
        """Add results; they are on the disk half a minute later, or when it is closed."""
        if not self._waiting:
            self._since = monotonic()
        self._waiting += results
        if len(self._waiting) >= _WHOLE or monotonic() - self._since >= _SECONDS:
            self._write()

    def put(self, part: Part) -> None:
        """Add results that have been written as a part; they are on the disk then."""
        with self._told():
            write_whole(self._file(part.numbers.start), part.data)

    def _write(self) -> None:
        if self._waiting:
            self._waiting.sort(key=lambda one: one.number)
            with self._told():
                write_whole(self._file(self._waiting[0].number), self._columns.packed(self._waiting))
            self._waiting = []

    def _file(self, first: int) -> Path:
        """Return the file whose lowest number is ``first``; a game is in one file only."""
        return self.folder / f"games-{first:010}.parquet"

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise ResultsFileError(f"{self.folder}: {error.strerror or error}") from error

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None or not issubclass(kind, ResultsFileError):
                self._write()
            else:
                with contextlib.suppress(ResultsFileError):
                    self._write()
        finally:
            self._open.close()

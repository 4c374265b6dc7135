"""Records on disk: lines are only added, each is safe before play goes on, and one program writes at a time."""

from __future__ import annotations

import json
import os
import stat
from codecs import BOM_UTF8
from pathlib import Path

import attrs

from gamedsl.files import bytes_of
from gamedsl.i18n.speaking import gettext, mark
from gamedsl.records.lines import (
    FORMAT,
    Damage,
    DamagedRecordError,
    Line,
    MisfitError,
    Record,
    RecordError,
    from_text,
    gathered,
    to_text,
)
from gamedsl.storage.locking import lock
from gamedsl.storage.writing import sync_folder

_MOST_BYTES = 256_000_000
_HEAD = b'{"line":"start"'
_SAVE = b'"gamedsl save"'
BUSY = mark("another program is playing this game")


class ReadOnlyError(RecordError):
    """A record that can be read, but not gone on with in its own file."""


def read_record(path: Path, *, damaged: bool = False) -> Record:
    """Return the record in a file; a last line that was not written to its end is left out.

    ``damaged``: of a damaged record return what stands before the damage. Raises RecordError when it is none,
    DamagedRecordError when it is damaged, and OSError when the file cannot be read.
    """
    _check_file(path)
    data = bytes_of(path, _MOST_BYTES)
    if b"\n" not in data and (_HEAD.startswith(data) or data.startswith(_HEAD)):
        raise RecordError(gettext("its first line was not written to its end: no game had begun"))
    if not _begins(data):
        if _SAVE in data[:200]:
            raise RecordError(
                gettext("this is a state saved with the Python API, not a record; `Game.restore` reads it")
            )
        raise RecordError(gettext("this is not a record of a game"))
    mark = len(BOM_UTF8) if data.startswith(BOM_UTF8) else 0
    record = _read(data[mark:].split(b"\n")[:-1], mark)
    if record.damage is not None and not damaged:
        raise DamagedRecordError(record)
    return record


def _check_file(path: Path) -> None:
    """Raise RecordError for what is no ordinary file, or too large: reading it might never end. Raises OSError."""
    if path.is_dir():
        raise RecordError(gettext("this is a folder; name a record in it"))
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        raise RecordError(gettext("this is no ordinary file; records are read from files only"))
    if status.st_size > _MOST_BYTES:
        raise RecordError(gettext("it has more than {number} MB", number=_MOST_BYTES // 1_000_000))


def _begins(data: bytes) -> bool:
    """Does it begin as a record does? Editors may have put blanks into the line, and a mark before it."""
    line, end, _ = data.removeprefix(BOM_UTF8).partition(b"\n")
    if not end or line.startswith(_HEAD):
        return bool(end)
    try:
        begun = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(begun, dict) and begun.get("line") == "start" and begun.get("format") == FORMAT


def _read(texts: list[bytes], byte: int) -> Record:
    """Return the record as far as its lines can be read; raise RecordError when that is not even the first one.

    ``byte`` is where the first line stands in the file.
    """
    lines: list[Line] = []
    why = ""
    for text in texts:
        try:
            lines.append(from_text(text.decode("utf-8")))
        except (RecordError, UnicodeDecodeError) as error:
            if not lines:
                raise RecordError(gettext("the record cannot be read: line 1: {error}", error=error)) from error
            why = str(error) if isinstance(error, RecordError) else gettext("it is no text")
            break
    try:
        record = gathered(lines)
    except MisfitError as error:
        why, lines = str(error), lines[: error.line - 1]
        record = gathered(lines)
    if not why:
        return record
    byte += sum(len(text) + 1 for text in texts[: len(lines)])
    damage = Damage(line=len(lines) + 1, byte=byte, why=why, lost=len(texts) - len(lines))
    return attrs.evolve(record, damage=damage)


class Writer:
    """Adds lines to one record, and keeps other programs from doing so until it is closed."""

    def __init__(self, handle: int, path: Path) -> None:
        self._handle = handle
        self.path = path

    @classmethod
    def create(cls, path: Path, lines: tuple[Line, ...]) -> Writer:
        """Begin a file that is not there yet, readable for its owner only. Raises OSError."""
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o600)
        writer = cls(handle, path)
        try:
            lock(handle)
            writer.add(*lines)
        except BaseException:
            writer.close()
            raise
        sync_folder(path.parent)
        return writer

    @classmethod
    def go_on(cls, path: Path) -> Writer:
        """Open a file to add to it: read it then, and call ``cut`` when it is a record that can go on.

        Raises OSError, and RecordError when it is no ordinary file, cannot be written or another program has it open.
        """
        _check_file(path)
        try:
            handle = os.open(path, os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0))
        except OSError as error:
            if not os.access(path, os.R_OK):
                raise
            raise ReadOnlyError(
                gettext("it can be read but not written: {reason}", reason=error.strerror or error)
            ) from error
        if not lock(handle):
            os.close(handle)
            raise RecordError(gettext(BUSY))
        return cls(handle, path)

    def cut(self) -> None:
        """Cut a last line off that was not written to its end. Raises OSError."""
        whole = self.path.read_bytes().rfind(b"\n") + 1
        if whole < os.fstat(self._handle).st_size:
            os.ftruncate(self._handle, whole)

    def add(self, *lines: Line, sync: bool = True) -> None:
        """Write lines; with ``sync`` they are on the disk when this returns. Raises OSError."""
        data = "".join(map(to_text, lines)).encode("utf-8", "replace")
        while data:
            data = data[os.write(self._handle, data) :]
        if sync:
            self.sync()

    def sync(self) -> None:
        """Return when everything that was written is on the disk. Raises OSError."""
        os.fsync(self._handle)

    def close(self) -> None:
        """Let go of the file; may be called again."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


def is_busy(path: Path) -> bool:
    """Is another program writing this record?"""
    try:
        handle = os.open(path, os.O_RDWR)
    except OSError:
        return True
    try:
        return not lock(handle)
    finally:
        os.close(handle)

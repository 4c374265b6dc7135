"""Where the records of this user lie: the folder, a name for a new one, those that can go on, and tidying up."""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import platformdirs

from gamedsl.records.files import is_busy, read_record
from gamedsl.records.lines import Record, RecordError
from gamedsl.storage.caching import HOME

SUFFIX = ".record.jsonl"
KEPT = 500
"""So many records stay; of more the oldest are deleted when a new game begins."""
_TAIL = 4096
_HUMAN = b'"human"'


def records_folder() -> Path:
    """Return the folder of all records, which may not exist yet."""
    home = os.environ.get(HOME)
    return (Path(home) if home else Path(platformdirs.user_data_dir("gamedsl", appauthor=False))) / "games"


def new_paths(game: str, time: str) -> Iterator[Path]:
    """Walk names for a new record, without end, and make its folder, which only its owner can read. Raises OSError.

    Another program may take the same name at the same moment: then the next one will do.
    """
    folder = records_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    name = f"{re.sub(r'[^A-Za-z0-9]+', '_', game).strip('_').lower() or 'game'}-{re.sub('[-:]', '', time)}"
    for number in count(1):
        yield folder / f"{name}{'' if number == 1 else f'_{number}'}{SUFFIX}"


def interrupted(game: str) -> list[tuple[Path, Record]]:
    """Return the records of a game, by its name, that have not ended and that nobody is writing; the newest first.

    A damaged record is left out when there is another one that goes on behind everything that stands before the damage.
    """
    found: list[tuple[Path, Record]] = []
    for path in _all():
        if _first(path).get("game") != game or _last(path).get("line") == "end" or is_busy(path):
            continue
        with contextlib.suppress(RecordError, OSError):
            record = read_record(path, damaged=True)
            if record.end is None and not _has_gone_on(path, record):
                found.append((path, record))
    return sorted(found, key=lambda item: (item[1].time, item[0].name), reverse=True)


def is_known(game: str, besides: Path | None = None) -> bool:
    """Has a person played a game of this name here, in another record than ``besides``?"""
    return any(path != besides and _first(path).get("game") == game and _names_people(path) for path in _all())


def _names_people(path: Path) -> bool:
    with contextlib.suppress(OSError):
        return _HUMAN in path.read_bytes()
    return False


def _has_gone_on(path: Path, record: Record) -> bool:
    """Has somebody played on, in a record of its own, behind what stands before the damage?"""
    if record.damage is None:
        return False
    first = _first(path)
    for other in _all():
        if other != path and _first(other) == first:
            with contextlib.suppress(RecordError, OSError):
                if read_record(other, damaged=True).lines[1:][: len(record.moves)] == record.moves:
                    return True
    return False


def newest(most: int) -> list[tuple[Path, Record]]:
    """Return the records that were written last, whatever their game.

    Those that cannot be read are left out, and those in which nothing has been decided.
    """
    found: list[tuple[Path, Record]] = []
    for path in sorted(_all(), key=_age, reverse=True):
        if len(found) < most:
            with contextlib.suppress(RecordError, OSError):
                record = read_record(path, damaged=True)
                if record.moves or record.end is not None or record.damage is not None:
                    found.append((path, record))
    return found


def unreadable() -> list[Path]:
    """Return the files in the folder that are no records this program can read, not even in part."""
    found = []
    for path in _all():
        try:
            read_record(path, damaged=True)
        except (RecordError, OSError):
            found.append(path)
    return found


def prune(kept: int = KEPT) -> int:
    """Delete the oldest records when there are more than ``kept``; return how many were deleted.

    Games that people play and that have not ended stay. Those of program players alone do not, nor those in which
    nothing has been decided, nor files that are no records.
    """
    paths = sorted(_all(), key=_age)
    deleted = 0
    for path in paths:
        if len(paths) - deleted <= kept:
            break
        if not _is_wanted(path) and not is_busy(path):
            with contextlib.suppress(OSError):
                path.unlink()
                deleted += 1
    return deleted


def _is_wanted(path: Path) -> bool:
    """Is it a game that people may want to go on with?

    People may have come in by any line, also behind damage, so all of the file is looked at.
    """
    if _last(path).get("line") == "end":
        return False
    try:
        if _HUMAN not in path.read_bytes():
            return False
    except OSError:
        return True  # what cannot be read now may be read later
    try:
        record = read_record(path, damaged=True)
    except (RecordError, OSError):
        return bool(_first(path))  # it may be of a later version of gamedsl
    return record.damage is not None or (record.end is None and bool(record.moves))


def _all() -> list[Path]:
    folder = records_folder()
    return sorted(path for path in folder.glob(f"*{SUFFIX}") if path.is_file()) if folder.is_dir() else []


def _age(path: Path) -> tuple[float, str]:
    try:
        return path.stat().st_mtime, path.name
    except OSError:
        return 0.0, path.name


def _first(path: Path) -> dict[str, Any]:
    """Return the first line of a file as data; nothing when it is none of a record."""
    with contextlib.suppress(OSError, ValueError), path.open("rb") as file:
        return _data(file.readline())
    return {}


def _last(path: Path) -> dict[str, Any]:
    """Return the last whole line of a file as data."""
    with contextlib.suppress(OSError, ValueError), path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - _TAIL))
        lines = file.read().split(b"\n")[:-1]
        return _data(lines[-1]) if lines else {}
    return {}


def _data(line: bytes) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except RecursionError:
        return {}
    return data if isinstance(data, dict) else {}

"""Settings and rules -> the file that keeps the results of single games, safe against a kill at any moment."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import attrs

from gamedsl.engine.playing import PLAYING, plays_otherwise
from gamedsl.game import Game
from gamedsl.option_values import written
from gamedsl.semantics.core.walk import Part, walk
from gamedsl.simulate.play.settings import Settings, program
from gamedsl.simulate.play.todo import stretches_of
from gamedsl.simulate.results.game_result import GameResult
from gamedsl.storage.locking import lock
from gamedsl.storage.writing import sync_folder

FORMAT = "gamedsl simulation"
VERSION = 5
_OPTIONS = {"options": "--option", "rotate": "moving on from seat to seat (--fixed-seats)"} | {
    name: f"--{name}" for name in ("players", "seats", "seed", "limit")
}
"""What the settings are called on the command line."""


class ResultsFileError(ValueError):
    """A file of results that belongs to other settings or rules, is none, or is being written by another program."""


class Kept:
    """A file of results: a line with the settings, then a line for each game."""

    def __init__(self, path: Path | None, settings: Settings, game: Game) -> None:
        self.path = path
        self.header = header_of(settings, game)
        self.results: list[GameResult] = []
        self.file: IO[bytes] | None = None

    def __enter__(self) -> Kept:
        if self.path is None:
            return self
        if self.path.exists() and not self.path.is_file():
            raise ResultsFileError(f"{self.path} is no ordinary file, from which results could be read again")
        with self._told():
            self.file = self.path.open("a+b")
        try:
            if not lock(self.file.fileno()):
                raise ResultsFileError(f"{self.path}: another program is adding results to it")
            good = self._read(self.path)
            self.file.truncate(good)
            if not good:
                self._write([json.dumps(self.header, sort_keys=True)])
                sync_folder(self.path.absolute().parent)
        except BaseException:
            self.__exit__()
            raise
        return self

    def _read(self, path: Path) -> int:
        """Read the results there are; return the size of the part that is whole."""
        data = path.read_bytes()
        whole = data.split(b"\n")[:-1]  # the last line is empty, or was torn
        if not whole and json.dumps(self.header, sort_keys=True).encode().startswith(data):
            return 0
        try:
            header = json.loads(whole[0]) if whole else None
            self.results = [GameResult.from_line(line.decode()) for line in whole[1:]]
        except ValueError as error:
            raise ResultsFileError(f"{path} is no file of simulation results, or is damaged") from error
        if other := differing(header, self.header):
            raise ResultsFileError(f"{path} holds results of another simulation: {other}")
        return sum(len(line) + 1 for line in whole)

    @property
    def numbers(self) -> list[range]:
        """The numbers of the games that were there when it was opened."""
        return stretches_of(one.number for one in self.results)

    def add(self, results: Sequence[GameResult]) -> None:
        """Add results so that they are on disk."""
        if self.file is not None:
            self._write([one.to_line() for one in results])

    def _write(self, lines: Sequence[str]) -> None:
        assert self.file is not None
        with self._told():
            self.file.write("".join(f"{line}\n" for line in lines).encode())
            self.file.flush()
            os.fsync(self.file.fileno())

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Name the file in what is wrong with it."""
        try:
            yield
        except OSError as error:
            raise ResultsFileError(f"{self.path}: {error.strerror or error}") from error

    def __exit__(self, *_: object) -> None:
        if self.file is not None:
            with suppress(OSError):  # what could not be written has been told
                self.file.close()


def header_of(settings: Settings, game: Game) -> dict[str, Any]:
    """Return what kept results say of themselves: all that they depend on."""
    data = settings.to_data()
    data.pop("games")  # a longer simulation goes on with a shorter one
    data.pop("game")  # the rules tell which game it is, wherever it lies
    rules, hints, metrics = hashes(game)
    return {
        "format": FORMAT,
        "version": VERSION,
        "program": program(),
        "playing": PLAYING,
        "rules": rules,
        "hints": hints,
        "metrics": metrics,
        "settings": data,
    }


def hashes(game: Game) -> tuple[str, str, str]:
    """Return what results depend on: the hash of the rules, one of the hints, and one of what is measured."""
    return game.checked.rules_hash, hints_hash(game), metrics_hash(game)


def hints_hash(game: Game) -> str:
    """Return a hash of the hints, by which players decide: the hash of the rules leaves them out."""
    return _hash([(hint.name, hint.level, _nodes(hint.worth)) for hint in game.checked.hints.values()])


def metrics_hash(game: Game) -> str:
    """Return a hash of the metrics of the rule file, which the hash of the rules leaves out as well."""
    return _hash(
        [
            (one.name, one.follows, one.taken, _nodes(*([one.who] if one.who else []), *one.elements, one.worth))
            for one in game.checked.metrics.values()
        ]
    )


def _hash(told: object) -> str:
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


def _nodes(*parts: Part) -> list[tuple[str, list[object]]]:
    return [(type(node).__name__, _plain(node)) for node in walk(*parts)]


def _plain(node: Any) -> list[object]:
    values = [getattr(node, field.name) for field in attrs.fields(type(node)) if field.name not in ("span", "type")]
    return [value for value in values if value is None or isinstance(value, bool | int | str)]


def kept_seed(path: Path) -> int | None:
    """Return the seed of the simulation whose results a file keeps; None when there is no such file."""
    try:
        with path.open("rb") as file:
            header = json.loads(file.readline(1_000_000))
        seed = header["settings"]["seed"]
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return seed if type(seed) is int and seed >= 0 else None


def differing(found: Any, wanted: dict[str, Any]) -> str:
    """Return what differs between two headers in words; empty when nothing does."""
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        return "it does not begin as one"
    if found.get("version") != wanted["version"]:
        return "it has the form of another version; begin a new file"
    if found.get("program") != wanted["program"]:
        return f"it was made with gamedsl {found.get('program', 'of another version')}"
    if found.get("playing") != wanted["playing"]:
        return plays_otherwise(found.get("playing"))
    if found.get("rules") != wanted["rules"]:
        return "the rules have changed since"
    if found.get("hints") != wanted["hints"]:
        return "the hints have changed since"
    if found.get("metrics") != wanted["metrics"]:
        return "the metrics of the rule file have changed since"
    settings = found.get("settings")
    settings = settings if isinstance(settings, dict) else {}
    return ", ".join(
        f"other {_OPTIONS.get(name, name)}, {_told(settings.get(name))} and not {_told(value)}"
        for name, value in wanted["settings"].items()
        if settings.get(name) != value
    )


def _told(value: object) -> str:
    """Return a setting for people."""
    if isinstance(value, list):
        return ",".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{name} = {written(one)}" for name, one in value.items()) or "none"
    return "none" if value is None else written(value)

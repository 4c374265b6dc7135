"""Settings -> results of many games, in order: over several processes, kept in a file, resumable, stoppable."""

from __future__ import annotations

import json
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import active_children, get_context, parent_process
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import IO, Any

from gamedsl.api import Game, load
from gamedsl.players.protocol import Player
from gamedsl.simulate.playing import play_one
from gamedsl.simulate.results import GameResult
from gamedsl.simulate.settings import Settings

FORMAT = "gamedsl simulation"
VERSION = 1
_PORTION = 20
_QUICK = 0.3
_AHEAD = 2
Told = Callable[[int], None]
"""Is told after every portion how many games are done."""


class ResultsFileError(ValueError):
    """A file of results that belongs to other settings or rules, or is none."""


def simulate(
    settings: Settings,
    *,
    workers: int = 1,
    kept: Path | None = None,
    told: Told | None = None,
    makers: Mapping[str, Callable[[int], Player]] | None = None,
) -> list[GameResult]:
    """Play all games of ``settings`` and return their results in order.

    ``kept`` is a file of results: games in it are not played again, new ones are added to it, safe against a kill at
    any moment. Players from Python (``makers``) play in this process only. KeyboardInterrupt ends the simulation; the
    games done by then are returned. Raises RuleFileError, SetupError, ValueError for an unknown kind of player, and
    ResultsFileError when ``kept`` holds something else.
    """
    game = load(settings.game)
    game.start(settings.players, settings.seed_of(0), settings.options)
    done: dict[int, GameResult] = {}
    with _Kept(kept, settings, game) as file:
        done.update((one.number, one) for one in file.results)
        missing = [number for number in range(settings.games) if number not in done]
        alone = workers == 1 or bool(makers) or len(missing) <= _PORTION
        portions = _alone(game, settings, missing, makers) if alone else _spread(settings, missing, workers)
        try:
            for portion in portions:
                file.add(portion)
                done.update((one.number, one) for one in portion)
                if told is not None:
                    told(len(done))
        except KeyboardInterrupt:
            portions.close()
    return [done[number] for number in sorted(done)]


def _alone(
    game: Game, settings: Settings, numbers: Sequence[int], makers: Mapping[str, Callable[[int], Player]] | None
) -> Generator[list[GameResult], None, None]:
    for number in numbers:
        yield [play_one(game, settings, number, makers)]


def _spread(settings: Settings, numbers: Sequence[int], workers: int) -> Generator[list[GameResult], None, None]:
    """Play portions in several processes, given out a few at a time; portions grow while they are quick."""
    waiting = deque(numbers)
    size = 1
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _begin, (settings,))
    try:
        running: set[Future[tuple[list[GameResult], float]]] = set()
        while waiting or running:
            while waiting and len(running) < workers * _AHEAD:
                portion = [waiting.popleft() for _ in range(min(size, len(waiting)))]
                running.add(pool.submit(_portion, portion))
            ready, running = wait(running, return_when=FIRST_COMPLETED)
            for future in ready:
                results, seconds = future.result()
                size = min(_PORTION, size * 2) if seconds < _QUICK else size
                yield results
    except GeneratorExit:
        for process in active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


_HERE: dict[str, Any] = {}


def _begin(settings: Settings) -> None:
    """Prepare a process: Ctrl-C is for the main process alone, and nobody works on when that is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with_parent, daemon=True).start()
    _HERE["game"], _HERE["settings"] = load(settings.game), settings


def _leave_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _portion(numbers: Sequence[int]) -> tuple[list[GameResult], float]:
    """Play games; return their results and how many seconds it took."""
    begin = monotonic()
    results = [play_one(_HERE["game"], _HERE["settings"], number) for number in numbers]
    return results, monotonic() - begin


class _Kept:
    """A file of results: a line with the settings, then a line for each game."""

    def __init__(self, path: Path | None, settings: Settings, game: Game) -> None:
        self.path = path
        self.header = _header(settings, game)
        self.results: list[GameResult] = []
        self.file: IO[bytes] | None = None

    def __enter__(self) -> _Kept:
        if self.path is None:
            return self
        if self.path.exists() and self.path.stat().st_size:
            good = self._read(self.path)
            self.file = self.path.open("r+b")
            self.file.truncate(good)
            self.file.seek(good)
        else:
            self.file = self.path.open("wb")
            self._write([json.dumps(self.header, sort_keys=True)])
        return self

    def _read(self, path: Path) -> int:
        """Read the results there are; return the size of the part that is whole."""
        lines = path.read_bytes().split(b"\n")
        whole = lines[:-1]  # the last line is empty, or was torn
        try:
            header = json.loads(whole[0]) if whole else None
            self.results = [GameResult.from_line(line.decode()) for line in whole[1:]]
        except ValueError as error:
            raise ResultsFileError(f"{path} is no file of simulation results, or is damaged") from error
        differing = _differing(header, self.header)
        if differing:
            raise ResultsFileError(f"{path} holds results of another simulation: {differing}")
        return sum(len(line) + 1 for line in whole)

    def add(self, results: Sequence[GameResult]) -> None:
        """Add results so that they are on disk."""
        if self.file is not None:
            self._write([one.to_line() for one in results])

    def _write(self, lines: Sequence[str]) -> None:
        assert self.file is not None
        self.file.write("".join(f"{line}\n" for line in lines).encode())
        self.file.flush()
        os.fsync(self.file.fileno())

    def __exit__(self, *_: object) -> None:
        if self.file is not None:
            self.file.close()


def _header(settings: Settings, game: Game) -> dict[str, Any]:
    data = settings.to_data()
    data.pop("games")  # a longer simulation goes on with a shorter one
    return {"format": FORMAT, "version": VERSION, "rules": game.checked.rules_hash, "settings": data}


def _differing(found: Any, wanted: dict[str, Any]) -> str:
    """Return what differs between two headers in words; empty when nothing does."""
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        return "it does not begin as one"
    if found.get("rules") != wanted["rules"]:
        return "the rules have changed since"
    settings = found.get("settings")
    names = [
        name
        for name, value in wanted["settings"].items()
        if not isinstance(settings, dict) or settings.get(name) != value
    ]
    return ", ".join(f"other {name}" for name in names)

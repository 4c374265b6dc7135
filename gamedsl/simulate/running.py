"""Settings -> results of many games, in order: over several processes, kept in a file, resumable, stoppable."""

from __future__ import annotations

import hashlib
import json
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from pathlib import Path
from threading import Thread, current_thread, main_thread
from time import monotonic
from typing import IO, Any

import attrs

from gamedsl.api import Game, load
from gamedsl.locking import lock
from gamedsl.players.protocol import Player
from gamedsl.semantics.walk import walk
from gamedsl.simulate.playing import play_one
from gamedsl.simulate.results import GameResult
from gamedsl.simulate.settings import Settings, program

FORMAT = "gamedsl simulation"
VERSION = 2
_PORTION = 20
_QUICK = 0.3
_AHEAD = 2
Told = Callable[[int], None]
"""Is told after every portion how many games are done."""


class ResultsFileError(ValueError):
    """A file of results that belongs to other settings or rules, is none, or is being written by another program."""


class WorkerError(RuntimeError):
    """A process of a simulation that has ended by itself; what was done before is kept."""


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
    games done by then are returned. Raises RuleFileError, SetupError, ValueError for an unknown kind of player,
    PlayerError (a ValueError) when a player fails, WorkerError when a process dies, and ResultsFileError when ``kept``
    holds something else.
    """
    game = load(settings.game)
    game.start(settings.players, settings.seed_of(0), settings.options, log=False)
    done: dict[int, GameResult] = {}
    with _Kept(kept, settings, game) as file:
        done.update((one.number, one) for one in file.results)
        missing = [number for number in range(settings.games) if number not in done]
        alone = workers == 1 or bool(makers) or len(missing) <= _PORTION
        portions = _alone(game, settings, missing, makers) if alone else _spread(settings, missing, workers)
        try:
            with _interrupts():
                for portion in portions:
                    file.add(portion)
                    done.update((one.number, one) for one in portion)
                    if told is not None:
                        told(len(done))
        except (KeyboardInterrupt, _Interrupt):
            portions.close()
    return [done[number] for number in sorted(done)]


class _Interrupt(BaseException):
    """Ctrl-C. Players that search take a KeyboardInterrupt for the wish to see them choose."""


@contextmanager
def _interrupts() -> Iterator[None]:
    """Let Ctrl-C end the simulation at once, whatever a player does with a KeyboardInterrupt."""
    if current_thread() is not main_thread() or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return

    def stop(number: int, frame: object) -> None:
        raise _Interrupt

    signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


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
                try:
                    results, seconds = future.result()
                except BrokenExecutor as error:
                    raise WorkerError(
                        "a process of the simulation was ended from outside, perhaps for want of memory"
                    ) from error
                size = min(_PORTION, size * 2) if seconds < _QUICK else size
                yield results
    except BaseException:
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
        self.file = self.path.open("a+b")
        try:
            if not lock(self.file.fileno()):
                raise ResultsFileError(f"{self.path}: another program is adding results to it")
            good = self._read(self.path)
            self.file.truncate(good)
            if not good:
                self._write([json.dumps(self.header, sort_keys=True)])
        except BaseException:
            self.file.close()
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
    data.pop("game")  # the rules tell which game it is, wherever it lies
    rules = {"rules": game.checked.rules_hash, "hints": hints_hash(game)}
    return {"format": FORMAT, "version": VERSION, "program": program(), **rules, "settings": data}


def hints_hash(game: Game) -> str:
    """Return a hash of the hints, by which players decide: the hash of the rules leaves them out."""
    told = [
        (hint.name, [(type(node).__name__, _plain(node)) for node in walk(hint.worth)])
        for hint in game.checked.hints.values()
    ]
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


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


def _differing(found: Any, wanted: dict[str, Any]) -> str:
    """Return what differs between two headers in words; empty when nothing does."""
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        return "it does not begin as one"
    if found.get("version") != wanted["version"] or found.get("program") != wanted["program"]:
        return f"it was made with gamedsl {found.get('program', 'of an earlier version')}"
    if found.get("rules") != wanted["rules"]:
        return "the rules have changed since"
    if found.get("hints") != wanted["hints"]:
        return "the hints have changed since"
    settings = found.get("settings")
    names = [
        name
        for name, value in wanted["settings"].items()
        if not isinstance(settings, dict) or settings.get(name) != value
    ]
    return ", ".join(f"other {name}" for name in names)

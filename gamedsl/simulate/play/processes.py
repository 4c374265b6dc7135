"""Simulations and which of their games are to come -> their results as they come, played in several processes."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.queues import SimpleQueue
from threading import Thread, current_thread, main_thread
from time import monotonic
from types import FrameType
from typing import Any

import attrs

from gamedsl.api import load
from gamedsl.simulate.play.games import Games, Some, gathered, played
from gamedsl.simulate.play.one_game import Long, Watch
from gamedsl.simulate.play.results_file import hashes
from gamedsl.simulate.play.settings import Settings
from gamedsl.simulate.play.todo import Stretch, Todo

PORTION = 2_000
"""Games that a process plays before it tells, at most."""
_QUICK = 0.3
_AHEAD = 2
_LISTEN = 0.5
"""Seconds between two looks at what processes tell of games that are going on."""


class WorkerError(RuntimeError):
    """A process of a simulation that has ended by itself; what was done before is kept."""


class RulesChangedError(ValueError):
    """A rule file was changed while the processes of a simulation began: they would have played by other rules."""


@attrs.frozen
class Setup:
    """One simulation for the processes: its settings, and the hashes of the rules, hints and metrics that are meant.

    ``many``: about how many games each process will play.
    """

    settings: Settings
    hashes: tuple[str, str, str]
    many: int


class _Process(SpawnProcess):
    """A process that hears no Ctrl-C from its first moment on, where the system can do that: the main process does."""

    def start(self) -> None:
        """Begin it; what is pressed meanwhile is heard behind: a process that is half begun would say that."""
        with _later(), _unheard():
            super().start()


@contextmanager
def _later() -> Iterator[None]:
    """Hear Ctrl-C when this is done. Only the main thread ever hears it, whichever the system gives it to."""
    if current_thread() is not main_thread() or signal.getsignal(signal.SIGINT) is None:  # it is not Python's
        yield
        return
    heard: list[tuple[int, FrameType | None]] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if heard and callable(before):
            before(*heard[0])
        elif heard and before == signal.SIG_DFL:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def _unheard() -> Iterator[None]:
    """Block Ctrl-C for this thread, and so for all processes that it begins."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Spawning(SpawnContext):
    """Begins processes, and knows which it has begun: the program may have others of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: list[SpawnProcess] = []

    def Process(self, *args: Any, **options: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        process = _Process(*args, **options)
        self.begun.append(process)
        return process


def spread(setups: Sequence[Setup], todo: Todo, workers: int, watch: Watch | None) -> Generator[Some, None, None]:
    """Play portions in several processes, given out a few at a time; portions grow while they are quick."""
    size = 1
    context = _Spawning()
    long: SimpleQueue[Long] = context.SimpleQueue()
    pool = ProcessPoolExecutor(workers, context, _begin, (tuple(setups), long))
    try:
        running: set[Future[tuple[Some, float]]] = set()
        while todo or running:
            while todo and len(running) < workers * _AHEAD:
                running.add(pool.submit(_portion, todo.take(size)))
            ready, running = wait(running, _LISTEN, FIRST_COMPLETED)
            while not long.empty():  # also when nobody watches: a full pipe would stop the processes
                one = long.get()
                if watch is not None:
                    watch(one)
            for future in ready:
                results, seconds = future.result()
                size = min(PORTION, size * 2) if seconds < _QUICK else size
                yield results
    except BrokenExecutor as error:  # told by a result, or by the pool when it is given more
        raise WorkerError(
            "a process of the simulation has ended by itself: it was ended from outside, perhaps for want of memory, "
            'or a script that simulates does not do so under `if __name__ == "__main__":`'
        ) from error
    finally:
        _end(context)
        pool.shutdown(cancel_futures=True)  # waits for its thread, which may be first to see that a process has ended


def _end(context: _Spawning) -> None:
    """End all processes: one that is still beginning would look for a queue that is there no longer."""
    begun = [process for process in context.begun if process.pid is not None]
    for process in begun:
        process.terminate()
    for process in begun:
        process.join()


# ---------------------------------------------------------------- inside a process

_SETUPS: list[Setup] = []
_GAMES: dict[int, Games] = {}
_LONG: list[SimpleQueue[Long]] = []


def _begin(setups: Sequence[Setup], long: SimpleQueue[Long]) -> None:
    """Prepare a process: it hears no Ctrl-C, and does not work on when the main process is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with_parent, daemon=True).start()
    _SETUPS[:] = setups
    _LONG[:] = [long]


def _leave_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _portion(stretches: Sequence[Stretch]) -> tuple[Some, float]:
    """Play games; return their results and how many seconds it took."""
    begin = monotonic()
    watch = _LONG[0].put
    results = gathered(played(_games, stretches, watch))
    return results, monotonic() - begin


def _games(place: int) -> Games:
    """Return what plays the games of a simulation; raise RulesChangedError when its file is not what it was."""
    if place not in _GAMES:
        setup = _SETUPS[place]
        changed = RulesChangedError(f"{setup.settings.game} was changed while the simulation began; start it again")
        try:
            game = load(setup.settings.game)
        except (OSError, ValueError) as error:
            raise changed from error
        if hashes(game) != setup.hashes:
            raise changed
        _GAMES[place] = Games(game, setup.settings, setup.many)
    return _GAMES[place]

"""The address of a Ray cluster -> a place where games are played: by its workers, which need nothing but gamedsl

Ray is an optional library (extra ``ray``), loaded where it is used.
"""

from __future__ import annotations

import logging
import os
import socket
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from time import monotonic
from typing import Any

import attrs

from gamedsl.simulate.cluster.bundle import bundle_of
from gamedsl.simulate.cluster.tasks import Task, give_out
from gamedsl.simulate.cluster.worker import Done
from gamedsl.simulate.play.columns import MissingLibraryError
from gamedsl.simulate.play.executors import Job, Portion
from gamedsl.simulate.play.todo import Stretch

RAY = "ray"
"""The address that stands for the cluster to which this machine belongs."""
_RETRIES = 3
"""Times that Ray itself gives out a task again before it tells that it is lost."""
_AHEAD = 2
"""Tasks that are out for each processor: one is played, one waits, so that no processor ever waits for us."""
_LISTEN = 0.5
"""Seconds between two looks at whether something has happened."""
_LOOK = 5.0
"""Seconds between two looks at how many processors there are."""
_SILENT = ("RAY_DEDUP_LOGS_SKIP_REGEX", ".")
"""What keeps Ray from printing the last words of lost machines into our reports: it reads that when it is loaded."""
_PATIENCE = 5.0
"""Seconds that a machine has for an answer."""
_GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes((0, 0, 0, 4, 0, 0, 0, 0, 0))
"""What begins a connection to Ray, which speaks gRPC; whoever does too answers with ``_SETTINGS``."""
_SETTINGS = 4
_HEAD_OF_FRAME = 9


class NoClusterError(ValueError):
    """There is no cluster where one is said to be."""


@contextmanager
def ray_cluster(address: str, workers: int | None = None) -> Iterator[OnRay]:
    """Join a cluster as long as the context is open: at an address, or with ``ray`` the one of this machine.

    ``workers``: tasks that are played at a time, at most; None for as many as there are processors. With the connection
    all tasks that are out are ended. One that is there already is used and stays; then these few run to their end.
    Raises MissingLibraryError without Ray, and NoClusterError.
    """
    os.environ.setdefault(*_SILENT)
    try:
        ray = import_module("ray")
    except ImportError as error:
        raise MissingLibraryError('Playing on a Ray cluster needs Ray: pip install "gamedsl[ray]"') from error
    if ray.is_initialized():
        yield OnRay(ray, workers)
        return
    address = (os.environ.get("RAY_ADDRESS") or _of_this_machine()) if address == RAY else address
    if address != "auto" and not os.environ.get("RAY_USE_TLS"):  # an encrypted port would not understand the greeting
        check_address(address)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ray.init(address=address, log_to_driver=False, logging_level=logging.CRITICAL)
        except (OSError, RuntimeError, ValueError) as error:
            raise NoClusterError(_no_cluster(address, error)) from error
    try:
        yield OnRay(ray, workers)
    finally:
        ray.shutdown()


def _of_this_machine() -> str:
    """Return the address of the cluster of this machine, ``auto`` where that is left to Ray.

    Ray also finds one that has ended without a word, and would try to join it for minutes: so it is asked before.
    """
    found = None
    with suppress(Exception):  # it is no public function of Ray
        found = import_module("ray._private.services").canonicalize_bootstrap_address("auto")
    return str(found or "auto")


def _no_cluster(address: str, error: Exception) -> str:
    if address == "auto":
        return "no Ray cluster runs on this machine: begin one with `ray start --head`, or name the address of another"
    return f"the Ray cluster {address} cannot be joined: {' '.join(str(error).split())}"


def check_address(address: str) -> None:
    """Raise NoClusterError when no Ray answers at an address: Ray itself would try for minutes."""
    host, colon, port = address.rpartition(":")
    if not colon or not host or not port.isdecimal() or int(port) > 65_535:
        raise NoClusterError(f"{address}: write the address of a Ray cluster as HOST:PORT, such as 10.0.0.5:6379")
    try:
        with socket.create_connection((host.strip("[]"), int(port)), _PATIENCE) as connection:
            connection.sendall(_GREETING)
            answer = connection.recv(_HEAD_OF_FRAME)
    except (OSError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise NoClusterError(f"no Ray cluster answers at {address}: {reason}") from error
    if len(answer) != _HEAD_OF_FRAME or answer[3] != _SETTINGS:
        raise NoClusterError(f"what answers at {address} is no Ray cluster")


@attrs.frozen
class OnRay:
    """The workers of a cluster that has been joined (``ray_cluster``)."""

    ray: Any
    workers: int | None = None
    is_here: bool = False

    def play(self, job: Job) -> Generator[Portion, None, None]:
        """Play all games in tasks of the cluster; what is lost with a worker or a machine is played again.

        Tasks are never cancelled: Ray (2.60) aborts the whole process where one that is cancelled is just done.
        """
        players = _Players(self.ray, self.workers, job.remark)
        many = [each // players.room() for each in job.todo.many]
        players.begin(bundle_of(job.games, job.settings, many, job.is_stored, job.held))
        yield from give_out(job, players)


class _Players:
    """Gives tasks to a cluster; see ``Workers``."""

    def __init__(self, ray: Any, most: int | None, remark: Callable[[str], None]) -> None:
        self._ray, self._most, self._remark = ray, most, remark
        self._out: dict[Any, Task] = {}
        self._play: Any = None
        self._bundle: Any = None
        self._looked, self._processors = -_LOOK, 0

    def begin(self, bundle: str) -> None:
        self._bundle = self._ray.put(bundle)
        self._play = self._ray.remote(num_cpus=1, max_retries=_RETRIES)(_by_value())

    def room(self) -> int:
        if monotonic() - self._looked >= _LOOK:
            before, self._processors = self._processors, int(self._ray.cluster_resources().get("CPU", 0))
            self._looked = monotonic()
            if not self._processors:
                self._remark("The cluster has no processors now: games go on as soon as a machine joins it.")
            elif self._processors < before:
                lost = f"The cluster has lost {before - self._processors} of {before} processors"
                self._remark(f"{lost}: games that were played there are played again.")
        room = max(1, self._processors)
        return _AHEAD * room if self._most is None else min(_AHEAD * room, self._most)

    def give(self, task: Task) -> None:
        self._out[self._play.remote(self._bundle, task.stretches)] = task

    def done(self) -> list[tuple[Task, Done | None]]:
        ready, _ = self._ray.wait([*self._out], num_returns=1, timeout=_LISTEN)
        if ready:  # and whatever else is there by now
            ready, _ = self._ray.wait([*self._out], num_returns=len(self._out), timeout=0)
        return [(self._out.pop(one), self._found(one)) for one in ready]

    def _found(self, reference: Any) -> Done | None:
        errors = self._ray.exceptions
        try:
            found: Done = self._ray.get(reference)
        except errors.RayTaskError as error:  # it was played, and something went wrong
            cause = error.cause
            raise cause if isinstance(cause, Exception) else error from None
        except errors.RayError:  # a worker, a machine or what they had in memory is lost
            return None
        return found


def _by_value() -> Callable[[str, Sequence[Stretch]], Done]:
    """Return the function that workers call. It is sent as it stands, so that it can say what a worker lacks."""

    def play(bundle: str, stretches: Sequence[Stretch]) -> Any:
        try:
            from gamedsl.simulate.cluster import worker
        except ImportError as error:
            raise ValueError(f"a worker has no gamedsl that fits the one here: {error}") from None
        return worker.play(bundle, stretches)

    return play

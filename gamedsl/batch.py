"""An engine and seeds -> how games between random players end, as columns of numbers, from Python or machine code

Machine code plays the program without all that serves nothing but what is looked at (``OUTCOME``), as Python does.
"""

from __future__ import annotations

import warnings
from array import array
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from time import process_time
from typing import Any, Literal
from weakref import WeakKeyDictionary

import attrs

from gamedsl.engine.errors import Limits, SetupError
from gamedsl.engine.state.chance import POLICY_STREAM
from gamedsl.kernel import build_cache
from gamedsl.kernel.build_cache import MachineCode, Made, machine_code
from gamedsl.kernel.native.batches import PLACES, Batches, Rules
from gamedsl.kernel.native.building import PATIENCE, SHORT_PATIENCE
from gamedsl.kernel.playing import FINISHED, OUTCOME, RUNNING, STOPPED, UNFINISHED, PythonKernel, program_of
from gamedsl.kernel.printing.batch import batch_text
from gamedsl.kernel.printing.c_types import TooWideError
from gamedsl.kernel.printing.structs import UNFIT
from gamedsl.play.engine import Engine
from gamedsl.play.playouts import NotNativeError, why_not_native

__all__ = ["Batch"]

Way = Literal["auto", "python", "native"]
SAMPLE = 10
"""Games after which it is known how long one takes in Python."""
LONG = 3.0
"""Seconds of CPU that the games to come would take in Python, from which on it is worth while to compile."""


@attrs.frozen(eq=False)
class Batch:
    """How many games between random players have ended, in columns with a number for each game.

    Columns are arrays of NumPy where that is installed, those by seat one array; else they are arrays of the module
    ``array``, those by seat a tuple of them.

    ``status``: FINISHED, STOPPED (by a rule that could not be carried out), UNFINISHED (given up). ``winners``: 1 for
    each seat that has won. ``scores``: points by source. ``engine``: what has played most of the games.
    """

    seeds: range
    status: Any
    decisions: Any
    winners: Any
    points: Any
    scores: Mapping[str, Any]
    engine: Literal["python", "native"]

    FINISHED = FINISHED
    STOPPED = STOPPED
    UNFINISHED = UNFINISHED

    def __len__(self) -> int:
        return len(self.seeds)


def played(engine: Engine, seeds: range, limit: int | None, way: Way, threads: int) -> Batch:
    """Play games; raise SetupError where machine code is wanted and cannot be had."""
    columns = _Columns(engine, seeds)
    most = min(Limits.decisions, limit or Limits.decisions)
    known = _NATIVE.get(engine) or (_known(engine) if way == "auto" else None)
    first = 0
    if way == "python":
        first = _in_python(engine, columns, 0, len(seeds), most)
    elif known is None and way == "auto":
        began = process_time()
        first = _in_python(engine, columns, 0, min(SAMPLE, len(seeds)), most)
        if (process_time() - began) * (len(seeds) - first) / first < LONG:
            first = _in_python(engine, columns, first, len(seeds), most)
    if first < len(seeds):
        try:
            known = _native(engine, PATIENCE if way == "native" else SHORT_PATIENCE)
        except NotNativeError as error:
            if way == "native":
                raise SetupError(f"the games cannot be played as machine code: {error}") from error
            if isinstance(error.__cause__, TooWideError):
                warnings.warn(f"the games are played in Python: {error}", RuntimeWarning, stacklevel=3)
            first = _in_python(engine, columns, first, len(seeds), most)
    if first < len(seeds):
        assert known is not None
        _Lanes(engine, known, columns, most, threads).play(first)
        return columns.batch("native")
    return columns.batch("python")


# ---------------------------------------------------------------- columns


class _Columns:
    """What is told of games, by seat one behind the other."""

    def __init__(self, engine: Engine, seeds: range) -> None:
        self.seeds, self.seats, self.sources = seeds, engine.layout.seats, [*engine.game.sources]
        self.size = size = len(seeds)
        self.status = array("b", bytes(size))
        self.decisions = array("i", bytes(4 * size))
        self.winners = array("i", bytes(4 * size * self.seats))
        self.points = array("i", bytes(4 * size * self.seats))
        self.scores = array("i", bytes(4 * size * self.seats * len(self.sources)))

    def put(self, first: int, rows: _Rows) -> None:
        """Write what is told of games from number ``first`` on."""
        behind = first + len(rows.status)
        self.status[first:behind] = array("b", [one or UNFINISHED for one in rows.status])
        self.decisions[first:behind] = array("i", rows.decisions)
        for seat in range(self.seats):
            at = seat * self.size
            self.winners[at + first : at + behind] = array("i", [one >> seat & 1 for one in rows.winners])
            self.points[at + first : at + behind] = array("i", rows.points(seat))
        for place in range(len(self.sources) * self.seats):
            at = place * self.size
            self.scores[at + first : at + behind] = array("i", rows.scores(place))

    def batch(self, engine: Literal["python", "native"]) -> Batch:
        """Return what is told."""
        many = self.size * self.seats
        return Batch(
            self.seeds,
            _whole(self.status),
            _whole(self.decisions),
            self._by_seat(self.winners),
            self._by_seat(self.points),
            {
                name: self._by_seat(self.scores[place * many : (place + 1) * many])
                for place, name in enumerate(self.sources)
            },
            engine,
        )

    def _by_seat(self, found: array[int]) -> Any:
        whole = _whole(found)
        if whole is not found:
            return whole.reshape(self.seats, self.size)
        return tuple([found[seat * self.size : (seat + 1) * self.size] for seat in range(self.seats)])


def _whole(found: array[int]) -> Any:
    """Return an array as one of NumPy, where that is installed."""
    try:
        import numpy
    except ImportError:
        return found
    return numpy.frombuffer(found, dtype=found.typecode)


@attrs.frozen
class _Rows:
    """Some games: numbers by game; ``points`` gives those of a seat, ``scores`` those of a source and seat."""

    status: Sequence[int]
    decisions: Sequence[int]
    winners: Sequence[int]
    points: Callable[[int], Sequence[int]]
    scores: Callable[[int], Sequence[int]]


# ---------------------------------------------------------------- in Python


_PYTHON: WeakKeyDictionary[Engine, PythonKernel] = WeakKeyDictionary()
_NATIVE: WeakKeyDictionary[Engine, MachineCode] = WeakKeyDictionary()
_PURPOSE = "batches"


def _in_python(engine: Engine, columns: _Columns, first: int, behind: int, most: int) -> int:
    """Play games with the program in Python; return the number of the next one."""
    kernel = _PYTHON.get(engine)
    if kernel is None:
        kernel = _PYTHON[engine] = PythonKernel(program_of(engine.set_up, seen=OUTCOME))
    at = kernel.at
    for number in range(first, behind):
        s = kernel.play(columns.seeds[number], 0, POLICY_STREAM, most)
        if s[at["status"]] == RUNNING and s[at["decisions"]] < Limits.decisions:
            kernel.codes(s)  # a game that cannot go on stops, at the limit too
        if s[at["status"]] == STOPPED:
            s = [*kernel.initial]
            s[at["status"]] = STOPPED
        rows = _Rows([s[at["status"]]], [s[at["decisions"]]], [s[at["winners"]]], *_givers(s, at))
        columns.put(number, rows)
    return behind


def _givers(s: list[int], at: Mapping[str, int]) -> tuple[Callable[[int], list[int]], Callable[[int], list[int]]]:
    return (lambda seat: [s[at["points"] + seat]]), (lambda place: [s[at["scores"] + place]])


# ---------------------------------------------------------------- as machine code


def _native(engine: Engine, patience: float) -> MachineCode:
    """Return the library of a set-up; raise NotNativeError, also when a compiler takes so many seconds."""

    def make() -> Made:
        program = program_of(engine.set_up, seen=OUTCOME)
        return batch_text(program, None, 1), program, ()

    if engine not in _NATIVE:
        with why_not_native(lambda: engine.layout):
            _NATIVE[engine] = machine_code(engine.set_up, _PURPOSE, make, patience)
    return _NATIVE[engine]


def _known(engine: Engine) -> MachineCode | None:
    """Return the library of a set-up that was compiled before, None where it has to be made."""
    made = build_cache.found(build_cache.key_of(engine.set_up, _PURPOSE))
    if made is not None:
        _NATIVE[engine] = made
    return made


class _Lanes:
    """Plays games in one or several threads, each some hundred at a time."""

    def __init__(self, engine: Engine, made: MachineCode, columns: _Columns, most: int, threads: int) -> None:
        self.engine, self.columns, self.most = engine, columns, most
        rules = Rules(
            seats=engine.layout.seats, sources=len(engine.game.sources), ends=len(engine.game.ends), actions=0,
            ranges=(), checkpoints=(), wanted=frozenset(), limit=most, most=Limits.decisions, first_long=0, last=1,
        )  # fmt: skip
        self.lanes = [Batches(made.library, made.program, rules) for _ in range(threads)]

    def play(self, first: int) -> None:
        """Play all games from number ``first`` on."""
        left, size = iter(range(first, self.columns.size, self.lanes[0].most_games)), self.lanes[0].most_games
        if len(self.lanes) == 1:
            for at in left:
                self._begin(self.lanes[0], at, size)
                self.lanes[0].run_all()
                self._take(self.lanes[0], at)
            return
        with ThreadPoolExecutor(len(self.lanes)) as pool:
            running: dict[Future[None], tuple[Batches, int]] = {}
            free = [*self.lanes]
            while running or free:
                for at in islice(left, len(free)):
                    lane = free.pop()
                    self._begin(lane, at, size)
                    running[pool.submit(lane.run_all)] = lane, at
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED)[0]:
                    future.result()
                    lane, at = running.pop(future)
                    self._take(lane, at)
                    free.append(lane)

    def _begin(self, lane: Batches, at: int, size: int) -> None:
        lane.begin(self.columns.seeds[at : at + size])

    def _take(self, lane: Batches, at: int) -> None:
        seats, status = self.columns.seats, lane.column(PLACES["status"])
        self.columns.put(
            at,
            _Rows(
                status,
                lane.column(PLACES["decisions"]),
                lane.column(PLACES["winners"]),
                lambda seat: lane.column(len(PLACES) + seat),
                lambda place: lane.column(len(PLACES) + seats + place),
            ),
        )
        for number in [at + one for one, how in enumerate(status) if how == UNFIT] if UNFIT in status else ():
            _in_python(self.engine, self.columns, number, number + 1, self.most)

"""Settings -> results of many games, in order: played wherever games can be, kept, resumable, stoppable."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path
from threading import current_thread, main_thread

from gamedsl.api import load
from gamedsl.game import Game
from gamedsl.gc_control import staying
from gamedsl.option_values import demand
from gamedsl.simulate.play.data_set import DataSet
from gamedsl.simulate.play.executors import Job, Place, Portion
from gamedsl.simulate.play.games import Remark
from gamedsl.simulate.play.here import Cores, Here
from gamedsl.simulate.play.native_games import is_known
from gamedsl.simulate.play.one_game import Makers, Watch
from gamedsl.simulate.play.results_file import Kept
from gamedsl.simulate.play.settings import Settings
from gamedsl.simulate.play.todo import Todo
from gamedsl.simulate.results.results import Results, joined
from gamedsl.studies import set_up

_MANY = 100
"""Results that come at once only from machine code, which makes nothing else."""
Told = Callable[[int], None]
"""Is told after every portion how many games are done."""


def simulate(
    settings: Settings,
    *,
    game: Game | None = None,
    workers: int = 1,
    on: Place | None = None,
    kept: Path | None = None,
    into: Path | None = None,
    held: int | None = None,
    told: Told | None = None,
    makers: Makers | None = None,
    watch: Watch | None = None,
    remark: Remark | None = None,
) -> Results:
    """Play all games of ``settings`` and return their results in order; ``game``: that of them, where it is loaded.

    ``kept`` is a file of results: games in it are not played again, new ones are added to it, safe against a kill at
    any moment. ``into`` is instead a folder that becomes a Parquet data set in the same way (extra ``parquet``);
    ``held``: only results of games with lower numbers are returned, the others are in that folder alone. ``watch`` is
    told of games that become very long while they are still being played, ``remark`` of what makes the games slower
    than they could be. ``on`` says where games are played, instead of ``workers`` cores; players from Python
    (``makers``) play in this process only. KeyboardInterrupt ends the simulation; the games done by then are returned.
    Raises RuleFileError, SetupError, ValueError for an unknown kind of player and for ``kept`` with ``into``,
    PlayerError (a ValueError) when a player fails, WorkerError when a process dies, RulesChangedError (a ValueError)
    when a rule file changes while processes begin, and ResultsFileError when ``kept`` or ``into`` holds something else.
    """
    demand(settings, "what is simulated", Settings)
    place = Here(makers) if makers else on or Cores(workers)
    return _simulated([settings], [game], place, [kept], [into], held, told, watch, remark)[0]


def simulate_both(
    first: Settings,
    second: Settings,
    *,
    games: tuple[Game | None, Game | None] = (None, None),
    workers: int = 1,
    on: Place | None = None,
    kept: tuple[Path, Path] | None = None,
    into: tuple[Path, Path] | None = None,
    held: int | None = None,
    told: Told | None = None,
    watch: Watch | None = None,
    remark: Remark | None = None,
) -> tuple[Results, Results]:
    """Play two simulations in turns, so that there are pairs whenever they are ended. Else as ``simulate``.

    The turns are of a game each, and of some dozens where so many have been played.
    """
    files, folders = kept or (None, None), into or (None, None)
    before, after = _simulated([first, second], games, on or Cores(workers), files, folders, held, told, watch, remark)
    return before, after


def _simulated(
    settings: Sequence[Settings],
    loaded: Sequence[Game | None],
    place: Place,
    files: Sequence[Path | None],
    folders: Sequence[Path | None],
    held: int | None,
    told: Told | None,
    watch: Watch | None,
    remark: Remark | None,
) -> list[Results]:
    """Play simulations together, and return the results of each in order."""
    if any(files) and any(folders):
        raise ValueError("`kept` and `into` both keep results: one of them is enough")
    games = [_ready(*each) for each in zip(settings, loaded, strict=True)]
    most = [one.games if held is None else min(held, one.games) for one in settings]
    with ExitStack() as stack:
        stay = stack.enter_context(staying())
        stores: list[Kept | DataSet] = []
        for which, file, folder, many in zip(zip(settings, games, strict=True), files, folders, most, strict=True):
            if folder is None:
                stores.append(stack.enter_context(Kept(file, *which)))
            else:
                stores.append(stack.enter_context(DataSet(folder, *which, many)))
        done = [
            [Results(one for one in store.results if one.number < many)]
            for store, many in zip(stores, most, strict=True)
        ]
        todo = Todo([one.games for one in settings], [store.numbers for store in stores])
        finished = sum(one.games for one in settings) - sum(todo.many)

        def note(portion: Portion) -> None:
            nonlocal finished
            finished += _noted(portion, stores, done, most)
            if sum(len(results) for _, results in portion.results) >= _MANY:
                stay()
            if told is not None:
                told(finished)

        job = Job(games, settings, todo, watch, remark or (lambda text: None), folders[0] is not None, max(most))
        if not todo and told is not None:
            told(finished)
        _play(place, job, note)
    return [joined(own) for own in done]


def _noted(
    portion: Portion, stores: Sequence[Kept | DataSet], done: Sequence[list[Results]], most: Sequence[int]
) -> int:
    """Put results where they are stored, and hold those that are wanted; return how many games there were."""
    many = 0
    for part in portion.parts:
        store = stores[part.place]
        assert isinstance(store, DataSet)
        store.put(part)
        many += len(part.numbers)
    for place, results in portion.results:  # there are some
        own = results
        for part in portion.parts:
            own = own.without(part.numbers) if part.place == place else own
        stores[place].add(own)
        many += len(own)
        held = results if max(results.numbers) < most[place] else results.among(range(most[place]))
        if held:
            done[place].append(held)
    return many


def _ready(settings: Settings, game: Game | None) -> Game:
    """Return the game of a simulation, of which a first game can begin."""
    game = game or load(settings.game)
    which = set_up(game, settings.players, settings.seed_of(0), settings.options)
    if not is_known(game, settings):
        _ = which.first  # raises SetupError where no program can say the rules
    return game


def _play(place: Place, job: Job, note: Callable[[Portion], None]) -> None:
    """Play games, and give all results to ``note``, until all are played or Ctrl-C is pressed."""
    if not job.todo:
        return
    portions = place.play(job)
    try:
        with _interrupts() if place.is_here else nullcontext():
            for portion in portions:
                note(portion)
    except (KeyboardInterrupt, _Interrupt):
        portions.close()


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

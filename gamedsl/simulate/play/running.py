"""Settings -> results of many games, in order: over several processes, kept in a file, resumable, stoppable."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import current_thread, main_thread

from gamedsl.api import load
from gamedsl.game import Game
from gamedsl.players.protocol import Player
from gamedsl.simulate.play.games import SAMPLE, Games, Remark, Results, Task, played, possible
from gamedsl.simulate.play.kept import Kept, hashes
from gamedsl.simulate.play.one_game import Watch
from gamedsl.simulate.play.processes import Setup, spread
from gamedsl.simulate.play.results import GameResult
from gamedsl.simulate.play.settings import Settings

Told = Callable[[int], None]
"""Is told after every portion how many games are done."""
_FEW = 20
"""Games for which no processes are begun."""
Makers = Mapping[str, Callable[[int], Player]]
"""Players from Python by the name that ``Settings.seats`` has for them, each made with a seed."""


def simulate(
    settings: Settings,
    *,
    workers: int = 1,
    kept: Path | None = None,
    told: Told | None = None,
    makers: Makers | None = None,
    watch: Watch | None = None,
    remark: Remark | None = None,
) -> list[GameResult]:
    """Play all games of ``settings`` and return their results in order.

    ``kept`` is a file of results: games in it are not played again, new ones are added to it, safe against a kill at
    any moment. ``watch`` is told of games that become very long while they are still being played, ``remark`` of what
    makes the games slower than they could be. Players from Python
    (``makers``) play in this process only. KeyboardInterrupt ends the simulation; the games done by then are returned.
    Raises RuleFileError, SetupError, ValueError for an unknown kind of player, PlayerError (a ValueError) when a player
    fails, WorkerError when a process dies, RulesChangedError (a ValueError) when a rule file changes while processes
    begin, and ResultsFileError when ``kept`` holds something else.
    """
    game = _ready(settings)
    done: dict[int, GameResult] = {}
    with Kept(kept, settings, game) as file:
        done.update((one.number, one) for one in file.results if one.number < settings.games)

        def note(portion: Results) -> None:
            results = [one for _, one in portion]
            file.add(results)
            done.update((one.number, one) for one in results)
            if told is not None:
                told(len(done))

        tasks = [(0, number) for number in range(settings.games) if number not in done]
        _play([settings], [game], tasks, workers, makers, note, watch, remark)
    return [done[number] for number in sorted(done)]


def simulate_both(
    first: Settings,
    second: Settings,
    *,
    workers: int = 1,
    kept: tuple[Path, Path] | None = None,
    told: Told | None = None,
    watch: Watch | None = None,
    remark: Remark | None = None,
) -> tuple[list[GameResult], list[GameResult]]:
    """Play two simulations in turns, game by game: whenever they are ended there are pairs. Else as ``simulate``."""
    settings = [first, second]
    games = [_ready(one) for one in settings]
    done: tuple[dict[int, GameResult], dict[int, GameResult]] = ({}, {})
    with ExitStack() as stack:
        files = [
            stack.enter_context(Kept(path, *one))
            for path, one in zip(kept or (None, None), zip(settings, games, strict=True), strict=True)
        ]
        for place, file in enumerate(files):
            done[place].update((one.number, one) for one in file.results if one.number < settings[place].games)

        def note(portion: Results) -> None:
            for place, one in portion:
                files[place].add([one])
                done[place][one.number] = one
            if told is not None:
                told(sum(map(len, done)))

        longest = max(one.games for one in settings)
        every = [(place, number) for number in range(longest) for place in (0, 1) if number < settings[place].games]
        tasks = [(place, number) for place, number in every if number not in done[place]]
        _play(settings, games, tasks, workers, None, note, watch, remark)
    before, after = ([one[number] for number in sorted(one)] for one in done)
    return before, after


def _ready(settings: Settings) -> Game:
    """Return the game of a simulation, of which a first game can begin."""
    game = load(settings.game)
    game.start(settings.players, settings.seed_of(0), settings.options, log=False)
    return game


def _play(
    settings: Sequence[Settings],
    games: Sequence[Game],
    tasks: Sequence[Task],
    workers: int,
    makers: Makers | None,
    note: Callable[[Results], None],
    watch: Watch | None,
    remark: Remark | None,
) -> None:
    """Play games, and give all results to ``note``, until all are played or Ctrl-C is pressed."""
    many = Counter(place for place, _ in tasks)
    if not makers:
        settings = [
            possible(game, one, many[place], remark or (lambda text: None))
            for place, (game, one) in enumerate(zip(games, settings, strict=True))
        ]
    if workers == 1 or makers or len(tasks) <= _FEW:
        portions = _alone(settings, games, tasks, makers, watch)
    else:
        portions = _shared(settings, games, tasks, workers, watch)
    try:
        with _interrupts():
            for portion in portions:
                note(portion)
    except (KeyboardInterrupt, _Interrupt):
        portions.close()


def _shared(
    settings: Sequence[Settings], games: Sequence[Game], tasks: Sequence[Task], workers: int, watch: Watch | None
) -> Generator[Results, None, None]:
    """Play in several threads of this process if all is machine code by then, which holds no lock; else in processes.

    That is known after some games.
    """
    many, pairs = Counter(place for place, _ in tasks), zip(settings, games, strict=True)
    players = [Games(game, one, many[place], threads=workers) for place, (one, game) in enumerate(pairs)]
    first = (SAMPLE + 1) * len(settings) if all(one.may_be_native for one in players) else 0
    yield from played(players.__getitem__, tasks[:first], watch)
    if all(one.is_native() for one in players):
        yield from played(players.__getitem__, tasks[first:], watch)
        return
    setups = [
        Setup(one, hashes(game), many[place] // workers)
        for place, (one, game) in enumerate(zip(settings, games, strict=True))
    ]
    yield from spread(setups, tasks[first:], workers, watch)


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
    settings: Sequence[Settings],
    games: Sequence[Game],
    tasks: Sequence[Task],
    makers: Makers | None,
    watch: Watch | None,
) -> Generator[Results, None, None]:
    many = Counter(place for place, _ in tasks)
    players = [Games(*one, many[place], makers) for place, one in enumerate(zip(games, settings, strict=True))]
    yield from played(players.__getitem__, tasks, watch)

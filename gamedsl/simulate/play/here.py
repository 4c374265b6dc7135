"""Simulations and which of their games are to come -> their results, played by the cores of this machine"""

from __future__ import annotations

from collections.abc import Callable, Generator

import attrs

from gamedsl.simulate.play.executors import Job, Portion
from gamedsl.simulate.play.games import SAMPLE, Games, Some, played, possible
from gamedsl.simulate.play.one_game import Makers, Watch
from gamedsl.simulate.play.processes import Setup, spread
from gamedsl.simulate.play.results_file import hashes
from gamedsl.simulate.play.todo import Todo

_AT_ONCE = 100_000
"""Games of which a list is made at once."""
_FEW = 20
"""Games for which no processes are begun."""
SHORT = 2.0
"""Seconds of CPU that the games to come take here, below which no processes are begun: that takes about one."""


@attrs.frozen
class Here:
    """This process; ``makers``: see ``simulate``."""

    makers: Makers | None = None
    is_here: bool = True

    def play(self, job: Job) -> Generator[Portion, None, None]:
        """Play one game after the other."""
        every = zip(job.games, job.settings, job.todo.many, strict=True)
        players = [Games(*one, self.makers) for one in every] if self.makers else _players(job)
        for results in _in_turn(players.__getitem__, job.todo, job.watch):
            yield Portion(results)


@attrs.frozen
class Cores:
    """Cores of this machine: threads of this process where all is machine code, which holds no lock; else processes.

    Which it is, is known after some games. Few or short games are played one after the other.
    """

    workers: int
    is_here: bool = True

    def play(self, job: Job) -> Generator[Portion, None, None]:
        """Play by all cores."""
        if self.workers == 1 or sum(job.todo.many) <= _FEW:
            yield from Here().play(job)
            return
        many, players = job.todo.many, _players(job, self.workers)
        if all(one.may_be_native for one in players):
            first = job.todo.take((SAMPLE + 1) * len(players))
            for results in played(players.__getitem__, first, job.watch):
                yield Portion(results)
        left = sum(one.seconds_left for one in players)
        if all(one.is_native() for one in players) or left < SHORT:
            found = _in_turn(players.__getitem__, job.todo, job.watch)
        else:
            every = zip(players, job.games, many, strict=True)
            setups = [Setup(one.settings, hashes(game), own // self.workers) for one, game, own in every]
            found = spread(setups, job.todo, self.workers, job.watch)
        for results in found:
            yield Portion(results)


def _in_turn(players: Callable[[int], Games], todo: Todo, watch: Watch | None) -> Generator[Some, None, None]:
    """Play one game after the other."""
    while stretches := todo.take(_AT_ONCE):
        yield from played(players, stretches, watch)


def _players(job: Job, threads: int = 1) -> list[Games]:
    """Return what plays the games of each simulation on this machine; see ``possible``."""
    every = zip(job.games, job.settings, job.todo.many, strict=True)
    return [possible(game, one, many, job.remark, threads) for game, one, many in every]

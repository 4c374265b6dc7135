"""A bundle and which of its games are wanted -> their results, on the machine of a cluster where they are played"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from hashlib import sha256
from time import monotonic

import attrs

from gamedsl.simulate.cluster.bundle import Carried, carried
from gamedsl.simulate.play.columns import Columns
from gamedsl.simulate.play.executors import Part, Portion
from gamedsl.simulate.play.games import Games, Some, gathered, played, possible
from gamedsl.simulate.play.one_game import Long
from gamedsl.simulate.play.todo import Stretch
from gamedsl.simulate.results.game_result import GameResult

FEWEST = 1_000
"""Games of one simulation in a task from which on they are written where they are played."""


@attrs.frozen
class Done:
    """What a task has brought: results, and what is to be said to people where the simulation was begun.

    ``seconds`` is how long it took, ``long`` are games that became very long.
    """

    portion: Portion
    seconds: float
    long: Sequence[Long] = ()
    remarks: Sequence[str] = ()


class Worker:
    """Plays games of the simulations of one bundle."""

    def __init__(self, bundle: str) -> None:
        """Read and check the rules; raise OtherProgramError when another gamedsl has made the bundle."""
        data = json.loads(bundle)
        self._simulations = carried(data)
        self._is_stored: bool = data["is_stored"]
        self._held: int = data["held"]
        self._games: dict[int, Games] = {}
        self._columns: dict[int, Columns] = {}
        self._remarks: list[str] = []
        self._long: list[Long] = []

    def play(self, stretches: Sequence[Stretch]) -> Done:
        """Play games. Where they are stored, stretches of many come as parts of a data set."""
        self._remarks, self._long = [], []
        begin = monotonic()
        results = gathered(played(self._players, stretches, self._long.append))
        portion = self._packed(stretches, results) if self._is_stored else Portion(results)
        return Done(portion, monotonic() - begin, self._long, self._remarks)

    def _players(self, place: int) -> Games:
        if place not in self._games:
            one: Carried = self._simulations[place]
            self._games[place] = possible(one.game, one.settings, one.many, self._remarks.append)
        return self._games[place]

    def _packed(self, stretches: Iterable[Stretch], results: Some) -> Portion:
        """Write stretches of many games as parts; of these only results that are held go along."""
        parts: list[Part] = []
        own = dict(results)
        for place, numbers in stretches:
            if len(numbers) >= FEWEST:
                parts.append(Part(place, numbers, self._written(place, own[place].among(numbers))))
                own[place] = own[place].without(range(max(numbers.start, self._held), numbers.stop))
        return Portion([(place, one) for place, one in own.items() if one], parts)

    def _written(self, place: int, results: Sequence[GameResult]) -> bytes:
        if place not in self._columns:
            one = self._simulations[place]
            self._columns[place] = Columns(one.game, one.settings)
        return self._columns[place].packed(results)


_WORKERS: dict[str, Worker] = {}
"""The worker of the bundle that this process plays; what belongs to another one is forgotten."""


def play(bundle: str, stretches: Sequence[Stretch]) -> Done:
    """Play games of a bundle in this process, which makes everything for it once."""
    name = sha256(bundle.encode()).hexdigest()
    if name not in _WORKERS:
        _WORKERS.clear()
        _WORKERS[name] = Worker(bundle)
    return _WORKERS[name].play(stretches)

"""Simulations and which of their games are to come -> their results, played wherever games can be played

Where that is (this process, several of them, the machines of a cluster), the rest of the simulation does not know.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Protocol

import attrs

from gamedsl.game import Game
from gamedsl.simulate.play.games import Remark, Some
from gamedsl.simulate.play.one_game import Watch
from gamedsl.simulate.play.settings import Settings
from gamedsl.simulate.play.todo import Todo


@attrs.frozen
class Part:
    """Results that have been written as a part of a data set where they were played (``data_set.py``).

    ``place``: that of their simulation.
    """

    place: int
    numbers: range
    data: bytes = attrs.field(repr=False)


@attrs.frozen
class Portion:
    """Some results; none of those in ``parts`` is among ``results`` unless it is held (``Job.held``)."""

    results: Some
    parts: Sequence[Part] = ()


@attrs.frozen
class Job:
    """Simulations that are played together, and which of their games are to come.

    ``is_stored``: results go into data sets, so a place may give them as parts of these. ``held``: results of games
    with lower numbers are wanted in any case.
    """

    games: Sequence[Game]
    settings: Sequence[Settings]
    todo: Todo
    watch: Watch | None = None
    remark: Remark = lambda text: None
    is_stored: bool = False
    held: int = 0


class Place(Protocol):
    """Where games are played."""

    @property
    def is_here(self) -> bool:
        """Whether players sit in this process: they may take a KeyboardInterrupt for the wish to see them choose."""
        ...

    def play(self, job: Job) -> Generator[Portion, None, None]:
        """Play all games that are to come, and give their results as they are done, in any order.

        Whoever closes it hears of no games that are still going on.
        """
        ...

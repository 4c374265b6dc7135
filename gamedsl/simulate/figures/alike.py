"""Results of games -> the same, with what figures have in common worked out once, and games that are alike told apart

A figure that depends on little, such as who has won, is worked out of one game of each sort.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache, cached_property
from operator import attrgetter
from typing import Any, TypeVar

import attrs

from gamedsl.simulate.play.results import GameResult

Value = TypeVar("Value")


@attrs.frozen
class Alike:
    """Games by sort: ``sorts`` gives that of each game, ``examples`` a game of each sort."""

    sorts: Sequence[int]
    examples: Sequence[GameResult]

    def each(self, value: Callable[[GameResult], Value]) -> list[Value]:
        """Return a value of each game, which must be the same for all games of a sort."""
        found = [value(one) for one in self.examples]
        return [*map(found.__getitem__, self.sorts)]


class Games(tuple[GameResult, ...]):
    """Results of games, in order. What is made of all of them is kept as long as they are."""

    @cached_property
    def _kept(self) -> dict[Hashable, Any]:
        return {}

    def once(self, made: Callable[[Games], Value]) -> Value:
        """Return what a function makes of the games; for the same function it is made once."""
        if made not in self._kept:
            self._kept[made] = made(self)
        found: Value = self._kept[made]
        return found

    def alike(self, by: Callable[[GameResult], Hashable]) -> Alike:
        """Return the games by what a function tells of each of them; for the same function it is asked once."""
        if by not in self._kept:
            keys = [*map(by, self)]
            some = dict(zip(keys, self, strict=True))
            sort = {key: at for at, key in enumerate(some)}
            self._kept[by] = Alike([*map(sort.__getitem__, keys)], [*some.values()])
        found: Alike = self._kept[by]
        return found


@cache
def fields(*names: str) -> Callable[[GameResult], Hashable]:
    """Return what tells some fields of a result: for the same ones the same function."""
    return attrgetter(*names)


@cache
def users(action: str) -> Callable[[GameResult], Hashable]:
    """Return what tells of a game who has won, and who has used an action: None for nobody, True for all."""

    def told(one: GameResult) -> Hashable:
        uses = one.uses.get(action)
        return one.winners, uses and (0 not in uses or (*map(bool, uses),))

    return told


Column = Callable[[Games], list[tuple[int, ...]]]
"""What gives numbers by seat of each game; for the same thing it is the same function."""


@cache
def uses_of(action: str) -> Column:
    """Return what gives how often each seat has used an action."""
    return lambda games: [one.uses.get(action) or (0,) * len(one.kinds) for one in games]


@cache
def points_from(source: str) -> Column:
    """Return what gives the points of each seat from a source, nothing of a game without that."""
    return lambda games: [one.sources.get(source, ()) for one in games]


@cache
def totals(column: Column) -> Callable[[Games], list[int]]:
    """Return what gives the sum over all seats of each game."""
    return lambda games: [*map(sum, games.once(column))]


def finished_of(games: Games) -> Games:
    """Return those that have ended by their rules, the very same where all have."""
    found = [one for one in games if one.status == "finished"]
    return games if len(found) == len(games) else Games(found)


def games_of(results: Iterable[GameResult]) -> Games:
    """Return results as games, the very same where they are that already."""
    return results if isinstance(results, Games) else Games(results)

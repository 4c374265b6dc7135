"""A game and a seed -> the same game twice, with copies exchanged where one seat cannot look: is that seat told so?"""

from __future__ import annotations

from random import Random
from typing import Any

import attrs

from gamedsl.engine.errors import IllegalChoice
from gamedsl.engine.state.flat import RUNNING
from gamedsl.game import Game
from gamedsl.kernel.state.block import State
from gamedsl.players.imagine.determinization import Determinizer
from tests.helpers.secrecy.observations import difference, told_as_documents
from tests.helpers.secrecy.twin_draws import DivergedError
from tests.helpers.secrecy.twins import Follower, Played, other_world, summed_up

_BEFORE, _AFTER = 9, 9
"""Decisions before copies are exchanged, and after it, at most."""
_LOOKED_EVERY = 4
"""Moments of which one is looked at: events tell of all handles since the beginning, so few looks are enough."""


@attrs.frozen
class Swapped:
    """How many moments were the same, how many copies were exchanged, how many of these the seat saw, what was told."""

    equal: int
    swapped: int
    came: int
    leak: str = ""


class _Told(Played):
    """Decisions of the first world, with the documents that a seat and a spectator are given."""

    def look(self, state: State, number: int) -> Any:
        """Return the documents, and what is told without handles.

        Of most moments, and of a game that is over, only how it stands.
        """
        if state.status != RUNNING or number % _LOOKED_EVERY != 1:
            return state.status
        self.draws.looking = True
        now = attrs.evolve(self.table, state=state)
        others = [now.view(self.seat).to_json(), now.events(self.seat), now.events()]
        found = [others, told_as_documents(now, self.seat), told_as_documents(now, None)]
        self.draws.looking = False
        return found


class _SameMoves(Follower):
    """The second world, in which everybody decides what corresponds."""

    def follow(self, state: State, number: int) -> State:
        """Make the move that corresponds; raise IllegalChoice where the rules do not allow it."""
        move = self.played.moves[number - 1]
        self.engine.apply(state, self._same(state, move).code if move.choice.type is not None else move.choice.code)
        return state


def swapped_game(game: Game, seed: int) -> Swapped:
    """Play a game by a seed, exchange copies of which one seat cannot tell which lies where, and compare."""
    random = Random(seed)
    table = game.start(players=random.choice(game.players), seed=seed)
    engine, seat = table._engine, random.randrange(table.players)
    state = table._state
    for _ in range(random.randint(1, _BEFORE)):
        if state.status == RUNNING:
            engine.apply(state, random.choice(engine.codes(state)))
    if state.status != RUNNING or state.curtain is not None:
        return Swapped(0, 0, 0)
    start = state.copy()
    start.mixes = summed_up(state, seat, Determinizer(engine, state, seat).could, {})
    world = _exchanged(engine.layout, Determinizer(engine, start, seat).could, random)
    if not world:
        return Swapped(0, 0, 0)
    played = _Told(table, seat, seed, random.randint(1, _AFTER), start)
    return _compared(played, world)


def _exchanged(layout: Any, could: dict[int, int], random: Random) -> dict[int, int]:
    """Return for hidden pieces copies of theirs that may lie in their places as far as the seat knows."""
    groups: dict[tuple[int, int, int | None], list[int]] = {}
    for piece, mask in could.items():
        groups.setdefault((mask, layout.piece_design[piece], layout.piece_seat[piece]), []).append(piece)
    world = {}
    for group in groups.values():
        other = random.sample(group, len(group))
        world |= {one: two for one, two in zip(group, other, strict=True) if one != two}
    return world


def _compared(played: _Told, world: dict[int, int]) -> Swapped:
    other = _SameMoves(played, dict(world))
    equal, state = 0, None
    came = len(set(world) & set().union(*played.came))
    try:
        with played.draws.followed(other.world, played.seat, played.random):
            for number, seen in enumerate(played.seen):
                state = _begun(played, other) if state is None else other.follow(state, number)
                if other.shows_otherwise(state, number):
                    break
                found = played.look(state, number)
                if isinstance(seen, list) and _kinds(seen) != _kinds(found):
                    break  # copies of one step in several places, and a trigger between their moves: the rules tell it
                if seen != found:
                    return Swapped(equal, len(world), came, difference(seen, found))
                equal += isinstance(seen, list)
    except (DivergedError, IllegalChoice):
        pass
    return Swapped(equal, len(world), came)


def _kinds(seen: list[Any]) -> list[list[str]]:
    """Return what sorts of things have happened, in their order."""
    return [[one["event"] for one in events] for events in seen[0][1:]]


def _begun(played: _Told, other: Follower) -> State:
    """Return the second world: the first with the copies exchanged, and all else as it is."""
    state = other_world(played, other.world)
    assert played.start is not None
    for row in ("purses", "values"):
        for at, one in enumerate(getattr(played.start, row)):
            state.put(row, at, one)
    return state

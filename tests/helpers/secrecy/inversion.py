"""A game and a number -> how much better the truth is guessed from deals of one fixed seed than chance allows.

Who chooses the seed of ``imagine`` could learn over many games which imagined piece stands for which true one, if deals
were a function of the truth. So over half of the games it is learnt, for every hidden piece, which imagined piece lies
most often in the same place; over the other half that is guessed. For comparison the same is done with another deal in
the place of the truth, which is as likely as the truth for all that the seat knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from typing import Any

from gamedsl.game import Game, Table
from gamedsl.players.imagine.determinization import Determinizer
from tests.helpers.play.engines import contents

FIXED = 5
Where = tuple[int, ...]
"""For each piece that a seat cannot know, by its rank among them, the number of the cell where it lies."""
Values = Sequence[Any]
"""Hidden values, in their order."""


def advantage(game: Game, games: int, depth: int = 0) -> float:
    """Return by how many standard errors the truth is guessed better than a deal of another seed; 0: nothing to guess.

    ``depth``: how many decisions are made at random before.
    """
    learnt: tuple[Counter[tuple[int, int]], Counter[tuple[int, int]]] = (Counter(), Counter())
    better: list[int] = []
    for number in range(games):
        table = _played(game, number, depth)
        if table is None:
            continue
        imagined, worlds = _worlds(table, number)
        if number < games // 2:
            for counts, world in zip(learnt, worlds, strict=True):
                counts.update(_together(imagined, world))
        else:
            true, other = (
                _guessed(_best(counts), imagined, world) for counts, world in zip(learnt, worlds, strict=True)
            )
            better.append(true - other)
    return _errors(better)


def _errors(better: list[int]) -> float:
    """Return by how many standard errors a mean lies above 0."""
    mean = sum(better) / max(1, len(better))
    spread = sqrt(sum((one - mean) ** 2 for one in better) / max(1, len(better) - 1))
    return mean * sqrt(len(better)) / spread if spread else mean * len(better)


def advantage_of_values(game: Game, games: int, depth: int = 0) -> float:
    """Return the same of hidden values: how much better they are guessed than those of another deal.

    Learnt is which true value most often comes with an imagined one; so every value must be equally likely.
    """
    return _guessing(game, games, depth, _hidden_values)


def advantage_of_faces(game: Game, games: int, depth: int = 0) -> float:
    """Return the same of the faces of dice that a seat does not see, cup by cup."""
    return _guessing(game, games, depth, _hidden_faces)


def _guessing(game: Game, games: int, depth: int, look: Callable[[Table, int], Any]) -> float:
    learnt: tuple[Counter[Any], Counter[Any]] = (Counter(), Counter())
    better: list[int] = []
    for number in range(games):
        table = _played(game, number, depth)
        if table is None:
            continue
        imagined, worlds = look(table, number)
        for counts, world in zip(learnt, worlds, strict=True) if number < games // 2 else ():
            counts.update(enumerate(zip(imagined, world, strict=True)))
        if number >= games // 2:
            true, other = (
                sum(
                    _likely(counts, place, one) == two
                    for place, (one, two) in enumerate(zip(imagined, world, strict=True))
                )
                for counts, world in zip(learnt, worlds, strict=True)
            )
            better.append(true - other)
    return _errors(better)


def _hidden_values(table: Table, number: int) -> tuple[Values, tuple[Values, Values]]:
    """Return what a seat imagines by the fixed seed for what it does not know, the truth, and another deal."""
    engine, state = table._engine, table._state
    hidden = [field for field, rank in engine.layout.secret.items() if not state.aware[rank] & 1]
    determinizer = Determinizer(engine, state, 0)
    deals = determinizer.deal(Random(FIXED)), state, determinizer.deal(Random(1000 + number))
    imagined, true, other = ([deal.values[field] for field in hidden] for deal in deals)
    return imagined, (true, other)


def _hidden_faces(table: Table, number: int) -> tuple[Values, tuple[Values, Values]]:
    """Return what hidden dice show in the order of their cells: as imagined by the fixed seed, in truth, otherwise."""
    engine, state = table._engine, table._state
    determinizer = Determinizer(engine, state, 0)
    deals = determinizer.deal(Random(FIXED)), state, determinizer.deal(Random(1000 + number))
    face_of = engine.layout.face_of
    cells = [cell for cell, viewers in enumerate(engine.layout.cell_viewers) if not viewers & 1]
    imagined, true, other = (
        [deal.values[face_of[die]] for cell in cells for die in contents(engine, deal, cell) if die in face_of]
        for deal in deals
    )
    return imagined, (true, other)


def _likely(counts: Counter[Any], place: int, imagined: Any) -> Any:
    """Return the value of a world that came most often with an imagined one."""
    found = [(number, two) for (at, (one, two)), number in counts.items() if at == place and one == imagined]
    return max(found, default=(0, None), key=lambda one: one[0])[1]


def _played(game: Game, number: int, depth: int) -> Table | None:
    """Return a table behind some decisions, where somebody is asked and nothing is decided together."""
    table, random = game.start(seed=number), Random(number)
    for _ in range(depth):
        if table.decider is not None:
            table.apply(random.choice(table.codes()))
    return None if table.decider is None or table._state.curtain is not None else table


def _worlds(table: Table, number: int) -> tuple[Where, tuple[Where, Where]]:
    """Return where hidden pieces lie as a seat imagines them by the fixed seed, in truth, and by another seed."""
    determinizer = Determinizer(table._engine, table._state, 0)
    hidden = sorted(determinizer.could)
    deals = determinizer.deal(Random(FIXED)), table._state, determinizer.deal(Random(1000 + number))
    imagined, true, other = (tuple(state.place[piece] for piece in hidden) for state in deals)
    return imagined, (true, other)


def _together(imagined: Where, world: Where) -> list[tuple[int, int]]:
    """Return which imagined pieces lie where which pieces of a world lie."""
    return [(a, b) for b, place in enumerate(world) for a, other in enumerate(imagined) if place == other]


def _best(counts: Counter[tuple[int, int]]) -> dict[int, int]:
    """Return for each piece of a world the imagined piece that was most often in the same place."""
    found: dict[int, int] = {}
    for a, b in sorted(counts):
        if b not in found or counts[a, b] > counts[found[b], b]:
            found[b] = a
    return found


def _guessed(best: dict[int, int], imagined: Where, world: Where) -> int:
    """Return for how many pieces of a world the place is guessed."""
    return sum(best.get(b, 0) < len(imagined) and imagined[best.get(b, 0)] == place for b, place in enumerate(world))

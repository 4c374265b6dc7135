"""What chance gives in one world -> the same in another, with the pieces that stand for those of the first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from tests.helpers.kernel.controlled_chance import Chance, Give, replaced

World = dict[int, int]
"""The piece of the second world for each piece of the first that lies elsewhere there."""


class DivergedError(Exception):
    """The second world cannot follow: its rules take something else there."""


class Draws:
    """What chance gives of pieces: written down in the first world, followed in the second."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.given: list[tuple[int, tuple[int, ...]]] = []
        self.first_met: dict[int, frozenset[int]] = {}
        self.looking = False
        """What is drawn while somebody looks is no part of the game: in imagined games."""
        self._taken: list[tuple[tuple[int, ...], int, set[int]]] = []
        """What was drawn from, what came, and which pieces were met there first."""

    @contextmanager
    def recorded(self) -> Iterator[None]:
        """Write down which pieces chance gives, and among which pieces each was drawn first."""
        with replaced(self.engine, Chance(self._recording(), self._was_left)):
            yield

    def _recording(self) -> Give:
        def give(s: object, stream: int, pieces: tuple[int, ...], piece: int) -> int:
            if not self.looking:
                met = {one for one in pieces if one not in self.first_met}
                self.first_met.update(dict.fromkeys(met, frozenset(pieces)))
                self._taken.append((pieces, piece, met))
                self.given.append((stream, (piece,)))
            return piece

        return give

    def _was_left(self, piece: int) -> None:
        """Take back what was drawn before the last piece of some: all were put in an order, and none was drawn."""
        left = {piece}
        while not self.looking and self._taken and set(self._taken[-1][0]) == left | {self._taken[-1][1]}:
            _, taken, met = self._taken.pop()
            left.add(taken)
            for one in met:
                del self.first_met[one]

    @contextmanager
    def followed(self, world: World, seat: int | None, random: Random) -> Iterator[None]:
        """Give the pieces that stand for those written down; raise DivergedError where the rules ask for others.

        What dice show that ``seat`` does not see is thrown anew; None: all dice show what they showed.
        """
        with replaced(self.engine, self._following(world, seat, random)):
            yield

    def _following(self, world: World, seat: int | None, random: Random) -> Chance:
        viewers, left = self.engine.layout.cell_viewers, iter(self.given)

        def give(s: object, stream: int, pieces: tuple[int, ...], piece: int) -> int:
            if self.looking:
                return piece
            before, given = next(left, (None, ()))
            found = [world.get(one, one) for one in given]
            if before != stream or not set(found) <= set(pieces):
                raise DivergedError
            return found[0]

        def throw(s: State, die: int, faces: int, face: int) -> int:
            assert seat is not None
            unseen = not self.looking and s.place[die] >= 0 and not viewers[s.place[die]] >> seat & 1
            return random.randrange(faces) if unseen else face

        return Chance(give, throw=None if seat is None else throw)

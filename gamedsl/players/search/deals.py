"""A decision -> the imagined games in which a player thinks about it, by number: always the same for the same number"""

from __future__ import annotations

from gamedsl.engine.state.flat import State
from gamedsl.engine.trial import Trial
from gamedsl.players.imagine.determinization import Determinizer
from gamedsl.players.randomness import Random
from gamedsl.players.seeding import generator


class Deals:
    """Deals for the player of a seed at the decision of a number."""

    def __init__(self, determinizer: Determinizer, seed: int, decision: int) -> None:
        self.determinizer = determinizer
        self.engine, self.seat = determinizer.engine, determinizer.seat
        self._seed, self._decision = seed, decision

    def deal(self, number: int) -> Trial:
        """Return a deal, by its number from 0; raise DeterminizationError where none is found."""
        return self.determinizer.trial(generator(self._seed, self._decision, number + 1))

    @property
    def state(self) -> State:
        """A state that lies as deals do."""
        return self.determinizer.base

    def random(self) -> Random:
        """Return the random numbers of the player itself."""
        return generator(self._seed, self._decision)

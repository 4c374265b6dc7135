"""A decision -> the imagined games in which a player thinks about it, by number: always the same for the same number"""

from __future__ import annotations

from gamedsl.engine.state.chance import key_of
from gamedsl.kernel.search_engine import Trial
from gamedsl.kernel.state.block import State
from gamedsl.players.imagine.determinization import Determinizer
from gamedsl.players.randomness import Random
from gamedsl.players.seeding import generator, seed_of_seat


class Deals:
    """Deals for the player of a seed at the decision of a number."""

    def __init__(self, determinizer: Determinizer, seed: int, decision: int) -> None:
        self.determinizer = determinizer
        self.engine, self.seat = determinizer.engine, determinizer.seat
        self.key, self.decision = key_of(seed), decision
        self._seed = seed
        self._open: Trial | None = None

    def deal(self, number: int) -> Trial:
        """Return a deal, by its number from 0; raise DeterminizationError where none is found.

        Where nothing but chance to come is drawn for one, nothing is hidden: then all others are the same but for that.
        """
        random = generator(self._seed, self.decision, number + 1)
        if self._open is not None:
            found = self._open.copy()
            found.sow(random.getrandbits(64))
            return found
        later = random.after(1)
        found = self.determinizer.trial(random)
        if random.at == later and found.draws == self.determinizer.draws:
            self._open = found.copy()
        return found

    def others(self, number: int) -> Deals:
        """Return other deals for the same player at the same decision; ``number`` tells several of them apart."""
        return Deals(self.determinizer, seed_of_seat(self._seed, number), self.decision)

    @property
    def state(self) -> State:
        """A state that lies as deals do."""
        return self.determinizer.base

    def random(self) -> Random:
        """Return the random numbers of the player itself."""
        return generator(self._seed, self.decision)

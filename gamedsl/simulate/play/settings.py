"""What to simulate: a game, options, seats, seed and number of games, as frozen data; the seed of every single game."""

from __future__ import annotations

from typing import Any

import attrs


@attrs.frozen
class Settings:
    """One simulation.

    ``game`` is a path or the name of a bundled game; ``seats`` holds the kind of player for each seat of game 0
    (``random``, ``greedy``, ``mcts:200`` …), and with ``rotate`` they move on by one seat from game to game. ``limit``
    is the number of decisions after which a game is given up as unfinished, None for the engine's own limit. The first
    ``log_first`` games and every ``log_every``-th one are played with the log on: what is never used is seen in those.
    ``log_every`` should have no common factor with the number of players, so that all seatings come up.
    """

    game: str
    players: int
    seats: tuple[str, ...]
    seed: int
    games: int
    options: dict[str, bool | int | str] = attrs.field(factory=dict)
    rotate: bool = True
    limit: int | None = None
    log_first: int = 20
    log_every: int = 11

    def seed_of(self, number: int) -> int:
        """Return the seed of a game: ``gamedsl play --seed`` with it plays the same game."""
        return self.seed + number

    def kinds_of(self, number: int) -> tuple[str, ...]:
        """Return the kind of player at each seat in a game."""
        turn = number % self.players if self.rotate else 0
        return tuple(self.seats[(seat - turn) % self.players] for seat in range(self.players))

    def is_logged(self, number: int) -> bool:
        """Tell whether a game is played with the log on."""
        return number < self.log_first or number % self.log_every == 0

    def to_data(self) -> dict[str, Any]:
        """Return the settings as plain data for ``json.dumps``."""
        return attrs.asdict(self) | {"seats": list(self.seats)}


def program() -> str:
    """Return the version of the program."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("gamedsl")
    except PackageNotFoundError:
        return "of an unknown version"

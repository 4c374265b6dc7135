"""A seed and the number of a decision -> a generator of random numbers for one player's thinking at that decision."""

from __future__ import annotations

from hashlib import sha256

from gamedsl.engine.state.chance import key_of, mix64
from gamedsl.players.randomness import STEP, Random

_MASK = (1 << 64) - 1


def generator(seed: int, decision: int, part: int = 0) -> Random:
    """Return what depends on its arguments alone: a saved game goes on alike. ``part`` tells several apart."""
    return Random(mix64((mix64((key_of(seed) + decision * STEP) & _MASK) + part * STEP) & _MASK))


def seed_of_seat(seed: int, seat: int) -> int:
    """Return a seed for the player at one seat, from 0 to 2^64 - 1.

    Players with generators of their own must not draw alike; and from its own seed a bot must not work out that of the
    game, which tells all chance.
    """
    return int.from_bytes(sha256(f"{seed} {seat}".encode()).digest()[:8], "big")

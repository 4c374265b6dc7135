"""A seed and the number of a decision -> a generator of random numbers for one player's thinking at that decision."""

from __future__ import annotations

from hashlib import sha256
from random import Random

from gamedsl.engine.state.chance import key_of, mix64


def generator(seed: int, decision: int, part: int = 0) -> Random:
    """Return a generator that depends on its arguments alone: a saved game goes on alike."""
    return Random(mix64(key_of(seed) + (decision << 8) + part))


def seed_of_seat(seed: int, seat: int) -> int:
    """Return a seed for the player at one seat, from 0 to 2^64 - 1.

    Players with generators of their own must not draw alike; and from its own seed a bot must not work out that of the
    game, which tells all chance.
    """
    return int.from_bytes(sha256(f"{seed} {seat}".encode()).digest()[:8], "big")

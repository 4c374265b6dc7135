"""A seed and the number of a decision -> a generator of random numbers for one player's thinking at that decision."""

from __future__ import annotations

from random import Random

from gamedsl.engine.chance import key_of, mix64


def generator(seed: int, decision: int, part: int = 0) -> Random:
    """Return a generator that depends on its arguments alone: a saved game goes on alike."""
    return Random(mix64(key_of(seed) + (decision << 8) + part))


def seed_of_seat(seed: int, seat: int) -> int:
    """Return a seed for the player at one seat: players with generators of their own must not draw alike."""
    return mix64(key_of(seed) + seat + 1)

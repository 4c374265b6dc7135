"""Seed, game, stream and draw number -> outcomes: SplitMix64 as a counter, 64 bits wrapping."""

from __future__ import annotations

from collections.abc import Iterator

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
POLICY_STREAM = 255
"""The stream of the players' own randomness; no chance of the game uses it."""
MOST_STREAMS = 254


def mix64(value: int) -> int:
    """Return the SplitMix64 finaliser of a 64-bit number."""
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _MASK
    return value ^ (value >> 31)


def key_of(seed: int) -> int:
    """Return the key K of a seed (any int; only its lowest 64 bits count)."""
    return mix64(seed & _MASK)


def base_of(key: int, game: int, stream: int) -> int:
    """Return what the number of a draw times the step is added to, for the draws of a stream in a game."""
    return (key + ((game << 32) + (stream << 24)) * _STEP) & _MASK


def values(key: int, game: int, stream: int) -> Iterator[int]:
    """Give the numbers of 32 bits, one after the other, that draws of a stream are made of.

    Number ``n`` of them makes draw ``n``: times the number of outcomes, shifted by 32 bits.
    """
    at = base_of(key, game, stream)
    while True:
        value = ((at ^ (at >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _MASK
        yield (value ^ (value >> 31)) >> 32
        at = (at + _STEP) & _MASK


def draw(key: int, game: int, stream: int, number: int, outcomes: int) -> int:
    """Return draw ``number`` (from 0) of a stream in a game, uniform in ``0..outcomes - 1``.

    ``outcomes`` is at least 1 and below 2^32.
    """
    value = (key + ((game << 32) + (stream << 24) + number) * _STEP) & _MASK
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _MASK
    return (((value ^ (value >> 31)) >> 32) * outcomes) >> 32

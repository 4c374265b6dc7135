"""Nothing in, out: numbers as rulebooks write them, and how long a line may be that is looked into."""

from __future__ import annotations

_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBERS = {word: number for number, word in enumerate(_WORDS, 1)}
"""Numbers as rulebooks write them."""

MAX_LENGTH = 300
"""Longer lines are not looked into: patterns would take long, and people do not write them."""

"""The name of a game that tests keep in a file -> its text."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).parents[1]


def game_text(name: str) -> str:
    """Return the rules in ``tests/AREA/games/NAME.game`` for ``AREA/NAME``."""
    area, _, game = name.rpartition("/")
    return (TESTS / area / "games" / f"{game}.game").read_text(encoding="utf-8")

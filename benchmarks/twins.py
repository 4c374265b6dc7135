"""A number of moments -> how many of them were compared in twin games, and every leak that was found.

    python benchmarks/twins.py 100000 --first 0

Twins are two games that differ only in what one player cannot know; see ``tests/twins.py``. A moment is one decision at
which everything that this player and a spectator get was the same in both. A third of the games are bundled ones, the
others card games made at random. Ends with 1 where something was told.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

import gamedsl
from gamedsl.engine.machine import Engine

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from card_games import card_game
from twins import twins

_DEPTHS = (0, 0, 4, 15, 30)
_SEEDS = 60
"""Twins of one game before the next one is taken."""


def engines_of(number: int, bundled: list[str]) -> tuple[str, list[Engine]]:
    """Return the name of a game and its engines for the fewest and the most players."""
    name = bundled[number // 6 % len(bundled)] if number % 6 == 0 else ""
    game = gamedsl.load(name) if name else gamedsl.loads(card_game(Random(number)))
    return name or "at random", [game.start(players=one, seed=0)._engine for one in (game.players[0], game.players[-1])]


def main() -> int:
    """Compare twins until there are enough moments."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("moments", type=int)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    arguments = parser.parse_args()
    bundled = [name for name in gamedsl.bundled_names() if not name.endswith("_scenarios")]
    moments: Counter[str] = Counter()
    leaks, number, begin = 0, arguments.first, time.process_time()
    while moments.total() < arguments.moments:
        name, engines = engines_of(number, bundled)
        for seed in range(_SEEDS if name == "at random" else _SEEDS // 4):
            equal, leak = twins(engines[seed % 2], seed + 1000 * number, 1 + seed % 13, _DEPTHS[seed % len(_DEPTHS)])
            moments[name] += equal
            if leak:
                leaks += 1
                print(f"game {number} ({name}), seed {seed + 1000 * number}: {leak[:400]}", flush=True)  # noqa: T201
        number += 1
    print(f"{moments.total()} moments of {number - arguments.first} games: {leaks} leaks; ", end="")  # noqa: T201
    print(f"{time.process_time() - begin:.0f} s of CPU; {dict(moments)}")  # noqa: T201
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main())

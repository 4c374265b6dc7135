"""A number of moments -> how many of them were compared in twin games, and every leak that was found.

    python benchmarks/twins.py 100000 --first 0

Twins are two games that differ only in what one player cannot know; see ``tests/helpers/secrecy/twins.py``.
A moment is one decision at which everything that this player and a spectator get was the same in both, though something
hidden was not: views, questions, log, events, documents, deals, what bots choose. Bundled games, card
games made at random and card games in which values name cards take turns. Ends with 1 where something was told.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

import gamedsl

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.helpers.random_games.cards import card_game
from tests.helpers.random_games.deals import dealing_game
from tests.helpers.random_games.dice import dice_game
from tests.helpers.random_games.named_cards import naming_game
from tests.helpers.random_games.secrets import secret_game
from tests.helpers.secrecy.twins import Tables, some_twins, tables_of

_SEEDS = 60
"""Twins of one game at random before the next game is taken; of a bundled one, which are larger, a quarter of them."""
_FRUITLESS = 10
"""Twins without a moment (nothing is hidden) after which a game is left."""
MADE = {
    "at random": card_game,
    "values that name cards": naming_game,
    "hidden values": secret_game,
    "names of what was dealt": dealing_game,
    "dice": dice_game,
}


def game_of(number: int, bundled: list[str]) -> tuple[str, Tables]:
    """Return the name of a game and tables of it."""
    if turn := number % (len(MADE) + 1):
        name = [*MADE][turn - 1]
        return name, tables_of(gamedsl.loads(MADE[name](Random(number))))
    name = bundled[number // (len(MADE) + 1) % len(bundled)]
    return name, tables_of(gamedsl.load(name))


def main() -> int:
    """Compare twins until there are enough moments."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("moments", type=int)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    arguments = parser.parse_args()
    bundled = [name for name in gamedsl.bundled_names() if not name.endswith("_scenarios")]
    moments: Counter[str] = Counter()
    ended: Counter[str] = Counter()
    leaks, number, begin = 0, arguments.first, time.process_time()
    while moments.total() < arguments.moments:
        name, tables = game_of(number, bundled)
        fruitless = 0
        for seed in range(_SEEDS if name in MADE else _SEEDS // 4):
            found = some_twins(tables, seed + 1000 * number)
            moments[name] += found.equal
            ended[name] += found.diverged
            fruitless = 0 if found.equal else fruitless + 1
            if found.leak:
                leaks += 1
                print(f"game {number} ({name}), seed {seed + 1000 * number}: {found.leak[:400]}", flush=True)  # noqa: T201
            if fruitless == _FRUITLESS:
                break
        number += 1
    print(f"{moments.total()} moments of {number - arguments.first} games: {leaks} leaks; ", end="")  # noqa: T201
    print(f"{time.process_time() - begin:.0f} s of CPU; {dict(moments)}; ended early: {dict(ended)}")  # noqa: T201
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main())

"""A number of games -> in how many a player could tell copies by their handles, by what all documents say of them.

    nice python benchmarks/handles.py 10000 --first 0

Each game is played twice with the same decisions. At some moment some copies that lie where one player cannot look
change their places in the second one with others of the same sort: nobody can see that, whatever happens later. From
there on all that this player is told must be the same to the letter, whichever pieces come back. Card games made at
random have many copies; bundled games take a part of the turns. Ends with 1 where something was told.
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
from tests.helpers.random_games.cards import SEVERAL, card_game
from tests.helpers.secrecy.swapped_copies import swapped_game

_BUNDLED = ("liars_dice", "saloon_tycoon", "no_thanks", "six_tricks")
_BUNDLED_EVERY = 40
_TOLD_EVERY = 250
_SEEDS = 20
"""Games by one rule text at random before the next one is taken."""
AT_RANDOM = "at random"


def main() -> int:
    """Play the games and tell what was found."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", type=int)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    arguments = parser.parse_args()
    compared: Counter[str] = Counter()
    games: Counter[str] = Counter()
    swapped, came, told, begin = 0, 0, 0, time.process_time()
    game = None
    for number in range(arguments.first, arguments.first + arguments.games):
        name = AT_RANDOM
        if number % _BUNDLED_EVERY == 0:
            name = _BUNDLED[number // _BUNDLED_EVERY % len(_BUNDLED)]
            played = gamedsl.load(name)
        else:
            if game is None or number % _SEEDS == 1:
                several = Random(number).sample(sorted(SEVERAL), 2) if number % (2 * _SEEDS) == 1 else []
                game = gamedsl.loads(card_game(Random(number), several))
            played = game
        found = swapped_game(played, number)
        games[name] += 1
        compared[name] += found.equal
        swapped += found.swapped > 0
        came += found.came
        if found.leak:
            told += 1
            print(f"game {number} ({name}): {found.leak[:400]}", flush=True)  # noqa: T201
        if games.total() % _TOLD_EVERY == 0:
            print(f"{games.total()} games, {compared.total()} moments, {told} told something", flush=True)  # noqa: T201
    print(  # noqa: T201
        f"{games.total()} games, copies exchanged in {swapped}, {came} of them seen later; {compared.total()} moments; "
        f"{told} told something; {time.process_time() - begin:.0f} s of CPU; {dict(games)}"
    )
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())

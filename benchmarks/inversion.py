"""A number of games -> by how many standard errors the truth is guessed from deals of a fixed seed, at worst.

    python benchmarks/inversion.py 200 --random 40

Every bundled game and some card games made at random are begun that often; see
``tests/helpers/secrecy/inversion.py``. Ends with 1 where guesses are better than chance allows.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from random import Random

import gamedsl

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.helpers.random_games.cards import card_game
from tests.helpers.secrecy.inversion import advantage

_DEPTHS = (0, 6)
_CHANCE = 4.5


def main() -> int:
    """Measure all games and tell the largest advantages."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", type=int, help="how often each game is begun")
    parser.add_argument("--random", type=int, default=40, help="number of games made at random")
    arguments = parser.parse_args()
    begin = time.process_time()
    names = [name for name in gamedsl.bundled_names() if not name.endswith("_scenarios")]
    games = {name: gamedsl.load(name) for name in names}
    games |= {f"at random {number}": gamedsl.loads(card_game(Random(number))) for number in range(arguments.random)}
    found = {
        f"{name}, after {depth} decisions": advantage(game, arguments.games, depth)
        for name, game in games.items()
        for depth in _DEPTHS
    }
    worst = sorted(found.items(), key=lambda item: -abs(item[1]))[:3]
    print(f"{len(found)} times {arguments.games} games, {time.process_time() - begin:.0f} s of CPU; at worst:")  # noqa: T201
    for name, value in worst:
        print(f"  {value:+.1f} standard errors: {name}")  # noqa: T201
    return 1 if abs(worst[0][1]) > _CHANCE else 0


if __name__ == "__main__":
    sys.exit(main())

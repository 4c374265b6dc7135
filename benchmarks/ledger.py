"""Games and a number -> random games of each whose ledger was added up again, and every place where it does not agree.

    python benchmarks/ledger.py 20000 mogul tycoon --first 0

The ledger is what people and programs read of payments, moves and points. Starting from what lies in the box, every
entry is booked a second time, by the places that the event names. No amount may fall below what its purse may owe,
every piece must leave the place it lies in, and what comes of it must be what the table says at random decisions and
at the end. Numbers of players and options are drawn for each game. Ends with 1 where anything differs.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import gamedsl

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.helpers.play.ledgers import booked

GAMES = ("mogul", "tycoon", "quatre_etoiles", "saloon_tycoon")


def main() -> int:
    """Play and book."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", type=int)
    parser.add_argument("names", nargs="*", default=GAMES)
    parser.add_argument("--first", type=int, default=0, help="seed of the first game")
    arguments = parser.parse_args()
    bad = 0
    for name in arguments.names:
        game, begin, entries, differing = gamedsl.load(name), time.process_time(), 0, 0
        for seed in range(arguments.first, arguments.first + arguments.games):
            try:
                wrong, count = booked(game, seed)
            except gamedsl.SetupError:
                continue  # options that exclude each other
            entries += count
            differing += bool(wrong)
            if wrong:
                print(f"{name}, seed {seed}: {wrong[0]}", flush=True)  # noqa: T201
        spent = time.process_time() - begin
        print(f"{name}: {arguments.games} games, {entries} entries, {differing} games differ; {spent:.0f} s of CPU")  # noqa: T201
        bad += differing
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

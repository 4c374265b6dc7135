"""Matches between computer players, with rotated seats: how often one wins among others, with a 95 % interval.

    python benchmarks/strength.py mogul 3 mcts:200 random --games 100
    python benchmarks/strength.py no_thanks 3 quick greedy mcts:200 mcts:2000 --each --games 400

The second plays a match of each kind among each that stands before it. The first player sits at seat 1 of the first
game, at seat 2 of the next and so on; all other seats are of the second kind. A win shared by two counts one half. Game
k has seed k, so a run can be repeated, and ``--from`` goes on with it. Players with a budget of time (mcts:2s) look at
a clock that counts CPU time, in one thread, so that other programs take nothing from them.
"""

from __future__ import annotations

import argparse
import math
import time
from itertools import combinations
from pathlib import Path

import attrs
from tries import Clock

import gamedsl
from gamedsl.players.kinds import mcts
from gamedsl.simulate import Settings, simulate

_AT_ONCE = 4
"""Games with each seating that are begun before it is looked at the clock."""


def shares_won(name: str, players: int, kinds: tuple[str, str], numbers: range, limit: int) -> list[float]:
    """Return for each game the share that the first kind has won: 1, 0, or a part when several win."""
    seats = (kinds[0], *[kinds[1]] * (players - 1))
    settings = Settings(name, players, seats, numbers.start, len(numbers), limit=limit, engine="native", log_first=0)
    found = simulate(attrs.evolve(settings, log_every=len(numbers) + 1))
    return [one.share(number % players) for number, one in enumerate(found)]


def interval(shares: list[float]) -> tuple[float, float]:
    """Return the 95 % interval of Wilson for a mean of shares, which is at least as wide as it must be for ties."""
    number, mean, z = len(shares), sum(shares) / len(shares), 1.96
    centre = (mean + z * z / (2 * number)) / (1 + z * z / number)
    half = z * math.sqrt(mean * (1 - mean) / number + z * z / (4 * number * number)) / (1 + z * z / number)
    return centre - half, centre + half


def match(name: str, title: str, players: int, kinds: tuple[str, str], wanted: argparse.Namespace) -> str:
    """Play one match; return what has come of it, as a row of a table."""
    shares: list[float] = []
    begin, used = time.monotonic(), time.process_time()
    while len(shares) < wanted.games and time.monotonic() - begin < wanted.seconds:
        first = wanted.start + len(shares)
        many = wanted.games if wanted.seconds == math.inf else min(players * _AT_ONCE, wanted.games - len(shares))
        shares += shares_won(name, players, kinds, range(first, first + many), wanted.limit)
    low, high = interval(shares)
    used = (time.process_time() - used) / len(shares)
    won = f"{100 * sum(shares) / len(shares):.0f} % ({100 * low:.0f} to {100 * high:.0f})"
    fair = f"{100 / players:.0f} %"
    cells = [title, players, f"`{kinds[0]}`", f"`{kinds[1]}`", fair, won, len(shares), f"{used:.2f}"]
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    """Play the matches that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("players", type=int)
    parser.add_argument("kinds", nargs="+", help="kind of the one player (greedy, mcts:200 …), then of all other seats")
    parser.add_argument("--each", action="store_true", help="each kind among those before it")
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--from", dest="start", type=int, default=0, help="number of the first game")
    parser.add_argument("--limit", type=int, default=5000, help="decisions after which nobody wins")
    parser.add_argument("--seconds", type=float, default=math.inf, help="begin no further game after so much time")
    wanted = parser.parse_args()
    mcts.time = Clock
    path = Path(__file__).parents[1] / "examples" / f"{wanted.game}.game"
    name = str(path) if path.exists() else wanted.game
    title = gamedsl.load(name).title
    pairs = [(one, other) for other, one in combinations(wanted.kinds, 2)] if wanted.each else [tuple(wanted.kinds)]
    print("| Game | Players | One | Among | Fair share | Won | Games | CPU seconds a game |")  # noqa: T201
    print("|---|---|---|---|---|---|---|---|")  # noqa: T201
    for kinds in pairs:
        print(match(name, title, wanted.players, kinds, wanted), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()

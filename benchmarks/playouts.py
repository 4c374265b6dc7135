"""Rule file, seats, seconds -> random playouts per CPU second, and how that compares with a plain Python loop.

    python benchmarks/playouts.py mogul --players 4 --seconds 10

The last column divides by the speed of a fixed reference loop of pure Python that runs right before and right after, so
that figures of different machines, or of a busy machine, can be compared.
"""

from __future__ import annotations

import argparse
import time

from reference import reference

import gamedsl
from gamedsl.engine.state.chance import POLICY_STREAM, draw
from gamedsl.play.engine import Engine
from gamedsl.play.engines import engine_for


def play(engine: Engine, seed: int, log: bool) -> int:
    """Play one game at random; return the number of decisions."""
    state = engine.start(seed, log=log)
    codes = engine.codes(state)
    while codes:
        place = draw(state.key, 0, POLICY_STREAM, state.decisions, len(codes))
        engine.apply(state, codes[place])
        codes = engine.codes(state)
    return state.decisions


def main() -> None:
    """Measure one game and print one line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="mogul", help="a bundled game or the path of a rule file")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--log", action="store_true", help="write the log of events as well")
    arguments = parser.parse_args()
    engine = engine_for(gamedsl.load(arguments.game).checked, arguments.players)
    before = reference()
    games = decisions = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < arguments.seconds:
        decisions += play(engine, games, arguments.log)
        games += 1
    speed = (before + reference()) / 2
    rate = games / spent
    print(  # noqa: T201
        f"{engine.game.name} with {arguments.players}: {rate:.1f} games/s, {decisions / spent:.0f} decisions/s, "
        f"{decisions / games:.1f} decisions a game, reference {speed:.0f}/s, ratio {rate / speed:.4f}"
    )


if __name__ == "__main__":
    main()

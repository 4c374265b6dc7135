"""How much of a simulation stays in the main thread, and so how much faster two cores can be: GAME:PLAYERS:GAMES

CPU seconds of this whole process by two threads that play random games as machine code, with the report on them.
"""

from __future__ import annotations

import sys
from time import process_time, thread_time

import click

import gamedsl
from gamedsl.simulate import Settings, simulate
from gamedsl.simulate.reports.simulated import simulated_report


def main(which: str) -> None:
    """Simulate, and print what it took."""
    name, players, games = which.split(":")
    settings = Settings(name, int(players), ("random",) * int(players), seed=1, games=int(games), engine="native")
    results = simulate(settings, workers=2)
    played, alone = process_time(), thread_time()
    simulated_report(gamedsl.load(name), settings, results)
    told = process_time() - played
    beside = played - alone
    bounds = [f"{(alone + beside + own) / (alone + own + beside / 2):.2f}" for own in (0.0, told)]
    click.echo(
        f"{which}: {played:.2f} s, in the main thread {alone:.2f}, the report {told:.2f}; "
        f"at most {bounds[0]} times on two cores, with the report {bounds[1]}"
    )


if __name__ == "__main__":
    main(sys.argv[1])

"""What two cores gain of a simulation and its report: GAME:PLAYERS:GAMES, with --seats for players who think

By CPU seconds of one process with two threads: what its main thread does nobody else can do meanwhile, so that is the
least of what two cores gain. With --wall N by wall time, too, of whole processes with one and two workers in turns, the
best of N of each: that means something only where nobody else wants the cores (the load is told).
"""

from __future__ import annotations

import os
import subprocess
import sys
from time import perf_counter, process_time, thread_time

import click

import gamedsl
from gamedsl.simulate import Settings, simulate
from gamedsl.simulate.reports.simulated import simulated_report


def spent(which: str, seats: str, workers: int) -> list[tuple[float, float]]:
    """Simulate; return CPU seconds of the process and of its main thread, when all is played and with the report."""
    name, players, games = which.split(":")
    kinds = tuple(seats.split(",")) * (int(players) if "," not in seats else 1)
    settings = Settings(name, int(players), kinds, seed=1, games=int(games), engine="native")
    game = gamedsl.load(name)
    results = simulate(settings, game=game, workers=workers)
    played = process_time(), thread_time()
    simulated_report(game, settings, results)
    return [played, (process_time(), thread_time())]


def wall(which: str, seats: str, times: int) -> list[float]:
    """Return wall seconds of whole processes with one worker and with two, the best of some."""
    found: list[list[float]] = [[], []]
    for _ in range(times):
        for own, workers in zip(found, ("1", "2"), strict=True):
            began = perf_counter()
            subprocess.run([sys.executable, __file__, which, "--seats", seats, "--workers", workers], check=True)
            own.append(perf_counter() - began)
    return [min(own) for own in found]


@click.command()
@click.argument("which")
@click.option("--seats", default="random", help="the kind at every seat, or one for each")
@click.option("--wall", "times", default=0, help="wall time, of so many processes with each number of workers")
@click.option("--workers", default=0, help="only simulate, by so many threads")
def main(which: str, seats: str, times: int, workers: int) -> None:
    """Simulate, and print what it took."""
    if workers:
        spent(which, seats, workers)
        return
    told = []
    for what, (every, own) in zip(("playing", "with the report"), spent(which, seats, 2), strict=True):
        told.append(
            f"{what} {every:.2f} s, {own:.2f} in the main thread, {every / (own + (every - own) / 2):.2f} times"
        )
    click.echo(f"{which} {seats}: {'; '.join(told)}")
    if times:
        one, two = wall(which, seats, times)
        click.echo(f"wall time {one:.2f} and {two:.2f} s, {one / two:.2f} times; load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()

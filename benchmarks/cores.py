"""What two cores gain of a simulation and its report: GAME:PLAYERS:GAMES, with --seats for players who think

By CPU seconds of one process with two threads. Before the first results and in the report other threads wait for the
main thread, so that counts whole; while games are played its work stands in the way only as far as threads wait for it:
not at all, or all the time, which are the two figures. With --wall N by wall time, too, of whole processes with one and
two workers in turns, the best of N of each: that means something only where nobody else wants the cores.
"""

from __future__ import annotations

import os
import subprocess
import sys
from time import perf_counter, process_time, thread_time

import attrs
import click

import gamedsl
from gamedsl.simulate import Settings, simulate
from gamedsl.simulate.reports.simulated import simulated_report


@attrs.frozen
class Spent:
    """CPU seconds of the process, of its main thread, and of that those in which nobody else could do anything."""

    every: float
    main: float
    alone: float

    @property
    def told(self) -> str:
        """What two cores can gain."""
        most, least = (self.every / (own + (self.every - own) / 2) for own in (self.alone, self.main))
        return (
            f"{self.every:.2f} s, main thread {self.main:.2f}, of it alone {self.alone:.2f}: {least:.2f} to {most:.2f}"
        )


def spent(which: str, seats: str, workers: int) -> tuple[Spent, Spent]:
    """Simulate; return what that took, and what it took with the report."""
    name, players, games = which.split(":")
    kinds = tuple(seats.split(",")) * (int(players) if "," not in seats else 1)
    settings = Settings(name, int(players), kinds, seed=1, games=int(games), engine="native")
    game, begun = gamedsl.load(name), list[float]()
    results = simulate(settings, game=game, workers=workers, told=lambda _: begun.append(thread_time()))
    played = Spent(process_time(), thread_time(), begun[0])
    simulated_report(game, settings, results)
    main = thread_time()
    return played, Spent(process_time(), main, begun[0] + main - played.main)


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
    played, reported = spent(which, seats, 2)
    click.echo(f"{which} {seats}: playing {played.told} times; with the report {reported.told} times")
    if times:
        one, two = wall(which, seats, times)
        click.echo(f"wall time {one:.2f} and {two:.2f} s, {one / two:.2f} times; load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()

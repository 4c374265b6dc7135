"""Simulations of random players: games for a CPU second one by one, by the program in Python, and as machine code.

    python benchmarks/simulations.py mogul:4:600 examples/othello.game:2:400

Each is a game, how many players, how many games. All that a simulation does counts: making and compiling the program,
too. The last columns leave that out: they are what a long simulation comes to.
"""

from __future__ import annotations

import math
import os
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory
from time import process_time

import attrs
import click

import gamedsl
from gamedsl.simulate import Settings, simulate
from gamedsl.simulate.play import games as ways
from gamedsl.simulate.play.games import Games
from gamedsl.simulate.play.settings import Way

GAMES = (
    "mogul:4:600",
    "tycoon:4:300",
    "saloon_tycoon:4:300",
    "quatre_etoiles:3:300",
    "examples/connect_four.game:2:1500",
    "examples/othello.game:2:400",
    "examples/kuhn_poker.game:2:4000",
)
LIMIT = 2_000
"""Decisions of a game: random players of 4 Étoiles need some ten thousand."""
WARM = 30
"""Games before the time is taken: parts of the program are made when they are first needed."""
NEVER = math.inf, math.inf
RULE = ways.MANY, ways.LONG
WAYS: tuple[tuple[Way, tuple[float, float]], ...] = (("python", NEVER), ("python", RULE), ("native", RULE))
"""One by one, by the program in Python, and as machine code."""


def spent() -> float:
    """Return the seconds of CPU that this process and compilers have taken."""
    compilers = getrusage(RUSAGE_CHILDREN)
    return process_time() + compilers.ru_utime + compilers.ru_stime


def whole(settings: Settings) -> float:
    """Return how many games of a simulation fit into a second; nothing has been compiled before."""
    with TemporaryDirectory() as home:
        os.environ["GAMEDSL_HOME"] = home
        began = spent()
        simulate(settings)
        return settings.games / (spent() - began)


def single(settings: Settings, seconds: float) -> float:
    """Return how many games fit into a second, once everything is made."""
    games = Games(gamedsl.load(settings.game), settings, 10**6)
    numbers = range(settings.log_first, settings.log_first + settings.games)
    games.expect(numbers)
    at = 0
    while at < WARM:
        at += len([*games.play(numbers[at])])
    began, played = process_time(), 0
    while (taken := process_time() - began) < seconds:
        while at < len(numbers) and process_time() - began < seconds:
            some = len([*games.play(numbers[at])])
            at, played = at + some, played + some
        games.expect(numbers[WARM:])
        at = WARM
    return played / taken


@click.command(help=__doc__)
@click.argument("games", nargs=-1)
@click.option("--seconds", type=float, default=2.0, help="CPU seconds for each of the last columns.")
def main(games: tuple[str, ...], seconds: float) -> None:
    """Print a table."""
    head = "One by one | Python | Machine code | Times"
    click.echo(f"| Game | Players | Games | {head} | Once all is made, {head[0].lower()}{head[1:]} |")
    click.echo(f"|{'---|' * 11}")
    for one in games or GAMES:
        name, players, many = one.rsplit(":", 2)
        settings = Settings(name, int(players), ("random",) * int(players), seed=1, games=int(many), limit=LIMIT)
        found = []
        for measure in (whole, lambda settings: single(settings, seconds)):
            speeds = []
            for engine, (ways.MANY, ways.LONG) in WAYS:  # type: ignore[assignment]
                speeds.append(measure(attrs.evolve(settings, engine=engine)))
            found += [*(f"{speed:,.1f}" for speed in speeds), f"{speeds[2] / speeds[0]:,.1f}"]
        title = gamedsl.load(name).title
        click.echo(f"| {title} | {players} | {int(many):,} | {' | '.join(found)} |")


if __name__ == "__main__":
    main()

"""Simulations of random players: games for a CPU second one by one, and as `gamedsl simulate` plays them, in one run.

    python benchmarks/simulations.py mogul:4:600 examples/othello.game:2:400

Each is a game, how many players, how many games. All that a simulation does counts: making the program as well, and the
games with a log, which are always played one by one. The last two columns leave those out.
"""

from __future__ import annotations

import math
from time import process_time

import click

import gamedsl
from gamedsl.simulate import Settings, simulate
from gamedsl.simulate.play import games as ways
from gamedsl.simulate.play.games import Games

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
RULE = ways.MANY, ways.LONG
NEVER = math.inf, math.inf


def whole(settings: Settings) -> float:
    """Return how many games of a simulation fit into a second."""
    began = process_time()
    simulate(settings)
    return settings.games / (process_time() - began)


def single(settings: Settings, seconds: float) -> float:
    """Return how many games without a log fit into a second, once everything is made."""
    games = Games(gamedsl.load(settings.game), settings, settings.games)
    unlogged = [number for number in range(settings.games) if not settings.is_logged(number)]
    games.play(unlogged[0])
    began, played = process_time(), 0
    while (spent := process_time() - began) < seconds:
        games.play(unlogged[played % len(unlogged)])
        played += 1
    return played / spent


@click.command(help=__doc__)
@click.argument("games", nargs=-1)
@click.option("--seconds", type=float, default=2.0, help="CPU seconds for each of the last two columns.")
def main(games: tuple[str, ...], seconds: float) -> None:
    """Print a table."""
    click.echo("| Game | Players | Games | One by one | Now | Times | Without a log | Now | Times |")
    click.echo("|---|---|---|---|---|---|---|---|---|")
    for one in games or GAMES:
        name, players, many = one.rsplit(":", 2)
        settings = Settings(name, int(players), ("random",) * int(players), seed=1, games=int(many), limit=LIMIT)
        found = []
        for measure in (whole, lambda settings: single(settings, seconds)):
            ways.MANY, ways.LONG = NEVER  # type: ignore[assignment]
            before = measure(settings)
            ways.MANY, ways.LONG = RULE
            now = measure(settings)
            found += [f"{before:,.1f}", f"{now:,.1f}", f"{now / before:.1f}"]
        title = gamedsl.load(name).title
        click.echo(f"| {title} | {players} | {int(many):,} | {' | '.join(found)} |")


if __name__ == "__main__":
    main()

"""The Python of another checkout -> how much faster than there random games are here, for all games in one run.

    python benchmarks/beside.py ../before/.venv/bin/python mogul:4 examples/hex.game:2

``--there engine`` (and ``--here``) play by the engine, one decision after the other: that of a checkout from before
kernel programs carries the rules out by itself. ``program`` is the program without what nobody reads in random games,
printed as Python; ``whole`` the program with all that; ``c`` is ``program`` as C.

Both play the same games, in processes of their own, in turns and in short slices, of which the quotient of CPU times
is taken; the median of these is told, with the lowest and the highest. So it hardly matters when others slow the
machine down. It is told, too, where both do not come to the same number of decisions.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
from shipped import GAMES

PLAYER = Path(__file__).with_name("beside_player.py")
KINDS = click.Choice(("engine", "program", "whole", "c"))


class Player:
    """A process that plays random games of one game with the Python of some checkout."""

    def __init__(self, python: str, kind: str, game: str, limit: int) -> None:
        pipe: Any = subprocess.PIPE
        self._process = subprocess.Popen(
            [python, str(PLAYER), kind, game, str(limit)], stdin=pipe, stdout=pipe, text=True, bufsize=1
        )

    def play(self, first: int, many: int) -> tuple[float, int]:
        """Play ``many`` games from number ``first`` on; return CPU seconds and decisions."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{first} {many}\n")
        spent, decisions = self._process.stdout.readline().split()
        return float(spent), int(decisions)

    def filling(self, seconds: float) -> int:
        """Play until most has been made that games need; return how many games fill so many seconds."""
        many = 1
        while self.play(0, many)[0] < seconds:
            many *= 2
        return max(1, round(many * seconds / self.play(0, many)[0]))

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def quotients(here: Player, there: Player, seconds: float, rounds: int) -> tuple[list[float], list[float]]:
    """Return how many times as fast ``here`` is as ``there``, slice by slice, and games a second of both."""
    many = max(one.filling(seconds) for one in (here, there))
    found, spent = [], ([], [])
    for number in range(rounds):
        taken = {}
        for player in (here, there) if number % 2 else (there, here):
            taken[player] = player.play(number * many, many)
        if taken[here][1] != taken[there][1]:
            click.echo(f"{taken[here][1]} decisions here, {taken[there][1]} there", err=True)
        found.append(taken[there][0] / taken[here][0])
        for one, player in zip(spent, (here, there), strict=True):
            one.append(taken[player][0] / many)
    return found, [1 / statistics.median(one) for one in spent]


@click.command(help=__doc__)
@click.argument("python")
@click.argument("games", nargs=-1)
@click.option("--there", type=KINDS, default="engine", show_default=True, help="How the other checkout plays.")
@click.option("--here", type=KINDS, default="program", show_default=True, help="How this one does.")
@click.option("--seconds", default=0.05, show_default=True, help="CPU seconds of a slice of the faster one.")
@click.option("--rounds", default=21, show_default=True, help="Slices of each.")
@click.option("--limit", default=2_000, show_default=True, help="Decisions after which a game is left.")
def main(python: str, games: tuple[str, ...], there: str, here: str, seconds: float, rounds: int, limit: int) -> None:
    """Print a table."""
    click.echo("| Game | Players | Games a second there | Here | Times | From | To |")
    click.echo(f"|{'---|' * 7}")
    for named in games or GAMES:
        sides = Player(sys.executable, here, named, limit), Player(python, there, named, limit)
        found, (own, other) = quotients(*sides, seconds, rounds)
        for one in sides:
            one.close()
        title, players = named.rsplit(":", 1)
        told = f"{other:,.1f} | {own:,.1f} | {statistics.median(found):.2f}"
        click.echo(f"| {Path(title).stem} | {players} | {told} | {min(found):.2f} | {max(found):.2f} |")


if __name__ == "__main__":
    main()

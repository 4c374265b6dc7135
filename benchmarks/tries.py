"""A game -> how many tries a CPU second `mcts` makes that thinks for some seconds, beside another version, in turns.

    python benchmarks/tries.py PYTHON tycoon:4 --positions 5,17,29,60
    python benchmarks/tries.py - connect_four:2 --positions 3,11 --threads 2
    python benchmarks/tries.py - tycoon:4 --positions 5,10,15,20,40,60,80,100 --times

PYTHON is the Python of an environment into which a checkout of the version to compare with is installed, such as commit
8d27039, the engine before there was a kernel. Both think in games between quick players from the same seeds, at the
decisions with a choice that come next behind some numbers, by a clock that counts CPU time; all is counted that such a
decision takes, but for machine code, which is there before. Mostly a search is settled long before its time is over.

With --threads it thinks here in several, each by CPU time of its own, and time is what the first has used: as if each
had a processor to itself. All that others wait for is in it; that the slowest is waited for is not. With - as PYTHON
only this version is measured, and with --times it is told how long decisions took, which are mostly settled before.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path
from threading import Lock
from typing import Any

import click


class Clock:
    """Counts CPU time of a thread where players look at a clock."""

    monotonic = staticmethod(time.thread_time)


def counted(kind: type, name: str, tries: list[int]) -> None:
    """Let what makes tries count them."""
    make, counting = getattr(kind, name), Lock()

    def making(*given: Any, **named: Any) -> Any:
        done = make(*given, **named)
        with counting:
            tries[0] += getattr(done, "made", 1)
        return done

    setattr(kind, name, making)


def think(
    name: str, players: int, seed: int, positions: list[int], seconds: float, threads: int
) -> tuple[int, list[float]]:
    """Return the tries that searches make in this version, and how much time each of them takes."""
    import gamedsl
    from gamedsl.players.kinds import mcts
    from gamedsl.players.seats import make

    tries = [0]
    if hasattr(mcts, "InC"):
        counted(mcts.InC, "go", tries)
    else:
        counted(mcts.Search, "iterate", tries)
    mcts.time = Clock
    several = {"threads": threads} if threads > 1 else {}
    if several:
        from gamedsl.players.search import in_c

        in_c.monotonic = Clock.monotonic
    table = gamedsl.load(name).start(players, seed, log=False)
    table._engine.thinks = "native"
    bots, left, spent = [make("quick", seat) for seat in range(players)], [*positions], list[float]()
    while table.decider is not None and left:
        codes = table.codes()
        if len(codes) > 1 and table.decisions >= left[0]:
            if left == positions:  # what is made once
                mcts.MctsPlayer(1, iterations=1).choose(table.situation(), codes)
                tries[0] = 0
            left.pop(0)
            began = time.thread_time()
            mcts.MctsPlayer(5, seconds=seconds, **several).choose(table.situation(), codes)
            spent.append(time.thread_time() - began)
        table.apply(codes[bots[table.decider].choose(table.situation(), codes)])
    return tries[0], spent


@click.command()
@click.argument("python")
@click.argument("game")
@click.option("--positions", default="5,17,29,60", help="Decisions behind which it thinks.")
@click.option("--seeds", default="3,4", help="Games.")
@click.option("--seconds", default=2.0, help="How long it may think each time.")
@click.option("--threads", default=1, help="Threads that search here.")
@click.option("--times", is_flag=True, help="How long decisions took, in all games, with - as PYTHON.")
def main(python: str, game: str, positions: str, seeds: str, seconds: float, threads: int, times: bool) -> None:
    """Print a line for each game; with - as PYTHON, tries and seconds of this version alone."""
    name, _, players = game.partition(":")
    every = list[float]()
    for seed in seeds.split(","):
        if python == "-":
            tries, spent = think(name, int(players), int(seed), [*map(int, positions.split(","))], seconds, threads)
            every += spent
            if not times:
                print(tries, sum(spent))  # noqa: T201
            continue
        given = ("-", game, "--positions", positions, "--seeds", seed, "--seconds", str(seconds))
        speeds = []
        for one in (python, sys.executable):
            words = [one, str(Path(__file__).resolve()), *given]
            words += ["--threads", str(threads)] if one == sys.executable else []
            found = subprocess.run(
                words, check=True, capture_output=True, text=True, cwd=Path(one).parent
            ).stdout.split()
            speeds.append(int(found[0]) / float(found[1]))
        print(  # noqa: T201
            f"{name}, {players} players, seed {seed}, behind {positions}: "
            f"{speeds[0]:,.0f} tries a CPU second, here {speeds[1]:,.0f}: {speeds[1] / speeds[0]:.0f} times"
        )
    if times:
        whole = sum(one >= seconds for one in every)
        print(  # noqa: T201
            f"{name}, {players} players: {len(every)} decisions, CPU seconds: median {statistics.median(every):.3f}, "
            f"longest {max(every):.2f}; {whole} took all their time"
        )


if __name__ == "__main__":
    main()

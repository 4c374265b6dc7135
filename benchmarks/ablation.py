"""Random games a CPU second in C with all ways of making programs fast, and without each one, as ratios of one run.

    python benchmarks/ablation.py mogul:4 examples/othello.game:2 tycoon:4:stranded=forbid --rounds 3

All programs of a game take turns, in short slices, and the best slice of each is told: whatever else the machine does
only slows them. ``--ways`` takes some names of ``passes/pipeline.py`` and ``lowering/derived.py`` only. Libraries are
compiled as the product compiles them, and kept in its cache. Games are left after ``--limit`` decisions.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from typing import Any

import click

import gamedsl
from gamedsl.kernel.lowering.derived import DERIVED
from gamedsl.kernel.native.building import library
from gamedsl.kernel.passes.pipeline import NAMES
from gamedsl.kernel.playing import OUTCOME, program_of
from gamedsl.kernel.printing.c import Printer
from gamedsl.option_values import completed
from gamedsl.play.engines import engine_for

GAMES = (
    *("examples/connect_four.game:2", "examples/othello.game:2", "examples/hex.game:2", "mogul:4", "tycoon:4"),
    *("tycoon:4:stranded=forbid", "saloon_tycoon:4", "quatre_etoiles:4"),
)
ALL = "everything"


def text_of(named: str, without: tuple[str, ...]) -> tuple[str, int]:
    """Return the C text of a game, and its seats; ``named``: name, seats, and options behind further colons."""
    name, seats, *options = named.split(":")
    game = gamedsl.load(name).checked
    given = dict(one.split("=") for one in options)
    program = program_of(engine_for(game, int(seats), completed(game.options, given)).set_up, without, OUTCOME)
    return Printer(program).text(), int(seats)


def player(text: str, seats: int, limit: int) -> Callable[[int, int], tuple[int, tuple[int, ...]]]:
    """Return what plays games, from one on and so many; it returns the decisions of all, and of each."""
    loaded: Any = library(text)
    codes = (ctypes.c_int32 * loaded.room_for_choices())()

    def play(first: int, many: int) -> tuple[int, tuple[int, ...]]:
        winners, points = (ctypes.c_uint64 * many)(), (ctypes.c_int32 * (many * seats))()
        decisions, status = (ctypes.c_int32 * many)(), (ctypes.c_int32 * many)()
        loaded.play(ctypes.c_uint64(0), first, many, limit, codes, winners, points, decisions, status, None)
        return sum(decisions), (*decisions, *winners)

    return play


def speeds(plays: dict[str, Any], seconds: float, rounds: int) -> dict[str, tuple[float, float]]:
    """Return games and decisions a CPU second of each player, the best of some rounds."""
    many = dict.fromkeys(plays, 1)
    found = dict.fromkeys(plays, (0.0, 0.0))
    ends = {name: play(0, 4)[1] for name, play in plays.items()}
    assert len(set(ends.values())) == 1, "without a way games go another way"
    for _ in range(rounds):
        for name, play in plays.items():
            spent = 0.0
            while True:
                began = time.process_time()
                decisions, _ = play(0, many[name])
                spent = time.process_time() - began
                if spent > seconds / 2:
                    break
                many[name] *= 2
            found[name] = max(found[name], (many[name] / spent, decisions / spent))
    return found


@click.command()
@click.argument("games", nargs=-1)
@click.option("--seconds", default=0.4, show_default=True, help="CPU time of a slice, about.")
@click.option("--rounds", default=3, show_default=True)
@click.option("--limit", default=100_000, show_default=True, help="Decisions after which a game is left.")
@click.option("--ways", default="", help="Names with commas between them; else all.")
def main(games: tuple[str, ...], seconds: float, rounds: int, limit: int, ways: str) -> None:
    """Print a table; GAMES are names or paths with players and options behind colons."""
    names = ways.split(",") if ways else [*sorted(DERIVED), *sorted(NAMES)]
    for named in games or GAMES:
        texts = {name: text_of(named, () if name == ALL else (name,)) for name in (ALL, *names)}
        first: dict[tuple[str, int], str] = {}
        for name, text in texts.items():
            first.setdefault(text, name)
        plays = {name: player(*text, limit) for text, name in first.items()}
        found = speeds(plays, seconds, rounds)
        whole, decisions = found[ALL]
        click.echo(f"{named}: {whole:,.0f} games, {decisions / 1e6:,.1f} million decisions a CPU second")
        rows = [(found[first[texts[name]]][0] / whole, name) for name in names if first[texts[name]] != ALL]
        click.echo("  without " + ", ".join(f"{name} {ratio:.2f}" for ratio, name in sorted(rows)))
        click.echo("  the same program without " + ", ".join(n for n in names if first[texts[n]] == ALL))


if __name__ == "__main__":
    main()

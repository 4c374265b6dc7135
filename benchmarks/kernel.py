"""Random games a CPU second: today's engine, the kernel program printed as Python, and printed as C, in one run.

    python benchmarks/kernel.py mogul:4 tycoon:4 examples/hex.game:2 --seconds 2

Of random games only the end is looked at, so the program does without what only serves fields that nobody reads;
``--whole`` keeps that, as the engine does. C needs a compiler (cc, gcc or clang); without one its column stays empty.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

import gamedsl
from gamedsl.engine.compiled import CompiledEngine
from gamedsl.engine.machine import Engine
from gamedsl.engine.state.chance import draw
from gamedsl.kernel.playing import OUTCOME, PythonKernel, program_of
from gamedsl.kernel.printing.c import Printer, TooWideError
from gamedsl.kernel.program import Program

POLICY, LIMIT = 255, 100_000
GAMES = (
    "examples/tic_tac_toe.game:2",
    "examples/connect_four.game:2",
    "examples/kuhn_poker.game:2",
    "examples/leduc_poker.game:2",
    "examples/sealed_bid.game:4",
    "examples/first_game.game:2",
    "examples/six_tricks.game:4",
    "examples/no_thanks.game:4",
    "examples/othello.game:2",
    "examples/hex.game:2",
    "examples/breakthrough.game:2",
    "examples/amazons.game:2",
    "examples/nine_mens_morris.game:2",
    "examples/checkers.game:2",
    "mogul:4",
    "tycoon:4",
    "saloon_tycoon:4",
    "quatre_etoiles:4",
)


def timed(play: Callable[[int], None], seconds: float) -> float:
    """Return how many games fit into a second of CPU, once what play comes to has been made."""
    games, began, warm = 0, time.process_time(), seconds / 3
    while (spent := time.process_time() - began) < seconds:
        play(games)
        games += 1
        if warm and spent > warm:
            games, began, warm = 0, time.process_time(), 0
    return games / spent


def engine_game(engine: Engine) -> Callable[[int], None]:
    """Return what plays a random game on the engine."""

    def play(number: int) -> None:
        s = engine.start(0, number, log=False)
        while codes := engine.codes(s):
            many = len(codes)
            engine.apply(s, codes[draw(s.key, number, POLICY, s.decisions, many) if many > 1 else 0])

    return play


def kernel_game(kernel: PythonKernel) -> Callable[[int], None]:
    """Return what plays a random game on the program printed as Python."""

    def play(number: int) -> None:
        kernel.play(0, number, POLICY, LIMIT)

    return play


def native_speed(program: Program, seats: int, seconds: float) -> float | None:
    """Return the games a second of the program printed as C; None without a compiler or with sets too wide for it."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        source, library = Path(folder) / "kernel.c", Path(folder) / "kernel.so"
        try:
            source.write_text(Printer(program).text())
        except TooWideError:
            return None
        subprocess.run([compiler, "-O2", "-march=native", "-w", "-shared", "-fPIC", "-o", library, source], check=True)
        loaded: Any = ctypes.CDLL(str(library))
        play = loaded.play
        count, codes = 64, (ctypes.c_int32 * loaded.room_for_choices())()
        while True:
            winners, points = (ctypes.c_uint64 * count)(), (ctypes.c_int32 * (count * seats))()
            decisions, status = (ctypes.c_int32 * count)(), (ctypes.c_int32 * count)()
            began = time.process_time()
            play(ctypes.c_uint64(0), 0, count, LIMIT, codes, winners, points, decisions, status, None)
            spent = time.process_time() - began
            if spent > seconds:
                return count / spent
            count *= 4


@click.command()
@click.argument("games", nargs=-1)
@click.option("--seconds", default=1.0, show_default=True, help="CPU time for each game and engine.")
@click.option("--without", multiple=True, help="A pass that is left out (see gamedsl/kernel/optimising/passes.py).")
@click.option("--whole", is_flag=True, help="Keep what nobody reads in random games, mostly who knows what.")
def main(games: tuple[str, ...], seconds: float, without: tuple[str, ...], whole: bool) -> None:
    """Print a table; GAMES are names or paths with the number of players behind a colon."""
    click.echo(f"{'':32}{'engine':>10}{'Python':>10}{'C':>12}{'Python/engine':>15}{'C/engine':>10}")
    for named in games or GAMES:
        name, seats = named.rsplit(":", 1)
        engine = CompiledEngine(gamedsl.load(name).checked, int(seats))
        program = program_of(engine, without, None if whole else OUTCOME)
        old, new = timed(engine_game(engine), seconds), timed(kernel_game(PythonKernel(program)), seconds)
        native = native_speed(program, int(seats), seconds)
        told = "" if native is None else f"{native:12,.0f}{new / old:15.1f}{native / old:10.0f}"
        click.echo(f"{named:32}{old:10,.0f}{new:10,.0f}{told or f'{chr(8211):>12}{new / old:15.1f}'}")


if __name__ == "__main__":
    main()

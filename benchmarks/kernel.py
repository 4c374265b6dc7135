"""Random games a CPU second of kernel programs, printed as Python and as C, and how that compares with plain Python.

    python benchmarks/kernel.py mogul:4 tycoon:4 examples/hex.game:2 --seconds 2

Of random games only the end is looked at, so the program does without what only serves fields that nobody reads;
``--whole`` keeps that, as the engine does. C needs a compiler (cc, gcc or clang); without one its columns stay empty.
The ratios divide by the speed of a fixed loop of plain Python (``reference.py``) that runs right before and after, so
that figures of different machines and of different hours can be compared.
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
from reference import reference
from shipped import GAMES

import gamedsl
from gamedsl.kernel.playing import OUTCOME, PythonKernel, program_of
from gamedsl.kernel.printing.c import Printer
from gamedsl.kernel.printing.c_types import TooWideError
from gamedsl.kernel.program import Program
from gamedsl.play.engines import engine_for

POLICY, LIMIT = 255, 100_000


def timed(play: Callable[[int], None], seconds: float) -> float:
    """Return how many games fit into a second of CPU, once what play comes to has been made."""
    games, began, warm = 0, time.process_time(), seconds / 3
    while (spent := time.process_time() - began) < seconds:
        play(games)
        games += 1
        if warm and spent > warm:
            games, began, warm = 0, time.process_time(), 0
    return games / spent


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
@click.option("--seconds", default=1.0, show_default=True, help="CPU time for each game and each of Python and C.")
@click.option("--without", multiple=True, help="A pass that is left out (see gamedsl/kernel/passes/pipeline.py).")
@click.option("--whole", is_flag=True, help="Keep what nobody reads in random games, mostly who knows what.")
def main(games: tuple[str, ...], seconds: float, without: tuple[str, ...], whole: bool) -> None:
    """Print a table; GAMES are names or paths with the number of players behind a colon."""
    click.echo(f"{'':32}{'Python':>10}{'C':>12}{'reference':>11}{'Python ratio':>14}{'C ratio':>10}")
    for named in games or GAMES:
        name, seats = named.rsplit(":", 1)
        program = program_of(
            engine_for(gamedsl.load(name).checked, int(seats)).set_up, without, None if whole else OUTCOME
        )
        before = reference()
        printed, native = timed(kernel_game(PythonKernel(program)), seconds), native_speed(program, int(seats), seconds)
        speed = (before + reference()) / 2
        row = f"{named:32}{printed:10,.0f}{_shown(native, ',.0f'):>12}{speed:11,.0f}{printed / speed:14,.3f}"
        click.echo(row + f"{_shown(native and native / speed, ',.1f'):>10}")


def _shown(figure: float | None, form: str) -> str:
    return "\N{EN DASH}" if figure is None else format(figure, form)


if __name__ == "__main__":
    main()

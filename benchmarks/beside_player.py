"""A game, and on each line which of its random games to play -> CPU seconds and decisions; the other end of ``beside``

It runs in either checkout, so it asks for nothing but what both have.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gamedsl
from gamedsl.engine.state.chance import draw

POLICY = 255
Play = Callable[[int, int], int]
"""Plays so many games from one on; gives their decisions."""


def engine(game: Any, seats: int) -> Any:
    """Return what plays one decision after the other."""
    try:
        from gamedsl.engine.compiled import CompiledEngine
    except ImportError:
        from gamedsl.play.engines import engine_for

        return engine_for(game, seats)
    return CompiledEngine(game, seats)


def by_engine(made: Any, limit: int) -> Play:
    """Return what plays games by an engine."""

    def play(first: int, many: int) -> int:
        decisions = 0
        for number in range(first, first + many):
            s = made.start(0, number, log=False)
            for _ in range(limit):
                codes = made.codes(s)
                if not codes:
                    break
                most = len(codes)
                made.apply(s, codes[draw(s.key, number, POLICY, s.decisions, most) if most > 1 else 0])
                decisions += 1
        return decisions

    return play


def by_program(program: Any, limit: int) -> Play:
    """Return what plays games by a program printed as Python."""
    from gamedsl.kernel.playing import PythonKernel

    kernel = PythonKernel(program)
    place = kernel.at["decisions"]

    def play(first: int, many: int) -> int:
        return sum([kernel.play(0, number, POLICY, limit)[place] for number in range(first, first + many)])

    return play


def by_c(program: Any, seats: int, limit: int) -> Play:
    """Return what plays games by a program printed as C."""
    from gamedsl.kernel.printing.c import Printer

    compiler = shutil.which("cc") or shutil.which("gcc") or "clang"
    with tempfile.TemporaryDirectory() as folder:
        source, library = Path(folder) / "kernel.c", Path(folder) / "kernel.so"
        source.write_text(Printer(program).text())
        subprocess.run([compiler, "-O2", "-march=native", "-w", "-shared", "-fPIC", "-o", library, source], check=True)
        loaded: Any = ctypes.CDLL(str(library))
    choices = (ctypes.c_int32 * loaded.room_for_choices())()

    def play(first: int, many: int) -> int:
        winners, points = (ctypes.c_uint64 * many)(), (ctypes.c_int32 * (many * seats))()
        decisions, status = (ctypes.c_int32 * many)(), (ctypes.c_int32 * many)()
        loaded.play(ctypes.c_uint64(0), first, many, limit, choices, winners, points, decisions, status, None)
        return sum(decisions)

    return play


def player(kind: str, game: str, seats: int, limit: int) -> Play:
    """Return what plays random games in one way."""
    if game.startswith("examples/"):
        game = str(Path(gamedsl.__file__).parents[1] / game)
    made = engine(gamedsl.load(game).checked, seats)
    if kind == "engine":
        return by_engine(made, limit)
    from gamedsl.kernel.playing import OUTCOME, program_of

    program = program_of(made.set_up, (), None if kind == "whole" else OUTCOME)
    return by_c(program, seats, limit) if kind == "c" else by_program(program, limit)


def main() -> None:
    """Answer each line of input: the first game, and how many."""
    kind, named, limit = sys.argv[1:]
    game, seats = named.rsplit(":", 1)
    play = player(kind, game, int(seats), int(limit))
    for line in sys.stdin:
        first, many = map(int, line.split())
        began = time.process_time()
        decisions = play(first, many)
        print(time.process_time() - began, decisions, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()

"""Games that OpenSpiel knows too -> random games a CPU second: by this program in Python and in C, and by its C++.

    python benchmarks/peers.py

OpenSpiel is installed into an environment of its own (a new one that is deleted behind, or ``--spiel FOLDER``, which is
made if it is not there and kept). Its games are driven in C++ as well: a search of a single simulation evaluates its
first state by many random rollouts; of poker the cards of that state have been dealt. All ways take turns, several
times, and the best of each is told: whatever else the machine does only slows them. What has been compiled, and what is
made once, is not counted; ``Game.batch`` counts all that it does for a call.
"""

from __future__ import annotations

import ctypes
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import click

import gamedsl
from gamedsl.kernel.engines import engine_for
from gamedsl.kernel.native.building import library
from gamedsl.kernel.playing import OUTCOME, PythonKernel, program_of
from gamedsl.kernel.printing.c import Printer
from gamedsl.kernel.program import Program
from gamedsl.option_values import completed

POLICY, LIMIT = 255, 100_000
_SPIEL = """
import sys, time
import pyspiel
game, seconds, many = pyspiel.load_game(sys.argv[1]), float(sys.argv[2]), 16
while True:
    evaluator, state = pyspiel.RandomRolloutEvaluator(n_rollouts=many, seed=1), game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1, False, 1, False)
    began = time.process_time()
    bot.step(state)
    spent = time.process_time() - began
    if spent > seconds:
        break
    many *= 4
print(many / spent)
"""
"""A search of a single simulation evaluates the state that it begins with, by so many rollouts."""


@attrs.frozen
class Pair:
    """A game of both: here its options, there its name."""

    title: str
    here: str
    there: str
    options: dict[str, Any] = attrs.field(factory=dict)


PAIRS = (
    Pair("Noughts and Crosses", "tic_tac_toe", "tic_tac_toe"),
    Pair("Connect Four", "connect_four", "connect_four"),
    Pair("Breakthrough 8 × 8", "breakthrough", "breakthrough(rows=8,columns=8)"),
    Pair("Hex 11, without taking over", "hex", "hex(board_size=11)", {"swap": False}),
    Pair("Othello", "othello", "othello"),
    Pair("Kuhn poker", "kuhn_poker", "kuhn_poker"),
    Pair("Leduc poker", "leduc_poker", "leduc_poker"),
)


def speed(play: Callable[[int], None], seconds: float) -> float:
    """Return how many games a CPU second ``play``, which is told how many to play, plays."""
    many = 4
    while True:
        began = time.process_time()
        play(many)
        spent = time.process_time() - began
        if spent > seconds:
            return many / spent
        many *= 4


def in_python(program: Program) -> Callable[[int], None]:
    """Return what plays random games on the program printed as Python."""
    kernel = PythonKernel(program)

    def play(many: int) -> None:
        for number in range(many):
            kernel.play(0, number, POLICY, LIMIT)

    return play


def in_c(program: Program, seats: int) -> Callable[[int], None]:
    """Return what plays random games on the program printed as C."""
    loaded: Any = library(Printer(program).text())
    codes = (ctypes.c_int32 * loaded.room_for_choices())()

    def play(many: int) -> None:
        winners, points = (ctypes.c_uint64 * many)(), (ctypes.c_int32 * (many * seats))()
        decisions, status = (ctypes.c_int32 * many)(), (ctypes.c_int32 * many)()
        loaded.play(ctypes.c_uint64(0), 0, many, LIMIT, codes, winners, points, decisions, status, None)

    return play


def in_batches(game: gamedsl.Game, seats: int, options: dict[str, Any]) -> Callable[[int], None]:
    """Return what plays random games by the public function."""
    game.batch(1, seats, options=options, engine="native")
    return lambda many: (game.batch(many, seats, options=options, engine="native"), None)[1]


def spiel(python: Path, there: str, seconds: float) -> float:
    """Return the random games a CPU second of a game of OpenSpiel."""
    command = [str(python), "-c", _SPIEL, there, str(seconds)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def installed(folder: Path) -> Path:
    """Return the Python of an environment with OpenSpiel, which is made if it is not there."""
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", "open_spiel"], check=True)
    return python


def row(pair: Pair, python: Path, seconds: float, rounds: int) -> list[float]:
    """Return the games a CPU second in all ways, the best of some rounds each."""
    game = gamedsl.load(f"examples/{pair.here}.game")
    seats, options = game.players[0], completed(game.checked.options, pair.options)
    program = program_of(engine_for(game.checked, seats, options), seen=OUTCOME)
    plays = [in_python(program), in_c(program, seats), in_batches(game, seats, options)]
    ways: list[Callable[[], float]] = [lambda play=play: speed(play, seconds) for play in plays]  # type: ignore[misc]
    ways.append(lambda: spiel(python, pair.there, seconds))
    taken = [[way() for way in ways] for _ in range(rounds)]
    return [max(one) for one in zip(*taken, strict=True)]


@click.command()
@click.option("--seconds", default=0.5, help="CPU seconds for each measurement, at least.")
@click.option("--rounds", default=3, help="How often each way has its turn.")
@click.option("--spiel", "folder", type=click.Path(path_type=Path), help="An environment with OpenSpiel, to be kept.")
@click.argument("names", nargs=-1)
def main(seconds: float, rounds: int, folder: Path | None, names: tuple[str, ...]) -> None:
    """Print the table of some games, or of all."""
    with tempfile.TemporaryDirectory() as work:
        python = installed(folder or Path(work) / "spiel")
        print("| Game | Python | C | `Game.batch` | OpenSpiel, C++ | Python / OpenSpiel | C / OpenSpiel |")  # noqa: T201
        print("|---|--:|--:|--:|--:|--:|--:|")  # noqa: T201
        for pair in PAIRS:
            if not names or pair.here in names:
                own, native, batch, other = row(pair, python, seconds, rounds)
                figures = " | ".join(f"{one:,.0f}" for one in (own, native, batch, other))
                print(f"| {pair.title} | {figures} | {own / other:.3f} | {native / other:.1f} |", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()

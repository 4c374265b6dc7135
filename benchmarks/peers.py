"""Games that others know too -> random games a CPU second: by this program in Python and in C, by OpenSpiel, by pgx.

    python benchmarks/peers.py [--searches] [GAME …]

OpenSpiel and pgx are installed into an environment of their own (a new one that is deleted behind, or ``--peers
FOLDER``, which is made if it is not there and kept). OpenSpiel is driven in C++: a search of a single simulation
evaluates its first state by many random rollouts; of poker the cards of that state have been dealt. pgx (JAX) plays
1,024 games at a time on one thread of the processor, and begins another wherever one ends; its deals count. All ways
take turns, several times, and the best of each is told: whatever else the machine does only slows them. What has been
compiled, and what is made once, is not counted; ``Game.batch`` counts all that it does for a call.

Then (or alone, with ``--searches``) searches of this program and of OpenSpiel look at the first position of Connect
Four, each with random moves behind a new node.
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
from gamedsl.kernel.native.building import library
from gamedsl.kernel.playing import OUTCOME, PythonKernel, program_of
from gamedsl.kernel.printing.c import Printer
from gamedsl.kernel.program import Program
from gamedsl.option_values import completed
from gamedsl.play.engines import engine_for
from gamedsl.players.kinds.mcts import MctsPlayer
from gamedsl.players.search.in_c import InC

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
_PGX = """
import os, sys, time
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
import jax, pgx
import jax.numpy as jnp
from pgx.experimental.wrappers import auto_reset
env, seconds, never = pgx.make(sys.argv[1]), float(sys.argv[2]), [int(one) for one in sys.argv[3:]]
size, steps = 1024, 256
allowed = jnp.ones(env.num_actions, bool).at[jnp.array(never, int)].set(False)
step = jax.vmap(auto_reset(env.step, env.init))
def one(carried, _):
    state, key = carried
    key, choosing, playing = jax.random.split(key, 3)
    mask = state.legal_action_mask & allowed
    action = jax.random.categorical(choosing, jnp.where(mask, 0.0, -jnp.inf), axis=-1)
    seen = state.observation  # nobody looks at it, so it is not worked out
    state = step(state, action, jax.random.split(playing, size)).replace(observation=seen)
    return (state, key), jnp.sum(state.terminated | state.truncated)
@jax.jit
def play(carried):
    carried, ended = jax.lax.scan(one, carried, None, length=steps)
    return carried, jnp.sum(ended)
carried = jax.vmap(env.init)(jax.random.split(jax.random.key(1), size)), jax.random.key(2)
carried, _ = play(carried)
jax.block_until_ready(carried)
games, began = 0, time.process_time()
while time.process_time() - began < seconds:
    carried, ended = play(carried)
    games += int(ended)
print(games / (time.process_time() - began))
"""
"""So many moves in each of the games that go on side by side; ``never`` are actions that nobody takes."""


_SEARCH = """
import sys, time
import pyspiel
game, seconds, tries = pyspiel.load_game(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1), 2.0, tries, 1000, False, 1, False)
many, began = 0, time.process_time()
while time.process_time() - began < seconds:
    bot.step(game.new_initial_state())
    many += tries
print(many / (time.process_time() - began))
"""
"""Searches of the first position, with so many tries each."""


@attrs.frozen
class Pair:
    """A game: its names in OpenSpiel and in pgx (there with what is never chosen, if it has it), its options here."""

    title: str
    here: str
    spiel: str
    pgx: tuple[str, ...] = ()
    options: dict[str, Any] = attrs.field(factory=dict)


PAIRS = (
    Pair("Noughts and Crosses", "tic_tac_toe", "tic_tac_toe", ("tic_tac_toe",)),
    Pair("Connect Four", "connect_four", "connect_four", ("connect_four",)),
    Pair("Breakthrough 8 × 8", "breakthrough", "breakthrough(rows=8,columns=8)"),
    Pair("Hex 11, without taking over", "hex", "hex(board_size=11)", ("hex", "121"), {"swap": False}),
    Pair("Othello", "othello", "othello", ("othello",)),
    Pair("Kuhn poker", "kuhn_poker", "kuhn_poker", ("kuhn_poker",)),
    Pair("Leduc poker", "leduc_poker", "leduc_poker", ("leduc_holdem",)),
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


def in_child(python: Path, script: str, *words: str) -> float:
    """Return the random games a CPU second that a script of a peer tells."""
    return float(subprocess.run([str(python), "-c", script, *words], check=True, capture_output=True, text=True).stdout)


def installed(folder: Path) -> Path:
    """Return the Python of an environment with the peers, which is made if it is not there."""
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", "open_spiel", "pgx"], check=True)
    return python


def row(pair: Pair, python: Path, seconds: float, rounds: int) -> list[float]:
    """Return the games a CPU second in all ways, the best of some rounds each."""
    game = gamedsl.load(f"examples/{pair.here}.game")
    seats, options = game.players[0], completed(game.checked.options, pair.options)
    program = program_of(engine_for(game.checked, seats, options).set_up, seen=OUTCOME)
    plays = [in_python(program), in_c(program, seats), in_batches(game, seats, options)]
    ways: list[Callable[[], float]] = [lambda play=play: speed(play, seconds) for play in plays]  # type: ignore[misc]
    ways.append(lambda: in_child(python, _SPIEL, pair.spiel, str(seconds)))
    if pair.pgx:
        ways.append(lambda: in_child(python, _PGX, pair.pgx[0], str(seconds), *pair.pgx[1:]))
    taken = [[way() for way in ways] for _ in range(rounds)]
    return [max(one) for one in zip(*taken, strict=True)]


def told(title: str, found: list[float]) -> str:
    """Return the row of a game: games a CPU second, and how many times as many as each peer."""
    own, native, _, spiel, *pgx = found
    speeds = [*(f"{one:,.0f}" for one in found), *["–"] * (1 - len(pgx))]
    times = [f"{own / spiel:.3f}", f"{native / spiel:.1f}", *(f"{native / one:.1f}" for one in pgx)]
    return f"| {' | '.join([title, *speeds, *times, *['–'] * (1 - len(pgx))])} |"


def searched(game: gamedsl.Game, seconds: float, tries: int) -> float:
    """Return the tries a CPU second that players of this program make in the first position, by machine code."""
    table, made, go = game.start(game.players[0], 1, log=False), [0], InC.go
    table._engine.thinks, codes = "native", table.codes()
    MctsPlayer(0, tries).choose(table.situation(), codes)

    def counted(means: InC, *given: Any, **named: Any) -> Any:
        done = go(means, *given, **named)
        made[0] += done.made
        return done

    InC.go = counted  # type: ignore[method-assign]
    try:
        many, began = 0, time.process_time()
        while (spent := time.process_time() - began) < seconds:
            MctsPlayer(many := many + 1, tries).choose(table.situation(), codes)
        return made[0] / spent
    finally:
        InC.go = go  # type: ignore[method-assign]


def searches(pair: Pair, tries: int, python: Path, seconds: float, rounds: int) -> str:
    """Return a line about searches of so many tries, in turns, the best of some rounds."""
    game = gamedsl.load(f"examples/{pair.here}.game")
    given = (pair.spiel, str(seconds), str(tries))
    taken = [(searched(game, seconds, tries), in_child(python, _SEARCH, *given)) for _ in range(rounds)]
    own, other = (max(one) for one in zip(*taken, strict=True))
    return (
        f"{pair.title}, {tries:,} tries a decision: {own:,.0f} a CPU second, OpenSpiel {other:,.0f}: {own / other:.1f}"
    )


@click.command()
@click.option("--seconds", default=0.5, help="CPU seconds for each measurement, at least.")
@click.option("--rounds", default=3, help="How often each way has its turn.")
@click.option("--peers", "folder", type=click.Path(path_type=Path), help="An environment with the peers, to be kept.")
@click.option("--searches", "is_searched", is_flag=True, help="Measure searches alone.")
@click.argument("names", nargs=-1)
def main(seconds: float, rounds: int, folder: Path | None, is_searched: bool, names: tuple[str, ...]) -> None:
    """Print the table of some games, or of all, and what searches do."""
    with tempfile.TemporaryDirectory() as work:
        python = installed(folder or Path(work) / "peers")
        if not is_searched:
            print_table(names, python, seconds, rounds)
        print(*("\n" + searches(PAIRS[1], tries, python, seconds, rounds) for tries in (3_000, 30_000)))  # noqa: T201


def print_table(names: tuple[str, ...], python: Path, seconds: float, rounds: int) -> None:
    """Print random games of all ways."""
    columns = ["Game", "Python", "C", "`Game.batch`", "OpenSpiel, C++", "pgx, one thread"]
    columns += ["Python / OpenSpiel", "C / OpenSpiel", "C / pgx"]
    print(f"| {' | '.join(columns)} |\n|---|{'--:|' * (len(columns) - 1)}")  # noqa: T201
    for pair in PAIRS:
        if not names or pair.here in names:
            print(told(pair.title, row(pair, python, seconds, rounds)), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()

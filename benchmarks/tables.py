"""Games, tasks, a second interpreter -> how long single games, views and bots take there and here, in turns.

    python benchmarks/tables.py --beside ../before/.venv/bin/python mogul:4 connect_four:2

Both interpreters do the same work one after the other (another version of gamedsl is installed in the second one), so
that a machine that is busy with something else slows both. The first round of each task is warming up: what it costs to
make the program is not in the figures, with ``--cold`` it is. Where the choices made are not the same in both, that is
said behind the line.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import gamedsl
from gamedsl.players.seats import make
from gamedsl.players.seeding import seed_of_seat

GAMES = ("mogul:4", "tycoon:3", "saloon_tycoon:3", "quatre_etoiles:3", "connect_four:2", "leduc_poker:2")
TASKS = ("random", "logged", "quick", "greedy", "mcts:200", "views", "choices", "refusals")
_SIZES = {
    "random": (1, 600, 2),
    "logged": (1, 200, 2),
    "quick": (1, 150, 4),
    "greedy": (3, 60, 4),
    "mcts": (9, 60, 1),
    "views": (4, 200, 2),
    "choices": (4, 200, 2),
    "refusals": (4, 200, 2),
}
"""For each task at which decisions it does its work (every so-manieth), up to which one, and in how many games.

All other decisions are random.
"""
_PATIENT, _SHORT = {"SaloonTycoon"}, {"LeducPoker"}
"""Games in which a bot takes long for a decision: a third of them is enough; and games that are soon over."""


def game_of(name: str) -> gamedsl.Game:
    """Return a bundled game or an example."""
    path = Path(__file__).parents[1] / "examples" / f"{name}.game"
    return gamedsl.load(path if path.exists() else name)


def work(game: gamedsl.Game, players: int, task: str, seed: int) -> tuple[float, int]:
    """Do a task; return the CPU seconds of the work alone, and a number that stands for what came of it."""
    many = _SIZES[task.partition(":")[0]][2] * (15 if game.name in _SHORT else 1)
    spent, fold = 0.0, 0
    for number in range(many):
        more, found = play(game, players, task, seed * many + number)
        spent, fold = spent + more, fold ^ found
    return spent, fold


def play(game: gamedsl.Game, players: int, task: str, seed: int) -> tuple[float, int]:
    """Do the same in one game."""
    kind = task.partition(":")[0]
    every, most, _ = _SIZES[kind]
    every = 1 if game.name in _SHORT else every
    if game.name in _PATIENT and kind in ("quick", "greedy", "mcts"):
        most //= 3
    table = game.start(players, seed, log=kind != "random" and kind != "mcts", limit=2000)
    if kind not in ("random", "logged"):
        table._engine.thinks = "python"  # what machine code brings is another question
    random, spent, fold = Random(seed), 0.0, 0
    bots = (
        [make(task, seed_of_seat(seed, seat)) for seat in range(players)] if kind in ("quick", "greedy", "mcts") else []
    )
    asks: dict[str, Callable[[], object]] = {
        "views": lambda: [table.view(seat).to_json() for seat in (None, *range(players))],
        "choices": lambda: [(one.code, one.text, one.words) for one in table.legal()],
        "refusals": lambda: [(one.text, one.reason) for one in table.refusals()],
    }
    begun = time.process_time()
    while (seat := table.decider) is not None and table.decisions < most:
        codes = table.codes()
        chosen = int(random.random() * len(codes))
        if table.decisions % every == every - 1 and kind not in ("random", "logged"):
            begin = time.process_time()
            if bots:
                chosen = bots[seat].choose(table.situation(), codes)
            else:
                fold = hash_of(fold, json.dumps(asks[kind](), default=str))
            spent += time.process_time() - begin
        fold = hash_of(fold, str(codes[chosen]))
        table.apply(codes[chosen])
    return (spent if kind not in ("random", "logged") else time.process_time() - begun), fold


def hash_of(fold: int, text: str) -> int:
    """Return a number for what has come so far and a text."""
    for byte in text.encode():
        fold = (fold * 1000003 ^ byte) & 0xFFFFFFFFFFFF
    return fold


def serve() -> None:
    """Do what comes in on standard input, a line for each task, and answer with a line."""
    games: dict[str, gamedsl.Game] = {}
    for line in sys.stdin:
        name, players, task, seed, is_cold = json.loads(line)
        if is_cold or name not in games:
            games[name] = game_of(name)
        print(json.dumps(work(games[name], players, task, seed)), flush=True)  # noqa: T201


class Interpreter:
    """One of the interpreters, which waits for work."""

    def __init__(self, python: str) -> None:
        command = [python, str(Path(__file__).resolve()), "--serve"]
        self._child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def do(self, *task: object) -> tuple[float, int]:
        """Do a task; see ``work``."""
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        print(json.dumps(task), file=self._child.stdin, flush=True)
        spent, fold = json.loads(self._child.stdout.readline())
        return spent, fold


def compare(pair: Sequence[Interpreter], game: str, task: str, rounds: int, *, is_cold: bool) -> str:
    """Return the line of a table: how many times as fast this interpreter is as the other."""
    name, _, players = game.partition(":")
    found: list[list[float]] = [[], []]
    alike = True
    for number in range(rounds + 1):
        folds = []
        for place, one in enumerate(pair if number % 2 else [*reversed(pair)]):
            spent, fold = one.do(name, int(players), task, number, is_cold)
            folds.append(fold)
            if number or is_cold:
                found[place if number % 2 else 1 - place].append(spent)
        alike = alike and len({*folds}) == 1
    times = [there / max(here, 1e-9) for here, there in zip(*found, strict=True)]
    whole = sum(found[1]) / max(sum(found[0]), 1e-9)
    spread = f"{min(times):.2f} to {max(times):.2f}, median {statistics.median(times):.2f}"
    return f"| {name} | {players} | {task} | {whole:.2f} | {spread} |{'' if alike else ' not the same choices'}"


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="name:players, a bundled game or an example")
    parser.add_argument("--beside", help="the Python with the other version of gamedsl")
    parser.add_argument("--tasks", default=",".join(TASKS))
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--cold", action="store_true", help="a new game for every round: programs are made anew")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.serve:
        serve()
        return
    pair = [Interpreter(sys.executable), Interpreter(wanted.beside or sys.executable)]
    for game in wanted.games or GAMES:
        for task in wanted.tasks.split(","):
            print(compare(pair, game, task, wanted.rounds, is_cold=wanted.cold), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()

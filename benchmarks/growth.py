"""Games that grow in one thing alone -> what a decision of random players costs then, and what batches and starts cost.

    python benchmarks/growth.py --rounds 3

Players, copies of a piece, rules and the sides of a board grow; Python and C play the same games, all sizes in turns,
and the best slice of each counts. Rules grow as rounds of a game do: ten times as many phases, actions, terms and
triggers, of which each decision sees its own phase, and each step the triggers of all. Then memory of a batch and the
time to the first game are measured in processes of their own: with an empty cache folder, and again with a warm one.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

import gamedsl
from gamedsl.kernel.native.building import library
from gamedsl.kernel.playing import OUTCOME, PythonKernel, program_of
from gamedsl.kernel.printing.c import Printer
from gamedsl.play.engines import engine_for

POLICY, LIMIT = 255, 2_000

CARDS = """game Cards
  players: {players}
components
  coin: counter, 400
  card: card, {copies} each value: 1..5
table
  box: purse of coin, full
  deck: stack of card, full
  pile: heap of card
  turns: 0..100
  each player
    hand: heap of card
    coins: purse of coin
setup
  shuffle deck
  for each p in players:
    deal 4 from deck to p.hand
    pay 12 from box to p.coins
phases
  game
    who: players from A
    play: lay or pass_by
    until: turns = 100
actions
  lay "Lay a card"
    pick: c in you.hand "Which card?"
    cost: pay 1 from you.coins to box
    then:
      move c to pile
      set turns to turns + 1
      if count(deck) = 0:
        move pile to deck
        shuffle deck
      deal 1 from deck to you.hand
      score pile c.value for you
  pass_by "Pass"
    then:
      set turns to turns + 1
      pay min(2, box) from box to you.coins
scoring
  pile "Pile"
end
  winner: the p in players with most p.points ties all
"""

ROUND = """  round_{at}
    who: players from A
    play: gain_{at} or spend_{at} or wait_{at}
"""
ACTIONS = """  gain_{at} "Gain"
    pick: n in 1..3 "How many?"
    when: bank >= n "the bank is empty"
    then: pay n from bank to you.coins; set level_{at} to min(9, level_{at} + n)
  spend_{at} "Spend"
    when: you.rich_{at} "not enough"
    cost: pay 2 from you.coins to bank
    then: score dots level_{at} for you
  wait_{at} "Wait"
    then: set level_{at} to max(0, level_{at} - 1)
"""
RULES = """game Rules
  players: 4
components
  coin: counter, 200
table
  bank: purse of coin, full
  turns: number
{levels}
  each player
    coins: purse of coin
terms
  each player
{terms}
phases
  game
    steps: {steps}
    until: turns >= 100
{rounds}
  count_up
    then: set turns to turns + {each}
actions
{actions}
triggers
{triggers}
scoring
  dots "Dots"
end
  winner: the p in players with most p.points ties all
"""


def cards(players: int = 3, copies: int = 12) -> str:
    """Return a game of cards."""
    return CARDS.format(players=players, copies=copies)


def rules(many: int) -> str:
    """Return a game of so many phases with all that belongs to each."""
    each = range(many)
    return RULES.format(
        levels="\n".join(f"  level_{at}: 0..9" for at in each),
        terms="\n".join(f"    rich_{at} = coins >= 2 and level_{at} > 0" for at in each),
        steps=", ".join([*(f"round_{at}" for at in each), "count_up"]),
        rounds="".join(ROUND.format(at=at) for at in each).rstrip(),
        actions="".join(ACTIONS.format(at=at) for at in each).rstrip(),
        triggers="\n".join(
            f'  top_{at} "Level {at}"\n    when: level_{at} = 9\n    then: set level_{at} to 0' for at in each
        ),
        each=many,
    )


def hex_of(side: int) -> str:
    """Return hex on a board of another side, without taking over."""
    text = (Path(gamedsl.__file__).parents[1] / "examples" / "hex.game").read_text(encoding="utf-8")
    last = chr(ord("a") + side - 1)
    for word, other in (("a..k", f"a..{last}"), ("1..11", f"1..{side}"), ("k11", f"{last}{side}"), ("k1", f"{last}1")):
        text = text.replace(word, other)
    return text.replace("a11", f"a{side}").split("scenarios\n")[0]


def four_of(side: int) -> str:
    """Return connect four on a square grid."""
    text = (Path(gamedsl.__file__).parents[1] / "examples" / "connect_four.game").read_text(encoding="utf-8")
    for word, other in (("1..7", f"1..{side}"), ("1..6", f"1..{side}"), ("< 6", f"< {side}")):
        text = text.replace(word, other)
    text = text.replace("= 42", f"= {side * side}").replace("piece, 21", f"piece, {(side * side + 1) // 2}")
    return text.split("scenarios\n")[0]


Game = tuple[str, int]
SERIES: dict[str, dict[str, Game]] = {
    "players": {f"{one} players": (cards(one), one) for one in (2, 3, 4, 6)},
    "pieces": {f"{5 * one} cards": (cards(copies=one), 3) for one in (4, 8, 12, 24)},
    "rules": {f"{one} times the rules": (rules(one), 4) for one in (1, 2, 5, 10)},
    "board: hex": {f"{one} × {one}": (hex_of(one), 2) for one in (5, 7, 9, 11)},
    "board: four in a row": {f"{one} × {one}": (four_of(one), 2) for one in (5, 7, 9, 11)},
}
Play = Callable[[int], int]


def players_of(game: Game) -> tuple[Play, Play]:
    """Return what plays so many random games in Python and in C; both return how many decisions that took."""
    text, seats = game
    engine = engine_for(gamedsl.loads(text).checked, seats, {"swap": False} if "swap" in text else None)
    program = program_of(engine.set_up, (), OUTCOME)
    kernel = PythonKernel(program)
    place = kernel.at["decisions"]
    loaded: Any = library(Printer(program).text())
    codes = (ctypes.c_int32 * loaded.room_for_choices())()

    def in_python(many: int) -> int:
        return sum(kernel.play(0, number, POLICY, LIMIT)[place] for number in range(many))

    def in_c(many: int) -> int:
        winners, points = (ctypes.c_uint64 * many)(), (ctypes.c_int32 * (many * seats))()
        decisions, status = (ctypes.c_int32 * many)(), (ctypes.c_int32 * many)()
        loaded.play(ctypes.c_uint64(0), 0, many, LIMIT, codes, winners, points, decisions, status, None)
        assert 2 not in status, "a rule could not be carried out"
        return sum(decisions)

    in_python(2)
    return in_python, in_c


def nanoseconds(plays: dict[str, Play], seconds: float, rounds: int) -> dict[str, float]:
    """Return what a decision costs, the best of some rounds in turns."""
    many, found = dict.fromkeys(plays, 1), dict.fromkeys(plays, float("inf"))
    for _ in range(rounds):
        for name, play in plays.items():
            while True:
                began = time.process_time()
                decisions = play(many[name])
                spent = time.process_time() - began
                if spent > seconds / 2:
                    break
                many[name] *= 2
            found[name] = min(found[name], spent / decisions * 1e9)
    return found


_MEMORY = """
import resource, sys, gamedsl
game = gamedsl.load(sys.argv[1])
seats, many = int(sys.argv[2]), int(sys.argv[3])
game.batch(1, seats, engine="native")
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
found = game.batch(many, seats, engine="native")
print(before / 1024, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""
_FIRST = """
import sys, time
began = time.perf_counter()
import gamedsl
gamedsl.load(sys.argv[1]).batch(1, int(sys.argv[2]), engine=sys.argv[3])
print(time.perf_counter() - began, sum(__import__("os").times()[:4]))
"""


def alone(script: str, *given: object, home: str | None = None) -> list[float]:
    """Return the numbers that a script in a process of its own prints."""
    own = {**os.environ, **({} if home is None else {"GAMEDSL_HOME": home})}
    command = [sys.executable, "-c", script, *map(str, given)]
    found = subprocess.run(command, check=True, capture_output=True, text=True, env=own)
    return [float(one) for one in found.stdout.split()]


@click.command()
@click.argument("series", nargs=-1)
@click.option("--seconds", default=0.4, show_default=True, help="CPU time of a slice, about.")
@click.option("--rounds", default=3, show_default=True)
def main(series: tuple[str, ...], seconds: float, rounds: int) -> None:
    """Print tables; SERIES are players, pieces, rules, board, memory, first."""
    wanted = series or ("players", "pieces", "rules", "board", "memory", "first")
    for title, games in SERIES.items():
        if not title.startswith(tuple(wanted)):
            continue
        both = {name: players_of(game) for name, game in games.items()}
        python, native = (nanoseconds({name: both[name][at] for name in both}, seconds, rounds) for at in (0, 1))
        least = next(iter(games))
        click.echo(f"{title:28}{'Python, ns':>12}{'times':>8}{'C, ns':>10}{'times':>8}")
        for name in games:
            row = f"{name:28}{python[name]:12,.0f}{python[name] / python[least]:8.2f}"
            click.echo(f"{row}{native[name]:10,.1f}{native[name] / native[least]:8.2f}")
    if "memory" in wanted:
        click.echo(f"{'memory of a batch, MB':28}{'before':>10}{'behind':>10}{'bytes a game':>14}")
        for name, seats in (("examples/connect_four.game", 2), ("mogul", 4)):
            for many in (10_000, 1_000_000) if seats == 2 else (10_000, 200_000):
                before, behind = alone(_MEMORY, name, seats, many)
                each = (behind - before) * 2**20 / many
                click.echo(f"{f'{Path(name).stem}, {many:,}':28}{before:10.1f}{behind:10.1f}{each:14.1f}")
    if "first" in wanted:
        click.echo(f"{'CPU seconds to a first game':28}{'Python':>10}{'warm':>8}{'C':>8}{'warm':>8}")
        for name, seats in (("examples/connect_four.game", 2), ("mogul", 4), ("tycoon", 4), ("saloon_tycoon", 4)):
            found = []
            with tempfile.TemporaryDirectory() as folder:
                for way in ("python", "python", "native", "native"):
                    found += alone(_FIRST, name, seats, way, home=str(Path(folder) / way))[1:]
            click.echo(f"{Path(name).stem:28}{found[0]:10.2f}{found[1]:8.2f}{found[2]:8.2f}{found[3]:8.2f}")


if __name__ == "__main__":
    main()

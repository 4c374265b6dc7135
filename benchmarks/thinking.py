"""Games -> how fast players think in C beside Python, in turns, and how long machine code takes to be there.

    python benchmarks/thinking.py mogul:4 tycoon:4 connect_four:2 --tries 500

For each game: tries a CPU second of `mcts` in some positions between quick players, the part of it that dealing takes,
CPU seconds of a whole game between greedy players, and seconds until machine code is there: compiled, and from the
cache. That both ways choose the same is tested on the way.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import gamedsl
from gamedsl.play.engine import Engine
from gamedsl.players.kinds.mcts import MctsPlayer
from gamedsl.players.search.deals import Deals
from gamedsl.players.seats import make
from gamedsl.players.seeding import seed_of_seat
from gamedsl.storage.caching import HOME

WAYS = ("native", "python")
_POSITIONS = (5, 17, 29)
"""Decisions at which the search is measured, or the next ones with a choice."""


class Dealing:
    """How long deals have taken."""

    def __init__(self) -> None:
        self.spent = 0.0
        deal = Deals.deal

        def timed(deals: Deals, number: int) -> object:
            began = time.process_time()
            try:
                return deal(deals, number)
            finally:
                self.spent += time.process_time() - began

        Deals.deal = timed  # type: ignore[assignment, method-assign]


def game_of(name: str) -> gamedsl.Game:
    """Return a bundled game or an example."""
    path = Path(__file__).parents[1] / "examples" / f"{name}.game"
    return gamedsl.load(path if path.exists() else name)


def engine_of(table: gamedsl.Table) -> Engine:
    """Return the engine of a table."""
    engine = table._engine
    assert isinstance(engine, Engine)
    return engine


def ready(game: gamedsl.Game, players: int) -> float:
    """Return how long it takes until machine code can be used, when everything else is there."""
    engine = Engine(game.checked, players)
    trials = engine.trials(engine.start(1, log=False))
    began = time.monotonic()
    assert trials.compiled.build(), trials.compiled.missing
    return time.monotonic() - began


def search(game: gamedsl.Game, players: int, tries: int, dealing: Dealing) -> str:
    """Return tries a CPU second in both ways, and the part of the time that deals take in C."""
    table = game.start(players, 3, log=False)
    engine, bots = engine_of(table), [make("quick", seat) for seat in range(players)]
    made, spent, dealt = dict.fromkeys(WAYS, 0), dict.fromkeys(WAYS, 0.0), 0.0
    wanted = list(_POSITIONS)
    while table.decider is not None and wanted:
        codes = table.codes()
        if len(codes) > 1 and table.decisions >= wanted[0]:
            wanted.pop(0)
            chosen = []
            for way in WAYS:
                engine.thinks = way
                seen = [0]
                player = MctsPlayer(5, iterations=tries, progress=lambda done, _, seen=seen: seen.append(done + 1))
                MctsPlayer(5, iterations=1).choose(table.situation(), codes)
                before, began = dealing.spent, time.process_time()
                chosen.append(player.choose(table.situation(), codes))
                spent[way] += time.process_time() - began
                made["python"] += seen[-1] if way == "python" else 0
                dealt += dealing.spent - before if way == "native" else 0.0
            assert chosen[0] == chosen[1]
        engine.thinks = "native"
        table.apply(codes[bots[table.decider].choose(table.situation(), codes)])
    made["native"] = made["python"]  # the same decisions take the same tries
    speeds = {way: made[way] / spent[way] for way in WAYS}
    return (
        f"{speeds['native']:,.0f} and {speeds['python']:,.0f} tries a CPU second "
        f"({speeds['native'] / speeds['python']:.0f} times), deals {100 * dealt / spent['native']:.0f} %"
    )


def greedy(game: gamedsl.Game, players: int, limit: int) -> str:
    """Return CPU seconds of a game between greedy players in both ways."""
    spent, ends = {}, set()
    for way in WAYS:
        table = game.start(players, 1, log=False, limit=limit)
        engine_of(table).thinks = way
        bots = [make("greedy", seed_of_seat(1, seat)) for seat in range(players)]
        began = time.process_time()
        while table.decider is not None:
            codes = table.codes()
            table.apply(codes[bots[table.decider].choose(table.situation(), codes)])
        spent[way] = time.process_time() - began
        ends.add((table.decisions, str(table.outcome())))
    assert len(ends) == 1
    return f"a game of {ends.pop()[0]} decisions between greedy: {spent['native']:.2f} and {spent['python']:.2f} s"


def main() -> None:
    """Measure the games that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+", help="name:players")
    parser.add_argument("--tries", type=int, default=500)
    parser.add_argument("--limit", type=int, default=400, help="decisions after which a game between greedy ends")
    wanted = parser.parse_args()
    dealing = Dealing()
    for one in wanted.games:
        name, _, players = one.partition(":")
        game = game_of(name)
        with TemporaryDirectory() as folder:
            os.environ[HOME] = folder
            times = [ready(game, int(players)) for _ in range(2)]
            del os.environ[HOME]
        print(  # noqa: T201
            f"{name}, {players} players: {search(game, int(players), wanted.tries, dealing)}; "
            f"{greedy(game, int(players), wanted.limit)}; there in {times[0]:.1f} s, then {times[1]:.1f} s"
        )


if __name__ == "__main__":
    main()

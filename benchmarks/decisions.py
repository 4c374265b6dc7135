"""How much better a search decides than ``greedy``: gain for each decision, found by playing on in fresh deals.

    python benchmarks/decisions.py tycoon 2 mcts:200 --states 30
    python benchmarks/decisions.py quatre_etoiles 2 mcts:200 --tuning horizon=300 --rounds 12

Decisions are taken from games between ``quick`` players. Where the search chooses otherwise than ``greedy``, both
choices are made in the same imagined games, new for both; the rest of the turn is planned, all play on with the moves
that look best by themselves, to the end of the game or for some rounds, and the judge says how far the seat is ahead.
This needs far fewer games than a match does.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections.abc import Iterator

import gamedsl
from gamedsl.engine.state.chance import key_of
from gamedsl.engine.state.flat import FINISHED
from gamedsl.kernel.search_engine import Trial
from gamedsl.players.kinds.mcts import MctsPlayer
from gamedsl.players.protocol import Player, Situation
from gamedsl.players.randomness import Random
from gamedsl.players.search.ahead import judge_of
from gamedsl.players.search.planning import Planner
from gamedsl.players.search.playouts import Quick
from gamedsl.players.search.tuning import Tuning
from gamedsl.players.seats import make
from gamedsl.players.seeding import seed_of_seat
from gamedsl.semantics.core.model import LEVELS

_CHOSEN = 0.04
"""Part of the decisions that is looked at."""


def situations(game: gamedsl.Game, players: int, random: Random) -> Iterator[tuple[gamedsl.Table, Situation]]:
    """Walk decisions of games between quick players, for ever."""
    number = 0
    while True:
        number += 1
        table = game.start(players, number, log=False, limit=3000)
        bots = [make("quick", seed_of_seat(number, seat)) for seat in range(players)]
        while table.decider is not None:
            codes = table.codes()
            if len(codes) > 1 and random.random() < _CHOSEN:
                yield table, table.situation()
            table.apply(codes[bots[table.decider].choose(table.situation(), codes)])


def won(state: Trial, seat: int) -> float:
    """Return the part of the win that a seat has: 1, 0, or less when several win."""
    return 1 / len(state.winners) if state.status == FINISHED and seat in state.winners else 0.0


def gain(situation: Situation, codes: tuple[int, int], deals: int, rounds: int) -> tuple[float, float]:
    """Return how much farther ahead the second choice leaves the seat than the first, and how much more it wins."""
    determinizer, random, seat = situation._determinizer(), Random(situation.decisions), situation.seat
    engine, tuning = determinizer.engine, Tuning()
    judge = judge_of(engine, {}, LEVELS[-1])
    quick = Quick(engine.layout.seats, judge)
    planner = Planner(judge, seat, tuning.width, tuning.tries)
    first = engine.trial(determinizer.deal(random))
    plans = [planner.best(first, code, random)[1][1:] for code in codes]
    ahead = more = 0.0
    for _ in range(deals):
        dealt = engine.trial(determinizer.deal(random))
        for code, plan, sign in zip(codes, plans, (-1, 1), strict=True):
            state, stream = dealt.copy(), Random(key_of(dealt.seed))
            state.apply(code)
            quick.finish(state, seat, plan, dealt.draws, stream)
            for _ in range(rounds):
                if state.decider is not None:
                    quick.round(state, seat, stream)
            ahead += sign * judge.lead(state, seat)
            more += sign * won(state, seat)
    return ahead / deals, more / deals


def searcher(kind: str, tuning: str) -> Player:
    """Return the player that is measured: ``tuning`` such as ``horizon=300,look=1`` changes what the search weighs."""
    if not tuning:
        return make(kind, 1)
    weighs = {name: float(value) if "." in value else int(value) for name, value in _pairs(tuning)}
    return MctsPlayer(1, iterations=int(kind.removeprefix("mcts:")), tuning=Tuning(**weighs))  # type: ignore[arg-type]


def _pairs(text: str) -> list[tuple[str, str]]:
    return [(name, value) for name, _, value in (part.partition("=") for part in text.split(","))]


def told(values: list[float], unit: str) -> str:
    """Return mean and standard error in words."""
    return f"{statistics.mean(values):+.2f} ± {statistics.stdev(values) / math.sqrt(len(values)):.2f} {unit}"


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("players", type=int)
    parser.add_argument("kind", help="mcts:200 …")
    parser.add_argument("--states", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--deals", type=int, default=60, help="imagined games behind each choice")
    parser.add_argument("--rounds", type=int, default=300, help="to the end of the game, if that is nearer")
    parser.add_argument("--tuning", default="", help="what the search weighs: horizon=300,look=1")
    wanted = parser.parse_args()
    if wanted.states < 2:
        parser.error("--states: at least 2, for a standard error")
    if wanted.tuning and not wanted.kind.removeprefix("mcts:").isdecimal():
        parser.error("--tuning needs a search with a number of tries, such as mcts:200")
    leads: list[float] = []
    wins: list[float] = []
    changed, used = 0, 0.0
    for table, situation in situations(gamedsl.load(wanted.game), wanted.players, Random(wanted.seed)):
        codes, begin = table.codes(), time.process_time()
        chosen = searcher(wanted.kind, wanted.tuning).choose(situation, codes)
        used += time.process_time() - begin
        plain = make("greedy", 1).choose(situation, codes)
        changed += chosen != plain
        pair = codes[plain], codes[chosen]
        ahead, more = (0.0, 0.0) if chosen == plain else gain(situation, pair, wanted.deals, wanted.rounds)
        leads.append(ahead)
        wins.append(100 * more)
        if len(leads) == wanted.states:
            break
    kind = " ".join((wanted.kind, wanted.tuning)).strip()
    print(  # noqa: T201
        f"{wanted.game}, {wanted.players} players: {kind} decides otherwise than greedy in "
        f"{changed} of {len(leads)} decisions; for each decision {told(wins, '% more won')}, "
        f"{told(leads, 'further ahead')}; {used / len(leads):.2f} s"
    )


if __name__ == "__main__":
    main()

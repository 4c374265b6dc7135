"""How much better a search decides than ``greedy``: gain for each decision, found by playing on in fresh deals.

    python benchmarks/decisions.py tycoon 2 mcts:200 --states 30 --rounds 6

Decisions are taken from games between ``quick`` players. Where the search chooses otherwise than ``greedy``, both
choices are made in the same imagined games, new for both; all play on for some rounds with the moves that look best by
themselves, and the judge says how far the seat is ahead. This needs far fewer games than a match does.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections.abc import Iterator
from random import Random

import gamedsl
from gamedsl.engine.state import FINISHED, RUNNING, State
from gamedsl.players.greedy import judge_of
from gamedsl.players.judge import Judge
from gamedsl.players.playing_on import Quick
from gamedsl.players.protocol import Situation
from gamedsl.players.seats import make
from gamedsl.players.seeding import seed_of_seat

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


def lead(judge: Judge, state: State, seat: int, won: int) -> int:
    """Return the lead of a seat; winning or losing the game counts ``won`` more or less."""
    found = judge.lead(state, seat)
    return found if state.status != FINISHED else found + (won if seat in state.winners else -won)


def gain(situation: Situation, codes: tuple[int, int], deals: int, rounds: int, won: int) -> float:
    """Return how much farther ahead the second choice leaves the seat than the first, on average."""
    dealer, random = situation.dealer(), Random(situation.decisions)
    judge = judge_of(dealer.engine, {})
    quick, seat = Quick(dealer.engine, judge), situation.seat
    away = 0
    for _ in range(deals):
        dealt = dealer.deal(random)
        for code, sign in zip(codes, (-1, 1), strict=True):
            state, stream = dealt.copy(), Random(dealt.seed)
            dealer.engine.apply(state, code)
            quick.finish(state, seat, (), state.draws[:], stream)
            for _ in range(rounds):
                if state.status == RUNNING:
                    quick.round(state, seat, stream)
            away += sign * lead(judge, state, seat, won)
    return away / deals


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("players", type=int)
    parser.add_argument("kind", help="mcts:200 …")
    parser.add_argument("--states", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--deals", type=int, default=24)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--won", type=int, default=40, help="what winning counts beside the lead")
    wanted = parser.parse_args()
    gains: list[float] = []
    changed, used = 0, 0.0
    for table, situation in situations(gamedsl.load(wanted.game), wanted.players, Random(wanted.seed)):
        codes, begin = table.codes(), time.process_time()
        chosen = make(wanted.kind, 1).choose(situation, codes)
        used += time.process_time() - begin
        plain = make("greedy", 1).choose(situation, codes)
        changed += chosen != plain
        pair = codes[plain], codes[chosen]
        same = chosen == plain
        gains.append(0.0 if same else gain(situation, pair, wanted.deals, wanted.rounds, wanted.won))
        if len(gains) == wanted.states:
            break
    error = statistics.stdev(gains) / math.sqrt(len(gains))
    print(  # noqa: T201
        f"{wanted.game}, {wanted.players} players: {wanted.kind} decides otherwise than greedy in {changed} of "
        f"{len(gains)} decisions; gain {statistics.mean(gains):.2f} ± {error:.2f} a decision, {used / len(gains):.2f} s"
    )


if __name__ == "__main__":
    main()

"""Players of a seed decide what they decided when that was frozen."""

from __future__ import annotations

import pytest

import gamedsl
from gamedsl.players.seats import make
from tests.frozen.folds import fold
from tests.frozen.kept import cases, held

GAMES = {"tic_tac_toe": 2, "kuhn_poker": 2, "leduc_poker": 2, "no_thanks": 3, "sealed_bid": 3, "first_game": 3} | {
    "six_tricks": 3,
    "liars_dice": 3,
    "breakthrough": 2,
    "mogul": 3,
    "quatre_etoiles": 2,
}
KINDS = ("greedy", "quick", "mcts:20")


@pytest.mark.parametrize("seed", cases(1, 3))
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", GAMES)
def test_players_decide_the_same(name: str, kind: str, seed: int) -> None:
    """Each against random players, in the first seat: the codes of all choices."""
    table = gamedsl.load(name).start(players=GAMES[name], seed=seed, limit=24)
    players = [make(kind if seat == 0 else "random", seed) for seat in range(GAMES[name])]
    chosen = []
    while table.decider is not None:
        codes = table.codes()
        chosen.append(codes[players[table.decider].choose(table.situation(), codes)])
        table.apply(chosen[-1])
    held("players", name, f"{kind}, seed {seed}", f"{len(chosen)} {fold([{'chosen': chosen}])}")

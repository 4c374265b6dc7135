"""Simulations of games whose values are known: Kuhn poker, a fair coin, noughts and crosses between good players."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gamedsl import load, studies
from gamedsl.players.protocol import Situation
from gamedsl.simulate import Settings, measure, simulate
from gamedsl.simulate.figures.estimates import mean
from gamedsl.simulate.results.game_result import leading
from tests.helpers.suite.nightly import examples
from tests.helpers.texts import game_text

COIN = game_text("simulate/known_values_coin")


class Equilibrium:
    """Kuhn's (1950) equilibrium strategy with a third of bluffs, for both seats."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def choose(self, situation: Situation, choices: Sequence[Any]) -> int:
        """Return the index of the move that the strategy asks for."""
        view = situation.view()
        hand = next(cell for cell in view.cells if cell.entry == "player.hand" and cell.seat == situation.seat)
        card = hand.pieces[0].name
        actions = [choice.action for choice in situation.legal()]
        if "bet" in actions:
            boldness = {"jack": 1 / 3, "queen": 0, "king": 1}[card]
            return actions.index("bet" if self.chance.random() < boldness else "check")
        first_caller = situation.seat == 0
        courage = {"jack": 0, "queen": 2 / 3 if first_caller else 1 / 3, "king": 1}[card]
        return actions.index("call" if self.chance.random() < courage else "fold")


def test_kuhn_poker_is_worth_an_eighteenth_less_than_nothing() -> None:
    """Between two players in equilibrium the first loses 1/18 of a chip in a game."""
    settings = Settings("kuhn_poker", 2, ("equilibrium",) * 2, seed=1, games=examples(400, 2000), log_first=0)
    found = mean([one.points[0] for one in simulate(settings, makers={"equilibrium": Equilibrium})])

    assert not found.excludes(-1 / 18)
    assert found.excludes(1 / 18)


def test_a_coin_is_fair(tmp_path: Path) -> None:
    """Each seat wins half of the games."""
    path = tmp_path / "coin.game"
    path.write_text(COIN)
    found = measure(simulate(Settings(str(path), 2, ("random",) * 2, seed=1, games=2000)))["win_rate.seat_1"].estimate

    assert not found.excludes(0.5)
    assert found.high - found.low < 0.05


def test_good_players_draw_at_noughts_and_crosses() -> None:
    """Searchers leave no winner nearly always; random players seldom do."""
    good = simulate(Settings("tic_tac_toe", 2, ("mcts:400",) * 2, seed=1, games=2))
    poor = simulate(Settings("tic_tac_toe", 2, ("random",) * 2, seed=1, games=60))

    assert measure(good)["without_winner"].estimate.value == 1
    assert measure(poor)["without_winner"].estimate.value < 0.3


def test_the_lead_is_what_decides_who_wins() -> None:
    """Points in Kuhn poker, coins in the piggy bank; noughts and crosses has no leaders before its end."""
    poker, bank, grid = (load(name).start(seed=1) for name in ("kuhn_poker", "first_game", "tic_tac_toe"))
    while studies.leading(bank) == (0, 0):
        bank.apply(bank.codes()[bank.decisions % 2])
    coins = [cell.amount for cell in bank.view().cells if cell.entry == "player.coins"]

    assert studies.standing(poker) == studies.leading(poker)
    assert tuple(coins) == studies.leading(bank)
    assert studies.leading(grid) is None


GOLF = game_text("simulate/known_values_golf")


def test_fewest_points_lead_where_they_win(tmp_path: Path) -> None:
    """More is better in standings, also where fewer points are."""
    path = tmp_path / "golf.game"
    path.write_text(GOLF)
    found = simulate(Settings(str(path), 2, ("random",) * 2, seed=1, games=1))[0]

    assert ((0,), (5, 10)) == (found.winners, found.points)
    assert all(leading(standing) == (0,) for standing in found.standings)

"""Small games with forms that no shipped game has: they go as they went when they were frozen."""

from __future__ import annotations

import pytest

import gamedsl
from tests.frozen.kept import kernel_engine
from tests.helpers.kernel.comparing import same_games
from tests.helpers.texts import game_text

SMALL = game_text("kernel/forms")
PLAIN = {"each": "", "setup": "", "game": "", "take": "set last to you", "actions": "", "more": ""}


def small(**parts: str) -> str:
    """Return the text of a small game; parts stand where their names say."""
    turns = "who: players from A\n    play: take or give\n    until: told = 9"
    text = SMALL
    for name, part in (PLAIN | {"game": turns} | parts).items():
        text = text.replace("{" + name + "}", part)
    return text


GAMES = {
    "whose turn it is": small(
        more="triggers\n  glad\n    who: active\n    when: you.coins > 2\n    then: pay 1 from you.coins to bank"
    ),
    "no action": """game Solo "Solo"
  players: 2 to 3
components
  coin: counter, 10
table
  bank: purse of coin, full
  each player
    coins: purse of coin
phases
  go
    then: pay 1 from bank to B.coins
    until: bank = 0
end
  winner: the p in players with most p.coins ties all
""",
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seats", [2, 3])
def test_small_games(name: str, seats: int) -> None:
    """Every field is the same at every decision of several games."""
    engine = kernel_engine(gamedsl.loads(GAMES[name]).checked, seats)
    same_games("forms", f"{name}, {seats} players", engine, range(6), 100)

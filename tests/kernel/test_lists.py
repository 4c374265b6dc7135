"""Lists in the kernel program: filtered, shown, one of two, kept over a question, before a pick."""

from __future__ import annotations

import pytest

import gamedsl
from tests.frozen.kept import cases, kernel_engine
from tests.helpers.kernel.comparing import same_games
from tests.helpers.texts import game_text

GAME = game_text("kernel/lists")
BY_COINS = "(ranked p in players with most p.coins ties from A)"
FORMS = {
    "filtered": f"    then:\n      for each p in {BY_COINS} where p.mark < 3: set p.mark to p.mark + 1",
    "shown": "    then:\n      show (ranked c in you.hand with least c.suit ties in order) to players",
    "one of two": (
        f"    then:\n      let r = {BY_COINS} if flag else (ranked p in players with least p.mark ties from A)\n"
        "      set r[1].mark to min(9, r[1].mark + 1)"
    ),
    "kept": (
        f'    then:\n      let r = {BY_COINS}\n      pick n in 1..2 "n"\n'
        "      for each p in r: set p.mark to min(9, p.mark + n)"
    ),
    "before a pick": (
        f"    let: r = {BY_COINS}\n    pick: p in players where p = r[1]\n"
        "    then:\n      set p.mark to min(9, p.mark + 1)"
    ),
    "slots kept": (
        '    then:\n      let r = spot\n      pick n in 1..2 "n"\n      set total to min(40, total + count(r) + n)'
    ),
}


@pytest.mark.parametrize("name", FORMS)
def test_same_games(name: str) -> None:
    """What is done with a list is the same."""
    game = gamedsl.loads(GAME.format(go=FORMS[name])).checked
    for seats in (2, 3):
        again = None if seats == 2 or cases(0, 1) else ()
        same_games("lists", f"{name}, {seats} players", kernel_engine(game, seats), range(3), 60, again)

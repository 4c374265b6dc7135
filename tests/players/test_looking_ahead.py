"""What players count who look ahead within their own turn."""

from __future__ import annotations

import pytest

import gamedsl
from gamedsl.players.seats import make

TOLLS = """
game Tolls "Tolls"
  players: 2

components
  coin: counter, 60

table
  bank: purse of coin, full
  up: player, quiet
  bargained: bool, quiet
  each player
    debt: purse of coin

setup
  set up to A

phases
  road
    who: up
    play: bargain or leave or flee
    until: bank < 30

actions
  bargain "Bargain, for a coin"
    when: not bargained "once"
    then: pay 1 from bank to you.debt; set bargained to yes
  leave "Leave, for two coins"
    then: pay 2 from bank to you.debt; set bargained to no; set up to next(you)
  flee "Flee, for three coins"
    when: {flees} "no way out"
    then: pay 3 from bank to you.debt; set bargained to no; set up to next(you)

end
  winner: the p in players with least p.debt ties all
"""


@pytest.mark.parametrize("thinks", ["python", "native"])
@pytest.mark.parametrize(
    ("kind", "flees", "expected"),
    [("greedy", "bank > 0", "bargain"), ("greedy", "not bargained", "leave"), ("quick", "not bargained", "bargain")],
)
def test_what_comes_next_in_a_turn_counts_against_a_choice_where_it_forces_it(
    kind: str, flees: str, expected: str, thinks: str
) -> None:
    """The cost of a further action is left out, as that of turns to come is; that of the only one left counts."""
    table = gamedsl.loads(TOLLS.format(flees=flees)).start(seed=1)
    table._engine.thinks = thinks
    choices = table.legal()
    found = [choices[make(kind, seed).choose(table.situation(), choices)].text for seed in range(6)]
    assert [expected] * 6 == found

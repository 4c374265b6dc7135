"""Numbers at the ends of what a number may be, and none beside them, come to the same in C as in Python."""

from __future__ import annotations

from pathlib import Path

import pytest

import gamedsl
from gamedsl.kernel.playing import PythonKernel, program_of
from gamedsl.kernel.printing.c import Printer
from gamedsl.play.engine import Engine
from tests.kernel.test_native import COMPILER, COUNT, folded, played

TEXT = """game Far "Far numbers"
  players: 3
table
  clock: 0..30
  each player
    v: {values}
phases
  game
    who: players from A
    play: low or high
    until: clock = 6
    then: {then}
actions
  low
    {pick}
    then: set you.v to {low}; set clock to min(30, clock + 1); score first 1 for you
  high
    then: set you.v to {high}; set clock to min(30, clock + 1); score first 1 for you
scoring
  first
end
  winner: {winner}
"""
BY_POINTS = "the p in players with most p.points ties all"
PARTS = {"values": "number or none", "low": "5", "high": "none", "pick": "", "then": "", "winner": BY_POINTS}
"""What a game has unless it says otherwise."""
LAST = {"values": "2147483640..2147483647", "low": "2147483640", "high": "2147483647"}
LEAST = {"values": "number", "low": "-2147483648", "high": "7"}
GAMES = {
    "the winner": {"winner": "the p in players with most p.points then most p.v ties all"},
    "the first from somebody": {"then": "score first 1 for (the p in players with most p.v ties from A)"},
    "the first in order": {"then": "score first 1 for (the p in players with most p.v ties in order)"},
    "ranked": {"then": "let order = ranked p in players with most p.v ties from A; score first 1 for order[1]"},
    "least": {**LEAST, "winner": "the p in players with least p.v ties all"},
    "least by rank": {
        **LEAST,
        "then": "let order = ranked p in players with least p.v ties from A; score first 1 for order[1]",
    },
    "picks up to the end": {**LAST, "pick": "pick: n in you.v..2147483647"},
    "passes up to the end": {**LAST, "then": "for each k in A.v..2147483647: score first 1 for A"},
    "sums up to the end": {**LAST, "then": "score first sum(1 for each k in A.v..2147483647) for A"},
}


def text(**parts: str) -> str:
    """Return a game."""
    found = TEXT.format(**{**PARTS, **parts})
    return "\n".join(line for line in found.split("\n") if line.strip() not in ("", "then:"))


@pytest.mark.skipif(COMPILER is None, reason="there is no compiler")
@pytest.mark.parametrize("name", GAMES)
def test_the_same_in_c(name: str, tmp_path: Path) -> None:
    """All decisions and winners are the same."""
    program = program_of(Engine(gamedsl.loads(text(**GAMES[name])).checked, 3).set_up)
    kernel = PythonKernel(program)
    expected = [folded(kernel, number) for number in range(COUNT)]
    assert expected == played(Printer(program).text(), 3, tmp_path)


def test_none_is_behind_every_number() -> None:
    """Who has a number wins over those who have none."""
    table = gamedsl.loads(text(**GAMES["the winner"])).start(3, seed=1)
    for name in ("high", "low", "high", "high", "low", "high"):
        table.apply(name)
    outcome = table.outcome()
    assert outcome is not None
    assert [1] == [*outcome.winners]


def test_a_sum_that_no_number_holds_stops_the_game() -> None:
    """It is tested before anything is made of it, so that it cannot come back as another number."""
    parts = {"values": "number", "low": "2000000000", "high": "-2000000000"}
    then = "score first max(-50, min(50, sum(p.v for each p in players))) for A"
    table = gamedsl.loads(text(**parts, then=then)).start(3, seed=1)
    for _ in range(6):
        table.apply("low")
    error = table.error()
    assert error is not None
    assert "GDRUN05" == error.code

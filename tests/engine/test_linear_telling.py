"""What is done for each event, piece or paragraph is linear: twice as many cost about twice as much.

Calls are counted, not seconds, so that the answer is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable
from cProfile import Profile
from pstats import Stats

import pytest

import gamedsl
from gamedsl import documents

FEW, MANY = 300, 1200
MOST_TIMES = 1.5
"""How many times what is linear may cost: some is done once."""
MOVES = """game Big "Big"
  players: 2 to 4
components
  c: card, 1 each v: 1..{many}
table
  deck: heap of c, full
  other: heap of c
  n: 0..50
phases
  main
    who: players from A
    play: go
    until: n = 50
actions
  go "Go"
    then: set n to n + 1; move deck to other; move other to deck
end
  winner: A
"""
PAYMENTS = """game Big "Big"
  players: 2
components
  coin: counter, 5000
table
  bank: purse of coin, full
  each player
    coins: purse of coin
  n: 0..50
phases
  main
    who: players from A
    play: go
    until: n = 50
actions
  go "Go"
    then:
      set n to n + 1
      repeat {many} times:
        pay 1 from bank to you.coins
end
  winner: A
"""
TELLS: dict[str, Callable[[gamedsl.Table], object]] = {
    "events": lambda table: table.events(0),
    "log": lambda table: table.log(0),
    "story": lambda table: table.story(0),
    "view": lambda table: table.view(0),
    "document": lambda table: documents.view(table, 0),
}


def calls(do: Callable[[], object]) -> int:
    """Return how many functions are called."""
    profile = Profile()
    profile.runcall(do)
    return Stats(profile).total_calls  # type: ignore[attr-defined, no-any-return]


@pytest.mark.parametrize("told", TELLS)
@pytest.mark.parametrize("rules", [MOVES, PAYMENTS], ids=["moves", "payments"])
def test_telling(rules: str, told: str) -> None:
    """One decision with many events, and a heap of many unlike pieces, are told in linear time."""

    def cost(many: int) -> int:
        table = gamedsl.loads(rules.format(many=many)).start(seed=1)
        table.apply("go")
        TELLS[told](gamedsl.loads(rules.format(many=2)).start(seed=1))
        return calls(lambda: TELLS[told](table))

    assert cost(MANY) < MOST_TIMES * MANY / FEW * cost(FEW)


def test_checking_triggers() -> None:
    """What triggers change is collected once for a file, not once for each step."""

    def cost(many: int) -> int:
        triggers = "".join(f"  t{n}\n    when: n > {n % 50}\n    then: set m to {n % 10}\n" for n in range(many))
        text = PAYMENTS.format(many=2).replace("  n: 0..50\n", "  n: 0..50\n  m: 0..9\n")
        text = text.replace("end\n", f"triggers\n{triggers}end\n")
        return calls(lambda: gamedsl.check_text(text))

    cost(2)
    assert cost(400) < MOST_TIMES * 4 * cost(100)

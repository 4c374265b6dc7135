"""What is watched while all decide together is tested when all have decided: triggers, those that ask, and ends."""

from __future__ import annotations

import pytest

from gamedsl.api import loads
from gamedsl.game import Table

GAME = """
game Bids
  players: 3 as Ann, Bob, Cid
components
  coin: counter, 20
table
  bank: purse of coin, full
  rung: 0..9
  each player
    coins: purse of coin
    n: 0..9
phases
  days
    steps: show
    until: rung > 3
  show
    who: players together
    play: {plan}
actions
  bid
    pick: n in 0..5
    then: set you.n to n
triggers
  bell "Somebody has five"
    when: any(p.n = 5 for each p in players)
    then: set rung to min(9, rung + 1)
  prize "For five"
    who: players
    when: you.n = 5 and bank > 0
    then: {prize}
end "Somebody has four,"
  when: any(p.n = 4 for each p in players)
  winner: (the p in players with most p.coins ties all)
"""
PAID = "pay 1 from bank to you.coins"
ASKED = 'pick k in 1..2 "How many?"; pay k from bank to you.coins'


def _table(prize: str = PAID, plan: str = "bid") -> Table:
    return loads(GAME.format(prize=prize, plan=plan)).start(3, seed=1)


def _fired(table: Table) -> list[str]:
    return [event.trigger for event in table._state.events() if type(event).__name__ == "TriggerEvent"]


def _rung(table: Table) -> str | None:
    return next(one.text for one in table.view(0).values if one.entry == "rung")


def _coins(table: Table) -> list[int | None]:
    return [one.amount for one in table.view(0).cells if one.entry == "player.coins"]


def test_triggers_wait_until_all_have_decided() -> None:
    """Who is asked first sets off nothing before the others; then all that is due comes in the order of the file."""
    table = _table()
    table.apply("bid(5)")
    table.apply("bid(0)")
    assert (_fired(table), _rung(table)) == ([], "0")
    table.apply("bid(5)")
    assert (_fired(table), _rung(table)) == (["bell", "prize", "prize"], "1")
    assert _coins(table) == [1, 0, 1]


def test_what_holds_again_is_due_again_and_what_goes_on_is_not() -> None:
    """The same as behind single steps: a condition has to become false before it can become true."""
    table = _table()
    for move in ("bid(5)", "bid(0)", "bid(0)", "bid(5)", "bid(0)", "bid(0)"):
        table.apply(move)
    assert _fired(table) == ["bell", "prize"]
    for move in ("bid(0)", "bid(0)", "bid(0)", "bid(5)", "bid(0)", "bid(0)"):
        table.apply(move)
    assert _fired(table) == ["bell", "prize", "bell", "prize"]


def test_what_held_only_on_the_way_has_not_been_there() -> None:
    """Somebody bids five and then, before all have decided, something else: nobody has seen it."""
    table = _table(plan="bid then bid")
    for move in ("bid(5)", "bid(2)", "bid(0)", "bid(0)", "bid(0)", "bid(0)"):
        table.apply(move)
    assert _fired(table) == []


def test_a_trigger_that_asks_does_so_when_all_have_decided() -> None:
    """Its question is asked openly, of whom it is due for, and then the next round begins."""
    table = _table(ASKED)
    for move in ("bid(5)", "bid(5)", "bid(0)"):
        table.apply(move)
    deciders = []
    for answer in (1, 0):
        deciders.append(table.decider)
        table.apply(table.legal()[answer])
    assert deciders == [0, 1]
    assert _coins(table) == [2, 1, 0]
    assert table.decider == 0 and _fired(table) == ["bell", "prize", "prize"]


def test_an_end_is_tested_when_all_have_decided() -> None:
    """All decide, and only what holds then ends the game."""
    table = _table()
    table.apply("bid(4)")
    assert table.decider == 1
    for move in ("bid(1)", "bid(1)"):
        table.apply(move)
    assert table.decider is None
    table = _table(plan="bid then bid")
    for move in ("bid(4)", "bid(0)", "bid(0)", "bid(0)", "bid(0)", "bid(0)"):
        table.apply(move)
    assert table.decider == 0


@pytest.mark.parametrize("prize", [PAID, ASKED])
def test_machine_code_puts_off_the_same(prize: str) -> None:
    """Random games go the same way in both engines."""
    game = loads(GAME.format(prize=prize, plan="bid"))
    one, other = (game.batch(40, players=3, seed=3, engine=engine) for engine in ("python", "native"))
    assert [*one.decisions] == [*other.decisions]
    assert [*map(list, one.winners)] == [*map(list, other.winners)]


def test_it_is_told_behind_what_all_have_done() -> None:
    """What all together have set off is no part of the last one's move."""
    table = _table()
    for move in ("bid(5)", "bid(0)", "bid(5)"):
        table.apply(move)
    last, behind = table.story(0)[-2:]
    assert (last.kind, last.seat, last.inside) == ("move", 2, ())
    assert (behind.kind, behind.seat, behind.words) == ("event", None, "show")
    assert [one.words for one in behind.inside] == ["Somebody has five", "For five", "For five"]
    assert [one.effects[0].words for one in behind.inside[1:]] == ["Ann gets 1 coin", "Cid gets 1 coin"]

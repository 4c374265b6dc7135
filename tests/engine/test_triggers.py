"""Watched triggers: whenever a condition becomes true its trigger fires, whatever other triggers do in between."""

from __future__ import annotations

import pytest

from gamedsl import loads
from tests.helpers.texts import game_text

BOMBS = game_text("engine/triggers_bombs")
REFILL = """  refill "An empty place is filled at once"
    when: offer = none and count(deck) > 0
    then: move deck.top to offer
"""
EXPLODE = """  explode "A bomb goes to the waste"
    when: offer != none and offer.bad
    then: move offer to waste
"""
PING_PONG = """game Circle "Circle"
  players: 2
table
  n: 0..20
phases
  go
    who: players from A
    play: take
actions
  take "Take"
    then: set n to 1
triggers
{triggers}
end
  when: n = 20
  winner: A
"""
UP = """  up
    when: n = 1
    then: set n to 2
"""
DOWN = """  down
    when: n = 2
    then: set n to 1
"""


@pytest.mark.parametrize("triggers", [REFILL + EXPLODE, EXPLODE + REFILL], ids=["refill first", "explode first"])
def test_a_trigger_sets_off_the_one_that_called_for_it(triggers: str) -> None:
    """A condition that one trigger makes false and the next makes true again has become true once more."""
    game = loads(BOMBS.replace("{triggers}\n", triggers))

    (result,) = game.test()

    assert [] == [str(found.message) for found in result.diagnostics]


@pytest.mark.parametrize("triggers", [UP + DOWN, DOWN + UP], ids=["up first", "down first"])
def test_triggers_that_never_end_stop_the_game(triggers: str) -> None:
    """Two triggers that set each other off for ever are an endless chain, not a quiet end."""
    table = loads(PING_PONG.replace("{triggers}\n", triggers)).start(players=2, seed=1)
    table.apply("take")

    error = table.error()

    assert error is not None
    assert "GDRUN06" == error.code


DUE = game_text("engine/triggers_due")
FIRST = """  first
    once: n = 1
    then:
      set m to 5
      {step}
      set written to (written * 10 + 1) mod 1000
"""
SECOND = """  second
    when: n = 1 and m < 9
    then: set written to (written * 10 + 2) mod 1000
"""
RICH = """  rich
    who: (p for each p in players where p.rich = 1)
    when: n = 0
    then: set written to (written * 10 + 3) mod 1000
"""


@pytest.mark.parametrize(
    ("step", "expected"),
    [("set m to 6", 12), ("set n to 2", 1), ("set n to 2; set n to 1", 21)],
    ids=["the second waits", "the second is due no longer", "the second is due once more"],
)
def test_what_is_due_waits_for_the_first(step: str, expected: int) -> None:
    """Of two triggers that become true together the second comes behind the whole first, if it still holds."""
    triggers = FIRST.replace("{step}", step) + SECOND
    text = DUE.format(triggers=triggers, moves="A: a", expected=expected)

    assert [] == [str(found.message) for result in loads(text).test() for found in result.diagnostics]


def test_who_comes_into_who_is_asked_anew() -> None:
    """Who has left `who` and comes back while the condition holds is one for whom it becomes true."""
    text = DUE.format(triggers=RICH, moves="A: b; B: b; A: b; B: b; A: b", expected=333)

    assert [] == [str(found.message) for result in loads(text).test() for found in result.diagnostics]

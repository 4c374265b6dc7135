"""Watched triggers: whenever a condition becomes true its trigger fires, whatever other triggers do in between."""

from __future__ import annotations

import pytest

from gamedsl import loads

BOMBS = """game Bombs "Bombs"
  players: 2
components
  card: card
    | card | copies: 1..9 | bad: bool |
    | bomb | 5            | yes       |
    | cake | 5            | no        |
table
  deck: stack of card, full, seen by none
  offer: slot of card
  waste: heap of card
  each player
    hold: heap of card
setup
  shuffle deck
phases
  go
    who: players from A
    play: draw or skip
    until: count(deck) < 3
actions
  draw "Turn the next card"
    when: offer = none "a card lies there"
    then: move deck.top to offer
  skip "Skip"
    then:
      if offer != none: move offer to you.hold
triggers
{triggers}
end
  winner: the p in players with most count(p.hold where not bad) ties all
scenarios
  two_bombs "Two bombs in a row: both go to the waste"
    players: 2
    given: force deck: cake, bomb, bomb, cake, cake
    then:
      A: draw
      expect offer = cake
      B: skip
      expect offer = cake and count(waste) = 2
"""
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

"""Modifiers of costs and of what a ``let`` names, and triggers after a group, in play."""

import gamedsl
from gamedsl.kernel.engines import engine_for
from gamedsl.scenarios.runner import run_all

GAME = """\
game Bends "Bends"
  players: 2

components
  coin: counter, 60
  ware: card, 20

table
  bank: purse of coin, full
  quay: heap of ware, full
  round: 0..99
  each player
    coins: purse of coin
    hold: heap of ware

setup
  for each p in players: pay 25 from bank to p.coins

phases
  game
    who: players from A
    play: buy or gamble or wait
    until: count(quay) = 0

actions main
  buy "Buy"
    let: due = 2
    cost: pay due from you.coins to bank
    then: move quay.top to you.hold
  gamble "Gamble"
    pick: n in 1..3
    let: gain = n + 1
    cost: pay 1 from you.coins to bank
    then: score claps gain for you

actions
  wait "Wait"

modifiers
  dear "Dear"
    when: round > 3
    change: buy.cost to old + 1
  dearer "Dearer"
    when: round > 5
    change: buy.cost to old * 2
  part "Part"
    change: buy.due to old + 1
  lucky
    when: n = 3
    change: gamble.gain to old * 2
  taxed
    when: round > 8
    change: main.cost to old + 1

triggers
  acted
    after: main
    then: score turns 1 for you
  gambled
    after: gamble(k, g)
    then: score claps 10 * k + 100 * g for you

scoring
  claps "Claps"
  turns "Turns"

end
  winner: none

scenarios
  plain "The let is 1 more, and 3 wins twice as much"
    then:
      A: buy
      expect A.coins = 22
      B: gamble(3)
      expect B.points[claps] = 838 and B.coins = 24 and B.points[turns] = 1
      A: wait
      expect A.points[turns] = 1
      B: gamble(1)
      expect B.points[claps] = 838 + 212
  bent "One modifier bends the cost"
    given: set round to 5
    then:
      A: buy
      expect A.coins = 21
  twice "Each bends what those before it have made"
    given: set round to 6
    then:
      A: buy
      expect A.coins = 17
  group "A modifier of a group bends the cost of all its actions"
    given: set round to 9
    then:
      A: buy
      expect A.coins = 16
      B: gamble(1)
      expect B.coins = 23
  poor "What is bent decides whether it can be paid"
    given: set round to 9; pay 24 from A.coins to bank
    then:
      illegal A: buy "not enough coin"
      illegal A: gamble(1) "not enough coin"
      A: wait
"""


def test_costs_and_lets_are_bent_in_file_order() -> None:
    """Also in whether they can be paid; names in brackets behind ``after`` stand for the bent values."""
    game = gamedsl.loads(GAME).checked

    assert [[]] * 5 == [[found.message for found in result.diagnostics] for result in run_all(game)]


def test_it_is_noted_which_modifiers_were_in_force() -> None:
    """Simulations can tell those that never were."""
    engine = engine_for(gamedsl.loads(GAME).checked, 2)
    state = engine.start(log=True)
    codes = {engine.choice_text(state, choice): choice.code for choice in engine.legal(state)}
    engine.apply(state, codes["buy"])

    assert {"part", "lucky"} == engine.carried_out() & set(engine.game.modifiers)

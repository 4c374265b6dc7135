"""What stands beside choices where little is left: what is openly not there is not promised, and all of it is named."""

from __future__ import annotations

from gamedsl.api import loads
from gamedsl.game import Table
from gamedsl.presentation.effects.rules import RuleText

CHIPS = """
game Chips
  players: 2 as Ann, Bob

types
  suit: red, blue

components
  chip: piece, 3 each suit
  coin: counter, 20
  die: dice 1..6
  flood: card, 5

table
  chips: heap of chip, full "chips in the middle"
  market: heap of chip
  bank: purse of coin, full
  flood_cards: stack of flood, full, seen by none
  each player
    got: heap of chip "chips won"
    purse: purse of coin "coins"
    bid: purse of coin

setup
  shuffle flood_cards
  for each p in players: pay 4 from bank to p.bid

phases
  day
    who: players from Ann
    play: red or give or draw or leave or pass_on or roll or some or one or each_won or each_red or back or shuffle_all
    until: count(chips) = 0

actions
  red "Red"
    then: deal 2 from (chips where suit = red) to you.got
  give "Give"
    then: deal 3 from you.got to market
  draw "Draw"
    then: deal 4 from market to you.got
  leave "Leave"
    then:
      pay you.bid / 2 from you.bid to you.purse
      pay you.bid from you.bid to bank
  pass_on "Pass on"
    then: deal 1 from chips to next(you).got
  roll "Roll"
    then: roll die; pay min(die, bank) from bank to you.purse
  some "Some"
    pick: n in 1..2 "How many?"
    then: repeat n times: deal 1 from (chips where suit = blue) to you.got
  one "One"
    pick: k in suit "Which?"
    then: deal 1 from (chips where suit = k) to you.got
  each_won "Each won"
    then: for each c in you.got: pay 1 from bank to you.purse
  each_red "Each red"
    then: for each c in chips where c.suit = red: pay 1 from bank to you.purse
  back "Back"
    then: move (chips where suit = blue) to market
  shuffle_all "Shuffle"
    then: shuffle flood_cards

end
  winner: none
"""


def beside(*moves: str) -> dict[str, list[str]]:
    """Return what stands beside the choices of the player who is asked behind some moves of both."""
    table = loads(CHIPS).start(players=2, seed=3)
    for move in moves:
        table.apply(move)
    found = table.consequences()
    return {choice.text: [one.words for one in found[choice.code].effects] for choice in table.legal()}


def rules() -> list[str]:
    """Return all lines of the rules."""
    table: Table = loads(CHIPS).start(players=2, seed=3)
    texts: list[RuleText] = [rule for section in table.rules() for rule in section.rules]
    return [line.words for rule in texts for line in rule.lines]


def test_no_more_is_promised_than_lies_there() -> None:
    """Two of three red ones first, then the last one by its name, then none."""
    assert ["draw 2 red from the chips in the middle"] == beside()["red"]
    assert ["red goes to your chips won"] == beside("red", "roll")["red"]
    assert [] == beside("red", "roll", "red", "roll")["red"]
    assert ["2 chips from your chips won to the market"] == beside("red", "roll")["give"]
    assert [] == beside()["give"]
    assert ["draw 2 chips from the market"] == beside("red", "roll", "give", "roll")["draw"]


def test_pieces_alike_are_named_once() -> None:
    """With how often they are there."""
    assert ["draw 1 chip from red ×3"] == beside()["one(red)"]
    assert ["blue goes to your chips won"] == beside("one(blue)", "one(blue)")["one(blue)"]


def test_loops_over_what_lies_there() -> None:
    """What is gone through is named; not where only some of it is, and where nothing is, nothing comes of it."""
    assert [] == beside()["each_won"]
    assert ["for red ×2: get 1 coin"] == beside("red", "roll")["each_won"]
    assert ["for the chips in the middle whose suit is red: get 1 coin"] == beside()["each_red"]


def test_what_is_moved_as_a_whole() -> None:
    """One piece goes, several go, and none does neither."""
    assert ["blue ×3 go to the market"] == beside()["back"]
    assert ["blue goes to the market"] == beside("one(blue)", "one(blue)")["back"]
    assert [] == beside("back", "roll")["back"]


def test_all_of_one_of_several_purses() -> None:
    """It is said which; a payment of nothing changes nothing, so the next one is told."""
    assert ["2 coins from your bid to your coins", "pay all coins in your bid"] == beside()["leave"]
    assert ["0 coins from your bid to your coins", "pay 0 coins"] == beside("leave", "roll")["leave"]


def test_words_of_rules_are_grammatical() -> None:
    """One die has no sum, plurals have "are", and of two players the next one is the opponent."""
    told = rules()

    assert "the flood cards are shuffled" in told
    assert "get the smaller of the die and the bank" in told
    assert "1 chip from the chips in the middle to your opponent's chips won" in told


FILLED = """
game Filled "As many as there is room"
  players: 2

components
  chip: tile, 30

table
  bag: stack of chip, full, seen by none
  each player
    floor[n: 1..7]: slot of chip "floor line"
    hand: heap of chip "hand"

terms
  each player
    used = count(floor) "spaces in use"

phases
  game
    who: players from A
    play: fill or rest

actions
  fill "Fill up"
    then: deal 7 - you.used from bag to you.hand
  rest "Rest"

end
  winner: active
"""


def test_a_number_less_another() -> None:
    """What is dealt from a whole number on is told as people say it, with what it counts in front."""
    rules = [rule for section in loads(FILLED).start().rules() for rule in section.rules if rule.name == "fill"]
    assert ["draw 7 chips less your spaces in use from the bag"] == [line.words for line in rules[0].lines]

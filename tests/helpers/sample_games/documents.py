"""Rule texts for tests of documents and answers: cards that come and go, and bids that all make together."""

HIDING = """
game Hiding
  players: 2 as Ann, Bob
types
  suit: red, blue
components
  card: card, 3 each suit
table
  deck: stack of card, full, seen by none
  open: heap of card
  each player
    hand: heap of card, seen by owner
setup
  shuffle deck
  for each p in players: deal 2 from deck to p.hand
phases
  game
    who: players from Ann
    play: lay or bury or draw
    until: count(open) = 6
actions
  lay
    pick: c in you.hand
    then: move c to open
  bury
    pick: c in open
    then: move c to deck; shuffle deck
  draw
    when: count(deck) > 0
    then: deal 1 from deck to open
end
  winner: the p in players with most count(p.hand) ties all
"""
BIDS = """
game Bids
  players: 3
components
  coin: counter, 60
table
  bank: purse of coin, full
  each player
    coins: purse of coin
    bid: 0..5, seen by owner
setup
  for each p in players: pay 9 from bank to p.coins
phases
  game
    steps: bidding, paying
    until: bank >= 50
  bidding
    who: players together
    play: bid
  paying
    then:
      for each p in players: pay min(p.bid, p.coins) from p.coins to bank
actions
  bid
    pick: n in 1..5
    then: set you.bid to n
end
  winner: the p in players with most p.coins ties all
"""
HANDS = """
game Hands
  players: 3
components
  card: card, 4 each value: 1..3
table
  deck: stack of card, full, seen by none
  open: heap of card
  pile: stack of card
  each player
    hand: heap of card, seen by owner
setup
  shuffle deck
  for each p in players: deal 3 from deck to p.hand
phases
  game
    who: players from A
    play: all_open or all_down
    until: count(deck) = 12
actions
  all_open
    then: move players.hand to open
  all_down
    then: move players.hand to pile
end
  winner: the p in players with most count(p.hand) ties all
"""

"""A game in which everything is told that a log can hold: words with values kept while play waits, and so on."""

from __future__ import annotations

TALES = """\
game Tales "Tales"
  players: 2 to 3

components
  coin: counter, 900
  card: card, 1 each value: 1..9

table
  bank: purse of coin, full
  deck: stack of card, full, seen by none, refilled from pile
  pile: heap of card
  row: heap of card
  day: 0..40
  marks: 0..60
  each player
    hand: heap of card, seen by owner
    coins: purse of coin
    laid: heap of card

terms
  fee = 1
  rich = (p for each p in players where p.coins > 6)

setup
  shuffle deck
  for each p in players:
    deal 2 from deck to p.hand
    pay 5 from bank to p.coins

phases
  game "Day {day}"
    steps: turns, all_at_once, gathering
    until: day > 5
  turns "Turns of day {day} with {bank|coin|coins} in the bank"
    who: players from A
    play: up to 2 of (buy or tell or give or rest)
  all_at_once "Everybody lays a card"
    who: players together
    play: up to 1 of lay

  gathering
    then: for each p in players: move p.laid to row "what {p} laid on day {day}"

actions
  buy "Buy for {fee}: day {day}, {bank} left"
    pick: n in 1..3
    cost: pay n from you.coins to bank
    then:
      deal n from deck to you.hand "from the deck on day {day}"
      set marks to min(marks + 1, 60)
  tell "Tell with {you.coins|coin|coins}"
    pick: c in you.hand
    pick: p in players
    then:
      move c to row
      story(p, c.value)
  give
    pick: q in players
    then:
      pay min(you.coins, fee) from you.coins to q.coins "to {q} on day {day}"
      show you.hand to q
      if deck.top.value > 4: pay 1 from bank to you.coins
  rest
    then:
      set day to min(day + 1, 40)
      move you.hand to pile
  lay "Lay one of {count(you.hand)}"
    when: count(you.hand) > 0
    pick: c in you.hand
    then: move c to you.laid
  answer "Answer {you.coins}"
    then: pay 1 from bank to you.coins

rules
  story(p: player, v: 1..9) "Story of {p} worth {v}, {bank|coin|coins} in the bank"
    then:
      pay 1 from bank to p.coins
      offer p: up to 1 of answer
      pay 1 from bank to p.coins
      if v > 6 and day < 3: again(p)
  again(p: player) "Again for {p} on day {day}, {p.coins}"
    then:
      pay 1 from bank to p.coins
      set day to min(40, day + 1)

triggers
  wealthy "{you} is rich with {you.coins}: {rich}"
    who: players
    when: you.coins > 5
    then: pay 2 from you.coins to bank
  full_row "The row has {count(row)} cards"
    when: count(row) > 2
    then: move row to pile
  first_poor "{you} is the first with little"
    who: players from B
    once: you.coins < 3
    then: pay 3 from bank to you.coins
  behind "After the story of {p}: {day}"
    after: story(p, v)
    then: set marks to min(marks + v, 60)
  late "Late"
    who: players
    when: day > 2 and you.coins < 9
    then: pay 1 from bank to you.coins

modifiers
  tax
    when: day > 1
    change: fee to old + day
  calm
    when: day > 3
    forbid: give "It is too late"
  dear
    when: day > 2
    change: buy.cost to old + 1

scoring
  cards
    worth: count(you.hand)

metrics
  told
    after: story(p, v)
    when: v > 2
    let: x = p.coins
    worth: x + v
  after_all
    after: answer
    who: players from B
    worth: you.coins > 4
  ending
    who: players
    worth: count(you.hand)

end
  when: marks > 50 "Marks: {marks}, day {day}"
  winner: the p in players with most p.points ties all
"""

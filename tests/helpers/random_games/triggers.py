"""Random numbers -> rule texts of games whose watched triggers ask somebody in the middle of steps."""

from __future__ import annotations

from random import Random

ACTIONS = (
    "then: pay 2 from bank to you.coins; set told to min(9, told + 1)",
    "when: you.coins > 1\n    then: pay 2 from you.coins to bank; pay 1 from bank to next(you).coins",
    "then: deal 3 from deck to you.hand; set told to 0",
    "then: deal 2 from (deck + open) to open",
    'then: move you.hand to open "{count(open)} lie open"',
    'then: deal 2 from deck to open "one of {count(deck)}"',
    "then: move open to pile",
    "then: move pile to stock at bottom; shuffle stock",
    "then:\n      move stock to pile\n      if count(pile) > 0: move pile.top to open",
    "pick: c in you.hand\n    then: move c to open; roll told in 0..9",
    "then: score fame 2 for you; set last to you",
    "then:\n      for each p in players: deal 1 from deck to p.hand\n      set told to count(open)",
    "then: roll die; roll pair; set you.mark to min(9, told)",
    "then:\n      for each c in you.hand:\n        move c to pile\n        raise_it",
    "then: raise_it; raise_it; deal 1 from stock to you.hand",
    "pick: a in you.hand\n    cost: pay 1 from you.coins to bank\n    then: move {a} to open",
)
CONDITIONS = (
    "told > 5",
    "count(open) > 2",
    "count(pile) > 1",
    "count(stock) > 6",
    "any(d.face = 3 for each d in die)",
    "sum(p.points for each p in players) > 4",
    "bank < 50",
    "last = A",
    "count(deck) < 14",
)
SETUP = (
    "deal 4 from deck to stock",
    "deal 3 from deck to open; raise_it",
    "for each p in players: deal 2 from deck to p.hand",
)
OF_SEATS = (
    "count(you.hand) > 3",
    "you.coins > 4",
    "you.points > 3",
    "you.mark > 2",
    "count(you.hand) = 0",
    "you = active",
)
THEN = (
    "offer B: toss_one or keep_one or wait",
    "offer A: up to 1 of toss_one\n      set told to 0",
    "deal 1 from deck to open\n      raise_it",
    "move open to pile\n      score fame 1 for B",
)
OF_YOU = (
    'pick n in 0..2 "How many?"\n      pay min(n, bank) from bank to A.coins',
    'pick which in {red, blue} "Which?"\n      if which = red: deal 2 from deck to open',
    'pick c in you.hand "Which goes?"\n      move c to open',
    'pick n in 0..3 "How much?"\n      set told to n * 3\n      deal n from deck to you.hand',
    "offer you: up to 2 of (toss_one or keep_one)",
    "pay min(2, you.coins) from you.coins to bank",
    "move you.hand to pile\n      raise_it",
)


def trigger_game(random: Random) -> str:
    """Return the text of a game."""
    actions = random.sample(ACTIONS, random.randint(4, 7))
    names = [f"act{at}" for at in range(len(actions))]
    lines = "\n".join(f"  {name}\n    {text}" for name, text in zip(names, actions, strict=True))
    triggers = "\n".join(_trigger(random, at) for at in range(random.randint(1, 4)))
    plan = " or ".join([*names, "wait"])
    refill = ", refilled from deck to 3 after game" if random.random() < 0.3 else ""
    return f"""
game Triggers "Triggers"
  players: 2 to 3
types
  suit: red, blue
components
  coin: counter, 60
  card: card, 6 each suit and value: 1..3
  die: dice 1..6, 2
  pair: dice 1..4, 2
table
  bank: purse of coin, full
  deck: stack of card, full, seen by none
  stock: stack of card, seen by none
  pile: stack of card
  open: heap of card{refill}
  cup: heap of die, full, seen by none
  told: 0..9
  clock: 0..99
  last: player or none
  each player
    coins: purse of coin
    hand: heap of card, seen by owner
    mark: 0..9
setup
  shuffle deck
  {random.choice(SETUP)}
phases
  game
    who: players from A
    play: {plan if random.random() < 0.6 else f"up to 2 of ({plan})"}
    until: clock > 15
    {"then: raise_it" if random.random() < 0.3 else ""}
actions
{lines}
  wait
    then: set clock to min(99, clock + 1); score fame 1 for you
  toss_one
    pick: c in you.hand
    then: move c to open
  keep_one
    then: deal 1 from open to you.hand
rules
  raise_it
    then: set told to min(9, told + 2); set clock to min(99, clock + 1)
  spare "Not every game has all of these"
    then:
      offer A: toss_one or keep_one
      raise_it; deal 1 from stock to pile; move pile to open; score fame 1 for A; set last to A; set A.mark to 1
      roll die; roll pair; deal 1 from deck to A.hand; pay 1 from bank to A.coins
triggers
{triggers}
scoring
  fame
  cards
    worth: count(you.hand)
end
  when: clock > 90 "over"
  winner: the p in players with most p.points ties all
"""


def _trigger(random: Random, number: int) -> str:
    """Return a trigger of the table, of each player, or of whoever has it first."""
    once = random.random() < 0.25
    word = "once" if once else "when"
    if random.random() < 0.5:
        return f"  t{number}\n    {word}: {random.choice(CONDITIONS)}\n    then:\n      {random.choice(THEN)}"
    who = random.choice(("players from last", "players from B") if once else ("players", "players from last"))
    condition = random.choice(OF_SEATS)
    steps = random.choice((*OF_YOU, *THEN[:2]))
    return f"  t{number}\n    who: {who}\n    {word}: {condition}\n    then:\n      {steps}"

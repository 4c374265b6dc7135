"""Random numbers -> rule texts of games made at random whose values are hidden: bids, signs, secret numbers.

Their rules read nothing that is hidden, but what their player sees; so only what they show is ever told by them.
"""

from __future__ import annotations

from random import Random

ACTIONS = {
    "note": "pick: n in 0..5\n    then: set you.mark to n",
    "note_more": "pick: n in 1..3\n    then: set you.mark to min(9, n + you.mark)",
    "sign_up": "pick: s in suit\n    then: set you.sign to s",
    "aim": "pick: p in players\n    then: set you.target to p",
    "tick": "pick: b in {red, green}\n    then: set you.sign to b",
    "reset": "then:\n      for each p in players: set p.mark to 0",
    "erase": "then: set you.sign to none; set you.target to none",
    "fate": "then: roll secret in 2..5",
    "own_fate": "then: roll you.mark in 1..6",
    "tell": "then: show you.mark to next(you)",
    "tell_all": "then: show players.mark to players",
    "tell_sign": "then: show next(you).sign to players",
    "look": "then: show secret to you",
    "copy": "then: set you.mark to min(9, you.mark + 1)",
    "betray": "then:\n      if you.mark > 2: set you.flag to yes",
    "pass_on": "then:\n      for each p in players where p.mark > 2: set p.flag to yes",
    "paid": "pick: n in 0..3\n    then: pay min(n, you.coins) from you.coins to you.safe; set you.mark to n",
    "save": "pick: n in 0..min(3, you.coins)\n    then: pay n from you.coins to you.safe",
    "warn": "when: you.mark > 1\n    then: set you.mark to 1",
    "map_out": "pick: k in isle\n    then: set you.isles to you.isles + k",
    "dig": "pick: k in isle\n    then: set k.gold to 3",
    "prepare": "pick: n in 0..5\n    then: set you.mark to n; offer next(you): up to 1 of sign_back",
}


def secret_game(random: Random) -> str:
    """Return the text of a game."""
    names = random.sample(sorted(ACTIONS), random.randint(4, 8))
    together = random.random() < 0.4
    inner = ", ".join(["turns", *(["writing"] if together else [])])
    actions = "\n".join(f"  {name}\n    {ACTIONS[name]}" for name in names)
    plan = " or ".join([*names, "wait"])
    writing = "  writing\n    who: players together\n    play: write\n" if together else ""
    write = "  write\n    pick: n in 0..9\n    then: set you.mark to n\n" if together else ""
    own = ("owner", "owner", "none")
    return f"""
game Random "Random"
  players: 2 to 3
types
  suit: red, blue, green
components
  coin: counter, 40
  isle: space
    | isle |
    | north |
    | south |
    | west |
table
  bank: purse of coin, full
  secret: 1..6, seen by none
  clock: 0..200
  each player
    coins: purse of coin, seen by owner
    safe: purse of coin, seen by {random.choice(own)}
    mark: 0..9, seen by owner
    sign: suit or none, seen by {random.choice(own)}
    target: player or none, seen by {random.choice(own)}
    flag: bool, seen by {random.choice(own)}
    isles: set of isle, seen by owner
  each isle
    gold: 0..9, seen by none
setup
  for each p in players: pay 6 from bank to p.coins
  roll secret in 1..6
phases
  game
    steps: {inner}
    until: clock > 30
  turns
    who: players from A
    play: {plan if random.random() < 0.6 else f"up to 2 of ({plan})"}
{writing}
actions
{actions}
{write}
  wait
    then: set clock to min(200, clock + 1)
  sign_back
    pick: s in suit
    then: set you.sign to s
rules
  spare "Nothing calls this rule: not every game has an action that offers what it offers"
    then: offer A: sign_back
scoring
  marks
    worth: you.mark
end
  winner: the p in players with most p.points ties all
"""

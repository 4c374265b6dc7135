"""Random numbers -> rule texts of games made at random whose dice lie in cups, bags and pools, rolled and hidden.

Their rules read nothing that is hidden, but what their player sees; so only what they show is ever told by them.
"""

from __future__ import annotations

from random import Random

_DICE = (
    "die: dice 1..6, 3 each player",
    "die: dice 1..6, 8",
    "die: dice of suit, 3 each player",
    "die: dice 1..4, 4 each suit",
)
ACTIONS = {
    "roll_own": "then: roll you.cup",
    "roll_all": "then: roll players.cup",
    "roll_everything": "then: roll die",
    "roll_pool": "then: roll pool",
    "roll_one": "pick: d in you.cup\n    then: roll d",
    "roll_two": "pick: d in you.cup\n    pick: e in you.cup where e != d\n    then: roll {d, e}",
    "roll_each": "then:\n      for each d in you.cup: roll d",
    "roll_others": "then: roll next(you).cup",
    "roll_kept": "then: roll you.kept",
    "give": "pick: d in you.cup\n    then: move d to next(you).cup",
    "open_up": "pick: d in you.cup\n    then: move d to pool",
    "take": "pick: d in pool\n    then: move d to you.cup",
    "take_and_roll": "pick: d in pool\n    then: move d to you.cup; roll d",
    "keep": "pick: d in you.cup\n    then: move d to you.kept",
    "lose": "when: count(you.cup) > 0\n    then: move you.cup.top to pool",
    "lose_any": "then: deal 1 from you.cup to pool",
    "hide": "then: deal 1 from you.cup to bag",
    "draw": "then: deal 1 from bag to you.cup",
    "draw_open": "then: deal 1 from bag to pool; roll pool",
    "all_in_bag": "then: move you.cup to bag",
    "pool_in_bag": "then: move pool to bag",
    "show_one": "pick: d in you.cup\n    then: show d to next(you)",
    "show_cup": "then: show you.cup to players",
    "show_and_roll": "then: show you.cup to next(you); roll you.cup",
    "look": "then: show next(you).cup to you",
    "turn": "pick: d in you.cup\n    then: set d.face to start",
    "turn_all": "then: set pool.face to start",
    "swap": "then:\n      let mine = you.cup.top\n      move you.cup to you.kept; move you.kept to next(you).cup",
    "sort": 'then:\n      for each d in you.cup chosen "Which first?": move d to you.kept',
    "if_own": "when: any(d.face = start for each d in you.cup)\n    then: roll you.cup",
    "in_answer": "pick: d in you.cup\n    then: offer next(you): up to 1 of take_back",
}


def dice_game(random: Random) -> str:
    """Return the text of a game."""
    names = random.sample(sorted(ACTIONS), random.randint(4, 8))
    own = random.choice(_DICE)
    start = "red" if "of suit" in own else "1"
    actions = "\n".join(f"  {name}\n    {ACTIONS[name]}" for name in names).replace("start", start)
    plan = " or ".join([*names, "wait"])
    deal = random.randint(1, 3)
    home = "  each player\n    box: heap of die, full" if "player" in own else "  box: heap of die, full"
    source = "p.box" if "player" in own else "box"
    kept = random.choice(("heap of die, seen by owner", "heap of die, seen by none", "stack of die, seen by none"))
    return f"""
game Random "Random"
  players: 2 to 3
types
  suit: red, blue, green
components
  {own}
table
  pool: heap of die
  bag: {random.choice(("heap of die, seen by none", "heap of die", "stack of die, seen by none"))}
  clock: 0..200
{home}
  each player
    cup: heap of die, seen by owner
    kept: {kept}
setup
  for each p in players: deal {deal} from {source} to p.cup
  {random.choice(("roll players.cup", "roll die", "for each p in players: roll p.cup"))}
phases
  game
    who: players from A
    play: {plan if random.random() < 0.6 else f"up to 2 of ({plan})"}
    until: clock > 30
actions
{actions}
  wait
    then: set clock to min(200, clock + 1)
  take_back
    pick: d in pool
    then: move d to you.cup
rules
  spare "Nothing calls this rule: not every game has an action that offers what it offers"
    then: offer A: take_back
scoring
  dice
    worth: count(you.cup where face = {start})
end
  winner: the p in players with most p.points ties all
"""

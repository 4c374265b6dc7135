"""Random numbers -> rule texts of card games made at random: hands, stacks, bags, hidden moves, secret purses.

Their rules read nothing that is hidden (but what their player sees), so nothing hidden is ever told by them.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

_CARDS = (
    "card: card, 1 each value: 1..18",
    "card: card, 2 each value: 1..9",
    "card: card, 4 each suit and value: 1..2",
    "card: card, 6 each suit",
)
_STACKS = ("stack of card, seen by none", "heap of card, seen by none", "stack of card")
_OWN = ("heap of card, seen by owner", "heap of card, seen by none", "stack of card, seen by owner", "heap of card")

ACTIONS = {
    "draw": "then: deal 2 from deck to you.hand",
    "draw_bag": "then: deal 1 from bag to you.hand",
    "toss": "pick: c in you.hand\n    then: move c to open",
    "bury": "pick: c in you.hand\n    then: move c to deck at bottom; deal 1 from deck to you.hand",
    "keep": "pick: c in you.hand\n    then: move c to you.kept",
    "give": "pick: c in you.hand\n    then: move c to next(you).hand",
    "two_down": "pick: a in you.hand\n    pick: b in you.hand where b != a\n    then: move {a, b} to pile",
    "all_down": "then: move you.hand to pile at bottom",
    "all_in_bag": "then: move you.hand to bag",
    "all_open": "then: move you.hand to open",
    "one_by_one": "then:\n      for each c in you.hand:\n        move c to pile",
    "others_down": "then:\n      for each c in next(you).hand: move c to pile at bottom",
    "hands_down": "then: move players.hand to pile",
    "hands_round": (
        "then:\n      for each p in players: move p.hand to p.kept\n"
        "      for each p in players: move p.kept to next(p).hand"
    ),
    "lift": "when: count(pile) > 0\n    then: move pile.top to you.hand",
    "pile_up": "then: move pile to deck; shuffle deck",
    "bag_up": "then: move bag to pile",
    "kept_back": "then: move you.kept to you.hand",
    "show_one": "pick: c in you.hand\n    then: show c to next(you)",
    "show_hand": "then: show you.hand to players",
    "show_and_give": "pick: c in you.hand\n    then: show c to players; move c to next(you).hand",
    "look": "then: show pile to you",
    "look_at_hand": "then: show next(you).hand to you",
    "lose_one": "then: deal 1 from you.hand to open",
    "lose_two": "then: deal 2 from you.hand to pile",
    "rob": "then: deal 1 from next(you).hand to you.hand",
    "mix": "then: move open to deck; shuffle deck",
    "give_here": (
        "pick: c in you.hand\n    then:\n      move c to next(you).hand\n      offer next(you): up to 1 of toss_back"
    ),
    "save": "pick: n in 0..min(3, you.coins)\n    then: pay n from you.coins to you.safe",
    "lend": "pick: n in 0..min(4, you.coins)\n    then: pay n from you.coins to next(you).coins",
    "spend": "when: you.coins > 0\n    then: pay 1 from you.coins to bank",
    "sort_out": ('then:\n      for each c in you.hand chosen "Which goes first?":\n        move c to pile at bottom'),
    "ask_about_two": (
        'then:\n      for each c in you.hand:\n        pick d in you.hand "Which goes?"\n        move d to pile'
    ),
}
SEVERAL = {
    "two_at_once": "pick: a in you.hand, b in you.hand where b != a\n    then: move {a, b} to pile",
    "set_down": "pick: some = 2 of you.hand\n    then: move some to pile",
    "up_to_two": "pick: some = up to 2 of you.hand\n    then: move some to bag",
    "all_you_like": "pick: some = any number of you.hand\n    then: move some to next(you).hand",
    "swap": "pick: a in you.hand, b in open\n    then: move a to open; move b to you.hand",
    "pay_and_toss": (
        "pick: c in you.hand, n in 0..min(2, you.coins)\n    then: move c to pile; pay n from you.coins to you.safe"
    ),
    "kept_and_hand": "pick: some = 2 of (you.hand + open)\n    then: move some to you.hand",
    "one_and_two": (
        "pick: a in you.hand\n    pick: b = up to 2 of you.hand\n    when: a not in b\n"
        "    then: move a to open; move b to deck at bottom"
    ),
    "show_some": "pick: some = 2 of you.hand\n    then: show some to next(you)",
    "show_and_give_two": "pick: some = 2 of you.hand\n    then: show some to players; move some to next(you).hand",
    "ask_about_some": (
        'then:\n      repeat 2 times:\n        pick few = up to 2 of you.hand, n in 1..2 "Which go?"\n'
        "        move few to pile"
    ),
    "some_here": (
        "pick: some = up to 2 of you.hand\n    then:\n      move some to next(you).hand\n"
        "      offer next(you): up to 1 of toss_back"
    ),
    "hold_two": (
        "pick: a in you.hand, b in you.hand where b != a\n    then:\n      offer next(you): up to 1 of toss_back\n"
        "      move {a, b} to next(you).kept"
    ),
    "hold_some": (
        "pick: some = up to 3 of you.hand\n    then:\n      offer next(you): up to 1 of toss_back\n"
        "      move some to you.kept"
    ),
}
"""Actions that ask for several things at once."""
TRIGGERS = (
    "  deep\n    when: count(pile) > 4\n    then: move pile to deck at bottom",
    "  wide\n    when: count(open) > 5\n    then: move open to pile at bottom",
    "  empty\n    who: players\n    when: count(you.hand) = 0\n    then: deal 1 from deck to you.hand",
)
_TOGETHER = """
  passing
    who: players together
    play: pass_on
  exchange
    then:
      for each p in players: move p.kept to next(p).hand
"""


def card_game(random: Random, several: Sequence[str] = ()) -> str:
    """Return the text of a game; ``several`` are its actions that ask for several things at once."""
    names = [*random.sample(sorted(ACTIONS), random.randint(4, 8) - len(several)), *several]
    together = random.random() < 0.4
    inner = ["turns", *(["passing", "exchange"] if together else [])]
    cards = random.choice(_CARDS)
    worth = "sum(c.value for each c in you.hand)" if "value" in cards else "count(you.hand)"
    actions = [f"  {name}\n    {(ACTIONS | SEVERAL)[name]}" for name in names]
    triggers = random.sample(TRIGGERS, random.randint(0, 2))
    refill = ", refilled from deck to 2 after turns" if random.random() < 0.3 else ""
    plan = " or ".join([*names, "wait"])
    text = f"""
game Random "Random"
  players: 2 to 3
types
  suit: red, blue, green
components
  coin: counter, 40
  {cards}
table
  bank: purse of coin, full
  deck: stack of card, full, seen by none
  pile: {random.choice(_STACKS)}
  bag: heap of card, seen by none
  open: heap of card{refill}
  clock: 0..200
  each player
    hand: heap of card, seen by owner
    kept: {random.choice(_OWN)}
    coins: purse of coin, seen by owner
    safe: purse of coin, seen by {random.choice(("owner", "none"))}
setup
  shuffle deck
  deal 3 from deck to bag
  for each p in players:
    deal {random.randint(2, 4)} from deck to p.hand
    pay 6 from bank to p.coins
phases
  game
    steps: {", ".join(inner)}
    until: clock > 30
  turns
    who: players from A
    play: {plan if random.random() < 0.6 else f"up to 2 of ({plan})"}
{_TOGETHER if together else ""}
actions
{chr(10).join(actions)}
  wait
    then: set clock to clock + 1
  toss_back
    pick: c in you.hand
    then: move c to open
{
        '''  pass_on
    pick: c in you.hand
    then: move c to you.kept'''
        if together
        else ""
    }
rules
  spare "Nothing calls this rule: not every game has an action that offers what it offers"
    then: offer A: toss_back
{"triggers" if triggers else ""}
{chr(10).join(triggers)}
scoring
  cards
    worth: {worth}
end
  winner: the p in players with most p.points ties all
"""
    if "pile: stack" in text:
        return text
    return text.replace("to pile at bottom", "to pile").replace("move pile.top to", "deal 1 from pile to")

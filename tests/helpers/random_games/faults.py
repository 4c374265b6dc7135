"""Random numbers -> rule texts of games whose steps often cannot be carried out, in setup or in play."""

from __future__ import annotations

from random import Random

STEPS = (
    "roll k in 0..9",
    "set n to max(0, min(5, k))",
    "set n to k - 3",
    "set n to 5 - k",
    "set marks[k] to 3",
    "set marks[k - 2] to k",
    "pay k from bank to A.coins",
    "pay k - 4 from bank to B.coins",
    "pay k - 2 from A.coins to B.coins",
    "pay 1 from bank to who.coins",
    "pay k - 1 from who.coins to bank",
    "score odd k for who",
    "set who to A",
    "if k > 6: set who to none",
    "deal 1 from deck to spot",
    "deal k - 1 from deck to A.hand",
    "move deck.top to spot",
    "move A.hand.top to row[k]",
    "move A.hand to row[n]",
    "move row[k] to deck",
    "move spot to deck at bottom",
    "for each c in A.hand:\n    move c to spot",
    "roll pair[k - 3]",
    "roll n in 0..k - 4",
    "repeat k - 3 times:\n    pay 2 from bank to A.coins",
    "wrong(k - 3)",
    "again",
    "if k > 3: wrong(n)",
    "roll die",
    "for each d in die where d.face = k:\n    move d to box[k - 2]",
    "set n to count(die where face > n) * 2",
)


def faulty_game(random: Random) -> str:
    """Return the text of a game."""
    setup = "\n".join(f"  {one}" for one in random.sample(STEPS, random.randint(0, 4)))
    acts = ["; ".join(random.sample(STEPS, random.randint(1, 4))) for _ in range(3)]
    actions = "\n".join(f'  act{at} "Act {at}"\n    then:\n      {one}' for at, one in enumerate(acts))
    actions = (
        actions.replace("; ", "\n      ")
        .replace("\n    pay 2", "\n        pay 2")
        .replace("\n    move", "\n        move")
    )
    return f"""
game Faulty "Faulty"
  players: 2 to 3
components
  coin: counter, 10
  card: card, 2 each value: 1..5
  die: dice 1..6, 3
  pair: dice 1..4, 2
table
  bank: purse of coin, full
  deck: stack of card, full
  spot: slot of card
  row[0..4]: slot of card
  box[1..3]: heap of die
  pool: heap of die, full
  n: 0..5
  k: 0..9
  clock: 0..60
  marks[1..4]: 0..6
  who: player or none
  each player
    coins: purse of coin
    hand: heap of card
setup
  roll k in 0..9
{setup}
phases
  go
    who: players from A
    play: act0 or act1 or act2 or wait
    until: clock > 20
rules
  wrong(x: -3..6) "Wrong"
    when: x != 2
    then: set n to x; set clock to clock + 1
  again "Again"
    then: pay n from bank to B.coins; set clock to min(60, clock + 2)
  spare "Not every game has all of these"
    then: wrong(1); again; roll k in 0..9; roll pair; roll die; set clock to min(60, clock + 1)
actions
{actions}
  wait "Wait"
    then: score odd 1 for you; set clock to min(60, clock + 1)
triggers
  risen
    when: n > 3
    then: set marks[n] to n
scoring
  odd
end
  winner: the p in players with most p.points ties all
"""

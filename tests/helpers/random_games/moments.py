"""A source of chance -> a game in which much happens at the same moment: nobody meant it, but it can be played."""

from __future__ import annotations

from random import Random

_GAME = """game Moments
  players: 3

components
  coin: counter, 60
  card: card, 2 each rank: 1..6
  pawn: piece, 1 each player
  cell: space, grid a..c by 1..2

table
  box: purse of coin, full
  deck: stack of card, seen by none, full
  asked: 0..9
  each player
    gold: purse of coin
    hand: heap of card, seen by owner
    pile: stack of card, seen by none
    home: slot of pawn, full
    mark: 0..9 = 1
  each cell
    alive: bool

setup
  shuffle deck
  for each p in players: pay 6 from box to p.gold; deal 2 from deck to p.hand; deal 1 from deck to p.pile

phases
  go
    who: players from A
    play: {names}
    until: count(deck) < 2 or box > 55

rules
  hurt(p: player)
    then: pay min(1, p.gold) from p.gold to box; set p.mark to min(9, p.mark + 1)

actions
{actions}
triggers
  rich
    who: players
    when: you.mark > {high}
    then: set you.mark to 0
  asks
    who: players from A
    when: you.gold < {few}
    then:
      pick n in 0..2 "How much?"
      set you.mark to n
  behind
    after: hurt
    then: set asked to min(9, asked + 1)

end
  when: any(p.gold = 0 for each p in players)
  winner: (p for each p in players where p.gold > 0)
"""
_STEPS = (
    "pay min({n}, p.gold) from p.gold to next(p).gold",
    "pay min({n}, p.gold) from p.gold to box",
    "move p.hand to next(p).hand",
    "move p.pile to next(p).pile",
    "move p.hand to p.pile",
    "move p.home to next(p).home",
    "deal {n} from deck to p.hand",
    "set next(p).mark to p.mark",
    "set p.mark to (p.mark + next(p).mark) mod 10",
    "hurt(p)",
    "hurt(next(p))",
    "for each q in players - p: set q.mark to (q.mark + p.mark) mod 10",
    "for each c in cell together: set c.alive to count(x for each x in neighbours(c) where x.alive) != {n}",
)
_CONDITIONS = ("p.mark > {n}", "p.gold > next(p).gold", "count(p.hand) > {n}", "p.hand != {{}}", "b1.alive")
_HEADS = (
    "for each p in players together:",
    "for each p in players from you together:",
    "for each p in players where p.mark > 0 together:",
    "together:",
)


def moment_game(random: Random) -> str:
    """Return a game of which each action is one moment."""
    actions = "".join(_action(random, name) for name in "uvwxyz")
    return _GAME.format(
        names=" or ".join("uvwxyz"), actions=actions, high=random.randint(4, 8), few=random.randint(2, 4)
    )


def _action(random: Random, name: str) -> str:
    head = random.choice(_HEADS)
    lines = _block(random, 4, 2)
    if head == "together:":
        lines = ["  for each p in players:", *(f"  {line}" for line in lines)]
    body = "".join(f"      {line}\n" for line in [head, *lines])
    return f"  {name}\n    then:\n{body}"


def _block(random: Random, indent: int, depth: int) -> list[str]:
    lines: list[str] = []
    blanks = " " * (indent - 2)
    for _ in range(random.randint(1, 3)):
        kind = random.randrange(4) if depth else 2
        if kind == 0:
            lines.append(f"{blanks}if {random.choice(_CONDITIONS).format(n=random.randint(0, 3))}:")
            lines += _block(random, indent + 2, depth - 1)
            if random.random() < 0.5:
                lines += [f"{blanks}else:", *_block(random, indent + 2, depth - 1)]
        elif kind == 1:
            name = f"n{random.randrange(10**6)}"
            lines.append(f"{blanks}let {name} = min({random.randint(0, 3)}, p.gold)")
            lines.append(f"{blanks}pay {name} from p.gold to next(p).gold")
        else:
            lines.append(blanks + random.choice(_STEPS).format(n=random.randint(1, 2)))
    return lines

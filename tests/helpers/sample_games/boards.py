"""A small game with every sort of board, to which tests add sections, and what its expressions give."""

from __future__ import annotations

import gamedsl
from gamedsl.diagnostics.diagnostic import Diagnostic

BOARDS = """\
game Boards
  players: 2 as White, Black
types
  ground: meadow, swamp
components
  square: space, grid a..h by 1..8
    | square | ground: ground = meadow |
    | c4..d5 | swamp                   |
    | h8     | swamp                   |
  point: space, grid A..G by 1..7, lines (
    A7 D7 G7, B6 D6 F6, C5 D5 E5, A4 B4 C4, E4 F4 G4, C3 D3 E3, B2 D2 F2, A1 D1 G1,
    A7 A4 A1, B6 B4 B2, C5 C4 C3, D7 D6 D5, D3 D2 D1, E5 E4 E3, F6 F4 F2, G7 G4 G1)
  town: space, lines (north_gate market south_gate, market harbour)
  region: tile
    | region | places: set of square |
    | marsh  | a1..b2; c3            |
  man: piece, 4 each player
  hat: piece, 1 each player
table
  each square
    here: slot of man
    owned: player or none
    open: bool
  each point
    there: slot of hat
  each player
    box: heap of man, full
    hats: heap of hat, full
  regions: heap of region, full
terms
  each square
    free = here = none
    beside = neighbours(square)
    ring(d: direction) = next(square, d)
  each player
    men = (square.here where owner = you)
    shut(s: square) = (way(s, straight) until here.owner = you)
phases
  game
    who: players from White
    play: put or lift
actions
  put "Put a man"
    pick: s in square where s.free "Where?"
    then: move you.box.top to s
  lift "Lift a man"
    pick: m in you.men
    then: move m to you.box
end
  winner: none
"""


def findings(added: str = "", base: str = BOARDS) -> list[Diagnostic]:
    """Return what is found in the game with further sections, but for what is never used or reached."""
    unused = ("GDNAM07", "GDFLO06", "GDFLO07", "GDFLO22", "GDDAT17")
    return [one for one in gamedsl.check_text(base + added) if one.code not in unused]


def codes(added: str = "", base: str = BOARDS) -> list[str]:
    """Return the codes of ``findings``."""
    return [one.code for one in findings(added, base)]


def term(value: str, each: str = "") -> list[str]:
    """Return the codes found when there is one more term of this value; ``each``: under this kind."""
    inside = f"  each {each}\n    extra = {value}\n" if each else f"  extra = {value}\n"
    return codes(f"terms\n{inside}")


def holds(condition: str, *given: str) -> list[str]:
    """Return what a scenario says that expects a condition after these steps; nothing where it holds."""
    steps = "".join(f"      {step}\n" for step in given)
    arranged = f"    given:\n{steps}" if given else ""
    text = f"{BOARDS}scenarios\n  one\n{arranged}    then: expect {condition}\n"
    (result,) = gamedsl.loads(text).test()
    return [one.message for one in result.diagnostics]

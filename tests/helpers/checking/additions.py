"""Checking small games in tests: a game to build on, and the codes of what is found in additions to it."""

from __future__ import annotations

from collections.abc import Mapping

from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.diagnostics.report import Reporter
from gamedsl.files import GivenFiles
from gamedsl.semantics.check import check_source
from gamedsl.semantics.core.model import CheckedGame
from gamedsl.source import Source

UNUSED = ("GDNAM07", "GDFLO06", "GDFLO07", "GDFLO22", "GDDAT18", "GDDAT17")

BASE = """\
game G
  players: 2 to 4
options
  fast: no, yes
  mode: plain, hard
  size: 3, 5
types
  colour: red, blue, green
components
  coin: counter, 20
  gem: counter, 6 each colour
  die: dice 1..6, 2
  card: card, 1 each colour and rank: 1..5
  tile: tile
    | tile  | cost: 0..9 | name: words | fits(n: 0..3): condition = no | does: rule              | gain: formula = 0 |
    | house | 3          | "A house"   | cost > n                      | pay 1 from bank to coins | 1                 |
    | barn  | 2          | "A barn"    |                               |                          |                   |
  lot: space, adjacent by row and col
    | lot | row: 1..2 | col: 1..2 |
    | A1  | 1         | 1         |
    | A2  | 1         | 2         |
    | B1  | 2         | 1         |
  marker: piece, 1 each player
  prices[colour]: chart
    | colour | price: 1..9 |
    | red    | 1           |
    | blue   | 2           |
    | green  | 3           |
table
  bank: purse of coin, full
  gems: purse of gem, full
  deck: stack of card, full, seen by none
  pile: stack of card
  shop: heap of tile, full
  markers: heap of marker, full
  first: player
  round: 1..10
  choice: colour or none
  target: player or none
  level[colour]: 0..5
  board[x: 1..3, y: 1..3]: slot of tile
  yard[lots: set of lot]: slot of tile
  each player
    coins: purse of coin
    hand: heap of card, seen by owner
    tiles: heap of tile
    best: 0..9 or none
terms
  price(c: colour) = 2 if c = red else 3
  each player
    rich = coins > 5
  each tile
    dear = cost > 2
setup
  roll first in players
  shuffle deck
phases
  main
    steps: turn
    until: bank = 0
  turn
    who: players from first
    play: take or buy
actions basic
  take "Take one"
    then: pay 1 from bank to you.coins
  buy "Buy"
    pick: t in shop
    cost: pay t.cost from you.coins to bank
    then: move t to you.tiles
scoring
  wealth "Money"
    worth: you.coins
end
  winner: the p in players with most p.points ties all
"""


def check(text: str, files: Mapping[str, str] | None = None) -> tuple[CheckedGame | None, tuple[Diagnostic, ...]]:
    """Return the checked game of a rule text and everything found in it."""
    reporter = Reporter()
    game = check_source(Source("test.game", text), GivenFiles(dict(files or {})), reporter)
    return game, reporter.diagnostics


def found(text: str, files: Mapping[str, str] | None = None) -> list[str]:
    """Return the codes found in a rule text, but for warnings about unused things."""
    return [d.code for d in check(text, files)[1] if d.code not in UNUSED]


def added(text: str, base: str = BASE) -> list[str]:
    """Return the codes found when these sections are added to the game."""
    return found(base + text)


def term(value: str, params: str = "") -> list[str]:
    """Return the codes found when the game has one more term of this value."""
    return added(f"terms\n  extra{params} = {value}\n")


def action(*fields: str) -> list[str]:
    """Return the codes found when the game has one more action with these fields."""
    return added("actions\n  extra\n" + "".join(f"    {line}\n" for field in fields for line in field.split("\n")))


def steps(*lines: str) -> list[str]:
    """Return the codes found when the game has one more action with these steps."""
    return action("then:", *(f"  {line}" for line in lines))


def replaced(*pairs: tuple[str, str]) -> str:
    """Return the base game with parts of its text replaced."""
    text = BASE
    for old, new in pairs:
        if old not in text:
            raise ValueError(f"not in the game: {old}")
        text = text.replace(old, new, 1)
    return text


def only(text: str, code: str, files: Mapping[str, str] | None = None) -> Diagnostic:
    """Return the one finding of this code; raise ValueError when there are more or none."""
    (diagnostic,) = [d for d in check(text, files)[1] if d.code == code]
    return diagnostic

"""A base game for tests of variants, and what a variant makes of it."""

from __future__ import annotations

from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.diagnostics.report import Reporter
from gamedsl.semantics.variants.edits import Overlaid
from gamedsl.semantics.variants.overlay import overlay
from gamedsl.source import Source
from gamedsl.syntax import nodes
from gamedsl.syntax.parser import parse

BASE = """game Base "Base game"
  players: 2 to 4

about
  designer: "Ann"
  note: "old note"
  year: "1999"

options
  sale: any, all_or_none "How shares are sold" [MOG-Q09]
  loans: yes, no

types
  colour: brown, pink

components
  chip: counter, 45

table
  bank: purse of chip, full
  each player
    chips: purse of chip "chips on hand"
    bid: 0..9

terms
  stake = 1
  each player
    rich = chips > 3

setup
  for each p in players: pay 3 from bank to p.chips

phases
  round
    who: players from A
    play: pay_up or leave

actions
  pay_up "Pay {stake}" [MOG-061]
    when: bank > 0 "the bank is empty"
    pick: n in 1..3
    when: n <= chips "not enough"
    cost: pay n from you.chips to bank
  leave "Leave"

actions free "Free actions"
  wink "Wink"
  nod "Nod"

rules
  tidy(n: 0..9)
    then: score points n for A

scoring
  points "Points"

end
  when: bank = 0 "no chips left"
  when: bank = 1 "one chip left"
  winner: the p in players with most p.points ties all
"""


def lay(variant: str) -> tuple[Overlaid, tuple[Diagnostic, ...]]:
    """Return the base with the variant laid over it, and the findings."""
    reporter = Reporter()
    base = parse(Source("base.game", BASE), reporter.report)
    over = parse(Source("variant.game", f'variant V "Title" of "base.game"\n\n{variant}'), reporter.report)
    assert isinstance(base, nodes.GameFile)
    assert isinstance(over, nodes.VariantFile)
    assert () == reporter.diagnostics
    return overlay(base, over, reporter.report), reporter.diagnostics


def items(laid: Overlaid, keyword: str, name: str | None = None) -> tuple[nodes.Item, ...]:
    """Return all items of the sections with this keyword and name."""
    return tuple(
        item
        for section in laid.game.sections
        if (section.keyword, section.name) == (keyword, name)
        for item in section.items
    )


def names(laid: Overlaid, keyword: str, group: str | None = None) -> list[str]:
    """Return the names of the items of a section."""
    return [getattr(item, "name", "") for item in items(laid, keyword, group)]


def text(words: nodes.Words | None) -> str:
    """Return the plain parts of words."""
    assert words is not None
    return "".join(part for part in words.parts or () if isinstance(part, str))

"""The formatter keeps comments, blank lines and what stood on one line."""

from __future__ import annotations

from gamedsl.source import Source
from gamedsl.syntax.print.printer import print_file
from tests.helpers.checking.parsing import clean

MESSY = """\

# first
game   G   # the game
  # about players
  players:   2


# before the rules

rules # behind
  a "Words # no comment"
    then:   pay 1   from a to b ;c   # both
    # at the end of a
  b
    when: (x = 1 and  # one
      # two
      y = 2)  # three
    then:
      if x: c
      # before else
      else: d # behind else
      for each p in players: e; f
terms
  t = 1
# last
"""

NEAT = """\
# first
game G  # the game
  # about players
  players: 2

# before the rules

rules  # behind
  a "Words # no comment"
    then: pay 1 from a to b; c  # both
    # at the end of a
  b
    # one
    # two
    when: x = 1 and y = 2  # three
    then:
      if x: c
      # before else
      else: d  # behind else
      for each p in players: e; f

terms
  t = 1
# last
"""


def _format(text: str) -> str:
    source = Source("a.game", text)
    return print_file(clean(text), source)


def test_comments_and_blank_lines_stay() -> None:
    """Every comment is kept beside what it stood beside; blank lines are kept, but never two."""
    assert NEAT == _format(MESSY)


def test_formatting_twice_changes_nothing() -> None:
    """Canonical text is its own canonical text."""
    assert NEAT == _format(NEAT)


def test_tables_and_words_are_aligned() -> None:
    """Cells and the words of entries stand under each other."""
    text = (
        'game G\n  players: 2\n\ncomponents\n  chip: counter, 3 "chips"\n'
        "  card: card\n    |card|value: 1..3|\n    | ace | 3|\n    | knight |\n"
    )
    neat = (
        'game G\n  players: 2\n\ncomponents\n  chip: counter, 3                        "chips"\n'
        "  card: card\n    | card   | value: 1..3 |\n    | ace    | 3           |\n    | knight |\n"
    )
    assert neat == _format(text)


def test_short_steps_stand_behind_the_colon_when_there_is_no_source() -> None:
    """Without a source the width decides."""
    short = "game G\n  players: 2\n\nrules\n  a\n    then:\n      b\n      c\n"
    long = short.replace("      b\n", "      b\n" + "      set something_long to something_else\n" * 3)

    assert "    then: b; c\n" in print_file(clean(short))
    assert "    then:\n      b\n" in print_file(clean(long))

"""A move of several, or a loop, in whose midst somebody is asked: deals and saves do not tell what is left of it."""

from __future__ import annotations

from itertools import product
from math import factorial

import pytest

import gamedsl
from tests.helpers.secrecy.twins import leaks, some_of
from tests.helpers.suite.nightly import examples

GAME = """
game Interrupted "Interrupted"
  players: 2
types
  suit: red, blue
components
  card: card, 1 each suit and n: 1..5
table
  deck: stack of card, full, seen by none
  open: heap of card
  pile: stack of card
  chest: heap of card, seen by none
  clock: 0..40
  each player
    hand: heap of card, seen by owner
    stash: heap of card, seen by none
setup
  shuffle deck
  for each p in players: deal 4 from deck to p.hand
phases
  game
    who: players from A
    play: tell or lay or take or wait
    until: clock > 30
actions
  tell "Show a card"
    pick: c in you.hand
    then: show c to players
  lay "Lay down"
    when: count(you.hand) > 1
    then:
{lay}
  take "Take up"
    then: deal up to 2 from deck to you.hand
  wait "Wait"
    then: set clock to min(40, clock + 1)
triggers
  more "More"
    who: players
    when: {when}
    then:
{asks}
end
  winner: none
"""
STEPS = {
    "to an open place": "move you.hand to open",
    "to a place that nobody sees": "move you.hand to you.stash",
    "to another hand": "move you.hand to next(you).hand",
    "to a stack": "move you.hand to pile",
    "out of a stack": "move deck to you.stash",
    "of two places": "move you.hand + you.stash to open",
    "a loop": "for each c in you.hand: move c to open",
    "a loop to a place that nobody sees": "for each c in you.hand: move c to you.stash",
    "a loop through a place that nobody sees": "for each c in you.stash + chest: move c to next(you).stash",
    "a loop in a loop": "for each c in you.hand: for each d in you.stash: move d to open",
}
"""What is gone through card by card."""
ASKS = {
    "odd hands": ("count(you.hand) mod 2 = 1", 'pick n in 0..1 "How many?"; set clock to min(40, clock + n)'),
    "few cards": ("count(you.hand) < 3", "offer next(you): wait or tell"),
    "full stashes": ("count(you.stash) > 1", "offer you: tell or wait"),
}
"""When somebody is asked in the midst of it, and what."""


def game_of(steps: str, asks: str) -> str:
    """Return the text of a game."""
    when, then = ASKS[asks]
    return GAME.format(lay=_lines(STEPS[steps]), when=when, asks=_lines(then))


def _lines(steps: str) -> str:
    return "\n".join(f"      {step.strip()}" for step in steps.split("; "))


@pytest.mark.parametrize(("number", "steps", "asks"), [(n, *one) for n, one in enumerate(product(STEPS, ASKS))])
def test_twins(number: int, steps: str, asks: str) -> None:
    """Views, choices, logs, documents, deals and saves are the same with other cards that a seat does not know."""
    assert [] == list(leaks(game_of(steps, asks), some_of(number, examples(2, 2), 40)))


def _interrupted(steps: str) -> gamedsl.Table:
    """Return a table at which somebody is asked in the midst of a move, with three cards or more to come."""
    game = gamedsl.loads(game_of(steps, "odd hands"))
    for seed in range(20):
        table = game.start(seed=seed)
        table.apply(next(one.code for one in table.legal() if one.action == "lay"))
        if table._engine.open(table._state)[-1].paragraph == "trigger more" and len(_left(table)) > 1:
            return table
    raise AssertionError("nobody is asked")


def _left(table: gamedsl.Table) -> list[int]:
    """Return the cards that a move still takes, in their order."""
    (held,) = (one for one in table._engine.open(table._state) if one.held)
    return [piece for place in held.held for piece in held.frame[place]]


@pytest.mark.parametrize("steps", ["to a place that nobody sees", "to another hand"])
def test_nobody_knows_in_which_order_the_rest_goes(steps: str) -> None:
    """Not even whose cards they are, who knows all of them: each order is dealt now and then."""
    table = _interrupted(steps)
    left = _left(table)
    found = {tuple(_left(table._sealed(0, number))) for number in range(60)}
    assert {tuple(sorted(one)) for one in found} == {tuple(sorted(left))}
    assert len(found) == factorial(len(left))


def test_the_order_of_the_file_stays() -> None:
    """What goes to an open place goes in the order of the file, in every deal."""
    table = _interrupted("to an open place")
    assert _left(table) == sorted(_left(table))
    for number in range(20):
        dealt = _left(table._sealed(1, number))
        assert dealt == sorted(dealt)


def test_what_has_moved_is_forgotten() -> None:
    """The state keeps no number of a card that has gone where nobody sees it."""
    table = _interrupted("to a place that nobody sees")
    state, cells = table._state, table._engine.layout.cells
    (gone,) = (piece for piece, cell in enumerate(state.place) if cell == cells["player.stash"].base)
    program = state.reading.program
    rows = [name for name in program.fields if name.startswith("action lay.items")]
    assert rows
    for name in rows:
        first = state.reading.at[name]
        assert gone == 0 or gone not in state[first : first + program.fields[name].count]

"""Picks of several members and of several parts in the kernel program: the same choices as ever, and answers"""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

import gamedsl
from gamedsl.play.engine import Engine
from tests.frozen.kept import cases, kernel_engine, tried
from tests.helpers.kernel.comparing import field, kernel_of, same_games
from tests.helpers.random_games.cards import SEVERAL, card_game
from tests.helpers.texts import game_text

GEMS = game_text("kernel/several")
ACTIONS = {
    "exactly": "pick: g = 2 of row\n    then: move g to you.own",
    "any number": (
        "pick: g = any number of row where colour != blue\n    then: move g to you.own; set you.sum to count(g)"
    ),
    "as many as": "pick: g = (min(3, you.sum)) of row\n    then: move g to you.own",
    "numbers": "pick: q in 1..30, f in 1..6\n    when: q * f > you.sum\n    then: set you.sum to min(99, q + f)",
    "sets and one": (
        "pick: c = 2 of colour, n = up to 2 of 1..3, one in n\n"
        "    then: set you.sum to min(99, you.sum + count(c) + sum(k for each k in n) + one)"
    ),
    "named before": (
        "pick: a in row, b = up to 2 of row\n    when: a not in b\n    then: move b to you.own; set a.worn to yes"
    ),
    "two pieces": "pick: a in row, b in row where b != a\n    then: set b.worn to yes; move a to bag",
    "given back": (
        "pick: a in row\n    then:\n      move a to you.own\n"
        '      pick few = up to 2 of you.own, n in 1..2 "Which?"\n      move few to bag\n'
        "      set you.sum to min(99, you.sum + n)\n      deal 1 from bag to row"
    ),
    "a later question": (
        "pick: n in 1..2\n    pick: g = n of row\n    then: move g to you.own; set you.sum to min(99, you.sum + n)"
    ),
    "what they have": (
        "pick: a = up to 2 of you.own, b in row\n"
        "    then:\n      for each x in a: set x.worn to not x.worn\n"
        "      pay 1 from bank to b.worth\n      move b to you.own\n      set marked to b"
    ),
}


def engine_of(action: str, copies: int, seen: str) -> Engine:
    """Return the engine of a game with one action, with so many copies of each gem."""
    return kernel_engine(gamedsl.loads(GEMS.format(action="    " + action, copies=copies, seen=seen)).checked, 2)


WAYS = [*product((1, 3), ("", ", seen by owner"))]
EVERYDAY = [(name, *WAYS[at % len(WAYS)]) for at, name in enumerate(ACTIONS)]


@pytest.mark.parametrize(
    ("name", "copies", "seen"), tried(EVERYDAY, [(name, *way) for name in ACTIONS for way in WAYS])
)
def test_same_choices(name: str, copies: int, seen: str) -> None:
    """Sets and parts, with copies and without, open and hidden: the same choices, and the same happens."""
    engine = engine_of(ACTIONS[name], copies, seen)
    same_games("several", f"{name}, {copies} copies{seen}", engine, range(3), 40)


@pytest.mark.parametrize("number", cases(2, 25))
def test_card_games_at_random(number: int) -> None:
    """Games that nobody meant, with actions that ask for several things at once, go the same way."""
    random = Random(number)
    game = gamedsl.loads(card_game(random, random.sample(sorted(SEVERAL), 3))).checked
    engine = kernel_engine(game, game.least_seats + number % 2)
    same_games("several", f"card game {number}", engine, [number], 150)


def test_asking_again_counts_nothing() -> None:
    """What is counted while choices are listed does not add up when they are listed again."""
    kernel = kernel_of(engine_of(ACTIONS["named before"], 3, ""))
    s = kernel.start(0)
    before, codes = field(kernel, s, "work"), kernel.codes(s)
    assert codes
    assert (before, codes) == (field(kernel, s, "work"), kernel.codes(s))

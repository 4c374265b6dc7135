"""Deals: what was dealt by its name, up to so many, all that fit, to several places, below a stack; shuffled parts."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import gamedsl
from gamedsl.kernel.playing import program_of
from tests.frozen.kept import kernel_engine
from tests.helpers.kernel.comparing import otherwise_after_passes
from tests.helpers.texts import game_text
from tests.kernel.test_folds import otherwise

COMPILER = shutil.which("gcc") or shutil.which("clang") or shutil.which("cc")
GAME = game_text("kernel/dealing")


def rules(go: str, told: str = "expect yes", setup: str = "deal 1 from stock to market[1, 1]", when: int = 9) -> str:
    """Return the rules of a game of these steps; ``when`` so many floods are drawn, a trigger asks the player."""
    found = GAME
    for word, text, width in (("SETUP", setup, 2), ("GO", go, 6), ("TOLD", told, 6)):
        found = found.replace(word, "\n".join(" " * width + line for line in text.split("\n")))
    if "note" not in go:
        found = found.replace(found[found.index("  note ") : found.index("triggers\n")], "\n")
    if when == 9:
        start, end = found.index("triggers\n"), found.index("end\n  winner")
        found = found[:start] + found[end:]
    return found.replace("WHEN", str(when)).replace("    who: you\n", "    who: active\n")


FLOOD = (
    "deal 1 from floods to drawn as f\n"
    "for each t in tile where t.site = f.site: set t.flooded to min(99, t.flooded + 1)"
)
TWO = (
    "deal 2 from floods to drawn as g\n"
    "for each t in tile where t.site in g.site: set t.flooded to min(99, t.flooded + 1)"
)
CASES = {
    "one piece, also after the pile was refilled": (
        FLOOD,
        "A: go; B: go; A: go; B: go\nexpect sum(t.flooded for each t in tile) = 4",
        "deal 1 from stock to market[1, 1]",
        9,
    ),
    "a set, also where the pile is refilled in the middle": (
        TWO,
        "A: go; B: go; A: go\nexpect sum(t.flooded for each t in tile) in 5..6",
        "deal 1 from stock to market[1, 1]",
        9,
    ),
    "a set, where somebody is asked in the middle": (
        TWO,
        "A: go, 1\nexpect sum(t.flooded for each t in tile) = 2\nexpect asked = 1",
        "deal 1 from stock to market[1, 1]",
        1,
    ),
    "one piece, where somebody is asked before it is used": (
        FLOOD,
        "A: go, 2\nexpect sum(t.flooded for each t in tile) = 1",
        "deal 1 from stock to market[1, 1]",
        1,
    ),
    "a set, where somebody is asked between the deal and its use": (
        (
            'deal 2 from floods to drawn as g\npick n in 1..2 "Which number?"\nset asked to n\n'
            "for each t in tile where t.site in g.site: set t.flooded to min(99, t.flooded + 1)"
        ),
        "A: go, 1\nexpect sum(t.flooded for each t in tile) = 2\nexpect asked = 1",
        "deal 1 from stock to market[1, 1]",
        9,
    ),
    "one piece, where somebody is offered an action between the deal and its use": (
        (
            "deal 1 from floods to drawn as f\noffer next(you): up to 1 of note\n"
            "for each t in tile where t.site = f.site: set t.flooded to min(99, t.flooded + 1)"
        ),
        "A: go\nB: note(2)\nexpect sum(t.flooded for each t in tile) = 1\nexpect asked = 2",
        "deal 1 from stock to market[1, 1]",
        9,
    ),
    "up to so many": (
        "deal up to 9 from stock to you.hand as g\nset asked to count(g)\n" + FLOOD,
        "A: go\nexpect asked = 9\nB: go\nexpect asked = 3\nexpect count(B.hand) = 3",
        "deal 1 from stock to market[1, 1]",
        9,
    ),
    "all that fit, to several places": (
        FLOOD,
        "expect all(market[r, 1] != none for each r in 1..2)\nexpect count(stock) = 13 - 4 - count(players)",
        "deal 1 from stock to market[1, 2]\ndeal all from stock to market\ndeal all from stock to players.spare",
        9,
    ),
    "to each at the same moment": (
        "for each p in players together:\n"
        "  deal 2 from stock to p.hand as g\n"
        "  set p.best to max(0, max(g.rank))\n" + FLOOD,
        "A: go\nexpect all(p.best = max(0, max(p.hand.rank)) for each p in players)",
        "deal 1 from stock to market[1, 1]",
        9,
    ),
    "to each player, in order, below a stack": (
        FLOOD,
        "expect all(count(p.hand) = 3 for each p in players)\nexpect count(pile) = 2",
        "deal 3 from stock to players.hand\ndeal 1 from stock to pile\ndeal 1 from stock to pile at bottom",
        9,
    ),
    "what is shuffled lies on the stack, and comes first": (
        "shuffle drawn to floods\n" + FLOOD,
        "A: go; B: go; A: go\nexpect any(t.flooded = 3 for each t in tile) and count(floods) = 2",
        "deal 1 from stock to market[1, 1]",
        9,
    ),
    "what is shuffled lies under the stack, and comes last": (
        "shuffle you.hand to stock at bottom\ndeal all from stock to you.spare\n" + FLOOD,
        "A: go\nexpect A.spare.rank > 3\nexpect count(A.hand) = 0\nexpect count(stock) = 12",
        "move (stock where rank <= 3) to A.hand",
        9,
    ),
    "some of a place, and of several places": (
        "shuffle (stock where rank > 6) to pile\nshuffle you.hand + (pile where rank > 11) to pile\n"
        "set asked to pile.top.rank\n" + FLOOD,
        "A: go\nexpect asked in {1, 2, 12, 13}\nexpect count(pile) = 9\nexpect count(stock) = 4",
        "move (stock where rank <= 2) to A.hand",
        9,
    ),
    "of a stack that all see, whose order is then known": (
        "shuffle you.hand to open at bottom\nshuffle (stock where rank < 6) to open\n"
        "set asked to open.top.rank\nset you.best to open.bottom.rank\n" + FLOOD,
        "A: go\nexpect asked in 3..5\nexpect A.best in {1, 2, 3}\nexpect count(open) = 5",
        "move (stock where rank <= 2) to A.hand",
        9,
    ),
    "nothing at all": (
        "shuffle drawn to floods at bottom\nshuffle (stock where rank > 13) to pile\n" + FLOOD,
        "A: go\nexpect count(pile) = 0\nexpect count(floods) = 2",
        "deal 1 from stock to market[1, 1]",
        9,
    ),
    "a part that somebody is asked behind": (
        "shuffle drawn to floods\n" + FLOOD,
        "A: go, 1\nexpect asked = 1\nexpect sum(t.flooded for each t in tile) = 1",
        "deal 1 from stock to market[1, 1]",
        1,
    ),
    "parts of all at the same moment": (
        "for each p in players together:\n  shuffle p.hand to pile at bottom\n" + FLOOD,
        "A: go\nexpect count(players.hand) = 0\nexpect pile.bottom.rank in 3..4\nexpect pile.top.rank in 1..2",
        "move (stock where rank <= 2) to A.hand\nmove (stock where rank in 3..4) to B.hand",
        9,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_it_is_played_as_it_is_told(name: str) -> None:
    """By a scenario."""
    (found,) = gamedsl.loads(rules(*CASES[name])).test()
    assert [] == [one.message for one in found.diagnostics]
    assert found.passed


@pytest.mark.skipif(COMPILER is None, reason="there is no compiler")
@pytest.mark.parametrize("name", CASES)
def test_every_decision_and_number_is_the_same_in_c(name: str, tmp_path: Path) -> None:
    """And after all passes over the program."""
    game = gamedsl.loads(rules(*CASES[name])).checked
    engine = kernel_engine(game, 2)
    assert "" == otherwise_after_passes(engine, range(3), 60)
    assert "" == otherwise(program_of(kernel_engine(game, 2).set_up), 1, 20, tmp_path)

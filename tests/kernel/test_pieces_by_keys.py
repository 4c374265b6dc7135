"""A piece by keys that are worked out: `tile(f.site)`, `card(suit, n + 1)`, in rules as in scenarios."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import gamedsl
from gamedsl.api import check_text
from gamedsl.kernel.playing import program_of
from tests.frozen.kept import kernel_engine
from tests.helpers.kernel.comparing import otherwise_after_passes
from tests.helpers.texts import game_text
from tests.kernel.test_folds import otherwise

COMPILER = shutil.which("gcc") or shutil.which("clang") or shutil.which("cc")
GAME = game_text("kernel/pieces_by_keys")


def rules(steps: str, told: str = "expect yes", copies: int = 1) -> str:
    """Return the rules of a game of these steps."""
    found = GAME.replace("COPIES", str(copies))
    for word, text in (("STEPS", steps), ("TOLD", told)):
        found = found.replace(word, text.replace("\n", "\n      "))
    return found if copies == 1 else found.replace(found[found.index("  begun") : found.index("  told")], "")


DRAW = "deal 1 from floods to drawn as f\n"
CASES = {
    "a value of the tile": (
        DRAW + "if f != none: set tile(f.site).flooded to yes",
        "A: go(1, spades)\nexpect all(tile(f.site).flooded for each f in drawn)\nexpect count(tile where flooded) = 1",
        1,
    ),
    "a purse of the tile": (
        DRAW + "if f != none: pay 1 from bank to tile(f.site).gems",
        "A: go(1, spades)\nexpect sum(t.gems for each t in tile) = 1",
        1,
    ),
    "a piece that is moved": (
        "move card(s, n) to laid",
        "A: go(2, hearts)\nexpect card(hearts, 2) in laid\nB: go(1, spades)\nexpect count(laid) = 2",
        1,
    ),
    "the next one, where there is one": (
        "let c = card(s, n + 1)\nif c != none: move c to laid",
        "A: go(2, hearts)\nexpect card(hearts, 3) in laid\nB: go(5, spades)\nexpect count(laid) = 1",
        1,
    ),
    "asked in place": (
        "if card(s, n + 1) in stock: move card(s, n) to laid",
        "A: go(5, hearts)\nexpect count(laid) = 0\nB: go(4, spades)\nexpect count(laid) = 1",
        1,
    ),
    "several in braces": (
        "for each c in {card(s, n), card(s, 6 - n)}: move c to laid",
        "A: go(1, hearts)\nexpect count(laid) = 2\nB: go(3, spades)\nexpect count(laid) = 3",
        1,
    ),
    "the design, where there are several copies": (
        "set called to card(s, n)\nmove (stock where design = card(s, number)) to laid",
        "A: go(1, hearts)\nexpect count(laid) = 3\nexpect called = card(hearts, 1)",
        3,
    ),
    "none beside the rows": (
        "set called to card(s, n + 1)",
        "A: go(5, hearts)\nexpect called = none\nB: go(1, hearts)\nexpect called = card(hearts, number + 1)",
        2,
    ),
    "a scenario works keys out": (
        "set number to n",
        (
            "A: go(1, hearts)\nexpect card(hearts, number + 4).rank = 5\n"
            "B: go(2, spades)\nexpect card(hearts, number + 4) = none"
        ),
        1,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_it_is_played_as_it_is_told(name: str) -> None:
    """By a scenario; nothing is found in the rules."""
    text = rules(*CASES[name])
    assert [] == [str(one) for one in check_text(text) if one.code[:5] in ("GDTYP", "GDKNO")]
    for found in gamedsl.loads(text).test():
        assert [] == [one.message for one in found.diagnostics]
        assert found.passed


@pytest.mark.skipif(COMPILER is None, reason="there is no compiler")
@pytest.mark.parametrize("name", CASES)
def test_every_decision_and_number_is_the_same_in_c(name: str, tmp_path: Path) -> None:
    """And after all passes over the program."""
    game = gamedsl.loads(rules(*CASES[name])).checked
    assert "" == otherwise_after_passes(kernel_engine(game, 2), range(3), 60)
    assert "" == otherwise(program_of(kernel_engine(game, 2).set_up), 1, 20, tmp_path)

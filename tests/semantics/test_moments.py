"""Words and findings about what happens at the same moment."""

from __future__ import annotations

import pytest

import gamedsl
from tests.helpers.texts import game_text

GAME = game_text("semantics/moments")
ANY = "any(p.lives = 0 for each p in players)"
LEFT = "(p for each p in players where p.lives > 0)"
PAY = "pay min(1, p.lives) from p.lives to box"


def codes(steps: str, more: str = "", end: str = ANY, winner: str = LEFT) -> list[str]:
    """Return the codes of findings about moments, each with its line among the steps."""
    lines = "\n".join(f"      {line}" for line in steps.split("\n"))
    text = GAME.format(steps=lines, more=f"{more}\n" if more else "", end=end, winner=winner)
    return [one.code for one in gamedsl.check_text(text) if one.code in ("GDFLO41", "GDFLO42", "GDFLO43")]


RULES = """rules
  hurt(p: player)
    then: pay min(1, p.lives) from p.lives to box
  ask
    then: pick n in 1..2 "How much?"
  ask_on
    then: ask
"""
FIRST = """triggers
  first
    when: any(p.lives = 0 for each p in players)
    then: set best to the p in players with most p.lives ties in order
"""


@pytest.mark.parametrize(
    ("steps", "more", "end", "winner", "expected"),
    [
        (f"for each p in players: {PAY}", "", ANY, LEFT, ["GDFLO42"]),
        (f"for each p in players - you: {PAY}", "", ANY, LEFT, ["GDFLO42"]),
        ("for each p in players: hurt(p)", RULES, ANY, LEFT, ["GDFLO42"]),
        (
            f"for each p in players: {PAY}",
            "",
            "count(p for each p in players where p.lives > 0) < 2",
            LEFT,
            ["GDFLO42"],
        ),
        (f"for each p in players: {PAY}", FIRST, "best != none", "best", ["GDFLO42"]),
        (f"for each p in players together: {PAY}", "", ANY, LEFT, []),
        (f"together:\n  for each p in players: {PAY}", "", ANY, LEFT, []),
        (f"for each p in players from you: {PAY}", "", ANY, LEFT, []),
        (f"for each p in players: {PAY}", "", "all(p.lives = 0 for each p in players)", LEFT, []),
        (f"for each p in players: {PAY}", "", ANY, "none", []),
        (f"for each p in players: {PAY}", "", "box = 40", LEFT, []),
    ],
)
def test_loops_in_which_the_order_decides(steps: str, more: str, end: str, winner: str, expected: list[str]) -> None:
    """An end or trigger asks of each player what the loop changes, and those to come would change who wins."""
    assert expected == codes(steps, more, end, winner)


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ("together:\n  ask", ["GDFLO41"]),
        ("for each p in players together: ask_on", ["GDFLO41"]),
        ("together:\n  offer you: go", ["GDFLO41"]),
        ("together:\n  for each p in players chosen: hurt(p)", ["GDFLO41"]),
        ("ask\nfor each p in players together: hurt(p)", []),
    ],
)
def test_nobody_decides_in_a_moment(steps: str, expected: list[str]) -> None:
    """Not by a rule that is called there either, however far."""
    assert expected == codes(steps, RULES)


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ("move deck.top to p.hand", ["GDFLO43"]),
        ("move deck to p.hand", ["GDFLO43"]),
        ("move p.hand to deck", []),
        ("deal 1 from deck to p.hand", []),
    ],
)
def test_the_same_pieces_for_all(step: str, expected: list[str]) -> None:
    """What is worked out for all before the first moves may not be one and the same."""
    assert expected == codes(f"for each p in players together: {step}")


def test_a_name_that_is_older() -> None:
    """A rule, an action and a value called `together` are names as before; with a colon behind it is the block."""
    more = "rules\n  together(n: 1..2)\n    then: pay n from box to A.lives\n  all_of_it\n    then: together(1)\n"
    steps = "together(1); together(2)\nif box > 9: together(1)\ntogether: together(1); together(2)\nall_of_it"

    assert [] == codes(steps, more)


VARIANT = """variant hard of "duel.game"

setup
  change for each p in players together:
    pay 2 from box to p.lives
"""


def test_variants_change_and_differ() -> None:
    """A loop of a setup is known by its first line with the word; without it there is no such line."""
    base = GAME.format(steps=f"      {PAY.replace('p.', 'you.')}", more="", end=ANY, winner=LEFT)
    base = base.replace("for each p in players: pay 3", "for each p in players together: pay 3")

    text = VARIANT + "\nscenarios\n  less\n    then: expect box = 36\n"
    (result,) = gamedsl.loads(text, files={"duel.game": base}).test()
    assert result.passed
    wrong = VARIANT.replace("change for each p in players together", "change for each p in players")
    with pytest.raises(gamedsl.RuleFileError, match="GDVAR"):
        gamedsl.loads(wrong, files={"duel.game": base})

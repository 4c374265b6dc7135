"""What a deal has dealt is as hidden as the place it came to: words, decisions, values and what is shown."""

import pytest

from tests.helpers.checking.visibility import TABLE, findings

VALUES = TABLE.replace(
    "    loud: bool\n", "    loud: bool\n    plan: card or none\n    own: card or none, seen by owner\n"
)
VALUES = VALUES.replace(
    "  noise: bool\n", "  noise: bool\n  mark: card or none\n  secret: card or none, seen by none\n"
)
RULES = """\
rules
  keep(c: card)
    then: set mark to c
  draw_it
    then:
      deal 1 from pile to you.hand as f
      set mark to f
"""


def codes(steps: str, sections: str = "") -> list[str]:
    """Return what is found in the steps of an action, without the words."""
    action = "  act\n    then:\n" + "".join(f"      {line}\n" for line in steps.split("\n"))
    return [line.split()[0] for line in findings(action, table=VALUES, sections=sections)]


ONE, TWO, UNSEEN = (
    "deal 1 from pile to you.hand as f\n",
    "deal 2 from pile to you.hand as g\n",
    "deal 1 from pile to next(you).hand as f\n",
)


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        (ONE + "set mark to f", "GDKNO08"),
        (ONE + "set you.plan to f", "GDKNO08"),
        (ONE + "let kept = f\nset mark to kept", "GDKNO08"),
        (ONE + "if f != none: keep(f)", "GDKNO08"),
        (TWO + "for each c in g: set mark to c", "GDKNO08"),
        ("draw_it", "GDKNO08"),
        ("for each p in players:\n  deal 1 from pile to p.hand as f\n  set p.plan to f", "GDKNO08"),
        (UNSEEN + "set you.own to f", "GDKNO08"),
        ("deal 1 from you.hand to pile as f\nset you.own to f", "GDKNO08"),
        ("deal 1 from market to next(you).hand as f\nset mark to f", "GDKNO08"),
        ("show you.hand to players\n" + ONE + "set mark to f", "GDKNO08"),
        (ONE + 'score points 0 for you "{f}"', "GDKNO02"),
        (ONE + 'if f != none: score points 0 for you "{f.value}"', "GDKNO02"),
        (TWO + 'score points 0 for you "{sum(g.value)}"', "GDKNO02"),
        (UNSEEN + 'if f != none:\n  pick n in 1..f.value "How many?"\n  set you.bid to n', "GDKNO01"),
        ("deal 2 from pile to next(you).hand as g\n" + 'pick c in g "Which?"\nmove c to market', "GDKNO01"),
        (UNSEEN + 'pick n in 1..3 "How many, {f}?"\nset you.bid to n', "GDKNO02"),
    ],
)
def test_what_not_everybody_sees_is_not_told(steps: str, expected: str) -> None:
    """Not by values, names, rules, words, questions and choices, nor where the hand was shown before the deal."""
    assert expected in codes(steps, RULES if "keep(" in steps or "draw_it" in steps else "")


@pytest.mark.parametrize(
    "steps",
    [
        ONE + "set you.own to f",
        ONE + "set secret to f",
        ONE + 'if f != none:\n  pick n in 1..f.value "How many?"\n  set you.bid to n',
        ONE + 'pick n in 1..3 "How many for {f}?"\nset you.bid to n',
        TWO + 'if count(g) > 0:\n  pick c in g "Which?"\n  move c to market',
        ONE + "if f != none:\n  show f to players\n  set mark to f",
        ONE + "if f != none:\n  move f to market\n  set mark to f",
        TWO + 'score points count(g) for you "{count(g)}"',
        "for each p in players:\n  deal 1 from pile to p.hand as f\n  set p.own to f",
        "for each p in players together:\n  deal 1 from pile to p.hand as f\n  set p.own to f",
        "deal 1 from pile to market as f\nset mark to f",
        'deal 1 from pile to market as f\nscore points 0 for you "{f}"',
        "deal 2 from pile to market as g\nfor each c in g: set mark to c",
        "deal 1 from next(you).hand to you.hand as f\nset you.own to f",
    ],
)
def test_what_all_see_who_read_it_is_told(steps: str) -> None:
    """Who sees the place sees what was dealt there; how many were dealt everybody sees."""
    assert [] == codes(steps)

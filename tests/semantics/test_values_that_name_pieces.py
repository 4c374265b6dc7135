"""Hidden pieces that flow into values: who sees the value must see the piece, however it comes there."""

import pytest

from gamedsl.api import check_text
from tests.helpers.checking.visibility import FRAME, TABLE, findings

VALUES = TABLE.replace(
    "    loud: bool\n", "    loud: bool\n    plan: card or none\n    own: card or none, seen by owner\n"
)
VALUES = VALUES.replace(
    "  noise: bool\n",
    "  noise: bool\n  mark: card or none\n  many: set of card\n  sort: design of card or none\n"
    "  secret: card or none, seen by none\n  each card\n    worn: bool\n    coins: purse of chip\n",
)
RULES = """\
terms
  best = pile.top
rules
  keep(c: card)
    then: set mark to c
  hand_on(c: card)
    then: keep(c)
  keep_own(c: card)
    then: set you.own to c
"""


def codes(steps: str, fields: str = "pick: c in you.hand") -> list[str]:
    """Return what is found in the steps of an action, without the words."""
    action = f"  act\n    {fields}\n    then:\n" + "".join(f"      {line}\n" for line in steps.split("\n"))
    return [line.split()[0] for line in findings(action, table=VALUES, sections=RULES)]


@pytest.mark.parametrize(
    "steps",
    [
        "set mark to c",
        "set you.plan to c",
        "set mark to pile.top",
        "set mark to best",
        "set mark to next(you).slot",
        "set many to many + c",
        "set many to you.hand",
        "set many to {c, pile.top}",
        "set many to (x for each x in pile where x.value > 3)",
        "set sort to c.design",
        "set sort to pile.top.design",
        "let kept = c\nset mark to kept",
        "keep(c)",
        "hand_on(c)",
        "set mark to you.own",
        "roll mark in pile",
        "set you.own to pile.top",
        "set next(you).own to c",
        "set mark to (c if c.value > 3 else none)",
        "for each x in you.hand: set mark to x",
        "set mark to c\nmove c to pile",
        "set mark to c\nkeep_own(c)\nmove c to market",
        "show c to next(you)\nset mark to c",
    ],
)
def test_a_value_that_more_players_see_than_the_piece_is_an_error(steps: str) -> None:
    """Directly, through names, parameters, rules that call rules, terms, sets, loops, designs and other values."""
    assert "GDKNO08" in codes(steps)


@pytest.mark.parametrize(
    "steps",
    [
        "set you.own to c",
        "keep_own(c)",
        "set secret to c",
        "set secret to pile.top",
        "set mark to none",
        "show c to players\nset mark to c",
        "set mark to c\nshow c to players",
        "move c to market\nset mark to c",
        "set mark to c\nset noise to yes\nmove c to market",
        "show pile.top to players\nset mark to pile.top",
        "show you.hand to players\nset many to you.hand",
        "for each x in market: set mark to x",
        "set many to (x for each x in market)",
        "set you.own to you.own",
        "show you.own to players\nset mark to you.own",
        "let x = pile.top\ndeal 1 from pile to market\nset mark to x",
        "let x = pile.top\nmove pile.top to market\nset mark to x",
        "let x = pile.top\nset noise to yes\ndeal 2 from pile to market\nset mark to x",
    ],
)
def test_a_value_is_set_to_what_all_see_who_see_the_value(steps: str) -> None:
    """Shown first or at once, moved to where all see it, or hidden from whoever does not see the piece."""
    assert [] == codes(steps)


@pytest.mark.parametrize(
    "steps",
    [
        "let x = pile.top\ndeal 1 from pile to you.hand\nset mark to x",
        "let x = pile.top\nmove c to pile\ndeal 1 from pile to market\nset mark to x",
        "let x = pile.top\nshuffle pile\ndeal 1 from pile to market\nset mark to x",
        "let x = pile.top\ndeal up to 1 from pile to market\nset mark to x",
        "let x = pile.top\nif noise: deal 1 from pile to market\nset mark to x",
        "let x = pile.bottom\ndeal 1 from pile to market\nset mark to x",
        "let x = pile.top\nset mark to x\ndeal 1 from pile to market",
    ],
)
def test_a_top_with_a_name_is_known_only_where_it_was_laid_open(steps: str) -> None:
    """Not where it goes to a hand, where another one may lie on top by then, or where it may not come at all."""
    assert "GDKNO08" in codes(steps)


def test_a_value_hidden_under_a_condition_needs_its_zone_to_be_open_then() -> None:
    """With the option the hand is hidden and the value is not: that is found, though without it both are hidden."""
    table = VALUES.replace("own: card or none, seen by owner", "own: card or none, seen by owner if not open_plans")
    options = "options\n  open_plans: no, yes\n"
    action = "  act\n    pick: c in you.hand\n    then: set you.own to c\n"
    same = table.replace("hand: heap of card, seen by owner", "hand: heap of card, seen by owner if not open_plans")
    found = [findings(action, table=one, sections=options) for one in (table, same)]
    assert [1, 0] == [len(one) for one in found]


@pytest.mark.parametrize("steps", ["set c.worn to yes", "pay 1 from bank to c.coins", "set pile.top.worn to yes"])
def test_what_belongs_to_a_hidden_piece_tells_which_it_is(steps: str) -> None:
    """A warning: what stands on a card is on the table beside its name, wherever the card lies."""
    text = f"  act\n    pick: c in you.hand\n    then: {steps}\n"
    assert ["GDKNO10"] == warnings(text)
    assert [] == warnings(text.replace("then: ", "then: move c to market; ").replace("pile.top", "c"))


def warnings(actions: str, table: str = VALUES) -> list[str]:
    """Return the codes of warnings about what players know."""
    parts = {"header": "", "table": table, "sections": "", "who": "who: players from A", "play": "act", "fields": ""}
    found = check_text(FRAME.format(**parts, actions=actions))
    return [one.code for one in found if one.code.startswith("GDKNO")]


# ---------------------------------------------------------------- what was shown

SHOWN = {
    "a whole zone": ("show you.hand to players", 'for each x in you.hand: score points 0 for you "{x}"', True),
    "all zones": (
        "show players.hand to players",
        'for each p in players:\n        for each x in p.hand: score points 0 for p "{x}"',
        True,
    ),
    "one by one": (
        "for each p in players: show p.hand to players",
        'for each p in players:\n        for each x in p.hand: score points 0 for p "{x}"',
        True,
    ),
    "of a player by name": ("show A.hand to players", 'for each x in A.hand: score points 0 for A "{x}"', True),
    "the top": ("show pile.top to players", 'score points 0 for you "{pile.top}"', True),
    "a slot": ("show you.slot to players", 'score points 0 for you "{you.slot}"', True),
    "a value": ("show you.own to players", 'score points 0 for you "{you.own}"', True),
    "all values": ("show players.own to players", 'for each p in players: score points 0 for p "{p.own}"', True),
    "to one player": ("show you.hand to next(you)", 'for each x in you.hand: score points 0 for you "{x}"', False),
    "another player's": (
        "show you.hand to players",
        'for each x in next(you).hand: score points 0 for you "{x}"',
        False,
    ),
    "of another by name": ("show A.hand to players", 'for each x in B.hand: score points 0 for B "{x}"', False),
    "only the top": ("show pile.top to players", 'for each x in pile: score points 0 for you "{x}"', False),
    "the other end": ("show pile.top to players", 'score points 0 for you "{pile.bottom}"', False),
    "then one more": (
        "show you.hand to players\n      deal 1 from pile to you.hand",
        'for each x in you.hand: score points 0 for you "{x}"',
        False,
    ),
    "then by a rule": (
        "show you.hand to players\n      refill",
        'for each x in you.hand: score points 0 for you "{x}"',
        False,
    ),
    "then in the same loop": (
        "show pile.top to players",
        'for each p in players:\n        score points 0 for p "{pile.top}"\n        deal 1 from pile to p.hand',
        False,
    ),
    "only in a branch": (
        "if noise: show you.hand to players",
        'for each x in you.hand: score points 0 for you "{x}"',
        False,
    ),
    "then set anew": (
        "show you.own to players\n      set you.own to you.hand.top",
        'score points 0 for you "{you.own}"',
        False,
    ),
    "then offered": (
        "show you.hand to players\n      offer next(you): up to 1 of other",
        'for each x in you.hand: score points 0 for you "{x}"',
        False,
    ),
}


@pytest.mark.parametrize("name", SHOWN)
def test_what_was_shown_to_all_may_be_named_until_it_may_have_changed(name: str) -> None:
    """As a whole, an end of it, one by one, by the name of a player; what comes, goes or is set anew ends that."""
    shown, named, is_known = SHOWN[name]
    rules = "rules\n  refill\n    then: deal 1 from pile to you.hand\n"
    action = f"  act\n    then:\n      {shown}\n      {named}\n  other\n    then: deal 1 from pile to you.hand\n"
    found = findings(action, table=VALUES, sections=rules, play="act or other")
    assert is_known == (found == []), found


def test_what_a_trigger_may_change_is_not_known_for_long() -> None:
    """A trigger may be carried out behind every step."""
    rules = "triggers\n  luck\n    when: noise\n    then: deal 1 from pile to A.hand\n"
    action = (
        '  act\n    then:\n      show you.hand to players\n      for each x in you.hand: score points 0 for you "{x}"\n'
    )
    assert 1 == len(findings(action, table=VALUES, sections=rules))


# ---------------------------------------------------------------- what is judged

JUDGED = VALUES.replace("  noise: bool\n", "  noise: bool\n  goal: 0..9, seen by none\n  tried: 0..9, seen by none\n")


@pytest.mark.parametrize(
    ("then", "expected"),
    [
        ("set tried to n; if n = goal: set noise to yes", ["GDKNO09"]),
        ("set tried to n\n      if noise: set noise to no\n      else if n > goal: set noise to yes", ["GDKNO09"]),
        ("set tried to n; judge(n)", ["GDKNO09"]),
        ("set tried to n", []),
        ("if n = goal: set noise to yes", []),
        ("set tried to n; set you.bid to n; if n = goal: set noise to yes", ["GDKNO07"]),
    ],
)
def test_an_answer_that_a_condition_judges_by_hidden_things_is_heard(then: str, expected: list[str]) -> None:
    """A warning where nothing but the condition makes the answer known; one finding for one mistake."""
    rule = "rules\n  judge(m: 0..9)\n    then:\n      if m = goal: set noise to yes\n"
    action = f"  act\n    pick: n in 0..9\n    then:\n      {then.replace('; ', chr(10) + '      ')}\n"
    parts = {"header": "", "table": JUDGED, "who": "who: players from A", "play": "act", "fields": ""}
    found = check_text(FRAME.format(**parts, sections=rule, actions=action))
    assert expected == [one.code for one in found if one.code.startswith("GDKNO")], found

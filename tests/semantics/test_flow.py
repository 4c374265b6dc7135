"""How cards lead to each other: tables of forms, and details. Single findings stand in ``cases/flow.txt``."""

import pytest

from gamedsl.api import check_text
from tests.helpers.checking.flow import GAME, ROUND, codes, findings, played, unused

PINGPONG = """triggers
  up
    when: gold = 1
{depth}    then: set gold to 2
  down
    when: gold = 2
    then: {steps}
"""


@pytest.mark.parametrize(
    ("steps", "depth", "expected"),
    [
        ("set gold to 1", "", ["up → down → up"]),
        ("set gold to 1", "    depth: 9\n", []),
        ("set gold to 3", "", []),
        ("\n      if done_up: set gold to 1", "", []),
        ("set gold to 3; set gold to 2", "", ["down → down"]),
    ],
    ids=["for ever", "meant", "comes to an end", "not for certain", "by itself"],
)
def test_triggers_that_set_each_other_off(steps, depth, expected):
    """Constants that make one condition false and the next true, in a circle, are found; a written depth is meant."""
    text = "table\n  done_up: bool\n" + PINGPONG.format(steps=steps, depth=depth)

    assert expected == [
        one.partition("again: ")[2].partition(".")[0] for one in findings(text) if one.startswith("GDFLO03")
    ]


@pytest.mark.parametrize(
    ("card", "found"),
    [
        ("    then: set gold to 3\n", ["GDFLO05"]),
        ("    cost: pay 1 from you.chips to bank\n", []),
        ("    then: deal 1 from pile to you.hand\n", []),
        ("    when: done(clap) < 3\n", []),
        ("    when: you.fresh\n", []),
        ("    when: gold < 9\n", ["GDFLO05"]),
    ],
)
def test_any_number_of(card: str, found: list[str]):
    """An action that may be done any number of times should pay, move a piece or ask how often it was done."""
    fresh = "terms\n  each player\n    fresh = done(clap) = 0\n"

    assert found == [code for code in codes(played("any number of clap", card, fresh)) if code == "GDFLO05"]


@pytest.mark.parametrize(
    ("play", "sure"),
    [
        ("dig", False),
        ("dig or pay_up", False),
        ("dig or clap", True),
        ("up to 1 of dig", True),
        ("any number of dig then pay_up", False),
        ("dig or rest", True),
        ("pay_up or rest_or_pay", False),
        ("choose", False),
        ("here", True),
    ],
)
def test_sure_choice(play: str, sure: bool):
    """A plan that is not empty needs an action that is always possible, or two whose conditions complete each other."""
    actions = (
        '  dig "Dig"\n    when: gold > 0\n    then: move pile.top to market\n'
        '  pay_up "Pay"\n    cost: pay 1 from you.chips to bank\n'
        '  rest "Rest"\n    when: gold <= 0\n'
        '  rest_or_pay "Or"\n    when: you.loud or gold < 5\n'
        '  choose "Choose"\n    pick: c in market\n    when: c.value > 2\n'
        '  here "Here"\n    when: gold > 1 or during(round)\n'
    )

    assert (not sure) == ("GDFLO06" in codes(played(play, actions)))


@pytest.mark.parametrize(
    ("more", "sure"),
    [
        ("    pick: n in 1..9\n", True),
        ("    pick: n in 0..gold\n", True),
        ("    pick: n in 1..gold\n", False),
        ("    pick: n in gold..9\n", True),
        ("    pick: n in gold + 1..9\n", False),
        ("    pick: n in gold + 1..10\n", True),
        ("    pick: n in 1..9 where n <= gold\n", False),
        ("    pick: n in 0..9\n    when: n <= gold\n", True),
        ("    pick: n in 0..9\n    when: n < gold\n", False),
        ("    pick: n in 0..9\n    when: gold <= n and n <= you.chips\n", False),
        ("    pick: n in 1..10\n    when: gold < n\n", True),
        ("    pick: n in 1..gold\n  rest\n    when: gold = 0\n", True),
        ("    pick: n in gold + 1..9\n  rest\n    when: gold >= 9\n", True),
        ("    pick: n in gold + 1..9\n  rest\n    when: gold > 9\n", False),
        ("    pick: n in 1..you.chips - 1\n  rest\n    when: you.chips < 2\n", True),
        ("    when: you.chips > gold\n    pick: n in gold + 1..you.chips\n  rest\n    when: you.chips <= gold\n", True),
        ("    pick: m in 1..9\n    pick: n in m..gold\n", True),
        ("    pick: n in 0..9\n    when: n = gold\n", True),
        ("    pick: n in 3..6 where n = 3\n", True),
        ("    pick: n in 3..6 where n = 7\n", False),
        ("    pick: n in 1..6\n    when: n = gold\n", False),
        ("    pick: n in gold..gold + 2\n", True),
        ("    pick: n in gold + 1..gold\n", False),
        ("    pick: n in max(0, gold - 1)..min(9, gold + 1)\n", True),
        ("    let: most = gold\n    pick: n in 1..most\n", False),
        ("    let: most = gold\n    pick: n in 1..most\n  rest\n    when: gold = 0\n", True),
        ("    let: low = gold + 1\n    pick: n in low..9\n  rest\n    when: gold = 9\n", True),
        ("    pick: n in 1..(count(market) + 1) / 2\n", True),
        ("    pick: n in 1..count(market) - 0\n  rest\n    when: count(market) = 0\n", True),
    ],
)
def test_numbers_to_pick_may_be_none(more: str, sure: bool):
    """A number that must lie between limits is a sure choice where they always leave one."""
    play = "pay_up or rest" if "rest" in more else "pay_up"

    assert (not sure) == ("GDFLO06" in codes(played(play, f'  pay_up "Pay"\n{more}')))


def test_what_ends_turns_or_the_game_leaves_a_choice():
    """No choice is needed where its phase or the game is over."""
    dig = '  dig "Dig"\n    pick: n in 1..gold\n'
    until = "phases\n  long\n    who: players from A\n    play: dig\n    until: {}\n" + unused()
    end = "end\n  when: {}\n"
    few = dig.replace("1..gold", "1..min(3, gold)")

    assert "GDFLO06" not in codes(until.format("gold = 0") + "actions\n" + few)
    assert "GDFLO06" in codes(until.format("gold = 3") + "actions\n" + few)
    assert "GDFLO06" not in codes(until.format("gold = 0") + "actions\n" + dig)
    assert "GDFLO06" in codes(until.format("gold = 1") + "actions\n" + dig)
    assert "GDFLO06" in codes(until.format("gold = 0 and you.loud") + "actions\n" + dig)
    assert "GDFLO06" not in codes(played("dig", dig, end.format("gold = 0")))
    assert "GDFLO06" in codes(played("dig", dig, end.format("gold = 9")))


def test_many_actions_with_limits_are_checked_soon():
    """The conditions of very many actions are not all compared with each other."""
    limits = "    pick: n in 1..gold\n    when: n <= you.chips\n    when: n >= count(market)\n"
    actions = "".join(f"  dig_{number}\n{limits}" for number in range(60))

    assert "GDFLO06" in codes(played(" or ".join(f"dig_{number}" for number in range(60)), actions))


@pytest.mark.parametrize(
    ("more", "kind", "name"),
    [
        ("rules\n  ring\n    then: set gold to 1\n", "rule", "ring"),
        ("rules\n  ring\n    then: toll\n  toll\n    then: set gold to 1\n", "rule", "ring"),
        ("rules\n  ring\n    then: toll\n  toll\n    then:\n      if gold > 9: ring\n", "rule", "ring"),
    ],
)
def test_never_reached(more: str, kind: str, name: str):
    """A card that nothing leads to is a warning; what only it leads to is not named again."""
    found = [line for line in findings(played("clap", more=more)) if "GDFLO07" in line]

    assert [f"GDFLO07 The {kind} `{name}` never comes up in the game."] == found


@pytest.mark.parametrize(
    ("first", "second", "count"),
    [("gold > 3", "gold > 5", 1), ("gold > 3", "gold <= 3", 0), ("gold > 3", "not (gold > 3)", 0)],
)
def test_two_changes(first: str, second: str, count: int):
    """Two modifiers of one term are a warning, unless they can never hold at once."""
    more = "terms\n  price = 1\nmodifiers\n"
    more += f"  up\n    when: {first}\n    change: price to old + 1\n"
    more += f"  twice\n    when: {second}\n    change: price to old * 2\n"
    cost = "    then: pay min(price, bank) from bank to you.chips\n"

    assert ["GDFLO08"] * count == codes(played("clap", cost + more))


TERM = "terms\n  mine(n: 0..9) = you.chips + n\n"


@pytest.mark.parametrize(
    ("more", "count"),
    [
        (TERM + "setup\n  set gold to min(9, mine(1))\n", 1),
        (TERM + "triggers\n  rich\n    when: mine(1) > 3\n    then: set gold to 1\n", 1),
        (TERM + "triggers\n  rich\n    who: players from A\n    when: mine(1) > 3\n    then: set gold to 1\n", 0),
        (TERM + "triggers\n  rich\n    after: clap\n    when: mine(1) > 3\n    then: set gold to 1\n", 0),
        (TERM + "terms\n  other = mine(2)\nend\n  when: other > 3\n", 1),
        ("rules\n  gift\n    then: pay 1 from bank to you.chips\nsetup\n  gift\n", 1),
        ("rules\n  gift\n    then:\n      pick n in 1..2\nsetup\n  gift\n", 1),
        ("rules\n  gift(p: player)\n    then: pay 1 from bank to p.chips\nsetup\n  gift(A)\n", 0),
        ("terms\n  each player\n    mine = you.chips\nsetup\n  set gold to min(9, A.mine)\n", 0),
    ],
)
def test_you_of_nobody(more: str, count: int):
    """Terms and rules have the `you` of their caller: called where nobody has the turn, it is an error at the call."""
    found = findings(played("clap", more=more), "GDNAM01")

    assert ["GDNAM01 There is no player called `you` here."] * count == found


def test_place_of_you_is_shown():
    """The finding stands at the call, with a label where `you` is used."""
    text = GAME + played("clap", more=TERM + "setup\n  set gold to min(9, mine(1))\n")
    found = [each for each in check_text(text) if each.code == "GDNAM01"]

    lines = text.splitlines()
    assert ["  set gold to min(9, mine(1))"] == [lines[each.span.line - 1] for each in found]
    assert ["  mine(n: 0..9) = you.chips + n"] == [lines[each.labels[0].span.line - 1] for each in found]


def test_many_numbers_do_not_hide_that_two_modifiers_meet():
    """Of a number that is compared with very many others, those beside them are tried as well."""
    many = " or ".join(f"gold = {n}" for n in range(0, 67, 3))
    sections = ROUND.format(play="clap") + (
        "    then: pay min(price, bank) from bank to you.chips\nterms\n  price = 1\n"
        f"modifiers\n  dear\n    when: {many} or gold > 70\n    change: price to old + 1\n"
        "  cheap\n    when: gold > 75\n    change: price to old * 2\n"
    )
    found = check_text((GAME + sections).replace("gold: 0..9 = 3", "gold: 0..99 = 3"))
    assert "GDFLO08" in [one.code for one in found]


@pytest.mark.parametrize("backwards", [False, True])
def test_long_chains_of_terms_are_told_once(backwards: bool) -> None:
    """A chain of many terms is an error, in whatever order they are written."""
    terms = ["  t0 = 1", *(f"  t{number} = t{number - 1} + 1" for number in range(1, 300))]
    text = "game G\n  players: 2\nterms\n" + "\n".join(terms[::-1] if backwards else terms)
    text += "\nphases\n  p\n    who: players from A\n    play: a\nactions\n  a\n    then: score s t299 for you\n"
    text += "scoring\n  s\nend\n  winner: the p in players with most p.points ties all\n"
    assert ["GDFLO12"] == [found.code for found in check_text(text) if found.severity == "error"]

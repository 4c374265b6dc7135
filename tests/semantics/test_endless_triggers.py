"""Triggers that set themselves off for ever: those that are told stop the game, others do not."""

import pytest

from gamedsl import loads
from tests.helpers.texts import game_text

GAME = game_text("semantics/endless_triggers")
ONE = "  t\n    when: b = 1\n    then:\n      {}\n"
ALL = "  t\n    who: players\n    when: you.n = 1\n    then:\n      {}\n"
RULE = "rules\n  r{}\n    then:\n      {}\n"


def game(go: str, triggers: str, rules: str = "", end: str = "") -> str:
    """Return a game whose action does some steps."""
    return GAME.format(go=go, triggers=triggers, rules=rules, end=end)


def told_and_played(text: str) -> tuple[list[str], str]:
    """Return the chains that are told, and the code with which a game stops in its first turn, if it does."""
    checked = loads(text)
    table = checked.start(players=3, seed=1)
    table.apply("go")
    error = table.error()
    told = [found.message for found in checked.warnings if found.code == "GDFLO03"]
    chains = [message.partition("again: ")[2].partition(".")[0] for message in told]
    return chains, "" if error is None else error.code


SELF = ["t → t"]
B, N = "set b to 1", "set you.n to 1"
ENDLESS = {
    "itself": game(B, ONE.format("set b to 0; set b to 1")),
    "a rule": game(B, ONE.format("r"), RULE.format("", "set b to 0; set b to 1")),
    "a rule with values": game(B, ONE.format("r(0, 1)"), RULE.format("(x: 0..3, y: 0..3)", "set b to x; set b to y")),
    "a rule in a rule": game(B, ONE.format("r"), RULE.format("", "s") + "  s\n    then: set b to 0; set b to 1\n"),
    "a rule with a condition": game(
        B, ONE.format("r"), RULE.format("", "set b to 0; set b to 1").replace("then", "when: not stop\n    then")
    ),
    "a branch": game(B, ONE.format("if bell < 3: set b to 0; set b to 1")),
    "one of two branches": game(
        B, ONE.format("if bell > 2: set b to 2\n      else:\n        set b to 0\n        set b to 1")
    ),
    "both branches": game(
        B, ONE.format("set b to 0\n      if bell > 2: set stop to yes\n      else: set stop to no\n      set b to 1")
    ),
    "a second condition": game(B, ONE.format("set b to 0; set b to 1").replace("b = 1", "b = 1\n    when: bell < 3")),
    "a condition of two parts": game(B, ONE.format("set b to 0; set b to 1").replace("b = 1", "b = 1 and bell < 3")),
    "a pass": game(B, ONE.format("repeat 2 times: set b to 0; set b to 1")),
    "a sum": game(B, ONE.format("set b to b + 1; set b to b - 1")),
    "a payment": game(
        "pay 1 from chest to box",
        ONE.format("pay 1 from box to chest; pay 1 from chest to box").replace("b = 1", "box = 1"),
    ),
    "a value": game(B, ONE.format("set b to 0; set b to bell")).replace("bell: 0..3", "bell: 0..3 = 1"),
    "a step that changes much": game(B, ONE.format("set b to 0; roll bell in 0..3; set b to 1")),
    "one of the players": game(N, ALL.format("set you.n to 0; set you.n to 1")),
    "all players": game(N, ALL.format("set players.n to 0; set players.n to 1; set bell to min(3, bell + 1)")),
    "some players": game(N, ALL.format("for each p in players where p.n < 9: set p.n to 0; set p.n to 1")),
    "the next one": game(N, ALL.format("set you.n to 0; set next(you).n to 1")),
    "another one": game(
        B, ONE.format("set b to 0; set bell to 1; set b to 1") + "  u\n    when: bell = 3\n    then: set b to 2\n"
    ),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_what_goes_on_for_ever_is_told(name: str) -> None:
    """Rules, branches, loops, sums and players on the way are followed, and such a game stops."""
    assert (SELF, "GDRUN06") == told_and_played(ENDLESS[name])


TWO = """\
  t
    when: b = 1
    then: set players.n to 3; r(0)
  u
    who: players
    when: you.n = 3
    then: set you.n to 0; r(1)
"""


@pytest.mark.parametrize(
    ("triggers", "chain"),
    [
        ("  t\n    when: b = 1\n    then: r(2)\n  u\n    when: b = 2\n    then: r(1)\n", "t → u → t"),
        (TWO, ""),
    ],
    ids=["two in turn", "what one changes may be what another one waits for"],
)
def test_two_triggers(triggers: str, chain: str) -> None:
    """Two triggers that lead to each other by a rule are told as one chain."""
    found = told_and_played(game(B, triggers, RULE.format("(x: 0..3)", "set b to x")))

    assert ([chain] if chain else [], "GDRUN06" if chain else "") == found


QUIET = {
    "stays true": game(B, ONE.format("set b to 1; set b to 1")),
    "ends false": game(B, ONE.format("set b to 0; set b to 1; set b to 0").replace("b = 1", "b = 3")),
    "the branch shuts itself": game(
        B, ONE.format("if bell < 3:\n        set bell to bell + 1\n        set b to 0\n        set b to 1")
    ),
    "the branch is never gone": game(B, ONE.format("if bell = 3: set b to 0; set b to 1")),
    "the condition shuts itself": game(
        B,
        ONE.format("set bell to min(3, bell + 1); set b to 0; set b to 1").replace("b = 1", "b = 1 and bell < 2"),
    ),
    "the game is over": game(
        B, ONE.format("set b to 0; set bell to min(3, bell + 1); set b to 1"), end="  when: bell = 3\n"
    ),
    "the game is over at once": game(B, ONE.format("set b to 2; set b to 1"), end="  when: b = 2\n"),
    "an earlier one comes first": game(
        B, "  v\n    when: b = 1\n    then: set b to 2\n" + ONE.format("set b to 0; set b to 1")
    ),
    "another one shuts the branch": game(
        B,
        ONE.format("set b to 0\n      if not stop: set b to 1") + "  v\n    when: b = 0\n    then: set stop to yes\n",
    ),
    "others": game(N, ALL.format("set you.n to 0; set next(you).n to 2")),
    "the purse is empty then": game(
        "pay 1 from chest to box",
        ONE.format("pay box from box to chest").replace("b = 1", "box = 1"),
    ),
}


@pytest.mark.parametrize("name", QUIET)
def test_what_comes_to_an_end_is_not_told(name: str) -> None:
    """Nothing is told where the chain stops by itself, by another trigger or with the game."""
    assert ([], "") == told_and_played(QUIET[name])


def test_a_depth_says_that_it_is_meant() -> None:
    """A written bound on the trigger is enough, however it sets itself off."""
    text = ENDLESS["a rule"].replace("when: b = 1", "when: b = 1\n    depth: 9")

    assert ([], "GDRUN06") == told_and_played(text)

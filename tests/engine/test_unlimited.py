"""Options, terms and plans without a limit: `unlimited` beside numbers, which no number reaches."""

from __future__ import annotations

import json

import pytest

import gamedsl
from gamedsl import SetupError

GAME = """\
game Calls "Calls"
  players: 2

options
  calls: 2, 1, unlimited                  "Calls in a turn"
  rounds: unlimited, 3                    "Rounds of the game"

table
  played: number, quiet
  each player
    tired: bool

terms
  each player
    breath = unlimited if tired else 1

phases
  game
    steps: round
    until: played = rounds or played = 40
  round
    who: players from A
    play: {plan}
    then: set played to played + 1

actions
  call "Call {{calls}}"
    then: score calls 1 for you
  rest "Rest"
    then: set you.tired to yes

scoring
  calls "Calls"

display
  said "Said"
    title: none
    line: "round {{played}} of {{rounds}}"

end
  winner: the p in players with most p.points ties all
"""


ONE = "up to 1 of call then rest"


def table(plan: str = "up to calls of call then rest", **options: int | str) -> gamedsl.Table:
    """Return a game with a plan, at its first decision."""
    return gamedsl.loads(GAME.format(plan=plan)).start(2, 1, options)


def calls_of(one: gamedsl.Table, most: int = 60) -> int:
    """Return how often A can call in its first turn, most of all so often."""
    for number in range(most):
        found = [choice.code for choice in one.legal() if choice.text == "call"]
        if not found:
            return number
        one.apply(found[0])
    return most


@pytest.mark.parametrize(("calls", "expected"), [(1, 1), (2, 2), ("unlimited", 60)])
def test_an_option_without_a_limit(calls: int | str, expected: int) -> None:
    """`up to calls of` is any number of them."""
    assert expected == calls_of(table(calls=calls))


def test_a_term_without_a_limit() -> None:
    """A term may say so in play: none is no limit."""
    plan = "up to you.breath of call then rest"
    one = table(plan)
    assert 1 == calls_of(one)
    one.apply("rest")
    one.apply("rest")
    assert 60 == calls_of(one)


def test_numbers_are_compared_with_no_limit() -> None:
    """No number equals it, and it can be asked for by its name."""
    short, long = table(ONE, rounds=3), table(ONE)
    for one in (short, long):
        while one.decider is not None:
            one.apply("rest")
    assert (6, 80) == (short.decisions, long.decisions)
    text = GAME.format(plan=ONE).replace("played = rounds or", "(rounds != unlimited and played >= rounds) or")
    again = gamedsl.loads(text).start(2, 1, {"rounds": 3})
    while again.decider is not None:
        again.apply("rest")
    assert 6 == again.decisions


def test_it_is_told_and_saved_by_its_name() -> None:
    """Words, options, saves and messages call it `unlimited`."""
    one = table(calls="unlimited")
    assert "Call unlimited" == one.legal()[0].words
    assert {"calls": "unlimited", "rounds": "unlimited"} == dict(one.options)
    lines = [line for display in one.view().displays for box in display.boxes for line in box.lines]
    assert "round 0 of unlimited" == "".join(segment.text for segment in lines[0])
    saved = json.loads(json.dumps(one.save()))
    assert one.save() == gamedsl.loads(GAME.format(plan="up to calls of call then rest")).restore(saved).save()
    with pytest.raises(SetupError, match="the option calls can be 2, 1 or unlimited, not 5"):
        table(calls=5)


def codes(text: str) -> list[str]:
    """Return the codes of the errors in a game."""
    return [found.code for found in gamedsl.check_text(text) if found.severity == "error"]


def test_what_needs_a_number_says_so() -> None:
    """`calls of X` is exactly so many, and a sum needs a number; other mixtures stay mixtures."""
    assert ["GDTYP02"] == codes(GAME.format(plan="calls of call then rest"))
    assert ["GDTYP01"] == codes(GAME.format(plan=ONE).replace("2, 1, unlimited", "2, 1, many"))
    assert ["GDTYP01"] == codes(GAME.format(plan=ONE).replace("2, 1, unlimited", "yes, no, unlimited"))
    adding = GAME.format(plan=ONE).replace("score calls 1 for", "score calls calls + 1 for")
    assert [] == codes(adding)


def test_words_of_the_file_go_first() -> None:
    """`unlimited` among words is a word of that option, also where another one has numbers."""
    text = GAME.format(plan=ONE).replace("  rounds:", "  stock: few, unlimited\n  rounds:")
    text = text.replace("played = rounds", "(stock = unlimited and rounds = unlimited and played = 2)")
    one = gamedsl.loads(text).start(2, 1, {"stock": "unlimited"})
    while one.decider is not None:
        one.apply("rest")
    assert 4 == one.decisions


def test_any_number_is_warned_about_as_before() -> None:
    """What costs nothing and may be done without a limit is told."""
    found = gamedsl.check_text(GAME.format(plan="up to calls of call then rest"))
    assert ["GDFLO05"] == [one.code for one in found if one.code != "GDNAM07"]


def test_other_words_for_no_limit_are_told() -> None:
    """A word of other tools is told what to write."""
    text = GAME.format(plan=ONE).replace("unlimited if tired else 1", "infinity if tired else 1")
    assert ["no limit is `unlimited`"] == [one.help for one in gamedsl.check_text(text) if one.severity == "error"]

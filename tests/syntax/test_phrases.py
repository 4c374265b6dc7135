"""Phrases of rulebooks whose cures are typed as they stand: the game can be played then, and is what was meant."""

from __future__ import annotations

import pytest

import gamedsl
from tests.helpers.texts import game_text

GAME = game_text("syntax/phrases")
PLAN = "(take or leave) then up to 1 of bonus"
SET = "set in_game to in_game - you [ABC-3]"
ROLL = "roll first in players [ABC-1]"
PAID = "pay 5 from bank to p.purse [ABC-2]"
UNTIL = "count(in_game) < 2 or bank = 0"
PHRASES = [
    # what stands there, what is written instead, the words that the finding marks, and what the help writes for them
    (PLAN, "(take or leave) then bonus up to 1 time", "bonus up to 1 time", "up to 1 of bonus"),
    (PLAN, "(take or leave) then bonus any number of times", "bonus any number of times", "any number of bonus"),
    (
        PLAN,
        "(take or leave or bonus) as often as you like",
        "(take or leave or bonus) as often as you like",
        "any number of (take or leave or bonus)",
    ),
    (PLAN, "take 2 times then (leave or bonus)", "take 2 times", "2 of take"),
    ("value[good]: 1..6", "value per good: 1..6", "value per good", "value[good]"),
    ("value[good]: 1..6", "value for each good: 1..6", "value for each good", "value[good]"),
    ("value[g] in 1..6", "value[g] from 1 to 6", "from 1 to 6", "in 1..6"),
    ("value[g] in 1..6", "value[g] between 1 and 6", "between 1 and 6", "in 1..6"),
    (ROLL, "first = random player [ABC-1]", "first = random player", "roll first in players"),
    (ROLL, "set first to a random player [ABC-1]", "set first to a random player", "roll first in players"),
    ("one, two", "one, two rounds", "two rounds", "two_rounds"),
    ("fish, salt", "fish, black salt", "black salt", "black_salt"),
    (SET, "remove you from in_game [ABC-3]", "remove you from in_game", "set in_game to in_game - you"),
    (PAID, "pay 5 to p.purse from bank [ABC-2]", "pay 5 to p.purse from bank", "pay 5 from bank to p.purse"),
    ("cost: pay 1 from", "cost: pay one coin from", "pay one coin from", "pay 1 from"),
    (UNTIL, "in_game not empty or bank = 0", "not empty", "count(in_game) > 0"),
    (UNTIL, "in_game empty or bank = 0", "empty", "count(in_game) = 0"),
    (UNTIL, "count(in_game) < 2 or when bank = 0", "when", "leave out `when`"),
    (UNTIL, "count(in_game) < 2 or if bank = 0", "if", "leave out `if`"),
    ('take "Take"', 'take [ABC-4] "Take"', '[ABC-4] "Take"', '"Take" [ABC-4]'),
    ("counter, 40", "counter x 40", "counter x 40", "counter, 40"),
    ("purse of coin, full", "purse of 40 coins, full", "purse of 40 coins", "purse of coin"),
    ("for each p in players:", "for all players p:", "for all players p", "for each p in players"),
    ("for each p in players: pay 5", "repeat 2: pay 1", "repeat 2:", "repeat 2 times:"),
    ("up to 1 of bonus", "one of bonus", "one of", "1 of …"),
    ("value[fish]", "value(fish)", "value(fish)", "value[fish]"),
    ("value[fish]", "fish.value", "fish.value", "value[fish]"),
    (ROLL, "set first to random [ABC-1]", "set first to random", "roll first in players"),
    ("roll value[g] in 1..6", "set value[g] to random", "set value[g] to random", "roll value[g] in 1..6"),
]


@pytest.mark.parametrize(("good", "bad", "found", "cure"), PHRASES, ids=[phrase[1] for phrase in PHRASES])
def test_a_phrase_leads_to_a_game(good: str, bad: str, found: str, cure: str) -> None:
    """One finding; with its cure typed in place of the phrase the game has no errors."""
    assert good in GAME
    text = GAME.replace(good, bad, 1)
    (finding,) = [one for one in gamedsl.check_text(text) if one.severity == "error"]
    assert cure in finding.help

    old, new = found, cure.replace("…", "").rstrip()
    if cure.startswith("leave out"):
        old, new = f"{found} ", ""
    elif found in ("not empty", "empty"):
        old = f"in_game {found}"
    cured = text.replace(bad, bad.replace(old, new, 1), 1)
    if "p.purse" in cured and "for each p" not in cured:
        cured = cured.replace("p.purse", "A.purse", 1)
    assert [] == [one for one in gamedsl.check_text(cured) if one.severity == "error"]


STALL = game_text("syntax/phrases_stall")
DEALT = "deal 1 from market to you.hand"
WINNER = "the p in players with most count(p.hand) ties all"
TYPED = [
    (DEALT, "deal 1 camel from market to you.hand", "deal 1 from (market where design = camel) to you.hand"),
    (DEALT, "move (market where ware = camel) to you.hand", "design = camel"),
    (DEALT, "move (market where camel) to you.hand", "design = camel"),
    ("after day", "after each day", "after day"),
    ("day, night", "day; night", "write a comma between two phases"),
    ("ties all", "ties", "`ties all`"),
    ("with most", "\n    by most", "write `with`"),
    ("if count(market) > 0: move", "if count(market) > 0 then move", "if count(market) > 0:"),
]


@pytest.mark.parametrize(("good", "bad", "cure"), TYPED, ids=[phrase[1].strip() for phrase in TYPED])
def test_what_to_type_is_said(good: str, bad: str, cure: str) -> None:
    """Where the words in the help do not simply take the place of others, they stand in a game that can be played."""
    assert good in STALL
    text = STALL.replace(good, bad, 1).replace("winner: the", "winner: (the").replace("ties all\n", "ties all)\n")
    text = text.replace("ties\n", "ties)\n")
    (finding,) = [one for one in gamedsl.check_text(text) if one.severity == "error"]
    assert cure in finding.help
    assert [] == [one for one in gamedsl.check_text(STALL) if one.severity == "error"]


@pytest.mark.parametrize(
    ("winner", "flown", "else_"),
    [
        ("players if flown else none", "players", "{}"),
        ("none if flown else players", "{}", "players"),
        ("(players if flown else none) if flown else none", "players", "{}"),
    ],
)
def test_nobody_wins_or_everybody(winner: str, flown: str, else_: str) -> None:
    """All win together, or nobody does: `none` says that beside a set of players as well."""
    scenarios = (
        f"scenarios\n  one\n    then: A: rest; B: take; expect winners = {flown}\n"
        f"  two\n    then: A: take; B: take; expect winners = {else_}\n"
    )
    text = STALL.replace(WINNER, winner) + scenarios
    assert [] == [one for one in gamedsl.check_text(text) if one.severity == "error"]
    assert [True, True] == [result.passed for result in gamedsl.loads(text).test()]


def test_a_condition_in_front_of_a_step() -> None:
    """It stands on a line of its own below the field, with a colon."""
    text = STALL.replace(f"then: {DEALT}", f"then: if count(market) > 0 {DEALT}")
    (finding,) = gamedsl.check_text(text)
    assert f"write it there, under `then:`: `if count(market) > 0: {DEALT}`" == finding.help
    cured = text.replace(f"then: if count(market) > 0 {DEALT}", f"then:\n      if count(market) > 0: {DEALT}")
    assert [] == [one for one in gamedsl.check_text(cured) if one.severity == "error"]


@pytest.mark.parametrize(
    ("word", "cure"),
    [("camel", "`deal 1 from (market where design = camel) to you.hand`"), ("cards", "leave it out: `deal 1 from …`")],
)
def test_rows_that_stand_in_another_file(word: str, cure: str) -> None:
    """A word that may be the name of a row is not left out: any piece would be dealt then."""
    rows = "    | ware  | copies: 1..9 |\n    | hide  | 1            |\n    | camel | 4            |\n"
    text = STALL.replace("ware: card\n", 'ware: card, csv "wares.csv"\n').replace(rows, "")
    (finding, *_) = gamedsl.check_text(text.replace(DEALT, f"deal 1 {word} from market to you.hand"))
    assert cure in finding.help


def test_points_that_are_lost() -> None:
    """The only source that steps feed is named in front of them."""
    (finding,) = gamedsl.check_text(GAME.replace("score good_points 2 for you", "score -2 for you"))
    assert "say what the points are for: `score good_points -2 for you`" == finding.help


@pytest.mark.parametrize(
    ("lines", "cure"),
    [
        ('end\n  add when: bank = 3 "poor"\n', "leave it out: `when: …`"),
        ("setup\n  edit shuffle pile\n    roll A\n", "a step of the base is changed by `change`"),
        (
            "setup\n  change for each p in players: pay 5 from bank to p.purse to pay 6 from bank to p.purse\n",
            "on the line below, two blanks further in: `for each p in players: pay 6 from bank to p.purse`",
        ),
    ],
)
def test_edits_of_a_base(lines: str, cure: str) -> None:
    """What is added, and what takes the place of a step, is written as it is in other places."""
    (finding,) = gamedsl.check_text(f'variant V "V" of "base.game"\n{lines}')
    assert cure in finding.help


def test_what_can_stand_under_end() -> None:
    """Only what can stand there is listed."""
    (finding,) = gamedsl.check_text(GAME.replace("end\n", "end\n  foo bar: yes\n"))
    assert finding.message.endswith("this place wants `when` or `winner`.")

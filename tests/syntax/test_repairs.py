"""A line with one small slip is told as it can be read, and what is told can be read."""

from __future__ import annotations

import pytest

import gamedsl
from gamedsl.syntax.recovery.hints.repairs import repaired
from tests.helpers.checking.parsing import CLAP as GAME

STEP = "score claps 1 for you\n"
LINES = [
    (STEP, "pay 1 of bank to you.gold\n", "write `then: pay 1 from bank to you.gold`"),
    (STEP, "pay 1 von bank to you.gold\n", "write `then: pay 1 from bank to you.gold`"),
    (STEP, "pay 1 from bank nach you.gold\n", "write `then: pay 1 from bank to you.gold`"),
    (STEP, "pay 1 from bank to you gold\n", "write `then: pay 1 from bank to you.gold`"),
    (STEP, "pay 1 from bank to you,gold\n", "write `then: pay 1 from bank to you.gold`"),
    (STEP, "pay 1 from bank to you.gold.\n", "leave out `.` at the end"),
    (STEP, "pay min(1 bank) from bank to you.gold\n", "write `then: pay min(1, bank) from bank to you.gold`"),
    (STEP, "pay min(1; bank) from bank to you.gold\n", "write `then: pay min(1, bank) from bank to you.gold`"),
    (STEP, "pay min{1, bank} from bank to you.gold\n", "write round brackets behind a name: `min(…)`"),
    ("if n = 1: score", "if n = 1, score", "write `if n = 1: score claps 1 for you`"),
    ("in players:", "in players do", "write `for each p in players:`"),
    ("in players:", "in players,", "write `for each p in players:`"),
    ("for each p in players:", "for each in players:", "name each of them: `for each x in …`"),
    ("for each p in players:", "for every p in players:", "write `for each p in`"),
    ("play: clap", "play: clap | stamp", "write `clap or stamp`"),
    ("play: clap", "play: clap oder stamp", "write `clap or stamp`"),
    ("who: players from A", "who: players von A", "write `who: players from A`"),
    ("rich = bank > 3", "rich = (bank > 2\n    and count(players) is 2)", "write `and count(players) = 2) \"rich\"`"),
    ("players: 2", "players: 2 or 3", "write `2 to 3`"),
    ("players: 2", "players: 2, 3 or 4", "write `2 to 4`"),
    ("players: 2", "players: 3, 4, and 5", "write `3 to 5`"),
    ("players: 2", "players: 2 or 4", "write `2 to 4`, and under this line `when: count(players) in {2, 4}`"),
    ("players: 2", "players: 2, 3, 5", "write `2 to 5`, and under this line `when: count(players) in {2, 3, 5}`"),
    ("value: 1..3", "value: 1-3", "write `| card | value: 1..3 |`"),
    ("value: 1..3", "value: 1 - 3", "write `| card | value: 1..3 |`"),
    ("most p.points", "max p.points", "write `winner: the p in players with most p.points ties all`"),
    ("ties all", "ties nobody", "write `winner: the p in players with most p.points ties none`"),
    ("heap of card, full", "heaps of card, full", "write `heap of card`"),
    ("purse of chip, full", "purse of chip, filled", "write `full`: everything of its kind starts here"),
    ("counter, 10", "counter, infinite", "write `unlimited`"),
    ("| ace  | 3 |", "| ace  3 |", "put a bar between two cells: `| ace | 3`"),
    ("play: clap", "play: clap or stamp it", "names have no blanks: write `stamp_it`"),
    ("done(clap) = 0", "done(clap) = 0 3", "write `and` or `or` between two conditions: `… and 3 …`"),
]  # fmt: skip


def helps(text: str) -> list[str]:
    """Return the help of all findings."""
    return [one.help for one in gamedsl.check_text(text)]


@pytest.mark.parametrize(("good", "bad", "cure"), LINES[:-1], ids=[line[1][:30] for line in LINES[:-1]])
def test_a_slip_is_told_as_it_can_be_read(good: str, bad: str, cure: str) -> None:
    """One finding, and its help is the line in words of the language."""
    assert good in GAME
    text = GAME.replace(good, bad, 1)
    text = text.replace("  stamp ", "  stamp_it ") if "stamp it" in bad else text
    assert [cure] == helps(text)


def test_nothing_is_offered_that_cannot_be_read() -> None:
    """A change that only moves the place where reading stops is none."""
    assert repaired("a b c", 2, 3, frozenset(), lambda rest: False) is None
    change = repaired("a b c", 2, 3, frozenset(), lambda rest: rest == " : b c")
    assert change is not None
    assert ("write `a: b c`", "") == (change.told("b"), change.old)


def test_long_lines_name_the_change_alone() -> None:
    """What is longer than a glance is not repeated."""
    long = "pay 1 of " + " + ".join(["bank"] * 20)
    change = repaired(long, 6, 8, frozenset({"from"}), lambda rest: rest.startswith(" from "))

    assert change is not None
    assert "write `from` instead of `of`" == change.told("of")


def test_a_line_that_stops_too_early_says_what_it_needs() -> None:
    """The word that goes on is named with the line, and what belongs there where only one purse can be meant."""
    assert ["the line stops too early: `then: show bank to …`"] == helps(GAME.replace(STEP, "show bank\n", 1))
    assert ["write `pay 1 from bank to you.gold`"] == helps(GAME.replace(STEP, "pay 1 from bank\n", 1))


def test_an_entry_that_has_strayed_is_one_finding() -> None:
    """The section goes on behind it, so no line of a section is missing."""
    text = GAME.replace("  colour: red, blue\n", "  rounds: 0..9\n  colour: red, blue\n", 1)

    assert ["move it under `table`"] == helps(text)


def test_terms_below_each_are_known_by_their_form() -> None:
    """`each player` alone may stand in `table` and in `terms`: its lines decide."""
    text = GAME.replace('terms\n  rich = bank > 3 "rich"', "  each player\n    rich = gold > 3", 1)

    assert ["write `terms` above it, on a line of its own at the left margin"] == helps(text)


def test_a_missing_first_line_is_one_finding() -> None:
    """Neither the indentation of what stood below nor each change of a variant is told besides."""
    variant = 'variant V "V" of "clap.game"\n  players: 3\noptions\n  remove loud\nactions\n  remove clap\n'

    for text in (GAME.replace("game Clap\n", "", 1), variant.split("\n", 1)[1]):
        assert 1 == len(helps(text))
    assert "write `variant MyVariant" in helps(variant.split("\n", 1)[1])[0]


def test_missing_players_are_told_as_such() -> None:
    """Nothing else follows: the seats are taken for known."""
    text = GAME.replace("  players: 2\n", '  when: count(players) < 6 "five at most"\n', 1)

    assert ["write `players: 2 to 4` under the first line, two blanks further in"] == helps(text)


def test_the_actions_that_are_played_belong_to_the_actions() -> None:
    """Where the line `actions` is missing it goes above the first action that a phase plays."""
    text = GAME.replace("\nactions\n", "\n", 1).replace('    when: done(clap) = 0 "only once"\n', "", 1)
    found = gamedsl.check_text(text)

    assert [(28, "actions")] == [(one.span.line, one.help.split("`")[1]) for one in found]

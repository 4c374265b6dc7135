"""Whole first files with one slip: one finding, at the right line, with what to write instead."""

from __future__ import annotations

import pytest

from tests.helpers.checking.parsing import read
from tests.helpers.texts import game_text

GAME = game_text("syntax/first_files")


def finding(text: str) -> tuple[str, str, str]:
    """Return the code, the line and what to do of the only finding in a text."""
    _, found = read(text)
    assert 1 == len(found.calls), found.calls
    code, span, values = found.calls[0]
    cure = next((values[name] for name in ("cure", "problem", "write", "likely") if name in values), "")
    return code, text.split("\n")[span.line - 1].strip(), str(cure)


def changed(*pairs: tuple[str, str]) -> str:
    """Return the game with parts of its text replaced."""
    text = GAME
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def test_the_game_has_no_findings() -> None:
    """What the mistakes are made in is itself in order."""
    assert [] == read(GAME)[1].calls


# ---------------------------------------------------------------- tables

HEAD = "    | tool   | cost: 0..9 | copies: 1..4 |\n"
HAMMER = "    | hammer | 3          | 2            |\n"
KNIFE = "    | knife  | 1          | 1            |\n"


def test_a_table_without_a_head() -> None:
    """The first row can then not be read, and the cure says what a head is."""
    code, line, cure = finding(changed((HEAD, "")))

    assert ("GDSYN30", HAMMER.strip()) == (code, line)
    assert cure.startswith("begin the table with a head, a row with the name and the type of each column")


@pytest.mark.parametrize(
    ("pairs", "line", "problem"),
    [
        (
            [(HEAD, HEAD[2:]), (HAMMER, HAMMER[2:]), (KNIFE, KNIFE[2:])],
            HEAD,
            "2 spaces where 4 are needed; the rows of a table stand one level under the line they belong to",
        ),
        (
            [(HAMMER, HAMMER[2:]), (KNIFE, KNIFE[2:])],
            HAMMER,
            "2 spaces where 4 are needed; the rows of a table stand below each other",
        ),
        (
            [(HAMMER, "  " + HAMMER), (KNIFE, "  " + KNIFE)],
            HAMMER,
            "6 spaces where 4 are needed; the rows of a table stand below each other",
        ),
        ([(KNIFE, KNIFE[1:])], KNIFE, "3 spaces where 4 are needed; the rows of a table stand below each other"),
        ([(KNIFE, KNIFE[3:])], KNIFE, "1 space where 4 are needed; the rows of a table stand below each other"),
    ],
)
def test_rows_that_do_not_stand_below_each_other(pairs: list[tuple[str, str]], line: str, problem: str) -> None:
    """A table is reported once, at its first misplaced row, and read as it is meant."""
    text = changed(*pairs)

    assert ("GDSYN02", line.strip(), problem) == finding(text)
    assert read(GAME)[0] == read(text)[0]


@pytest.mark.parametrize(
    ("old", "new", "cure"),
    [
        (KNIFE, "    knife  | 1          | 1            |\n", "a row begins with a bar as well: `| knife | 1 | 1 |`"),
        (HAMMER, "    |--------|---|:---:|\n" + HAMMER, "leave this line out: the rows follow right under the head"),
        ("| 3          |", "| 3,5        |", "numbers are whole; two values of a cell are written `3; 5`"),
        ("0..9", "0,5..9", "write a whole number; for parts of it multiply first: `x * 3 / 2`"),
    ],
)
def test_rows_with_a_slip(old: str, new: str, cure: str) -> None:
    """Bars and numbers of other programs and languages are known."""
    assert ("GDSYN30", cure) == finding(changed((old, new)))[::2]


# ---------------------------------------------------------------- indentation


def test_one_blank_for_each_level() -> None:
    """A file indented by one blank throughout is reported once and read as it is meant."""
    text = "\n".join(" " * ((len(line) - len(line.lstrip())) // 2) + line.lstrip() for line in GAME.split("\n"))

    assert ("GDSYN02", "players: 2 to 4", "1 space where 2 are needed, and so on in the whole file") == finding(text)
    assert read(GAME)[0] == read(text)[0]


def test_no_indentation_at_all() -> None:
    """Without any indentation one finding says so, and nothing is guessed."""
    text = "\n".join(line.lstrip() for line in GAME.split("\n"))
    problem = "nothing in this file is indented, so nobody can tell what belongs to what"

    assert ("GDSYN02", "players: 2 to 4", problem) == finding(text)


# ---------------------------------------------------------------- lines of sections


@pytest.mark.parametrize(
    ("section", "line"),
    [
        ("types", "good: fish, salt, cloth"),
        ("components", "coin: counter, 60"),
        ("table", "bank: purse of coin, full"),
        ("terms", "fee = 3"),
        ("setup", "for each p in players: pay 10 from bank to p.coins"),
        ("phases", "day"),
        ("actions", 'buy "Buy"'),
        ("scoring", 'tools "Tools"'),
        ("end", "winner: the p in players with most p.points ties all"),
    ],
)
def test_the_line_of_a_section_is_missing(section: str, line: str) -> None:
    """The first line that cannot stand under the section above is named, and the section that it looks like."""
    assert ("GDSYN31", line, section) == finding(changed((f"\n{section}\n", "\n")))


def test_an_action_without_fields_above_others() -> None:
    """An action may do without fields, so it belongs to the actions below it."""
    text = changed(("\nactions\n", "\n"), ('  wait "Wait"\n', ""), ('  buy "Buy"', '  wait "Wait"\n  buy "Buy"'))

    assert ("GDSYN31", 'wait "Wait"', "actions") == finding(text)


def test_one_card_with_a_wrong_field_is_no_section() -> None:
    """Where the cards below are in order, the section is not in doubt: the field itself is found later."""
    assert [] == read(changed(("    steps: turn\n", "    steps: turn\n    cost: pay 1 from bank to bank\n")))[1].calls


# ---------------------------------------------------------------- wordings

WAIT = '  wait "Wait"'
SETUP = "for each p in players: pay 10 from bank to p.coins"
MOVE = "      move t to you.stock\n"
FOR_ALL = "counters: `for each p in players: pay 10 from PURSE to p.PURSE`; pieces: `deal 10 from ZONE to p.ZONE`"
WHOLE = "write a whole number; for parts of it multiply first: `x * 3 / 2`"


@pytest.mark.parametrize(
    ("old", "new", "cure"),
    [
        (SETUP, "each player gets 10 coins", f"write `{SETUP}`"),
        (SETUP, "every player receives 10 coins from bank", f"write `{SETUP}`"),
        (SETUP, "everybody gets 10", FOR_ALL),
        (SETUP, "all players get 10 coins", f"write `{SETUP}`"),
        (SETUP, "each player: pay 10 from bank to coins", f"write `{SETUP}`"),
        (SETUP, "for all players: shuffle x", "write `for each p in players:`, and `p` for the player behind it"),
        (SETUP, "for p in players: shuffle x", "write `for each p in …`"),
        ("pay 10", "pay 2,5", WHOLE),
        ("fee = 3", "fee = 1,5 * 2", WHOLE),
        ("fee = 3", "fee = 10,000", "write numbers without a sign inside: `10000`"),
        ("fee = 3", "fee: 3", "a term is written with `=`: `fee = 3`"),
        ("fee = 3", "fee = if bank > 3 then 1 else 2", "write `1 if bank > 3 else 2`"),
        ("fee = 3", "fee = 3 if bank > 3", "say what it is otherwise: `… if bank > 3 else …`"),
        (
            "first: player",
            "first = A",
            "say first what it can be, `first: TYPE = A`; a formula belongs under `terms`",
        ),
        (
            " to bank\n    then:",
            " to bank then: shuffle x\n    then:",
            "begin a new line with `then:`; each field has a line of its own",
        ),
        (WAIT, WAIT + " then: shuffle x", "begin a new line with `then:`; each field has a line of its own"),
        (WAIT, WAIT + "\n    move x to y", "steps stand under a field: `then: move x to y`"),
        ("    pick: t", "    choose: t", "write `pick:`"),
        ("    who: players", "    turn: players", "write `who:`"),
        ("    until: count", "    while: count", "write `until:` with the opposite condition: it says when this ends"),
        ("    steps: turn", "    phases: turn", "write `steps:`"),
        (
            "| hammer | 3 ",
            "| hammer | pay ",
            "`pay` begins a step: write all of the step in this cell, or choose another name",
        ),
    ],
)
def test_wordings_of_rulebooks_and_other_languages(old: str, new: str, cure: str) -> None:
    """Each says what to write here."""
    assert cure == finding(changed((old, new)))[2]


@pytest.mark.parametrize(
    ("old", "new", "write"),
    [
        (MOVE, MOVE + "      first := you\n", "`set first to you` in steps, `first = you` under `terms`"),
        (MOVE, MOVE + "      set first := next(you)\n", "`set first to next(you)`"),
        (MOVE, MOVE + "      let q := next(you)\n", "`let q = next(you)`"),
        ("first: player", "first: player := A", "`= A`"),
        ("fee = 3", "fee :=", "`=`; to change a value in steps, `set x to …`"),
    ],
)
def test_becomes(old: str, new: str, write: str) -> None:
    """What stands instead of `:=` depends on what is meant by it."""
    assert ("GDSYN05", write) == finding(changed((old, new)))[::2]


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ("  winner: the", "winner: the", "winner: the p in players with most p.points ties all", "end"),
        ("  players: 2 to 4", "players: 2 to 4", "players: 2 to 4", 'game Shop "Shop"'),
        ("  fee = 3", "fee = 3", "fee = 3", "terms"),
        ("  good: fish", "good: fish", "good: fish, salt, cloth", "types"),
    ],
)
def test_line_at_the_margin(old: str, new: str, line: str, problem: str) -> None:
    """What is alone under a section and stands at the margin is told once, and read."""
    assert ("GDSYN02", line, f"it stands at the margin; under `{problem}` two spaces are needed") == finding(
        changed((old, new))
    )


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("  bank: purse", "bank: purse", "GDSYN02", "bank: purse of chip, full"),
        ("  coin: counter", "coin: counter", "GDSYN02", "coin: counter, 60"),
        ('  tools "Tools', 'tools "Tools', "GDSYN02", 'tools "Tools"'),
        ("  wait", "wait", "GDSYN09", 'wait "Wait"'),
        ("\nend\n", "\nworth\n  a: 3\nend\n", "GDSYN09", "worth"),
    ],
)
def test_one_line_at_the_margin(old: str, new: str, code: str, line: str) -> None:
    """The lines behind it stay what they are; what looks like a section of its own is told as one."""
    assert (code, line.replace("of chip", "of coin")) == finding(changed((old, new)))[:2]


def test_field_beside_its_card() -> None:
    """A field that stands as far from the margin as its card is told as such."""
    text = changed(("    worth: sum", "  worth: sum"))

    assert ("GDSYN02", "worth: sum(you.stock.cost)", "`worth:` stands under a paragraph, further in") == finding(text)

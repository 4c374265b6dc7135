"""Cures that lead where the author wanted to go; where that cannot be known, they say what is possible."""

from __future__ import annotations

import pytest

import gamedsl
from tests.helpers.checking.parsing import CLAP

ON_ONE_LINE = "it goes on with the line above: write both on one line, or put brackets round what takes several lines"
MANY = " and ".join(["n = 1"] * 12)
PAID = "pay 1 from bank to p.gold"
CURES = [
    ("score claps 1 for you", "score 7 if rich else 5 for you", "GDSYN30", "`score claps 7 if rich else 5 for you`"),
    ("most p.points ties all", "most p.points ties from the first", "GDSYN30", "leave out `the`: write `first`"),
    (PAID, "put first to p.gold", "GDSYN32", "a piece: `move first to p.gold`; a value: `set first to p.gold`"),
    (PAID, "set p.gold == 3", "GDSYN05", "write `to`"),
    ("| ace  | 3 |", "| ace  bank = 3 |", "GDSYN30", "put a bar behind the name of the row: `| ace | bank = 3`"),
    ("if n = 1:", f"if {MANY}", "GDSYN08", "write `:` in front of `score`"),
    ("if n = 1: score", f"if {MANY}\n        score", "GDSYN08", "write `:` at the end of this line"),
    (
        "bank: purse of chip, full\n",
        "bank: purse of chip, full\n  both(c: colour) = c = red\n",
        "GDSYN31",
        "move it under `terms`",
    ),
]


def found(text: str) -> list[tuple[int, str, str]]:
    """Return line, code and help of everything found."""
    return [(one.span.line, one.code, one.help) for one in gamedsl.check_text(text)]


@pytest.mark.parametrize(("good", "bad", "code", "cure"), CURES, ids=[cure[3][:40] for cure in CURES])
def test_a_cure_leads_to_what_was_meant(good: str, bad: str, code: str, cure: str) -> None:
    """One finding with this cure: no word of the language as a name, no colon behind half a line."""
    assert good in CLAP
    answers = found(CLAP.replace(good, bad, 1))

    assert [code] == [answer[1] for answer in answers]
    assert cure in answers[0][2]


BROKEN = [
    (PAID, "pay 1\n          from bank to p.gold", 39),
    ("for each p in players:", "for each p\n        in players:", 38),
    ('when: done(clap) = 0 "only once"', 'when: done(clap) = 0 "only once"\n      and bank > 2', 31),
    ("most p.points ties all", "most p.points\n\n    # the end\n    ties all", 47),
    ("who: players from A", "who: players\n    from A", 26),
]


@pytest.mark.parametrize(("good", "bad", "line"), BROKEN, ids=[bad[1][:20] for bad in BROKEN])
def test_a_broken_line_is_one_finding(good: str, bad: str, line: int) -> None:
    """A line that begins with a word that joins goes on with the line above; both are read as one."""
    assert good in CLAP
    assert [(line, "GDSYN30", ON_ONE_LINE)] == found(CLAP.replace(good, bad, 1))


@pytest.mark.parametrize("name", ["with", "in", "from"])
def test_a_word_that_joins_may_be_meant_as_a_name(name: str) -> None:
    """In front of a colon or words it is told as what it is, a word of the language, and joins nothing."""
    text = CLAP.replace("  bank: purse of chip, full\n", f"  {name}: purse of chip, full\n", 1)

    assert ON_ONE_LINE not in {answer[2] for answer in found(text)}


def test_values_with_traits_tell_of_the_missing_table() -> None:
    """`caller: player, quiet` is a value: the line `table` belongs above all of them."""
    text = CLAP.replace(
        "\ntable\n  bank: purse of chip, full\n", "\n  caller: player, quiet\n  other: player, quiet\n", 1
    )

    assert (14, "GDSYN31", "write `table` above it, on a line of its own at the left margin") == found(text)[0]


def test_a_component_tells_of_the_missing_components() -> None:
    """`chip: counter, 10` is no list of words, though a list could look like that."""
    text = CLAP.replace("types\n  colour: red, blue\n\ncomponents\n", "", 1)

    assert (4, "GDSYN31", "write `components` above it, on a line of its own at the left margin") == found(text)[0]


def test_removals_do_not_tell_their_section() -> None:
    """Where the line of a section is missing behind removals, which of them belong to it is left to the author."""
    variant = (
        'variant V "V" of "clap.game"\n\nphases\n  change round\n    who: players from B\n  remove later\n'
        '  remove stamp\n  change clap "Clap"\n    cost: pay 1 from you.gold to bank\n    pick: n in 1..2\n'
    )

    cure = "write `actions` on a line of its own above the first of these lines that belongs to it"
    assert [(6, "GDSYN31", cure)] == found(variant)


def test_what_is_added_in_a_variant_needs_no_word() -> None:
    """`add card` with rows under it are more rows of the base."""
    variant = 'variant V "V" of "clap.game"\n\ncomponents\n  add card\n    | card | value |\n    | queen | 1 |\n'

    cure = "write `change card` for more rows of a table of the base; what is new is written without `add`"
    assert [(4, "GDSYN30", cure)] == found(variant)


def test_a_number_without_an_end_shows_that_table_is_missing() -> None:
    """An entry of the type `number` is one of the table, so its line is where the section is missing."""
    components = "components\n  stone: counter, 9\n  rounds: number\n  each player\n    hand: purse of stone\n"
    text = f"game G\n  players: 2\n{components}"
    found = [one for one in gamedsl.check_text(text) if one.code == "GDSYN31"]
    assert [5] == [one.span.line for one in found]


def test_points_as_a_section_are_scoring() -> None:
    """It looks like `hints`, but whoever writes it means points."""
    text = CLAP.replace("\nscoring\n", "\npoints\n")
    (found,) = gamedsl.check_text(text)
    assert ("GDSYN09", "did you mean `scoring`?") == (found.code, found.help)

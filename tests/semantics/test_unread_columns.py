"""Columns that no rule reads are told: those that the head of an entry does not name, and those that it names."""

from __future__ import annotations

import pytest

from gamedsl import check_text
from tests.helpers.texts import game_text

GAME = game_text("semantics/unread_columns")
ALL = (
    "count(deck where hue = red) + sum(c.value + c.worth_now for each c in deck) + pay[1].least + pay[2].most"
    " + count(neighbours(at))"
)
FILE = "card,value,hue,text,copies{}\nace,3,red,one,1{}\nking,2,blue,two,2{}\n"


def found(read: str = ALL, *, columns: str = "", cells: str = "", more: str = "") -> list[tuple[str, str]]:
    """Code and place of the warnings, with the expression that reads the columns and further columns of the file."""
    told = check_text(GAME.replace("READ", read) + more, files={"cards.csv": FILE.format(columns, cells, cells)})
    return [(one.code, f"{one.span.line}:{one.span.column}") for one in told]


def test_what_is_read_shown_or_made_is_not_told() -> None:
    """Values, filters, formulas, charts, words for people, copies and neighbours: nothing of it is left over."""
    assert [] == found()


@pytest.mark.parametrize(
    ("left", "place"),
    [
        ("count(deck where hue = red) + ", "5:28"),
        ("c.value + ", "5:14"),
        (" + c.worth_now", "5:71"),
        (" + pay[1].least", "12:14"),
    ],
)
def test_a_typed_column_that_nothing_reads(left: str, place: str) -> None:
    """It is told at its place in the head."""
    assert [("GDDAT17", place)] == found(ALL.replace(left, ""))


@pytest.mark.parametrize(
    ("columns", "codes"),
    [
        (",limit", [("GDDAT18", "1:28")]),
        (",limit,source", [("GDDAT18", "1:28"), ("GDDAT18", "1:34")]),
        (",# limit,#source", []),
    ],
)
def test_a_column_of_the_file_that_the_head_does_not_name(columns: str, codes: list[tuple[str, str]]) -> None:
    """It is told at its place in the file, unless its name says that it is a remark."""
    assert codes == found(columns=columns, cells=",1" * columns.count(","))


@pytest.mark.parametrize(
    "more",
    [
        'scenarios\n  one "One"\n    then: expect ace.value = 3\n',
        'display\n  cards\n    each: c in deck\n    line: "{c.value}"\n',
        "hints\n  best\n    worth: max(c.value for each c in deck)\n",
    ],
)
def test_what_scenarios_displays_and_hints_read_is_read(more: str) -> None:
    """They are readers, too."""
    assert [] == found(ALL.replace("c.value + ", ""), more=more)


def test_a_kind_that_is_never_used_is_told_once() -> None:
    """Its columns are not told as well."""
    chart = "  spare[step: 1..2]: chart\n    | step | least: 0..9 |\n    | 1    | 0 |\n    | 2    | 1 |\n"
    text = GAME.replace("types\n", f"{chart}types\n").replace("READ", ALL)

    assert ["GDNAM07"] == [one.code for one in check_text(text, files={"cards.csv": FILE.format("", "", "")})]


def test_a_variant_is_not_told_what_its_base_leaves_unread() -> None:
    """What stands in the base is told there."""
    base = GAME.replace("READ", ALL.replace("c.value + ", ""))
    files = {"clap.game": base, "cards.csv": FILE.format(",limit", ",1", ",1")}

    assert [] == [
        one.code
        for one in check_text('variant Loud "Loud" of "clap.game"\n  players: 2\n', files=files)
        if one.code == "GDDAT17"
    ]

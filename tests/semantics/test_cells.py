"""Single cells of tables: what fits a type, and what is said about what does not."""

from __future__ import annotations

import pytest

from gamedsl.semantics.core import types as t
from gamedsl.semantics.data.cells import MISSING
from gamedsl.semantics.data.csv_reader import FileCell
from gamedsl.source import Source, Span
from tests.helpers.checking.tables import read, typed

# ---------------------------------------------------------------- single cells


def cell(text: str) -> FileCell:
    """Return a cell of a CSV file."""
    return FileCell(text, Span(Source("c.csv", text), 1, 1, 1, 1 + len(text)))


COLOUR = t.WordType("colour")


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("3", t.IntType(1, 5), 3),
        ("-3", t.IntType(-5, 5), -3),
        ("yes", t.BoolType(), True),
        ("no", t.BoolType(), False),
        ("pink", COLOUR, 1),
        ("B1", t.DesignType("lot"), 1),
        ("B", t.PlayerType(), 1),
        ("all of it; really", t.TextType(), "all of it; really"),
        ("", t.TextType(), ""),
        ("none", t.MaybeType(COLOUR), None),
        ("", t.MaybeType(COLOUR), None),
        ("blue", t.MaybeType(COLOUR), 2),
        ("", t.SetType(COLOUR), ()),
        ("blue;brown; blue", t.SetType(COLOUR), (0, 2)),
        ("all", t.SetType(COLOUR), (0, 1, 2)),
        ("3;1", t.SetType(t.IntType(1, 3)), (1, 3)),
        ("all", t.SetType(t.BoolType()), (0, 1)),
        ("TRUE", t.BoolType(), True),
        ("falsch", t.BoolType(), False),
        ("none", t.MaybeType(t.SetType(COLOUR)), None),
    ],
)
def test_values_of_cells(text: str, kind: t.Type, value: object) -> None:
    """What is written in a CSV cell has the value that its type gives it."""
    got, found = typed(cell(text), kind)
    assert () == found
    assert (value, type(value)) == (got, type(got))


@pytest.mark.parametrize(
    ("text", "kind", "message", "cure"),
    [
        ("6", t.IntType(1, 5), "`6` is not a number in 1..5", "if the value is right, its range is `1..6`"),
        ("99999999999", t.IntType(1, 5), "`99999999999` is not a number in 1..5", ""),
        ("three", t.IntType(1, 5), "`three` is not a number in 1..5", "write `3`"),
        ("many", t.IntType(1, 5), "`many` is not a number in 1..5", "write a whole number in digits"),
        ("1.5", t.IntType(), "`1.5` is not a number.", "write a whole number in digits"),
        ("9" * 5000, t.IntType(), f"`{'9' * 40}…` is not a number.", ""),
        ("", t.IntType(1, 5), "an empty cell is not a number in 1..5", "write a value, or give the column a default"),
        ("TRUE?", t.BoolType(), "`TRUE?` is not `yes` or `no`", "write `yes` or `no`"),
        ("pnik", COLOUR, "`pnik` is not one of `brown`, `pink` or `blue`", "did you mean `pink`?"),
        ("green", COLOUR, "`green` is not one of `brown`, `pink` or `blue`", ""),
        ("all", COLOUR, "`all` is not one of", ""),
        ("A2", t.DesignType("lot"), "`A2` is not a row of `lot`", "did you mean `A1`?"),
        ("D", t.PlayerType(), "`D` is not a player", "did you mean `A`, `B` or `C`?"),
        ("green", t.MaybeType(COLOUR), "`green` is not one of `brown`, `pink` or `blue`", ""),
        ("pink;green", t.SetType(COLOUR), "`green` is not one of", ""),
        ("pink, blue", t.SetType(COLOUR), "`pink, blue` is not one of", "put `;` between the values of a set"),
        ("none", t.SetType(COLOUR), "`none` is not one of", ""),
    ],
)
def test_cells_that_do_not_fit(text: str, kind: t.Type, message: str, cure: str) -> None:
    """A cell that does not fit is one GDDAT03 with row, column, what would fit, and often a cure."""
    got, found = typed(cell(text), kind)
    assert MISSING == got
    assert ["GDDAT03"] == [one.code for one in found]
    assert "Column `v`, row `a` of `c.csv`: " in found[0].message
    assert message in found[0].message
    assert found[0].help.startswith(cure)
    assert bool(cure) == bool(found[0].help)


def test_span_of_a_value_in_a_set() -> None:
    """The finding points to the one value of a set that is wrong."""
    _, found = typed(cell("pink; green ;blue"), t.SetType(COLOUR))
    assert [(7, 12)] == [(one.span.column, one.span.end_column) for one in found]


def test_unknown_type_is_silent() -> None:
    """A column whose type is in error already gives no further findings."""
    assert (MISSING, ()) == typed(cell("x"), t.UnknownType())


@pytest.mark.parametrize(
    "entry",
    [
        'card: card\n  | card | v: set of words |\n  | a | "x" |\n',
        "card: card\n  | card | v: set of set of colour |\n  | a | pink |\n",
        "card: card\n  | card | v[set of colour]: 1..3 |\n  | a | 1 |\n",
        "pay[set of colour]: chart\n  | colours | v: 1..3 |\n  | pink | 1 |\n",
    ],
)
def test_types_that_tables_cannot_have(entry: str) -> None:
    """Sets of words, sets of sets and sets as keys of tables are GDTYP01, once."""
    assert ["GDTYP01"] == read(entry).codes


def test_words_or_none() -> None:
    """Words may be left out."""
    got = read('card: card\n  | card | v: words or none |\n  | a | "none" |\n  | b |\n')
    assert ((), ["none", None]) == (got.found, got.data("card", "v"))


@pytest.mark.parametrize(
    ("written", "message", "cure"),
    [
        ("n: 1..9 | | 1 + 2", "`1 + 2` is not a number in 1..9", "write a plain value"),
        ("n: 1..9 | | 1; 2", "`1; 2` is not a number in 1..9", "write a plain value"),
        ("n: 1..9 | | set n to 2", "`set n to 2` is not", "write a plain value"),
        ('n: 1..9 | | "2"', '`"2"` is not a number in 1..9', "leave out the quotes"),
        ("n: words | | two", "`two` is not words", "put words for people in quotes"),
        ("n: colour | | {pink}", "`{pink}` is not one of", "write a plain value"),
        ("n: 1..9 = 0 |", "`0` is not a number in 1..9", ""),
    ],
)
def test_cells_of_the_rule_file_that_do_not_fit(written: str, message: str, cure: str) -> None:
    """Cells of the rule file hold plain values, words in quotes; defaults are checked in the same way."""
    column, _, value = written.partition("| |")
    found = read(f"card: card\n  | card | {column.rstrip(' |')} |\n  | a |{f' {value} |' if value else ''}\n").found
    assert ["GDDAT03"] == [one.code for one in found]
    assert "of the table of `card`" in found[0].message
    assert message in found[0].message
    assert found[0].help.startswith(cure)

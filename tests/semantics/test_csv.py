"""CSV files: dialects, quotes, spans, and what is reported when they are broken."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamedsl.diagnostics.report import Reporter
from gamedsl.semantics.data.csv_reader import (
    MOST_CELL_LETTERS,
    MOST_CELLS,
    MOST_COLUMNS,
    MOST_LETTERS,
    MOST_LINES,
    read_csv,
)
from gamedsl.source import UNSEEN, Source


def csv_texts(text: str) -> list[list[str]]:
    """Return header and rows of a CSV text without errors."""
    reporter = Reporter()
    file = read_csv(Source("f.csv", text), reporter.report)
    assert [] == [one for one in reporter.diagnostics if one.severity != "note"]
    assert file is not None
    return [[cell.text for cell in row] for row in (file.header, *file.rows)]


def csv_problem(text: str) -> tuple[str, str, str]:
    """Return place, problem and cure of the first finding in a CSV text."""
    reporter = Reporter()
    read_csv(Source("f.csv", text), reporter.report)
    first = reporter.diagnostics[0]
    assert "GDDAT10" == first.code
    return str(first.span), first.message.removeprefix("The file `f.csv` cannot be read: "), first.help


# ---------------------------------------------------------------- CSV files


@pytest.mark.parametrize(
    "text",
    [
        "a,b\n1,2\n",
        "a,b\r\n1,2\r\n",
        "a,b\r1,2",
        "\ufeffa,b\n1,2\n",
        "a, b \n 1,2\n",
        '"a","b"\n"1", "2" \n',
        "\n\na,b\n\n1,2\n\n   \n",
    ],
)
def test_csv_dialects(text: str) -> None:
    """Line ends, byte order mark, blanks around cells, quotes and empty lines make no difference."""
    assert [["a", "b"], ["1", "2"]] == csv_texts(text)


def test_quoted_cells() -> None:
    """Quotes keep commas, doubled quotes, blanks and line ends; a quote inside a bare cell is text."""
    assert [["a", "b"], ["1, 2", 'say "x"'], ["two\nlines", " x "], ['5"', ""]] == csv_texts(
        'a,b\n"1, 2","say ""x"""\n"two\r\nlines"," x "\n5",\n'
    )


def test_csv_spans() -> None:
    """Every cell knows its line and column, also behind a byte order mark and behind embedded line ends."""
    file = read_csv(Source("f.csv", '\ufeffid, words\n"a\nb",c\nlast ,""\n'), Reporter().report)
    assert file is not None
    spans = [[(c.span.line, c.span.column, c.span.end_line, c.span.end_column) for c in row] for row in file.rows]
    assert [(1, 1), (1, 5)] == [(cell.span.line, cell.span.column) for cell in file.header]
    assert [[(2, 1, 3, 3), (3, 4, 3, 5)], [(4, 1, 4, 5), (4, 7, 4, 9)]] == spans


LINES = f"{MOST_LINES} lines below the header"
OVERRIDE = "right-to-left override"


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ("", "f.csv:1:1", "it is empty"),
        ("\n \n", "f.csv:1:1", "it is empty"),
        ("a|b\n1|2\n", "f.csv:1:1", "its columns are separated by bars"),
        ("a,,b\n1,2,3\n", "f.csv:1:3", "column 2 has no name"),
        ("a,b,a\n1,2,3\n", "f.csv:1:5", "two columns are called `a`"),
        ('a,b\n1,"2\n', "f.csv:2:3", "the quote that opens here is never closed"),
        ('a,b\n"1"x,2\n', "f.csv:2:4", "behind the closing quote stands more text"),
        ("a,b\n1,2\x003\n", "f.csv:2:3", "this cell holds the sign U+0000 (a control sign), which nobody can see"),
        ('a,b\n1,"x\u202e"\n', "f.csv:2:3", f"this cell holds the sign U+202E ({OVERRIDE}), which nobody can see"),
        ("a,b\n1,x\u200b\n", "f.csv:2:3", "this cell holds the sign U+200B (zero width space), which nobody can see"),
        ("a\u00ad,b\n", "f.csv:1:1", "this cell holds the sign U+00AD (soft hyphen), which nobody can see"),
        ('a,b\n1,"\u2028"\n', "f.csv:2:3", "this cell holds the sign U+2028 (line separator), which nobody can see"),
        ("a,b\n1,2,3\n", "f.csv:2:1", "this row has 3 cells, but the header has 2 columns"),
        ("a,b\n1\n", "f.csv:2:1", "this row has 1 cell, but the header has 2 columns"),
        ("a\n" + "x" * (MOST_CELL_LETTERS + 1), "f.csv:2:1", f"this cell has more than {MOST_CELL_LETTERS} letters"),
        ("a\n" + "x\n" * (MOST_LINES + 1), f"f.csv:{MOST_LINES + 2}:1", f"it has more than {LINES}"),
        ("a\n" + "\n" * (MOST_LINES + 1), f"f.csv:{MOST_LINES + 2}:1", f"it has more than {LINES}"),
        (
            "a,b,c,d\n" + ",,,\n" * (MOST_CELLS // 4),
            f"f.csv:{MOST_CELLS // 4 + 1}:1",
            f"it has more than {MOST_CELLS} cells",
        ),
        ("a\n" + "x" * MOST_LETTERS, "f.csv:1:1", f"it has more than {MOST_LETTERS} letters"),
    ],
)
def test_broken_csv(text: str, place: str, problem: str) -> None:
    """Each kind of damage has its own words, its place and a cure."""
    where, shown, cure = csv_problem(text)
    assert (place, f"{problem}.") == (where, shown)
    assert cure != ""


def test_too_many_columns() -> None:
    """The number of columns has a bound."""
    assert f"a row has more than {MOST_COLUMNS} cells." == csv_problem("a," * (MOST_COLUMNS + 1))[1]


def test_rows_of_wrong_length_are_kept_after_the_finding() -> None:
    """Short rows are filled with empty cells and long ones cut, so that only one finding comes of it."""
    reporter = Reporter()
    file = read_csv(Source("f.csv", "a,b\n1\n1,2,3\n"), reporter.report)
    assert file is not None
    assert [["1", ""], ["1", "2"]] == [[cell.text for cell in row] for row in file.rows]
    assert ["GDDAT10", "GDDAT10"] == [one.code for one in reporter.diagnostics]


@given(
    st.lists(
        st.lists(
            st.text(
                st.characters(exclude_categories=["Cs", "Cc"]).filter(lambda sign: not re.search(f"[{UNSEEN}]", sign))
            ),
            min_size=3,
            max_size=3,
        ),
        max_size=5,
    )
)
def test_quoted_texts_come_back(rows: list[list[str]]) -> None:
    """Any text without control signs survives in quotes."""
    lines = ["a,b,c", *(",".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in rows)]
    given_rows = [row for row in rows if any(row)]  # rows without any value are none
    assert [["a", "b", "c"], *given_rows] == csv_texts("\n".join(lines))


@given(st.text(alphabet='ab,"\n\r; \t\x00\ufeff'))
def test_any_text_is_read_or_reported(text: str) -> None:
    """No text makes the reader stumble: it gives even rows, or says what is wrong."""
    reporter = Reporter()
    file = read_csv(Source("f.csv", text), reporter.report)
    assert (file is not None) or ["GDDAT10"] == [one.code for one in reporter.diagnostics]
    assert {len(file.header)} >= {len(row) for row in file.rows} if file else True

"""Renderers: the same findings as text, as JSON and as annotations."""

import json
from textwrap import dedent

import pytest

from gamedsl.diagnostics.diagnostic import Diagnostic, Label
from gamedsl.diagnostics.github import render_github
from gamedsl.diagnostics.json_format import report_dict
from gamedsl.diagnostics.text import excerpt, render_text
from gamedsl.source import Source, Span


def found(
    source: Source, place: tuple[int, int, int, int], help: str = "", labels: tuple[Label, ...] = ()
) -> Diagnostic:
    """Return an error at a place."""
    return Diagnostic("GDNAM01", "unknown-name", "error", Span(source, *place), "No such name.", labels, help)


def test_text_shows_place_line_and_help():
    """A finding shows where it is, what it is, the line with the span underlined, and what to write."""
    source = Source("a.game", "game X\n  pay 6 from bnak to p\n")
    expected = """\
        a.game:2:14: error GDNAM01 unknown-name: No such name.
        2 |   pay 6 from bnak to p
          |              ^^^^
            help: write bank
        """

    assert dedent(expected) == render_text([found(source, (2, 14, 2, 18), "write bank")])


def test_text_of_several_findings():
    """A blank line stands between two findings; none give nothing."""
    source = Source("a.game", "x\n")
    one = render_text([found(source, (1, 1, 1, 2))])

    assert f"{one}\n{one}" == render_text([found(source, (1, 1, 1, 2))] * 2)
    assert "" == render_text([])


def test_text_shows_labels():
    """Second places are shown with their own words and marks, line numbers in one column."""
    source = Source("a.game", "bank\n" + "\n" * 8 + "bank\n")
    label = Label(Span(source, 1, 1, 1, 5), "the first one")
    expected = """\
        a.game:10:1: error GDNAM01 unknown-name: No such name.
        10 | bank
           | ^^^^
             a.game:1:1: the first one
         1 | bank
           | ----
        """

    assert dedent(expected) == render_text([found(source, (10, 1, 10, 5), labels=(label,))])


@pytest.mark.parametrize(
    ("line", "columns", "text", "marks"),
    [
        ("\tx y", (2, 3), "    x y", "    ^"),
        ("a\tx", (3, 4), "a   x", "    ^"),
        ("日本 x", (4, 5), "日本 x", "     ^"),
        ("日本 x", (1, 3), "日本 x", "^^^^"),
        ("e\u0301 x", (4, 5), "e\u0301 x", "  ^"),
        ("abc", (4, 4), "abc", "   ^"),
        ("abc", (2, 2), "abc", " ^"),
        ("a\x1b[2Jb", (1, 2), "a\ufffd[2Jb", "^"),
    ],
)
def test_text_underlines_what_is_seen(line: str, columns: tuple[int, int], text: str, marks: str):
    """Tabs, wide and combining characters, empty spans and control characters do not move the marks."""
    shown = render_text([found(Source("a.game", line), (1, columns[0], 1, columns[1]))]).splitlines()

    assert [f"1 | {text}", f"  | {marks}"] == shown[1:]


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ((1, 3, 2, 4), ["1 | a bcd", "  |   ^^^", "2 |   efg", "  |   ^"]),
        ((1, 3, 4, 2), ["1 | a bcd", "  |   ^^^", "  ...", "4 | hi", "  | ^"]),
        ((1, 1, 2, 1), ["1 | a bcd", "  | ^^^^^"]),
        ((3, 1, 3, 1), []),
        ((9, 1, 9, 1), []),
    ],
)
def test_text_of_other_spans(place: tuple[int, int, int, int], expected: list[str]):
    """Of several lines the first and the last are shown; an empty or missing line is not."""
    source = Source("a.game", "a bcd\n  efg\n\nhi\n")

    assert expected == render_text([found(source, place)]).splitlines()[1:]


def test_colour_only_when_told():
    """Escape sequences appear with colour and change nothing else."""
    source = Source("a.game", "bnak\n")
    plain = render_text([found(source, (1, 1, 1, 5), "write bank")])
    coloured = render_text([found(source, (1, 1, 1, 5), "write bank")], colour=True)

    assert "\x1b" not in plain
    assert "\x1b[1;31merror GDNAM01 unknown-name:\x1b[0m" in coloured
    assert "\x1b[1;31m^^^^\x1b[0m" in coloured


def test_json_has_the_documented_shape():
    """All that is known about a finding is in the JSON form, and it can be dumped."""
    source = Source("a.game", "bnak\nbank\n")
    label = Label(Span(source, 2, 1, 2, 5), "here")
    expected = {
        "version": 1,
        "errors": 1,
        "warnings": 0,
        "notes": 0,
        "diagnostics": [
            {
                "code": "GDNAM01",
                "name": "unknown-name",
                "severity": "error",
                "message": "No such name.",
                "help": "write bank",
                "span": {"path": "a.game", "line": 1, "column": 1, "end_line": 1, "end_column": 5},
                "labels": [
                    {
                        "message": "here",
                        "span": {"path": "a.game", "line": 2, "column": 1, "end_line": 2, "end_column": 5},
                    }
                ],
            }
        ],
    }

    assert expected == json.loads(json.dumps(report_dict([found(source, (1, 1, 1, 5), "write bank", (label,))])))


def test_github_annotation():
    """A span on one line has columns; the help stands on a line of its own."""
    expected = (
        "::error file=a.game,line=2,endLine=2,col=3,endColumn=5,title=GDNAM01 unknown-name"
        "::No such name.%0Ahelp: write bank\n"
    )

    assert expected == render_github([found(Source("a.game", ""), (2, 3, 2, 5), "write bank")])


def test_github_leaves_columns_out_for_several_lines():
    """Columns of a span on several lines would make GitHub drop the annotation."""
    expected = "::error file=a.game,line=2,endLine=4,title=GDNAM01 unknown-name::No such name.\n"

    assert expected == render_github([found(Source("a.game", ""), (2, 3, 4, 5))])


def test_github_escapes():
    """Signs that end a command or a property are escaped."""
    source = Source("a,b:c%.game", "")
    odd = Diagnostic("GDNAM07", "never-used", "warning", Span(source, 1, 1, 2, 1), "50 %\r\nof a, b: c")
    expected = "::warning file=a%2Cb%3Ac%25.game,line=1,endLine=2,title=GDNAM07 never-used::50 %25%0D%0Aof a, b: c\n"

    assert expected == render_github([odd])


def test_a_very_long_line_is_cut_around_the_span() -> None:
    """Only the neighbourhood of the span is shown, and the mark stands under it."""
    source = Source("long.game", "a" * 3000 + "HERE" + "b" * 3000)

    ((number, text, marks),) = excerpt(Span(source, 1, 3001, 1, 3005), "^")

    assert (1, "HERE") == (number, text[len(marks) - 4 : len(marks)])
    assert "^^^^" == marks.strip()
    assert ("…", "…") == (text[0], text[-1])
    assert len(text) < 300

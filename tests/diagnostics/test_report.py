"""Reporting: words come from the catalogue, findings are sorted and counted once."""

import pytest

from gamedsl.diagnostics.catalogue import CatalogueError
from gamedsl.diagnostics.diagnostic import Label
from gamedsl.diagnostics.report import Reporter, diagnostic
from gamedsl.source import Source, Span

SOURCE = Source("b.game", "one\ntwo\n")


def span(line: int = 1, column: int = 1, source: Source = SOURCE) -> Span:
    """Return a span of two characters."""
    return Span(source, line, column, line, column + 2)


def test_words_come_from_the_catalogue():
    """Name, severity, message and help are those of the page."""
    found = diagnostic("GDNAM01", span(), kind="value", name="bnak", suggestions="`bank`")

    assert "unknown-name" == found.name
    assert "error" == found.severity
    assert "There is no value called `bnak` here." == found.message
    assert "did you mean `bank`?" == found.help


@pytest.mark.parametrize("values", [{}, {"suggestions": ""}])
def test_help_without_its_values_is_left_out(values: dict[str, str]):
    """A help line whose placeholder has no value, or an empty one, is not shown."""
    assert "" == diagnostic("GDNAM01", span(), kind="value", name="x", **values).help


def test_own_help_replaces_that_of_the_page():
    """A check may know better what to write."""
    assert "write y" == diagnostic("GDNAM02", span(), help="write y", kind="value", name="x").help


def test_zero_is_a_value():
    """A number 0 fills a placeholder of the help line."""
    found = diagnostic("GDTYP03", span(), name="f", expected="1 value", found=0)

    assert found.message.endswith("but 0 stand there.")


@pytest.mark.parametrize(
    ("values", "named"),
    [({"kind": "value"}, "name"), ({"kind": "value", "name": "x", "nmae": "y"}, "nmae")],
)
def test_wrong_placeholders_raise(values: dict[str, str], named: str):
    """A missing value and a value without a place are mistakes in the program, found at once."""
    with pytest.raises(CatalogueError, match=named):
        Reporter().report("GDNAM01", span(), **values)


def test_unknown_code_raises():
    """A code without a page cannot be reported."""
    with pytest.raises(CatalogueError, match="GDXYZ01"):
        Reporter().report("GDXYZ01", span())


def test_same_finding_counts_once():
    """Code, place and message together make a finding; labels do not matter."""
    reporter = Reporter()
    reporter.report("GDNAM02", span(), kind="value", name="x")
    reporter.report("GDNAM02", span(), kind="value", name="x", labels=[Label(span(2), "the first")])
    reporter.report("GDNAM02", span(), kind="value", name="y")
    reporter.report("GDNAM02", span(2), kind="value", name="x")

    assert 3 == len(reporter.diagnostics)


def test_findings_are_sorted():
    """Findings come by file, line and column, whatever the order of the checks."""
    reporter = Reporter()
    first = Source("a.game", "")
    places = [span(2, 5), span(10, 1), span(2, 1), span(7, 7, first)]
    for place in places:
        reporter.report("GDFLO09", place)

    expected = ["a.game:7:7", "b.game:2:1", "b.game:2:5", "b.game:10:1"]
    assert expected == [str(found.span) for found in reporter.diagnostics]


def test_has_errors():
    """Warnings alone are no errors."""
    reporter = Reporter()
    assert not reporter.has_errors
    reporter.report("GDNAM07", span(), kind="term", name="x")
    assert not reporter.has_errors
    reporter.report("GDFLO09", span())

    assert reporter.has_errors

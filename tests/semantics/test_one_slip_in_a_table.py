"""One slip in a table is told once: a head written twice, a key called otherwise, a row with a cell too few."""

from __future__ import annotations

from tests.helpers.checking.additions import BASE, check, replaced

HEAD = "    | colour | price: 1..9 |\n"


def told(text: str, files: dict[str, str] | None = None) -> list[tuple[str, str]]:
    """Return code and help of everything found."""
    return [(one.code, one.help) for one in check(text, files)[1]]


def test_a_head_that_stands_twice() -> None:
    """The second is no row of rule text."""
    assert [("GDSYN30", "leave this line out: a table has one head")] == told(replaced((HEAD, HEAD * 2)))


def test_a_key_that_is_called_almost_like_its_entry() -> None:
    """The first column is called as what the rows are rows of."""
    assert ("GDNAM01", "did you mean `lot`?") in told(replaced(("| lot | row", "| lots | row")))
    assert ("GDNAM01", "did you mean `colour`?") in told(replaced(("| colour | price", "| color | price")))


def test_cells_of_a_row_of_a_wrong_length_are_not_judged() -> None:
    """Nobody can tell which of its cells is missing."""
    text = BASE.replace(
        "  marker: piece", '  ship: card, csv "s.csv"\n    | ship | size: 1..3 | crew: bool |\n  marker: piece'
    )
    files = {"s.csv": "ship,size,crew\ntug,1,yes\nbrig,no\n"}

    assert ["GDDAT10"] == [code for code, _ in told(text, files) if code.startswith("GDDAT1") and code != "GDDAT17"]
    assert [] == [code for code, _ in told(text, files) if code == "GDDAT03"]

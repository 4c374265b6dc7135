"""Slips in grids, drawn lines and what stops a way: each is told with what to write instead."""

from __future__ import annotations

import pytest

import gamedsl
from tests.helpers.sample_games.boards import BOARDS

GRIDS = {
    "grid a-h by 1-8": "`a..h`",
    "grid a to h by 1..8": "`a..h`",
    "grid a..h, 1..8": "write `by` between columns and rows",
    "grid a..h x 1..8": "write `by` between columns and rows",
    "grid 8 by 8": "call the columns by letters",
    "grid a1..h8": "`grid a..h by 1..8`",
    "grid a..h by 1..8 hexagons": "`of hexagons`",
    "board 8 by 8": "a board is a grid",
    "lines a7 d7 g7": "put the lines in brackets",
    "lines (a7, d7)": "one after the other",
    "lines (a7 - d7 - g7)": "one after the other",
}
TERMS = {
    "way(s, direction) until open": "`(way(s, direction) until open)`",
    "(way(s, direction) closed by open)": "`(… until C closed by D)`",
    "(way(s, direction) while open)": "the opposite condition",
    "(way(s, direction) until open closed open)": "until open closed by open",
    "count(a1 to h2)": "`a1..h2`",
}
STEPS = {
    "move m to north": "`next(m.at, north)`",
    "move m to a1..h2.here": "`(a1..h2).here`",
}


def told(text: str) -> str:
    """Return the help line of the first error."""
    return next(one.help for one in gamedsl.check_text(text) if one.severity == "error") or ""


@pytest.mark.parametrize("written", GRIDS)
def test_grids_and_lines(written: str) -> None:
    """The cure is a grid or lines as they are written here."""
    assert GRIDS[written] in told(BOARDS.replace("grid a..h by 1..8\n", f"{written}\n"))


@pytest.mark.parametrize("written", TERMS)
def test_what_stops_a_way(written: str) -> None:
    """Rows that are stopped stand in brackets."""
    assert TERMS[written] in told(f"{BOARDS}terms\n  extra(s: square) = {written}\n")


@pytest.mark.parametrize("written", STEPS)
def test_places_behind_to(written: str) -> None:
    """A direction is no place, and a rectangle needs brackets before a dot."""
    assert STEPS[written] in told(f"{BOARDS}actions\n  extra\n    pick: m in you.men\n    then: {written}\n")

"""Cells that speak to ``you`` and are called in a loop over all players -> one warning, where another is meant."""

from __future__ import annotations

import pytest

import gamedsl
from tests.helpers.texts import game_text

GAME = game_text("semantics/cells_for_others")
TOLD = [
    ("for each p in players: for each c in p.town: c.does", "c.does"),
    ("for each p in players: for each c in p.town where c.open: c.does", "c.does"),
    ("for each p in players: for each c in (p.town where open): c.does", "c.does"),
    ("for each p in players:\n        if p.best != none: p.best.does", "p.best.does"),
    ("for each p in players: for each c in p.town: pay max(0, c.pays) from bank to p.coins", "c.pays"),
    ("for each p in players: set pot to min(9, max(0, sum(c.pays for each c in p.town)))", "c.pays"),
]
SILENT = [
    "for each p in players: for each c in p.town: c.gives(p)",
    "for each p in players: for each c in p.town: c.wins",
    "for each p in players - you: for each c in p.town: c.does",
    "for each p in players where p != you: for each c in p.town: c.does",
    "for each p in players: for each c in you.town: c.does",
    "for each p in players: for each c in supply: c.does",
    "for each p in players:\n        if count(c for each c in p.town) = 0: for each c in supply: c.does",
]


def found(step: str) -> list[tuple[str, str]]:
    """Return code and what is marked of everything found with this step."""
    text = GAME.replace("STEP", step)
    lines = text.split("\n")
    told = gamedsl.check_text(text)
    return [(one.code, lines[one.span.line - 1][one.span.column - 1 : one.span.end_column - 1]) for one in told]


@pytest.mark.parametrize(("step", "call"), TOLD)
def test_a_cell_for_you_in_a_loop_over_all_players(step: str, call: str) -> None:
    """Whatever it does or counts, it is for the player at turn each time."""
    assert [("GDNAM13", call)] == found(step)


@pytest.mark.parametrize("step", SILENT)
def test_what_surely_means_you_is_not_told(step: str) -> None:
    """A player who is handed over, pieces of others alone, own or common ones, and cells that speak to nobody."""
    assert [] == found(step)


def test_the_cure_of_a_cell_for_you() -> None:
    """The help says how the column and the call are written, and so the game is clean."""
    text = GAME.replace("STEP", TOLD[0][0])
    (told,) = gamedsl.check_text(text)

    assert "`does(p: player)`" in told.help and "`c.does(p)`" in told.help
    cured = text.replace("does: rule", "does(p: player): rule").replace("bank to coins |", "bank to p.coins |")
    cured = cured.replace("p.town: c.does", "p.town: c.does(p)").replace(": c.does\n", ": c.does(you)\n")
    assert [] == list(gamedsl.check_text(cured))

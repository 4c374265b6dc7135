"""A decision that changes very much: the log tells so much of it, and that the rest is left out."""

from __future__ import annotations

import pytest

from gamedsl.api import loads
from gamedsl.engine import journal
from gamedsl.game import Table
from tests.helpers.texts import game_text

LONG = game_text("presentation/long_logs")


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    """A game in which one decision makes 60 changes, of which 25 are told."""
    monkeypatch.setattr(journal, "MOST_CHANGES", 25)
    return loads(LONG).start(2, seed=1)


def _kinds(table: Table) -> list[str]:
    return [type(event).__name__.removesuffix("Event") for event in table._state.events()]


def test_so_much_is_told_and_then_that_the_rest_is_left_out(table: Table) -> None:
    """Behind the 25 changes stands one word for the others; chance is told whatever else is."""
    before = len(_kinds(table))
    table.apply("run")
    told = _kinds(table)[before:]
    assert told.count("Value") + told.count("Ledger") == 25
    assert told.count("Rest") == 1
    assert told.index("Rest") == told.index("Decision") + 26
    assert "Chance" in told  # what chance has shown is never left out: undoing asks for it
    assert any("what else happens is left out" in line for line in table.log())


def test_all_of_it_happens(table: Table) -> None:
    """What is not told is carried out."""
    table.apply("run")
    view = table.view(0)
    assert [one.text for one in view.values if one.entry == "steps"] == ["40"]
    assert [one.amount for one in view.cells if one.entry.endswith("coins") and one.seat == 0] == [20]


def test_the_next_decision_is_told_again(table: Table) -> None:
    """Changes are counted from each decision on."""
    table.apply("run")
    before = len(_kinds(table))
    table.apply("walk")
    assert "Value" in _kinds(table)[before:]

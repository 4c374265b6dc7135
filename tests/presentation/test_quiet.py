"""`quiet` keeps bookkeeping off the table, out of the log and out of the words of choices; the rules go on with it."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from gamedsl import Table, check_text, loads
from gamedsl.cli.render.why import explain
from tests.helpers.texts import game_text

GAME = game_text("presentation/quiet")


def table(noted: bool = False) -> Table:
    """The game after A has hauled, with bookkeeping on the table or not."""
    begun = loads(GAME).start(players=2, seed=1, options={"noted": noted})
    begun.apply(0)
    return begun


def entries(view: Any) -> set[str]:
    """The entries of the table in a view as JSON."""
    data = view.to_json()
    return {one["entry"] for one in (*data["cells"], *data["values"])}


def test_what_is_quiet_is_in_no_view() -> None:
    """Neither people nor programs that show a view get it; it is there when it is asked for."""
    quiet = {"vault", "aside", "packet", "pile", "trips", "lucky", "cart.number", "cart.load"}

    assert {"bank", "box", "yard"} == entries(table().view(0))
    assert {"bank", "box", "yard"} | quiet == entries(table().view(0, bookkeeping=True))


def test_an_option_decides() -> None:
    """A condition over options settles before the game whether an entry is quiet."""
    assert entries(table().view(None, bookkeeping=True)) == entries(table(noted=True).view(None))


def test_the_log_tells_what_comes_and_goes() -> None:
    """Nothing is said of quiet places among themselves; what leaves the table or comes back to it is told."""
    assert [
        "A: Haul: cart #1",
        "3 chips from bank",
        "1 chip → bank",
        "card → box",
    ] == [line.text for line in table().narration(0)][-4:]
    assert 5 < len([line for line in table(noted=True).narration(0) if line.kind == "effect"])


def test_the_ledger_knows_it() -> None:
    """Every payment and move stays in the ledger, and `why` explains quiet amounts."""
    printed = StringIO()
    console = Console(width=100, file=printed)
    console.print(explain(table(), table().view(0, bookkeeping=True), "vault"))
    told = printed.getvalue()

    assert [("bank", "vault"), ("vault", "aside"), ("aside", "bank")] == [
        (entry["source"], entry["target"]) for entry in table().ledger() if entry["form"] == "pay"
    ]
    assert (True, True) == ("vault: 1" in told, "to aside" in told)


def test_choices_do_not_name_it() -> None:
    """Pieces that differ in quiet values only are told apart by numbers, else by those values."""
    asked = [loads(GAME).start(players=2, seed=1, options={"noted": noted}) for noted in (False, True)]

    assert [
        ["Haul: cart #1", "Haul: cart #2", "Pass"],
        ["Haul: cart (number 3)", "Haul: cart (number 5)", "Pass"],
    ] == [[choice.words for choice in one.legal()] for one in asked]


def test_scenarios_and_rules_know_it() -> None:
    """Conditions, steps and scenarios read and change what is quiet."""
    assert [True] == [result.passed for result in loads(GAME).test()]


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("  trips: 0..9 = 1, quiet", []),
        ("  trips: 0..9 = 1, full", ["GDTYP01"]),
        ("  trips: 0..9 = 1, seen by none", ["GDKNO01"]),
        ("  trips: 0..9 = 1, quiet if trips = 0", ["GDTYP09"]),
    ],
)
def test_values_take_no_other_trait(line: str, codes: list[str]) -> None:
    """A value can be quiet or hidden, not filled or refilled."""
    found = check_text(GAME.replace("  trips: 0..9 = 1, quiet if not noted", line))

    assert codes == [one.code for one in found if one.severity == "error"]


@pytest.mark.parametrize("domain", ["yard", "(yard where number = 3)", "{yard.top}", "yard - yard.top"])
def test_nobody_chooses_from_what_is_quiet(domain: str) -> None:
    """Pieces to choose from must be on the table, however the set is written."""
    text = GAME.replace("yard: heap of cart, full", "yard: heap of cart, full, quiet").replace(
        "c in yard", f"c in {domain}"
    )

    assert ["GDKNO06"] == [one.code for one in check_text(text) if one.severity == "error"]

"""What is arranged under ``given``: a deal that finds too few, tables that go on, several pieces by their names."""

from __future__ import annotations

import pytest

import gamedsl
from tests.helpers.texts import game_text

RULES = game_text("scenarios/given")


def told(scenarios: str) -> list[tuple[str, str, str]]:
    """Return what the scenarios find, by code, message and help; nothing where all pass."""
    text = f"{RULES}{scenarios}"
    found = [one for one in gamedsl.check_text(text) if one.severity == "error"]
    found = found or [one for result in gamedsl.loads(text).test() for one in result.diagnostics]
    return [(one.code, one.message, one.help) for one in found]


@pytest.mark.parametrize(
    ("given", "missing"),
    [
        ("deal 1 from (used where n = 5) to row", "1 too few in used where n = 5"),
        ("deal 3 from (deck where n = 5) to row", "1 too few in deck where n = 5"),
        ("for each p in players: deal 6 from deck to p.hand", "2 too few in deck"),
        ("pay 1 from bank to A.coins; deal 2 from used to row", "2 too few in used"),
    ],
)
def test_a_deal_that_finds_too_few_says_so(given: str, missing: str) -> None:
    """What is meant to lie there would else be missing much later, as something else."""
    (code, message, cure), *_ = told(f"  one\n    given: {given}\n    then: A: wait\n")

    assert ("GDSCN08", True) == (code, f"this deal finds {missing}" in message)
    assert "for `card`" in message
    assert "or deal fewer" in cure


def test_a_deal_that_finds_enough() -> None:
    """All of a place may be dealt."""
    assert [] == told("  one\n    given: deal 10 from deck to row\n    then: A: take(card(5))\n")


LAID = "  laid\n    given: pay 5 from bank to A.coins\n    then: expect A.coins = 5\n"


def test_more_is_arranged_behind_a_table_that_only_expects_something() -> None:
    """What it expects is asked there, and not of the other table."""
    assert [] == told(
        f"{LAID}  more\n    from: laid\n    given: pay 1 from bank to A.coins\n    then: A: wait; expect A.coins = 7\n"
    )


def test_what_a_table_expects_is_asked_again_where_nothing_else_is_arranged() -> None:
    """Going on from it is going on behind its steps."""
    assert [] == told(f"{LAID}  more\n    from: laid\n    then: A: wait; expect A.coins = 6\n")


@pytest.mark.parametrize("moves", ["A: wait", "pass until game_over", "if bank = 15: A: wait"])
def test_nothing_is_arranged_behind_moves(moves: str) -> None:
    """The game has begun there."""
    base = LAID.replace("then: expect A.coins = 5", f"then:\n      {moves}")
    found = told(f"{base}  more\n    from: laid\n    given: pay 1 from bank to A.coins\n    then: A: wait\n")

    assert ("GDSCN23", True) == (found[0][0], "`laid` makes moves" in found[0][1])


@pytest.mark.parametrize(("unseen", "cure"), [("", "force deck unseen: …"), (" unseen", "leave out `unseen`")])
def test_what_is_forced_and_never_comes_has_a_cure_that_is_not_written_there(unseen: str, cure: str) -> None:
    """Where `unseen` stands already, that is not what is missing."""
    found = told(f"  one\n    given: force deck{unseen}: card(5)\n    then: A: wait\n")

    assert ["GDSCN09"] == [code for code, *_ in found]
    assert cure in found[0][2]


def test_several_pieces_by_their_names() -> None:
    """Of a row with one copy the piece is meant where only pieces have what is asked, of several in braces, too."""
    given = "set {tile(cave), tile(gate)}.flooded to yes; set tile(dunes).flooded to yes"
    assert [] == told(f"  one\n    given: {given}\n    then: expect all(t.flooded for each t in tile)\n")
    assert [] == told("  two\n    then: expect {tile(cave), tile(gate)}.site = {cave, gate}\n")

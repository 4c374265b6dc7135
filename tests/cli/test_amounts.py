"""Paydays told as tables, and how an amount came about."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

import gamedsl
from gamedsl.cli import group
from gamedsl.cli.render.payouts import render_payouts
from gamedsl.cli.render.why import explain
from gamedsl.presentation.breakdown import with_payout_tables

WAGES = str(Path(__file__).parent / "wages.game")


def wages(*moves: str, players: int = 2) -> gamedsl.Table:
    """A game after some moves."""
    table = gamedsl.load(WAGES).start(players=players, seed=1)
    for move in moves:
        table.apply(move)
    return table


def told(shown: object, width: int = 80) -> str:
    """What is printed, without blanks at the ends of lines."""
    console = Console(width=width, record=True, file=None)
    with console.capture() as captured:
        console.print(shown)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


def why(table: gamedsl.Table, typed: str, seat: int = 0) -> str:
    """The answer to ``why``."""
    return told(explain(table, table.view(seat), typed))


def test_payments_of_a_phase_are_a_payout_table() -> None:
    """A phase without decisions is added up by player and source, with the words of the payments as rows."""
    table = wages("buy(north)", "buy(south)")
    (coins,) = table.breakdowns(0)  # one score alone needs no table
    assert ("Payday", "coin") == (coins.words, coins.kind)
    assert [
        ("Wages", "", {0: 2, 1: 2}),
        ("Rents", "rent of north", {0: 3}),
        ("Rents", "rent of south", {1: 5}),
        ("Rents", "the toll", {0: 1, 1: -1}),
    ] == [(row.card, row.words, row.amounts) for row in coins.rows]
    assert [
        "Payday  coin",
        "                   A    B",
        "─────────────────────────",
        "Wages             +2   +2",
        "Rents             +4   +4",
        "  rent of north   +3",
        "  rent of south        +5",
        "  the toll        +1   -1",
        "",
        "together          +6   +6",
    ] == told(render_payouts([coins], table.names)).splitlines()


def test_the_table_stands_for_its_lines() -> None:
    """In play the table appears where the lines stood, once; other lines of the phase stay."""
    result = CliRunner().invoke(
        group, ["play", WAGES, "--seat", "1=human", "--seat", "2=human"], input="\nbuy north\n\nbuy south\n"
    )
    assert 0 == result.exit_code
    assert 1 == result.stdout.count("rent of north")
    assert "Fame: A +1" in result.stdout
    assert "3 coin" not in result.stdout.partition("Payday")[2]


def test_a_phase_that_pays_little_is_told_in_lines() -> None:
    """Less than three lines are no table."""
    table = wages("rest", "rest")
    story = table.story(0)
    assert [(passage, []) for passage in story] == list(with_payout_tables(story, table.breakdowns(0)))


@pytest.mark.parametrize("players", [2, 7, 12])
def test_tables_fit_the_terminal(players: int) -> None:
    """With many players each has a line instead of a column; nothing is wider than 80."""
    table = wages("buy(north)", *["rest"] * (players - 1), players=players)
    shown = told(render_payouts(table.breakdowns(0), table.names))
    assert "rent of north" in shown.replace("\n", " ")
    assert all(len(line) <= 80 for line in shown.splitlines())


def test_why_an_amount() -> None:
    """Every entry stands with amount, balance, words, other side and references, the newest last."""
    shown = why(wages("buy(north)"), "coins").splitlines()
    assert "A's coins: 7" == shown[0]
    assert [["+10", "10", "Set-up", "from", "bank"], ["-3", "7", "Buy", "a", "mill", "to", "bank"]] == [
        line.split() for line in shown[3:]
    ]


def test_why_the_amount_of_another_player() -> None:
    """With a name it is that player's; words, references and the other player stand beside it."""
    shown = why(wages("buy(north)", "buy(south)"), "B coins")
    assert "B's coins: 11" in shown
    assert "the toll (Rents)" in shown
    assert "to A" in shown
    assert "WAG-2" in shown


def test_why_is_limited() -> None:
    """A number says how many entries are shown; what was there before them is told."""
    shown = why(wages("buy(north)", "buy(south)"), "coins 2")
    assert "… 3 earlier" in shown
    assert ["+3", "+1"] == [line.split()[0] for line in shown.splitlines() if line.lstrip().startswith("+")]


def test_hidden_purses_stay_hidden() -> None:
    """The entries of a purse that a player may not see are not told."""
    table = wages("rest")
    assert "A's secret: 1" in why(table, "secret", seat=0)
    hidden = why(table, "A secret", seat=1)
    assert "hidden" in hidden
    assert "put by" not in hidden


def test_why_points() -> None:
    """Points are told by entry, with the sources that are counted at the end."""
    shown = why(wages("rest", "buy(south)"), "points")
    assert "A's points: 1" in shown
    assert "Fame" in shown
    assert "counted at the end: Wealth" in shown


def test_why_still_speaks_of_actions() -> None:
    """A word that names an action is about the action; a part of a name of a purse will do where no action fits."""
    table = wages()
    assert "It is possible now: Buy a mill" in why(table, "buy")
    assert "A's coins" in why(table, "coi")
    assert "No action and no amount is called `zebra`" in why(table, "zebra")


def test_several_actions_have_a_line_each() -> None:
    """A word in the words of several actions gives a line for each of them."""
    shown = why(gamedsl.load("mogul").start(seed=3), "share")
    assert "\ufffd" not in shown
    assert 3 == sum(line.startswith(("Take the", "Sell …", "Leave the")) for line in shown.splitlines())

"""A number that is only paid in secret is not told; one that everybody hears makes the payment known."""

from __future__ import annotations

import json
from random import Random

import pytest

import gamedsl
from gamedsl.game import Table
from gamedsl.players.imagine.determinization import Determinizer
from tests.helpers.texts import game_text

GAME = game_text("engine/secret_numbers")
SECRET = {
    "then": "pick: n in 1..you.safe\n    then: pay n from you.safe to you.chest",
    "cost": "pick: n in 1..you.safe\n    cost: pay n from you.safe to you.chest",
    "let": "pick: n in 1..4\n    let: m = 2 * n\n    when: m <= you.safe\n    then: pay m from you.safe to you.chest",
    "rule": "pick: n in 1..you.safe\n    then: put_aside(n)",
    "step": "then:\n      pick n in 1..you.safe\n      pay n from you.safe to next(you).chest",
    "later": "pick: p in players\n    pick: n in 1..you.safe\n    then: pay n from you.safe to p.chest",
}
TOLD = {
    "value": "pick: n in 1..9\n    then: set bid to n; pay min(n, 5) from you.safe to you.chest",
    "rule": "pick: n in 1..9\n    then: say(n)",
    "public": "pick: n in 1..4\n    then: pay n from bank to you.safe; pay n from you.safe to you.chest",
    "condition": "pick: n in 1..9\n    then:\n      if n > 3: set bid to 1\n      pay n from you.safe to you.chest",
    "words": 'pick: n in 1..9\n    then: pay n from you.safe to you.chest "{n} coins"',
    "loop": "pick: n in 1..9\n    then:\n      repeat n times: set bid to 1\n      pay n from you.safe to you.chest",
}


def started(act: str, **options: bool) -> Table:
    """Return a table of the game in which players put coins aside like this."""
    return gamedsl.loads(GAME.replace("ACT", act)).start(seed=1, options=options)


def acted(act: str, number: int, **options: bool) -> Table:
    """Return the table behind the choice of the number (behind all questions before it)."""
    table = started(act, **options)
    for _ in range(3):
        codes = [code for code in table.codes() if table.text_of(code).startswith(("act", "wait")) is False]
        moves = [table.text_of(code) for code in table.codes()]
        wanted = [move for move in moves if move in (f"act({number})", f"act.n={number}")]
        if wanted:
            table.apply(wanted[0])
            return table
        table.apply(next(move for move in moves if move.startswith("act")) if "wait" in moves else codes[0])
    raise AssertionError("the number is asked for")


def shown(table: Table, seat: int | None) -> str:
    """Return what the log tells a seat."""
    return json.dumps([[line.text for line in table.narration(seat)], table.events(seat)])


def purses(table: Table, seat: int) -> set[tuple[int, ...]]:
    """Return the purses in deals of what a seat does not know."""
    engine, state = table._engine, table._state
    return {tuple(Determinizer(engine, state, seat).deal(Random(number)).purses) for number in range(30)}


@pytest.mark.parametrize("form", SECRET)
def test_a_number_that_is_only_paid_in_secret_is_not_told(form: str) -> None:
    """Whichever number was picked, the log of those who do not see the payment is the same, byte for byte."""
    two, four = acted(SECRET[form], 2), acted(SECRET[form], 4)

    assert shown(two, 2) == shown(four, 2)
    assert shown(two, None) == shown(four, None)
    assert shown(two, 0) != shown(four, 0)
    assert len(purses(four, 2)) > 1


@pytest.mark.parametrize("form", TOLD)
def test_a_number_that_is_told_makes_the_payment_known(form: str) -> None:
    """A number that others hear is told, so is what was paid, and deals keep it."""
    table = acted(TOLD[form], 4)

    assert shown(table, 2) != shown(acted(TOLD[form], 2), 2)
    assert any("4 coin" in line for line in table.log(2))
    assert not any("some coin" in line for line in table.log(2))
    assert {tuple(table._state.purses)} == purses(table, 2)


def test_open_purses_hide_no_numbers() -> None:
    """Where an option shows all purses, numbers and payments are told."""
    table = acted(SECRET["then"], 4, safes_open=True)

    assert any("Put aside: 4" in line for line in table.log(2))


def test_who_receives_in_secret_reads_the_payment() -> None:
    """The receiver does not read the number in the line of the decision, but the payment behind it."""
    table = acted(SECRET["step"], 4)

    assert any("4 coin" in line for line in table.log(1))
    assert not any("4" in line for line in table.log(2)[-2:])


def test_words_must_not_name_a_secret_number() -> None:
    """A number that nobody else hears is a secret of the player in words of other questions, too."""
    act = 'pick: n in 1..you.safe\n    pick: m in 1..2 "Sure about {n}?"\n    then: pay n from you.safe to you.chest'
    table = acted(act, 4)
    table.apply("act.m=1")

    assert any("Sure about 4?" in line for line in table.log(0))
    assert any("Sure about …?" in line for line in table.log(2))


NOTHING = "pick: n in 0..4\n    then: pay n from you.safe to you.chest"


def test_a_secret_payment_of_nothing_is_not_told_by_silence() -> None:
    """Others read the same whether nothing or something was paid; who paid reads nothing of nothing."""
    none, two = acted(NOTHING, 0), acted(NOTHING, 2)

    assert shown(none, 2) == shown(two, 2)
    assert shown(none, None) == shown(two, None)
    assert purses(none, 2) == purses(two, 2)
    assert "safe" not in "".join(none.log(0)[-2:])


PRICE = "pick: n in 1..9\n    then: set bid to n; put_away"


@pytest.mark.parametrize("amount", ["bid", "bid + 1", "3", "min(bid, 4)"])
def test_a_payment_that_follows_from_public_values_is_told(amount: str) -> None:
    """A bid that everybody has heard is paid for everybody to hear, whatever purses it goes between."""
    rule = f"rules\n  put_away\n    then: pay {amount} from active.safe to active.chest\nend\n"
    table = gamedsl.loads(GAME.replace("ACT", PRICE).replace("end\n", rule, 1)).start(seed=1)
    table.apply("act(4)")
    entries = [entry for entry in table.ledger(2) if entry["source"] == "A.safe"]
    paid = {"bid": 4, "bid + 1": 5, "3": 3, "min(bid, 4)": 4}[amount]

    assert [(paid, True)] == [(entry["amount"], entry["full"]) for entry in entries]
    assert 1 == len(purses(table, 2))


def test_a_payment_that_follows_from_a_hidden_purse_is_not_told() -> None:
    """What depends on how much a player has in secret stays hidden."""
    rule = "rules\n  put_away\n    then: pay min(bid, active.safe) from active.safe to active.chest\nend\n"
    table = gamedsl.loads(GAME.replace("ACT", PRICE).replace("end\n", rule, 1)).start(seed=1)
    table.apply("act(4)")

    assert [False] == [entry["full"] for entry in table.ledger(2) if entry["source"] == "A.safe"]

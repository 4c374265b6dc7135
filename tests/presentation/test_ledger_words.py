"""The words of ledger entries are worked out when their step begins, and say which of several copies is meant."""

from __future__ import annotations

from gamedsl import loads
from tests.helpers.texts import game_text

GAME = game_text("presentation/ledger_words")


def words(move: str) -> list[str]:
    """Return the words of the ledger after one move."""
    table = loads(GAME).start(players=2, seed=1)
    table.apply(move)
    return [entry["words"] for entry in table.ledger()]


def test_words_of_a_payment() -> None:
    """What a loan was for stands as it was offered, not as it would be offered now, in all steps."""
    assert ["Borrow 2 chips at 0", "Borrow 2 chips at 0"] == words("borrow")


def test_words_of_moves() -> None:
    """Each step tells what was there when it began."""
    assert ["Take a card of 6", "one of 5"] == words("take")


MANY = game_text("presentation/ledger_words_many")


def test_words_of_pieces_that_move_one_by_one() -> None:
    """They are those of the moment when the step begins, for every piece; so are those of a phase."""
    table = loads(MANY).start(players=2, seed=1)
    found = [entry["words"] for entry in table.ledger()]

    assert ["two of 6", "two of 6"] == found[:2]
    assert {"the rest of 4"} == set(found[2:-4])
    assert ["Round with 6 in the box", "a chip", "Tax of 18", "Tax of 18"] == found[-4:]
    assert ["Round with 6 in the box"] * 2 == [one["words"] for one in table.events() if one["event"] == "phase"]


def test_the_log_says_the_words_of_steps_and_rules() -> None:
    """In brackets behind what happens, where no line of its own says them; those of a phase are its head."""
    told = [line.text for line in loads(MANY).start(players=2, seed=1).narration(None)]

    assert "Round with 6 in the box" == told[0]
    assert ["1 chip: bank → A", "1 chip: bank → A (a chip)", "1 chip: A → bank (Tax of 18)"] == told[-5:-2]
    assert "1 chip: A → bank" == told[-2]
    assert told[1].endswith(" (two of 6)")


def test_words_of_points() -> None:
    """Points are told before they are given."""
    assert ["Gain with 0 points"] == words("gain")


SHOPS = game_text("presentation/ledger_words_shops")


def test_which_copy_was_paid() -> None:
    """Of several copies the ledger, the log and the table name the one by its place, where everybody sees it."""
    table = loads(SHOPS).start(players=2, seed=1)
    table.apply("fill")

    assert [
        ("bank", "inn on A.street[2].till"),
        ("inn on A.street[2].till", "mill.till"),
    ] == [(entry["source"], entry["target"]) for entry in table.ledger() if entry["form"] == "pay"]
    assert [
        "A: Fill",
        "2 chips: bank → inn (A's 2) till",
        "1 chip: inn (A's 2) till → mill till",
        "inn (B's 1) level: 4",
    ] == [line.text for line in table.narration(None)][-4:]
    assert {"inn (A's 2)": 1, "inn (B's 1)": 0, "mill": 1} == {
        cell.holder_words: cell.amount for cell in table.view(None).cells if cell.entry == "shop.till"
    }

"""The words of ledger entries are worked out when their step begins, and say which of several copies is meant."""

from __future__ import annotations

from gamedsl import loads

GAME = """game Loans "Loans"
  players: 2
components
  chip: counter, 20
  card: card, 1 each n: 1..6
table
  bank: purse of chip, full
  box: heap of card, full
  marker: 0..9
  each player
    chips: purse of chip
    hand: heap of card
terms
  loan = 2 if bank = 20 else 1
phases
  game
    who: players from A
    play: borrow or take or gain
actions
  borrow "Borrow {loan|chip|chips} at {marker}"
    then:
      pay loan from bank to you.chips
      set marker to 5
      score gains loan for you
  take "Take a card of {count(box)}"
    then:
      move box.top to you.hand
      deal 1 from box to you.hand "one of {count(box)}"
  gain "Gain with {you.points|point|points}"
    then: score gains 3 for you
scoring
  gains "Gains"
end
  winner: none
"""


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


MANY = """game Many "Many"
  players: 2
components
  card: card, 1 each n: 1..6
  chip: counter, 20
table
  bank: purse of chip, full
  box: heap of card, full
  shelf: heap of card
  each player
    chips: purse of chip
phases
  round "Round with {count(box)} in the box"
    then:
      deal 2 from box to shelf "two of {count(box)}"
      move (box where n > 4) to shelf "the rest of {count(box)}"
      pay 1 from bank to A.chips
      pay 1 from bank to A.chips "a chip"
      tax
rules
  tax "Tax of {bank}"
    then:
      pay 1 from A.chips to bank
      pay 1 from A.chips to bank
end
  winner: none
"""


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


SHOPS = """game Shops "Shops"
  players: 2
components
  chip: counter, 20
  shop: tile
    | shop  | copies: 1..4 |
    | inn   | 2            |
    | mill  | 1            |
table
  bank: purse of chip, full
  box: heap of shop, full
  each shop
    till: purse of chip
    level: 0..9
  each player
    street[lot: 1..3]: slot of shop
setup
  move box.top to A.street[2]
  move box.top to B.street[1]
phases
  game
    who: players from A
    play: fill
actions
  fill "Fill"
    then:
      pay 2 from bank to A.street[2].till
      pay 1 from A.street[2].till to mill.till
      set B.street[1].level to 4
end
  winner: none
"""


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

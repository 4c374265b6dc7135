"""Tables as spreadsheets save them: other separators, blank rows and columns, no-break blanks, their words for yes."""

from __future__ import annotations

from pathlib import Path

import pytest

import gamedsl

GAME = """game Bazaar "Bazaar"
  players: 2

components
  coin: counter, unlimited
  offer: card, csv "offers.csv"
    | offer | title: words | cost: 0..2000 | rare: bool | copies: 1..4 |

table
  bank: purse of coin, unlimited
  deck: stack of offer, full, seen by none
  row: heap of offer
  each player
    coins: purse of coin
    town: heap of offer

setup
  shuffle deck
  deal 2 from deck to row

phases
  day
    who: players from A
    play: buy or rest
    until: count(deck) = 0 or B.coins > 20

actions
  buy "Buy"
    pick: o in row where not o.rare "Which?"
    cost: pay o.cost from you.coins to bank
    then: move o to you.town; deal 1 from deck to row
  rest "Rest"
    then: pay 2 from bank to you.coins

end
  winner: the p in players with most count(p.town) ties all
"""
PLAIN = "offer,title,cost,rare,copies\ninn,Inn,2,no,3\nmill,Mill,3,yes,3\n"


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        PLAIN + ",,,,\n" * 900,
        PLAIN.replace("\n", ",,\n") + ",,,,,,\n",
        PLAIN.replace("2,no", "2\u00a0,no"),
        PLAIN.replace(",", ";"),
        PLAIN.replace(",", ";").replace("\n", "\r\n"),
        PLAIN.replace(",", "\t"),
        PLAIN.replace(",no,", ",FALSE,").replace(",yes,", ",TRUE,"),
        PLAIN.replace(",no,", ",FALSCH,").replace(",yes,", ",WAHR,"),
        PLAIN.replace(",no,", ",faux,").replace(",yes,", ",VRAI,"),
        "\ufeff" + PLAIN,
    ],
)
def test_what_spreadsheets_write_is_the_same_table(text: str) -> None:
    """The rules are those of the plain table, to the letter."""
    files = {"offers.csv": text}
    plain = gamedsl.loads(GAME, files={"offers.csv": PLAIN})

    assert [] == list(gamedsl.check_text(GAME, files=files))
    assert tables(plain) == tables(gamedsl.loads(GAME, files=files))


def tables(game: gamedsl.Game) -> object:
    """Return the words and numbers of the offers."""
    table = game.start(players=2, seed=4)
    return [str(table.view(revealed=True)), [str(choice) for choice in table.legal()]]


@pytest.mark.parametrize(
    ("cell", "cure"),
    [
        ('"1,000"', "write `1000`"),
        ("1.000", "write `1000`"),
        ("5.0", "write `5`"),
        ("=5", "write `5`"),
        ("+5", "write `5`"),
        ("5 coins", "write `5`"),
        ("five", "write `5`"),
        ("1\u00a0000", "write `1000`"),
    ],
)
def test_a_number_in_other_dress(cell: str, cure: str) -> None:
    """One finding, with the number that is meant; written so, it is a clean game."""
    text = PLAIN.replace("Inn,2", f"Inn,{cell}")
    (found,) = gamedsl.check_text(GAME, files={"offers.csv": text})

    assert ("GDDAT03", cure) == (found.code, found.help)
    meant = cure.split("`")[1]
    assert [] == list(gamedsl.check_text(GAME, files={"offers.csv": PLAIN.replace("Inn,2", f"Inn,{meant}")}))


def test_a_table_in_the_code_of_windows(tmp_path: Path) -> None:
    """A German spreadsheet saves semicolons and letters of its own; it opens, with the right letters."""
    (tmp_path / "bazaar.game").write_text(GAME, "utf-8")
    (tmp_path / "offers.csv").write_bytes(PLAIN.replace(",", ";").replace("Mill", "Mühle").encode("cp1252"))

    assert [] == list(gamedsl.check_path(tmp_path / "bazaar.game"))
    assert "Mühle" in str(gamedsl.load(tmp_path / "bazaar.game").start(players=2, seed=4).view(revealed=True))

"""Tables as spreadsheets save them: other separators, blank rows and columns, no-break blanks, their words for yes."""

from __future__ import annotations

from pathlib import Path

import pytest

import gamedsl
from tests.helpers.texts import game_text

GAME = game_text("semantics/spreadsheets")
ENDS, TWICE = "write `|` between the cells, and at both ends of the row", ", here and at another place of this line"
PLAIN = "offer,title,cost,rare,copies\ninn,Inn,2,no,3\nmill,Mill,3,yes,3\n"


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        "sep=,\n" + PLAIN,
        "sep=;\r\n" + PLAIN.replace(",", ";"),
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


@pytest.mark.parametrize("name", ["Öl", "5 € Münze", "„Mühle“ – groß", "Größe 2½", "Café de l’Île", "×2", "ÖÄÜ"])
def test_words_of_windows(name: str, tmp_path: Path) -> None:
    """Whatever letters and signs of Windows stand in a table, at whatever place, it opens."""
    (tmp_path / "bazaar.game").write_text(GAME, "utf-8")
    (tmp_path / "offers.csv").write_bytes(PLAIN.replace(",", ";").replace("Mill", name).encode("cp1252"))

    assert [] == list(gamedsl.check_path(tmp_path / "bazaar.game"))
    assert name in str(gamedsl.load(tmp_path / "bazaar.game").start(players=2, seed=4).view(revealed=True))


@pytest.mark.parametrize("code", ["cp1251", "mac_roman", "cp437", "utf-16"])
def test_other_codes_are_no_text(code: str, tmp_path: Path) -> None:
    """A table in a code that is not known is refused: its letters would be wrong ones."""
    (tmp_path / "bazaar.game").write_text(GAME, "utf-8")
    (tmp_path / "offers.csv").write_bytes(PLAIN.replace("Mill", "Привет" if code == "cp1251" else "Mühle").encode(code))

    assert ["GDDAT10"] == [one.code for one in gamedsl.check_path(tmp_path / "bazaar.game")]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (PLAIN + ",,,,\n" * 900, "900 rows"),
        (",,,,\n" + PLAIN, "1 row"),
        (PLAIN.replace("\n", ",,\n") + ",,,,,,\n", "1 row and 2 columns"),
        ("".join(f",{line}\n" for line in PLAIN.splitlines()), "1 column"),
        ("".join(line.replace(",", ",,", 1) + "\n" for line in PLAIN.splitlines()), "1 column"),
        (PLAIN.replace(",", ";").replace("\n", ";\n"), "1 column"),
        (PLAIN.replace("\n", ',""\n'), "1 column"),
    ],
)
def test_what_is_empty_is_nothing(text: str, what: str) -> None:
    """Rows and columns without any value, wherever they are, are left out with one note; the table is the plain one."""
    files = {"offers.csv": text}
    (found,) = gamedsl.check_text(GAME, files=files)

    assert ("GDDAT23", "note", f"Nothing stands in {what} of `offers.csv`.") == (
        found.code, found.severity, found.message
    )  # fmt: skip
    plain = gamedsl.loads(GAME, files={"offers.csv": PLAIN})
    assert tables(plain) == tables(gamedsl.loads(GAME, files=files))


def test_a_value_outside_is_told() -> None:
    """A row with one value beside the table is one finding, and no row."""
    (found,) = gamedsl.check_text(GAME, files={"offers.csv": f"{PLAIN},,,,,7\n"})

    assert "this row has 6 cells, but the header has 5 columns" in found.message


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ({"title": "Card title"}, "`Card title` is `card_title`"),
        ({"title": "Card\u00a0Title"}, "`Card\u00a0Title` is `card_title`"),
        ({"title": "card-title", "cost": "Cost (€)"}, "`card-title` is `card_title` and `Cost (€)` is `cost`"),
        ({"title": "CARD TITLE", "rare": "Rare?"}, "`CARD TITLE` is `card_title` and `Rare?` is `rare`"),
        ({"title": '"Card\ntitle"'}, "`Card\ntitle` is `card_title`"),
    ],
)
def test_heads_for_people(written: dict[str, str], names: str) -> None:
    """Columns are found under names with blanks, capitals and signs: one note for a file, and the same rules."""
    game = GAME.replace("title: words", "card_title: words")
    head, _, rows = PLAIN.partition("\n")
    for name, shown in written.items():
        head = head.replace(name, shown)
    files = {"offers.csv": f"{head}\n{rows}"}
    (found,) = gamedsl.check_text(game, files=files)

    assert ("GDDAT24", "note", f"In the head of `offers.csv` {names}.") == (found.code, found.severity, found.message)
    plain = gamedsl.loads(game, files={"offers.csv": PLAIN.replace("title", "card_title")})
    assert tables(plain) == tables(gamedsl.loads(game, files=files))


@pytest.mark.parametrize("head", ["offer,Card title,cost,Cost 2,Card_Title", "offer,title,cost,# card title,copies"])
def test_heads_that_may_be_several(head: str) -> None:
    """Where two columns may be meant, or only a remark is called so, nobody guesses."""
    game = GAME.replace("title: words", "card_title: words")
    codes = {one.code for one in gamedsl.check_text(game, files={"offers.csv": PLAIN.replace(PLAIN[:28], f"{head}\n")})}

    assert "GDDAT02" in codes
    assert "GDDAT24" not in codes


@pytest.mark.parametrize(
    ("cells", "cure"),
    [
        (("Inn,2,no", "Inn,\u00a02\u202f5,no"), "write `25`"),
        (("Inn,2,no", "Inn,2,n\u00a0o"), "write `no`"),
        (("inn,", "the\u00a0inn,"), "write for example `the_inn`"),
        (("offer,", "offer,"), ""),
    ],
)
def test_blanks_that_look_like_others(cells: tuple[str, str], cure: str) -> None:
    """A no-break space inside a value that does not fit is named, with what is written instead; in words it stays."""
    text = PLAIN.replace("Mill", "The\u00a0mill").replace(*cells)
    found = list(gamedsl.check_text(GAME, files={"offers.csv": text}))

    assert [("GDDAT03", True, True)] * bool(cure) == [
        (one.code, "no-break space in it" in one.message, one.help.startswith(cure)) for one in found
    ]


@pytest.mark.parametrize("sign", ["\t", ";", "|"])
@pytest.mark.parametrize("row", ["mill,Mill,3,yes,3", "mill,Mill", "Mill,3,yes"])
def test_a_row_with_other_signs_between_its_cells(sign: str, row: str) -> None:
    """Several tabs (or other separators) in a row are one finding, which names the sign; the row is read."""
    (found,) = gamedsl.check_text(GAME, files={"offers.csv": PLAIN.replace(row, row.replace(",", sign))})

    assert ("GDDAT10", "write commas there, as in the header") == (found.code, found.help)
    assert " between its cells, but the header has not" in found.message


@pytest.mark.parametrize(
    ("old", "new", "cure"),
    [
        ("| inn | Inn | 2 |", "| inn |\tInn\t| 2\t|", "write a blank, here and at 2 other places of this line"),
        ("| inn | Inn | 2 |", "| inn\tInn\t2 |", "write `|` between the cells" + TWICE),
        ("| inn | Inn | 2 |", "inn\tInn\t2", ENDS + TWICE),
        ("move o to", "move\to\tto", "write a blank" + TWICE),
        ("move o to", "move\u00a0o\u00a0to", "write a blank" + TWICE),
        ("move o to", "move\u00a0o to", "write a blank"),
        ("move o to", "move $o $to", "remove it" + TWICE),
    ],
)  # fmt: skip
def test_one_sign_several_times_in_a_line(old: str, new: str, cure: str) -> None:
    """A sign that means nothing is told once for a line, with the count, and with what stands there instead."""
    table = "    | offer | title: words | cost: 0..2000 | rare: bool = no | copies: 1..4 = 3 |\n    | inn | Inn | 2 |\n"
    game = GAME.replace(', csv "offers.csv"', "").replace(
        "    | offer | title: words | cost: 0..2000 | rare: bool | copies: 1..4 |\n", table
    )
    (found,) = gamedsl.check_text(game.replace(old, new))

    assert ("GDSYN11", cure) == (found.code, found.help)

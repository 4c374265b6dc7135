"""Tables under entries and CSV files: how they are read, merged and typed, and what is refused."""

from __future__ import annotations

import pytest

from gamedsl.semantics.texts.keys import texts
from gamedsl.syntax import nodes
from tests.helpers.checking.additions import check
from tests.helpers.checking.tables import read

# ---------------------------------------------------------------- tables in the rule file


def test_table_in_the_rule_file() -> None:
    """Rows have names, cells have the values of their columns, and rows may stop early."""
    got = read(
        "card: card\n"
        "  | card | value: -2..3 | hue: colour = pink | to: set of colour | on: bool or none |\n"
        "  | jack | -1 | blue | brown; blue | yes |\n"
        "  | king | 3 |\n"
        "  | ace  | 2 |      | {blue, brown} | none |\n"
        "  | ten  | 1 | pink | all |\n"
    )
    assert () == got.found
    assert ["jack", "king", "ace", "ten"] == got.names("card")
    assert [-1, 3, 2, 1] == got.data("card", "value")
    assert [2, 1, 1, 1] == got.data("card", "hue")
    assert [(0, 2), (), (0, 2), (0, 1, 2)] == got.data("card", "to")
    assert [True, None, None, None] == got.data("card", "on")


def test_words_and_rule_text() -> None:
    """A column of words takes text in quotes; rule text stays as written."""
    got = read(
        'tile: tile\n  | tile | label: words | needs(n: 1..3): condition = yes |\n  | a | "An A" | n = 3 |\n  | b |\n'
    )
    first, second = got.typed["tile"]
    assert () == got.found
    assert ["An A", ""] == got.data("tile", "label")
    assert isinstance(first.code["needs"], nodes.Cell)
    assert None is second.code["needs"]


def test_keyed_column_in_the_rule_file() -> None:
    """The cell of a keyed column holds one value for each key, with semicolons between them."""
    got = read("card: card\n  | card | size[class]: 1..9 |\n  | a | 4; 5 |\n  | b | 4 |\n  | c |\n")
    assert [(4, 5), (1, 1), (1, 1)] == got.data("card", "size")
    assert ["GDDAT03", "GDDAT03", "GDDAT03"] == got.codes


def test_chart_in_the_rule_file() -> None:
    """Keys of a chart are typed; the head may have them in another order than the entry."""
    got = read(
        "pay[class, n: 1..2]: chart\n  | n | class | gold: 0..9 |\n"
        + "".join(f"  | {n} | {c} | {n * 3} |\n" for n in (1, 2) for c in ("high", "low"))
    )
    assert () == got.found
    assert [(0, 1), (1, 1), (0, 2), (1, 2)] == [row.keys for row in got.typed["pay"]]
    assert [3, 3, 6, 6] == got.data("pay", "gold")


def test_chart_with_gaps() -> None:
    """Missing keys are GDDAT05; with a default in every column they get a row of their own."""
    bad = read("pay[n: 1..6]: chart\n  | n | gold: 0..9 | more: 0..9 = 1 |\n  | 2 | 1 |\n")
    good = read("pay[n: 1..3]: chart\n  | n | gold: 0..9 = 7 | by[class]: 0..9 = 4 |\n  | 2 | 1 |\n")
    assert ["The chart `pay` has nothing for `1`, `3` and `4` and 2 more."] == [one.message for one in bad.found]
    assert "gold" in bad.found[0].help
    assert () == good.found
    assert [((2,), 1, (4, 4)), ((1,), 7, (4, 4)), ((3,), 7, (4, 4))] == [
        (row.keys, row.data["gold"], row.data["by"]) for row in good.typed["pay"]
    ]


def test_chart_that_is_too_large() -> None:
    """Keys that allow too many rows are refused before anything is built."""
    got = read("pay[n: 1..2000000000, m: 1..9]: chart\n  | n | m | gold: 0..9 |\n  | 1 | 1 | 1 |\n")
    assert ["GDDAT10"] == got.codes


def test_column_with_too_many_keys() -> None:
    """Keys of a column are bounded as well."""
    got = read("card: card\n  | card | v[1..2000000000]: 0..9 |\n  | a | 1 |\n")
    assert ["GDDAT10"] == got.codes


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ("card: card\n  | card | b | v: 1..3 |\n", "The table of `card` cannot be read: the column `b` has no type"),
        ("card: card\n  | v: 1..3 | card |\n", "its columns without a type must be the names of the rows"),
        ("card: card\n  | v: 1..3 |\n", "its columns without a type must be the names of the rows"),
        ("c[class, n: 1..2]: chart\n  | class | v: 1..3 |\n", "its columns without a type must be `class` and `n`"),
        ("card: card\n  | card | v: 1..3 |\n  | a | 1 | 2 |\n", "this row has 3 cells, but the head has 2 columns"),
        ('c[class]: chart, csv "c.csv"\n', "The chart `c` cannot be read: it has no head"),
    ],
)
def test_heads_that_do_not_fit(table: str, problem: str) -> None:
    """Heads need exactly the key columns without a type, and rows no more cells than the head."""
    found = read(table, c="class\n").found
    assert ["GDDAT10"] == [one.code for one in found]
    assert problem in found[0].message


def test_column_twice() -> None:
    """Two columns of one name are GDNAM02 at the second."""
    assert ["GDNAM02"] == read("card: card\n  | card | v: 1..3 | v: 1..3 |\n  | a | 1 |\n").codes


def test_row_twice_in_the_rule_file() -> None:
    """A key twice is GDDAT04 at the second row and points to the first."""
    found = read("card: card\n  | card | v: 1..3 |\n  | a | 1 |\n  | a | 2 |\n").found
    assert [("GDDAT04", 8, [7])] == [(one.code, one.span.line, [x.span.line for x in one.labels]) for one in found]


def test_copies() -> None:
    """Copies below 1 are GDDAT07."""
    found = read("card: card\n  | card | copies: 0..9 |\n  | a | 0 |\n  | b | 1 |\n").found
    assert [("GDDAT07", "`a` has 0 copies; there must be at least 1.")] == [(one.code, one.message) for one in found]


# ---------------------------------------------------------------- entries with a CSV file


def test_columns_come_from_the_file() -> None:
    """Columns are found by name, remarks are ignored, the first column is the row name."""
    got = read(
        'card: card, csv "cards.csv"\n  | card | on: bool | v: 1..9 |\n', cards="id,v,# note,on\na,3,x,yes\nb,4,,no\n"
    )
    assert () == got.found
    assert ["a", "b"] == got.names("card")
    assert [True, False] == got.data("card", "on")
    assert [3, 4] == got.data("card", "v")


def test_file_without_a_head() -> None:
    """A component may take its row names alone from a file."""
    assert ["a", "b"] == read('card: card, csv "cards.csv"\n', cards="id,v\na,3\nb,4\n").names("card")


@pytest.mark.parametrize("header", ["id,size_high,size_low", "id,high,low"])
def test_keyed_columns_of_the_file(header: str) -> None:
    """A keyed column reads ``size_high``, or the keys alone when there is none of these."""
    got = read('card: card, csv "cards.csv"\n  | card | size[class]: 1..9 |\n', cards=f"{header}\na,4,5\n")
    assert () == got.found
    assert [(4, 5)] == got.data("card", "size")


def test_keyed_column_that_is_not_whole() -> None:
    """When one of the keys is missing, the message names the column that is wanted."""
    got = read('card: card, csv "cards.csv"\n  | card | strip[1..2]: 1..9 |\n', cards="id,strip_1\na,4\n")
    assert ["`cards.csv` has no column `strip_2`."] == [one.message for one in got.found]
    assert "`id` and `strip_1`" in got.found[0].help


@pytest.mark.parametrize("header", ["class,n,gold", "gold,n,class", "sort,number,gold", "sort,n,gold"])
def test_keys_of_a_chart_in_the_file(header: str) -> None:
    """Keys of a chart are found by name; those that are not stand in the first columns, in order."""
    cells = {"class": "low", "sort": "low", "n": "01", "number": "01", "gold": "7"}
    line = ",".join(cells[name] for name in header.split(","))
    got = read('pay[class, n: 1..1]: chart, csv "p.csv"\n  | class | n | gold: 0..9 = 0 |\n', p=f"{header}\n{line}\n")
    assert () == got.found
    assert [((1, 1), 7), ((0, 1), 0)] == [(row.keys, row.data["gold"]) for row in got.typed["pay"]]


def test_key_of_a_chart_that_is_nowhere() -> None:
    """A column of data is never taken for a key."""
    got = read('pay[n: 1..1]: chart, csv "p.csv"\n  | n | gold: 0..9 |\n', p="gold\n7\n")
    assert ["`p.csv` has no column `n`."] == [one.message for one in got.found]


def test_rows_under_a_file_add_and_fill() -> None:
    """A row of a new key is added behind those of the file; one of a known key fills what the file leaves out."""
    got = read(
        'card: card, csv "c.csv"\n  | card | v: 1..9 | does: rule | w: 1..9 or none |\n'
        "  | b |  | go; go | 7 |\n  | z | 1 |\n",
        c="id,v,w\na,3,2\nb,4,\n",
    )
    assert () == got.found
    assert ["a", "b", "z"] == got.names("card")
    assert [3, 4, 1] == got.data("card", "v")
    assert [2, 7, None] == got.data("card", "w")
    assert [False, True, False] == [row.code["does"] is not None for row in got.typed["card"]]


def test_cell_in_the_file_and_in_the_row() -> None:
    """A cell given twice is GDDAT06 at the row and points into the file."""
    found = read('card: card, csv "c.csv"\n  | card | v: 1..9 |\n  | a | 4 |\n', c="id,v\na,3\n").found
    assert [("GDDAT06", "t.game:7:11", ["c.csv:2:3"])] == [
        (one.code, str(one.span), [str(label.span) for label in one.labels]) for one in found
    ]


def test_column_that_only_rows_under_the_file_give() -> None:
    """A column that the file lacks may be filled for every key; a key without it is an empty cell."""
    whole = read('card: card, csv "c.csv"\n  | card | v: 1..9 |\n  | a | 4 |\n', c="id\na\n")
    part = read('card: card, csv "c.csv"\n  | card | v: 1..9 |\n  | a | 4 |\n', c="id\na\nb\n")
    assert ((), [4]) == (whole.found, whole.data("card", "v"))
    assert [("GDDAT03", "c.csv:3:1")] == [(one.code, str(one.span)) for one in part.found]
    assert "row `b` of `c.csv`: an empty cell is not a number in 1..9" in part.found[0].message


def test_missing_column() -> None:
    """A column that is nowhere is GDDAT02 once, not an error in every row; with a default it is none."""
    bad = read('card: card, csv "c.csv"\n  | card | v: 1..9 |\n', c="id,w\na,1\nb,2\n")
    good = read('card: card, csv "c.csv"\n  | card | v: 1..9 = 5 | does: rule |\n', c="id,# w\na,1\nb,2\n")
    assert ["`c.csv` has no column `v`."] == [one.message for one in bad.found]
    assert ((), [5, 5]) == (good.found, good.data("card", "v"))


@pytest.mark.parametrize(
    ("files", "code", "complete"),
    [({}, "GDDAT01", False), ({"c": None}, "GDDAT10", False), ({"c": ""}, "GDDAT10", False)],
)
def test_files_that_cannot_be_read(files: dict[str, str | None], code: str, complete: bool) -> None:
    """A missing, unreadable or broken file is one finding at its trait or in the file; the table is not complete."""
    got = read('card: card, csv "c.csv"\n  | card | v: 1..9 |\n  | z | 1 |\n', **files)
    assert [code] == got.codes
    assert (complete, ["z"]) == (got.raw["card"].complete, got.names("card"))


def test_key_twice_in_the_file() -> None:
    """A key twice in a file is GDDAT04 in the file; `01` and `1` are the same number."""
    names = read('card: card, csv "c.csv"\n  | card | v: 1..9 |\n', c="id,v\na,1\na,2\n").found
    numbers = read('p[n: 1..1]: chart, csv "c.csv"\n  | n | v: 1..9 |\n', c="n,v\n1,1\n01,2\n").found
    assert [("GDDAT04", "c.csv:3:1")] == [(one.code, str(one.span)) for one in names]
    assert [("GDDAT04", "c.csv:3:1")] == [(one.code, str(one.span)) for one in numbers]


@pytest.mark.parametrize(
    ("name", "cure"),
    [
        ("New York", "write for example `New_York`"),
        ("7up", "write for example `row_7up`"),
        ("Ladies' Club", "write for example `Ladies_Club`"),
        ("none", "write for example `row_none`"),
        ("é", "write for example `e`"),
        ("X-12 Toxin Ω", "write for example `X_12_Toxin_omega`"),
        ("X-12 Toxin Σ", "write for example `X_12_Toxin_sigma`"),
        ("", "write the name of the row"),
    ],
)
def test_row_names(name: str, cure: str) -> None:
    """Row names must be names of the language; the message proposes one."""
    found = read('card: card, csv "c.csv"\n  | card | v: 1..9 |\n', c=f"id,v\n{name},1\n").found
    assert ["GDDAT03"] == [one.code for one in found]
    assert found[0].help.startswith(cure)


@pytest.mark.parametrize(
    ("files", "head", "warned"),
    [
        ("id,needs\na,female>=3\nb,gold >= 10 & x\n", "| card |", ["needs"]),
        ("id,needs\na,female>=3\nb,\n", "| card |", ["needs"]),
        ("id,needs\na,female>=3\nb,two of them\nc,three\n", "| card |", []),
        ("id,does\na,score claps 1 for you\nb,pay 1 from bank to you.chips\n", "| card |", ["does"]),
        ("id,text\na,pay 3 per link\nb,move one of them to another place\n", "| card |", []),
        ("id,text\na,3 female characters\nb,gold 4; cubes 2\n", "| card |", []),
        ("id,needs\na,female>=3\n", "| card | met: condition = no |", []),
        ("id,name\na,x=y\n", "| card | name: words |", []),
    ],
)
def test_unread_rule_text(files: str, head: str, warned: list[str]) -> None:
    """A column of comparisons or steps that nothing reads is GDDAT09, unless the table has rule text of its own."""
    found = read(f'card: card, csv "c.csv"\n  {head}\n', c=files).found
    assert [f"The column `{name}` of `c.csv` looks like rule text, but nothing reads it." for name in warned] == [
        one.message for one in found if one.code != "GDDAT18"
    ]


def test_rows_of_other_tables() -> None:
    """Cells may name rows of any table, also of their own."""
    got = read(
        'lot: space, csv "l.csv"\n  | lot | near: set of lot |\n'
        "tile: tile\n  | tile | on: lot or none |\n  | t | B1 |\n  | u |\n",
        l="id,near\nA1,B1\nB1,A1 ; C1;\nC1,\n",
    )
    assert () == got.found
    assert [(1,), (0, 2), ()] == got.data("lot", "near")
    assert [1, None] == got.data("tile", "on")


CALLED = """
game Called "What is a card called?"
  players: 2

components
  coin: counter, 20
  card: card
    | card        | {head} |
    | market_hall | {cells} |

table
  bank: purse of coin, full
  row: heap of card, full
  used: heap of card
  each player
    coins: purse of coin

phases
  game
    who: players from A
    play: take or rest

actions
  take "Take"
    pick: c in row "Which card?"
    then:
      move c to used
      c.does
      pay min(c.worth, bank) from bank to you.coins
  rest "Rest"

end
  winner: none
"""
DOES = "does: rule as text"
PAYS = "pay min(1, bank) from bank to coins"


@pytest.mark.parametrize(
    ("head", "cells", "called"),
    [
        (f"{DOES} | text: words | worth: 0..9", f'{PAYS} | "a coin" | 1', "market hall"),
        (f"text: words | {DOES} | worth: 0..9", f'"a coin" | {PAYS} | 1', "market hall"),
        (f"{DOES} | text: words | name: words | worth: 0..9", f'{PAYS} | "a coin" | "Hall" | 1', "Hall"),
        (f"name: words | {DOES} | text: words | worth: 0..9", f'"Hall" | {PAYS} | "a coin" | 1', "Hall"),
        (f"{DOES} | worth: 0..9 as note | text: words | note: words", f'{PAYS} | 1 | "a coin" | "one"', "one"),
        (f"{DOES} | worth: 0..9 as text | text: words", f'{PAYS} | 1 | "a coin"', "market hall"),
        ("does: rule | worth: 0..9 as name | name: words", f'{PAYS} | 1 | "Hall 1"', "Hall 1"),
        ("does: rule | worth: 0..9 as text | text: words | name: words", f'{PAYS} | 1 | "one" | "Hall"', "Hall"),
        ("does: rule | text: words | worth: 0..9", f'{PAYS} | "Hall" | 1', "Hall"),
    ],
)
def test_what_a_row_is_called(head: str, cells: str, called: str) -> None:
    """A column of words says what the row is called, best one that tells of no other, and never one of rule text."""
    game, report = check(CALLED.format(head=head, cells=cells))
    assert [] == [one.code for one in report]
    assert game is not None and called == game.kinds["card"].designs[0].label
    keys = {key for key in texts(game) if key.startswith("components.card.market_hall")}
    wanted = {"components.card.market_hall", *(["components.card.market_hall.text"] if "as text" in head else [])}
    assert keys >= wanted

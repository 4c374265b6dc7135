"""Tables under entries and CSV files: how they are read, merged and typed, and what is refused."""

from __future__ import annotations

from collections.abc import Mapping

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.diagnostics.report import Reporter
from gamedsl.semantics.core import types as t
from gamedsl.semantics.data.cells import MISSING, Place, RawCell, type_cell
from gamedsl.semantics.data.csv_reader import MOST_CELL_LETTERS, MOST_COLUMNS, MOST_ROWS, FileCell, read_csv
from gamedsl.semantics.data.tables import RawTable, read_table
from gamedsl.semantics.data.typed_tables import TypedRow, type_table
from gamedsl.source import Source, Span
from gamedsl.syntax import nodes
from gamedsl.syntax.parser import parse

WORDS = {"colour": ("brown", "pink", "blue"), "class": ("high", "low")}
SIMPLE_TYPES: dict[str, t.Type] = {"bool": t.BoolType(), "words": t.TextType(), "player": t.PlayerType()}


@attrs.define
class Names:
    """The names that tables of these tests can use: two lists of words, three players, and rows read before."""

    rows: dict[str, tuple[str, ...]] = attrs.field(factory=dict)

    def resolve(self, type_expr: nodes.TypeExpr) -> t.Type:
        match type_expr:
            case nodes.RangeType(low, high):
                return t.IntType(low, high)
            case nodes.SetType(item):
                return t.SetType(self.resolve(item))
            case nodes.MaybeType(item):
                return t.MaybeType(self.resolve(item))
            case nodes.NamedType(name) if name in SIMPLE_TYPES:
                return SIMPLE_TYPES[name]
            case nodes.NamedType(name) if name in WORDS:
                return t.WordType(name)
            case nodes.NamedType(name) if name in self.rows:
                return t.DesignType(name)
        return t.UnknownType()

    def values(self, kind: t.Type) -> Mapping[int | bool, str]:
        match kind:
            case t.IntType(low, high):
                return {number: str(number) for number in range(low, high + 1)}
            case t.WordType(words):
                return dict(enumerate(WORDS[words]))
            case t.DesignType(name):
                return dict(enumerate(self.rows[name]))
            case t.PlayerType():
                return dict(enumerate("ABC"))
            case t.BoolType():
                return {False: "no", True: "yes"}
        raise TypeError(f"no finite type: {kind}")

    def removed(self, name: str, span: Span) -> bool:
        return False


@attrs.define
class Given:
    """CSV files given as texts; ``None`` is a file that cannot be read."""

    texts: Mapping[str, str | None]

    def read(self, path: str) -> Source | None:
        if path not in self.texts:
            return None
        text = self.texts[path]
        if text is None:
            raise OSError("this is not UTF-8 text")
        return Source(path, text)


@attrs.frozen
class Read:
    """What came out of one component section: raw and typed tables by name, and the findings."""

    raw: dict[str, RawTable]
    typed: dict[str, tuple[TypedRow, ...]]
    found: tuple[Diagnostic, ...]

    @property
    def codes(self) -> list[str]:
        return [one.code for one in self.found]

    def data(self, name: str, column: str) -> list[object]:
        return [row.data[column] for row in self.typed[name]]

    def names(self, name: str) -> list[str]:
        return [row.name for row in self.typed[name]]


def read(entries: str, **files: str | None) -> Read:
    """Read all entries of a component section; ``cards="…"`` is the file ``cards.csv``."""
    reporter = Reporter()
    text = "game T\n  players: 2\n\ncomponents\n" + "".join(f"  {line}\n" for line in entries.splitlines())
    game = parse(Source("t.game", text), reporter.report)
    assert isinstance(game, nodes.GameFile)
    assert () == reporter.diagnostics
    names = Names()
    given_files = Given({f"{name}.csv": content for name, content in files.items()})
    raw: dict[str, RawTable] = {}
    for entry in game.sections[0].items:
        assert isinstance(entry, nodes.Entry)
        raw[entry.name] = read_table(entry, given_files, names, reporter.report)
        names.rows[entry.name] = tuple(row.name for row in raw[entry.name].rows)
    typed = {name: type_table(table, names, reporter.report) for name, table in raw.items()}
    return Read(raw, typed, reporter.diagnostics)


def csv_texts(text: str) -> list[list[str]]:
    """Return header and rows of a CSV text without errors."""
    reporter = Reporter()
    file = read_csv(Source("f.csv", text), reporter.report)
    assert () == reporter.diagnostics
    assert file is not None
    return [[cell.text for cell in row] for row in (file.header, *file.rows)]


def csv_problem(text: str) -> tuple[str, str, str]:
    """Return place, problem and cure of the first finding in a CSV text."""
    reporter = Reporter()
    read_csv(Source("f.csv", text), reporter.report)
    first = reporter.diagnostics[0]
    assert "GDDAT10" == first.code
    return str(first.span), first.message.removeprefix("The file `f.csv` cannot be read: "), first.help


# ---------------------------------------------------------------- CSV files


@pytest.mark.parametrize(
    "text",
    [
        "a,b\n1,2\n",
        "a,b\r\n1,2\r\n",
        "a,b\r1,2",
        "\ufeffa,b\n1,2\n",
        "a, b \n 1,2\n",
        '"a","b"\n"1", "2" \n',
        "\n\na,b\n\n1,2\n\n   \n",
    ],
)
def test_csv_dialects(text: str) -> None:
    """Line ends, byte order mark, blanks around cells, quotes and empty lines make no difference."""
    assert [["a", "b"], ["1", "2"]] == csv_texts(text)


def test_quoted_cells() -> None:
    """Quotes keep commas, doubled quotes, blanks and line ends; a quote inside a bare cell is text."""
    assert [["a", "b"], ["1, 2", 'say "x"'], ["two\nlines", " x "], ['5"', ""]] == csv_texts(
        'a,b\n"1, 2","say ""x"""\n"two\r\nlines"," x "\n5",\n'
    )


def test_csv_spans() -> None:
    """Every cell knows its line and column, also behind a byte order mark and behind embedded line ends."""
    file = read_csv(Source("f.csv", '\ufeffid, words\n"a\nb",c\nlast ,""\n'), Reporter().report)
    assert file is not None
    spans = [[(c.span.line, c.span.column, c.span.end_line, c.span.end_column) for c in row] for row in file.rows]
    assert [(1, 1), (1, 5)] == [(cell.span.line, cell.span.column) for cell in file.header]
    assert [[(2, 1, 3, 3), (3, 4, 3, 5)], [(4, 1, 4, 5), (4, 7, 4, 9)]] == spans


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ("", "f.csv:1:1", "it is empty"),
        ("\n \n", "f.csv:1:1", "it is empty"),
        ("a;b\n1;2\n", "f.csv:1:1", "its columns are separated by semicolons"),
        ("a\tb\n1\t2\n", "f.csv:1:1", "its columns are separated by tabs"),
        ("a,,b\n1,2,3\n", "f.csv:1:3", "column 2 has no name"),
        ("a,b,a\n1,2,3\n", "f.csv:1:5", "two columns are called `a`"),
        ('a,b\n1,"2\n', "f.csv:2:3", "the quote that opens here is never closed"),
        ('a,b\n"1"x,2\n', "f.csv:2:4", "behind the closing quote stands more text"),
        ("a,b\n1,2\x003\n", "f.csv:2:3", "this cell holds the sign U+0000, which is no text"),
        ('a,b\n1,"\u2028"\n', "f.csv:2:3", "this cell holds the sign U+2028, which is no text"),
        ("a,b\n1,2,3\n", "f.csv:2:1", "this row has 3 cells, but the header has 2 columns"),
        ("a,b\n1\n", "f.csv:2:1", "this row has 1 cell, but the header has 2 columns"),
        ("a\n" + "x" * (MOST_CELL_LETTERS + 1), "f.csv:2:1", f"this cell has more than {MOST_CELL_LETTERS} letters"),
        ("a\n" + "x\n" * (MOST_ROWS + 1), f"f.csv:{MOST_ROWS + 3}:1", f"it has more than {MOST_ROWS} rows"),
    ],
)
def test_broken_csv(text: str, place: str, problem: str) -> None:
    """Each kind of damage has its own words, its place and a cure."""
    where, shown, cure = csv_problem(text)
    assert (place, f"{problem}.") == (where, shown)
    assert cure != ""


def test_too_many_columns() -> None:
    """The number of columns has a bound."""
    assert f"a row has more than {MOST_COLUMNS} cells." == csv_problem("a," * (MOST_COLUMNS + 1))[1]


def test_rows_of_wrong_length_are_kept_after_the_finding() -> None:
    """Short rows are filled with empty cells and long ones cut, so that only one finding comes of it."""
    reporter = Reporter()
    file = read_csv(Source("f.csv", "a,b\n1\n1,2,3\n"), reporter.report)
    assert file is not None
    assert [["1", ""], ["1", "2"]] == [[cell.text for cell in row] for row in file.rows]
    assert ["GDDAT10", "GDDAT10"] == [one.code for one in reporter.diagnostics]


@given(
    st.lists(
        st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"])), min_size=3, max_size=3),
        max_size=5,
    )
)
def test_quoted_texts_come_back(rows: list[list[str]]) -> None:
    """Any text without control signs survives in quotes."""
    lines = ["a,b,c", *(",".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in rows)]
    assert [["a", "b", "c"], *rows] == csv_texts("\n".join(lines))


@given(st.text(alphabet='ab,"\n\r; \t\x00\ufeff'))
def test_any_text_is_read_or_reported(text: str) -> None:
    """No text makes the reader stumble: it gives even rows, or says what is wrong."""
    reporter = Reporter()
    file = read_csv(Source("f.csv", text), reporter.report)
    assert (file is not None) or ["GDDAT10"] == [one.code for one in reporter.diagnostics]
    assert {len(file.header)} >= {len(row) for row in file.rows} if file else True


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
    """Columns are found by name, further columns are ignored, the first column is the row name."""
    got = read(
        'card: card, csv "cards.csv"\n  | card | on: bool | v: 1..9 |\n', cards="id,v,note,on\na,3,x,yes\nb,4,,no\n"
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
    good = read('card: card, csv "c.csv"\n  | card | v: 1..9 = 5 | does: rule |\n', c="id,w\na,1\nb,2\n")
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
        ("é", "write for example `row`"),
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
        one.message for one in found
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


# ---------------------------------------------------------------- single cells


def cell(text: str) -> FileCell:
    """Return a cell of a CSV file."""
    return FileCell(text, Span(Source("c.csv", text), 1, 1, 1, 1 + len(text)))


def typed(raw: RawCell, kind: t.Type) -> tuple[object, tuple[Diagnostic, ...]]:
    """Return the value of a cell without a default, and the findings."""
    reporter = Reporter()
    span = Span(Source("c.csv", ""), 1, 1, 1, 1)
    place = Place("`c.csv`", "a", "v", span)
    value = type_cell(raw, nodes.Column("v"), kind, place, Names({"lot": ("A1", "B1")}), reporter.report)
    return value, reporter.diagnostics


COLOUR = t.WordType("colour")


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("3", t.IntType(1, 5), 3),
        ("-3", t.IntType(-5, 5), -3),
        ("yes", t.BoolType(), True),
        ("no", t.BoolType(), False),
        ("pink", COLOUR, 1),
        ("B1", t.DesignType("lot"), 1),
        ("B", t.PlayerType(), 1),
        ("all of it; really", t.TextType(), "all of it; really"),
        ("", t.TextType(), ""),
        ("none", t.MaybeType(COLOUR), None),
        ("", t.MaybeType(COLOUR), None),
        ("blue", t.MaybeType(COLOUR), 2),
        ("", t.SetType(COLOUR), ()),
        ("blue;brown; blue", t.SetType(COLOUR), (0, 2)),
        ("all", t.SetType(COLOUR), (0, 1, 2)),
        ("3;1", t.SetType(t.IntType(1, 3)), (1, 3)),
        ("all", t.SetType(t.BoolType()), (0, 1)),
        ("none", t.MaybeType(t.SetType(COLOUR)), None),
    ],
)
def test_values_of_cells(text: str, kind: t.Type, value: object) -> None:
    """What is written in a CSV cell has the value that its type gives it."""
    got, found = typed(cell(text), kind)
    assert () == found
    assert (value, type(value)) == (got, type(got))


@pytest.mark.parametrize(
    ("text", "kind", "message", "cure"),
    [
        ("6", t.IntType(1, 5), "`6` is not a number in 1..5", "if the value is right, its range is `1..6`"),
        ("99999999999", t.IntType(1, 5), "`99999999999` is not a number in 1..5", ""),
        ("three", t.IntType(1, 5), "`three` is not a number in 1..5", "write a whole number in digits"),
        ("1.5", t.IntType(), "`1.5` is not a number.", "write a whole number in digits"),
        ("9" * 5000, t.IntType(), f"`{'9' * 40}…` is not a number.", ""),
        ("", t.IntType(1, 5), "an empty cell is not a number in 1..5", "write a value, or give the column a default"),
        ("TRUE", t.BoolType(), "`TRUE` is not `yes` or `no`", "write `yes` or `no`"),
        ("pnik", COLOUR, "`pnik` is not one of `brown`, `pink` or `blue`", "did you mean `pink`?"),
        ("green", COLOUR, "`green` is not one of `brown`, `pink` or `blue`", ""),
        ("all", COLOUR, "`all` is not one of", ""),
        ("A2", t.DesignType("lot"), "`A2` is not a row of `lot`", "did you mean `A1`?"),
        ("D", t.PlayerType(), "`D` is not a player", "did you mean `A`, `B` or `C`?"),
        ("green", t.MaybeType(COLOUR), "`green` is not one of `brown`, `pink` or `blue`", ""),
        ("pink;green", t.SetType(COLOUR), "`green` is not one of", ""),
        ("pink, blue", t.SetType(COLOUR), "`pink, blue` is not one of", "put `;` between the values of a set"),
        ("none", t.SetType(COLOUR), "`none` is not one of", ""),
    ],
)
def test_cells_that_do_not_fit(text: str, kind: t.Type, message: str, cure: str) -> None:
    """A cell that does not fit is one GDDAT03 with row, column, what would fit, and often a cure."""
    got, found = typed(cell(text), kind)
    assert MISSING == got
    assert ["GDDAT03"] == [one.code for one in found]
    assert "Column `v`, row `a` of `c.csv`: " in found[0].message
    assert message in found[0].message
    assert found[0].help.startswith(cure)
    assert bool(cure) == bool(found[0].help)


def test_span_of_a_value_in_a_set() -> None:
    """The finding points to the one value of a set that is wrong."""
    _, found = typed(cell("pink; green ;blue"), t.SetType(COLOUR))
    assert [(7, 12)] == [(one.span.column, one.span.end_column) for one in found]


def test_unknown_type_is_silent() -> None:
    """A column whose type is in error already gives no further findings."""
    assert (MISSING, ()) == typed(cell("x"), t.UnknownType())


@pytest.mark.parametrize(
    "entry",
    [
        'card: card\n  | card | v: set of words |\n  | a | "x" |\n',
        "card: card\n  | card | v: set of set of colour |\n  | a | pink |\n",
        "card: card\n  | card | v[set of colour]: 1..3 |\n  | a | 1 |\n",
        "pay[set of colour]: chart\n  | colours | v: 1..3 |\n  | pink | 1 |\n",
    ],
)
def test_types_that_tables_cannot_have(entry: str) -> None:
    """Sets of words, sets of sets and sets as keys of tables are GDTYP01, once."""
    assert ["GDTYP01"] == read(entry).codes


def test_words_or_none() -> None:
    """Words may be left out."""
    got = read('card: card\n  | card | v: words or none |\n  | a | "none" |\n  | b |\n')
    assert ((), ["none", None]) == (got.found, got.data("card", "v"))


@pytest.mark.parametrize(
    ("written", "message", "cure"),
    [
        ("n: 1..9 | | 1 + 2", "`1 + 2` is not a number in 1..9", "write a plain value"),
        ("n: 1..9 | | 1; 2", "`1; 2` is not a number in 1..9", "write a plain value"),
        ("n: 1..9 | | set n to 2", "`set n to 2` is not", "write a plain value"),
        ('n: 1..9 | | "2"', '`"2"` is not a number in 1..9', "leave out the quotes"),
        ("n: words | | two", "`two` is not words", "put words for people in quotes"),
        ("n: colour | | {pink}", "`{pink}` is not one of", "write a plain value"),
        ("n: 1..9 = 0 |", "`0` is not a number in 1..9", ""),
    ],
)
def test_cells_of_the_rule_file_that_do_not_fit(written: str, message: str, cure: str) -> None:
    """Cells of the rule file hold plain values, words in quotes; defaults are checked in the same way."""
    column, _, value = written.partition("| |")
    found = read(f"card: card\n  | card | {column.rstrip(' |')} |\n  | a |{f' {value} |' if value else ''}\n").found
    assert ["GDDAT03"] == [one.code for one in found]
    assert "of the table of `card`" in found[0].message
    assert message in found[0].message
    assert found[0].help.startswith(cure)

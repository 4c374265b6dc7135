"""Components: what is made of each lot, copy, row, chart and cell, and what is wrong with them."""

import pytest

from gamedsl.semantics.core import Const
from gamedsl.semantics.core.model import CheckedGame, Kind
from gamedsl.semantics.expressions.checker import text_of
from tests.helpers.checking.additions import BASE, added, check, found, only, replaced

ISLANDS = "isle: space, adjacent by near\n    | isle | near: set of isle |\n    | one | two |\n    | two | {second} |\n"


def game(text: str = BASE) -> CheckedGame:
    """Return the game of a text without errors."""
    checked, findings = check(text)
    if checked is None:
        raise ValueError(str(findings))
    return checked


def kind(name: str) -> Kind:
    """Return a kind of the game that the tests build on."""
    return game().kinds[name]


def made(entry: str) -> CheckedGame:
    """Return that game with one more component."""
    name = entry.split(":")[0]
    zone = "" if "space" in entry else f"table\n  {name}_box: heap of {name}, full\n"
    return game(BASE + "components\n  " + entry + "\n" + zone)


def test_each_lot_has_its_row() -> None:
    """`each` makes one row for every combination of its keys."""
    assert 15 == len(kind("card").designs)


def test_rows_of_lots_have_names() -> None:
    """A row is named by its keys."""
    assert "card(red, 1)" == kind("card").designs[0].name


def test_rows_of_lots_have_attributes() -> None:
    """The keys are attributes."""
    assert {"colour": 2, "rank": 5} == kind("card").designs[-1].data


def test_each_player() -> None:
    """Pieces may be made for every player."""
    assert kind("marker").each_player


def test_one_copy() -> None:
    """A row is made once when nothing else is said."""
    assert [1, 1] == [design.copies for design in kind("tile").designs]


def test_copies_of_kind() -> None:
    """A number behind the kind is the number of copies."""
    assert [4] == [d.copies for d in made("hut: tile, 4").kinds["hut"].designs]


def test_copies_of_row() -> None:
    """A column `copies` gives each row its own."""
    table = "hut: tile\n    | hut | copies: 1..4 |\n    | low | 2 |\n    | high | 3 |"
    assert [2, 3] == [design.copies for design in made(table).kinds["hut"].designs]


PLACES = "stop: space\n    | stop | copies: 1..3 |\n    | low | {} |\n    | high | {} |\n"


def test_copies_of_places() -> None:
    """A place is there once: the column is to blame, and the first row with several is shown."""
    text = BASE + "components\n  " + PLACES.format(1, 2) + "table\n  room[stop]: 0..3\n"
    diagnostic = only(text, "GDDAT15")
    assert "Each place of `stop` is there exactly once, but the column `copies` makes several of it." == (
        diagnostic.message
    )
    assert [("copies", ["2 of `high`"])] == [
        (text_of(diagnostic.span).split(":")[0], [label.message for label in diagnostic.labels])
    ]


def test_one_copy_of_each_place() -> None:
    """A column that says once for every place says nothing wrong."""
    assert "GDDAT15" not in added("components\n  " + PLACES.format(1, 1) + "table\n  room[stop]: 0..3\n")


@pytest.mark.parametrize("trait", ["3", "2 each colour", "2 each player"])
def test_number_of_places(trait: str) -> None:
    """A number behind `space` is the same mistake; one for each word or player is none."""
    text = "components\n  stop: space, {}\ntable\n  room[stop]: 0..3\n"
    assert ["GDDAT15"] == added(text.format(trait))
    assert [] == added(text.format("1" + trait[1:]))


def test_label_of_words() -> None:
    """The column of type `words` is the label."""
    assert "A house" == kind("tile").designs[0].label


def test_label_of_name() -> None:
    """Else it is the name of the row."""
    assert "A1" == kind("lot").designs[0].label


def test_counter_lots() -> None:
    """A counter may have lots."""
    assert ("colour",) == tuple(key.name for key in game().counters["gem"].keys)


def test_grid() -> None:
    """Spaces beside each other on two columns are neighbours."""
    assert ((1, 2), (0,), (0,)) == kind("lot").adjacency


def test_neighbours_by_column() -> None:
    """Or those that a column names."""
    assert ((1,), (0,)) == made(ISLANDS.format(second="one")).kinds["isle"].adjacency


def test_adjacent_by_number() -> None:
    """One column names spaces."""
    assert ["GDTYP01"] == found(replaced(("by row and col", "by row")))


def test_chart_rows() -> None:
    """A chart has a row for every key."""
    assert {(0,): 0, (1,): 1, (2,): 2} == game().charts["prices"].rows


def test_chart_data() -> None:
    """Its columns hold the values."""
    assert (1, 2, 3) == game().charts["prices"].data["price"]


def test_chart_incomplete() -> None:
    """A key without a row is a mistake."""
    assert ["GDDAT05"] == found(replaced(("    | green  | 3           |\n", "")))


def test_chart_row_twice() -> None:
    """Two rows of one key are a mistake."""
    row = "    | green  | 3           |\n"
    assert ["GDDAT04"] == found(replaced((row, row * 2)))


def test_chart_wrong_value() -> None:
    """A cell has the type of its column."""
    assert ["GDDAT03"] == found(replaced(("| red    | 1           |", "| red    | 10          |")))


def test_condition_cell() -> None:
    """A cell of a condition knows its parameter and the columns of its row."""
    assert [] == found(BASE)


def test_condition_cell_wrong() -> None:
    """It is yes or no."""
    assert ["GDTYP01"] == found(replaced(("| cost > n   ", "| cost + n   ")))


def test_condition_cell_default() -> None:
    """An empty cell takes the default."""
    code = kind("tile").designs[1].code["fits"].value
    assert isinstance(code, Const)
    assert code.value is False


def test_rule_cell_empty() -> None:
    """An empty cell of a rule does nothing."""
    assert () == kind("tile").designs[1].code["does"].steps


def test_rule_cell_step() -> None:
    """It holds steps."""
    assert 1 == len(kind("tile").designs[0].code["does"].steps)


def test_rule_cell_no_step() -> None:
    """Nothing but steps."""
    assert ["GDTYP07"] == found(replaced(("| pay 1 from bank to coins |", "| coins                    |")))


def test_formula_cell_empty() -> None:
    """A formula without a default must be written."""
    assert ["GDDAT03"] == found(replaced(("formula = 0", "formula    ")))


def test_own_things_in_cells() -> None:
    """The things of `you` are bare in cells."""
    assert [] == found(replaced(("| cost > n   ", "| coins > n  ")))


def test_parameter_of_cell_shadows() -> None:
    """A parameter of a column cannot be called as an entry."""
    assert ["GDNAM03"] == found(replaced(("fits(n: 0..3)", "fits(bank: 0..3)"), ("| cost > n   ", "| bank > 1   ")))


def test_condition_of_itself() -> None:
    """A cell that needs itself is a circle."""
    assert ["GDFLO01"] == found(replaced(("| cost > n   ", "| fits(n)    ")))


def test_row_of_a_wrong_cell_is_shown() -> None:
    """The message names the row of a wrong cell."""
    text = replaced(("| red    | 1           |", "| red    | 10          |"))
    assert "row `red`" in only(text, "GDDAT03").message


@pytest.mark.parametrize(("col", "codes"), [("1", ["GDDAT16"]), ("2", [])])
def test_two_spaces_at_one_place(col: str, codes: list[str]) -> None:
    """Two spaces with the same two numbers are told, at the second row."""
    text = replaced(
        ("| B1  | 2         | 1         |", f"| B1  | 2         | 1         |\n    | B2  | 2         | {col}         |")
    )

    assert codes == found(text)

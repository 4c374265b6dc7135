"""Variants that change, add and remove single rows of tables: what comes of it, and what is refused."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from gamedsl.semantics.core.model import CheckedGame
from tests.helpers.checking.additions import BASE, UNUSED, check, only

CSV = "crew,wage,skills,skill_1,skill_2,note\ncook,2,red;blue,1,0,\nmate,4,all,2,3,\n"
CREWS = """\
components
  crew: card, csv "crew.csv"
    | crew | wage: 0..9 | skills: set of colour | skill[1..2]: 0..9 | note: words | lead: bool = no |
    | boy  | 0          |                       | 0; 0              | "a boy"     |               |
  toll[colour, size: 1..2]: chart
    | colour | size | fee: 0..9 |
    | red    | 1    | 1         |
    | red    | 2    | 2         |
    | blue   | 1    | 3         |
    | blue   | 2    | 4         |
    | green  | 1    | 5         |
    | green  | 2    | 6         |
table
  tavern: heap of crew, full
terms
  fee = toll[red, 1].fee
"""
FILES = {"base.game": BASE + CREWS, "crew.csv": CSV}


def variant(lines: str) -> str:
    """Return a variant with these lines under ``components``."""
    return 'variant V "V" of "base.game"\ncomponents\n' + "".join(f"  {line}\n" for line in lines.splitlines())


def game(lines: str) -> CheckedGame:
    """Return the game of a variant; it must be without findings."""
    made, found = check(variant(lines), FILES)
    assert [] == [one.message for one in found if one.code not in UNUSED]
    assert made is not None
    return made


def codes(lines: str, files: Mapping[str, str] = FILES) -> list[str]:
    """Return the codes found in a variant."""
    return [one.code for one in check(variant(lines), files)[1] if one.code not in UNUSED]


def crew(lines: str) -> dict[str, dict[str, object]]:
    """Return the rows of the crew in a variant."""
    return {design.name: dict(design.data) for design in game(lines).kinds["crew"].designs}


LATER = "change toll\n  | size | colour | fee |\n  | 1 | red | 4 |"
CHANGED = "change crew\n  | crew | wage | skill[2] |\n  | cook | 3    |          |\n  | mate |      | 5        |"


def test_only_written_cells_change() -> None:
    """Of a file only the cells that are written change; empty ones and other columns stay."""
    rows = crew(CHANGED)
    assert {"wage": 3, "skills": (0, 1), "skill": (1, 0), "note": "", "lead": False} == rows["cook"]
    assert {"wage": 4, "skills": (0, 1, 2), "skill": (2, 5), "note": "", "lead": False} == rows["mate"]
    assert ["cook", "mate", "boy"] == list(rows)


def test_rows_of_the_rule_file() -> None:
    """Rows that stand in the rule file of the base are changed like those of a CSV file."""
    crews = 'change crew\n  | crew | note | skill |\n  | boy  | "x"  | 1; 2  |\n'
    made = game(f"{crews}change tile\n  | tile | cost |\n  | barn | 7 |")
    (boy,) = [design for design in made.kinds["crew"].designs if design.name == "boy"]
    assert ("x", (1, 2)) == (boy.label, boy.data["skill"])
    assert {"house": 3, "barn": 7} == {design.name: design.data["cost"] for design in made.kinds["tile"].designs}


def test_cells_of_rule_text() -> None:
    """A cell of rule text is changed as well, and checked."""
    assert ["GDNAM01"] == codes("change tile\n  | tile | does |\n  | barn | pay 1 from nix to coins |")
    made = game("change tile\n  | tile | does |\n  | barn | pay 1 from bank to coins |")
    assert [1, 1] == [len(design.code["does"].steps) for design in made.kinds["tile"].designs]


def test_rows_of_a_chart_are_found_by_all_keys() -> None:
    """Rows of a chart are found by their keys, in any order of the columns."""
    made = game("change toll\n  | size | fee | colour |\n  | 2    | 9   | blue   |").charts["toll"]
    assert (1, 2, 3, 9, 5, 6) == made.data["fee"]


def test_added_row() -> None:
    """A row of a new name is added behind the others; defaults and what may be empty need not be written."""
    rows = crew("change crew\n  | crew  | wage | skill |\n  | pilot | 5    | 3; 3  |")
    assert {"wage": 5, "skills": (), "skill": (3, 3), "note": "", "lead": False} == rows["pilot"]
    assert ["cook", "mate", "boy", "pilot"] == list(rows)


def test_removed_rows() -> None:
    """Rows are taken away by name, those of charts by their first keys."""
    assert ["mate", "boy"] == list(crew("change crew\n  remove cook"))
    assert ["GDDAT05"] == codes("change toll\n  remove green")
    defaulted = FILES | {"base.game": FILES["base.game"].replace("fee: 0..9 |", "fee: 0..9 = 7 |")}
    text = variant("change toll\n  remove green\n  remove red, 2")
    made, _ = check(text, defaulted)
    assert made is not None
    assert (1, 3, 4, 7, 7, 7) == made.charts["toll"].data["fee"]


def test_several_tables_for_one_component() -> None:
    """Several tables may change different columns of one component."""
    rows = crew("change crew\n  | crew | wage |\n  | cook | 3 |\nchange crew\n  | crew | lead |\n  | cook | yes |")
    assert (3, True) == (rows["cook"]["wage"], rows["cook"]["lead"])


def test_variant_of_a_variant() -> None:
    """Edits of several variants follow each other; the last one counts."""
    files = FILES | {"first.game": variant(CHANGED)}
    rows = "change crew\n    | crew | wage |\n    | cook | 1 |\n    remove mate\n"
    made, found = check(f'variant W "W" of "first.game"\ncomponents\n  {rows}', files)
    assert [] == [one.message for one in found if one.code not in UNUSED]
    assert made is not None
    assert {"cook": (1, (1, 0)), "boy": (0, (0, 0))} == {
        design.name: (design.data["wage"], design.data["skill"]) for design in made.kinds["crew"].designs
    }


@pytest.mark.parametrize(
    ("lines", "code", "message", "help"),
    [
        (
            "change crew\n  | crew | wage |\n  | cok | 3 |",
            "GDVAR07",
            "The table of `crew` has no row `cok` in the base game.",
            "did you mean `cook`? A new row also needs `skill`",
        ),
        (
            "change crew\n  | crew | wag |\n  | cook | 3 |",
            "GDVAR07",
            "The table of `crew` has no column `wag` in the base game.",
            "did you mean `wage`?",
        ),
        (
            "change crew\n  | crew | skill[3] |\n  | cook | 3 |",
            "GDVAR07",
            "The table of `crew` has no column `skill[3]` in the base game.",
            "did you mean `skill[1]` or `skill[2]`?",
        ),
        (
            "change crew\n  | crew | wage[1] |\n  | cook | 3 |",
            "GDVAR07",
            "The table of `crew` has no column `wage[1]` in the base game.",
            "did you mean `wage`?",
        ),
        (
            "change crew\n  remove cok",
            "GDVAR07",
            "The table of `crew` has no row `cok` in the base game.",
            "did you mean `cook`?",
        ),
        (
            "change crew\n  | crew | skill |\n  | cook | 3 |",
            "GDDAT03",
            "Column `skill`, row `cook` of the table of `crew`: 1 value is not 2 values.",
            "write all of them with `;` between, or only one under `skill[1]` or `skill[2]`",
        ),
        (
            "change crew\n  | wage |\n  | 3 |",
            "GDDAT10",
            "The changed table of `crew` cannot be read: its head lacks `crew`, by which rows are found.",
            "begin the head with `| crew |`",
        ),
        (
            "change toll\n  | colour | fee |\n  | red | 3 |",
            "GDDAT10",
            "The changed table of `toll` cannot be read: its head lacks `size`, by which rows are found.",
            "begin the head with `| colour | size |`",
        ),
        (
            "change crew\n  | crew | wage |\n  |      | 3 |",
            "GDDAT10",
            "The changed table of `crew` cannot be read: this row has no name.",
            "write which `crew` is meant",
        ),
        (
            "change crew\n  | crew | wage |\n  | cook | 3 | 4 |",
            "GDDAT10",
            "The changed table of `crew` cannot be read: this row has 3 cells, but the head has 2 columns.",
            "take out the cells too many",
        ),
        (
            "change coin\n  | coin | wage |\n  | a | 3 |",
            "GDVAR06",
            "`coin` has no table in the base game, so no rows of it can be changed.",
            "write the whole line as it is to be: `change coin: …`",
        ),
        (
            "change crew\n  | crew | wage |\n  | cook | 2 |",
            "GDVAR08",
            "This changes nothing in `crew`: the row `cook` is the same in the base game.",
            "take it out, or write what is to be different",
        ),
        (
            "change crow\n  | crow | wage |\n  | cook | 2 |",
            "GDVAR02",
            "`crow` cannot be changed: the base game has nothing of this name in this section.",
            "did you mean `crew`?",
        ),
    ],
)
def test_what_is_refused(lines: str, code: str, message: str, help: str) -> None:
    """Every mistake is told once, with what to write instead."""
    finding = only(variant(lines), code, FILES)
    assert (message, help) == (finding.message, finding.help)
    assert [code] == codes(lines)


def test_values_are_checked_where_they_stand() -> None:
    """A value that does not fit is reported at the cell of the variant."""
    finding = only(variant("change crew\n  | crew | wage |\n  | cook | 12 |"), "GDDAT03", FILES)
    assert ("test.game", 5) == (finding.span.path, finding.span.line)


def test_twice_in_a_table() -> None:
    """A row stands once in a table of edits, and a column once in its head."""
    assert ["GDDAT04"] == codes("change crew\n  | crew | wage |\n  | cook | 3 |\n  | cook | 5 |")
    assert ["GDNAM02"] == codes("change crew\n  | crew | wage | wage |\n  | cook | 3 | 5 |")


def test_removed_row_that_is_used() -> None:
    """What still uses a removed row is told in one finding, in tables as well as in rules."""
    files = FILES | {
        "base.game": FILES["base.game"] + "  cheapest = cook.wage\n"
        "components\n  pair: card\n    | pair | of: crew |\n    | one | cook |\n    | two | mate |\n"
        "table\n  pairs: heap of pair, full\n"
    }
    finding = only(variant("change crew\n  remove cook"), "GDVAR04", files)
    assert 2 == len(finding.labels)
    assert ["GDVAR04"] == codes("change crew\n  remove cook", files)


def test_removed_word_that_is_used() -> None:
    """A word that a list has lost is told once, with the first places where it is still used."""
    text = 'variant V "V" of "base.game"\ntypes\n  change colour: red, blue\n'
    finding = only(text, "GDVAR04", FILES)
    assert finding.message.startswith("`green` is removed, but still used: base.game:")
    assert [] == [one.code for one in check(text, FILES)[1] if one.code in ("GDNAM01", "GDDAT03")]


def test_many_uses_are_counted() -> None:
    """Of many places the first six are named."""
    rows = "".join(f"    | r{number} | cook |\n" for number in range(9))
    text = "components\n  pair: card\n    | pair | of: crew |\n" + rows + "table\n  pairs: heap of pair, full\n"
    finding = only(variant("change crew\n  remove cook"), "GDVAR04", FILES | {"base.game": FILES["base.game"] + text})
    assert (6, True) == (len(finding.labels), finding.message.endswith(" and 3 more places."))


def test_rows_and_the_whole_entry() -> None:
    """An entry that is changed as a whole or removed has no rows to be edited."""
    whole = 'change crew: card, csv "crew.csv"\n  | crew | wage: 0..8 |'
    assert ["GDVAR09"] == codes(f"{whole}\nchange crew\n  | crew | wage |\n  | cook | 3 |")
    assert ["GDVAR09"] == codes("change crew\n  remove cook\nremove crew")


@pytest.mark.parametrize(
    ("lines", "message", "first"),
    [
        (
            "change crew\n  | crew | skill |\n  | cook | 4; 5 |\nchange crew\n  | crew | skill[1] |\n  | cook | 3 |",
            "`cook.skill[1]` is changed twice in one variant.",
            5,
        ),
        (
            "change crew\n  | crew | skill[2] | skill |\n  | cook | 4 | 4; 5 |",
            "`cook.skill[2]` is changed twice in one variant.",
            5,
        ),
        (
            "change toll\n  | colour | size | fee |\n  | red | 1 | 4 |\n  | red | 2 | 4 |\n" + LATER,
            "`toll[red, 1].fee` is changed twice in one variant.",
            5,
        ),
        (
            "change crew\n  | crew | wage |\n  | cook | 4 |\n  remove cook",
            "`cook` is changed here and removed there in one variant.",
            5,
        ),
        (
            "change crew\n  | crew | wage: 0..8 |\nchange crew\n  | crew | wage: 0..7 |",
            "`wage: 0..7` is changed twice in one variant.",
            4,
        ),
    ],
)
def test_edits_that_contradict_each_other(lines: str, message: str, first: int) -> None:
    """Of two values of one cell one would be lost, so both places are told, and nothing else."""
    finding = only(variant(lines), "GDVAR09", FILES)
    assert (message, first) == (finding.message, finding.labels[0].span.line)
    assert ["GDVAR09"] == codes(lines)


def test_edits_of_two_variants() -> None:
    """A variant of a variant may change a cell again, or remove the row."""
    files = FILES | {"first.game": variant("change crew\n  | crew | wage |\n  | cook | 3 |\n  | mate | 3 |")}
    text = variant("change crew\n  | crew | wage |\n  | cook | 5 |\n  remove mate").replace("base.game", "first.game")
    made, _ = check(text, files)
    assert made is not None
    assert [("cook", 5), ("boy", 0)] == [(one.name, one.data["wage"]) for one in made.kinds["crew"].designs]


def test_other_range_of_a_column() -> None:
    """A head may give a column another type: then its cells may hold it, and the old ones are checked anew."""
    assert 12 == crew("change crew\n  | crew | wage: 0..12 |\n  | cook | 12 |")["cook"]["wage"]
    assert (0, 9) == crew("change crew\n  | crew | wage: 0..12 | skill[2] |\n  | boy | | 9 |")["boy"]["skill"]
    finding = only(variant("change crew\n  | crew | wage: 0..3 |"), "GDDAT03", FILES)
    assert ("crew.csv", 3) == (finding.span.path, finding.span.line)
    assert [("test.game", "the column has this type from here on")] == [
        (label.span.path, label.message) for label in finding.labels
    ]


def test_how_to_widen_a_range() -> None:
    """A number outside the range of the base is told where the range stands, and what to write."""
    finding = only(variant("change crew\n  | crew | wage |\n  | cook | 12 |"), "GDDAT03", FILES)
    assert "to allow it, give the column another range in the head: `| wage: 0..12 |`" == finding.help
    assert ["base.game"] == [label.span.path for label in finding.labels]


@pytest.mark.parametrize(
    ("head", "problem"),
    [
        ("| crew | skill[1]: 0..12 |", "a type is given to all places of `skill` at once"),
        ("| crew: 0..3 | wage |", "`crew` holds the names of the rows and has no type"),
    ],
)
def test_types_where_none_can_stand(head: str, problem: str) -> None:
    """One place of a column has no type of its own, and names of rows have none."""
    assert problem in only(variant(f"change crew\n  {head}\n  | cook | 3 |"), "GDDAT10", FILES).message


@pytest.mark.parametrize(
    ("head", "help"),
    [
        ("| crew | skill_2 |", "write `skill[2]`: so its places are called in rules"),
        ("| id | wage |", "the first column is called `crew`"),
        ("| crew | price |", "its columns are `wage`, `skills`, `skill`, `note` and `lead`"),
    ],
)
def test_columns_that_are_not_there(head: str, help: str) -> None:
    """A column as the CSV file calls it, another name for the first one, and any other are told what there is."""
    assert help == only(variant(f"change crew\n  {head}\n  | cook | 3 |"), "GDVAR07", FILES).help

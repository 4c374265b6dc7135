"""Two games compared: what counts as a difference, how it is called, and what does not count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

import attrs
import pytest

import gamedsl
from gamedsl.comparing.compare import compare
from gamedsl.comparing.data import with_rows
from gamedsl.comparing.differences import Comparison, Difference, Part
from gamedsl.comparing.reading import Whole, base_source, read_whole
from gamedsl.comparing.render_diff import as_dict, told
from gamedsl.comparing.sheets import sheet
from gamedsl.diagnostics.report import Reporter
from gamedsl.files import FolderFiles, GivenFiles, find_game, read_source
from gamedsl.semantics.variants.edits import KINDS
from gamedsl.source import Source
from gamedsl.syntax import nodes
from tests.helpers.checking.additions import BASE, replaced

CSV = "tile,cost,name\nhouse,3,A house\nbarn,2,A barn\n"
VARIANTS = [name for name in gamedsl.bundled_names() if "\nvariant " in f"\n{read_source(find_game(name)).text}"]


def whole(text: str, files: Mapping[str, str] | None = None) -> Whole:
    """Return the whole game of a rule text without errors."""
    reporter = Reporter()
    made = read_whole(Source("game.game", text), GivenFiles(dict(files or {})), reporter)
    assert made is not None, [found.message for found in reporter.diagnostics]
    return made


def found(new: str, old: str = BASE, files: Mapping[str, str] | None = None) -> list[Difference]:
    """Return what differs between two rule texts."""
    return list(compare(whole(old, files), whole(new, files)).differences)


def only(new: str, old: str = BASE) -> Difference:
    """Return the one difference of two rule texts."""
    (difference,) = found(new, old)
    return difference


def changed(*pairs: tuple[str, str]) -> tuple[str, str, str, list[tuple[str, str, str]]]:
    """Return section, kind, name and parts of the one change that these replacements in the base make."""
    difference = only(replaced(*pairs))
    assert "changed" == difference.deed
    return difference.section, difference.kind, difference.name, [attrs.astuple(part) for part in difference.parts]


def bundled(name: str) -> Whole:
    """Return a bundled game."""
    path = find_game(name)
    made = read_whole(read_source(path), FolderFiles(path.parent), Reporter())
    assert made is not None
    return made


def against_base(name: str) -> tuple[Whole, Whole]:
    """Return a bundled variant's base, and the variant."""
    path = find_game(name)
    base = base_source(read_source(path), FolderFiles(path.parent))
    assert base is not None
    made = read_whole(base[1], FolderFiles(path.parent), Reporter())
    assert made is not None
    return made, bundled(name)


# ---------------------------------------------------------------- what does not count


def test_the_same_game_has_no_differences() -> None:
    """A game does not differ from itself."""
    assert [] == found(BASE)


def test_layout_and_comments_do_not_count() -> None:
    """Comments, blank lines, line breaks, the width of tables and steps on one line are no differences."""
    other = replaced(
        ("options\n", "# a comment\noptions\n\n"),
        ("| house | 3          |", "| house |    3 |"),
        ("  roll first in players\n  shuffle deck\n", "  roll first in players; shuffle deck  # both\n"),
        (
            "winner: the p in players with most p.points ties all",
            "winner: (the p in players\n    with most p.points ties all)",
        ),
    )
    assert [] == found(other)


def test_sections_may_stand_elsewhere() -> None:
    """Where a section stands in the file does not count."""
    head, options, rest = BASE.partition("options\n")
    own, types, rest = rest.partition("types\n")
    assert [] == found(head + types + rest + options + own)


def test_data_may_lie_in_a_file() -> None:
    """The same rows in a CSV file are the same data."""
    written = replaced(
        (" | fits(n: 0..3): condition = no | does: rule              | gain: formula = 0 |", " |"),
        (" | cost > n                      | pay 1 from bank to coins | 1                 |", " |"),
        (" |                               |                          |                   |", " |"),
    )
    filed = written.replace("  tile: tile\n", '  tile: tile, csv "tiles.csv"\n')
    filed = "".join(
        line for line in filed.splitlines(keepends=True) if not line.startswith(("    | house", "    | barn"))
    )
    assert [] == found(filed, written, {"tiles.csv": CSV})


def test_scenarios_are_not_compared() -> None:
    """Scenarios are examples, no rules."""
    assert [] == found(BASE + 'scenarios\n  one "x"\n    then: expect round = 1\n')


# ---------------------------------------------------------------- what has changed


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("players: 2 to 4", "players: 2 to 3", ("header", "game", "G", [("players", "2 to 4", "2 to 3")])),
        ("game G", 'game G "Gee"', ("header", "game", "G", [("title", "", '"Gee"')])),
        ("fast: no, yes", "fast: yes, no", ("options", "option", "fast", [("default", "no", "yes")])),
        ("size: 3, 5", "size: 3, 5, 7", ("options", "option", "size", [("values", "3, 5", "3, 5, 7")])),
        ("fast: no, yes", 'fast: no, yes "Fast"', ("options", "option", "fast", [("words", "", '"Fast"')])),
        ("coin: counter, 20", "coin: counter, 30", ("components", "component", "coin", [("traits", "20", "30")])),
        ("round: 1..10", "round: 1..12", ("table", "entry", "round", [("type", "1..10", "1..12")])),
        ("round: 1..10", "round: 1..10 = 2", ("table", "entry", "round", [("starts as", "", "2")])),
        (
            "    hand: heap of card, seen by owner\n",
            "    hand: heap of card\n",
            ("table", "entry", "player.hand", [("traits", "seen by owner", "")]),
        ),
        (
            "rich = coins > 5",
            "rich = coins > 6",
            ("terms", "term", "player.rich", [("formula", "coins > 5", "coins > 6")]),
        ),
        (
            "    until: bank = 0\n",
            "    until: bank < 2\n",
            ("phases", "phase", "main", [("until", "bank = 0", "bank < 2")]),
        ),
        (
            "  roll first in players\n",
            "  set first to A\n",
            ("setup", "step", "", [("text", "roll first in players", "set first to A")]),
        ),
        (
            "    pick: t in shop\n",
            '    pick: t in shop "?"\n',
            ("actions", "action", "buy", [("pick", "t in shop", 't in shop "?"')]),
        ),
        ("actions basic\n", 'actions basic "Basic"\n', ("actions", "group", "basic", [("words", "", '"Basic"')])),
        ("worth: you.coins", "worth: 2", ("scoring", "scoring source", "wealth", [("worth", "you.coins", "2")])),
        (
            "with most p.points ties",
            "with least p.points ties",
            (
                "end",
                "line",
                "winner",
                [
                    (
                        "text",
                        "winner: the p in players with most p.points ties all",
                        "winner: the p in players with least p.points ties all",
                    )
                ],
            ),
        ),
    ],
)
def test_what_has_changed(old: str, new: str, expected: tuple[object, ...]) -> None:
    """A change is told by section, kind, name and part, with the old and the new text."""
    assert expected == changed((old, new))


def test_cells_and_rows() -> None:
    """Of data the cells that differ are told by row and column; rows are added and removed."""
    new = replaced(
        ("| red    | 1           |", "| red    | 4           |"),
        ("| barn  | 2          |", "| shed  | 2          |"),
    )
    assert [
        ("tile", "barn", "removed", ()),
        ("tile", "shed", "added", ()),
        ("prices", "red", "changed", (Part("price", "1", "4"),)),
    ] == [(one.kind, one.name, one.deed, one.parts) for one in found(new)]


def test_cells_of_rule_text() -> None:
    """Rule text in cells is compared as it is printed; a cell that is left out has the default of its column."""
    same = replaced(
        ("| cost > n                      |", "| cost>n |"),
        ("| 1                 |\n    | barn", "| (1) |\n    | barn"),
    )
    assert [] == found(same)
    new = replaced(
        ("pay 1 from bank to coins", "pay 2 from bank to coins"), ("| cost > n                      |", "|  |")
    )
    assert (
        Part("fits", "cost > n", "no"),
        Part("does", "pay 1 from bank to coins", "pay 2 from bank to coins"),
    ) == only(new).parts


def test_new_column_is_told_with_its_values() -> None:
    """A column that only one game has is told once, with what stands in it."""
    new = replaced(
        ("    | lot | row: 1..2 | col: 1..2 |\n", "    | lot | row: 1..2 | col: 1..2 | rent[1..2]: 0..9 = 0 |\n"),
    )
    assert ("table", "lot", (Part("column rent", "", "rent[1..2]: 0..9 = 0 (A1 0; 0, A2 0; 0, B1 0; 0)"),)) == (
        only(new).kind,
        only(new).name,
        only(new).parts,
    )


def test_every_part_of_a_card() -> None:
    """Several changed fields of a card are parts of one difference."""
    new = replaced(
        ('  buy "Buy"\n    pick: t in shop\n', '  buy "Purchase" [GAM-1]\n    when: bank > 0\n    pick: t in shop\n'),
    )
    assert [
        (
            "actions",
            "buy",
            (Part("words", '"Buy"', '"Purchase"'), Part("references", "", "GAM-1"), Part("when", "", "bank > 0")),
        ),
        ("references", "", ()),
    ] == [(one.section, one.name, one.parts) for one in found(new)]


def test_order_of_questions_and_conditions() -> None:
    """The same conditions and questions in another order are a difference: they are read in order."""
    base = BASE.replace("play: take or buy", "play: take or buy or sell")
    one = base + "actions\n  sell\n    when: bank > 1\n    pick: t in shop\n    then: move t to shop\n"
    two = base + "actions\n  sell\n    pick: t in shop\n    when: bank > 1\n    then: move t to shop\n"
    assert ["order of the questions and conditions"] == [part.part for part in only(two, one).parts]


def test_order_of_actions_and_the_first_phase() -> None:
    """The order of actions numbers the choices, and the first phase begins the game; others may stand anywhere."""
    take = '  take "Take one"\n    then: pay 1 from bank to you.coins\n'
    moved = BASE.replace(take, "").replace("scoring\n", take.replace("  take", "actions basic\n  take") + "scoring\n")
    assert ("actions", "order", (Part("order", "take, buy", "buy, take"),)) == (
        only(moved).section,
        only(moved).kind,
        only(moved).parts,
    )
    first = BASE.replace("phases\n", "phases\n  whole\n    steps: main\n")
    assert [Part("the game begins with", "main", "whole")] == [part for one in found(first) for part in one.parts]


def test_group_of_an_action() -> None:
    """An action in another group has changed; the group that has lost its last action is gone."""
    new = BASE.replace("actions basic\n", "actions\n")
    assert [("group", "basic", "removed"), ("action", "take", "changed"), ("action", "buy", "changed")] == [
        (one.kind, one.name, one.deed) for one in found(new)
    ]


def test_what_only_one_game_has() -> None:
    """What is added or removed is told with its whole text; the other way round the deed is the other."""
    new = BASE + 'rules\n  wait "Wait"\n    then: set round to 2\n'
    there, back = only(new), only(BASE, new)
    assert ("rules", "rule", "wait", "added", "Wait", 'wait "Wait"\n  then: set round to 2') == (
        there.section,
        there.kind,
        there.name,
        there.deed,
        there.words,
        there.text,
    )
    assert attrs.evolve(there, deed="removed") == back


def test_added_component_is_told_with_its_rows() -> None:
    """The rows of a table that only one game has belong to the text of the component."""
    new = BASE + "components\n  toll[size: 1..2]: chart\n    | size | fee: 0..9 |\n    | 1 | 3 |\n    | 2 | 0 |\n"
    assert "toll[size: 1..2]: chart\n  1: fee 3\n  2: fee 0" == only(new).text


def test_facts_are_compared_by_key() -> None:
    """Facts of one key belong together."""
    one = BASE + 'about\n  note: "a"\n  year: "1"\n'
    two = BASE + 'about\n  note: "a"\n  note: "b"\n  minutes: "1"\n'
    assert [("note", "changed"), ("year", "removed"), ("minutes", "added")] == [
        (difference.name, difference.deed) for difference in found(two, one)
    ]
    assert (Part("text", "a", "a\nb"),) == found(two, one)[0].parts


def test_steps_of_setup_by_their_order() -> None:
    """Steps have no names: they are compared as a list."""
    new = replaced(("  shuffle deck\n", "  shuffle deck\n  deal 3 from deck to pile\n"))
    assert ("setup", "added", "deal 3 from deck to pile") == (only(new).section, only(new).deed, only(new).text)


# ---------------------------------------------------------------- whole games


def test_every_section_has_a_word() -> None:
    """A section that is new in the language needs a word for what stands in it."""
    assert set() == set(get_args(nodes.SectionKeyword)) - KINDS.keys()


def test_unknown_things_are_compared_as_text() -> None:
    """A thing that the comparison does not know is one text; what cannot be printed is a loud error."""
    assert {"text": "when: no"} == sheet(nodes.Condition("when", nodes.Truth(False)), "end")
    with pytest.raises(TypeError, match="no lines for Node"):
        sheet(nodes.Node(), "end")


@pytest.mark.parametrize("name", VARIANTS)
def test_variants_there_and_back(name: str) -> None:
    """A bundled variant differs from its base; compared the other way round, the same things differ."""
    old, new = against_base(name)
    there, back = compare(old, new).differences, compare(new, old).differences
    opposite = {"added": "removed", "removed": "added", "changed": "changed"}
    assert there != ()
    assert {(one.section, one.kind, opposite[one.deed]) for one in there} == {
        (one.section, one.kind, one.deed) for one in back
    }
    assert () == compare(new, new).differences


def test_rows_of_a_variant_written_out() -> None:
    """A component whose rows a variant has changed is written out with all rows, as rule text that says the same."""
    _, variant = against_base("tycoon_duel")
    (entry,) = [
        item
        for section in variant.rules.sections
        for item in section.items
        if isinstance(item, nodes.Entry) and item.name == "spread"
    ]
    lines = with_rows(variant, entry)
    assert ("spread[cities: 0..9]: chart   [TYC-131, TYC-Q14]", "") == lines[0]
    assert [("  | cities | income: 0..40 |", ""), ("  | 2      | 3             |", "2")] == [lines[1], lines[4]]


# ---------------------------------------------------------------- as lines and data


def comparison(*differences: Difference) -> Comparison:
    """Return a comparison of two games with these differences."""
    return Comparison(
        old_path="a.game", old_name="a.game", old_title="A", new_path="b.game", new_title="B", differences=differences
    )


def test_no_difference_in_words() -> None:
    """Equal games are told so."""
    assert ["A (a.game) → B (b.game)", "no difference in rules, data and options"] == [
        line.text for line in told(comparison())
    ]


def test_short_and_long_parts_in_words() -> None:
    """A short part stands on one line; of long ones the lines that differ are shown with those around them."""
    lines = "one\ntwo\nthree\nfour\nfive\nsix"
    first = Difference(section="terms", kind="term", name="fee", deed="changed", parts=(Part("formula", "1", "2"),))
    second = Difference(
        section="actions",
        kind="action",
        name="buy",
        deed="changed",
        words="Buy",
        parts=(Part("then", lines, lines.replace("five", "5")), Part("cost", "", "pay 1 from a to b")),
    )
    assert [
        "Terms",
        "  changed  term fee: formula: 1 → 2",
        "",
        "Actions",
        '  changed  action buy "Buy"',
        "      then:",
        "          …",
        "          three",
        "          four",
        "        - five",
        "        + 5",
        "          six",
        "      cost, new: pay 1 from a to b",
    ] == [line.text for line in told(comparison(first, second))][3:]


def test_plain_data() -> None:
    """The JSON form has a version, both games, and every difference with all its keys."""
    one = Difference(section="terms", kind="term", name="fee", deed="changed", parts=(Part("formula", "1", "2"),))
    assert {
        "version": 1,
        "old": {"path": "a.game", "title": "A"},
        "new": {"path": "b.game", "title": "B"},
        "differences": [
            {
                "section": "terms",
                "kind": "term",
                "name": "fee",
                "deed": "changed",
                "words": "",
                "parts": [{"part": "formula", "old": "1", "new": "2"}],
                "text": "",
            }
        ],
    } == as_dict(comparison(one))

"""Cures that are typed as they stand: one finding for each slip, and what its help quotes gives a clean game."""

from __future__ import annotations

import re

import pytest

import gamedsl
from tests.helpers.texts import game_text

GAME = game_text("diagnostics/cures_typed")
_QUOTED = re.compile(r"`([^`]+)`")


def answered(right: str, wrong: str) -> tuple[str, str]:
    """Return the text with a slip and the help of its only finding."""
    assert GAME.count(right) == 1
    text = GAME.replace(right, wrong)
    found = gamedsl.check_text(text)
    assert [("error", found[0].help)] == [(one.severity, one.help) for one in found]
    return text, found[0].help


def errors(text: str) -> list[str]:
    """Return the messages of all errors of a text."""
    return [one.message for one in gamedsl.check_text(text) if one.severity == "error"]


def test_the_game_is_clean() -> None:
    """What the slips are made in has no findings."""
    assert [] == list(gamedsl.check_text(GAME))


@pytest.mark.parametrize("joint", [", ", ", and ", ", for each ", ", each "])
@pytest.mark.parametrize("second", ["n in 2..4", "n in {2, 3}", "m in 2..4 where m > 2"])
def test_two_names_of_one_loop_of_steps(joint: str, second: str) -> None:
    """`for each p in players, n in 2..4:` is one loop in the other; nothing is made of `players.n`."""
    slip = f"for each p in players{joint}{second}:"
    line = f"  {slip} set done[{second[0]}] to 1\n"
    text, cure = answered("\nphases", line + "\nphases")

    (typed,) = _QUOTED.findall(cure)
    assert f"for each p in players: for each {second}:" == typed
    assert [] == errors(text.replace(slip, typed))


@pytest.mark.parametrize(
    "who",
    [
        "(p for each p in players where p != chief)",
        "(players where not lost)",
        "(players if done[2] = 0 else {chief})",
    ],
)
def test_a_set_in_who_keeps_its_brackets(who: str) -> None:
    """Where it is to say who begins, all forms of sets that need brackets have them in the cure."""
    text, cure = answered("who: chief", f"who: {who}")

    first, second = _QUOTED.findall(cure)
    assert (f"who: {who} from chief", f"who: {who} together") == (first, second)
    assert [] == errors(text.replace(f"who: {who}", first))


@pytest.mark.parametrize(("first", "sign", "second"), [("b1..g1", "+", "b8..g8"), ("a1..h8", "-", "b2..g7")])
@pytest.mark.parametrize("blanks", [" ", ""])
def test_two_rectangles(first: str, sign: str, second: str, blanks: str) -> None:
    """`..` binds less than `+` and `-`: each rectangle has brackets of its own."""
    slip = f"{first}{blanks}{sign}{blanks}{second}"
    text, cure = answered("a1..h1:", f"{slip}:")

    (typed,) = _QUOTED.findall(cure)
    assert f"({first}) {sign} ({second})" == typed
    assert [] == errors(text.replace(slip, typed))


@pytest.mark.parametrize(
    ("right", "wrong", "named"),
    [
        ("winner: chief", "winner: opponent if active.lost else active", "active"),
        ("winner: chief", "when: opponent.lost\n  winner: chief", "active"),
        ("move A.box.top to s", "for each p in {A}: move opponent.box.top to s", "p"),
    ],
)
def test_the_opponent_where_nobody_has_a_turn(right: str, wrong: str, named: str) -> None:
    """`opponent` is the other one than somebody: the player named around it, else who had the last turn."""
    text, cure = answered(right, wrong)

    (typed,) = _QUOTED.findall(cure)
    assert f"next({named})" == typed
    assert [] == errors(text.replace("opponent", typed))


@pytest.mark.parametrize(
    "formula",
    [
        "next(next(spot, d), d)",
        "next(spot, d)",
        "count(neighbours(spot, {d}))",
        "count(way(spot, d))",
        "distance(spot, a1)",
        "count(between(spot, a1))",
        "behind(spot, a1)",
        "behind(a1, spot)",
        "count(lines(spot))",
        "next(spot, players)",
    ],
)
def test_one_unknown_name_has_one_finding(formula: str) -> None:
    """What is unknown in a call says nothing about the rest of the call, however calls stand in each other."""
    text = GAME.replace("\nsetup", f"\nterms\n  each square\n    beyond(d: direction) = {formula}\n\nsetup")
    found = [(one.code, one.message) for one in gamedsl.check_text(text) if one.severity == "error"]

    assert [("GDNAM01", "There is no value called `spot` here.")] == found


@pytest.mark.parametrize("sign", [";", ",", ", ", " ; ", " | "])
def test_a_whole_table_without_bars_is_told_once(sign: str) -> None:
    """Rows with the signs of a CSV file: one finding at the first of them, which shows how a row is written."""
    rows = ["name", "copies: 1..9"], ["oak", "3"], ["elm", "2"]
    table = "\n".join(f"    {sign.join(cells)}" for cells in rows)
    _, cure = answered("  man: piece", f"  tree: card\n{table}\n  man: piece")

    assert "`| name | copies: 1..9 |`" in cure


def test_a_table_in_which_some_rows_have_no_bars_is_told_once() -> None:
    """Neighbours with bars are at their place; a line that removes rows is none of them."""
    table = "    | name | copies: 1..9 |\n    oak;3\n    elm;2\n    | ash | 2 |\n"
    _, cure = answered("  man: piece", f"  tree: card\n{table}  man: piece")

    assert "`| oak | 3 |`" in cure


def test_tabs_are_told_once() -> None:
    """All lines begin with tabs: one finding says how many do; one tab alone has no number."""
    everywhere = re.sub("^( +)", lambda found: "\t" * (len(found[1]) // 2), GAME, flags=re.M)
    (told,) = gamedsl.check_text(everywhere)
    (alone,) = gamedsl.check_text(GAME.replace("  chief: player", "\tchief: player"))

    assert f"here and in {everywhere.count(chr(10) + chr(9)) - 1} other lines" in told.message
    assert "other line" not in alone.message


def test_blanks_of_another_width_are_told_once() -> None:
    """Four blanks for each level all over: one finding."""
    (told,) = gamedsl.check_text(re.sub("^( +)", r"\1\1", GAME, flags=re.M))

    assert "4 spaces where 2 are needed" in told.message


@pytest.mark.parametrize("others", [("crate",), ("crate", "chest")])
def test_zones_that_are_full_are_all_named(others: tuple[str, ...]) -> None:
    """Of several zones marked `full` for one kind the help names each."""
    lines = "".join(f"    {name}: heap of man, full\n" for name in others)
    _, cure = answered("    lost: bool\n", f"    lost: bool\n{lines}")

    assert ["full", *(f"player.{name}" for name in ("box", *others))] == _QUOTED.findall(cure)


@pytest.mark.parametrize(
    ("line", "cure"),
    [
        ("  coin: counter, 1,000\n", "1000"),
        ("  coin: counter, 12,500\n", "12500"),
        ("  coin: counter, 1,000,000\n", "1000000"),
    ],
)
def test_numbers_with_a_comma_between_thousands(line: str, cure: str) -> None:
    """Behind a comma stands a trait, so that two numbers in a row are one."""
    _, told = answered("  man: piece", line + "  man: piece")

    assert told.endswith(f"`{cure}`")


def test_a_range_with_a_comma_between_thousands() -> None:
    """The same in the range of a value."""
    _, told = answered("  chief: player", "  laps: 0..1,000\n  chief: player")

    assert told.endswith("`1000`")


@pytest.mark.parametrize("section", ["options\n  add bonus: 1, 2\n", "options\n  new bonus: 1, 2\n"])
def test_what_is_new_in_a_variant_has_no_word_in_front(section: str) -> None:
    """`add bonus: 1, 2` is written `bonus: 1, 2`; `change` is for what the base has."""
    text = f'variant More "More" of "base.game"\n\n{section}'
    (found,) = gamedsl.check_text(text, "more.game", {"base.game": GAME})

    (typed,) = _QUOTED.findall(found.help)
    assert "bonus: 1, 2" == typed
    written = text.replace(section.split("\n")[1].strip(), typed)
    assert ["GDNAM07"] == [one.code for one in gamedsl.check_text(written, "more.game", {"base.game": GAME})]


@pytest.mark.parametrize("first", ["set chief to A", "set done[2] to 1", "move B.box.top to a1"])
def test_lines_one_level_out_are_told_with_the_line_that_lacks_them(first: str) -> None:
    """A field without anything under it, and behind it the lines that are meant: one finding."""
    right = "    then:\n      set you.lost"
    text = GAME.replace(right, f"    then:\n    {first}\n    set chief to B\n\n  other\n    then:\n      set you.lost")
    found = gamedsl.check_text(text)

    assert [("GDSYN20", 28)] == [(one.code, one.span.line) for one in found]


@pytest.mark.parametrize("end", ["", " > 1"])
def test_a_bracket_without_an_end_is_told_once(end: str) -> None:
    """What it takes along, lines that go on and brackets in them, is told with it."""
    condition = f"(count(you.box) > 3\n      and (done[2] > 1\n      or (done[3]{end} in {{1, 2}})))"
    text = GAME.replace(
        "    then:\n", f"    when: {condition.replace('count(you.box)', 'count(you.box', 1)}\n    then:\n", 1
    )
    found = gamedsl.check_text(text)

    assert ["GDSYN03"] == [one.code for one in found]


def test_words_of_variants_are_written_small() -> None:
    """`Change rest` has no colon: the word is the one of the language."""
    text = 'variant More "More" of "base.game"\n\nactions\n  Change rest\n    when: done[2] < 3\n'
    (found,) = gamedsl.check_text(text, "more.game", {"base.game": GAME})

    assert "write `change`" == found.help
    changed = text.replace("Change", "change")
    assert [] == [
        one for one in gamedsl.check_text(changed, "more.game", {"base.game": GAME}) if one.severity == "error"
    ]


@pytest.mark.parametrize("function", ["count", "any", "sum", "max"])
@pytest.mark.parametrize("name", ["x", "k"])
def test_a_loop_without_for_each(function: str, name: str) -> None:
    """`x in S` behind a value is a loop, and `x` no sign of a product."""
    value = {"any": f"done[{name}] > 1"}.get(function, f"done[{name}]")
    asked = f"{function}({value} {name} in 2..4)" + ("" if function == "any" else " > 1")
    text, cure = answered("    then:\n", f"    when: {asked}\n    then:\n")

    assert f"name each of them: write `for each {name}`" == cure
    assert [] == errors(text.replace(f" {name} in", f" for each {name} in"))


def test_a_first_line_with_other_separators() -> None:
    """A CSV file whose first line alone has other signs between its cells has one finding, which names both."""
    text = GAME.replace(
        "  man: piece", '  tree: card, csv "t.csv"\n    | name | copies: 1..9 | cost: 0..3 |\n  man: piece'
    )
    lines = "name;copies;cost\noak,3,1\nelm,2,1\n"
    found = [one for one in gamedsl.check_text(text, "typed.game", {"t.csv": lines}) if one.severity == "error"]

    assert ["GDDAT10"] == [one.code for one in found]
    assert "write commas in the first line, too" == found[0].help


@pytest.mark.parametrize("sort", ["spaces", "Space", "place", "field"])
def test_a_board_of_an_unknown_sort_is_told_once(sort: str) -> None:
    """Neither its traits nor the places that it would have are told as well."""
    found = gamedsl.check_text(GAME.replace("square: space,", f"square: {sort},"))

    assert [f"There is no sort of component called `{sort}` here."] == [one.message for one in found]


@pytest.mark.parametrize("sort", ["cards", "Card", "carte"])
def test_rows_of_an_unknown_sort_are_told_once(sort: str) -> None:
    """Names of its rows stand in rules: they say nothing more."""
    text = GAME.replace("  man: piece", f"  tree: {sort}\n    | tree | copies: 1..9 |\n    | oak | 3 |\n  man: piece")
    text = text.replace("    lost: bool\n", "    lost: bool\n    wood: heap of tree, full\n")
    found = gamedsl.check_text(text.replace("count(you.box) > 3", "oak in you.wood"))

    assert [f"There is no sort of component called `{sort}` here."] == [one.message for one in found]

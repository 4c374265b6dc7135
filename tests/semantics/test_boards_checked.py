"""Boards: what is checked of grids, drawn lines and expressions about places, and what a designer is told."""

from __future__ import annotations

import pytest

import gamedsl
from gamedsl.semantics.texts.keys import texts
from tests.helpers.sample_games.boards import BOARDS, codes, findings, term

HEXAGONS = BOARDS.replace("grid a..h by 1..8\n", "grid a..h by 1..8 of hexagons\n")


def test_a_board_has_no_findings() -> None:
    """Every sort of board is clean in the game that the tests add to."""
    assert [] == codes()


GRIDS: dict[str, tuple[str, str]] = {
    "letters come first": ("grid 1..8 by a..h", "write `grid a..h by 1..8`"),
    "letters in order": ("grid h..a by 1..8", "write `grid a..h by 1..8`"),
    "numbers in order": ("grid a..h by 8..1", "write `grid a..h by 1..8`"),
    "one letter": ("grid aa..bb by 1..8", "write `grid a..h by 1..8`"),
    "numbers for rows": ("grid a..h by a..h", "write `grid a..h by 1..8`"),
    "small or capital": ("grid A..h by 1..8", "write `grid a..h by 1..8`"),
    "not too many rows": ("grid a..h by 1..100", "write `grid a..h by 1..99`"),
    "hexagons stay": ("grid h..a by 1..8 of hexagons", "write `grid a..h by 1..8 of hexagons`"),
    "a place twice": ("lines (a1 b1 a1)", "name each place of a line once"),
    "a way twice": ("lines (a1 b1 c1, b1 a1)", "leave one of them out"),
    "a place beside the grid": ("grid a..b by 1..2, lines (a1 b1 c1)", "its places are a1 to b2"),
    "no such direction": ("grid a..h by 1..8, adjacent by up", "write `adjacent by straight`"),
    "all directions": ("grid a..h by 1..8, adjacent by straight and diagonal", "`adjacent by direction`"),
}


@pytest.mark.parametrize("name", GRIDS)
def test_grids_and_lines_that_cannot_be(name: str) -> None:
    """The board is refused, and the message says what to write."""
    written, cure = GRIDS[name]
    text = BOARDS.replace("grid a..h by 1..8\n", f"{written}\n").replace(
        "    | c4..d5 | swamp                   |\n", ""
    )
    found = next(one for one in gamedsl.check_text(text) if one.code == "GDDAT19")

    assert cure in (found.help or "")


def test_only_spaces_are_boards() -> None:
    """A card has no grid."""
    text = BOARDS.replace("region: tile", "region: tile, grid a..b by 1..2")
    (found,) = [one for one in gamedsl.check_text(text) if one.code == "GDTYP01"]

    assert "square: space, grid a..h by 1..8" in (found.help or "")


TABLES: dict[str, tuple[str, str, list[str]]] = {
    "an unknown place": ("| h8     | swamp", "| h9     | swamp", ["GDNAM01"]),
    "a place named twice": ("| h8     | swamp", "| c5     | swamp", ["GDDAT04"]),
    "no value and no default": ("ground: ground = meadow |", "ground: ground          |", ["GDDAT20"]),
    "a column of its own": ("ground: ground = meadow |", "row: ground = meadow    |", ["GDNAM03"]),
    "a rectangle in a set": ("| a1..b2; c3            |", "| a1..b9; c3            |", ["GDDAT03"]),
}


@pytest.mark.parametrize("name", TABLES)
def test_tables_under_a_board(name: str) -> None:
    """What does not fit the board is told once."""
    old, new, expected = TABLES[name]
    assert old in BOARDS
    assert expected == codes(base=BOARDS.replace(old, new))


TERMS: dict[str, list[str]] = {
    "next(a1, north)": [],
    "next(a1, straight)": ["GDTYP01"],
    "next(a1, White)": ["GDTYP01"],
    "next(market, north)": ["GDTYP01"],
    "next(White, north)": ["GDTYP01"],
    "next(a1)": ["GDTYP03"],
    "way(a1..a3, north)": ["GDTYP01"],
    "way(a1)": ["GDTYP03"],
    "way(a1, up)": ["GDNAM01"],
    "(way(a1, direction) until open)": [],
    "(way(a1, direction) until open closed by owned = White)": [],
    "(square until open)": ["GDTYP01"],
    "(lines(point) until count(point) = 24)": ["GDTYP01"],
    "((l until there != none) for each l in lines(point))": [],
    "(way(a1, direction) until owned != White closed by owned = White)": ["GDFLO18"],
    "lines(a1)": ["GDTYP01"],
    "lines(square)": ["GDTYP01"],
    "lines(town, 3)": ["GDTYP01"],
    "connected(a1, square)": [],
    "connected(A1, square)": ["GDTYP01"],
    "connected(a1, White.box)": ["GDTYP01"],
    "behind(a1, A1)": ["GDTYP01"],
    "between(a1)": ["GDTYP03"],
    "h2..a1": ["GDRNG05"],
    "a2..h1": ["GDRNG05"],
    "a1..A1": ["GDTYP01"],
    "a1..h2.open": ["GDTYP01"],
    "north_gate..market": ["GDTYP01"],
    "neighbours(White, north)": ["GDTYP01"],
    "next(a1, north).here = none": ["GDTYP13"],
    "next(a1, north).owned = none": ["GDTYP13"],
    "next(a1, north) != none and next(a1, north).here = none": [],
    "next(a1, north).free": [],
    "a1.here.owner = White": [],
    "a1.here.owner != White": ["GDTYP12"],
    "a1.here = none or a1.here.owner != White": [],
    "next(a1, north).row + 1": ["GDTYP02"],
}


@pytest.mark.parametrize("value", TERMS)
def test_expressions_about_places(value: str) -> None:
    """What is right is clean; a slip has one finding."""
    assert TERMS[value] == term(value)


SLIPS: dict[str, str] = {
    "next(a1, straight)": "`neighbours(a1, …)`",
    "(square until open)": "use `where`",
    "h2..a1": "`a1..h2`",
    "a1..h2.open": "`(a1..h2).open`",
    "(way(a1..a3, north))": "`… for each x in …`",
    "next(a1, north).here = none": "`next(a1, north) != none and",
    "a1.here.owner != White": "`a1.here = none or",
    "way(market, north)": "directions need columns and rows",
}


@pytest.mark.parametrize("value", SLIPS)
def test_slips_are_told_with_their_cure(value: str) -> None:
    """The help line says what to write instead."""
    (found, *_) = findings(f"terms\n  extra = {value}\n")

    assert SLIPS[value] in (found.help or "")


def test_hexagons_have_six_directions() -> None:
    """The words that they lack are told as such, and they have nothing diagonal."""
    mixed = HEXAGONS.replace("way(s, straight)", "way(s, north)")
    lacking = findings("terms\n  extra = next(a1, northeast)\n", mixed)
    text = "game G\n  players: 2\ncomponents\n  cell: space, grid a..c by 1..3 of hexagons\nend\n  winner: none\n"
    own = [one for one in gamedsl.check_text(text + "terms\n  extra = next(a1, northeast)\n") if one.code == "GDNAM01"]
    diagonal = [one for one in gamedsl.check_text(text + "terms\n  extra = count(diagonal)\n") if one.code == "GDTYP01"]

    assert [] == [one.code for one in lacking]
    assert ["hexagons have no northeast" in (one.help or "") for one in own] == [True]
    assert ["straight" in (one.help or "") for one in diagonal] == [True]


def test_two_sorts_of_grids_have_no_straight_directions_in_common() -> None:
    """Which directions are straight cannot be said of squares and hexagons at once."""
    assert ["GDTYP01"] == codes(
        "terms\n  extra = way(a1, straight)\n", HEXAGONS.replace("(way(s, straight)", "(way(s, north)")
    )


MOVES: dict[str, list[str]] = {
    "move you.box.top to a1": [],
    "if you.box.top != none: move you.box.top to a1": [],
    "if you.box.top != none: move you.box.top to next(a1, north)": ["GDTYP11"],
    "if you.box.top != none: move you.box.top to market": ["GDTYP01"],
    "if you.box.top != none: move you.box.top to a1..a2": ["GDTYP01"],
    "if you.box.top != none: move you.box.top to north": ["GDTYP01"],
    "set a1.owned to you": [],
    "set (a1..b2).owned to you": [],
    "set players.men.at.owned to you": [],
    "set (a1..b2).open to 3": ["GDTYP01"],
    "set (a1..b2).free to yes": ["GDTYP10"],
}


@pytest.mark.parametrize("step", MOVES)
def test_places_in_steps(step: str) -> None:
    """A place stands for its only place behind `to`; an attribute of a set is set for each."""
    assert MOVES[step] == codes(f"actions\n  extra\n    then:\n      {step}\n")


def test_two_places_for_a_piece_on_one_space() -> None:
    """Then the space alone does not say which is meant."""
    base = BOARDS.replace("    here: slot of man\n", "    here: slot of man\n    under: heap of man\n", 1)
    found = findings("actions\n  extra\n    pick: m in you.men\n    then: move m to d4\n", base)[-1]

    assert ("GDTYP01", True) == (found.code, "`d4.here` or `d4.under`" in (found.help or ""))


GIVING_WAY = {
    "a list of words": "types\n  wind: north, south\nterms\n  extra = count(wind where north in {north})\n",
    "a term without parameters": "terms\n  between = 3\n  extra = between\n",
    "a term of a player": "terms\n  each player\n    behind(s: square) = 3\n  extra = White.behind(a1)\n",
    "a value": "table\n  diagonal: 0..9\nterms\n  extra = diagonal + 1\n",
    "a column": "components\n  card: card\n    | card | at: 1..3 |\n    | ace  | 2        |\n"
    "table\n  cards: heap of card, full\nterms\n  extra = ace.at + 1\n",
}


@pytest.mark.parametrize("name", GIVING_WAY)
def test_new_words_give_way_to_those_of_the_file(name: str) -> None:
    """A file that has a meaning of its own for a word keeps it."""
    assert [] == [code for code in codes(GIVING_WAY[name]) if code not in ("GDFLO07",)]


def test_the_opponent_is_the_other_of_two() -> None:
    """In a game for more players the word has no meaning, and the message says what to write."""
    two = codes("terms\n  each player\n    extra = count(opponent.men)\n")
    text = BOARDS.replace("players: 2 as White, Black", "players: 3 as White, Black, Red")
    (found,) = findings("terms\n  each player\n    extra = count(opponent.men)\n", text)

    assert [] == two
    assert "next(you)" in (found.help or "")


HIDDEN = BOARDS.replace("    here: slot of man\n", "    here: slot of man, seen by none\n", 1).replace(
    "    pick: m in you.men\n    then: move m to you.box", "    then: move you.box.top to a1"
)
PICKS = {
    "pick: s in (way(a1, north) until here != none)": [],
    "pick: s in (way(a1, north) until here.owner = you)": ["GDKNO01"],
    "pick: s in (way(a1, north) until here != none closed by here.owner = you)": ["GDKNO01"],
    "pick: s in connected(a1, (square where here.owner = you))": ["GDKNO01"],
    "pick: m in you.box where m.at = a1": [],
    "pick: s in neighbours(a1, north)": [],
}


@pytest.mark.parametrize("pick", PICKS)
def test_what_lies_face_down_stops_no_way_of_a_player(pick: str) -> None:
    """Whether something lies there is public; what it is may not decide what a player is offered."""
    found = codes(f"actions\n  extra\n    {pick}\n    then: set a1.open to yes\n", HIDDEN)

    assert PICKS[pick] == sorted({code for code in found if code.startswith("GDKNO")})


def test_places_of_a_grid_need_no_translation() -> None:
    """They are called by letter and number in all languages; directions are words."""
    game = gamedsl.loads(BOARDS)
    keys = list(texts(game.checked))

    assert [] == [key for key in keys if key.startswith(("components.square.", "components.point."))]
    assert {"types.direction.north", "components.town.market"} <= set(keys)


def test_a_variant_changes_places_by_rectangles() -> None:
    """Only the rows that differ are written, as under the board of the base."""
    files = {"boards.game": BOARDS}
    variant = (
        'variant More "More swamp" of "boards.game"\ncomponents\n  change square\n    | square | ground |\n'
        "    | a1..b2 | swamp  |\n    | h8     | meadow |\n"
        "scenarios\n  swamp\n    then: expect count(square where ground = swamp) = 8 and h8.ground = meadow\n"
    )
    (result,) = gamedsl.loads(variant, files=files).test()

    assert result.passed


def test_a_file_under_a_board_fills_its_places() -> None:
    """Rows of a CSV file are places too; others are told, and places that it lacks have the default."""
    text = BOARDS.replace("space, grid a..h by 1..8\n", 'space, grid a..h by 1..8, csv "grounds.csv"\n')
    text += "scenarios\n  swamps\n    then: expect count(square where ground = swamp) = 6 and b8.ground = swamp\n"
    (result,) = gamedsl.loads(text, files={"grounds.csv": "square,ground\nb8,swamp\na1,meadow\n"}).test()
    wrong = gamedsl.check_text(text, files={"grounds.csv": "square,ground\nb9,swamp\n"})

    assert result.passed
    assert ["GDNAM01"] == [one.code for one in wrong if one.severity == "error"]

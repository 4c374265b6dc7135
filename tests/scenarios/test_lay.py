"""Pictures of the table: ``lay`` puts pieces and values where their signs stand."""

from __future__ import annotations

import pytest

import gamedsl
from tests.helpers.texts import game_text

GAME = """game Four "Four in a row"
  players: 2 as Red, Blue
types
  colour: green, grey, white
components
  disc: piece, 4 each player
  gem: card, 2 copies
    | gem  |
    | ruby |
    | opal |
table
  board[column: 1..4, row: 1..3]: slot of disc
  rail[place: 1..5]: slot of gem
  chest: heap of gem, full
  paint[colour]: 0..9
  owner[place: 1..3]: player or none
  lit[place: 1..2]: bool
  tint[place: 1..3]: colour
  each player
    box: heap of disc, full
    shelf[place: 1..3]: slot of gem
setup
  {setup}
phases
  game
    who: players from Red
    play: wait
actions
  wait "Wait"
end
  winner: Red
scenarios
  x
    given: {given}
    then: expect {expected}
""".replace("card, 2 copies", "card, 2")
NOTHING = "set paint[green] to 0"


def told(given: str, expected: str = "count(rail) >= 0", setup: str = NOTHING) -> list[str]:
    """Return the codes and problems of everything that is said about a game with a picture."""
    text = GAME.format(given=given, expected=expected, setup=setup)
    found = [one for one in gamedsl.check_text(text) if one.severity == "error"]
    if not found:
        found = [one for result in gamedsl.loads(text).test() for one in result.diagnostics]
    return [f"{one.code} {one.message}" for one in found]


RED_AND_BLUE = "board[1, 1].owner = Red and board[2, 1].owner = Blue and board[2, 2].owner = Red and count(board) = 3"


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        ('board: ("....", ".R..", "RB..")', RED_AND_BLUE),
        ('board: ("", ". red", "Red Blue")', RED_AND_BLUE),
        ('rail: "r.oor"', "rail[1] = ruby and rail[2] = none and count(rail) = 4 and count(chest) = 0"),
        ('rail: "ruby . opal"', "rail[1] = ruby and rail[3] = opal and count(chest) = 2"),
        ('Blue.shelf: "o"', "Blue.shelf[1] = opal and count(Red.shelf) = 0"),
        ('paint: "1 0 9"', "paint[green] = 1 and paint[white] = 9"),
        ('paint: "19"', "paint[green] = 1 and paint[grey] = 9"),
        ('owner: "R.B"', "owner[1] = Red and owner[2] = none and owner[3] = Blue"),
        ('lit: "ny"', "lit[2] and not lit[1]"),
        ('tint: "white gre gree"', "tint[1] = white"),
        ('board[2]: "RBR"', "board[2, 3].owner = Red and board[2, 2].owner = Blue"),
    ],
)
def test_what_is_laid_lies_there(picture: str, expected: str) -> None:
    """Signs are names or their first letters; a dot is an empty place; the top row comes first."""
    if "gre" in picture:
        assert ["GDSCN30"] == [one.split()[0] for one in told(f"lay {picture}")]
    else:
        assert [] == told(f"lay {picture}", expected)


@pytest.mark.parametrize(
    ("picture", "problem"),
    [
        ('board: "R..."', "the picture has 1 row, and `board` has 3"),
        ('board: ("....", ".....", "....")', "row 2 has 5 signs, and there are 4 places"),
        ('rail: "rx"', "`x` stands for nothing there; there are `ruby` and `opal`, and `.` for nothing"),
        ('tint: "g"', "`g` may be `green` or `grey`: write more of it, with blanks between the signs"),
        ('rail[1]: "r"', "a picture goes through one key (a row) or two (columns and rows), or shows a board"),
        ('chest: "r"', "a picture goes through one key (a row) or two (columns and rows), or shows a board"),
    ],
)
def test_pictures_that_do_not_fit(picture: str, problem: str) -> None:
    """What does not fit is told before play, with the sign or row that is wrong."""
    assert [f"GDSCN30 This cannot be laid: {problem}."] == told(f"lay {picture}")


def test_no_more_than_there_are() -> None:
    """A piece is taken from where it was at first, or from its player; when none is left the scenario says so."""
    (said,) = told('lay board: ("RRRR", "R...", "....")')
    assert said.startswith("GDSCN08") and "none of the 4 is free any more" in said
    (said,) = told('lay rail: "rrr"')
    assert said.startswith("GDSCN08") and "none of the 2 is free any more" in said


def test_a_setup_is_a_picture() -> None:
    """`lay` stands under `setup` as well; in other rules it is refused."""
    setup = 'lay board: ("....", "....", "R..B"); lay rail: "r"'
    assert [] == told(NOTHING, "board[4, 1].owner = Blue and rail[1] = ruby", setup)
    wrong = GAME.format(given=NOTHING, expected="count(rail) = 0", setup=NOTHING)
    wrong = wrong.replace('  wait "Wait"', '  wait "Wait"\n    then: lay rail: "r"')
    assert ["GDNAM06"] == [one.code for one in gamedsl.check_text(wrong)]


BOARD = game_text("scenarios/lay")


def shown(*lines: str, expected: str = "active = White") -> list[str]:
    """Return what is said about a board with a picture of these lines."""
    text = BOARD.format(given="\n".join(f"      {line}" for line in lines), expected=expected)
    found = [one for one in gamedsl.check_text(text) if one.severity == "error"]
    found = found or [one for result in gamedsl.loads(text).test() for one in result.diagnostics]
    return [f"{one.code} {one.message}" for one in found]


HERE = "d4.here.owner = White and b3.here.owner = Black and c2.here.owner = Black and count(square.here) = 3"


@pytest.mark.parametrize("place", ["here", "square.here", "(b2..d4).here"])
@pytest.mark.parametrize("rows", [("| . . W |", "| B . . |", "| . B . |"), ("|..W|", "|B..|", "|.B.|")])
def test_a_picture_is_what_the_board_looks_like(place: str, rows: tuple[str, ...]) -> None:
    """The top row stands first; what lay on the board and is not shown has gone back to its box."""
    expected = f"{HERE} and count(White.box) = 3 and count(Black.box) = 2"
    assert [] == shown(f"lay {place}:", *(f"  {row}" for row in rows), expected=expected)


def test_a_rectangle_leaves_the_rest_alone() -> None:
    """Only the places shown are emptied and laid."""
    expected = "b2.here.owner = White and c2.here = none and d2.here.owner = Black and d4.here.owner = Black"
    assert [] == shown("lay (c2..d3).here:", "  | . . |", "  | . B |", expected=f"{expected} and count(White.box) = 3")


def test_pictures_of_values() -> None:
    """An empty place has the value that it begins with."""
    rows = ("  | . . 9 |", "  | . . . |", "  | 1 . . |")
    expected = "d4.worth = 9 and b2.worth = 1 and c3.worth = 3 and c2.mark = Black"
    assert [] == shown("lay worth:", *rows, expected=expected)
    assert [] == shown("lay worth:", *(row.replace("9", ".") for row in rows), expected="d4.worth = 3")
    rows = ("  | W . . |", "  | . . . |", "  | . . . |")
    assert [] == shown("lay square.mark:", *rows, expected="b4.mark = White and c2.mark = none")


def test_places_that_a_drawn_board_does_not_have() -> None:
    """They are shown as empty; nothing can be laid there."""
    rows = ("  | . b . |", "  | . . . |", "  | b . . |")
    expected = "f7.bead_here != none and e5.bead_here != none and bowl = {}"
    assert [] == shown("lay bead_here:", *rows, expected=expected)
    wrong = ("  | . . b |", *rows[1:])
    assert ["GDSCN30 This cannot be laid: `b` stands where the board has no place: write `.`."] == shown(
        "lay bead_here:", *wrong
    )


WHOLE = "a picture shows a whole board or a rectangle of it: "


@pytest.mark.parametrize(
    ("place", "rows", "problem"),
    [
        ("here", ["...", "..."], "the picture has 2 rows, and `here` has 3"),
        ("here", ["...", "..", "..."], "row 2 has 2 signs, and there are 3 places"),
        (
            "here",
            ["...", "..x", "..."],
            "`x` stands for nothing there; there are `White` and `Black`, and `.` for nothing",
        ),
        ("mark", ["..."], WHOLE + "`lay square.mark:`, `lay point.mark:` or `lay (a1..c3).mark:`"),
        ("d4.here", ["."], WHOLE + "`lay square.here:` or `lay (a1..c3).here:`"),
        ("{b2, d4}.here", [".."], WHOLE + "`lay square.here:` or `lay (a1..c3).here:`"),
    ],
)
def test_pictures_of_boards_that_do_not_fit(place: str, rows: list[str], problem: str) -> None:
    """Rows that are drawn show every place of the board, or of a rectangle."""
    assert [f"GDSCN30 This cannot be laid: {problem}."] == shown(f"lay {place}:", *(f"  |{row}|" for row in rows))


def test_rows_that_are_not_closed_are_told() -> None:
    """A row of a picture ends with a bar, as a row of a table does."""
    assert ["GDSYN06"] == [one.split()[0] for one in shown("lay here:", "  | . . .", "  | . . . |", "  | . . . |")]


def test_a_variant_changes_a_picture_of_the_setup() -> None:
    """It is called by its first line; the new rows take the place of the old ones, or it is removed."""
    base = BOARD.format(given="      set d4.worth to 1", expected="yes")
    base = base.replace("setup\n", "setup\n  lay here:\n    | B . . |\n    | . . . |\n    | . . . |\n")
    variant = 'variant More "More" of "slide.game"\nsetup\n  {edit}\nscenarios\n  y\n    then: expect {expected}\n'
    changed = "change lay here:\n    | . B B |\n    | . . . |\n    | . . . |"
    wrong = changed.replace("here", "mark")

    def results(edit: str, expected: str) -> list[str]:
        text = variant.format(edit=edit, expected=expected)
        found = gamedsl.check_text(text, files={"slide.game": base})
        return [one.code for one in found if one.severity == "error"]

    assert [] == results(changed, "count(square.here) = 6")
    assert [] == results("remove lay here:", "count(square.here) = 4")
    assert ["GDVAR10"] == results(wrong, "yes")

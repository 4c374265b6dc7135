"""Pictures of the table: ``lay`` puts pieces and values where their signs stand."""

from __future__ import annotations

import pytest

import gamedsl

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
    """Signs are names or their first letters; a dot leaves its place as it is; the top row comes first."""
    if "gre" in picture:
        assert ["GDSCN30"] == [one.split()[0] for one in told(f"lay {picture}")]
    else:
        assert [] == told(f"lay {picture}", expected)


@pytest.mark.parametrize(
    ("picture", "problem"),
    [
        ('board: "R..."', "it has 1, and board 3 rows"),
        ('board: ("....", ".....", "....")', "row 2 has 5 signs, and there are 4 places"),
        ('rail: "rx"', "`x` stands for nothing there; there are `ruby` and `opal`, and `.` for nothing"),
        ('tint: "g"', "`g` may be `green` or `grey`: write more of it, with blanks between the signs"),
        ('rail[1]: "r"', "a picture goes through one key (a row) or two (columns and rows)"),
        ('chest: "r"', "a picture goes through one key (a row) or two (columns and rows)"),
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

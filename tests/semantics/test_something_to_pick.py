"""A decision of which all choices have something to pick is warned about where that may not be there."""

import pytest

from gamedsl.api import check_text
from gamedsl.source import written
from tests.helpers.texts import game_text

GAME = game_text("semantics/something_to_pick")
ALL_GONE = "count(pool) = 0"
NO_REDS = "count(pool where col = red) = 0"
RED = "    pick: c in pool\n    when: c.col = red\n"


def warned(fields: str, until: str = "n > 5", who: str = "players from A", then: str = "move c to you.got") -> bool:
    """Tell whether a game with this action is warned about: whether there may be nothing to choose."""
    text = GAME.format(fields=fields.rstrip("\n"), until=until, who=who, then=then)
    found = [each for each in check_text(text) if each.code not in ("GDNAM07", "GDFLO27", "GDFLO28")]  # nothing sets n
    assert [] == [f"{each.span} {each.code} {each.message}" for each in found if each.code != "GDFLO06"]
    return [each.code for each in found] == ["GDFLO06"]


@pytest.mark.parametrize(
    "fields",
    [
        RED,
        "    pick: c in pool where c.col = red\n",
        "    pick: c in (pool where col = red)\n",
        "    pick: c in pool\n    let: own = c.col\n    when: own = red\n",
        "    pick: c in pool\n    when: n < 9 and c.col = red\n",
        "    pick: c in pool\n    when: c.col = red or n > 7\n",
        "    pick: c in pool + you.got\n    when: c.col = red\n",
    ],
)
def test_conditions_about_what_is_picked(fields: str) -> None:
    """It does not matter where the condition stands; that the place itself is empty is not what it asks."""
    assert warned(fields)
    assert warned(fields, ALL_GONE)


@pytest.mark.parametrize(
    "until",
    [
        NO_REDS,
        "not any(c.col = red for each c in pool)",
        "all(c.col != red for each c in pool)",
        "(pool where col = red) = {}",
        "count(c for each c in pool where c.col = red) < 1",
        "count((pool where n < 9) where col = red) = 0 or n > 6",
        "count(reds) = 0",
        "count(pool where col = blue) = 0",
    ],
)
def test_turns_end_in_time(until: str) -> None:
    """However it is written: turns that are over when nothing is left are no matter; of other sets that is assumed."""
    assert not warned(RED, until)
    assert not warned("    pick: c in (pool where col = red)\n", until)


@pytest.mark.parametrize("until", [NO_REDS, "n > 5"])
def test_who_is_asked_only_if_possible(until: str) -> None:
    """Who is asked by the same condition has something."""
    assert not warned(
        "    pick: c in you.moves\n    when: c.col = red\n", until, "(players where count(moves) > 0) from A"
    )


@pytest.mark.parametrize(
    "fields", ["    pick: c in pool where c in you.moves\n", "    pick: c in you.moves where c.col = red\n"]
)
def test_all_players_are_not_this_one(fields: str) -> None:
    """That not all of them are without a move does not say that the one who has the turn has one."""
    assert warned(fields, "all(count(p.moves) = 0 for each p in players)")
    assert not warned(fields, "all(count(p.moves) = 0 for each p in players) or count(pool) - n = 0")


@pytest.mark.parametrize(
    ("fields", "until", "then", "may_fail"),
    [
        ("    pick: c in pool\n", "n > 5", "move c to you.got", True),
        ("    pick: c in pool\n", "count(pool) <= 2", "move c to you.got", False),
        ("    pick: c in pool\n", "count(players.got) = 8", "move c to you.got", False),
        ("    pick: c in pool\n", "n > 5", "move c to you.got; deal 1 from bag to pool", False),
        ("    pick: c in you.got\n", "n > 5", "move c to pool", True),
        ("    pick: c in pool + you.got\n", "n > 5", "set n to min(9, c.col = red)".replace("c.col = red", "1"), False),
    ],
)
def test_places_that_run_out(fields: str, until: str, then: str, may_fail: bool) -> None:
    """A place from which pieces are only taken runs out, unless the turns end by it or by where the pieces go."""
    assert may_fail == warned(fields, until, then=then)


@pytest.mark.parametrize(
    "fields",
    [
        "    pick: p in players where p != you\n",
        "    pick: p in players - you\n",
        "    pick: k in col where k != led\n",
        "    pick: k in {red, blue}\n    when: n < 9 or k = red\n",
        "    pick: x in 1..3\n    when: x != n\n",
        "    pick: x in 1..3\n    pick: y in 1..3 where y != x\n",
        "    pick: x in 1..3\n    pick: k in col\n    when: height(x) = 0 or k = red\n",
    ],
)
def test_sure_sets(fields: str) -> None:
    """Of words, players and numbers something is left when few are ruled out; what is said of two picks is trusted."""
    assert not warned(fields, then="set n to min(9, n + 1)")


@pytest.mark.parametrize("until", ["count(grid) = 3", "count(grid) > 2"])
def test_conditions_about_the_same_places(until: str) -> None:
    """Where the turns end by the places that a condition asks for, somebody has thought of it."""
    assert not warned("    pick: x in 1..3\n    when: height(x) = 0\n", until, then="move bag.top to grid[x]")
    assert warned("    pick: x in 1..3\n    when: height(x) = 0\n", then="move bag.top to grid[x]")


def test_follow_suit() -> None:
    """A condition that only matters if something fulfils it leaves something to pick."""
    fields = "    pick: c in you.hand\n    when: led = none or c.col = led or not {}\n"
    steps = "move c to you.got; deal 1 from bag to you.hand"

    assert not warned(fields.format("you.can_follow"), then=steps)
    assert not warned(fields.format("any(h.col = led for each h in you.hand)"), then=steps)
    assert warned(fields.format("any(h.col = led for each h in you.got)"), then=steps)


def test_place_of_the_pick_is_shown() -> None:
    """The warning stands at the plan and shows what may be missing."""
    text = GAME.format(who="players from A", until="n > 5", fields=RED.rstrip("\n"), then="move c to you.got")
    (found,) = [each for each in check_text(text) if each.code == "GDFLO06"]

    assert ["pool"] == [written(label.span) for label in found.labels]


WON = """\
game Won
  players: 2
table
  won[c: 1..9]: player or none
phases
  game
    who: players from A
    play: low
    until: {until}
actions
  low "Low"
    pick: k in 1..3 "Which?"
    when: won[k] = none "taken"
    then: set won[k] to you
end
  winner: A
"""


@pytest.mark.parametrize(
    ("until", "is_warned"),
    [
        ("no", True),
        ("won[9] = you", True),
        ("won[1] != none and won[2] != none and won[3] != none", False),
        ("all(won[c] != none for each c in 1..3)", False),
    ],
)
def test_one_cell_says_nothing_about_the_others(until: str, is_warned: bool) -> None:
    """An end that asks about a single cell does not care for a choice among others."""
    assert is_warned == ("GDFLO06" in [one.code for one in check_text(WON.format(until=until))])

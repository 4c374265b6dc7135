"""The type of every construct: what fits, and what is said where it does not."""

import pytest

from gamedsl.api import loads
from tests.helpers.checking.additions import BASE, added, only, steps


@pytest.mark.parametrize(
    ("step", "cure"),
    [
        ("set round to prices[red]", "say which of its numbers: `prices[red].price`"),
        ("for each x in shop: set round to x", "say which of its numbers: `x.cost`"),
        ("set round to shop", "`count(shop)` says how many they are"),
        ("move house to first", "say which place of this player: `first.hand` or `first.tiles`"),
        ("set first to 3", "a number tells how much, not who: `the p in players with most p.points ties all`"),
        ("set first to red", ""),
    ],
)
def test_cure_for_a_wrong_type(step: str, cure: str) -> None:
    """Where it can be guessed what is meant, that is the help."""
    told = only(BASE + f"rules\n  extra\n    then: {step}\n", "GDTYP01").help or ""

    assert told[: len(cure)] == cure and bool(told) == bool(cure)


@pytest.mark.parametrize(
    ("counted", "cure"),
    [
        ("p.points > 0 for each p in players", "p for each p in players where p.points > 0"),
        (
            "p = A or p.points > 0 for each p in players where p != B",
            "p for each p in players where p != B and (p = A or p.points > 0)",
        ),
        (
            "p = q for each p in players for each q in players",
            "q for each p in players for each q in players where p = q",
        ),
    ],
)
def test_yes_and_no_are_not_counted(counted: str, cure: str) -> None:
    """Both would be, so the help counts those for which it holds, and that is right."""
    extra = "rules\n  extra\n    then: set round to count({})\n"
    told = only(BASE + extra.format(counted), "GDTYP01").help or ""

    assert told.endswith(f"`count({cure})`")
    assert "GDTYP01" not in added(extra.format(cure))


def test_attributes_of_yes_and_no_are_not_counted() -> None:
    """The help asks for those that have it."""
    base = BASE.replace("  each player\n", "  each player\n    ready: bool\n", 1)
    told = only(base + "rules\n  extra\n    then: set round to count(players.ready)\n", "GDTYP01").help or ""

    assert told.endswith("`count(x for each x in players where x.ready)`")


RICH = "(ranked p in players where p.rich with most p.coins ties from first)"
LIST = f"let rich = {RICH[1:-1]}"


@pytest.mark.parametrize(
    "condition", ["count(rich) > 0", "count(rich) >= 2", "count(rich) = 3", "rich[1] != none", "rich[1] = first"]
)
def test_place_that_was_asked_for(condition: str) -> None:
    """A place is there when it was asked for, or when the list is long enough."""
    assert [] == steps(LIST, f"if {condition}: pay 1 from bank to rich[1].coins")


@pytest.mark.parametrize("condition", ["count(rich) < 3", "count(rich) >= 1", "rich[1] != none", "rich[2] = none"])
def test_place_that_was_not_asked_for(condition: str) -> None:
    """A condition that leaves the list too short proves nothing."""
    assert ["GDTYP11"] == steps(LIST, f"if {condition}: pay 1 from bank to rich[2].coins")


def test_places_of_all() -> None:
    """A list of all players is as long as the fewest players, a list of all words as long as their list."""
    everybody = "let all_of_us = ranked p in players with most p.coins ties from first"
    colours = "let best = ranked c in colour with most level[c] ties never"

    assert [] == steps(everybody, "pay 1 from bank to all_of_us[2].coins")
    assert ["GDTYP11"] == steps(everybody, "pay 1 from bank to all_of_us[3].coins")
    assert [] == steps(everybody, "if count(players) > 2: pay 1 from bank to all_of_us[2].coins")
    assert [] == [code for code in steps(colours, "set level[best[3]] to 0") if code != "GDTIE05"]


def test_attribute_of_a_set_counts_every_element_inside_sum():
    """``sum(A.box.value)`` adds equal values too; as a set each value stands once."""
    text = """\
game Sums "Sums"
  players: 2
components
  card: card
    | card | value: 1..9 | copies: 1..3 |
    | vase | 5           | 2            |
    | lamp | 3           | 1            |
table
  pile: heap of card, full
  each player
    box: heap of card
phases
  round
    who: players from A
    play: take
actions
  take "Take a card"
    pick: c in pile
    then: move c to you.box
scoring
  value "Value"
    worth: sum(you.box.value)
end
  winner: the p in players with most p.points ties all
scenarios
  both_vases
    players: 2
    given: move (pile where value = 5) to A.box
    then:
      expect sum(A.box.value) = 10 and count(A.box.value) = 2 and A.box.value = {5}
"""

    results = loads(text).test()

    assert [True] == [result.passed for result in results]

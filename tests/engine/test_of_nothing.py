"""Of nothing there is nothing: attributes, keys and indexes that are none, in play and with their types."""

from __future__ import annotations

import pytest

import gamedsl
from tests.helpers.texts import game_text

GAME = game_text("engine/of_nothing")
NOTHING = (
    "guest.coins = 0 and count(guest.hand) = 0",
    "not guest.ready and not guest.happy and not (guest.ready and yes)",
    "(3 if guest.ready else 4) = 4 and count(p for each p in players where guest.happy) = 0",
    "any(guest.ready for each p in players) = no and all(guest.ready for each p in players) = no",
    "guest.likes = none and not (guest.likes = soup) and not (guest.likes < fish)",
    "guest.sorts = {} and guest.double(2) = none",
    "menu[soup].cost = none and not (menu[soup].cost < 5) and not (menu[soup].cost >= 0)",
    "not menu[soup].hot and not menu[soup].fits and menu[soup].worth = none and menu[soup].uses = {}",
    "menu[soup].share[1] = none and ace.share[place] = none and ace.share[2] = 5",
    "menu[asked] = none and count(menu[asked]) = 0",
    "level[asked] = none and not known[asked] and prices[asked].price = none",
    "not (prices[asked].price = 2) and prices[fish].price = 5",
    "list_of_all[place] = none and list_of_all[1] = ace",
)
SOMETHING = (
    "guest.ready and guest.likes = soup and guest.sorts = {soup} and guest.double(2) = 4",
    "known[asked] and level[asked] = 3 and prices[asked].price = 5",
    "ace.share[place] = 5 and list_of_all[place] = duke",
)
GIVEN = "    given: set guest to A; set asked to fish; set place to 2\n"


def failed(condition: str, given: str = "") -> list[str]:
    """Return what a scenario says that expects a condition; nothing where it holds."""
    (result,) = gamedsl.loads(f"{GAME}scenarios\n  one\n{given}    then: expect {condition}\n").test()
    return [one.message for one in result.diagnostics if one.severity == "error"]


@pytest.mark.parametrize("condition", NOTHING)
def test_of_nothing_there_is_nothing(condition: str) -> None:
    """A condition does not hold, a set is empty, an amount is 0, and everything else is none."""
    assert [] == failed(condition)


@pytest.mark.parametrize("condition", SOMETHING)
def test_of_something_there_is_what_it_has(condition: str) -> None:
    """The same expressions have their values where there is something."""
    assert [] == failed(condition, GIVEN)


ASKED: dict[str, list[str]] = {
    "when: guest.ready": [],
    "when: guest.happy": [],
    "when: known[asked]": [],
    "when: menu[soup].hot": [],
    "when: guest.likes = soup": [],
    "when: guest.likes != soup": ["GDTYP12"],
    "when: guest != none and guest.likes != soup": [],
    "when: level[asked] != 3": ["GDTYP12"],
    "when: asked != soup": [],
    "let: n = guest.double(1) + 1": ["GDTYP02"],
    "let: n = level[asked] + 1": ["GDTYP02"],
    "pick: n in 1..guest.double(1)": ["GDTYP02"],
}


@pytest.mark.parametrize("field", ASKED)
def test_where_something_is_needed_it_has_to_be_asked_for(field: str) -> None:
    """Conditions need no question; a number that may be none is none, and `!=` is told as a trap."""
    found = gamedsl.check_text(f"{GAME}actions\n  extra\n    {field}\n    then: set place to 1\n")

    assert ASKED[field] == [one.code for one in found if one.code.startswith("GDTYP")]


def test_what_is_equal_to_nothing_makes_nothing_certain() -> None:
    """That the set of nothing is empty does not say that there is something."""
    fields = "when: guest.sorts = {}\n    let: n = guest.double(1) + 1"
    text = f"{GAME}actions\n  extra\n    {fields}\n    then: set place to 1\n"

    assert ["GDTYP02"] == [one.code for one in gamedsl.check_text(text) if one.code.startswith("GDTYP")]

"""What equal things mean: every choice says it, and what it says must make sense."""

import re

import pytest

from tests.helpers.checking.additions import BASE, added, only, term


def test_all() -> None:
    """`ties all` gives a set."""
    assert [] == term("count(the p in players with most p.coins ties all)")


def test_all_is_no_single_thing() -> None:
    """A set is no single player."""
    assert ["GDTYP01"] == added("setup\n  set first to the p in players with most p.coins ties all\n")


def test_none_considered() -> None:
    """With `ties none` the result may be none, and asking for it is enough."""
    assert [] == term("(the p in players with most p.coins ties none) = first")


def test_none_not_considered() -> None:
    """Not asking is an error."""
    assert ["GDTIE03"] == term("next(the p in players with most p.coins ties none) = first")


def test_from_players() -> None:
    """`ties from` goes round the table."""
    assert [] == term("(the p in players with most p.coins ties from first).points")


def test_from_cards() -> None:
    """Cards do not sit at it."""
    assert ["GDTIE02"] == term("(the c in you.hand with most c.rank ties from first) = none")


def test_from_of_possibly_nobody() -> None:
    """Out of a set that may be empty the result may be none."""
    assert ["GDTYP02"] == term("(the p in (players where rich) with most p.coins ties from first).points + 1")


def test_never_with_a_key_that_tells_apart() -> None:
    """A printed number can tell all apart."""
    assert [] == term("count({the t in shop with most t.cost ties never})")


def test_never_unproved() -> None:
    """Amounts can always be equal."""
    assert ["GDTIE05"] == term("(the p in players with most p.coins ties never).points")


def test_ranked_never() -> None:
    """A ranked list has an order."""
    assert [] == term("count(ranked t in shop with most t.cost ties never)")


def test_ranked_all() -> None:
    """Equal things have none in a list."""
    assert ["GDTYP10"] == term("count(ranked t in shop with most t.cost ties all)")


def test_ranked_from() -> None:
    """Players can be ranked from a seat on."""
    assert [] == term("count(ranked p in players with most p.coins ties from first)")


def test_key_is_no_number() -> None:
    """A key is a number, a word or yes or no."""
    assert ["GDTYP01"] == term("count(the p in players with most p.hand ties all)")


def test_key_is_bool() -> None:
    """Yes counts more than no."""
    assert [] == term("count(the p in players with most p.rich ties all)")


def test_second_key() -> None:
    """Keys follow each other."""
    assert [] == term("count(the p in players with most p.coins then least p.points ties all)")


def test_once_for_many() -> None:
    """A `once` of several players needs an order."""
    assert ["GDTIE04"] == added("triggers\n  extra\n    who: players\n    once: you.coins > 3\n    then: roll die\n")


def test_once_with_order() -> None:
    """With `from` it has one."""
    assert [] == added("triggers\n  extra\n    who: players from first\n    once: you.coins > 3\n    then: roll die\n")


def test_once_for_one() -> None:
    """One player needs none."""
    assert [] == added("triggers\n  extra\n    who: first\n    once: you.coins > 3\n    then: roll die\n")


def test_ties_missing() -> None:
    """Every choice says what a tie means."""
    assert ["GDTIE01"] == term("the p in players with most p.coins")


@pytest.mark.parametrize(
    "key",
    [
        "count(shop where cost = n)",
        "count(t for each t in shop where t.cost = n) + 1",
        "(1 if n = 2 else 0)",
        "(any(t.cost = n for each t in shop))",
        "sum(1 for each t in shop where t.cost > n)",
        "max(2 for each t in shop where t.cost > n)",
    ],
)
def test_never_over_numbers(key: str) -> None:
    """Counts of words, numbers and kinds can be equal like those of players, whatever is read on the way."""
    assert ["GDTIE05"] == term(f"(the n in 1..3 with most {key} ties never) + 1")
    assert [] == term(f"(the n in 1..3 with most {key} then least n ties never) + 1")
    assert ["GDTIE05"] == term(f"count(ranked n in 1..3 with most {key} ties never)")


def test_never_behind_a_term() -> None:
    """A term that only counts tells nothing apart; one that hands on what it is about does."""
    counting = "terms\n  few(n: 1..3) = count(shop where cost = n)\n  own(n: 1..3) = 9 - n\n  x = {}\n"

    assert ["GDTIE05"] == added(counting.format("the n in 1..3 with most few(n) ties never"))
    assert [] == added(counting.format("the n in 1..3 with most few(n) then most own(n) ties never"))


@pytest.mark.parametrize(
    ("members", "policy", "code"),
    [
        ("n in 1..3 with most count(shop where cost = n)", "ties from first", "GDTIE02"),
        ("n in 1..3 with most count(shop where cost = n)", "ties all", "GDTYP10"),
        ("n in 1..3 with most count(shop where cost = n)", "ties never", "GDTIE05"),
        ("t in shop with most count(you.hand where rank = t.cost)", "ties from first", "GDTIE02"),
        ("t in shop with most count(you.hand where rank = t.cost)", "ties none", "GDTYP10"),
        ("p in players with most p.coins", "ties all", "GDTYP10"),
    ],
)
def test_cure_of_a_list(members: str, policy: str, code: str) -> None:
    """What the help of a ranked list offers is right at once, and no cure leads to another finding."""
    found = only(f"{BASE}terms\n  x = count(ranked {members} {policy})\n", code)
    cure = re.findall("`([^`]*)`", found.help)[0]
    policy = {"ties from X": "ties from first", "ties never": "then least t.cost ties never"}.get(cure, cure)

    assert [] == term(f"count(ranked {members} {policy})")


@pytest.mark.parametrize(
    ("keys", "codes"),
    [
        ("most p.coins then most p.coins", ["GDTIE06"]),
        ("most p.coins then least p.coins", ["GDTIE06"]),
        ("most p.coins then least p.points then most p.points", ["GDTIE06"]),
        ("most p.coins then most p.best", []),
        ("most count(p.hand) then most count(p.tiles)", []),
    ],
)
def test_key_again(keys: str, codes: list[str]) -> None:
    """A key that has been looked at already decides nothing, whichever way round."""
    assert codes == [code for code in term(f"count(the p in players with {keys} ties all)") if code == "GDTIE06"]

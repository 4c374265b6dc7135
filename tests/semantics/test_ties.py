"""What equal things mean: every choice says it, and what it says must make sense."""

import re

import pytest

from tests.helpers.checking.additions import BASE, only, term


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

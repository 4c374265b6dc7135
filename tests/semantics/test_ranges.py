"""The interval of every number, what narrows it, and what is said when a value does not fit."""

import pytest

from tests.helpers.checking.additions import BASE, added, check, only


def test_members_of_two_kinds() -> None:
    """What is known about the number of one kind says nothing about that of another."""
    kinds = "components\n  leaf: card, 2 each player\n  twig: card, 3 each player\n"
    both = "terms\n  full = count(leaf) = 6 and count(twig) = 9\n"
    assert [] == [code for code in added(kinds + both) if code == "GDRNG06"]


def test_warnings_do_not_stop_a_game() -> None:
    """A game with warnings alone can be played."""
    game, _ = check(BASE + "rules\n  extra\n    then: set round to round + 1\n")
    assert game is not None


def test_modifier_reads_its_own_term() -> None:
    """A modifier that needs the term it changes is a circle."""
    assert ["GDFLO01"] == added("modifiers\n  dearer\n    change: price to price(red) + 1\n")[:1]


BESIDE = (
    "table\n  wall[n: 1..4]: heap of tile\n  jar[n: 1..4]: purse of coin\n  shelf[c: colour, n: 1..4]: slot of tile\n"
)


@pytest.mark.parametrize(
    ("step", "warned"),
    [
        ("move t to wall[n]", True),
        ("move t to shelf[red, n]", True),
        ("pay 1 from bank to jar[n]", True),
        ("pay 1 from jar[n + 1] to bank", True),
        ("deal 1 from shop to wall[7 - n]", True),
        ("if n in 1..4: move t to wall[n]", False),
        ("if n <= 4: move t to shelf[red, n]", False),
        ("move t to wall[min(4, n)]", False),
        ("if count(wall[n]) > 0: roll die", False),
    ],
)
def test_keys_of_targets(step: str, warned: bool) -> None:
    """Beside a board there is nothing: one may ask what lies there, but nothing can be put or taken there."""
    fields = f"    pick: n in 1..6\n    pick: t in shop\n    then:\n      {step}\n"
    text = f"{BASE}{BESIDE}actions\n  extra\n{fields}"

    assert warned == ("GDRNG02" in [each.code for each in check(text)[1]])


def test_cure_of_a_key() -> None:
    """What is put beside a board is not moved to its edge; the step is left out there, or the board is larger."""
    fields = "    pick: n in 1..6\n    pick: t in shop\n    then: move t to wall[n]\n"
    found = only(f"{BASE}{BESIDE}actions\n  extra\n{fields}", "GDRNG02")

    assert "write `if n in 1..4: …` around this step, or more places under `table`" == found.help

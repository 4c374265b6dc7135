"""What people type at the table -> the choice they mean."""

import pytest

from gamedsl.api import Choice
from gamedsl.cli.choices import find_choice


def choice(code: int, text: str, words: str, label: str = "") -> Choice:
    """Return a choice with these texts."""
    action = text.partition("(")[0]
    return Choice(code, action, code if label else None, label, text == "pass", text, words)


CHOICES = (
    choice(3, "take", "Take the BR7 share"),
    choice(4, "sell(0)", "Sell brown shares: 0", "0"),
    choice(5, "sell(1)", "Sell brown shares: 1", "1"),
    choice(6, "pass", "No loan"),
    choice(7, "build(guest_room)", "Build a tile: Guest Room", "Guest Room"),
)


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("1", 3),
        ("2", 4),
        ("take", 3),
        ("Sell(1)", 5),
        ("pass", 6),
        ("no loan", 6),
        ("guest_room", 7),
        ("guest room", 7),
        ("ta", 3),
    ],
)
def test_one_choice_is_meant(typed: str, code: int) -> None:
    """A number of the list, the short form, the words or the beginning of one of them mean that choice."""
    found = find_choice(CHOICES, typed).single
    assert found is not None
    assert found.code == code


@pytest.mark.parametrize(("typed", "codes"), [("sell", [4, 5]), ("brown", [4, 5]), ("room", [7]), ("t", [3])])
def test_search_never_moves_by_itself(typed: str, codes: list[int]) -> None:
    """What fits several choices, or only the middle of one, or is a single letter, lists choices and makes none."""
    found = find_choice(CHOICES, typed)
    assert ([fitting.code for fitting in found.choices], found.single) == (codes, None)


@pytest.mark.parametrize("typed", ["99", "zebra", "1e3"])
def test_nothing_fits(typed: str) -> None:
    """Numbers off the list and unknown words mean nothing."""
    assert find_choice(CHOICES, typed).choices == ()


def test_number_off_the_list_may_be_a_label() -> None:
    """A typed number that is no place in the list can still be the value of a choice."""
    choices = (choice(4, "sell(10)", "Sell: 10", "10"), choice(5, "sell(20)", "Sell: 20", "20"))
    found = find_choice(choices, "20").single
    assert found is not None
    assert found.code == 5


def test_where_numbers_are_asked_they_are_typed_as_they_are() -> None:
    """With nothing but numbers to choose from, 2 means the number 2 and not the second of the list."""
    choices = tuple(choice(number, f"sell({number})", f"Sell: {number}", str(number)) for number in (0, 1, 2))
    found = find_choice(choices, "2").single
    assert found is not None
    assert found.text == "sell(2)"

"""What people type at the table -> the choice they mean."""

import io

import pytest
from rich.console import Console

from gamedsl.choices import Choice
from gamedsl.cli.terminal.choices import About, find_choice, handles, other_numbers, render_choices


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
        ("a", 3),
        ("b", 6),
        ("1", 5),
        ("sell 1", 5),
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


@pytest.mark.parametrize(
    ("typed", "others"),
    [
        ("raise 2", "raise 12 … raise 14, raise 20"),
        ("Raise(30)", "raise 12 … raise 14, raise 20"),
        ("raise 13", ""),
        ("raise", ""),
        ("lift 2", ""),
        ("pass 2", ""),
    ],
)
def test_another_number_of_an_action(typed: str, others: str) -> None:
    """A number that an action does not take is no part of its words: what it takes is told."""
    numbers = (12, 13, 14, 20)
    choices = (*(choice(n, f"raise({n})", f"Raise the bid of 2 to {n}", str(n)) for n in numbers), CHOICES[3])

    assert other_numbers(choices, typed) == others
    assert (find_choice(choices, typed).choices == ()) == bool(others or typed in ("lift 2", "pass 2"))


def test_a_number_is_the_value() -> None:
    """A typed number means the choice with that value."""
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


AUCTION = (
    *(choice(amount, f"raise({amount})", f"Raise: {amount}", str(amount)) for amount in range(6, 11)),
    choice(50, "drop_out", "Drop out"),
)


def drawn(choices: tuple[Choice, ...]) -> list[str]:
    """Return the printed list."""
    console = Console(width=80, file=io.StringIO(), markup=False, highlight=False)
    console.print(render_choices(choices))
    assert isinstance(console.file, io.StringIO)
    return [" ".join(line.split()) for line in console.file.getvalue().splitlines()]


def test_numbers_of_an_action_stand_without_running_numbers() -> None:
    """Where an action asks for a number no choice has a running number: the others have letters."""
    assert ["Raise: type raise 6 … raise 10", "a Drop out drop_out"] == drawn(AUCTION)


@pytest.mark.parametrize(
    ("typed", "text"),
    [("6", "raise(6)"), ("raise 6", "raise(6)"), ("raise(10)", "raise(10)"), ("a", "drop_out"), ("drop", "drop_out")],
)
def test_a_number_in_an_auction_is_the_bid(typed: str, text: str) -> None:
    """In a list of numbers and words a number is never the place of a word."""
    found = find_choice(AUCTION, typed).single
    assert found is not None
    assert text == found.text


@pytest.mark.parametrize("typed", ["1", "raise 1", "raise", "5"])
def test_a_part_of_a_number_moves_nothing(typed: str) -> None:
    """``raise 1`` is not the beginning of ``raise 10``."""
    assert find_choice(AUCTION, typed).single is None


def test_the_same_number_of_two_actions_is_asked_back() -> None:
    """A number that two actions offer makes neither move; with its action it does."""
    choices = (choice(1, "buy(2)", "Buy: 2", "2"), choice(2, "sell(2)", "Sell: 2", "2"))
    assert (2, None) == (len(find_choice(choices, "2").choices), find_choice(choices, "2").single)
    found = find_choice(choices, "sell 2").single
    assert found is not None
    assert 2 == found.code


def test_letters_that_mean_something_are_left_out() -> None:
    """No letter before a choice is the name of a player or ``q``."""
    choices = (AUCTION[0], choice(60, "accuse(A)", "Accuse: A", "A"), choice(61, "accuse(C)", "Accuse: C", "C"))
    assert {60: "b", 61: "d"} == handles(choices)


FLIGHTS = tuple(
    choice(number, f"fly(flight_{number:02})", f"Fly: flight {number:02}", f"flight {number:02}")
    for number in range(100)
)
MANY = (*FLIGHTS, choice(100, "build", "Build a hotel"), choice(101, "pass", "End the turn"))


def test_a_long_list_leaves_room_for_other_actions() -> None:
    """Of an action with very many choices a part is shown, with how many are left out; the others follow it."""
    lines = drawn(MANY)
    assert "Fly" == lines[0]
    assert "… and 42 more: type a part of the name to search" in lines
    assert ["101 Build a hotel build", "102 End the turn pass"] == lines[-2:]


def test_what_is_known_of_a_piece_is_told_and_searched() -> None:
    """Pieces whose name says nothing stand with what is known of them, and are found by it."""
    about = About({"flight 07": "(Cairo, price 3)", "flight 09": "(Tokyo, price 3)"})
    console = Console(width=80, file=io.StringIO(), markup=False, highlight=False)
    console.print(render_choices(MANY, FLIGHTS[7:8], about))
    assert isinstance(console.file, io.StringIO)
    assert "8 Fly: flight 07 (Cairo, price 3) fly(flight_07)" == " ".join(console.file.getvalue().split())
    assert [7] == [one.code for one in find_choice(MANY, "cairo", about).choices]
    assert [7, 9] == [one.code for one in find_choice(MANY, "price", about).choices]
    assert find_choice(MANY, "cairo", about).single is None


def test_many_places_of_a_board_are_told_as_runs() -> None:
    """They can be seen on the board, and are typed; a few places are listed with numbers as ever."""

    def told(places: list[str]) -> list[str]:
        listed = [choice(n, f"place({place})", f"Put a stone: {place}", place) for n, place in enumerate(places)]
        console = Console(file=io.StringIO(), width=60)
        console.print(render_choices(listed))
        return [line.rstrip() for line in console.file.getvalue().splitlines()]  # type: ignore[attr-defined]

    board = [f"{letter}{number}" for number in range(1, 8) for letter in "abcdef" if f"{letter}{number}" != "c2"]

    assert [
        "     Put a stone: type a1 … f1, a2, b2, d2 … f2, a3 … f3, a4",
        "     … f4, a5 … f5, a6 … f6, a7 … f7",
    ] == told(board)
    assert ["     Put a stone", "   1 a1     2 b1     3 c1     4 d1"] == told(board[:4])


def test_a_piece_and_where_it_goes_are_typed_as_two_places() -> None:
    """What was typed goes from the first place to the second, also where another piece can go the other way."""
    moves = (
        choice(1, "go(man, b4)", "Move: man on c5, b4", "man on c5, b4"),
        choice(2, "go(man, c5)", "Move: man on b4, c5", "man on b4, c5"),
    )

    assert [1, 2] == [found.code for typed in ("c5 b4", "b4 c5") if (found := find_choice(moves, typed).single)]

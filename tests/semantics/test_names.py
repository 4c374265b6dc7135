"""What names may mean, and what is said about names that mean nothing or too much."""

import pytest

from gamedsl.semantics.expressions.functions import BUILTINS
from tests.helpers.checking.additions import BASE, added, check, found, only, replaced, term


def unused(text: str) -> list[str]:
    """Return the messages about things nobody uses."""
    return [d.message for d in check(text)[1] if d.code == "GDNAM07"]


def test_owner_is_called_by_the_nearest_name() -> None:
    """Where a player has a name of its own, that is the example; else `you`, or any name."""
    whose = {
        "extra = the q in players with most coins ties none": "q.coins",
        "each player\n    extra = coins > 2": "",
        "extra = coins > 2": "you.coins",
    }

    for text, example in whose.items():
        told = [d.help for d in check(BASE + f"terms\n  {text}\n")[1] if d.code == "GDNAM05"]
        assert told == ([f"write whose it is, for example `{example}`"] if example else [])


def test_one_letter_has_no_suggestion() -> None:
    """A single letter is near to nothing."""
    assert "did you mean" not in only(BASE + "terms\n  extra = q\n", "GDNAM01").help


def test_defined_twice_shows_first() -> None:
    """The place of the first one is shown."""
    assert 1 == len(only(BASE + "table\n  bank: 1..3\n", "GDNAM02").labels)


def test_seat_twice() -> None:
    """Two seats of one name are reported."""
    assert ["GDNAM02"] == found(replaced(("2 to 4", "2 to 2 as Ann, Ann")))


def test_reserved_seat() -> None:
    """A seat cannot be called `you`."""
    assert ["GDNAM03"] == found(replaced(("2 to 4", "2 to 2 as you, me")))


def test_never_used() -> None:
    """An entry nobody reads is a warning."""
    assert "The entry of the table `round` is never used." in unused(BASE)


def test_used() -> None:
    """An entry that is read is not reported as unused."""
    assert "The entry of the table `round` is never used." not in unused(BASE + "setup\n  set round to round\n")


@pytest.mark.parametrize(
    ("declared", "one", "name"),
    [
        ("components\n  field: space, grid a..c by 1..2\n", "count(neighbours(b1))", "component `field`"),
        ("components\n  inn: space, lines (mill port)\n", "distance(mill, port)", "component `inn`"),
        ("types\n  tone: low, high\n", "count({low, high})", "type `tone`"),
    ],
)
def test_used_by_one_of_its_names(declared: str, one: str, name: str) -> None:
    """A board or a list of words is used where only a place or a word of it is named."""
    told = f"The {name} is never used."

    assert told in unused(BASE + declared)
    assert told not in unused(BASE + declared + f"terms\n  extra = {one}\n")


@pytest.mark.parametrize(
    ("declared", "value", "codes"),
    [
        ("table\n  green: colour\n", "choice = green", ["GDNAM03"]),
        ("table\n  green: colour or none\n", "green in {choice, blue}", ["GDNAM03"]),
        ("table\n  green: set of colour\n", "choice in green", ["GDNAM03"]),
        ("table\n  house: slot of tile\n", "house in shop", ["GDNAM03"]),
        ("table\n  green: 0..9\n", "green > 3", []),
        ("table\n  green: 0..9\n", "choice = green", ["GDTYP01"]),
        ("table\n  A: player\n", "first = A", []),
    ],
)
def test_called_like_a_word_of_its_own_list(declared: str, value: str, codes: list[str]) -> None:
    """A constant gives way to another name, but not where nobody could tell which of the two is read; seats do."""
    assert codes == added(declared + f"terms\n  extra = {value}\n  more = {value}\n")


def test_called_like_a_word_is_told_once() -> None:
    """The name is told where it is first read, with what it could be."""
    told = only(BASE + "table\n  green: colour\nterms\n  extra = choice = green or green != blue\n", "GDNAM03")

    assert "an entry of the table" in told.message
    assert "a word of `colour`" in told.message
    assert "give one of the two another name" == told.help


def test_no_players() -> None:
    """The number of players has limits."""
    assert ["GDRNG01"] == found(replaced(("2 to 4", "0")))


def test_too_many_players() -> None:
    """Thirteen players are too many."""
    assert ["GDRNG01"] == found(replaced(("2 to 4", "13")))


def test_players_backwards() -> None:
    """The smaller number of players comes first."""
    assert ["GDRNG05"] == found(replaced(("2 to 4", "4 to 2")))


def test_too_few_seats() -> None:
    """Every seat has a name."""
    assert ["GDTYP01"] == found(replaced(("2 to 4", "3 to 3 as Ann, Bob")))


def test_words_of_rulebooks_have_a_cure() -> None:
    """Words that nearly all beginners try are answered, where no known name is spelt like them."""
    players = only(BASE + "terms\n  extra = current_player\n", "GDNAM01")
    assert "the player whom a paragraph speaks to is `you`; the one whose turn it is, `active`" == players.help
    number = only(BASE + "table\n  extra: integer\n", "GDNAM01")
    assert "for a number write its range, such as `0..99`; `number` has no end" == number.help
    points = only(BASE + "terms\n  extra(p: player) = p.points(nix)\n", "GDNAM01")
    assert "of one source, in square brackets: `points[SOURCE]`" == points.help
    chart = "components\n  prize[n: 1..2]: chart\n    | n | sum: 0..9 |\n    | 1 | 3 |\n    | 2 | 5 |\n"
    called = only(BASE + chart + "terms\n  extra = prize(1).sum\n", "GDNAM01")
    assert "the keys of a chart stand in square brackets: `prize[…]`" == called.help


@pytest.mark.parametrize("name", BUILTINS)
def test_a_function_that_is_called_wrongly_says_how_it_is_called(name: str) -> None:
    """Without values it can be nothing, so the help has its form; whatever it is called with is told as well."""
    _, told = check(BASE + f"terms\n  extra = {name}()\n")
    assert [] != [one.help for one in told if f"`{name}(" in (one.help or "")]
    term(f"{name}(1, 2, 3, 4, 5, 6, 7, 8, 9)")


@pytest.mark.parametrize("name", BUILTINS)
def test_a_term_with_parameters_cannot_have_the_name_of_a_function(name: str) -> None:
    """Its calls would all go to the function."""
    assert "GDNAM10" in added(f"terms\n  {name}(n: 0..9) = n\n")


@pytest.mark.parametrize("text", ["  count = 3\n", "  each player\n    count(n: 0..9) = n\n"])
def test_what_can_be_told_from_a_function_may_have_its_name(text: str) -> None:
    """A term without parameters is read by its name alone, one of a player is called behind a dot."""
    assert [] == added("terms\n" + text)


def test_no_action_is_called_as_passing() -> None:
    """What players type and scenarios write who pass is no action."""
    text = BASE + 'actions\n  {} "Give up"\n    then: set round to 1\n'
    assert "up to 1 of" in (only(text.format("pass"), "GDNAM03").help or "")
    assert "GDNAM03" not in [d.code for d in check(text.format("give_up"))[1]]

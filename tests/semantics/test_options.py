"""Options: their sorts, and conditions over them, which count as true and as false."""

from tests.helpers.checking.additions import BASE, added, check, found, replaced, term


def test_bool() -> None:
    """A yes-or-no option is a condition."""
    assert [] == term("1 if fast else 2")


def test_number() -> None:
    """An option of numbers is a number."""
    assert [] == term("size + 1")


def test_words() -> None:
    """An option of words is compared with its words."""
    assert [] == term("mode = hard")


def test_other_words() -> None:
    """Words of other lists are wrong."""
    assert ["GDTYP01"] == term("mode = red")


def test_mixture() -> None:
    """Values of one option are of one sort."""
    assert ["GDTYP01"] == added("options\n  extra: a, 3\n")


def test_condition_is_not_decided() -> None:
    """An option decides nothing before the game."""
    assert [] == term("fast and not fast")


def test_both_branches_are_checked() -> None:
    """Both branches over an option are checked."""
    assert ["GDTYP01"] == term("(red + 1 if fast else 0)")
    assert ["GDTYP01"] == term("(0 if fast else red + 1)")


def test_interval_of_numbers() -> None:
    """The interval goes from the smallest to the largest value."""
    assert ["GDRNG06"] == term("size > 5")


def test_trait_with_condition() -> None:
    """A trait may depend on an option."""
    assert [] == added("table\n  extra: heap of card, seen by none if mode = hard\n")


def test_trait_with_seats() -> None:
    """Or on the number of players."""
    assert [] == added("table\n  extra: heap of card, seen by none if count(players) = 3\n")


def test_trait_depends_on_play() -> None:
    """Not on what changes."""
    assert ["GDTYP09"] == added("table\n  extra: heap of card, seen by none if bank > 0\n")


def test_trait_depends_on_term() -> None:
    """Not on a term."""
    assert ["GDTYP09"] == added("table\n  extra: heap of card, seen by none if price(red) > 2\n")


def test_trait_condition_is_bool() -> None:
    """Its condition is yes or no."""
    assert ["GDTYP01"] == added("table\n  extra: heap of card, seen by none if size\n")


def test_trait_of_component() -> None:
    """Components do not depend on options."""
    assert ["GDTYP01"] == added("components\n  hut: tile, 3 if fast\ntable\n  huts: heap of hut, full\n")


def test_header_condition() -> None:
    """Set-ups may be limited by options and seats."""
    assert [] == found(replaced(("2 to 4", '2 to 4\n  when: fast or count(players) > 2 "too few"')))


def test_header_reads_play() -> None:
    """Not by what changes in play."""
    assert ["GDTYP09"] == found(replaced(("2 to 4", "2 to 4\n  when: bank > 3")))


def test_limit_of_a_plan() -> None:
    """A number option limits a plan."""
    assert [] == found(replaced(("play: take or buy", "play: up to size of take")))


def test_limit_of_a_plan_is_no_number() -> None:
    """Another does not."""
    assert ["GDTYP01"] == found(replaced(("play: take or buy", "play: up to mode of take")))


def test_first_value_is_the_default() -> None:
    """Values are kept in their order; the first is the default."""
    game, _ = check(BASE)
    assert game is not None
    assert (False, True) == game.options["fast"].values
    assert ("plain", "hard") == game.options["mode"].values
    assert (3, 5) == game.options["size"].values


def test_overdraft_under_a_condition_counts_as_possible() -> None:
    """A purse that may have an overdraft may be negative."""
    assert [] == added("table\n  extra: purse of coin, overdraft if fast\nterms\n  debt = extra < 0\n")


def test_no_overdraft_is_never_negative() -> None:
    """Without it the purse is never negative."""
    assert ["GDRNG06"] == added("table\n  extra: purse of coin\nterms\n  debt = extra < 0\n")

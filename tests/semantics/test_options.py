"""Options: their sorts, and conditions over them, which count as true and as false."""

from tests.helpers.checking.additions import BASE, check, found, replaced


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

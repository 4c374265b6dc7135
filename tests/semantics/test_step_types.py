"""Types where steps and cards take values: zones, amounts, pieces, picks, plans and scores."""

from gamedsl.api import loads
from tests.helpers.checking.additions import BASE, found, only, replaced, steps
from tests.helpers.texts import game_text


def test_shuffle_to_a_heap() -> None:
    """What lies in a heap has no order, and several stacks are not one place."""
    assert ["GDTYP01"] == steps("shuffle deck to you.hand")
    assert "only a stack has an order; to a heap or a slot pieces `move`" in str(
        only(BASE + "rules\n  extra\n    then: shuffle deck to A.hand\n", "GDTYP01")
    )


def test_shuffle_one_piece() -> None:
    """One piece has no order."""
    found = only(BASE + "rules\n  extra\n    then: shuffle deck.top to deck\n", "GDTYP01")
    assert "one piece has no order: write `move deck.top to deck`" == found.help


def test_play_without_who() -> None:
    """A plan needs somebody."""
    assert ["GDTYP01"] == found(replaced(("    who: players from first\n", "")))


def test_spaces_by_their_names_are_places() -> None:
    """A set of spaces written by their names holds the spaces: it indexes zones and is compared with others."""
    text = game_text("semantics/step_types")

    assert [True] == [result.passed for result in loads(text).test()]

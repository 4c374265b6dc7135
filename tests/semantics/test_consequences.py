"""What merely follows from an error above it in the same card is not told; all else is."""

import pytest

from tests.helpers.checking.additions import BASE, action, added, only, steps

PAID = "then: pay you.best from bank to you.coins"


@pytest.mark.parametrize("condition", ["you.bets != none", "bets > 1", "you.best != nothing", "1 + red = 1"])
def test_a_condition_that_cannot_be_read_may_be_the_one_that_was_needed(condition: str) -> None:
    """Only its own error is told, not that the value behind it may be none."""
    codes = action(f"when: {condition}", PAID)

    assert 1 == len(codes) and codes[0] not in ("GDTYP02", "GDTYP11")


def test_the_same_within_steps_and_in_what_players_are_asked() -> None:
    """Conditions of steps and further conditions count like the first."""
    assert ["GDNAM01"] == steps("if you.bets != none: pay you.best from bank to you.coins")
    assert ["GDNAM01"] == action("when: you.bets != none", "when: you.best > 1", "then: roll die")


def test_what_stands_above_the_error_or_in_another_card_is_told() -> None:
    """An error below guards nothing."""
    below = action("when: you.coins > 1", PAID[:-1] + "s; pay bets from bank to you.coins")
    assert ["GDNAM01", "GDTYP11"] == sorted(below)

    other = added("rules\n  one\n    then: pay bets from bank to first.coins\n  two\n    then: set first to target\n")
    assert ["GDNAM01", "GDTYP11"] == sorted(other)


def test_terms_of_one_block_are_told_apart() -> None:
    """What each player has are terms of their own: an error in one guards no other."""
    assert ["GDNAM01", "GDTYP02"] == added("terms\n  each player\n    one = bets + 1\n    two = best + 1\n")


def test_without_an_error_it_is_told() -> None:
    """Otherwise the game would stop in play."""
    assert ["GDTYP11"] == action("when: you.coins > 1", PAID)


def test_the_cure_for_players_in_no_order_names_a_start() -> None:
    """A player of the table if there is one; otherwise how to declare it."""
    wrong = BASE.replace("who: players from first", "who: players")
    assert "`who: players from first`, or `who: players together`" in (only(wrong, "GDTYP01").help or "")

    keyed = wrong.replace("  first: player\n", "  leader[colour]: player\n")
    keyed = keyed.replace("roll first in", "roll leader[red] in")
    assert "players from START" in (only(keyed, "GDTYP01").help or "")

    nobody = "game G\n  players: 2\nphases\n  main\n    who: players\n    play: go\nactions\n  go\n    when: yes\n"
    nobody += "end\n  winner: the p in players with most p.points ties all\n"
    assert "`who: players from START`, with `START: player` in `table`" in (only(nobody, "GDTYP01").help or "")

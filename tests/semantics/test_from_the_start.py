"""Ends that are there as the game begins, what is forbidden all the time, and steps that do nothing."""

import pytest

from gamedsl import loads
from gamedsl.api import check_text
from tests.helpers.texts import game_text

GAME = game_text("semantics/from_the_start")
STEP = "score dots 1 for you"


def codes(code: str, step: str = STEP, more: str = "", end: str = "") -> list[str]:
    """Return the lines with a finding of one code; the game has no errors."""
    text = GAME.format(step=step, more=more, end=end)
    found = check_text(text)
    assert [] == [one.message for one in found if one.severity == "error"]
    return [one.message for one in found if one.code == code]


@pytest.mark.parametrize(
    ("condition", "known"),
    [
        ("n = 2", "then `n` is 2"),
        ("n > 2", ""),
        ("few", "then `n` is 2"),
        ("sky = sun", "the setup changes nothing of it"),
        ("sky = rain", ""),
        ("leader = none", "the setup changes nothing of it"),
        ("rolled < 7", ""),
        ("count(pile) = 0", "then `count(pile)` is 0"),
        ("count(deck) = 9", "then `count(deck)` is 9"),
        ("bank > 26", ""),
        ("all(p.coins < 4 for each p in players)", ""),
        ("any(p.points > 3 for each p in players)", ""),
        ("A.points < 3 and n < 3", "then `A.points` is 0 and `n` is 2"),
        ("late and n = 2", ""),
        ("A.m = 0 or late", "then `A.m` is 0"),
    ],
)
def test_ends_that_are_there_at_once(condition: str, known: str) -> None:
    """What nothing in the setup changes is known before anybody plays; such a game is over as it begins."""
    end = f"  when: {condition}\n"
    message = f"`{condition}` holds as soon as the game begins, so it is over before anybody plays: {known}."

    assert ([message] if known else []) == codes("GDFLO31", end=end)
    assert not known or loads(GAME.format(step=STEP, more="", end=end)).start(players=2).decider is None


@pytest.mark.parametrize(
    ("modifier", "told"),
    [
        ("forbid: go", ["`calm` forbids `go` all the time, so nobody can ever do that."]),
        ("forbid: go, rest", ["`calm` forbids `go` and `rest` all the time, so nobody can ever do that."]),
        ("forbid: few_more", ["`calm` forbids `few_more` all the time, so that never does anything."]),
        ("when: n < 4 or n > 2\n    forbid: go", ["`calm` forbids `go` all the time, so nobody can ever do that."]),
        ("when: n < 4\n    forbid: go", []),
        ("when: late\n    forbid: go", []),
    ],
)
def test_what_is_forbidden_all_the_time(modifier: str, told: list[str]) -> None:
    """Nothing, or nothing that is ever otherwise, says when an action or rule is forbidden."""
    assert told == codes("GDFLO30", more=f"modifiers\n  calm\n    {modifier}\n")


def test_a_variant_may_switch_off_what_its_base_has() -> None:
    """What stands in another file is left out on purpose."""
    base = {"base.game": GAME.format(step=STEP, more="", end="")}
    text = 'variant Calm "Calm" of "base.game"\nmodifiers\n  calm\n    forbid: go\n'

    assert [] == [one.code for one in check_text(text, files=base) if one.code == "GDFLO30"]


@pytest.mark.parametrize(
    ("step", "is_told"),
    [
        ("score dots 0 for you", True),
        ("deal 0 from deck to pile", True),
        ("pay 0 from bank to you.coins", True),
        ("repeat 0 times: score dots 1 for you", True),
        ("score dots n for you", False),
        ("deal max(0, n - 9) from deck to pile", False),
        ("set n to 0", False),
    ],
)
def test_steps_that_do_nothing(step: str, is_told: bool) -> None:
    """A 0 that is written out where something is paid, dealt, scored or repeated is told."""
    assert is_told == bool(codes("GDRNG10", step))

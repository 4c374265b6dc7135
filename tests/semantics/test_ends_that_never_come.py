"""Ends to which no step leads far enough, and choices that run out before an end that cannot come."""

import pytest

from gamedsl.api import check_text
from tests.helpers.texts import game_text

GAME = game_text("semantics/ends_that_never_come")


def told(
    until: str = "n > 98", steps: str = "set n to n + 1", end: str = "", more: str = "", term: str = "n"
) -> list[str]:
    """Return what is told of ends that never come."""
    found = check_text(GAME.format(until=until, steps=steps.replace("; ", "\n      "), end=end, more=more, term=term))
    assert [] == [one.message for one in found if one.severity == "error"]
    return [one.message for one in found if one.code == "GDFLO28"]


SET = "set n to "


@pytest.mark.parametrize(
    ("until", "steps", "far"),
    [
        ("n = 7", SET + "min(5, n + 1)", "`n` is always 0..5"),
        ("n = 7", SET + "min(7, n + 1)", ""),
        ("n > 5", SET + "3 if n = 0 else 4", "`n` is always 0..4"),
        ("n > 5", SET + "6 if n = 0 else 4", ""),
        ("n > 5", "roll n in 1..5", "`n` is always 0..5"),
        ("n = 5", "roll n in 1..5", ""),
        ("n > 5", "if n > 0: set n to n - 1", "`n` is always 0"),
        ("n >= 1", SET + "max(0, n - count(done))", "`n` is always 0"),
        ("n >= 1", SET + "max(1, n - count(done))", ""),
        ("total < 0", "set total to total + n", "`total` is always 0 or more"),
        ("total < 0", "set total to total - n", ""),
        ("you.m < 3", "set you.m to min(20, you.m + 2)", "`you.m` is always 3..20"),
        ("you.m < 3", "set you.m to min(20, next(you).m + 2)", ""),
        ("you.m < 2", "set you.m to min(20, next(you).m + 2)", "`you.m` is always 2..20"),
        (
            "level[rain] > 5",
            "for each w in weather: set level[w] to max(0, level[w] - 1)",
            "`level[rain]` is always 0..5",
        ),
        ("sky = snow", "set sky to rain", "no step leads there"),
        ("sky = snow", "set sky to rain if open else snow", ""),
        ("open", "set open to no", "no step leads there"),
        ("leader = B", "set leader to A", "no step leads there"),
        ("leader = B", "set leader to you", ""),
    ],
)
def test_values(until: str, steps: str, far: str) -> None:
    """A value is what it begins with, and what steps set or roll; one that only falls never rises."""
    expected = [f"Nothing in play makes `{until}` true: {far}."] if far else []

    assert expected == told(until, steps)


@pytest.mark.parametrize(
    ("until", "steps", "far"),
    [
        ("count(done) = 7", "move you.hand to done", "`count(done)` is always 0..6"),
        ("count(done) = 6", "move you.hand to done", ""),
        ("count(done) = 7", "move you.hand to done; deal 1 from pile to you.hand", ""),
        ("count(done) = 7", "move (you.hand where value = n) to done", "`count(done)` is always 0..6"),
        (
            "count(done) = 7",
            "for each c in you.hand where c.value > n: move c to done",
            "`count(done)` is always 0..6",
        ),
        ("count(done) = 7", "pick c in you.hand; move c to done", "`count(done)` is always 0..6"),
        (
            "count(done) = 7",
            "pick c in (you.hand + spare); move c to spare; deal 1 from pile to spare; move c to done",
            "",
        ),
        ("you.coins > 12", "pay min(1, you.coins) from you.coins to next(you).coins", "`you.coins` is always 0..12"),
        ("you.coins > 11", "pay min(1, you.coins) from you.coins to next(you).coins", ""),
        ("you.coins > 12", "pay min(1, bank) from bank to you.coins", ""),
    ],
)
def test_places(until: str, steps: str, far: str) -> None:
    """In a place there is never more than lay there, and in the places from where something can come."""
    expected = [f"Nothing in play makes `{until}` true: {far}."] if far else []

    assert expected == told(until, steps)


def test_alternatives_terms_and_ends() -> None:
    """Each alternative is looked at by itself, also behind a term, and under `end`; what its types rule out is not."""
    few = SET + "min(5, n + 1)"
    never = "Nothing in play makes `{}` true: `n` is always 0..5."

    assert [never.format("n = 7")] == told("n = 7 or n = 5", few)
    assert [never.format("much")] == told("much", few, term="n > 8")
    assert [never.format("n > 6")] == told("n = 5", few, "  when: n > 6\n")
    assert [] == told("you.m = 3 and n > 100", few)


def test_rules_and_triggers_lead_there() -> None:
    """Whatever can be carried out counts."""
    rule = "rules\n  more\n    then: set n to 9\n"
    trigger = "triggers\n  more\n    when: n = 2\n    then: set n to 9\n"

    assert [] == told("n = 9", "more", more=rule)
    assert [] == told("n = 9", SET + "2", more=trigger)
    assert 1 == len(told("n = 9", SET + "2", more=trigger.replace("9", "8")))


@pytest.mark.parametrize(
    ("until", "is_told"),
    [
        ("count(done) = 6", False),
        ("count(done) = 7", True),
        ("n = 50 or count(done) = 7", True),
        ("much", True),
        ("n = 50 or count(you.hand) = 0", False),
    ],
)
def test_such_ends_do_not_care_for_choices(until: str, is_told: bool) -> None:
    """A choice that runs out is told where the only end that asks for it never comes."""
    text = GAME.format(
        until=until,
        steps="move c to done; set n to n + 1".replace("; ", "\n      "),
        end="",
        more="",
        term="count(done) > 6",
    )
    found = check_text(text.replace("    then:\n      move", "    pick: c in you.hand\n    then:\n      move"))

    assert is_told == ("GDFLO06" in [one.code for one in found])

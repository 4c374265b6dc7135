"""Forced chance is never lost in silence: it comes where it is wanted, or the scenario says why it did not."""

from __future__ import annotations

import pytest

import gamedsl
from tests.helpers.texts import game_text

GAME = game_text("scenarios/forced")
LINES = GAME.replace("{setup}\n", "1\n2\n3\n").replace("{dealing}", "1").split("\n")
SHUFFLED = "  shuffle deck[1]\n  shuffle deck[2]\n  for each p in players: shuffle p.pile"
DEAL = "for each p in players: deal 1 from deck[1] to p.hand"


def told(given: str, then: str = "expect count(quay) = 0", dealing: str = DEAL, setup: str = SHUFFLED) -> list[str]:
    """Return place, code and message of all that a scenario says; lines are counted in the scenario."""
    blocks = {
        name: "\n".join("      " + line for line in block.split("\n"))
        for name, block in {"given": given, "then": then, "dealing": dealing}.items()
    }
    text = GAME.format(setup=setup, **blocks)
    first = text.split("\n").index("    given:") + 1
    (result,) = gamedsl.loads(text).test()
    return [f"{found.span.line - first}: {found.code} {found.message}" for found in result.diagnostics]


HANDS = "expect A.hand = {card(4)} and B.hand = {card(2)}"


@pytest.mark.parametrize(
    "dealing",
    [
        DEAL,
        "shuffle deck[1]\n" + DEAL,
        "deal 1 from deck[1] to removed\n" + DEAL,
        "move deck[1].top to removed\n" + DEAL,
    ],
    ids=["as it lies", "behind a shuffle", "behind a hidden draw", "behind a hidden move"],
)
@pytest.mark.parametrize("setup", [SHUFFLED, SHUFFLED + "\n  deal 1 from deck[1] to removed"])
def test_what_is_forced_comes_to_those_who_see_it(dealing: str, setup: str) -> None:
    """Shuffles in phases and draws that nobody sees take nothing away, in setup and behind it."""
    assert [] == told("force deck[1]: card(4), card(2)", HANDS, dealing, setup)


@pytest.mark.parametrize(
    "given",
    [
        "force deck[1]: card(4), card(2)\nmove deck[2] to removed",
        "deal 2 from deck[1] to quay\nforce deck[1]: card(4), card(2)",
        "move deck[1].top to quay\nforce deck[1]: card(4), card(2)",
        "let c = deck[1].top\nmove c to quay\nforce deck[1]: card(4), card(2)",
    ],
)
def test_steps_in_front_of_a_force_do_not_take_it(given: str) -> None:
    """Whatever ``given`` draws before the line, and whatever it moves elsewhere behind it, leaves the values there."""
    assert [] == told(given, HANDS)


def test_steps_behind_a_force_draw_it() -> None:
    """What ``given`` draws behind the line is what is forced."""
    assert [] == told("force deck[1]: card(3), card(4), card(2)\ndeal 1 from deck[1] to quay", HANDS)


def test_what_has_been_moved_away_is_told_at_its_line() -> None:
    """A forced card that ``given`` moves elsewhere cannot come: the line of the value says where it lies."""
    found = told("force deck[1]: card(4)\nforce deck[1]: card(2)\nmove card(2) to quay")

    said = "`card(2)` cannot be forced here: it lies in quay when something comes from deck[1]."
    assert ["2: GDSCN03 " + said] == found


def test_hidden_draws_can_be_forced() -> None:
    """``unseen`` forces what nobody sees, in order, and leaves what is seen to the other line."""
    given = "force deck[1]: card(4), card(2)\nforce deck[1] unseen: card(5), card(1)"
    dealing = "deal 1 from deck[1] to removed\n" + DEAL + "\nmove deck[1].top to removed"

    assert [] == told(given, HANDS + " and removed = {card(5), card(1)} and removed.top = card(1)", dealing)


def test_piles_of_players_and_piles_with_keys() -> None:
    """A force is for the pile that it names, of several with keys or of several players."""
    given = "force deck[2]: card(9)\nforce deck[1]: card(3)\nforce B.pile: card(15)\nforce A.pile: card(12)"
    dealing = (
        "for each p in players: deal 1 from p.pile to quay\ndeal 1 from deck[1] to quay\ndeal 1 from deck[2] to quay"
    )

    assert [] == told(given, "expect quay = {card(3), card(9), card(12), card(15)}", dealing)


def test_single_dice_and_values_of_players() -> None:
    """One die of several, and the value of one player, are forced; the others are left to chance."""
    given = "force die[2]: 5, 6\nforce die[1]: 1\nforce B.luck: 4\nforce level: 3"

    assert [] == told(given, "A: wait\nexpect die[2] = 6 and die[1] = 1 and B.luck = 4 and level = 3")


def test_nothing_of_a_line_has_come() -> None:
    """A line of which nothing has come fails at its place."""
    found = told("force deck[2]: card(9), card(8)")

    assert ["1: GDSCN09 `card(9), card(8)` was forced for `deck[2]`, but nothing of it came."] == found


def test_hidden_draws_need_the_word() -> None:
    """What only hidden draws could have taken has not come."""
    found = told("force deck[1]: card(4)", "expect count(removed) = 1", "deal 1 from deck[1] to removed")

    assert ["1: GDSCN09 `card(4)` was forced for `deck[1]`, but nothing of it came."] == found


def test_more_was_forced_than_came() -> None:
    """What is left of a line fails as well."""
    found = told("force deck[1]: card(4), card(2), card(1)")

    assert ["1: GDSCN10 `card(1)` was forced for `deck[1]`, too, but did not come."] == found


def test_what_lies_elsewhere_is_told_at_its_line() -> None:
    """A card that lies in another stack after the setup is named where it is written, with its place."""
    found = told("force deck[1]: card(4)\nforce deck[1]: card(2), card(9)")

    said = "`card(9)` cannot be forced here: it lies in deck[2] after the setup."
    assert ["2: GDSCN03 " + said] == found


@pytest.mark.parametrize(
    ("given", "then", "found"),
    [
        ("force die: 7", "", ["1:11 GDSCN03 die never gives it [force one of 1..6]"]),
        ("force die[1]: 0", "", ["1:14 GDSCN03 die[1] never gives it [force one of 1..6]"]),
        ("force level: 8", "", ["1:13 GDSCN03 level is only rolled among `1..6` [force one of these]"]),
        ("force first: A", "", ["1:6 GDSCN03 no rule rolls it [set it under `given`: `set … to …`]"]),
        ("force C.luck: 1", "", ["1:6 GDNAM01 There is no player called `C` here [the players are `A` and `B`]"]),
        ("force die unseen: 2", "", ["1:0 GDSCN03 everybody sees what comes there [leave `unseen` out]"]),
        ("force box.n: 2", "", ["1:6 GDSCN03 nothing there is left to chance []"]),
        ("force deck[1]: card(2), card(2)", "", ["1:24 GDRUN09 [force it only once]"]),
        (
            "if level = 0:\n  force deck[1]: card(4)",
            "",
            ["2:2 GDSCN03 inside another step nothing is forced [let the line stand by itself]"],
        ),
        ("for each p in players:\n  if level = 0:\n    force die: 7", "", ["3:15 GDSCN03 die never gives it"]),
        ("set level to 1", "if level = 0:\n  force die: 7", ["4:13 GDSCN03 die never gives it [force one of 1..6]"]),
        ("set level to 1", "A: wait(1)", ["3:8 GDSCN11 `wait` asks for nothing [write `wait`"]),
        ("set level to 1", "if level = 0:\n  A: wait(1)", ["4:10 GDSCN11 `wait` asks for nothing [write `wait`"]),
        ("set level to 1", "illegal A: wait(1)", ["3:16 GDSCN11 `wait` asks for nothing [write `wait`"]),
        ("set level to 1", "A: bid(1, 2, 3)", ["3:13 GDSCN11 `bid` asks only for `n` and `m` [write `bid(1, 2)`"]),
    ],
)
def test_what_is_wrong_is_found_before_play(given: str, then: str, found: list[str]) -> None:
    """Impossible values, places and players, and answers that nothing asks for, are told by the check, with a cure."""
    with pytest.raises(gamedsl.RuleFileError) as caught:
        told(given, then or "expect level = 0")

    first = LINES.index("    given:")
    errors = [one for one in caught.value.diagnostics if one.severity == "error"][: len(found)]
    places = [f"{one.span.line - first - 1}:{one.span.column - 7} {one.code}" for one in errors]
    said = [(place, f"{one.message} [{one.help}]") for place, one in zip(places, errors, strict=True)]
    for wanted, (place, message) in zip(found, said, strict=True):
        number, code, rest = wanted.split(" ", 2)
        reason, _, cure = rest.rpartition("[")
        assert f"{number} {code}" == place
        assert (True, True) == (reason.strip() in message, cure.rstrip("]") in message), message

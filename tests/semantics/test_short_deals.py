"""Deals of which somebody gets less than is written, and names of what was dealt that nobody uses."""

import pytest

from gamedsl.api import check_text
from tests.helpers.texts import game_text

GAME = game_text("semantics/short_deals")
PLAYED = "move drawn to deck; shuffle deck"


def found(setup: str = "deal 1 from deck to drawn", steps: str = PLAYED) -> list[tuple[str, str | None]]:
    """Return what is found about deals and names, with the cures."""
    text = GAME.replace("SETUP", setup.replace("; ", "\n  ")).replace("STEPS", steps.replace("; ", "\n      "))
    if "mix" not in setup:
        text = text.replace(text[text.index("rules\n") : text.index("end\n  winner")], "")
    errors = [str(one) for one in check_text(text) if one.severity == "error"]
    assert [] == errors
    codes = ("GDFLO53", "GDFLO54", "GDNAM07")
    return [(one.code, one.help) for one in check_text(text) if one.code in codes and "table `row`" not in one.message]


@pytest.mark.parametrize(
    "steps",
    [
        "deal 1 from deck to drawn as f",
        "deal 2 from deck to you.hand as f",
        "for each p in players:;   deal 1 from deck to p.hand as f",
        'deal 1 from deck to drawn as f; pick n in 1..3 "How many?"; set water to n',
    ],
)
def test_a_name_that_is_never_used_is_told(steps: str) -> None:
    """With its cure."""
    assert [("GDNAM07", "leave out `as f`, or use it behind the deal")] == found(steps=steps)


def test_a_name_in_the_setup_that_is_never_used_is_told() -> None:
    """The setup is a paragraph as well."""
    assert [("GDNAM07", "leave out `as f`, or use it behind the deal")] == found("deal 1 from deck to drawn as f")


@pytest.mark.parametrize(
    "steps",
    [
        "deal 1 from deck to drawn as f; if f != none: set water to f.depth",
        'deal 1 from deck to drawn as f; set water to 0 "{f}"',
        "deal 2 from deck to drawn as g; for each c in g: set water to c.depth",
    ],
)
def test_a_name_that_is_used_is_not_told(steps: str) -> None:
    """In conditions, in words, in loops."""
    assert [] == found(steps=steps)


@pytest.mark.parametrize("steps", ["deal 2 from deck to players.hand", "deal 1 from deck to row"])
def test_a_deal_to_several_places_that_can_run_out_is_told(steps: str) -> None:
    """In play, where nobody looks whether there are enough."""
    ((code, cure),) = found(steps=steps)
    assert "GDFLO53" == code
    assert cure is not None and "deal up to" in cure


@pytest.mark.parametrize(
    "steps",
    [
        "deal up to 2 from deck to players.hand",
        "deal all from deck to row",
        "if count(deck) >= 8: deal 2 from deck to players.hand",
        "deal count(deck) / 4 from deck to players.hand",
        "deal 2 from deck to you.hand",
        "for each p in players: deal 2 from deck to p.hand",
    ],
)
def test_a_deal_that_says_how_it_is_meant_is_not_told(steps: str) -> None:
    """Up to so many, all, asked before, as many as there are for each, to one place, or in a loop that is written."""
    assert [] == found(steps=steps)


@pytest.mark.parametrize(
    "setup",
    [
        "deal 11 from deck to drawn",
        "deal 3 from deck to players.hand",
        "for each p in players: deal 3 from deck to p.hand",
        "deal 2 from deck to players.hand; deal 3 from deck to drawn",
        "deal 2 from deck to players.hand; deal 1 from deck to row",
        "deal 1 from drawn to players.hand",
    ],
)
def test_a_setup_that_deals_more_than_there_are_is_told(setup: str) -> None:
    """With the most players; by one deal, by several, and from a place in which nothing lies."""
    assert ["GDFLO54"] == [code for code, _ in found(setup)]


@pytest.mark.parametrize(
    "setup",
    [
        "deal 10 from deck to drawn",
        "deal 2 from deck to players.hand; deal 2 from deck to drawn",
        "deal up to 3 from deck to players.hand",
        "deal 10 from deck to drawn; move drawn to deck; deal 2 from deck to players.hand",
        "for each p in players:;   deal 5 from deck to drawn;   move drawn to deck",
        "deal 10 from deck to drawn; mix; deal 2 from deck to players.hand",
        "deal 3 from deck to drawn; deal 3 from drawn to row[1]",
    ],
)
def test_a_setup_in_which_there_may_be_enough_is_not_told(setup: str) -> None:
    """Also where steps in between may bring some back."""
    assert [] == [one for one in found(setup) if one[0] == "GDFLO54"]


CONDITIONS = {
    "count(players) < 4": 3,
    "count(players) in {2, 3}": 3,
    "count(players) in 2..3 or fast": 4,
    "not (count(players) = 4)": 3,
    "count(players) < 4 or deck_size = large": 4,
    "count(players) < 4 or (deck_size = large and not fast and deck_size != large)": 3,
    "count(players) * 2 <= 7": 3,
    "fast": 4,
    "count(players) < 3 and any(p = A for each p in players)": None,
}
HEAD = "  players: 2 to 4\n"
OPTIONS = "\n\noptions\n  fast: no, yes\n  deck_size: small, large\n"


@pytest.mark.parametrize(("condition", "most"), CONDITIONS.items())
def test_conditions_of_the_setup_say_how_many_can_play(condition: str, most: int | None) -> None:
    """With any options; a condition that cannot be worked out before the game is left alone."""
    found = {}
    for count in (2, 3, 4):
        text = GAME.replace(HEAD, f'{HEAD}  when: {condition} "not so"\n').replace(
            "\n\ncomponents", OPTIONS + "\ncomponents"
        )
        text = text.replace("SETUP", f"for each p in players: deal {count} from deck to p.hand").replace(
            "STEPS", PLAYED
        )
        text = text.replace("1..10", "1..7").replace(text[text.index("rules\n") : text.index("end\n  winner")], "")
        every = check_text(text)
        assert [] == [str(one) for one in every if one.severity == "error"]
        found[count] = [int(one.message.split()[1]) for one in every if one.code == "GDFLO54"]
    told = {} if most is None else {count: most for count in (2, 3, 4) if count * most > 7}
    assert told == {count: players[0] for count, players in found.items() if players}


@pytest.mark.parametrize(("condition", "told"), [("fast or count(players) < 3", True), ("count(players) < 3", False)])
def test_payments_of_a_setup_go_by_its_conditions_too(condition: str, told: bool) -> None:
    """With the most players that any options allow."""
    text = GAME.replace(HEAD, f'{HEAD}  when: {condition} "not so"\n').replace("SETUP", "PAID").replace("STEPS", PLAYED)
    text = text.replace("\n\ncomponents", f"{OPTIONS}\ncomponents\n  coin: counter, 7")
    text = text.replace("\ntable\n", "\ntable\n  bank: purse of coin, full\n")
    text = text.replace("  each player\n", "  each player\n    coins: purse of coin\n")
    text = text.replace("PAID", "for each p in players: pay 2 from bank to p.coins")
    assert told == any(one.code == "GDFLO26" for one in check_text(text))


def runs_out(steps: str, trait: str = "", until: str = "water > 90") -> bool:
    """Tell whether it is found that a deal in play finds too few some day."""
    text = GAME.replace("SETUP", "deal 1 from deck to drawn").replace("STEPS", steps.replace("; ", "\n      "))
    text = text.replace(text[text.index("rules\n") : text.index("end\n  winner")], "").replace("water > 90", until)
    every = check_text(text.replace("full, seen by none", f"full, seen by none{trait}"))
    assert [] == [str(one) for one in every if one.severity == "error"]
    return any(one.code == "GDFLO55" for one in every)


@pytest.mark.parametrize(
    "steps",
    [
        "deal 2 from deck to you.hand",
        "deal 3 from deck to drawn",
        "deal 2 from deck to you.hand as g; move g to drawn",
        "for each p in players: deal 2 from deck to p.hand",
        "if water > 3: deal 2 from deck to you.hand",
    ],
)
def test_a_stack_that_runs_out_in_play_is_told(steps: str) -> None:
    """Where several are dealt again and again, in loops and under other conditions as well."""
    assert runs_out(steps)


@pytest.mark.parametrize(
    ("steps", "trait", "until"),
    [
        ("deal up to 2 from deck to you.hand", "", "water > 90"),
        ("deal 1 from deck to you.hand", "", "water > 90"),
        ("deal 2 from deck to you.hand", ", refilled from drawn", "water > 90"),
        ("deal 2 from deck to you.hand; move drawn to deck", "", "water > 90"),
        ("deal 2 from deck to you.hand; shuffle drawn to deck", "", "water > 90"),
        ("if count(deck) >= 2: deal 2 from deck to you.hand", "", "water > 90"),
        ("deal min(2, count(deck)) from deck to you.hand", "", "water > 90"),
        ("deal 2 from deck to you.hand", "", "count(deck) < 2"),
        ("deal 2 from deck to you.hand", "", "any(count(p.hand) > 3 for each p in players)"),
    ],
)
def test_a_stack_that_may_last_is_not_told(steps: str, trait: str, until: str) -> None:
    """Where it is said how it is meant, something comes back, or somebody asks how many are left or have come."""
    assert not runs_out(steps, trait, until)

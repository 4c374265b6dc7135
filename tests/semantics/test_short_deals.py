"""Deals of which somebody gets less than is written, and names of what was dealt that nobody uses."""

import pytest

from gamedsl.api import check_text

GAME = """game Deals "Deals"
  players: 2 to 4

components
  card: card, 1 each depth: 1..10

table
  deck: stack of card, full, seen by none
  drawn: heap of card
  water: 0..100
  row[place: 1..3]: slot of card
  each player
    hand: heap of card, seen by owner

setup
  shuffle deck
  SETUP

phases
  round
    who: players from A
    play: go
    until: water > 90

actions
  go "Go on"
    then:
      set water to min(100, water + 1)
      STEPS

rules
  mix
    then: move drawn to deck

end
  winner: the p in players with most count(p.hand) ties all
"""
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

"""A game with a chart for its set-up, refills, towers of several floors and cards that are played: rules and log."""

from __future__ import annotations

from functools import cache

from gamedsl.api import loads
from gamedsl.presentation.story.lines import lines
from tests.helpers.texts import game_text

YARD = game_text("engine/yard")


@cache
def rules() -> dict[str, list[str]]:
    """Return the lines of each rule by its name."""
    told = loads(YARD).start(2, seed=1).rules()
    return {rule.name: [line.words for line in rule.lines] for section in told for rule in section.rules}


def told(seat: int | None, *texts: str) -> list[str]:
    """Return the log behind the set-up as a seat or a spectator reads it, after some moves."""
    table = loads(YARD).start(2, seed=1)
    for text in texts:
        table.apply(text)
    return [line.text for line in lines(table.story(seat), table.names)][1:]


def test_names_of_the_set_up_are_followed() -> None:
    """What a `let` stands for is told where it is used, a design by its name, and what a step is for."""
    (line,) = rules()["setup"]
    assert ["that player gets 6 stones", "1 foot from the blocks for all to their tower (east, floor 1)"] == (
        line.removeprefix("for all players: ").split("; ")[:2]
    )
    assert line.endswith("; 1 card from the deck to their hand (card to begin with)")


def test_questions_tell_the_fewest_and_the_most() -> None:
    """Of numbers that are asked for the ends are told that always hold; of other questions nothing."""
    assert ["Which block?", "For how many stones? (1 to 2)"] == [rules()["build"][0], rules()["build"][2]]


def test_who_is_left_out_begins_nothing() -> None:
    """Turns that begin with somebody who has none begin with the next one."""
    assert "all players but the last builder, in the order of play after the last builder" == rules()["late"][1]


def test_refills_are_rules() -> None:
    """Piles that are shuffled anew, and displays that are filled up, are told of."""
    assert ["shuffle all of the used cards, and go on drawing from there"] == rules()["deck"]
    assert ["after turn as many come from the deck as it takes to have 1 card"] == rules()["offer"]


def test_a_swap_is_told_as_one() -> None:
    """Each gives, and each gets."""
    assert "A: Swap: B · gives 1 stone to B, gets 1 stone from B" == told(None, "swap(B)")[-1]


def test_a_card_that_is_played_stands_with_the_move() -> None:
    """Whatever the hand was, everybody sees which card it was; what it brought follows, and what it set off besides."""
    card = loads(YARD).start(2, seed=1).legal()[-1].label
    number = {"luck": 2, "loot": 3}[card]
    lines_of = told(1, f"use({card})")
    move = f"A: Use a card: {card} · gets {number} stones, gets 1 stone"
    assert [move, "» Rich at last · pays 1 stone"] == lines_of[-2:]

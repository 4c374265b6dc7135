"""The log as people tell a game: one line for a move with what it cost and brought, and never a secret more."""

from __future__ import annotations

import re
from random import Random

import attrs
import pytest

from gamedsl.api import load, loads
from gamedsl.game import Table
from gamedsl.presentation.story.lines import lines
from gamedsl.presentation.story.passages import Effect, Passage, kept, news
from tests.helpers.random_games.cards import card_game
from tests.helpers.random_games.dice import dice_game
from tests.helpers.random_games.secrets import secret_game
from tests.helpers.random_games.triggers import trigger_game
from tests.helpers.suite.nightly import examples, games_of_each_form
from tests.helpers.texts import game_text

SHOP = game_text("presentation/story_shop")

TOWNS = game_text("presentation/story_towns")


def shop(*moves: str) -> Table:
    """Return the shop after moves."""
    table = loads(SHOP).start(players=2, seed=2)
    for move in moves:
        table.apply(move)
    return table


def told(table: Table, seat: int | None = None) -> list[str]:
    """Return the story in lines."""
    return [line.text for line in lines(table.story(seat), table.names)]


def test_a_move_is_told_with_what_it_brought() -> None:
    """What it cost and brought stands behind a move, but for what it says itself; what it set off stands under it."""
    assert [
        "Ann: Buy: tea · pays 2 coins",
        "» Rich at last · gets 3 coins",
        "Bob: Put 1 coin by · shelf (tea): 1",
        "The tide · everybody gets 1 coin",
    ] == told(shop("buy(ware(tea))", "save"))[2:]


def test_how_the_game_is_set_up_is_told_shortly() -> None:
    """Everybody is told what players have got; how common things were laid out is not told."""
    assert ["Set-up · everybody gets 5 coins, Ann gets cask, Bob gets 1 cask"] == told(shop(), 0)


def test_what_is_not_seen_is_counted() -> None:
    """Who draws sees what it is, the others how many."""
    table = shop("dig", "wait")
    assert ["Ann: Dig · draws cask", "Ann: Dig · draws 1 cask"] == [told(table, seat)[2] for seat in (0, 1)]


def test_dice_and_answers_that_follow() -> None:
    """A throw is told as people tell it; an answer that nothing else tells belongs to its move."""
    table = shop("throw")
    before = table.story(0)
    assert re.fullmatch(r"Ann: Throw · rolls [1-6]", told(table, 0)[2])
    table.apply(table.codes()[1])
    assert re.fullmatch(r"Ann: Throw · rolls ([1-6]), shelf \(rice\): \1", told(table, 0)[2])

    new = news(before, table.story(0))
    assert [(True, 1)] == [(one.goes_on, len(one.effects)) for one in new]
    assert table.story(0)[: len(before) - 1] == before[:-1]


def test_players_who_do_the_same_share_a_line() -> None:
    """Each is named once; what brought something stands alone."""
    assert "Ann and Bob: Wait" in told(shop("wait", "wait"))


def test_turns_are_told_without_the_names_of_their_parts() -> None:
    """What players do in their own turns needs no head; what all do together has one, and what follows stands apart.

    A berth is told by its town and number, a note that is turned by the move alone, what everybody moves once; what is
    given is told with where it was; a card that is played stands with the move though another was its price.
    """
    table = loads(TOWNS).start(seed=3)
    for move in ("sail(rome)", "borrow"):
        table.apply(move)
    while table.codes() and "drop" in table.text_of(table.codes()[0]):
        table.apply(table.codes()[0])
    for move in ("trade(Bob)", "turn"):
        table.apply(move)
    assert [
        "Ann: Sail between rome and oslo: rome · boat to berth 1",
        "Bob: Borrow · gets 1 note (front)",
        "The evening · 1 barrel each to everybody's shop",
        "The night",
        "Ann and Bob: Put a card by: (hidden)",
        "The night · 1 card each from everybody to fire",
        "Ann: Trade: Bob · gives 1 map (rome) to Bob",
        "Bob: Turn the note",
        "The evening · 1 barrel each to everybody's shop",
    ] == told(table)[1:]
    while table.codes() and "drop" in table.text_of(table.codes()[0]):
        table.apply(table.codes()[0])
    table.apply("play_card(ace)")
    table.apply(next(choice.code for choice in table.legal() if choice.label == "ten"))
    assert "Ann: Play a card: ace · ten to discard" == told(table)[-1]


ALIKE = game_text("presentation/story_alike")


def test_what_is_told_once_may_come_again() -> None:
    """What several get or have alike is told of each of them, and what comes twice is told twice."""
    table = loads(ALIKE).start(seed=1)
    table.apply("collect")
    assert [
        "A: Collect",
        "everybody's bid: 4, shows flag to everybody, shows bid: 4 to everybody",
        "shows B's bid: 4 to everybody, shows C's bid: 4 to everybody, gets 3 coins",
        "gets 1 coin (rent), gets 3 coins (bonus), gets 2 coins (rent)",
    ] == told(table, 0)[1:5]


MOVE = Passage("move", 0, "Buy", 4, effects=(Effect("pays 2", (5,)),))
MORE = attrs.evolve(MOVE, number=9, effects=(Effect("pays 2", (10,)), Effect("gets tea", (11,))))


def test_news_are_what_was_not_told() -> None:
    """A passage that has grown is told from there, whatever its number; an equal one later is another one."""
    rest = attrs.evolve(MORE, effects=MORE.effects[1:], goes_on=True)
    assert (rest,) == news((MOVE,), (MORE,))
    assert (MOVE,) == news((MOVE,), (MOVE, MOVE))
    assert () == news((MORE,), (MORE,))


def test_an_answer_that_its_effect_says_is_not_told_alone() -> None:
    """What goes on begins with the answers that say more than a number of what follows, on one line."""
    rest = attrs.evolve(MOVE, answers=("2", "tea"), effects=(Effect("gets 2 coins", (5,)),), goes_on=True)
    assert ["tea · gets 2 coins"] == [line.text for line in lines((rest,), ("Ann", "Bob"))]


def test_behind_an_undo_what_is_gone_was_never_told() -> None:
    """What both stories have is left of a passage."""
    assert (attrs.evolve(MORE, effects=MORE.effects[:1]),) == kept((MORE, MORE), (MOVE,))


@pytest.mark.parametrize("name", games_of_each_form())
def test_no_inner_name_is_told(name: str) -> None:
    """No line of the story or of the details has brackets, arrows of places or names of the rule file in it."""
    table, random = load(name).start(seed=5), Random(5)
    for _ in range(examples(100, 250)):
        if table.decider is None:
            break
        table.apply(random.choice(table.codes()))
    for seat in (None, 0):
        story = told(table, seat)
        details = [line.text for line in table.narration(seat)]
        assert story
        assert [] == [line for line in story if re.search(r"[\[\]→_]|\b\w+\.[a-z]", line)]
        assert [] == [line for line in details if re.search(r"[\[\]_]|\b[A-Za-z]+\.[a-z]", line)]


@pytest.mark.parametrize("seed", range(examples(2, 6)))
def test_any_game_has_a_story(seed: int) -> None:
    """Every event of games that nobody meant has words, or is told by others."""
    for made in (card_game, dice_game, secret_game, trigger_game):
        random = Random(seed)
        table = loads(made(random)).start(seed=seed)
        for _ in range(60):
            if table.decider is None:
                break
            table.apply(random.choice(table.codes()))
        for seat in (None, 0, 1):
            assert lines(table.story(seat), table.names)


LED = game_text("presentation/story_led")


def test_a_card_that_the_move_shows_is_not_called_hidden() -> None:
    """Though a value is set before the card is laid open, the move tells which one it was."""
    table = loads(LED).start(2, seed=1)
    table.apply(table.codes()[0])
    said = told(table, 1)[-1]
    assert "(hidden)" not in said
    assert re.search(r"Ann: Play a card · suit led: (clubs|hearts), \1 \d to used", said), said

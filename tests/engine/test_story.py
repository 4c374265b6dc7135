"""The log as people tell a game: one line for a move with what it cost and brought, and never a secret more."""

from __future__ import annotations

import re
from random import Random

import attrs
import pytest
from card_games import card_game
from dice_games import dice_game
from nightly import examples, games_of_each_form
from secret_games import secret_game
from trigger_games import trigger_game

from gamedsl.api import load, loads
from gamedsl.engine.present.story.lines import lines
from gamedsl.engine.present.story.passages import Effect, Passage, kept, news
from gamedsl.game import Table

SHOP = """
game Shop
  players: 2 as Ann, Bob

types
  good: tea, rice

components
  coin: counter, 30
  ware: card, 1 each good
  cask: card, 4
  die: dice 1..6

table
  bank: purse of coin, full
  chest: purse of coin
  shop: heap of ware, full
  store: stack of cask, full, seen by none
  shelf[good]: 0..9
  last: good or none, quiet
  each player
    purse: purse of coin
    goods: heap of ware
    hand: heap of cask, seen by owner

setup
  shuffle store
  for each p in players: pay 5 from bank to p.purse
  for each p in players: deal 1 from store to p.hand

phases
  day
    steps: turns, tide
    until: bank < 2
  turns "The market"
    who: players from Ann
    play: buy or save or dig or wait or throw
  tide "The tide"
    then:
      for each p in players: pay 1 from bank to p.purse

actions
  buy "Buy"
    pick: w in shop "Which ware?"
    cost: pay 2 from you.purse to bank
    then: move w to you.goods; set last to w.good
  save "Put 1 coin by"
    cost: pay 1 from you.purse to chest
    then: set shelf[tea] to shelf[tea] + 1
  dig "Dig"
    then: deal 1 from store to you.hand
  wait "Wait"
  throw "Throw"
    then:
      roll die
      pick g in good "Which shelf?"
      set shelf[g] to die

triggers
  rich "Rich at last"
    who: active
    once: count(you.goods) > 0
    then: pay 3 from bank to you.purse

end
  when: bank < 2 "the bank is empty"
  winner: the p in players with most p.purse ties all
"""


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
        "Ann: Buy: tea · pays 2 coin",
        "» Rich at last · gets 3 coin",
        "Bob: Put 1 coin by · shelf (tea): 1",
        "The tide · everybody gets 1 coin",
    ] == told(shop("buy(ware(tea))", "save"))[2:]


def test_how_the_game_is_set_up_is_told_shortly() -> None:
    """Everybody is told what players have got; how common things were laid out is not told."""
    assert ["Set-up · everybody gets 5 coin, Ann gets cask, Bob gets 1 cask"] == told(shop(), 0)


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


MOVE = Passage("move", 0, "Buy", 4, effects=(Effect("pays 2", (5,)),))
MORE = attrs.evolve(MOVE, number=9, effects=(Effect("pays 2", (10,)), Effect("gets tea", (11,))))


def test_news_are_what_was_not_told() -> None:
    """A passage that has grown is told from there, whatever its number; an equal one later is another one."""
    rest = attrs.evolve(MORE, effects=MORE.effects[1:], goes_on=True)
    assert (rest,) == news((MOVE,), (MORE,))
    assert (MOVE,) == news((MOVE,), (MOVE, MOVE))
    assert () == news((MORE,), (MORE,))


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

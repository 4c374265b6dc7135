"""The block of the kernel is read and written by the names of the engine's state: the same values, and back again."""

from __future__ import annotations

from random import Random

import pytest

import gamedsl
from gamedsl.engine.compiled import CompiledEngine
from gamedsl.kernel.lone.looks import LoneLooks
from gamedsl.kernel.lone.values import Lone
from gamedsl.kernel.playing import lowering_of
from gamedsl.kernel.state.latching import Latching
from tests.block_help import Reader, other_attributes, read_alike
from tests.card_games import card_game
from tests.kernel.test_same_game import EXAMPLES, GAMES
from tests.trigger_games import trigger_game

UNDER_WAY = """
game Halves "Halves"
  players: 2
types
  suit: red, blue
components
  card: card, 4 each suit and value: 1..3
table
  deck: heap of card, full, seen by none
  open: heap of card
  pile: stack of card
  told: 0..99
  each player
    hand: heap of card, seen by owner
setup
  for each p in players: deal 6 from deck to p.hand
phases
  game
    who: players from A
    play: lay or spread or give or wait
    until: told > 30
actions
  lay
    when: count(you.hand) > 2
    then: move you.hand to open
  spread
    then:
      for each c in you.hand:
        pick n in 0..2 "How many?"
        set told to min(99, told + n)
      move open to you.hand
  give
    then: deal min(5, count(deck + pile)) from (deck + pile) to you.hand
  wait
    then: set told to min(99, told + 1)
triggers
  full
    who: players from B
    when: count(open) > 2 and you = B
    then:
      pick n in 0..3 "How much?"
      set told to min(99, told + n)
      move open to pile
  rich
    who: players
    when: count(you.hand) > 6 and any(c.value = 3 for each c in you.hand)
    then:
      pick c in you.hand "Which goes?"
      move c to pile
scoring
  cards
    worth: count(you.hand)
end
  when: told > 40
  winner: the p in players with most p.points ties all
"""
WRITTEN = ("zones", "values", "dice", "spot", "place", "known", "aware", "points", "scores", "latches", "turns")


@pytest.mark.parametrize("name", GAMES)
def test_large_games_read_alike(name: str) -> None:
    """At every decision all attributes are those of the engine's state, open paragraphs and loops too."""
    game = gamedsl.load(name).checked
    assert [] == read_alike(CompiledEngine(game, max(game.least_seats, min(4, game.most_seats))), 1)


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_read_alike(name: str) -> None:
    """So they are in every example."""
    game = gamedsl.load(name).checked
    assert [] == read_alike(CompiledEngine(game, game.least_seats), 2)


@pytest.mark.parametrize("number", range(20))
def test_card_games_read_alike(number: int) -> None:
    """So they are in games that nobody meant."""
    game = gamedsl.loads(card_game(Random(number))).checked
    assert [] == read_alike(CompiledEngine(game, game.least_seats + number % 2), number, 100)


@pytest.mark.parametrize("number", range(30))
def test_trigger_games_read_alike(number: int) -> None:
    """So they are where a trigger asks in the middle of steps: what is due behind it and still to be moved is there."""
    game = gamedsl.loads(trigger_game(Random(number))).checked
    assert [] == read_alike(CompiledEngine(game, game.least_seats + number % 2), number, 100)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_under_way_reads_alike_and_is_written_back(seed: int) -> None:
    """Pieces of loops, moves and deals in whose middle somebody is asked are as in the engine, and can be written."""
    engine = CompiledEngine(gamedsl.loads(UNDER_WAY).checked, 2)
    assert [] == read_alike(engine, seed)
    reader = Reader(engine)
    s, block = reader.start(seed)
    held = loops = 0
    while reader.step(s, block):
        again = block.copy()
        for one in again.open():
            held, loops = held + len(one.held), loops + len(one.loops)
            for at, value in enumerate(one.frame):
                one.frame[at] = value
        assert block.record() == again.record()
    assert held > loops > 5


@pytest.mark.parametrize("seed", range(4))
def test_hidden_triggers_are_latched_alike(seed: int) -> None:
    """Triggers that ask for hidden things hold where they do, and none of them is due: so play goes on alike."""
    reader = Reader(CompiledEngine(gamedsl.loads(UNDER_WAY).checked, 2))
    engine, kernel = reader.engine, reader.kernel
    hidden = engine.wording.secrets.triggers
    assert hidden == {"rich"}
    lone = Lone(lowering_of(engine), kernel, engine.wording)
    latching, struck = Latching(LoneLooks(lone), hidden), 0
    s, block = reader.start(seed)
    while reader.step(s, block):
        other, changed = s.copy(), block.copy()
        engine.latch(other)
        latching.latch(changed)
        changed.settle()
        struck += block.latches != changed.latches or list(block) != list(changed)
        while True:
            assert [] == other_attributes(engine, other, changed)
            if other.decisions > s.decisions + 3 or not reader.step(other, changed):
                break
    assert struck


@pytest.mark.parametrize("name", ["saloon_tycoon", "tycoon", "examples/breakthrough.game", "examples/six_tricks.game"])
def test_what_is_written_is_what_was_read(name: str) -> None:
    """Everything read from a block and written into it again leaves the block as it was, with all that follows."""
    game = gamedsl.load(name).checked
    reader = Reader(CompiledEngine(game, game.least_seats))
    s, block = reader.start(3)
    while s.decisions < 60 and reader.step(s, block):
        again = block.copy()
        for attribute in WRITTEN:
            setattr(again, attribute, list(getattr(block, attribute)))
        for one in again.open():
            for at, value in enumerate(one.frame):
                one.frame[at] = value
        assert again.stale
        again.settle()
        assert list(block.record()) == list(again.record())


def test_a_piece_taken_away_is_gone_for_the_rules() -> None:
    """What follows from places is worked out anew: the choices are those of the engine in the changed position."""
    game = gamedsl.load("examples/breakthrough.game").checked
    reader = Reader(CompiledEngine(game, 2))
    s, block = reader.start(0)
    expected, found = set(), set()
    for cell in [at for at, inside in enumerate(block.zones) if inside]:
        other, changed = s.copy(), block.copy()
        for state in (other, changed):
            state.place[state.zones[cell][0]] = -1
            state.zones[cell] = ()
        other.cache = None
        changed.settle()
        expected.add(reader.engine.codes(other))
        found.add(tuple(reader.kernel.codes(changed)))
        assert block != changed
    assert len(expected) > 2
    assert expected == found
    changed.become(block.copy())
    assert (block, hash(block)) == (changed, hash(changed))


def test_what_is_not_kept_cannot_be_written() -> None:
    """A place of a frame that nothing in the block stands for takes no other value."""
    game = gamedsl.load("examples/breakthrough.game").checked
    _, block = Reader(CompiledEngine(game, 2)).start(0)
    with pytest.raises(ValueError, match="nothing is kept at place 2"):
        block.open()[-1].frame[2] = 7

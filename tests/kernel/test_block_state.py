"""The block of the kernel is read and written by the names of the engine's state: the same values, and back again."""

from __future__ import annotations

from random import Random

import pytest

import gamedsl
from gamedsl.engine.compiled import CompiledEngine
from tests.block_help import Reader, read_alike
from tests.card_games import card_game
from tests.kernel.test_same_game import EXAMPLES, GAMES, sampled
from tests.trigger_games import trigger_game

WRITTEN = ("zones", "values", "dice", "spot", "place", "known", "aware", "points", "scores", "latches", "turns")


@pytest.mark.parametrize("name", GAMES)
def test_large_games_read_alike(name: str) -> None:
    """At every decision all attributes are those of the engine's state, open paragraphs and loops too."""
    engine = next(found for number in range(9) if (found := sampled(name, number)) is not None)
    assert [] == read_alike(engine, 1)


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


def test_what_is_still_to_come_is_written_back() -> None:
    """What triggers are due and what pieces are still moved, read and written again, leaves the block as it was."""
    places = 0
    for number in range(12):
        reader = Reader(CompiledEngine(gamedsl.loads(trigger_game(Random(number))).checked, 2))
        s, block = reader.start(number)
        while s.decisions < 60 and reader.step(s, block):
            again = block.copy()
            for frame in again.frames:
                places += len(frame.puts)
                for at, value in enumerate(frame):
                    frame[at] = value
            assert block.record() == again.record()
    assert places > 5


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
        for frame in again.frames:
            for at, value in enumerate(frame):
                frame[at] = value
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
        block.frames[-1][2] = 7

"""The block of a state is read and written by names: what was read when it was frozen, and back again."""

from __future__ import annotations

from random import Random

import pytest

import gamedsl
from gamedsl.engine.state.flat import RUNNING
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from tests.frozen.folds import LISTS, fold
from tests.frozen.kept import cases, held, kernel_engine, tried, without_largest
from tests.helpers.kernel.expressions import quick
from tests.helpers.kernel.state_invariants import demand_sound
from tests.helpers.kernel.state_reads import SINGLE, by_interpreter, moments, reading, story
from tests.helpers.random_games.cards import card_game
from tests.helpers.random_games.triggers import trigger_game
from tests.helpers.texts import game_text
from tests.kernel.test_same_game import EXAMPLES, FORMS, GAMES

UNDER_WAY = game_text("kernel/block_state")
WRITTEN = ("zones", "values", "dice", "spot", "place", "known", "aware", "points", "scores", "latches", "turns")


def hold(case: str, engine: Engine, seed: int, limit: int = 250) -> None:
    """Hold what is read in a random game to what is frozen."""
    found = story(quick(engine), seed, limit)
    held("block", "read", case, f"{len(found)} {fold(found)}")


@pytest.mark.parametrize("name", tried(["mogul"], GAMES))
def test_large_games(name: str) -> None:
    """At every decision all attributes are what they were, open paragraphs and loops too."""
    game = gamedsl.load(name).checked
    hold(name, kernel_engine(game, max(game.least_seats, min(4, game.most_seats))), 1)


@pytest.mark.parametrize("name", tried(FORMS, EXAMPLES))
def test_examples(name: str) -> None:
    """So they are in every example."""
    game = gamedsl.load(name).checked
    hold(name, kernel_engine(game, game.least_seats), 2)


@pytest.mark.parametrize("number", cases(2, 20))
def test_card_games(number: int) -> None:
    """So they are in games that nobody meant."""
    game = gamedsl.loads(card_game(Random(number))).checked
    hold(f"card game {number}", kernel_engine(game, game.least_seats + number % 2), number, 100)


@pytest.mark.parametrize("number", cases(2, 30))
def test_trigger_games(number: int) -> None:
    """So they are where a trigger asks in the middle of steps: what is due behind it and still to be moved is there."""
    game = gamedsl.loads(trigger_game(Random(number))).checked
    hold(f"trigger game {number}", kernel_engine(game, game.least_seats + number % 2), number, 100)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_under_way_is_read_and_written_back(seed: int) -> None:
    """Pieces of loops, moves and deals in whose middle somebody is asked are there, and can be written."""
    engine = kernel_engine(gamedsl.loads(UNDER_WAY).checked, 2)
    hold(f"under way {seed}", engine, seed)
    under_way = loops = 0
    for s in moments(engine, seed, 250):
        again = s.copy()
        for one in again.open():
            under_way, loops = under_way + len(one.held), loops + len(one.loops)
            for at, value in enumerate(one.frame):
                one.put(at, value)
        assert s.record() == again.record()
    assert under_way > loops > 5


@pytest.mark.parametrize("seed", range(4))
def test_hidden_triggers_are_latched(seed: int) -> None:
    """Triggers that ask for hidden things hold where they do, and none of them is due: play goes on as it did."""
    engine = quick(kernel_engine(gamedsl.loads(UNDER_WAY).checked, 2))
    assert engine.wording.secrets.triggers == {"rich"}
    found, struck = [], 0
    for s in moments(engine, seed, 250):
        changed = s.copy()
        engine.latch(changed)
        changed.settle()
        struck += s.latches != changed.latches or list(s) != list(changed)
        found += [reading(one) for one in moments(engine, seed, s.decisions + 3, changed)]
    assert struck
    held("block", "latched", str(seed), f"{len(found)} {fold(found)}")


@pytest.mark.parametrize(
    "name", without_largest(["saloon_tycoon", "tycoon", "examples/breakthrough.game", "examples/six_tricks.game"])
)
def test_what_is_written_is_what_was_read(name: str) -> None:
    """Everything read from a block and written into it again leaves the block as it was, with all that follows."""
    game = gamedsl.load(name).checked
    engine = quick(kernel_engine(game, game.least_seats))
    for s in moments(engine, 3, 60):
        again = s.copy()
        for attribute in WRITTEN:
            if hasattr(getattr(State, attribute), "put"):
                for at, value in enumerate(getattr(s, attribute)):
                    again.put(attribute, at, value)
            else:
                setattr(again, attribute, list(getattr(s, attribute)))
        for one in again.open():
            for at, value in enumerate(one.frame):
                one.put(at, value)
        assert again.stale
        again.settle()
        assert list(s.record()) == list(again.record())


OTHERS = ("purses", "known", "aware", "points", "scores", "latches", "draws", "dice")
"""Names of rows in which any number may stand for itself."""
ANOTHER = {
    "key": 12345,
    "game_number": 7,
    "armed": True,
    "status": "finished",
    "end": 0,
    "winners": (0, 1),
    "turn_of": 1,
    "decisions": 99,
}


@pytest.mark.parametrize("name", without_largest(["mogul", "tycoon", "examples/liars_dice.game"]))
def test_what_is_written_is_read_and_nothing_else(name: str) -> None:
    """Other values are read as they were written, under their name, and under no other."""
    engine = kernel_engine(gamedsl.load(name).checked, 3)
    s = [*moments(engine, 1, 12)][-1]
    assert {*ANOTHER} == {*SINGLE}
    changed = 0
    for attribute in (*OTHERS, *SINGLE):
        one = getattr(s, attribute)
        if attribute in OTHERS:
            another = [not now if type(now) is bool else (now or 0) + at + 1 for at, now in enumerate(one)]
        else:
            another = ANOTHER[attribute]
        for at_once in (False,) if attribute == "dice" else (False, True) if attribute in OTHERS else (True,):
            new = s.copy()
            if at_once:
                setattr(new, attribute, another)
            else:
                for at, value in enumerate(another):
                    new.put(attribute, at, value)
            read = getattr(new, attribute)
            assert another == ([*read] if attribute in OTHERS else read)
            assert [] == [each for each in (*LISTS, *SINGLE) if each != attribute and differs(each, s, new)]
            changed += differs(attribute, s, new)
    assert changed > 12


def differs(attribute: str, s: State, other: State) -> bool:
    """Tell whether two states say something else under a name."""
    first, second = getattr(s, attribute), getattr(other, attribute)
    return bool([*first] != [*second] if attribute in LISTS else first != second)


@pytest.mark.parametrize(
    "name", ["mogul", "examples/six_tricks.game", "examples/checkers.game", *map(str, cases(3, 10))]
)
def test_parts_agree(name: str) -> None:
    """Pieces lie where their zones are, amounts add up, who is asked is for whom the innermost paragraph is."""
    game = gamedsl.loads(card_game(Random(int(name)))) if name.isdigit() else gamedsl.load(name)
    engine = kernel_engine(game.checked, game.checked.least_seats)
    start = engine.start(4, log=False)
    found = [s for s in moments(engine, 4, 60) if s.status == RUNNING]
    for s in found:
        demand_sound(engine, s, start)
    assert found


@pytest.mark.parametrize("number", range(4))
def test_numbers_of_the_interpreter_say_the_same(number: int) -> None:
    """Numbers to which a program comes node by node are read as those of the program that is printed."""
    text = UNDER_WAY if number == 0 else trigger_game(Random(5)) if number == 1 else card_game(Random(number))
    engine = kernel_engine(gamedsl.loads(text).checked, 2)
    expected = [*by_interpreter(engine, number, 12)]
    assert len(expected) > 5
    assert expected == [reading(s) for s in moments(engine, number, 12)]


def test_a_piece_taken_away_is_gone_for_the_rules() -> None:
    """What follows from places is worked out anew: the choices are those that they were in the changed position."""
    engine = quick(kernel_engine(gamedsl.load("examples/breakthrough.game").checked, 2))
    s = next(moments(engine, 0, 0))
    found = set()
    for cell in [at for at, inside in enumerate(s.zones) if inside]:
        changed = s.copy()
        changed.put("place", changed.zones[cell][0], -1)
        changed.put("zones", cell, ())
        changed.cache = None
        changed.settle()
        found.add(engine.codes(changed))
        assert s != changed
    assert len(found) > 2
    held("block", "taken away", "breakthrough", fold([{"codes": sorted(found)}]))
    changed.become(s.copy())
    assert (s, hash(s)) == (changed, hash(changed))


def test_what_is_not_kept_cannot_be_written() -> None:
    """A place of a frame that nothing in the block stands for takes no other value."""
    engine = kernel_engine(gamedsl.load("examples/breakthrough.game").checked, 2)
    s = next(moments(engine, 0, 0))
    with pytest.raises(ValueError, match="nothing is kept at place 2"):
        s.open()[-1].put(2, 7)

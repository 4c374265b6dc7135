"""What a set-up is made of, and with which values it begins, is worked out by the kernel as by the engine."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import gamedsl
from gamedsl.engine.beginning import put_initial_values
from gamedsl.engine.compiled import CompiledEngine
from gamedsl.engine.errors import SetupError
from gamedsl.engine.present.words import Wording
from gamedsl.engine.state.layout import Layout
from gamedsl.kernel.lone.looks import LoneLooks
from gamedsl.kernel.lone.options import lone_of_options
from gamedsl.kernel.lone.values import Lone
from gamedsl.kernel.playing import PythonKernel, lowering_of
from gamedsl.kernel.state.block import BlockState
from gamedsl.kernel.state.reading import Reading
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from tests.kernel.test_same_game import EXAMPLES, GAMES

CONDITIONS = """
game Options "Options"
  players: 2 to 4
  when: not grand or count(players) > 2
options
  grand: no, yes "Grand"
  size: 4, 5, 6 "Size"
components
  coin: counter, 40
table
  bank: purse of coin, full
  each player
    purse: purse of coin, seen by owner if grand and size > 4
    level: 0..9 = (size if grand else size - 1)
phases
  turns
    who: players from A
    play: take or wait
    until: sum(p.purse for each p in players) > 8
actions
  take
    then: pay 1 from bank to you.purse
  wait
    then: set you.level to min(9, you.level + 1)
end
  winner: the p in players with most p.purse ties all
"""


def conditions(game: model.CheckedGame) -> Iterator[core.Value]:
    """Walk the conditions over options of a game."""
    yield from (when.condition for when in game.setup_conditions)
    for thing in (*game.zones.values(), *game.values.values()):
        yield from (use.condition for use in thing.traits if use.condition is not None)
    yield from (display.own_if for display in game.displays.values() if display.own_if is not None)


def held(game: model.CheckedGame, seats: int, options: dict[str, Any]) -> tuple[list[bool], list[bool]]:
    """Return which conditions hold, on both sides."""
    engine, layout = CompiledEngine(game, seats, options), Layout(game, seats, options)
    lone = lone_of_options(layout, Wording(layout), engine.compiler.changers)
    found = [*conditions(game)]
    return [engine.looks.holds(one) for one in found], [lone.holds(one) for one in found]


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("name", GAMES)
def test_conditions_over_options(name: str, number: int) -> None:
    """With sampled options the same traits and displays are there, before anything is laid out."""
    random, game = Random(f"{name} {number}"), gamedsl.load(name).checked
    seats = random.randint(game.least_seats, game.most_seats)
    options = {one.name: random.choice(one.values) for one in game.options.values() if random.random() < 0.5}
    try:
        expected, actual = held(game, seats, options)
    except SetupError:
        pytest.skip("these options do not go together")
    assert expected == actual


def test_conditions_of_traits_and_headers() -> None:
    """Conditions over yes or no, numbers and seats hold on both sides for the same options."""
    game = gamedsl.loads(CONDITIONS).checked
    found = set()
    for grand in (False, True):
        for size in (4, 5):
            expected, actual = held(game, 3, {"grand": grand, "size": size})
            assert expected == actual
            found.add(tuple(actual))
    assert len(found) == 2


@pytest.mark.parametrize("name", [*GAMES, *EXAMPLES, "options"])
def test_values_before_setup(name: str) -> None:
    """Values of the table begin with what the engine lets them begin with, whatever stood there."""
    game = gamedsl.loads(CONDITIONS).checked if name == "options" else gamedsl.load(name).checked
    options = {"grand": True, "size": 6} if name == "options" else {}
    engine = CompiledEngine(game, max(game.least_seats, min(3, game.most_seats)), options)
    b = lowering_of(engine)
    kernel = PythonKernel(b.program)
    block = BlockState(Reading(engine, b.program), kernel.initial)
    expected = engine.blank(0, 0, log=False).values
    for at, value in enumerate(expected):
        block.values[at] = () if type(value) is tuple else value if value is None else 0
    put_initial_values(block, LoneLooks(Lone(b, kernel, engine.wording)))
    assert expected == list(block.values)

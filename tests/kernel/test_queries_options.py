"""What a set-up is made of, and with which values it begins, is what it was when it was frozen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import pytest

import gamedsl
from gamedsl.engine.beginning import initial_values
from gamedsl.kernel.playing import PythonKernel, lowering_of
from gamedsl.kernel.queries.compiler import ExpressionCompiler
from gamedsl.kernel.queries.evaluator import Evaluator
from gamedsl.kernel.state.block import State
from gamedsl.kernel.state.reading import Reading
from gamedsl.play.engine import Engine
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from tests.frozen.folds import fold, plain
from tests.frozen.kept import held, kernel_engine, tried, without_largest
from tests.helpers.random_games.set_ups import fitting
from tests.helpers.texts import game_text
from tests.kernel.test_same_game import EXAMPLES, FORMS, GAMES

CONDITIONS = game_text("kernel/queries_options")


def conditions(game: model.CheckedGame) -> Iterator[core.Value]:
    """Walk the conditions over options of a game."""
    yield from (when.condition for when in game.setup_conditions)
    for thing in (*game.zones.values(), *game.values.values()):
        yield from (use.condition for use in thing.traits if use.condition is not None)
    yield from (display.own_if for display in game.displays.values() if display.own_if is not None)


def holding(game: model.CheckedGame, seats: int, options: dict[str, Any]) -> str:
    """Return which conditions hold, as 1 and 0."""
    looks = kernel_engine(game, seats, options).evaluator
    return "".join(str(int(looks.holds(one))) for one in conditions(game))


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("name", without_largest(GAMES))
def test_conditions_over_options(name: str, number: int) -> None:
    """With sampled options the same traits and displays are there as when they were frozen."""
    game = gamedsl.load(name).checked
    held("queries", "options", f"{name} {number}", holding(game, *fitting(Random(f"{name} {number}"), game)))


def test_conditions_of_traits_and_headers() -> None:
    """Conditions over yes or no, numbers and seats hold for the options that they are about."""
    game = gamedsl.loads(CONDITIONS).checked
    found = {
        (grand, size): holding(game, 3, {"grand": grand, "size": size}) for grand in (False, True) for size in (4, 5)
    }
    assert {(False, 4): "10", (False, 5): "10", (True, 4): "10", (True, 5): "11"} == found


@pytest.mark.parametrize("name", tried(["mogul", *FORMS, "options"], [*GAMES, *EXAMPLES, "options"]))
def test_values_before_setup(name: str) -> None:
    """Values of the table begin with what they began with when they were frozen, whatever stood there."""
    game = gamedsl.loads(CONDITIONS).checked if name == "options" else gamedsl.load(name).checked
    options: dict[str, Any] = {"grand": True, "size": 6} if name == "options" else {}
    engine = kernel_engine(game, max(game.least_seats, min(3, game.most_seats)), options)
    held("queries", "values before setup", name, fold([{"values": plain([*before_setup(engine)])}]))


def before_setup(engine: Engine) -> Iterable[Any]:
    """Return the values of the table before setup, put where others stood."""
    b = lowering_of(engine.set_up)
    kernel = PythonKernel(b.program)
    block = State(Reading(engine.layout, b.program), kernel.initial)
    for at, value in enumerate([*block.values]):
        block.put("values", at, () if type(value) is tuple else value if value is None else 0)
    compiler = ExpressionCompiler(b, kernel, engine.wording)
    for field, value in initial_values(block, engine.layout, Evaluator(compiler, lambda _: compiler).value):
        block.put("values", field, value)
    return block.values

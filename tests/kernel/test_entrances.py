"""Scenarios begin in the kernel program where they begin in the engine: setup, what is given, first turns, a phase."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import gamedsl
from gamedsl.engine.compiled import CompiledEngine
from gamedsl.engine.errors import SetupError
from gamedsl.engine.machine import Engine
from gamedsl.engine.scenario import ScenarioError, start_scenario
from gamedsl.engine.state.flat import State
from gamedsl.kernel.machine import KernelEngine
from gamedsl.kernel.state.block import BlockState
from gamedsl.semantics import core
from gamedsl.semantics.core.model import CheckedGame, CheckedScenario
from tests.kernel_help import differences

MOST = 8
"""Set-ups of a game that are tried."""

GAMES = (
    *(f"games/{name}_scenarios.game" for name in ("mogul", "tycoon", "quatre_etoiles", "saloon_tycoon")),
    *(f"examples/{name}.game" for name in ("othello", "hex", "nine_mens_morris", "amazons", "six_tricks")),
)


def begun(game: CheckedGame) -> Iterator[tuple[str, str]]:
    """Begin every scenario that forces no chance on both sides; give its name, and how the two differ."""
    setups: dict[tuple[object, ...], list[CheckedScenario]] = {}
    for scenario in game.scenarios:
        if not any(isinstance(step, core.Force) for step in scenario.given):
            setups.setdefault((scenario.seats, *sorted(scenario.options.items())), []).append(scenario)
    for scenarios in list(setups.values())[:MOST]:
        setup = game, scenarios[0].seats, scenarios[0].options
        try:
            engine, other = CompiledEngine(*setup), KernelEngine(*setup, scenarios)
        except SetupError:
            continue
        for scenario in scenarios:
            yield scenario.name, different(engine, other, scenario)


def different(engine: Engine, other: KernelEngine, scenario: CheckedScenario) -> str:
    """Return how the beginning of a scenario differs."""
    first, second = ended(engine, scenario), ended(other, scenario)
    if isinstance(first, str) or isinstance(second, str):
        return "" if first == second else f"{first} {second}"
    assert isinstance(second, BlockState)
    if engine.codes(first) != other.codes(second):
        return f"choices {engine.codes(first)[:5]} {other.codes(second)[:5]}"
    return " ".join(differences(engine, other.carried.quiet, first, [*second]))


def ended(engine: Engine, scenario: CheckedScenario) -> State | str:
    """Return the state in which the moves of a scenario begin, or why it cannot begin."""
    try:
        return start_scenario(engine, scenario, log=False)
    except ScenarioError as error:
        return str(error)


@pytest.mark.parametrize("name", GAMES)
def test_scenarios_begin_alike(name: str) -> None:
    """After ``given`` and on the way ``at``, choices and all fields of the state are the same."""
    found = list(begun(gamedsl.load(name).checked))

    assert [] != found
    assert [] == [one for one in found if one[1]]

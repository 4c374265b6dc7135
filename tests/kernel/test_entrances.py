"""Scenarios begin in the kernel program where they begin in the engine: setup, what is given, first turns, a phase."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import gamedsl
from gamedsl.engine.errors import SetupError
from gamedsl.engine.machine import Engine
from gamedsl.engine.scenario import ScenarioError, start_scenario
from gamedsl.kernel.optimising.passes import PASSES
from gamedsl.kernel.playing import PythonKernel, lowering_of
from gamedsl.kernel.scenario import begin, set_up_alone
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
        try:
            engine = Engine(game, scenarios[0].seats, scenarios[0].options)
        except SetupError:
            continue
        lowering = lowering_of(engine, PASSES, givens=[one.given for one in scenarios])
        kernel = PythonKernel(lowering.program)
        for place, scenario in enumerate(scenarios):
            yield scenario.name, different(engine, kernel, place, scenario)


def different(engine: Engine, kernel: PythonKernel, place: int, scenario: CheckedScenario) -> str:
    """Return how the beginning of a scenario differs."""
    try:
        s = start_scenario(engine, scenario, log=False)
    except ScenarioError:
        return ""
    block = kernel.blank(scenario.seed)
    if set_up_alone(kernel, block):
        kernel.enter(block, "given", place)
        first = next(iter(engine.game.phases), None)
        way = scenario.at if scenario.at is not None else () if first is None else (first,)
        begin(kernel, block, engine.game, way)
    if list(engine.codes(s)) != kernel.codes(block):
        return f"choices {engine.codes(s)[:5]} {kernel.codes(block)[:5]}"
    return " ".join(differences(engine, kernel, s, block))


@pytest.mark.parametrize("name", GAMES)
def test_scenarios_begin_alike(name: str) -> None:
    """After ``given`` and on the way ``at``, choices and all fields of the state are the same."""
    found = list(begun(gamedsl.load(name).checked))

    assert [] != found
    assert [] == [one for one in found if one[1]]

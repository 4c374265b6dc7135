"""Scenarios begin where they began when they were frozen: setup, what is given, first turns, a phase."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import gamedsl
from gamedsl.engine.errors import SetupError
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.play.scenario import ScenarioError, start_scenario
from gamedsl.semantics import core
from gamedsl.semantics.core.model import CheckedGame, CheckedScenario
from tests.frozen.folds import LISTS, fold, plain
from tests.frozen.kept import held, kernel_engine, tried

MOST = 8
"""Set-ups of a game that are tried."""

GAMES = (
    *(f"games/{name}_scenarios.game" for name in ("mogul", "tycoon", "quatre_etoiles", "saloon_tycoon")),
    *(f"examples/{name}.game" for name in ("othello", "hex", "nine_mens_morris", "amazons", "six_tricks")),
)


def begun(game: CheckedGame) -> Iterator[tuple[str, str]]:
    """Begin every scenario that forces no chance; give its name, and the fold of how it begins, or why it cannot."""
    setups: dict[tuple[object, ...], list[CheckedScenario]] = {}
    for scenario in game.scenarios:
        if not any(isinstance(step, core.Force) for step in scenario.given):
            setups.setdefault((scenario.seats, *sorted(scenario.options.items())), []).append(scenario)
    for scenarios in list(setups.values())[:MOST]:
        try:
            engine = kernel_engine(game, scenarios[0].seats, scenarios[0].options, scenarios)
        except SetupError:
            continue
        for scenario in scenarios:
            s = ended(engine, scenario)
            choices = {} if isinstance(s, str) else {"codes": tuple(engine.codes(s)), "decider": engine.decider(s)}
            table = {} if isinstance(s, str) else {name: plain([*getattr(s, name)]) for name in LISTS}
            yield scenario.name, s if isinstance(s, str) else fold([table | choices])


def ended(engine: Engine, scenario: CheckedScenario) -> State | str:
    """Return the state in which the moves of a scenario begin, or why it cannot begin."""
    try:
        return start_scenario(engine, scenario, log=False)
    except ScenarioError as error:
        return str(error)


@pytest.mark.parametrize("name", tried([one for one in GAMES if "tycoon" not in one and "quatre" not in one], GAMES))
def test_scenarios_begin_alike(name: str) -> None:
    """After ``given`` and on the way ``at``, choices and all fields of the state are what they were."""
    found = list(begun(gamedsl.load(name).checked))

    assert [] != found
    for number, (scenario, beginning) in enumerate(found):
        held("entrances", name, f"{number} {scenario}", beginning)

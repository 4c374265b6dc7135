"""Set-ups that differ in options alone are played by one program as each is by its own."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import gamedsl
from gamedsl.engine.errors import SetupError
from gamedsl.kernel.compiled_rules import SharedRules
from gamedsl.play.engine import Engine
from gamedsl.play.engines import ScenarioEngines, options_of_layout
from gamedsl.semantics.core.model import CheckedGame
from tests.frozen.folds import played, told
from tests.frozen.kept import cases, kernel_engine, tried
from tests.helpers.texts import game_text

GAMES = ("hex", "nine_mens_morris", "mogul_open_purse", "mogul", "quatre_etoiles", "saloon_tycoon", "tycoon")
LIMIT = 40

RULES = game_text("kernel/shared_rules")


WIDE = """\
    then:
      if twice: set left to min(9, count({level, 7}))
      pay n from bank to you.coins
"""
SCENARIOS = """\
scenarios
  plain
    players: 2
    then:
      A: take(1)
      illegal A: take(2)
      expect A.coins = 3
  start
    players: 2
    with: start = 5
    then:
      expect A.coins = 5
      expect left = 5
  hidden
    players: 2
    with: hidden = yes
    then:
      A: take(1)
  long
    players: 2
    with: long = 3
    then:
      A: take(1)
      A: take(1)
      A: take(1)
  twice
    players: 2
    with: twice = yes
    then:
      A: take(2)
      expect A.coins = 4
  both
    players: 2
    with: twice = yes, start = 3
    then:
      A: take(2)
      expect A.coins = 5
"""


def alike(game: CheckedGame, number: int) -> list[dict[str, Any]]:
    """Return some options that one program is made for: the layout is the same with all of them."""
    rng, free = Random(number), [one for name, one in game.options.items() if name not in options_of_layout(game)]
    return [{one.name: rng.choice(one.values) for one in free} for _ in range(2)]


@pytest.mark.parametrize("number", cases(1, 20))
@pytest.mark.parametrize("name", tried(("hex", "mogul", "quatre_etoiles"), GAMES))
def test_one_program_for_all_options(name: str, number: int) -> None:
    """Choices, every field of the state and all that is told are the same, whatever options are chosen."""
    game, shared = gamedsl.load(name).checked, None
    for options in alike(game, number):
        seats = game.least_seats + number % (game.most_seats - game.least_seats + 1)
        try:
            own = kernel_engine(game, seats, options)
        except SetupError:
            continue
        shared = shared or SharedRules((), frozenset(options))
        engine = Engine(game, seats, options, (), shared=shared)
        for story in (played, told):
            assert [*story(own, number, LIMIT)] == [*story(engine, number, LIMIT)]
        assert shared.first is engine.programs.first
        assert {f"option.{one}" for one in options} <= engine.programs.first.program.fields.keys()


def results(rules: str) -> dict[str, list[str]]:
    """Return what is found in each scenario of a game."""
    return {one.name: [found.message for found in one.diagnostics] for one in gamedsl.loads(rules).test()}


def test_layouts_and_plans_have_their_own_programs() -> None:
    """Options that say who sees a zone, with what a value begins and how often a plan goes on are never shared."""
    game = gamedsl.loads(RULES + SCENARIOS).checked
    engines = ScenarioEngines(game)
    made = {one.name: engines.engine(one).programs.first for one in game.scenarios}

    assert frozenset({"start", "hidden", "long"}) == options_of_layout(game)
    assert made["plain"] is made["twice"]
    assert 5 == len({id(one) for one in made.values()})
    assert [[]] * 6 == [*results(RULES + SCENARIOS).values()]


def test_what_one_set_up_cannot_say_stops_no_other() -> None:
    """Where no program can say what an option brings, its scenario says so, and the others pass."""
    found = results(RULES.replace("    then: pay n from bank to you.coins\n", WIDE) + SCENARIOS)

    assert {"plain": 0, "start": 0, "hidden": 0, "long": 0, "twice": 1, "both": 1} == {
        name: len(messages) for name, messages in found.items()
    }
    assert "cannot be played" in found["twice"][0]

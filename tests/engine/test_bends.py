"""Modifiers of costs and of what a ``let`` names, and triggers after a group, in play."""

import gamedsl
from gamedsl.play.engines import engine_for
from gamedsl.scenarios.runner import run_all
from tests.helpers.texts import game_text

GAME = game_text("engine/bends")


def test_costs_and_lets_are_bent_in_file_order() -> None:
    """Also in whether they can be paid; names in brackets behind ``after`` stand for the bent values."""
    game = gamedsl.loads(GAME).checked

    assert [[]] * 5 == [[found.message for found in result.diagnostics] for result in run_all(game)]


def test_it_is_noted_which_modifiers_were_in_force() -> None:
    """Simulations can tell those that never were."""
    engine = engine_for(gamedsl.loads(GAME).checked, 2)
    state = engine.start(log=True)
    codes = {engine.choice_text(state, choice): choice.code for choice in engine.legal(state)}
    engine.apply(state, codes["buy"])

    assert {"part", "lucky"} == engine.carried_out() & set(engine.game.modifiers)

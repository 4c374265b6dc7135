"""The board games of the examples: known numbers of positions, and random games that come to their end."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import gamedsl
from gamedsl.engine.state.flat import FINISHED
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.play.engines import engine_for
from tests.helpers.suite.nightly import examples

ROOT = Path(__file__).parents[2]
KNOWN: dict[str, tuple[int, ...]] = {
    "othello": (4, 12, 56, 244, 1396),
    "breakthrough": (22, 484),
    "hex": (121,),
    "amazons": (2176,),
    "nine_mens_morris": (24, 552),
    "checkers": (7, 49, 302, 1469),
}
"""Sequences of one move, of two …, as everybody finds them (Othello goes on with 8,200, checkers with 7,361)."""
WITHOUT_DRAWS = ("breakthrough", "hex", "amazons")


def engine_of(name: str, **options: bool) -> Engine:
    """Return the engine of an example."""
    return engine_for(gamedsl.load(ROOT / "examples" / f"{name}.game").checked, 2, options)


def positions(engine: Engine, state: State, moves: int) -> int:
    """Return how many positions there are after so many moves; the answers to one action are one move."""
    found = 0
    for code in engine.codes(state):
        after = state.copy()
        engine.apply(after, code)
        running = engine.decider(after) is not None
        left = moves - (not running or engine.question(after).kind == "plan")
        found += positions(engine, after, left) if left and running else 1
    return found


@pytest.mark.parametrize(
    ("name", "moves"),
    [(name, n) for name, known in KNOWN.items() for n in range(1, examples(3, 5) + 1) if n <= len(known)],
)
def test_numbers_of_positions(name: str, moves: int) -> None:
    """From the beginning there are as many sequences of moves of each length as are known."""
    options = {"swap": False} if name == "hex" else {}
    engine = engine_of(name, **options)
    assert KNOWN[name][moves - 1] == positions(engine, engine.start(0), moves)


@pytest.mark.parametrize("name", KNOWN)
def test_random_games_come_to_an_end(name: str) -> None:
    """No game stops at a rule that cannot be carried out; games without draws always have one winner."""
    engine = engine_of(name)
    for seed in range(3):
        rng, state = Random(seed), engine.start(seed)
        while codes := engine.codes(state):
            engine.apply(state, rng.choice(codes))
        outcome = engine.outcome(state)
        assert outcome is not None
        assert FINISHED == outcome.status
        assert name not in WITHOUT_DRAWS or len(outcome.winners) == 1


def test_who_had_the_last_turn_is_saved() -> None:
    """A game that is saved before its last move and goes on afterwards has the same winner."""
    game = gamedsl.load(ROOT / "examples" / "breakthrough.game")
    rng, table = Random(5), game.start(seed=5)
    while len(codes := table.codes()) > 0:
        saved = table.save()
        code = rng.choice(codes)
        table.apply(code)
    again = game.restore(saved)
    again.apply(code)
    first, second = table.outcome(), again.outcome()

    assert first is not None
    assert second is not None
    assert first.winners == second.winners
    assert 1 == len(second.winners)


def test_the_only_man_that_can_be_taken_is_called_by_its_kind() -> None:
    """Where nothing tells it from others, records write the name of its kind, which a scenario understands."""
    text = (ROOT / "examples" / "nine_mens_morris.game").read_text("utf-8")
    moves = "White: place(a7); Black: place(b6); White: place(d7); Black: place(b4); White: place(g7)"
    told = f"{text}  called\n    then:\n      {moves}\n      White: b4\n      expect b4.here = none\n"
    alone = text.replace(
        "takeable = loose if count(loose) > 0 else men ", "takeable = (m for each m in men where m.at = b6) "
    )
    alone += f"  called\n    then:\n      {moves}; White: man\n      expect b6.here = none\n"

    assert [True] == [result.passed for result in gamedsl.loads(told).test("called")]
    assert [True] == [result.passed for result in gamedsl.loads(alone).test("called")]

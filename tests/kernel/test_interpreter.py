"""What is printed plays what the program says: the same numbers as a naive interpreter has, at every decision."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gamedsl
from gamedsl.engine.state.chance import draw
from gamedsl.kernel.passes.pipeline import NAMES
from gamedsl.kernel.playing import PythonKernel, program_of
from gamedsl.kernel.program import Program
from gamedsl.play.engine import Engine
from tests.engine.test_any_game import FILES, SMALL, changed
from tests.helpers.kernel.comparing import POLICY, alike
from tests.helpers.kernel.interpreter import Interpreter
from tests.helpers.random_games.cards import card_game
from tests.helpers.random_games.deals import dealing_game
from tests.helpers.random_games.dice import dice_game
from tests.helpers.random_games.faults import faulty_game
from tests.helpers.random_games.named_cards import naming_game
from tests.helpers.random_games.secrets import secret_game
from tests.helpers.random_games.triggers import trigger_game
from tests.helpers.suite.nightly import NIGHTLY, examples
from tests.helpers.texts import game_text
from tests.kernel.test_same_game import FORMS

ROOT = Path(__file__).parents[2]
PLAYED = {
    **{f"examples/{name}.game": 2 for name in ("tic_tac_toe", "connect_four", "kuhn_poker", "leduc_poker", "othello")},
    **{f"examples/{name}.game": 3 for name in ("first_game", "no_thanks", "sealed_bid", "six_tricks", "liars_dice")},
    **{f"examples/{name}.game": 2 for name in ("hex", "breakthrough", "nine_mens_morris", "checkers")},
    "mogul": 3,
}
LARGE = {"quatre_etoiles": 3, "tycoon": 2, "saloon_tycoon": 2}
MAKERS = (card_game, dice_game, secret_game, naming_game, dealing_game, trigger_game, faulty_game)


def otherwise(plain: Program, others: dict[str, Program], seed: int, limit: int) -> str:
    """Play a random game by a program as it says, and printed programs of the same rules; return what differs."""
    naive, kernels = Interpreter(plain), {name: PythonKernel(one) for name, one in others.items()}
    s, blocks = naive.start(seed), {name: one.start(seed) for name, one in kernels.items()}
    for number in range(limit + 1):
        codes = naive.codes(s)
        for name, kernel in kernels.items():
            block = blocks[name]
            if (codes, naive.failed) != (kernel.codes(block), kernel.failed):
                return f"decision {number}, {name}: other choices, or {naive.failed} is not {kernel.failed}"
            found = [
                field
                for field in alike(plain, kernel.program, naive.failed is not None)
                if places(naive, field, s) != places(kernel, field, block)
            ]
            if found:
                return f"decision {number}, {name}: {found}"
        if not codes:
            break
        code = codes[draw(seed, 0, POLICY, number, len(codes))]
        naive.apply(s, code)
        for name, kernel in kernels.items():
            kernel.apply(blocks[name], code)
    return ""


def places(player: Interpreter | PythonKernel, name: str, s: list[int]) -> list[int]:
    """Return the places of a field."""
    first = player.at[name]
    return s[first : first + player.program.fields[name].count]


def programs(game: gamedsl.Game, seats: int) -> tuple[Program, dict[str, Program]]:
    """Return the program of a game as it is lowered, and printed programs: that one, and the one after all passes."""
    engine = Engine(game.checked, seats)
    plain = program_of(engine.set_up, NAMES)
    return plain, {"plain": plain, "after all passes": program_of(engine.set_up)}


@pytest.mark.parametrize("name", PLAYED if NIGHTLY else [*FORMS, "mogul"])
def test_examples(name: str) -> None:
    """Examples, plain and after all passes."""
    game = gamedsl.load(ROOT / name if name.endswith(".game") else name)
    assert "" == otherwise(*programs(game, PLAYED[name]), seed=1, limit=examples(10, 60))


@pytest.mark.parametrize("name", [*LARGE][: examples(1, 3)])
def test_large_games(name: str) -> None:
    """The large games, plain and after all passes."""
    assert "" == otherwise(*programs(gamedsl.load(name), LARGE[name]), seed=1, limit=examples(4, 60))


@pytest.mark.parametrize("number", range(examples(1, 60)))
@pytest.mark.parametrize("make", MAKERS)
def test_games_at_random(make: Callable[[Random], str], number: int) -> None:
    """Games with zones, dice, secrets, triggers and faults of all sorts."""
    game = gamedsl.loads(make(Random(number)))
    seats = min(game.checked.most_seats, game.checked.least_seats + number % 2)
    assert "" == otherwise(*programs(game, seats), seed=number, limit=20)


OFF = game_text("kernel/interpreter")


@pytest.mark.parametrize(
    "step", ["set note[x, count(cell[x]) + 1] to 1", "move box.top to cell[x, count(cell[x]) + 1]"]
)
def test_a_place_is_worked_out_only_where_there_is_one(step: str) -> None:
    """A key off its range stops the game, and no number is made of it before."""
    game = gamedsl.loads(OFF.replace("STEP", step))
    errors = set[str]()
    for seed in range(6):
        assert "" == otherwise(*programs(game, 2), seed=seed, limit=4)
        table = game.start(seed=seed)
        table.apply(table.codes()[6])
        error = table.error()
        assert error is not None
        errors.add(error.code)
    assert {"GDRUN05"} == errors


@settings(max_examples=examples(5, 3_000))
@given(changed(SMALL), st.integers(0, 2**32))
def test_games_that_nobody_meant(case: tuple[Path, str], seed: int) -> None:
    """Shipped games in which words and numbers are others, or a line is left out or doubled."""
    path, text = case
    try:
        game = gamedsl.loads(text, path.name, FILES[path.parent])
        found = programs(game, game.checked.least_seats)
    except (gamedsl.RuleFileError, gamedsl.SetupError):
        return
    assert "" == otherwise(*found, seed=seed, limit=8)

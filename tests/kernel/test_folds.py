"""Every decision and every number of the state are the same in Python and in C.

Every day a handful of games is compared. ``.ci/nightly`` compares, with all checks of the compiler, 20,000 of each one,
with players and options by chance, and games that nobody meant.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import gamedsl
from gamedsl.kernel.playing import OUTCOME, program_of
from gamedsl.kernel.printing.c import Printer
from gamedsl.kernel.printing.c_types import TooWideError
from gamedsl.kernel.program import Program
from gamedsl.play.engine import Engine
from tests.frozen.kept import kernel_engine
from tests.helpers.kernel.native_folds import Folds
from tests.helpers.random_games.cards import card_game
from tests.helpers.random_games.deals import dealing_game
from tests.helpers.random_games.dice import dice_game
from tests.helpers.random_games.faults import faulty_game
from tests.helpers.random_games.named_cards import naming_game
from tests.helpers.random_games.secrets import secret_game
from tests.helpers.random_games.triggers import trigger_game
from tests.helpers.suite.nightly import NIGHTLY
from tests.kernel.test_same_game import EXAMPLES, GAMES, sampled

COMPILER = shutil.which("gcc") or shutil.which("clang") or shutil.which("cc")
LIMIT = 400
SAMPLES, SEEDS = (20, 1_000) if NIGHTLY else (1, 3)
PLAYED = (*GAMES, *EXAMPLES) if NIGHTLY else ("mogul", "examples/leduc_poker.game", "examples/six_tricks.game")
MADE = 40 if NIGHTLY else 1
MAKERS = (card_game, trigger_game, dice_game, secret_game, naming_game, dealing_game, faulty_game)

pytestmark = pytest.mark.skipif(COMPILER is None, reason="there is no compiler")


def otherwise(program: Program, first: int, many: int, folder: Path) -> str:
    """Return where the first of some games goes another way in C; empty if none does."""
    assert COMPILER is not None
    folds = Folds(program, COMPILER, folder)
    for at, line in enumerate(folds.native(first, many, LIMIT)):
        if line != folds.python(first + at, LIMIT):
            return folds.first_difference(first + at, LIMIT)
    return ""


@pytest.mark.parametrize("number", range(SAMPLES))
@pytest.mark.parametrize("name", PLAYED)
def test_games(name: str, number: int, tmp_path: Path) -> None:
    """Games of a set-up by chance."""
    assert "" == otherwise(program_of(sampled(name, number).set_up), number * SEEDS, SEEDS, tmp_path)


@pytest.mark.parametrize("name", PLAYED if NIGHTLY else PLAYED[1:])
def test_programs_of_which_only_the_end_counts(name: str, tmp_path: Path) -> None:
    """What is left of them is carried out in the same way."""
    program = program_of(sampled(name, SAMPLES).set_up, seen=OUTCOME)
    assert "" == otherwise(program, 0, SEEDS, tmp_path)


@pytest.mark.parametrize("number", range(MADE))
@pytest.mark.parametrize("make", MAKERS if NIGHTLY else MAKERS[:3])
def test_games_that_nobody_meant(make: Callable[[Random], str], number: int, tmp_path: Path) -> None:
    """Rules made at random, also such as stop."""
    game = gamedsl.loads(make(Random(1_000 + number)))
    engine: Engine = kernel_engine(game.checked, game.players[-1])
    try:
        assert "" == otherwise(program_of(engine.set_up), 0, 25 if NIGHTLY else 10, tmp_path)
    except TooWideError:
        assert any(64 < one.count for one in program_of(engine.set_up).fields.values())


def test_a_difference_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A number of the state that is another one in C is told by its field and decision."""
    program = program_of(kernel_engine(gamedsl.load("examples/kuhn_poker.game").checked, 2).set_up)
    initial, points = Printer.initial, Printer(program).fields["points"]
    monkeypatch.setattr(Printer, "initial", lambda self: f"{initial(self)[:-1]} s->{points}[1] = 7;\n}}")

    assert "seed 0, decision 0: " in (found := otherwise(program, 0, 1, tmp_path))
    assert found.endswith("other: ['points']")

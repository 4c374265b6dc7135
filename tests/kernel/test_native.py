"""A program printed as C plays the same games as printed as Python, decision by decision."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import gamedsl
from gamedsl.engine.state.chance import draw, mix64
from gamedsl.kernel import cold_blocks
from gamedsl.kernel.native import building, compiling
from gamedsl.kernel.native.compilers import compilers
from gamedsl.kernel.passes.pipeline import NAMES
from gamedsl.kernel.playing import PythonKernel, program_of
from gamedsl.kernel.printing import c
from gamedsl.kernel.printing.c import Printer
from gamedsl.kernel.printing.c_texts import IN_HASTE
from gamedsl.kernel.printing.c_types import TooWideError
from gamedsl.play.engine import Engine
from tests.helpers.kernel.comparing import POLICY, field
from tests.helpers.random_games.cards import SEVERAL, card_game
from tests.helpers.random_games.dice import dice_game
from tests.helpers.random_games.faults import faulty_game
from tests.helpers.random_games.secrets import secret_game
from tests.helpers.random_games.triggers import trigger_game
from tests.helpers.suite.nightly import C_CHECKED, NIGHTLY
from tests.helpers.texts import game_text

COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
GAMES = {
    "mogul": 4,
    "tycoon": 3,
    "saloon_tycoon": 2,
    "examples/kuhn_poker.game": 2,
    "examples/othello.game": 2,
    "examples/hex.game": 2,
    "examples/six_tricks.game": 4,
    "examples/nine_mens_morris.game": 2,
    "examples/checkers.game": 2,
    "examples/liars_dice.game": 4,
}
MAKERS = (card_game, dice_game, secret_game, trigger_game, faulty_game)
"""Everyday games of all are held to C number by number (``test_folds.py``); here those that a rule stops."""
COUNT, LIMIT = 5, 300
DEEP = game_text("kernel/native_deep")
"""A rule that begins inside itself keeps a set of all stones meanwhile."""


def folded(kernel: PythonKernel, number: int) -> tuple[int, int, int]:
    """Return what a random game comes to: a fold of all its decisions, who has won, how many there were."""
    s, fold = kernel.start(0, number), 0
    while codes := kernel.codes(s):
        decisions = field(kernel, s, "decisions")[0]
        if decisions >= LIMIT:
            break
        code = codes[draw(field(kernel, s, "key")[0], number, POLICY, decisions, len(codes))]
        for one in (field(kernel, s, "decider")[0], len(codes), *codes, code):
            fold = mix64((fold * 31 + one + 1) & (1 << 64) - 1)
        kernel.apply(s, code)
    return fold, field(kernel, s, "winners")[0], field(kernel, s, "decisions")[0]


def compiled(text: str, folder: Path) -> ctypes.CDLL:
    """Return a C file as a library, without optimising, by night with checks of what is undefined."""
    (folder / "kernel.c").write_text(text)
    library = folder / "kernel.so"
    assert COMPILER is not None
    flags = ["-O0", "-w", "-shared", "-fPIC", *C_CHECKED]
    subprocess.run([COMPILER, *flags, "-o", library, folder / "kernel.c"], check=True)
    return ctypes.CDLL(str(library))


def played(text: str, seats: int, folder: Path) -> list[tuple[int, int, int]]:
    """Play random games in C; return what they come to."""
    return games_of(compiled(text, folder), seats)


def games_of(library: ctypes.CDLL, seats: int) -> list[tuple[int, int, int]]:
    """Play random games of a library; return what they come to."""
    codes, points = (ctypes.c_int32 * library.room_for_choices())(), (ctypes.c_int32 * (COUNT * seats))()
    winners, folds = (ctypes.c_uint64 * COUNT)(), (ctypes.c_uint64 * COUNT)()
    decisions, status = (ctypes.c_int32 * COUNT)(), (ctypes.c_int32 * COUNT)()
    library.play(ctypes.c_uint64(0), 0, COUNT, LIMIT, codes, winners, points, decisions, status, folds)
    return list(zip(folds, winners, decisions, strict=True))


@pytest.mark.skipif(COMPILER is None, reason="there is no compiler")
@pytest.mark.parametrize("name", GAMES if NIGHTLY else ["examples/othello.game", "examples/liars_dice.game"])
def test_same_decisions(name: str, tmp_path: Path) -> None:
    """C and Python ask the same players for the same choices, and the same win."""
    program = program_of(Engine(gamedsl.load(name).checked, GAMES[name]).set_up)
    kernel = PythonKernel(program)
    expected = [folded(kernel, number) for number in range(COUNT)]
    assert expected == played(Printer(program).text(), GAMES[name], tmp_path)


@pytest.mark.skipif(COMPILER is None, reason="there is no compiler")
@pytest.mark.parametrize("number", range(4 if NIGHTLY else 1))
def test_several_at_once(number: int, tmp_path: Path) -> None:
    """Sets and parts, of copies too that are called otherwise, have the same numbers in C."""
    random = Random(number)
    game = gamedsl.loads(card_game(random, random.sample(sorted(SEVERAL), 3))).checked
    program = program_of(Engine(game, game.least_seats).set_up)
    kernel = PythonKernel(program)
    expected = [folded(kernel, number) for number in range(COUNT)]
    assert expected == played(Printer(program).text(), game.least_seats, tmp_path)


@pytest.mark.skipif(COMPILER is None, reason="there is no compiler")
@pytest.mark.parametrize("make", MAKERS if NIGHTLY else MAKERS[-1:])
def test_games_at_random(make: Callable[[Random], str], tmp_path: Path) -> None:
    """Games that nobody meant go the same way in C: dice in zones, hidden values, triggers that ask, faults."""
    program = program_of(Engine(gamedsl.loads(make(Random(1))).checked, 3).set_up)
    kernel = PythonKernel(program)
    expected = [folded(kernel, number) for number in range(COUNT)]
    assert expected == played(Printer(program).text(), 3, tmp_path)


def test_no_names_of_the_rules() -> None:
    """Nothing of a rule file but numbers stands in the C file."""
    text = Printer(program_of(Engine(gamedsl.load("mogul").checked, 3).set_up)).text()
    words = ("mogul", "share", "chip", "auction", "track")
    assert [] == [word for word in words if word in text.lower()]


MANY = game_text("kernel/native_many")


def many(**parts: str) -> Engine:
    """Return the engine of a game with very many choices."""
    return Engine(gamedsl.loads(MANY.format(**{"when": "", "cards": "40", "number": "6"} | parts)).checked, 1)


def stopped_in_c(engine: Engine, folder: Path) -> tuple[int, int]:
    """Return how many decisions the first random game has in C, and the number of the fault that stops it."""
    library = compiled(Printer(program_of(engine.set_up)).text(), folder)
    codes, points = (ctypes.c_int32 * library.room_for_choices())(), (ctypes.c_int32 * 1)()
    winners, (decisions, status) = ctypes.c_uint64(), (ctypes.c_int32(), ctypes.c_int32())
    given = [ctypes.byref(one) for one in (winners, points, decisions, status)]
    library.play(ctypes.c_uint64(0), 0, 1, LIMIT, codes, *given, None)
    return decisions.value, library.last_fault() if status.value == 2 else -1


@pytest.mark.skipif(COMPILER is None, reason="there is no compiler")
@pytest.mark.parametrize("when", ["when: count(some) = 5", ""] if NIGHTLY else ["when: count(some) = 5"])
def test_too_many_choices(when: str, tmp_path: Path) -> None:
    """Too many choices stop a game in C as in Python, by the same fault: those listed and those that are tried."""
    engine = many(when=when)
    kernel = PythonKernel(program_of(engine.set_up))
    assert [] == kernel.codes(kernel.start(0))
    assert kernel.failed is not None
    assert (0, kernel.failed[0]) == stopped_in_c(engine, tmp_path)


@pytest.mark.skipif(COMPILER is None, reason="there is no compiler")
def test_many_choices_are_all_listed(tmp_path: Path) -> None:
    """More choices than one action may have are listed where two actions have them, and none is left out."""
    program = program_of(many(cards="19", number="7").set_up)
    kernel = PythonKernel(program)
    assert 100_776 == len(kernel.codes(kernel.start(0)))
    assert folded(kernel, 0) == played(Printer(program).text(), 1, tmp_path)[0]


@pytest.mark.skipif(COMPILER is None, reason="there is no compiler")
def test_counts_begin_anew_with_each_decision(tmp_path: Path) -> None:
    """What is counted to stop a game that hangs is counted from the decision before."""
    program = program_of(many(cards="2", number="1").set_up)
    kernel = PythonKernel(program)
    expected = [folded(kernel, number) for number in range(COUNT)]
    assert [4] * COUNT == [decisions for _, _, decisions in expected]
    assert expected == played(Printer(program).text(), 1, tmp_path)


@pytest.mark.skipif(COMPILER is None, reason="there is no compiler")
@pytest.mark.parametrize("name", GAMES if NIGHTLY else ["examples/liars_dice.game"])
def test_parts_made_at_once_are_the_same_game(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Two parts that two compilers have made, with blocks apart that are seldom run, play what a short file plays."""
    program = program_of(Engine(gamedsl.load(name).checked, GAMES[name]).set_up)
    text = Printer(program).text()
    monkeypatch.setattr(c, "_LARGE", 0)
    monkeypatch.setattr(cold_blocks, "SELDOM", 0.5)
    apart = Printer(program).text()
    assert bool(cold_blocks.seldom(program)) == ("goto seldom;" in apart)
    monkeypatch.setattr(compiling, "LONG", 0)
    monkeypatch.setattr(compiling, "processors", lambda: 2)
    source, library = tmp_path / "game.c", tmp_path / "game.so"
    source.write_text(apart)
    compiling.compiled(next(compilers()), source, library, lambda: None, building.PATIENCE)
    assert [tmp_path / "1.o", tmp_path / "2.o"] == sorted(tmp_path.glob("*.o"))
    assert played(text, GAMES[name], tmp_path) == games_of(ctypes.CDLL(str(library)), GAMES[name])


@pytest.mark.parametrize(("name", "in_haste"), [("saloon_tycoon", True), ("mogul", False)])
def test_only_large_files_are_compiled_in_haste(name: str, in_haste: bool) -> None:
    """The compiler is asked for less where it would take seconds; small games are played as fast as can be."""
    program = program_of(Engine(gamedsl.load(name).checked, 4).set_up, NAMES)
    assert in_haste == Printer(program).text().startswith(IN_HASTE)


@pytest.mark.parametrize(("stones", "is_too_wide"), [(63, False), (64, True)])
def test_wide_sets_of_rules_inside_themselves(stones: int, is_too_wide: bool) -> None:
    """What is saved of a rule that begins inside itself are numbers: sets that do not fit into one are Python's."""
    game = gamedsl.loads(DEEP.replace("{stones}", str(stones)))
    printer, found = Printer(program_of(Engine(game.checked, 2).set_up)), False
    try:
        printer.text()
    except TooWideError:
        found = True
    assert is_too_wide == found

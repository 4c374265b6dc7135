"""Programs behind their passes are the same whether they are made or found in the cache, whatever happens to that."""

from __future__ import annotations

import os
import pickle
import re
import subprocess
import sys
import zlib
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import gamedsl
from gamedsl.kernel.builder import number
from gamedsl.kernel.native import compilers
from gamedsl.kernel.passes import pipeline, program_cache
from gamedsl.kernel.passes.pipeline import NAMES
from gamedsl.kernel.playing import program_of
from gamedsl.kernel.printing.python import Printer
from gamedsl.kernel.program import BOOL, Field, Halt, If, Program, Read, Statement
from gamedsl.kernel.search_engine import Trials
from gamedsl.play.engine import Engine
from gamedsl.presentation.views import project
from gamedsl.semantics.core.model import LEVELS
from tests.helpers.kernel.comparing import otherwise_after_passes
from tests.helpers.suite.nightly import NIGHTLY

GAMES = {
    "mogul": 3,
    "tycoon": 3,
    "examples/othello.game": 2,
    "examples/six_tricks.game": 4,
    "examples/kuhn_poker.game": 2,
}
SMALL = "examples/kuhn_poker.game"


def program(name: str, without: frozenset[str] = frozenset()) -> Program:
    """Return the program of a game."""
    return program_of(Engine(gamedsl.load(name).checked, GAMES[name]).set_up, without)


def fold(made: Program) -> str:
    """Return what is equal for equal programs."""
    return program_cache._written_key(made, [])


def made_anew(name: str, monkeypatch: pytest.MonkeyPatch) -> Program:
    """Return a program that was found nowhere."""
    with monkeypatch.context() as patch:
        patch.setenv("GAMEDSL_HOME", os.devnull)
        return program(name)


@pytest.fixture
def works(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A list that gets a word whenever passes are carried out."""
    found: list[str] = []
    carry_out = pipeline._carry_out

    def noted(*given: Any) -> None:
        found.append("passes")
        carry_out(*given)

    monkeypatch.setattr(pipeline, "_carry_out", noted)
    return found


@pytest.mark.parametrize("name", GAMES if NIGHTLY else ["examples/othello.game", SMALL])
@pytest.mark.usefixtures("own_store")
def test_found_is_made(name: str, works: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Cold, warm and without a cache a program is the same in every part, and so is its text."""
    plain, cold, warm = made_anew(name, monkeypatch), program(name), program(name)
    assert ["passes", "passes"] == works
    assert {fold(plain)} == {fold(cold), fold(warm)}
    assert Printer(plain).text() == Printer(warm).text()
    for one in ("rows", "under", "most_choices", "deep", "stuck"):
        assert getattr(plain, one) == getattr(warm, one)


@pytest.mark.usefixtures("own_store")
def test_same_games_by_what_is_found(works: list[str]) -> None:
    """A program that was found plays the games of one without passes, and can be lowered into as one that was made."""
    name = "tycoon" if NIGHTLY else "examples/six_tricks.game"
    engine = Engine(gamedsl.load(name).checked, GAMES[name])
    program_of(engine.set_up)
    assert "" == otherwise_after_passes(engine, range(3), 80)
    assert ["passes"] == works


@pytest.mark.usefixtures("own_store")
def test_other_passes_are_other_programs(works: list[str]) -> None:
    """What goes without a pass is not taken for what went through it; without any, nothing is kept."""
    some = frozenset({"cse", "inline_calls"})
    assert fold(program(SMALL)) != fold(program(SMALL, some))
    assert fold(program(SMALL, some)) != fold(program(SMALL, NAMES))
    assert 2 == len(works)


@pytest.mark.usefixtures("own_store")
def test_another_version(works: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """What another version of the program has kept is not found."""
    program(SMALL)
    monkeypatch.setattr(program_cache, "_kernel", lambda: "another version")
    program(SMALL)
    assert ["passes", "passes"] == works


def test_a_changed_kernel_is_another_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every change to a file of the kernel makes another version."""
    module = tmp_path / "pipeline.py"
    module.write_text("one = 1\n")
    monkeypatch.setattr(program_cache, "package_folder", lambda _: tmp_path)
    found = [program_cache._kernel.__wrapped__()]
    module.write_text("one = 12\n")
    found.append(program_cache._kernel.__wrapped__())
    (tmp_path / "more.py").write_text("")
    found.append(program_cache._kernel.__wrapped__())
    assert 3 == len(set(found))


LOTS = """lot: card, csv "lots.csv"
    | lot | value: 1..9 |
"""
FILES = {
    "base.game": re.sub(r"lot: card\n( +\|.*\n)+", LOTS, Path("examples/sealed_bid.game").read_text()),
    "lots.csv": "lot,value\nvase,3\nmirror,5\npiano,8\n",
}
VARIANT = 'variant SealedBidAnew of "base.game"\n'


@pytest.mark.usefixtures("own_store")
@pytest.mark.parametrize(
    ("changed", "old", "new"),
    [("base.game", "pay 10 from", "pay 9 from"), ("lots.csv", "vase,3", "vase,4")],
    ids=["base", "table"],
)
def test_changed_rules(changed: str, old: str, new: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever of a game changes between two runs, its base or its table alone too, is played as it is now."""

    def found(files: dict[str, str]) -> list[str]:
        games = gamedsl.loads(files["base.game"], "base.game", files), gamedsl.loads(VARIANT, "anew.game", files)
        return [fold(program_of(Engine(game.checked, 2).set_up)) for game in games]

    other = {**FILES, changed: FILES[changed].replace(old, new)}
    before, now, again = found(FILES), found(other), found(FILES)
    monkeypatch.setenv("GAMEDSL_HOME", os.devnull)
    assert (found(FILES), found(other), before) == (before, now, again)
    assert before[1] != now[1]


def with_hash(data: bytes) -> bytes:
    """Return a file that says of itself that it is whole."""
    packed = zlib.compress(data, 1)
    return sha256(packed).digest() + packed


class Forged:
    """Something that ends the process when it is read."""

    def __reduce__(self) -> Any:
        return os._exit, (77,)


SPOILT: dict[str, Callable[[bytes], bytes]] = {
    "cut": lambda data: data[:100],
    "empty": lambda _: b"",
    "no pickle": lambda _: with_hash(b"rubbish"),
    "another thing": lambda _: with_hash(pickle.dumps([1, 2, 3])),
    "too few parts": lambda _: with_hash(pickle.dumps([{}, {}])),
    "a call": lambda _: with_hash(pickle.dumps(Forged())),
}


@pytest.mark.parametrize("way", SPOILT if NIGHTLY else ["cut", "too few parts", "a call"])
def test_spoilt(way: str, own_store: Path, works: list[str]) -> None:
    """A program is made anew where what is kept is damaged or forged, and nothing that stands there is carried out."""
    good = fold(program(SMALL))
    for path in (own_store / "programs").iterdir():
        path.write_bytes(SPOILT[way](path.read_bytes()))
    assert (good, 2) == (fold(program(SMALL)), len(works))
    assert (good, 2) == (fold(program(SMALL)), len(works))  # it was kept again


def test_processes_at_once(own_store: Path, works: list[str]) -> None:
    """Two processes that make the same at once make the same, and so does whoever finds it then."""
    text = """
import gamedsl
from gamedsl.presentation.views import project
from gamedsl.play.engine import Engine
from gamedsl.kernel.native import compilers
from gamedsl.kernel.passes import program_cache
from gamedsl.kernel.playing import program_of
print(program_cache._written_key(program_of(Engine(gamedsl.load("kuhn_poker").checked, 2).set_up), []))
"""
    given = [sys.executable, "-c", text]
    made = [subprocess.Popen(given, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    first, second = (one.communicate()[0].strip() for one in made)
    assert ({first}, []) == ({second, fold(program(SMALL))}, works)
    assert 1 == len([*(own_store / "programs").iterdir()])


def test_too_deep(own_store: Path) -> None:
    """What stands too deep in itself to be written is not kept."""
    made = Program()
    for name in ("key", "game", "status", "resume", "decisions", "work", "jumps", "other"):
        made.fields[name], made.initial[name] = Field(name, 1, BOOL), [0]
    body: tuple[Statement, ...] = (Halt(),)
    for _ in range(2000):
        body = (If(Read("other", number(0), BOOL), body),)
    made.blocks = [body]
    assert "" == program_cache.key_of(made, "passes", ())
    program_cache.keep(made, program_cache.key_of(Program(), "passes", ()))
    assert not [*(own_store / "programs").iterdir()]


@pytest.fixture
def race(own_store: Path) -> Callable[[], Engine]:
    """Return what makes an engine of a small game anew, whose players could think by machine code."""
    del own_store
    game = gamedsl.load("tests/cli/nim.game").checked
    return lambda: Engine(game, game.least_seats)


def trials(engine: Engine) -> Trials:
    """Return what begins trials of a game that begins."""
    return engine.trials(engine.start(1))


@pytest.mark.skipif(next(compilers.compilers(), None) is None, reason="there is no compiler")
def test_machine_code_that_was_made_before_is_there_at_once(
    race: Callable[[], Engine], own_store: Path, works: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second engine of a set-up thinks by it from the first decision on, and needs no program for that.

    Where it is gone, it begins in Python.
    """
    first = trials(race()).compiled
    assert (False, False, True) == (first.is_wanted("auto"), first.is_there, first.build())
    works.clear()
    monkeypatch.setattr(subprocess, "Popen", None)
    begun = trials(race())
    second = begun.compiled
    assert (True, True, None, []) == (second.is_wanted("auto"), second.is_there, begun._made, works)
    assert (first.tail.common, [*first.tail.initial]) == (second.tail.common, [*second.tail.initial])
    for path in (own_store / "native").iterdir():
        path.unlink()
    third = trials(race()).compiled
    assert (False, False, "") == (third.is_wanted("auto"), third.is_there, third.missing)


def test_trials_are_found_whatever_was_asked_before(race: Callable[[], Engine], works: list[str]) -> None:
    """The program by which choices are tried out does not depend on what an engine was asked before."""
    assert not trials(race())._world.is_hurried
    trials(race()).hurried()
    works.clear()
    engine = race()
    state = engine.start(1)
    project(engine, state, 0)
    for code in engine.codes(state):
        engine.meant(state, engine.numbering.choice(code))
    assert (True, []) == (engine.trials(state)._world.is_hurried, works)


def test_trials_that_are_found_are_trials_that_are_made(race: Callable[[], Engine]) -> None:
    """Choices, who decides and how all are judged are the same at every decision."""
    made, found = trials(race()), None
    made.hurried()
    for seed in range(2):
        engine = race()
        state = engine.start(seed)
        found = engine.trials(state)
        codes = engine.codes(state)
        one, other = made._world.trial(state, codes), found.trial(state, codes)
        while one.codes:
            assert ([*one.codes], one.decider, one.judged(LEVELS[-1])) == (
                [*other.codes],
                other.decider,
                other.judged(LEVELS[-1]),
            )
            one.apply(one.codes[-1])
            other.apply(other.codes[-1])
        assert (one.status, one.winners) == (other.status, other.winners)
        assert found._world.is_hurried

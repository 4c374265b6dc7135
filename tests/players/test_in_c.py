"""Players who think in C decide as those who think in Python; what C cannot do is Python's."""

from __future__ import annotations

import gc
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from importlib.metadata import PackageNotFoundError
from itertools import count
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any
from weakref import ref

import pytest

import gamedsl
from gamedsl.kernel import compiled as waiting
from gamedsl.kernel.native import compilers
from gamedsl.kernel.native.building import library
from gamedsl.kernel.native.thinking import Thinking
from gamedsl.kernel.printing.players.thinking import TEXTS, thinking_text
from gamedsl.kernel.search_engine import World
from gamedsl.packages import package_folder
from gamedsl.play.engine import Engine
from gamedsl.players import randomness
from gamedsl.players.imagine import determinization
from gamedsl.players.imagine.determinization import Determinizer
from gamedsl.players.judge import Judge, failed_hints, rewards
from gamedsl.players.kinds.greedy import GreedyPlayer
from gamedsl.players.kinds.mcts import MctsPlayer
from gamedsl.players.protocol import Situation
from gamedsl.players.search import ahead, playouts, sequential_halving, tree
from gamedsl.players.search.thinking import make_meanwhile
from gamedsl.players.seats import make
from gamedsl.semantics.core.model import LEVELS
from tests.frozen.kept import kernel_engine
from tests.helpers.play.recordings import NIM
from tests.helpers.random_games.cards import card_game
from tests.helpers.random_games.deals import dealing_game
from tests.helpers.random_games.dice import dice_game
from tests.helpers.random_games.named_cards import naming_game
from tests.helpers.random_games.secrets import secret_game
from tests.helpers.random_games.triggers import trigger_game
from tests.helpers.sample_games.every_result import odd_game
from tests.helpers.suite.nightly import NIGHTLY, examples
from tests.helpers.texts import game_text
from tests.kernel.test_same_game import EXAMPLES, GAMES, sampled

KINDS = ("quick", "greedy", "mcts:24")
MADE = [
    (card_game, 0),
    (trigger_game, 0),
    (secret_game, 0),
    (secret_game, 1),
    (naming_game, 0),
    (dealing_game, 0),
    (dice_game, 0),
    (trigger_game, 1),
]
NAMES = [*GAMES, *EXAMPLES] if NIGHTLY else ["mogul", *EXAMPLES[3:4], *EXAMPLES[5:8]]
pytestmark = pytest.mark.skipif(not any(map(shutil.which, compilers.NAMES)), reason="there is no compiler")


class Seat:
    """A table of which only deals are wanted."""

    def __init__(self, engine: Engine, state: object) -> None:
        self.engine, self.state = engine, state

    def _determinizer(self, seat: int) -> Determinizer:
        return Determinizer(self.engine, self.state, seat)  # type: ignore[arg-type]


def situation(engine: Engine, s: object) -> Situation:
    """Return the situation of whose turn it is."""
    seat = engine.decider(s)  # type: ignore[arg-type]
    assert seat is not None
    decisions: int = s.decisions  # type: ignore[attr-defined]
    return Situation(seat, decisions, Seat(engine, s), decisions)  # type: ignore[arg-type]


def thinking(engine: Engine) -> tuple[World, Thinking]:
    """Return what thinks about the games of an engine, with the world it was made of."""
    world = World(engine.set_up, engine.programs.first, engine.ending, ())
    return world, Thinking(library(thinking_text(world.program, world.listing())), world.program)


# ---------------------------------------------------------------- games as they are


@pytest.mark.parametrize("name", NAMES if NIGHTLY else [*NAMES][:3])
def test_games_are_judged_alike(name: str) -> None:
    """Choices, what all stand at by every level, and how the end is rewarded, along games of random players."""
    engine = sampled(name, 0)
    world, mind = thinking(engine)
    for seed in range(examples(1, 2)):
        random, s = Random(seed), engine.start(seed, log=False)
        game = world.trial(s.copy(), engine.codes(s))
        mind.give(game.position(world))
        codes = [*game.codes]
        while game.codes and game.decisions < examples(60, 150):
            assert [*game.codes] == codes
            for level, word in enumerate(LEVELS):
                assert Judge(engine, word).judged(game.copy()) == mind.values(level)[: engine.layout.seats]
            game.apply(code := random.choice(codes))
            codes = mind.apply(code)
        if not game.codes:
            assert [] == codes
            assert rewards(game, engine.layout.seats) == mind.rewards(engine.layout.seats)


BOUNDS = {
    **dict.fromkeys(("MOST_ANSWERS", "MOST_TRIES", "MOST_ACTIONS", "DECIDED"), ahead),
    **dict.fromkeys(("LEAST_TRIES", "CLEAR"), sequential_halving),
    **dict.fromkeys(("ROUND_TRIES", "MOST_MOVES"), playouts),
    "MOST_KEPT": tree,
    "MOST_DEALT": determinization,
    "STEP": randomness,
}
"""Numbers that C repeats, with the modules that have them; few of them decide anything in short searches."""


def test_numbers_of_both_are_the_same() -> None:
    """How far players look and how often they try stands twice, and is the same."""
    folder = package_folder("gamedsl.kernel.printing.players")
    text = "\n".join([(folder / f"{name}.c").read_text(encoding="utf-8") for name in TEXTS])
    written = dict(re.findall(r"^#define (\w+) +(\(.*?\)|[\w.]+)", text, re.MULTILINE))
    found = {name: eval(written[name].removesuffix("ULL")) for name in BOUNDS}  # noqa: S307 - our own file
    assert {name: getattr(module, name) for name, module in BOUNDS.items()} == found


# ---------------------------------------------------------------- decisions


@pytest.fixture
def garbled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there be garbage in copies of states where nothing is copied, and rules seem to fail where that is mended."""
    fails = "{ static uint32_t tried; if (++tried % 64 == 0) longjmp(*over_there, 1); }"
    put = {
        " copy_bytes(to, from, ": " memset(to, 0x5A, sizeof *to);\n copy_bytes(to, from, ",
        " run_on(m, p, code);\n if (!asks_on": f" {fails}\n run_on(m, p, code);\n if (!asks_on",
        "m->failed >= MOST_FAILED": "0",
    }

    def text(*given: Any) -> str:
        made = thinking_text(*given)
        for old, new in put.items():
            assert made.count(old) == 1
            made = made.replace(old, new)
        return made

    monkeypatch.setattr(waiting, "thinking_text", text)
    monkeypatch.setattr(waiting.build_cache, "found", lambda key: None)
    monkeypatch.setattr(waiting.build_cache, "keep", lambda *_: None)


def otherwise(engine: Engine, seed: int, most: int) -> str:
    """Let players of all kinds decide in both ways in a game of random players; tell what is otherwise."""
    s, random, made = engine.start(seed, log=False), Random(seed), 0
    compiled = engine.trials(s).compiled
    assert compiled.build(), compiled.missing
    while engine.decider(s) is not None and made < most and s.decisions < 400:
        codes = engine.codes(s)
        if len(codes) > 1 and random.random() < 0.3:
            kind, made = KINDS[made % 3], made + 1
            found = {}
            for way in ("python", "native"):
                engine.thinks = way
                found[way] = make(kind, seed).choose(situation(engine, s), codes)
            if found["python"] != found["native"]:
                return f"decision {s.decisions}, {kind}: {found}"
        engine.apply(s, random.choice(codes))
    assert not compiled.missing
    return ""


@pytest.mark.usefixtures("garbled")
@pytest.mark.parametrize("name", NAMES)
def test_players_decide_alike(name: str) -> None:
    """In games as they are shipped, with players and options by chance."""
    for number in range(20 if NIGHTLY else 1):
        assert "" == otherwise(sampled(name, number), number, 60 if NIGHTLY else 3 if name in GAMES else 9)


@pytest.mark.usefixtures("garbled")
@pytest.mark.parametrize(("make_game", "number"), MADE if NIGHTLY else MADE[-2:-1])
def test_players_decide_alike_in_games_at_random(make_game: Callable[[Random], str], number: int) -> None:
    """In games that nobody meant: hidden hands, dice, secrets, triggers that ask."""
    game = gamedsl.loads(make_game(Random(f"think {number}"))).checked
    assert "" == otherwise(kernel_engine(game, game.least_seats), number, 12)


# ---------------------------------------------------------------- which way is taken

RACE = game_text("players/in_c")


def race() -> gamedsl.Table:
    """Return a race to thirty coins."""
    return gamedsl.loads(RACE).start(seed=1)


def engine_of(table: gamedsl.Table) -> Engine:
    """Return the engine of a table."""
    engine = table._engine
    assert isinstance(engine, Engine)
    return engine


@pytest.mark.usefixtures("garbled")
def test_machine_code_is_made_when_thinking_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search is begun in Python; when it has taken longer than compiling, it is begun anew and says the same."""
    players = [MctsPlayer(1, iterations=60), MctsPlayer(1, iterations=60)]
    first, second = race(), race()
    engine_of(first).thinks = "python"
    expected = players[0].choose(first.situation(), first.codes())
    compiled = engine_of(second).trials(second._state).compiled
    monkeypatch.setattr(waiting, "PATIENCE", 0.0)
    monkeypatch.setattr("gamedsl.players.search.thinking.PATIENCE", 0.01)
    assert not compiled.is_there
    assert expected == players[1].choose(second.situation(), second.codes())
    assert compiled.is_there


def test_machine_code_is_made_beside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody is to wait, players go on in Python until it is there; they decide the same."""
    monkeypatch.setattr("gamedsl.players.search.thinking.PATIENCE", 0.0)
    table, other = race(), race()
    engine_of(table).thinks, engine_of(other).thinks = "beside", "python"
    compiled = engine_of(table).trials(table._state).compiled
    places = []
    for one in (table, other):
        player, found = MctsPlayer(1, iterations=40), []
        for number in range(6):
            if number == 3 and one is table:
                assert compiled._beside is not None
                compiled._beside.join()
            found.append(player.choose(one.situation(), one.codes()))
            one.apply(one.codes()[found[-1]])
        places.append(found)
    assert places[0] == places[1]
    assert compiled.is_there
    assert compiled._free  # it has been used


@pytest.mark.parametrize("amid", [1e9, 0.0])
def test_short_decisions_leave_machine_code_to_when_a_person_is_asked(
    monkeypatch: pytest.MonkeyPatch, amid: float
) -> None:
    """Making it slows thinking down, so it begins only amid a decision that takes very long, or when nobody thinks."""
    monkeypatch.setattr("gamedsl.players.search.thinking.PATIENCE", 1e-6)
    monkeypatch.setattr("gamedsl.players.search.thinking.AMID", amid)
    monkeypatch.setattr(waiting, "thinking_text", lambda *_: 1 // 0)
    table = race()
    engine, state = engine_of(table), table._state
    engine.thinks = "beside"
    compiled = engine.trials(state).compiled
    make_meanwhile(engine, state)
    assert compiled._beside is None  # nobody has thought yet
    MctsPlayer(1, iterations=20).choose(table.situation(), table.codes())
    assert (compiled._beside is None) == (amid > 0)
    make_meanwhile(engine, state)
    assert compiled._beside is not None
    compiled._beside.join()


@pytest.mark.parametrize("runs", [True, False])
def test_only_a_compiler_is_waited_for_at_the_end(runs: bool) -> None:
    """What Python does in the thread ends with the program by itself, without anybody waiting."""
    leaving, compiling, joined = Event(), Event(), list[float]()
    thread = Thread()
    thread.join = joined.append  # type: ignore[assignment]
    if runs:
        compiling.set()
    waiting._end(leaving, compiling, thread)
    assert leaving.is_set()
    assert joined == ([waiting._LEAVING] if runs else [])


def test_what_cannot_be_made_beside_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever goes wrong in the thread, players think on in Python, and nobody tries again."""
    monkeypatch.setattr("gamedsl.players.search.thinking.PATIENCE", 0.0)
    monkeypatch.setattr(waiting, "thinking_text", lambda *_: 1 // 0)
    table = race()
    engine_of(table).thinks = "beside"
    compiled = engine_of(table).trials(table._state).compiled
    player = MctsPlayer(1, iterations=20)
    expected = player.choose(table.situation(), table.codes())
    assert compiled._beside is not None
    compiled._beside.join()
    assert "division" in compiled.missing
    assert expected == player.choose(table.situation(), table.codes())
    assert not compiled.is_there


def test_the_end_of_the_program_ends_a_compiler(tmp_path: Path) -> None:
    """A compiler that never comes to an end is stopped with what has begun it, and its folder is gone."""
    endless = tmp_path / "endless"
    endless.write_text(f"#!/bin/sh\necho $$ > {tmp_path}/runs\nsleep 1000\n")
    endless.chmod(0o755)
    (tmp_path / "work").mkdir()
    program = f"""
import gamedsl, time
from gamedsl.players.kinds.mcts import MctsPlayer
from gamedsl.players.search import thinking
from pathlib import Path
thinking.PATIENCE = 0.0
table = gamedsl.load({str(NIM)!r}).start(seed=1)
table._engine.thinks = "beside"
MctsPlayer(1, iterations=30).choose(table.situation(), table.codes())
while not (Path({str(tmp_path)!r}) / "runs").exists():
    time.sleep(0.01)
"""
    given = {**os.environ, "CC": str(endless), "PATH": "/bin:/usr/bin", "TMPDIR": str(tmp_path / "work")}
    given["GAMEDSL_HOME"] = str(tmp_path / "home")
    subprocess.run([sys.executable, "-c", program], env=given, check=True, timeout=120)
    assert [] == [*(tmp_path / "work").iterdir()]
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "runs").read_text()), 0)


def test_where_a_rule_fails_python_decides(tmp_path: Path) -> None:
    """A hint that cannot be worked out somewhere counts nothing there, and that is counted as in Python."""
    found, failures, game = {}, {}, gamedsl.load(odd_game(tmp_path))
    for way in ("python", "native"):
        table = game.start(seed=1)
        engine = engine_of(table)
        engine.thinks = way
        failed_hints(engine).clear()
        found[way] = []
        while table.decider is not None and table.decisions < 8:
            codes = table.codes()
            for player in (GreedyPlayer(5), MctsPlayer(5, iterations=20)):
                place = player.choose(table.situation(), codes)
                found[way].append(place)
            table.apply(codes[place])
        failures[way] = failed_hints(engine).told()
    assert found["python"] == found["native"]
    assert failures["python"] == failures["native"] != {}


def failing(folder: Path) -> gamedsl.Table:
    """Return a table at which a hint cannot be worked out behind any choice."""
    table = gamedsl.load(odd_game(folder)).start(seed=1)
    for _ in range(3):
        table.apply("take")
    return table


def test_what_fails_is_counted_once_though_thinking_is_begun_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Whether machine code comes in between depends on the clock; what reports tell does not."""
    told = []
    for step in (0.0, 0.125):
        clock = count(0, step)
        monkeypatch.setattr("gamedsl.players.search.thinking.process_time", partial(next, clock))
        table = failing(tmp_path)
        MctsPlayer(5, iterations=20).choose(table.situation(), table.codes())
        assert bool(step) == (engine_of(table).trials(table._state).compiled.spent >= 1.0)
        told.append(failed_hints(engine_of(table)).told())
    assert told[0] == told[1] != {}


def test_engines_whose_hints_fail_are_not_kept(tmp_path: Path) -> None:
    """What is known of the failures does not hold what they come from."""
    gc.freeze()  # so nothing is looked through but what is made here
    table = failing(tmp_path)
    GreedyPlayer(5).choose(table.situation(), table.codes())
    assert failed_hints(engine_of(table)).told()
    engine = ref(engine_of(table))
    del table
    gc.collect()
    assert engine() is None


def test_without_a_compiler_python_decides(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    """Nothing is missing but speed; and it is not looked for again."""

    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(compilers, "version", missing)
    table = race()
    engine = engine_of(table)
    engine.thinks = "native"
    place = GreedyPlayer(5).choose(table.situation(), table.codes())
    assert "no C compiler" in engine.trials(table._state).compiled.missing
    engine.thinks = "python"
    assert place == GreedyPlayer(5).choose(table.situation(), table.codes())


def test_ctrl_c_ends_thinking_in_c() -> None:
    """Progress is told between portions; when it is interrupted there, the choice that is best so far is made."""
    calls: list[tuple[int, float]] = []

    def progress(tries: int, share: float) -> None:
        calls.append((tries, share))
        if tries > 50:
            raise KeyboardInterrupt

    table = race()
    engine_of(table).thinks = "native"
    codes = table.codes()
    place = MctsPlayer(1, iterations=10_000_000, progress=progress).choose(table.situation(), codes)
    assert place in range(len(codes))
    assert calls[-1][0] < 100_000
    assert calls == sorted(calls)


@pytest.mark.parametrize("kind", ["greedy", "mcts:10000"])
def test_ctrl_c_ends_the_making_of_machine_code(kind: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Then what was found in Python before counts; and as much has to be thought again before it is tried again."""
    endless = tmp_path / "endless"
    endless.write_text(f"#!/bin/sh\ntouch {tmp_path}/runs\nsleep 1000\n")
    endless.chmod(0o755)
    monkeypatch.setenv("CC", str(endless))
    monkeypatch.setattr(compilers, "NAMES", ())
    clock = count(0, 0.125)  # thinking has taken too long after seven steps
    monkeypatch.setattr("gamedsl.players.search.thinking.process_time", lambda: next(clock))

    def progress(done: int, share: float) -> None:
        if (tmp_path / "runs").exists():
            raise KeyboardInterrupt

    table = gamedsl.load(NIM).start(seed=1)
    table.apply("take(1)")
    table.apply("take(1)")
    compiled = engine_of(table).trials(table._state).compiled
    place = make(kind, 1, progress).choose(table.situation(), table.codes())
    assert "take(3)" == table.text_of(table.codes()[place])  # the last coins win
    assert (tmp_path / "runs").exists()
    assert (compiled.is_there, compiled.missing, compiled.spent) == (False, "", 0.0)


def test_a_budget_of_time_is_kept_in_c() -> None:
    """Thinking ends when the time is over, with a legal choice."""
    table = race()
    engine_of(table).thinks = "native"
    shares: list[float] = []
    player = MctsPlayer(1, seconds=0.3, progress=lambda tries, share: shares.append(share))
    assert player.choose(table.situation(), table.codes()) in range(len(table.codes()))
    assert shares == sorted(shares)
    assert 0 <= shares[0] <= shares[-1] < 1

"""An engine that plays by the kernel program is asked what any engine is asked, and gives the same answers."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random
from typing import Any

import pytest

import gamedsl
from gamedsl.engine.compiled import CompiledEngine
from gamedsl.engine.errors import IllegalChoice, Limits, SetupError
from gamedsl.engine.machine import Engine
from gamedsl.engine.present.fingerprint import fingerprint
from gamedsl.engine.present.views import project
from gamedsl.engine.state.chance import draw
from gamedsl.engine.state.flat import RUNNING, State
from gamedsl.kernel.engines import engine_for
from gamedsl.kernel.machine import KernelEngine
from gamedsl.kernel.state.block import BlockState
from gamedsl.players.imagine.determinization import DeterminizationError, Determinizer
from gamedsl.players.judge import Judge
from tests.block_help import other_attributes
from tests.card_games import card_game
from tests.engine.test_errors import stopped
from tests.kernel_help import POLICY

PLAYED = (
    *("mogul", "tycoon", "quatre_etoiles", "saloon_tycoon"),
    *("examples/six_tricks.game", "examples/leduc_poker.game", "examples/sealed_bid.game"),
)
FEW = 8


def answers(engine: Engine, s: State, number: int) -> dict[str, Any]:
    """Return what an engine says of a state: who is asked what, how everybody stands, what each seat sees."""
    codes = engine.codes(s)
    said: dict[str, Any] = {
        "decider": engine.decider(s),
        "codes": codes,
        "status": s.status,
        "outcome": engine.outcome(s),
        "standing": engine.standing(s),
        "leading": engine.ending.leading(s),
        "judged": Judge(engine).values(s) if s.status == RUNNING else None,
        "points": engine.points(s),
        "stopped by": engine.diagnostic(s),
        "error": s.error,
        "fingerprint": fingerprint(engine, s),
        "lost track of": s.mixes,
        "measured": s.measured,
        "log": s.events(),
    }
    viewer = number % (engine.layout.seats + 1)
    said["view"] = project(engine, s, viewer if viewer < engine.layout.seats else None)
    if codes:
        said["question"] = engine.question(s), engine.question(s, hide=True)
        for choice in engine.legal(s)[:FEW]:
            said[f"choice {choice.code}"] = (
                engine.choice_text(s, choice),
                engine.choice_words(s, choice),
                engine.meant(s, choice),
            )
        if number % 10 == 0:
            said["refused"] = engine.refusals(s)
    return said


def other_deals(engine: Engine, s: State, other: KernelEngine, block: State) -> list[Any]:
    """Return how deals of the same chance differ, for a seat, and where play from them leads."""
    seat = s.decisions % engine.layout.seats
    try:
        deal = Determinizer(engine, s, seat).deal(Random(s.decisions))
    except DeterminizationError:
        return []
    found = Determinizer(other, block, seat).deal(Random(s.decisions))
    for _ in range(FEW):
        assert isinstance(found, BlockState)
        differing = other_attributes(engine, deal, found) if deal.status == RUNNING else []
        if differing or deal.mixes != found.mixes or sorted(deal.exposed) != sorted(found.exposed):
            return ["deal", seat, *differing, deal.mixes, found.mixes]
        codes = engine.codes(deal)
        if codes != other.codes(found):
            return ["choices in a deal", seat, codes, other.codes(found)]
        if not codes:
            return []
        engine.apply(deal, codes[-1])
        other.apply(found, codes[-1])
    return []


def other_answers(game: Any, seats: int, seed: int, limit: int, log: bool = False) -> list[Any]:
    """Play a random game with both engines; return the first answers that differ, with the decision."""
    engine, other = CompiledEngine(game, seats), KernelEngine(game, seats)
    s, block = engine.start(seed, log=log), other.start(seed, log=log)
    assert isinstance(block, BlockState)
    while True:
        expected, found = (answers(one, state, s.decisions) for one, state in ((engine, s), (other, block)))
        differing = [(name, expected[name], found.get(name)) for name in expected if expected[name] != found.get(name)]
        codes = expected["codes"]
        if not differing and s.decisions % 4 == 0 and codes:
            differing = other_deals(engine, s, other, block)
        if differing or not codes or s.decisions >= limit:
            return [s.decisions, *differing] if differing else []
        code = codes[draw(s.key, 0, POLICY, s.decisions, len(codes))]
        engine.apply(s, code)
        other.apply(block, code)


@pytest.mark.parametrize("name", PLAYED)
def test_answers_in_games(name: str) -> None:
    """Questions, choices and their words, refusals, views, points, results and deals are those of the engine."""
    game = gamedsl.load(name).checked
    assert [] == other_answers(game, game.least_seats, 1, 60)


@pytest.mark.parametrize("name", PLAYED)
def test_answers_in_games_with_a_log(name: str) -> None:
    """With a log every event is the same as well."""
    game = gamedsl.load(name).checked
    assert [] == other_answers(game, game.least_seats, 2, 40, log=True)


@pytest.mark.parametrize("number", range(12))
def test_answers_in_card_games(number: int) -> None:
    """So they are in games that nobody meant, to the rule that stops one."""
    game = gamedsl.loads(card_game(Random(number))).checked
    assert [] == other_answers(game, game.least_seats, number, 60, log=number % 2 == 0)


def test_a_game_is_given_up_at_its_limit() -> None:
    """After so many decisions a game is unfinished, and asks nobody."""
    engine = KernelEngine(gamedsl.load("quatre_etoiles").checked, 2)
    s = engine.start(1, log=False, limit=3)
    while codes := engine.codes(s):
        engine.apply(s, codes[0])
    assert ("unfinished", 3, None, ()) == (s.status, s.decisions, engine.decider(s), engine.codes(s))
    with pytest.raises(IllegalChoice, match="the game is over"):
        engine.apply(s, codes[0] if codes else 0)
    assert Limits.decisions > 3


def test_only_legal_choices_are_carried_out() -> None:
    """A code that is not among the choices changes nothing."""
    engine = KernelEngine(gamedsl.load("examples/tic_tac_toe.game").checked, 2)
    s = engine.start(1, log=False)
    before = s.copy()
    with pytest.raises(IllegalChoice, match="choice 9999 is not legal here"):
        engine.apply(s, 9999)
    assert before == s


PLAYED = """
import sys
import gamedsl
for name in ("mogul", "saloon_tycoon"):
    table = gamedsl.load(name).start(seed=1)
    while table.decider is not None and table.decisions < 30:
        table.view(), table.log(0), table.refusals(), table._sealed(0, 1).codes()
        table.apply(table.codes()[-1])
print(*sys.modules)
"""


def test_nothing_is_compiled() -> None:
    """Games that a program plays need nothing of the engine that compiles paragraphs."""
    environment = {**os.environ, "GAMEDSL_ENGINE": "kernel"}
    run = subprocess.run([sys.executable, "-c", PLAYED], capture_output=True, text=True, check=False, env=environment)
    loaded = run.stdout.split()
    assert (0, True) == (run.returncode, "gamedsl.kernel.machine" in loaded), run.stderr
    old = ("gamedsl.engine.rules", "gamedsl.engine.write", "gamedsl.engine.compiled", "gamedsl.engine.state.board")
    assert [] == [name for name in loaded if name.startswith(old) and name != "gamedsl.engine.state.board_tables"]


LARGE = """
game Small "Small"
  players: 2
table
  level: 0..2000000000
phases
  game
    who: players from A
    play: go
    until: level = 9
actions
  go
    then: set level to count({level, 7})
end
  winner: the p in players with most p.points ties all
"""


def test_what_no_program_says_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets of too many numbers are no fault: the set-up is refused, with the reason."""
    monkeypatch.setenv("GAMEDSL_ENGINE", "kernel")
    with pytest.raises(SetupError, match=r"Small cannot be played: a set of 0\.\.2000000000 is more than"):
        engine_for(gamedsl.loads(LARGE).checked, 2)


def test_the_switch(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment variable says which engine is made; without it the one that there has always been."""
    game = gamedsl.load("examples/tic_tac_toe.game").checked
    monkeypatch.delenv("GAMEDSL_ENGINE", raising=False)
    assert type(engine_for(game, 2)) is CompiledEngine
    monkeypatch.setenv("GAMEDSL_ENGINE", "kernel")
    assert type(engine_for(game, 2)) is KernelEngine


FAULTS = ("pay 6 from bank to you.coins", "move deck to spot", "set level to level + 4 - count(spot)", "again")


@pytest.mark.parametrize("name", FAULTS)
def test_where_a_rule_fails(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that cannot be carried out stops the game with its place, in which paragraphs it was, and for whom."""
    monkeypatch.delenv("GAMEDSL_ENGINE", raising=False)
    expected = stopped(name)
    monkeypatch.setenv("GAMEDSL_ENGINE", "kernel")
    found = stopped(name)
    assert expected.error is not None
    assert isinstance(found, BlockState)
    assert (expected.error, expected.events()) == (found.error, found.events())

"""An engine that plays by the kernel program is asked what any engine is asked, and gives the same answers."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import pytest

import gamedsl
from gamedsl.engine.errors import IllegalChoice, Limits, SetupError
from gamedsl.kernel.engines import engine_for
from gamedsl.kernel.machine import KernelEngine
from tests.card_games import card_game
from tests.engine.test_errors import stopped
from tests.frozen.folds import fold, folded, told, told_without_log
from tests.frozen.kept import freezes, held, new_engine

PLAYED = (
    *("mogul", "tycoon", "quatre_etoiles", "saloon_tycoon"),
    *("examples/six_tricks.game", "examples/leduc_poker.game", "examples/sealed_bid.game"),
)


@pytest.mark.parametrize("name", PLAYED)
def test_answers_in_games(name: str) -> None:
    """Questions, choices and their words, refusals, views, points, results and deals are what they were."""
    game = gamedsl.load(name).checked
    found = folded(told_without_log, new_engine(game, game.least_seats), [1], 60)
    held("kernel", "machine", f"{name}, no log", found)


@pytest.mark.parametrize("name", PLAYED)
def test_answers_in_games_with_a_log(name: str) -> None:
    """With a log so is every event."""
    game = gamedsl.load(name).checked
    held("kernel", "machine", f"{name}, with a log", folded(told, new_engine(game, game.least_seats), [2], 40))


@pytest.mark.parametrize("number", range(12))
def test_answers_in_card_games(number: int) -> None:
    """So they are in games that nobody meant, to the rule that stops one."""
    game = gamedsl.loads(card_game(Random(number))).checked
    story = told if number % 2 == 0 else told_without_log
    held("kernel", "machine", f"card game {number}", folded(story, new_engine(game, game.least_seats), [number], 60))


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
    assert type(engine_for(game, 2)) is not KernelEngine
    monkeypatch.setenv("GAMEDSL_ENGINE", "kernel")
    assert type(engine_for(game, 2)) is KernelEngine


FAULTS = ("pay 6 from bank to you.coins", "move deck to spot", "set level to level + 4 - count(spot)", "again")


@pytest.mark.parametrize("name", FAULTS)
def test_where_a_rule_fails(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that cannot be carried out stops the game with its place, in which paragraphs it was, and for whom."""
    if not freezes():
        monkeypatch.setenv("GAMEDSL_ENGINE", "kernel")
    s = stopped(name)
    assert s.error is not None
    held("kernel", "machine", name, f"{s.error} {fold([{'events': s.events()}])}")

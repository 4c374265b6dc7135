"""What happens at the same moment, loops and blocks `together`, as played in Python, in C and node by node."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from random import Random

import pytest

import gamedsl
from gamedsl.kernel.playing import program_of
from gamedsl.play.engine import Engine
from tests.frozen.kept import kernel_engine
from tests.helpers.random_games.moments import moment_game
from tests.helpers.secrecy.twins import leaks
from tests.helpers.suite.nightly import examples
from tests.helpers.texts import game_text
from tests.kernel.test_folds import otherwise as otherwise_in_c
from tests.kernel.test_interpreter import otherwise, programs

GAME = game_text("kernel/moments")

SAID = {
    "values go round, each as it was before": """
    then:
      A: swap
      expect A.mark = 3 and B.mark = 1 and C.mark = 2""",
    "pieces on slots change places": """
    then:
      A: rotate
      expect B.home = A.pawn and C.home = B.pawn and A.home = C.pawn""",
    "hidden hands go round without a heap to put them aside": """
    given:
      move (deck where n in {1, 2}) to A.hand
      move (deck where n = 3) to B.hand
      move (deck where n in {5, 6}) to C.hand
    then:
      A: pass_hands
      expect B.hand.n = {1, 2} and C.hand.n = {3} and A.hand.n = {5, 6}""",
    "stacks go round whole": """
    given:
      move (deck where n in {1, 2}) to A.pile
      move (deck where n = 3) to B.pile
    then:
      A: pile_on
      expect B.pile.n = {1, 2} and C.pile.n = {3} and count(A.pile) = 0
      B: pile_on
      expect C.pile.n = {1, 2} and A.pile.n = {3} and count(B.pile) = 0""",
    "draws come in the order of the members": """
    given: force deck: k3, k5, k4
    then:
      A: draw
      expect 3 in B.hand.n and 5 in C.hand.n and 4 in A.hand.n""",
    "what is paid is worked out before anybody pays, and the next step sees what the first has done to all": """
    given: pay 3 from A.gold to B.gold
    then:
      A: pay_round
      expect A.gold = 5 and B.gold = 2 and C.gold = 8
      expect A.other = 2 + 5 and B.other = 8 + 2 and C.other = 5 + 8""",
    "a rule is done for one after the other, before the next step": """
    then:
      A: call
      expect A.other = 3 and B.other = 4 and C.other = 2""",
    "conditions are asked for all before the first step": """
    then:
      A: split
      expect A.mark = 1 and B.mark = 2 and C.mark = 1
      expect A.other = 11 and B.other = 22 and C.other = 33""",
    "in a block nothing is asked before its end": """
    then:
      A: blink
      expect seen = 0 and A.gold = 3 and B.gold = 4""",
    "triggers that watch are set off behind a block": """
    then:
      A: glance
      expect seen = 51""",
    "cells live and die at once": """
    then:
      A: live
      expect b2.alive and not a1.alive
      B: live
      expect count(c for each c in cell where c.alive) = 5""",
    "an end is asked when all have paid, so nobody is left": """
    given: for each p in players: pay 4 from p.gold to box
    then:
      A: hit
      expect game_over and winners = {}""",
    "inner loops are done for one after the other": """
    then:
      A: inner
      expect A.mark = 4 and B.mark = 5 and C.mark = 8 and A.other = 6""",
}


@cache
def _engine() -> Engine:
    return kernel_engine(gamedsl.loads(GAME).checked, 3)


@pytest.mark.parametrize("said", SAID)
def test_sentences(said: str) -> None:
    """Each sentence of the reference about moments."""
    (result,) = gamedsl.loads(f"{GAME}scenarios\n  one{SAID[said]}\n").test()

    assert "" == "\n".join(str(one) for one in result.diagnostics)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("", "at the same moment: for all players: the pawn on their home goes to the home of the next player"),
        ("de", "zum selben Zeitpunkt: "),
        ("fr", "au même moment"),
    ],
)
def test_told_with_choices(language: str, said: str) -> None:
    """What a choice does is told as one moment, in all languages."""
    table = gamedsl.loads(GAME, language=language or "en").start(players=3, seed=1)
    (rotate,) = (choice.code for choice in table.legal() if choice.action == "rotate")

    assert said == table.consequences()[rotate].effects[0].words[: len(said)]


def test_node_by_node() -> None:
    """A naive interpreter, what is printed in Python and what all passes leave go the same way."""
    plain, others = programs(gamedsl.loads(GAME), 3)

    assert [""] * 6 == [otherwise(plain, others, seed, 60) for seed in range(6)]


@pytest.mark.parametrize("number", range(examples(2, 60)))
def test_games_that_nobody_meant(number: int) -> None:
    """Moments made at random, with triggers that ask behind them, go the same way node by node and as printed."""
    plain, others = programs(gamedsl.loads(moment_game(Random(number))), 3)

    assert [""] * 3 == [otherwise(plain, others, seed, 40) for seed in range(3)]


@pytest.mark.parametrize("number", range(examples(1, 20)))
def test_hidden_pieces_stay_hidden(number: int) -> None:
    """Hands and stacks that go round at the same moment tell nobody more, nor less, than who sees them."""
    assert [] == list(leaks(moment_game(Random(number)), range(4)))


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no compiler")
def test_in_c(tmp_path: Path) -> None:
    """Every decision and every number of the state are the same in C."""
    assert "" == otherwise_in_c(program_of(_engine().set_up), 0, 20, tmp_path)


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no compiler")
@pytest.mark.parametrize("number", range(examples(1, 20)))
def test_games_that_nobody_meant_in_c(number: int, tmp_path: Path) -> None:
    """Moments made at random go the same way in C."""
    engine = kernel_engine(gamedsl.loads(moment_game(Random(100 + number))).checked, 3)

    assert "" == otherwise_in_c(program_of(engine.set_up), 0, 10, tmp_path)

"""What happens at the same moment, loops and blocks `together`, as played in Python, in C and node by node."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from random import Random

import pytest

import gamedsl
from gamedsl.kernel.machine import KernelEngine
from gamedsl.kernel.playing import program_of
from tests.frozen.kept import kernel_engine
from tests.helpers.random_games.moments import moment_game
from tests.helpers.secrecy.twins import leaks
from tests.helpers.suite.nightly import examples
from tests.kernel.test_folds import otherwise as otherwise_in_c
from tests.kernel.test_interpreter import otherwise, programs

GAME = """game Many
  players: 3
components
  life: counter, 60
  card: card
    | card | n: 1..9 | copies: 1..9 | does: rule |
    | k1 | 1 | 1 | hurt(you)  |
    | k2 | 2 | 1 | hurt(you)  |
    | k3 | 3 | 1 | hurt(you)  |
    | k4 | 4 | 1 | hurt(you)  |
    | k5 | 5 | 1 | hurt(you)  |
    | k6 | 6 | 1 | hurt(you)  |
    | k7 | 7 | 3 | hurt(you)  |
  pawn: piece, 1 each player
  cell: space, grid a..c by 1..3
table
  box: purse of life, full
  deck: stack of card, seen by none, full
  seen: number = 0
  total: 0..9 = 0
  each player
    gold: purse of life
    hand: heap of card, seen by owner
    pile: stack of card, seen by none
    mark: 0..99 = 0
    other: 0..99 = 0
    home: slot of pawn, full
  each cell
    on: slot of pawn
    alive: bool
setup
  for each p in players:
    pay 5 from box to p.gold
    set p.mark to 1 if p = A else (2 if p = B else 3)
phases
  go
    who: players from A
    play: moves
rules
  hurt(p: player) "Hurt"
    then: pay 1 from p.gold to box; set p.mark to p.mark + 1
actions moves
  pass_hands "Hands go round"
    then: for each p in players together: move p.hand to next(p).hand
  swap "Marks go round"
    then: for each p in players together: set next(p).mark to p.mark
  rotate "Pawns"
    then: for each p in players together: move p.home to next(p).home
  pile_on "Piles"
    then: for each p in players together: move p.pile to next(p).pile
  gather_hands "Piles"
    then: for each p in players together: deal 1 from deck to p.pile
  live "Life"
    then:
      for each c in cell together:
        set c.alive to count(x for each x in neighbours(c) where x.alive) in {1, 2} or c = b2
  draw "Draw"
    then:
      for each p in players from B together: deal 1 from deck to p.hand
  pay_round "Pay"
    then:
      for each p in players together:
        let n = p.gold
        pay n from p.gold to next(p).gold
        set p.other to n + p.gold
  call "Call"
    then:
      for each p in players together:
        hurt(p)
        set p.other to next(p).mark
  split "Split"
    then:
      for each p in players together:
        if p.mark = 1:
          set next(p).mark to 2
          set p.other to 11
        else if p.mark = 2:
          set next(p).mark to 1
          set p.other to 22
        else: set p.other to 33
  blink "Block"
    then:
      together:
        hurt(A)
        set seen to 1
        set seen to 0
        for each p in players: pay 1 from p.gold to box
  glance "A glance that stays"
    then: together: set seen to 1; set seen to 51
  hit "All are hit"
    then: for each p in players together: hurt(p)
  inner "Each adds what all others have"
    then:
      for each p in players together:
        for each q in players - p together: set p.mark to min(50, p.mark + q.mark)
        set A.other to min(p.mark, 6)
  poor "Poor"
    then: for each p in players together: pay 5 from p.gold to next(p).gold
triggers
  watch "Seen"
    when: seen = 51
    then: set total to 9
end
  when: any(p.gold = 0 for each p in players)
  winner: (p for each p in players where p.gold > 0)
"""

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
def _engine() -> KernelEngine:
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
    assert "" == otherwise_in_c(program_of(_engine()), 0, 20, tmp_path)


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no compiler")
@pytest.mark.parametrize("number", range(examples(1, 20)))
def test_games_that_nobody_meant_in_c(number: int, tmp_path: Path) -> None:
    """Moments made at random go the same way in C."""
    engine = kernel_engine(gamedsl.loads(moment_game(Random(100 + number))).checked, 3)

    assert "" == otherwise_in_c(program_of(engine), 0, 10, tmp_path)

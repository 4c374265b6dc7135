"""Terms that are the same for all answers to a question: worked out once where they would be too much work for each."""

from __future__ import annotations

import pytest

import gamedsl
from gamedsl.engine.errors import Limits

GAME = """
game Growing
  players: 2
components
  cell: space, grid {grid}
  tile: tile, 3 each player and number: 1..6
table
  each cell
    here: slot of tile
  each player
    rack: heap of tile, full
terms
  each cell
    free = here = none
  is_empty = all(c.free for each c in cell)
  each player
    taken = count(c for each c in cell where c.here.owner = you)
phases
  game
    who: players from A
    play: up to 1 of lay
    until: count(A.rack) < 12
actions
  lay "Lay a tile"
    pick: t in you.rack, s in cell where s.free "Which tile, and where?"
    when: {condition} "beside a tile"
    then: move t to s
end
  winner: A
"""
BESIDE = "any(not c.free for each c in neighbours(s))"


def _game(condition: str, grid: str = "a..y by 1..25") -> gamedsl.Game:
    return gamedsl.loads(GAME.format(condition=condition, grid=grid))


@pytest.mark.parametrize("asks", ["is_empty", "you.taken = 0 and is_empty"])
@pytest.mark.parametrize("log", [True, False])
def test_what_is_the_same_for_all_answers_is_worked_out_once(asks: str, log: bool) -> None:
    """625 places looked at for each of 11,250 answers would stop the game."""
    table = _game(f"s = m13 if {asks} else {BESIDE}").start(2, seed=1, log=log)
    assert len(table.codes()) == 6 + 1
    for _ in range(6):
        table.apply(table.codes()[0])
    assert table.decider is not None


def test_machine_code_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random games go the same way in both engines, and as if it were worked out for each answer."""
    condition = f"s = d4 if is_empty and you.taken = 0 else {BESIDE}"
    played = []
    for passes in (1_000_000, 20_000):
        monkeypatch.setattr(Limits, "passes", passes)
        game = _game(condition, "a..g by 1..8")
        played += [[*game.batch(5, players=2, seed=3, engine=engine).decisions] for engine in ("python", "native")]
    assert played[1:] == played[:-1] and max(played[0]) > 5

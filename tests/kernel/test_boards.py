"""Boards in the kernel program: what words and chains tell at once is what places tell one by one."""

from __future__ import annotations

import re

import pytest

import gamedsl
from gamedsl.kernel.playing import OUTCOME, PythonKernel, program_of
from gamedsl.kernel.program import For, Program, Statement, While
from gamedsl.play.engine import Engine
from tests.frozen.kept import kernel_engine
from tests.helpers.kernel.comparing import same_games

FLIPS = """
game Flips
  players: 2 as Red, Blue
components
  square: space, grid a..{column} by 1..{row}{form}
table
  each square
    mark: player or none
  each player
    turns: 0..99 = 0
terms
  each player
    caught(s: square) = (way(s, {directions}) until mark != opponent{closed})
    stones = (square where mark = you)
    side = a1..a{row} if you = Red else a1..{column}1
    linked = connected(side, stones)
phases
  play
    who: players from Red
    play: put
    until: all(s.mark != none for each s in square) or sum(p.turns for each p in players) > 40
actions
  put "Put"
    pick: s in square where s.mark = none "Where?"
    when: you.caught(s) != {{}} or all(you.caught(o) = {{}} for each o in square where o.mark = none) "it must catch"
    then:
      set you.caught(s).mark to you
      set s.mark to you
      set you.turns to you.turns + 1
scoring
  linked "What hangs together with a side"
    worth: count(you.linked)
end
  winner: the p in players with most p.points ties all
"""
BOARDS = {
    "small": ("d", 4, "", "direction", " closed by mark = you"),
    "wide": ("j", 9, "", "direction", " closed by mark = you"),
    "open": ("e", 5, "", "{north, east, southwest}", ""),
    "hexagons": ("f", 6, " of hexagons", "direction", " closed by mark = you"),
}


@pytest.mark.parametrize("name", BOARDS)
def test_ways_from_all_places_at_once(name: str) -> None:
    """Boards with other sizes and directions, ways that are closed and open: the games are those of the engine."""
    column, row, form, directions, closed = BOARDS[name]
    text = FLIPS.format(column=column, row=row, form=form, directions=directions, closed=closed)
    same_games("boards", name, kernel_engine(gamedsl.loads(text).checked, 2), range(3), 400)


def loops(program: Program, name: str) -> int:
    """Return how many loops over numbers a function and what it calls have, those of words of a board not counted."""

    def inside(body: tuple[Statement, ...]) -> int:
        return sum(isinstance(one, For) + (inside(one.body) if isinstance(one, For | While) else 0) for one in body)

    return inside(program.functions[name].body)


def test_no_place_is_walked() -> None:
    """Where Othello asks from which squares something is turned over, no way is walked place by place."""
    program = program_of(Engine(gamedsl.load("examples/othello.game").checked, 2).set_up, ("memoize",))
    assert loops(program, "term.player.moves") == 0


def test_what_hung_together_stays_known() -> None:
    """A chain of Hex that has grown is the one that is found anew, with places set and taken over."""
    kernel = PythonKernel(program_of(Engine(gamedsl.load("examples/hex.game").checked, 2).set_up))
    at, found = kernel.at, kernel.start(1)
    known = [at["connected.cell.0.within"], at["connected.cell.0.reached"]]
    for decision in range(80):
        codes = kernel.codes(found)
        if not codes:
            break
        other = found[:]
        for first in known:
            other[first : first + 3] = [0, 0, 0]
        code = codes[(decision * 37 + 11) % len(codes)]
        kernel.apply(found, code)
        kernel.apply(other, code)
        mover = 1 + decision % 2
        assert found[known[1] + mover] == other[known[1] + mover]
        assert found[at["status"]] == other[at["status"]]


def test_pieces_that_lie_apart_are_not_compared() -> None:
    """No two pawns of Breakthrough can be alike, as each has a square of its own."""
    program = program_of(Engine(gamedsl.load("examples/breakthrough.game").checked, 2).set_up)
    assert "same.pawn" not in {one.name for one in program.called()}


def test_directions_that_depend_on_you_are_a_table() -> None:
    """Which squares a pawn of Breakthrough may go to is looked up by player and square; no direction is walked."""
    program = program_of(Engine(gamedsl.load("examples/breakthrough.game").checked, 2).set_up)
    assert sum("by seat" in name for name in program.tables) == 2
    assert not any(name.startswith("step words") for name in program.tables)


def test_pieces_on_the_board_are_kept() -> None:
    """Which pawns stand on the board is kept as a word: no square is walked for it."""
    program = program_of(Engine(gamedsl.load("examples/breakthrough.game").checked, 2).set_up)
    assert "anywhere in square.here" in program.fields
    assert all(loops(program, name) == 0 for name in program.functions if "pawns" in name)


def test_whether_there_is_any_way_ends_with_the_first() -> None:
    """Where Amazons asks whether an amazon can go anywhere, the squares are not all found; the answer is right."""
    kernel = PythonKernel(program_of(Engine(gamedsl.load("examples/amazons.game").checked, 2).set_up, (), OUTCOME))
    given = re.findall(r"def (F\d+_term_square_reach|F\d+_any_in_term_square_reach)\((.*)\):", kernel.text)
    assert [parameters for _, parameters in given] == ["s, a0"] * 2
    kernel.functions.complete()
    some, reach = sorted((kernel.module[name] for name, _ in given), key=lambda one: "any" not in one.__name__)
    s = kernel.start(4)
    while codes := kernel.codes(s):
        for square in range(100):
            assert bool(some(s[:], square)) == (reach(s[:], square) != 0)
        kernel.apply(s, codes[len(codes) // 3])


def test_directions_that_depend_on_a_piece_are_gathered_before_play() -> None:
    """Where a man of Checkers may go in all its directions is one entry of a table, by man or king and by player."""
    engine = Engine(gamedsl.load("examples/checkers.game").checked, 2)
    program = program_of(engine.set_up)
    tables = [one for one in program.tables if one.startswith("step words square for")]
    assert [3 * 64] == [len(program.tables[one]) for one in tables]
    kernel, other = PythonKernel(program), PythonKernel(program_of(engine.set_up, ("tabulate_loops",)))
    for seed in range(3):
        assert kernel.play(seed, 0, 255, 200) == other.play(seed, 0, 255, 200)

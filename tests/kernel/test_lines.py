"""Lines of grids and boards in the kernel program: ends that look only where something has changed, words of lines."""

from __future__ import annotations

import pytest

import gamedsl
from gamedsl.engine.state.chance import draw
from gamedsl.kernel.builder import combine, compare, number, read, word
from gamedsl.kernel.passes.loops.narrow_loops import narrow_loops
from gamedsl.kernel.playing import PythonKernel, program_of
from gamedsl.kernel.program import BOOL, Assign, Break, Entry, For, ForBits, If, Int, Name, Program, Word
from gamedsl.play.engine import Engine
from tests.frozen.kept import freezes, kernel_engine
from tests.helpers.kernel.comparing import same_games

ROWS = """
game Rows
  players: 2 as Red, Blue
components
  disc: piece, 12 each player
table
  grid[x: 1..5, y: 1..4]: slot of disc
  each player
    box: heap of disc, full
terms
  high(x: 1..5) = count(grid[x])
  each player
    row = any({value} for each line in lines(grid, 3))
phases
  play
    who: players from Red
    play: put or move
    until: count(grid) = 20 or count(Red.box) = 0
actions
  put "Put"
    pick: x in 1..5
    when: high(x) < 4 and grid[x, high(x) + 1] = none
    then: move you.box.top to grid[x, high(x) + 1]
  move "Move"
    pick: x in 1..5
    pick: y in 1..5
    when: high(x) > 0 and high(y) < 4 and x != y and grid[x, high(x)] != none and grid[y, high(y) + 1] = none
    then: move grid[x, high(x)] to grid[y, high(y) + 1]
end
  when: {end} "a row"
  winner: the p in players where p.row with most 1 ties none
"""
ALL = "any(p.row for each p in players)"
CASES = {
    "full": ("count(line where owner = you) = 3", ALL, True),
    "none": ("count(line where owner != you) = 0 and count(line) = 2", ALL, True),
    "others": ("count(line where not (owner = you)) = 3", f"{ALL} or Red.row", True),
    "not": ("count(line where owner = you) = 3", f"not {ALL} and count(grid) > 8", False),
}


@pytest.mark.parametrize("case", CASES)
def test_ends_look_at_what_has_changed(case: str) -> None:
    """Pieces come to lines and leave them; the games end when those of the engine do."""
    value, end, changed = CASES[case]
    engine = kernel_engine(gamedsl.loads(ROWS.format(value=value, end=end)).checked, 2)
    assert freezes() or changed == ("changed for end 0" in program_of(engine.set_up).fields)
    same_games("lines", case, engine, range(12), 120)


def test_what_has_changed_is_what_the_state_says() -> None:
    """An end that looks at all cells ends the game where it looks only at those that have changed."""
    kernel = PythonKernel(program_of(Engine(gamedsl.load("examples/connect_four.game").checked, 2).set_up))
    at = kernel.at["changed for end 0"]
    for seed in range(20):
        s = kernel.start(seed)
        while codes := kernel.codes(s):
            other = s[:]
            other[at] = (1 << 42) - 1
            code = codes[draw(7, seed, 255, s[kernel.at["decisions"]], len(codes))]
            for one in (s, other):
                kernel.apply(one, code)
            assert [s[kernel.at[name]] for name in ("status", "winners")] == [
                other[kernel.at[name]] for name in ("status", "winners")
            ]


@pytest.mark.parametrize(("name", "cells"), [("tic_tac_toe", "_runs_square_3["), ("connect_four", "_lines_grid_4[")])
def test_a_line_is_a_word(name: str, cells: str) -> None:
    """No cell of a line is read by itself where it is kept which cells hold what."""
    program = program_of(Engine(gamedsl.load(f"examples/{name}.game").checked, 2).set_up)
    assert cells not in PythonKernel(program).text


CELL, LINE = Int(0, 3), Word(4)


@pytest.mark.parametrize(("rows", "narrowed"), [((1, 3, 4, 8), True), ((1, 1, 4, 8), False)])
def test_only_lines_through_the_cell_itself_are_looked_for_where_it_is_held(
    rows: tuple[int, ...], narrowed: bool
) -> None:
    """A loop through cells is one through those that are held, but where a line need not go through its cell."""
    cell, found = Name("cell", CELL), Name("found", BOOL)
    line, held = Entry("lines", Name("at", CELL), LINE), read("held", 0, LINE)
    hit = If(compare("=", combine("&", line, held), line), (Assign("found", number(1)), Break()))
    search = For("at", CELL, Entry("first", cell, CELL), Entry("behind", cell, Int(0, 4)), (hit,))
    loop = ForBits("cell", CELL, word(15, 4), (search, If(found, (Break(),))))
    tables = {"lines": rows, "first": (0, 1, 2, 3), "behind": (1, 2, 3, 4)}
    program = Program(tables=tables, blocks=[(loop,)])
    narrow_loops(program)
    (changed,) = program.blocks[0]
    assert isinstance(changed, ForBits)
    assert (held if narrowed else word(15, 4), loop.body) == (changed.word, changed.body)

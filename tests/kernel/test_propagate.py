"""Bodies are simplified, callees first: whatever is left out, every field is the same at every decision."""

from __future__ import annotations

import pytest

import gamedsl
from gamedsl.engine.state.chance import draw
from gamedsl.kernel.builder import arithmetic, both, choose, compare, number, plus, read
from gamedsl.kernel.passes.bottom_up import BOTTOM_UP, bottom_up
from gamedsl.kernel.playing import PythonKernel, program_of
from gamedsl.kernel.program import (
    BOOL,
    Assign,
    Break,
    Call,
    Declare,
    Fail,
    Field,
    For,
    Function,
    Halt,
    If,
    Int,
    Name,
    Number,
    Parameter,
    Program,
    Return,
    Statement,
    Store,
)
from gamedsl.play.engine import Engine
from tests.helpers.suite.nightly import NIGHTLY

GAMES = {
    "examples/connect_four.game": 2,
    "examples/breakthrough.game": 2,
    "examples/othello.game": 2,
    "examples/kuhn_poker.game": 2,
    "mogul": 3,
}
NARROW = Int(-1, 5)
OTHERS = ("status", "resume", "decisions", "work", "jumps", "key", "game")


def blocks(kernel: PythonKernel, seed: int) -> list[list[int]]:
    """Return the states of a random game, with the legal choices of each."""
    found, s = [], kernel.start(seed)
    while codes := kernel.codes(s):
        found.append([*s, *codes])
        if len(found) >= 120:
            break
        kernel.apply(s, codes[draw(3, 0, 255, len(found), len(codes))])
    return [*found, s[:]]


@pytest.mark.parametrize("name", GAMES if NIGHTLY else [*GAMES][3:])
def test_what_is_left_out_changes_nothing(name: str) -> None:
    """A game goes the same way, number by number, with all ways of saving, without each of them and without any."""
    engine = Engine(gamedsl.load(name).checked, GAMES[name])
    expected = [blocks(PythonKernel(program_of(engine.set_up, BOTTOM_UP)), seed) for seed in range(2)]
    left_out = [(), *[(way,) for way in sorted(BOTTOM_UP)]]
    actual = {
        one: [blocks(PythonKernel(program_of(engine.set_up, one)), seed) for seed in range(2)] for one in left_out
    }
    assert dict.fromkeys(left_out, expected) == actual


def simplified(*body: Statement, functions: tuple[Function, ...] = ()) -> Program:
    """Return a program of one block, simplified."""
    program = Program()
    for name, kind in (("seat", NARROW), ("out", Int(-99, 99)), *((one, Int(0, 99)) for one in OTHERS)):
        program.fields[name] = Field(name, 1, kind)
        program.initial[name] = [0]
    program.functions |= {one.name: one for one in functions}
    program.blocks.append((*body, Halt()))
    bottom_up(program)
    return program


def run(program: Program, seat: int, out: int = 0) -> list[int]:
    """Return what the first two places are behind the block."""
    s = [seat, out, *[0] * 7]
    PythonKernel(program).run(s, 0, -1)
    return s[:2]


SEAT, OUT = read("seat", 0, NARROW), read("out", 0, Int(-99, 99))
ZERO = number(0)


def test_two_reads_are_one() -> None:
    """What has been written is known where it is read again, through a branch that does not touch it."""
    program = simplified(
        Store("seat", ZERO, number(3)),
        If(compare("=", OUT, 7), (Store("out", ZERO, number(1)),)),
        Store("out", ZERO, plus(SEAT, 1)),
    )
    assert Store("out", ZERO, number(4)) in program.blocks[0]


def test_a_branch_is_forgotten() -> None:
    """What only one branch has written is not known behind it."""
    program = simplified(
        Store("seat", ZERO, number(3)),
        If(compare("=", OUT, 7), (Store("seat", ZERO, number(1)),)),
        Store("out", ZERO, SEAT),
    )
    last = program.blocks[0][-2]
    assert isinstance(last, Store)
    assert not isinstance(last.value, Number)


def test_what_is_read_on_a_condition_teaches_nothing() -> None:
    """A place that is narrow only where a condition holds is not thought narrow elsewhere."""
    inside = read("seat", 0, Int(0, 5))
    guarded = choose(compare(">=", SEAT, 0), arithmetic("*", inside, number(2)), number(9))
    program = simplified(Store("out", ZERO, guarded), Store("seat", ZERO, choose(compare("<", SEAT, 0), ZERO, SEAT)))
    module = PythonKernel(program)
    s = [-1, 0, 0, 0]
    module.run(s, 0, -1)
    assert [0, 9] == s[:2]


def test_early_returns() -> None:
    """A function that returns early is written where it is called, and gives what it gave."""
    x = Name("x", NARROW)
    function = Function(
        "f",
        (Parameter("x", NARROW),),
        Int(0, 9),
        (If(compare("<", x, 0), (Return(number(7)),)), If(compare("=", x, 2), (Return(number(1)),)), Return(number(5))),
    )
    program = simplified(Store("out", ZERO, Call("f", (SEAT,), Int(0, 9))), functions=(function,))
    assert {"f"} == program.spare
    assert [7, 5, 1] == [run(program, seat)[1] for seat in (-1, 0, 2)]


def test_a_call_stays_behind_what_it_would_change() -> None:
    """A function that writes what is read before its call is not written before that."""
    function = Function("f", (), Int(0, 9), (Store("out", ZERO, number(5)), Return(number(1))))
    program = simplified(Store("seat", ZERO, plus(OUT, Call("f", (), Int(0, 9)))), functions=(function,))
    assert [3, 5] == run(program, 0, 2)


def test_loops_that_are_left() -> None:
    """A short loop that may be left is written out, and nothing of it comes behind the way out."""
    x, total = Name("x", Int(0, 3)), Name("t", Int(0, 99))
    leave = If(compare("=", x, SEAT), (Break(),))
    body = (leave, Assign("t", plus(total, x)))
    program = simplified(
        Declare("t", total.type, ZERO), For("x", x.type, ZERO, number(4), body), Store("out", ZERO, total)
    )
    assert not any(isinstance(one, For) for one in program.blocks[0])
    assert [6, 0, 3] == [run(program, seat)[1] for seat in (-1, 0, 3)]


def test_idle_locals_go() -> None:
    """A local that nobody reads is not worked out, unless that may fail."""
    failing = Function("f", (), BOOL, (If(compare("=", OUT, 1), (Fail(0),)), Return(ZERO)))
    program = simplified(
        Declare("a", BOOL, both(compare("=", SEAT, 1), compare("=", OUT, 1))),
        Declare("b", BOOL, Call("f", (), BOOL)),
        Store("seat", ZERO, number(1)),
        functions=(failing,),
    )
    kernel = PythonKernel(program)
    s = [0, 1, *[0] * 7]
    kernel.run(s, 0, -1)
    assert not any(isinstance(one, Declare) and one.name == "a" for one in program.blocks[0])
    assert ([0, 1], (0, ())) == (s[:2], kernel.failed)

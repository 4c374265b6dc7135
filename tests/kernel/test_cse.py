"""What is worked out several times is kept in a local: where it is the same, and where it is sure to be there."""

from __future__ import annotations

import pytest

from gamedsl.kernel.builder import compare, number, plus, read, times
from gamedsl.kernel.passes.scalar.cse import cse
from gamedsl.kernel.passes.walk import all_expressions
from gamedsl.kernel.playing import PythonKernel
from gamedsl.kernel.printing.words import PART, bits
from gamedsl.kernel.program import (
    BOOL,
    Assign,
    Call,
    Declare,
    Do,
    Entry,
    Expression,
    Field,
    For,
    ForBits,
    Function,
    Halt,
    If,
    Int,
    Name,
    Number,
    Program,
    Read,
    Return,
    Statement,
    Store,
    Word,
)
from tests.helpers.kernel.interpreter import Interpreter

SEAT, OUT, CELL = Int(-1, 5), Int(-999, 999), Int(0, 9)
OTHERS = ("status", "resume", "decisions", "work", "jumps", "key", "game")
AT, ZERO = read("seat", 0, SEAT), number(0)
BESIDE = Function("beside", (), None, (Store("cells", ZERO, number(8)),))
FIRST = Function("first", (), CELL, (If(compare("<", AT, 0), (Halt(),)), Return(number(0))))


def program(*body: Statement) -> Program:
    """Return a program of one block and a function that writes a cell."""
    made = Program(functions={"beside": BESIDE, "first": FIRST}, tables={"next": (1, 2, 3, 4, 5, 0), "none": ()})
    for name, many, kind in (("seat", 1, SEAT), ("out", 1, OUT), ("cells", 6, CELL)):
        made.fields[name] = Field(name, many, kind)
        made.initial[name] = [0] * many
    for name in OTHERS:
        made.fields[name] = Field(name, 1, Int(0, 99))
        made.initial[name] = [0]
    made.blocks.append((*body, Halt()))
    return made


def add(value: Expression) -> Store:
    """Return what adds a value to what comes out."""
    return Store("out", ZERO, plus(read("out", 0, OUT), value))


def cell(index: Expression) -> Read:
    """Return the number in a cell."""
    return Read("cells", index, CELL)


def after(index: Expression) -> Entry:
    """Return what comes after a number."""
    return Entry("next", index, Int(0, 5))


SAME = cell(after(AT))
SET = Store("cells", ZERO, number(1))
NOWHERE = Entry("none", AT, Int(0, 0))
I = Name("i", Int(0, 3))  # noqa: E741
T = Name("t", SEAT)


def looping(*body: Statement) -> For:
    """Return a loop of four passes."""
    return For("i", Int(0, 3), ZERO, number(4), body)


KNOWN = If(compare(">=", AT, 0), (add(SAME), If(compare("=", AT, 2), (add(SAME),)), add(SAME)))
BODIES: dict[str, tuple[tuple[Statement, ...], int]] = {
    "three times": ((KNOWN,), 1),
    "behind a store into another cell": (
        (If(compare(">=", AT, 0), (add(SAME), Store("cells", number(1), number(7)), *[add(SAME)] * 4)),),
        2,
    ),
    "a cell that a function writes": (
        (If(compare(">=", AT, 0), (add(SAME), Do(Call("beside", (), BOOL)), add(SAME))),),
        2,
    ),
    "in a loop": ((looping(If(compare(">=", AT, 0), (add(SAME), add(I)))),), 1),
    "in a loop that changes it": (
        (looping(If(compare(">=", AT, 0), (add(SAME), Store("cells", I, number(5)), add(SAME)))),),
        2,
    ),
    "in both branches, and nowhere for nobody": (
        (If(compare("=", AT, -1), (add(number(3)),), (add(after(AT)), If(compare(">", AT, 3), (add(after(AT)),)))),),
        0,
    ),
    "behind a call that may end the run": (
        (
            Store("out", ZERO, number(9)),
            For("i", Int(0, 9), Call("first", (), CELL), plus(after(AT), after(AT)), (add(number(1)),)),
        ),
        0,
    ),
    "of a table in which nothing stands": (
        (looping(If(compare(">", read("cells", 0, CELL), 7), (add(NOWHERE), add(I)))),),
        1,
    ),
    "a local that changes": (
        (
            Declare("t", SEAT, number(0)),
            looping(If(compare("<", T, 5), (add(cell(T)), Assign("t", plus(T, 1)), add(cell(T)), add(cell(T))))),
        ),
        2,
    ),
}


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("seat", [-1, 0, 2, 5])
def test_what_is_shared_is_worth_the_same(name: str, seat: int) -> None:
    """Whatever the state holds, a program does the same when it shares, and every number is of its type."""
    body, _ = BODIES[name]
    plain, made = program(*body), program(*body)
    cse(made)
    expected, named = [seat, 0, 1, 2, 3, 4, 5, 6, *[0] * 7], [seat, 0, 1, 2, 3, 4, 5, 6, *[0] * 7]
    printed = list(expected)
    PythonKernel(plain).run(expected, 0, -1)
    PythonKernel(made).run(printed, 0, -1)
    Interpreter(made).run(named, 0, -1)
    assert [expected, expected] == [printed, named]


@pytest.mark.parametrize("name", BODIES)
def test_what_is_worked_out_once(name: str) -> None:
    """Cells are read once for all that is worth the same, and again behind what may have changed them."""
    body, many = BODIES[name]
    made = program(*body)
    cse(made)
    found = [x for x in all_expressions(made.blocks[0]) if isinstance(x, Read) and x.field == "cells"]
    assert many == len(found)


def test_parts_of_a_table_are_found_anew_where_the_first_one_changes() -> None:
    """A loop through parts of a table that are equally far apart runs through these only if their first one stays."""
    at, j = Name("at", Int(0, 3)), Name("j", Int(0, 5))
    first = read("cells", 0, BOOL)
    inner = For("j", j.type, Entry("low", at, j.type), Entry("end", at, j.type), (add(after(j)), SET))
    outer = ForBits(
        "i", BOOL, Number(3, Word(2)), (Declare("at", at.type, plus(times(Name("i", BOOL), 2), first)), inner)
    )
    made = program(outer)
    made.tables |= {"low": (0, 1, 2, 3), "end": (1, 2, 3, 4)}
    expected, printed = [0] * 15, [0] * 15
    Interpreter(made).run(expected, 0, -1)
    PythonKernel(made).run(printed, 0, -1)
    assert expected == printed


def test_what_may_not_be_there_is_asked_of_a_longer_table() -> None:
    """Where nobody may have a turn, what a loop needs of whose turn it is comes before the loop all the same."""
    made = program(looping(If(compare(">=", AT, 0), (add(after(AT)), add(I)))))
    cse(made)
    ahead = [one.value for one in made.blocks[0] if isinstance(one, Declare)]
    assert [(1, 1, 2, 3, 4, 5, 0)] == [made.tables[one.table] for one in ahead if isinstance(one, Entry)]


@pytest.mark.parametrize("wide", [1, PART, 3 * PART, 64, 200, 2000])
def test_numbers_of_words(wide: int) -> None:
    """A word is taken apart into its numbers, however wide it is."""
    for word in ((1 << wide) - 1, 1 << (wide - 1), sum(1 << at for at in range(0, wide, 3))):
        assert [at for at in range(wide) if word >> at & 1] == list(bits(word))

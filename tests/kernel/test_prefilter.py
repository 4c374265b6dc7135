"""Searches begin with what is left by conditions that a function works out and remembers; what it may not is left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from gamedsl.kernel.builder import bit, both, combine, compare, number, plus, read, word
from gamedsl.kernel.passes.loops.prefilter import WORTH, prefilter
from gamedsl.kernel.passes.walk import walk
from gamedsl.kernel.program import (
    BOOL,
    Append,
    Assign,
    Break,
    Call,
    Declare,
    Entry,
    Expression,
    Fail,
    Field,
    For,
    ForBits,
    Function,
    If,
    Int,
    Name,
    Parameter,
    Program,
    Return,
    Statement,
    Store,
    Word,
)

PIECE, PLACE, SIZE = Int(0, 149), Int(0, 8), Int(0, 1)
WHICH, WHERE, FOUND = Name("piece", PIECE), Name("place", PLACE), Name("found", BOOL)
BIG = Entry("size of pieces", WHICH, SIZE)


def costly(*extra: Statement) -> Function:
    """Return a function of a place that costs more than a search is worth."""
    total = Name("total", Int(0, 9999))
    adding = Assign("total", plus(total, read("row", Name("at", PLACE), Int(0, 99))))
    loop = For("i", Int(0, WORTH), number(0), number(WORTH), (adding,))
    return Function(
        "worth",
        (Parameter("at", PLACE),),
        total.type,
        (Declare("total", total.type, number(0)), *extra, loop, Return(total)),
    )


def searching(condition: Expression, work: Sequence[Statement], function: Function | None = None) -> Program:
    """Return a program with a search for a place for each piece, and what is done where one is found."""
    program = Program()
    for name, many, kind in (("row", 9, Int(0, 99)), ("gold", 1, Int(0, 999)), ("work", 1, Int(0, 10**6))):
        program.fields[name], program.initial[name] = Field(name, many, kind), [0] * many
    program.tables["size of pieces"] = tuple([at % 2 for at in range(150)])
    program.functions["worth"] = function or costly()
    pays = compare(">=", read("gold", 0, Int(0, 999)), WHICH)
    inner: tuple[Any, ...] = (If(condition, (If(pays, tuple(work)),)), If(FOUND, (Break(),)))
    search = ForBits("place", PLACE, word(511, 9), inner)
    outer = (Declare("found", BOOL, number(0)), search, If(FOUND, (Append(WHICH),)))
    program.waits[1] = (ForBits("piece", PIECE, read("pieces", 0, Word(150)), outer),)
    program.fields["pieces"], program.initial["pieces"] = Field("pieces", 1, Word(150)), [(1 << 150) - 1]
    return program


def begins(program: Program) -> list[tuple[Expression, ...]]:
    """Return what the functions are given by which searches begin."""
    prefilter(program)
    loops = [x for body in program.waits.values() for x in walk(body) if isinstance(x, ForBits)]
    return [x.word.arguments for x in loops if isinstance(x.word, Call)]


IS_GOOD = compare(">", Call("worth", (WHERE,), Int(0, 9999)), BIG)
MARKED = (Assign("found", number(1)),)


def test_a_search_begins_with_the_places_for_pieces_of_a_sort() -> None:
    """Conditions that look a piece up in tables depend on its sort alone; what each piece costs is asked as before."""
    program = searching(IS_GOOD, MARKED)
    assert begins(program) == [(Entry("sorts " + str(tuple([at % 2 for at in range(150)])), WHICH, SIZE),)]
    (made,) = [one for name, one in program.functions.items() if name.startswith("prefilter.")]
    read_there = {x.field for x in walk(made.body) if hasattr(x, "field")}
    assert ([one.type for one in made.parameters], made.result, read_there) == ([SIZE], Word(9), set())


@pytest.mark.parametrize(
    ("condition", "work", "function"),
    [
        (IS_GOOD, (*MARKED, Store("row", WHERE, number(1))), None),
        (compare(">", Call("worth", (WHERE,), Int(0, 9999)), WHICH), (), costly(Fail(0))),
        (both(IS_GOOD, compare("!=", combine("&", bit(WHICH, 150), word(3, 150)), 0)), MARKED, None),
        (compare(">", WHERE, BIG), MARKED, None),
    ],
    ids=["what is done changes it", "a rule may fail", "too many answers beside a place", "not worth it"],
)
def test_other_searches_stay(condition: Expression, work: Sequence[Statement], function: Function | None) -> None:
    """What is found before could be something else by then, a fault of nobody's move, or cost more than it brings."""
    program = searching(condition, work, function)
    before = program.waits[1]
    found = begins(program)
    assert (found, program.waits[1]) == ([], before)

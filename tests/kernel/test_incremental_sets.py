"""Answers about what somebody has are kept true by what writes; loops ask before what is the same in all passes."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import gamedsl
from gamedsl.engine.state.chance import draw
from gamedsl.kernel.builder import bit, both, combine, compare, number, plus, read, word
from gamedsl.kernel.passes.loops.hoist_calls import hoist_calls
from gamedsl.kernel.passes.memoize.batch_queries import batch_queries
from gamedsl.kernel.passes.memoize.memoize import known_field, memoize, value_field
from gamedsl.kernel.passes.memoize.read_ranges import Kept, ReadRanges, Rows, values_by_place
from gamedsl.kernel.passes.walk import walk
from gamedsl.kernel.playing import PythonKernel, program_of
from gamedsl.kernel.printing.c import Printer
from gamedsl.kernel.program import (
    BOOL,
    Append,
    Assign,
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
    Read,
    Return,
    Statement,
    Store,
    Word,
)
from gamedsl.play.engines import engine_for
from tests.helpers.kernel.comparing import POLICY, otherwise_after_passes
from tests.helpers.kernel.interpreter import Interpreter
from tests.helpers.suite.nightly import examples
from tests.helpers.texts import game_text

ROOMS = game_text("kernel/incremental_sets")


@cache
def engine() -> Any:
    """Return the engine of the game."""
    return engine_for(gamedsl.loads(ROOMS).checked, 2)


@pytest.mark.parametrize("seed", range(examples(1, 40)))
def test_games_are_the_same_with_all_that_is_kept(seed: int) -> None:
    """Choices and numbers are those of the program before the passes, and what is tested here is in the one behind."""
    assert "" == otherwise_after_passes(engine(), [seed], 60 * examples(1, 5))
    program = program_of(engine().set_up)
    assert {"met.0", "first in market", "yes of first in market 0 of 12"} <= {*program.functions}


def test_words_say_what_holds_for_all_that_an_owner_has() -> None:
    """Whatever is known in a state is what would be worked out there anew."""
    program = program_of(engine().set_up)
    kernel, naive, compared = PythonKernel(program), Interpreter(program), 0
    s = kernel.start(3)
    for decision in range(200):
        kind = program.functions["met.0"].result
        assert kind is not None
        for owner in (seat for seat in range(2) if s[kernel.at[known_field("met.0")]] >> seat & 1):
            anew = naive.value([*s], {}, Call("met.0 anew", (number(owner),), kind))
            held = s[kernel.at["inside.player.built"] + owner]
            assert anew == s[kernel.at[value_field("met.0")] + owner] & held
            compared += anew > 0
        codes = kernel.codes(s)
        if not codes:
            break
        kernel.apply(s, codes[draw(3, 0, POLICY, decision, len(codes))])
    assert compared > 50


# ---------------------------------------------------------------- bits that decide

PIECE, HELD = Int(0, 9), Word(10)
WHICH = Name("piece", PIECE)


def asking(*body: Any) -> Program:
    """Return a program that says of each of ten pieces whether another one of its three is held."""
    program = Program()
    for name, many, kind in (("held", 1, HELD), ("other", 10, Int(0, 9)), ("work", 1, Int(0, 10**6))):
        program.fields[name], program.initial[name] = Field(name, many, kind), [0] * many
    program.tables["three"], program.widths["three"] = tuple([7 << one // 3 * 3 & 1023 for one in range(10)]), 10
    others = combine("&~", read("held", 0, HELD), bit(WHICH, 10))
    among = combine("&", others, Entry("three", WHICH, HELD))
    loop = For("i", Int(0, 20), number(0), number(20), (If(compare("!=", among, 0), (Return(number(1)),)),))
    program.functions["seen"] = Function("seen", (Parameter("piece", PIECE),), BOOL, (loop, Return(number(0))))
    program.blocks = [tuple(body)]
    return program


def test_a_bit_belongs_to_the_values_that_it_decides() -> None:
    """Of what is held only the three of a piece are asked about."""
    program = asking()
    found = values_by_place(ReadRanges(program), Kept(program.functions["seen"], (0,), 10))
    assert {"held": Rows(((1 << 10) - 1,), program.tables["three"])} == found


@pytest.mark.parametrize(
    ("new", "table"),
    [
        (combine("|", read("held", 0, HELD), bit(WHICH, 10)), True),
        (combine("&~", read("held", 0, HELD), bit(plus(WHICH, 0), 10)), True),
        (combine("|", read("held", 0, HELD), word(5, 10)), False),
        (bit(WHICH, 10), False),
    ],
)
def test_a_store_of_one_bit_forgets_what_the_bit_decides(new: Expression, table: bool) -> None:
    """Stores of several bits, or of a word that was not there before, make all unknown."""
    program = asking(Store("held", number(0), new))
    memoize(program)
    gone = [x for x in walk(program.blocks[0]) if isinstance(x, Entry)]
    assert ([Entry(f"of bits of held for {known_field('seen')}", WHICH, Word(10))] if table else []) == gone


# ---------------------------------------------------------------- what is asked before loops

ONE, SUM = Name("one", PIECE), Name("sum", Int(0, 9999))
IS_SEEN = Call("seen", (ONE,), BOOL)


def looped(body: tuple[Statement, ...], word_: Expression | None = None) -> Program:
    """Return a program with a loop through pieces, whose functions remember."""
    all_ = read("held", 0, HELD) if word_ is None else word_
    program = asking(Declare("sum", SUM.type, number(0)), ForBits("one", PIECE, all_, body))
    memoize(program)
    batch_queries(program)
    return program


def asked(program: Program) -> set[str]:
    """Return the functions that are asked for the words of loops."""
    loops = [x for x in walk(program.blocks[0]) if isinstance(x, ForBits)]
    return {x.word.function for x in loops if isinstance(x.word, Call)}


MORE = Assign("sum", plus(SUM, 1))


def test_answers_for_all_pieces_are_asked_together() -> None:
    """Also where other conditions stand before, or behind; what was remembered one by one is a word then."""
    small = compare("<", ONE, 5)
    for body in ((If(IS_SEEN, (MORE,)),), (If(small, (If(IS_SEEN, (MORE,)),)),), (If(IS_SEEN, (If(small, (MORE,)),)),)):
        program = looped(body)
        assert ({"yes of seen 0 of 10"}, Word(10)) == (asked(program), program.fields[value_field("seen")].type)


@pytest.mark.parametrize(
    "body",
    [
        (If(IS_SEEN, (Store("held", number(0), word(0, 10)),)),),
        (If(IS_SEEN, (MORE,), (MORE,)),),
        (If(both(compare("<", SUM, 5), IS_SEEN), (MORE,)), MORE),
        (Assign("sum", number(0)), If(IS_SEEN, (MORE,))),
    ],
    ids=["what is done changes it", "something for all others", "more behind", "something before"],
)
def test_other_loops_stay(body: tuple[Statement, ...]) -> None:
    """Answers that could be others by then are not asked before."""
    assert set() == asked(looped(body))


@pytest.mark.parametrize(
    ("extra", "argument", "before"),
    [
        ((), number(3), True),
        ((), Read("other", number(0), Int(0, 9)), True),
        ((), ONE, False),
        ((Store("held", number(0), word(0, 10)),), number(3), False),
        ((Store("other", number(0), number(1)),), Read("other", number(0), Int(0, 9)), False),
    ],
    ids=[
        "a number",
        "a number of the state",
        "the number of the pass",
        "what is done changes it",
        "or who is asked for",
    ],
)
def test_what_is_the_same_in_all_passes_is_asked_before(
    extra: tuple[Statement, ...], argument: Expression, before: bool
) -> None:
    """The call stands in front of the loop, once."""
    inside = If(Call("seen", (argument,), BOOL), (MORE,))
    program = asking(Declare("sum", SUM.type, number(0)), For("one", PIECE, number(0), number(9), (inside, *extra)))
    hoist_calls(program)
    heads = [x for x in program.blocks[0] if isinstance(x, Declare) and isinstance(x.value, Call)]
    assert before == (len(heads) == 1)


def test_what_may_fail_is_not_asked_before() -> None:
    """A loop without a pass would stop the game."""
    inside = If(Call("seen", (number(3),), BOOL), (MORE,))
    program = asking(Declare("sum", SUM.type, number(0)), For("one", PIECE, number(0), number(9), (inside,)))
    seen = program.functions["seen"]
    program.functions["seen"] = Function(
        "seen", seen.parameters, BOOL, (If(compare("=", WHICH, 3), (Fail(0),)), *seen.body)
    )
    before = program.blocks[0]
    hoist_calls(program)
    assert before == program.blocks[0]


def test_choices_of_loops_are_counted_without_branches() -> None:
    """Where all that is done in a pass is to add a choice, C adds whether there is one."""
    program = asking()
    program.fields["status"] = Field("status", 1, Int(0, 3))
    program.most_choices = 9
    chosen = Append(plus(ONE, 4))
    tested = If(compare(">", ONE, 2), (If(compare("<", ONE, SUM), (chosen,)),))
    printer = Printer(program)
    (_, _, line, _) = printer.statement(ForBits("one", PIECE, read("held", 0, HELD), (tested,)), "")
    assert " codes[n] = (one + 4); n += (((one > 2) && (one < sum))) & (n < 9);" == line
    other = ForBits("one", PIECE, read("held", 0, HELD), (If(compare(">", ONE, 2), (chosen,), (MORE,)),))
    assert any(" if (" in one for one in printer.statement(other, ""))

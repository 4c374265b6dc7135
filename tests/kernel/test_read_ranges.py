"""What functions remember is forgotten by place, and loops through words ask their conditions before."""

from __future__ import annotations

from typing import Any

import pytest

import gamedsl
from gamedsl.kernel.builder import bit, both, combine, compare, either, has, number, opposite, plus, read, times, word
from gamedsl.kernel.lowering.derived import DERIVED
from gamedsl.kernel.passes.loops.mask_loops import mask_loops
from gamedsl.kernel.passes.memoize.memoize import known_field, memoize
from gamedsl.kernel.passes.memoize.read_ranges import Kept, ReadRanges, Rows, values_by_place
from gamedsl.kernel.passes.pipeline import NAMES, optimise
from gamedsl.kernel.playing import OUTCOME, PythonKernel, program_of
from gamedsl.kernel.program import (
    Assign,
    Call,
    Declare,
    Entry,
    Field,
    For,
    ForBits,
    Function,
    Halt,
    If,
    Int,
    Name,
    Number,
    Parameter,
    Program,
    Return,
    Store,
    Word,
)
from gamedsl.play.engine import Engine
from gamedsl.play.engines import engine_for
from tests.helpers.suite.nightly import NIGHTLY

COUNT, SEAT, WIDE = Int(0, 9999), Int(-1, 3), 10
YOU = Name("you", SEAT)


def rows(*body: Any) -> Program:
    """Return a program with a row of three places for each of four seats, and what adds up those of one."""
    program = Program()
    for name in ("key", "game", "status", "resume", "decisions", "work", "jumps", "other"):
        program.fields[name], program.initial[name] = Field(name, 1, COUNT), [0]
    program.fields["row"], program.initial["row"] = Field("row", 12, COUNT), [*range(12)]
    total, at = Name("total", COUNT), Name("j", Int(0, 2))
    own = plus(times(YOU, 3), at)
    adding = Assign("total", plus(total, read("row", own, COUNT)))
    again = For("i", Int(0, 9), number(0), number(10), (For("j", Int(0, 2), number(0), number(3), (adding,)),))
    program.functions["sum"] = Function(
        "sum",
        (Parameter("you", SEAT),),
        COUNT,
        (Declare("total", COUNT, Number(0, COUNT)), If(compare(">=", YOU, 0), (again,)), Return(total)),
    )
    program.blocks = [(*body, Halt())]
    return program


def sums() -> list[Store]:
    """Return stores that ask for the sums of all seats."""
    return [Store("other", number(0), Call("sum", (number(seat),), COUNT)) for seat in range(4)]


def test_a_place_belongs_to_the_values_that_read_it() -> None:
    """Nobody is seat -1, who has no row; each place of a row is read for its owner alone."""
    program = rows()
    kept = Kept(program.functions["sum"], (0,), 5)
    own = tuple(1 << seat + 1 for seat in range(4) for _ in range(3))
    assert {"row": Rows(own, None)} == values_by_place(ReadRanges(program), kept)


@pytest.mark.parametrize(("without", "known"), [((), 0b11011), (("places",), 0)])
def test_a_store_forgets_what_the_place_was_read_for(without: tuple[str, ...], known: int) -> None:
    """A place of the second seat leaves the sums of the others known; without the way none is."""
    asked = Store("other", number(0), Call("sum", (number(-1),), COUNT))
    kernel = PythonKernel(optimise(rows(asked, *sums(), Store("row", number(4), number(7))), without))
    assert known == kernel.start(1)[kernel.at[known_field("sum")]]


def test_a_place_that_is_only_known_in_play_is_looked_up() -> None:
    """Where a local says which place is written, a table says what is forgotten."""
    at = Name("at", Int(0, 11))
    program = rows(*sums(), For("at", at.type, number(6), number(8), (Store("row", at, number(1)),)))
    memoize(program)
    loop = program.blocks[0][-2]
    assert isinstance(loop, For)
    table = Entry(f"of row for {known_field('sum')}", at, Word(5))
    gone = combine("&~", read(known_field("sum"), 0, Word(5)), table)
    assert Store(known_field("sum"), number(0), gone) == loop.body[1]


def test_where_a_piece_lies_is_known_with_what_lies_there() -> None:
    """A piece out of a slot or heap has its place there, so that place need not be read; any other may lie anywhere."""
    program = Program()
    piece, cell = Int(0, 9), Int(-1, 9)
    for name, many, kind in (
        ("place", 10, cell),
        ("zone.slots", 3, cell),
        ("zone.heap", 1, Word(10)),
        ("own", 1, Word(10)),
    ):
        program.fields[name] = Field(name, many, kind)
    found, sum_ = Name("found", Word(10)), Name("sum", COUNT)
    slot = Name("slot", cell)

    def read_of(pieces: Any) -> set[str]:
        own = Assign("sum", plus(sum_, read("place", Name("piece", piece), cell)))
        body = (
            Declare("sum", COUNT, number(0)),
            Declare("slot", cell, read("zone.slots", YOU, cell)),
            Declare("found", Word(10), word(0, 10)),
            If(compare(">=", slot, 0), (Assign("found", combine("|", found, bit(slot, 10))),)),
            ForBits("piece", piece, pieces, (own,)),
            Return(sum_),
        )
        program.functions["sum"] = Function("sum", (Parameter("you", Int(0, 2)),), COUNT, body)
        return set(values_by_place(ReadRanges(program), Kept(program.functions["sum"], (0,), 3)))

    assert [
        read_of(found),
        read_of(combine("&", read("zone.heap", 0, Word(10)), read("own", 0, Word(10)))),
        read_of(combine("|", found, read("own", 0, Word(10)))),
    ] == [{"zone.slots"}, {"zone.slots", "zone.heap", "own"}, {"zone.slots", "own", "place"}]


def test_what_tables_decide_is_not_read() -> None:
    """Of two ways only the one counts that the argument leads to."""
    program = rows()
    program.tables["which"] = (0, 1, 1, 0)
    way = compare("=", Entry("which", YOU, Int(0, 1)), 1)
    body = (If(way, (Return(read("row", 0, COUNT)),)), Return(read("other", 0, COUNT)))
    program.functions["sum"] = Function("sum", (Parameter("you", Int(0, 3)),), COUNT, body)
    found = values_by_place(ReadRanges(program), Kept(program.functions["sum"], (0,), 4))
    assert {"row": Rows((0b0110, *[0] * 11), None), "other": Rows((0b1001,), None)} == found


# ---------------------------------------------------------------- conditions as words

ONE, ALL = Name("v", Int(0, WIDE - 1)), word((1 << WIDE) - 1, WIDE)
OTHER = Name("other", Int(-1, 20))
SET = Name("set", Word(WIDE))
CONDITIONS = {
    "equal": compare("=", ONE, OTHER),
    "different": compare("!=", ONE, plus(OTHER, -2)),
    "in a set": has(SET, ONE),
    "not in a set": opposite(has(SET, ONE)),
    "of a table": compare("<=", Entry("prices", ONE, Int(0, 30)), OTHER),
    "above a table": compare(">", OTHER, Entry("prices", ONE, Int(0, 30))),
    "equal to one of a table": compare("=", Entry("prices", ONE, Int(0, 30)), OTHER),
    "two": both(has(SET, ONE), compare("!=", ONE, OTHER)),
    "one of two": either(compare("=", ONE, OTHER), compare(">=", Entry("prices", ONE, Int(0, 30)), OTHER)),
    "the same for all": both(compare(">", OTHER, 3), has(SET, ONE)),
}
PRICES = (3, 0, 7, 7, 12, 30, 1, 5, 20, 3)
GATHERED, ADDED = Name("w", Word(WIDE)), Name("added", Int(0, WIDE))
MORE = Assign("w", combine("|", GATHERED, bit(ONE, WIDE)))


@pytest.mark.parametrize("name", CONDITIONS)
def test_a_condition_as_a_word_holds_for_the_same_numbers(name: str) -> None:
    """A loop that gathers the numbers for which a condition holds is one word, with the same numbers."""
    program = gathering(If(CONDITIONS[name], (MORE,)))
    plain = played(program)
    mask_loops(program)
    assert (plain, 0) == (played(program), sum(isinstance(one, ForBits) for one in program.blocks[0]))


@pytest.mark.parametrize(
    ("price", "asked"), [(Entry("prices", ONE, Int(0, 30)), 0), (plus(Entry("prices", ONE, Int(0, 30)), ADDED), 1)]
)
def test_a_condition_behind_a_local_is_asked_before(price: Any, asked: int) -> None:
    """What a local stands for is asked of all numbers at once, unless a pass may change it."""
    test = If(compare("<=", Name("price", Int(0, 99)), OTHER), (MORE, Assign("added", plus(ADDED, 1))))
    program = gathering(Declare("price", Int(0, 99), price), test)
    plain = played(program)
    mask_loops(program)
    (loop,) = [one for one in program.blocks[0] if isinstance(one, ForBits)]
    assert (plain, asked) == (played(program), sum(isinstance(one, If) for one in loop.body))


def gathering(*body: Any) -> Program:
    """Return a program with a loop that may gather numbers."""
    program = Program()
    for field in ("key", "game", "status", "resume", "decisions", "work", "jumps"):
        program.fields[field], program.initial[field] = Field(field, 1, COUNT), [0]
    for field, kind in (("given", OTHER.type), ("among", SET.type), ("found", Word(WIDE))):
        program.fields[field], program.initial[field] = Field(field, 1, kind), [0]
    program.tables["prices"] = PRICES
    program.blocks = [
        (
            Declare("other", OTHER.type, read("given", 0, OTHER.type)),
            Declare("set", SET.type, read("among", 0, SET.type)),
            Declare("w", GATHERED.type, word(0, WIDE)),
            Declare("added", ADDED.type, number(0)),
            ForBits("v", ONE.type, ALL, body),
            Store("found", number(0), GATHERED),
            Halt(),
        )
    ]
    return program


def played(program: Program) -> list[int]:
    """Return what a program finds for all numbers and some sets."""
    kernel = PythonKernel(program)
    found = []
    for other in range(-1, 21):
        for among in (0, 1, 0b1011001101, (1 << WIDE) - 1):
            s = kernel.blank(1, 0)
            s[kernel.at["given"]], s[kernel.at["among"]] = other, among
            kernel.run(s, 0, -1)
            found.append(s[kernel.at["found"]])
    return found


def test_a_condition_that_a_pass_may_change_is_asked_in_every_pass() -> None:
    """What is written in the loop, or drawn, is not the same in all passes."""
    body = (
        Declare("n", COUNT, number(0)),
        ForBits("v", ONE.type, ALL, (If(compare("=", ONE, Name("n", COUNT)), (Assign("n", number(3)),)),)),
        ForBits("v", ONE.type, ALL, (If(compare("=", ONE, read("other", 0, COUNT)), tuple(sums()[:1])),)),
        Halt(),
    )
    program = rows(*body)
    before = program.blocks[0]
    mask_loops(program)
    assert before == program.blocks[0]


# ---------------------------------------------------------------- what only follows from others


CHANGED = {"connect_four": {"owners", "inside", "lines"}, "hex": {"masks", "chains", "values"}}
"""What games need: everything once."""
EVERY = [(name, without) for name in (*CHANGED, "nine_mens_morris") for without in DERIVED]
EVERYDAY = [(name, without) for name, without in EVERY if without in CHANGED.get(name, ())]


@pytest.mark.parametrize(("name", "without"), EVERY if NIGHTLY else EVERYDAY)
def test_games_are_the_same_without_what_is_derived(name: str, without: str) -> None:
    """Whatever is left out, random games end alike."""
    engine = engine_for(gamedsl.load(f"examples/{name}.game").checked, 2)
    with_all, without_it = (PythonKernel(program_of(engine.set_up, left_out, OUTCOME)) for left_out in ((), (without,)))
    expected, actual = (
        [[kernel.play(0, game, 255, 60)[kernel.at[one]] for one in ("status", "decisions", "winners", "key")]
         for game in range(2)]
        for kernel in (with_all, without_it)
    )  # fmt: skip
    assert expected == actual


@pytest.mark.parametrize("name", CHANGED)
def test_every_way_can_be_left_out(name: str) -> None:
    """The program is another one without what its game needs, and the same without all else."""

    def made(*left_out: str) -> dict[str, Function]:
        return program_of(
            Engine(gamedsl.load(f"examples/{name}.game").checked, 2).set_up, {*NAMES, *left_out}
        ).functions

    whole = made()
    assert CHANGED[name] == {one for one in DERIVED if made(one) != whole}

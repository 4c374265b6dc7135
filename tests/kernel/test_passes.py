"""Programs after the passes: what functions remember is what they would find anew, and stores make them forget."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import product
from typing import Any

import attrs
import pytest

import gamedsl
from gamedsl.engine.state.chance import base_of, draw
from gamedsl.kernel.builder import compare, number, plus, read
from gamedsl.kernel.passes import pipeline
from gamedsl.kernel.passes.analysis.effects import Effects
from gamedsl.kernel.passes.bottom_up import bottom_up
from gamedsl.kernel.passes.inline.inline_calls import Inliner
from gamedsl.kernel.passes.inline.inline_formulas import inline_formulas
from gamedsl.kernel.passes.loops.unroll import unrolled
from gamedsl.kernel.passes.memoize.memoize import known_field, memoize, raw, value_field
from gamedsl.kernel.passes.pipeline import NAMES, optimise
from gamedsl.kernel.passes.scalar.propagate import Propagator
from gamedsl.kernel.passes.scalar.simplify_control import simplify_control
from gamedsl.kernel.passes.walk import program_bodies, walk
from gamedsl.kernel.playing import PythonKernel, program_of
from gamedsl.kernel.printing.python import Printer
from gamedsl.kernel.program import (
    BOOL,
    Assign,
    Break,
    Call,
    Declare,
    Do,
    Fail,
    Field,
    For,
    Function,
    Halt,
    If,
    Int,
    Name,
    Number,
    Operation,
    Parameter,
    Program,
    Return,
    Store,
    Word,
)
from gamedsl.play.engine import Engine
from tests.frozen.kept import kernel_engine
from tests.helpers.kernel.comparing import same_games
from tests.helpers.suite.nightly import NIGHTLY
from tests.helpers.texts import game_text

GAMES = {"saloon_tycoon": 2, "tycoon": 3, "quatre_etoiles": 2, "examples/othello.game": 2}
COUNT = Int(0, 9999)


def states(kernel: PythonKernel, decisions: int) -> Iterator[list[int]]:
    """Yield the states of a random game."""
    s = kernel.start(3)
    for at in range(decisions):
        codes = kernel.codes(s)
        yield s
        if not codes:
            return
        kernel.apply(s, codes[draw(3, 0, 255, at, len(codes))])


class Names(Printer):
    """Finds the identifiers of a printed program again."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.text()


@pytest.mark.parametrize("name", GAMES if NIGHTLY else [*GAMES][3:])
def test_what_is_remembered_is_what_would_be_found_anew(name: str) -> None:
    """In every state of a game each value that is known is the one that the function works out anew."""
    program = program_of(Engine(gamedsl.load(name).checked, GAMES[name]).set_up)
    program.spare.clear()  # what works a value out anew may stand in the only function that calls it
    kernel = PythonKernel(program)
    module: dict[str, Any] = {}
    exec(compile(kernel.text, "kernel", "exec"), module)  # noqa: S102
    names = Names(kernel.program)
    known = 0
    found: list[str] = []
    assert len(kernel.program.kept) > 0
    for s in states(kernel, 120):
        known += sum(s[kernel.at[one]] != 0 for one in kernel.program.kept)
        found += stale(kernel, module, names, s)
    assert ([], True) == (found, known > 0)


def remembered(kernel: PythonKernel, name: str, s: list[int], at: int) -> int:
    """Return a value that a function remembers; answers of yes or no may be one word."""
    field = kernel.program.fields[value_field(name)]
    first = kernel.at[field.name]
    is_word = isinstance(field.type, Word) and isinstance(kernel.program.functions[name].result, Int)
    return s[first] >> at & 1 if is_word else s[first + at]


def stale(kernel: PythonKernel, module: dict[str, Any], names: Printer, s: list[int]) -> list[str]:
    """Return the functions whose remembered values are not those that they would find anew."""
    program, found, effects = kernel.program, [], Effects(kernel.program)
    for known, name in program.kept.items():
        function, used = program.functions[name], effects.summary(raw(name)).used
        spans = []
        for one in function.parameters:
            assert isinstance(one.type, Int) or one.name not in used
            low = one.type.low if isinstance(one.type, Int) else 0
            spans.append(range(low, one.type.high + 1) if one.name in used and isinstance(one.type, Int) else (low,))
        for at, given in enumerate(product(*spans)):
            if s[kernel.at[known]] >> at & 1:
                anew = module[names.name("F", raw(name))](s[:], *given)
                if int(anew) != remembered(kernel, name, s, at):
                    found.append(name)
    return found


def counting(body: tuple[Any, ...]) -> Program:
    """Return a program with a number and a function of a parameter that reads it; ``body`` is its first block."""
    program = Program()
    for name in ("key", "game", "status", "resume", "decisions", "work", "jumps", "other", "counted"):
        program.fields[name], program.initial[name] = Field(name, 1, COUNT), [0]
    you, total = Name("you", Int(0, 3)), Name("total", COUNT)
    adding = Assign("total", plus(total, read("counted", 0, COUNT), you))
    program.functions["many"] = Function(
        "many",
        (Parameter("you", Int(0, 3)), Parameter("unused", Int(0, 1000))),
        COUNT,
        (
            Declare("total", COUNT, Number(0, COUNT)),
            For("j", Int(0, 19), number(0), number(20), (adding,)),
            Return(total),
        ),
    )
    program.blocks = [(*body, Halt())]
    return program


def many(you: int) -> Call:
    """Return a call of the function."""
    return Call("many", (number(you), number(7)), COUNT)


def test_a_function_that_costs_much_remembers_by_the_parameters_that_it_reads() -> None:
    """There is a place for each value of the parameters that are read, none for the others."""
    program = counting((Store("other", number(0), many(2)),))
    memoize(program)
    assert ({known_field("many"): "many"}, 4) == (program.kept, program.fields[value_field("many")].count)


def test_a_store_makes_a_function_forget_what_it_made_of_the_field() -> None:
    """What is asked after a store is worked out anew; a store to another field changes nothing."""
    steps = (
        Store("other", number(0), many(1)),
        Store("counted", number(0), number(5)),
        Store("other", number(0), many(1)),
    )
    kernel = PythonKernel(optimise(counting(steps)))
    s = kernel.start(1)
    known = s[kernel.at[known_field("many")]]
    assert (20 * 6, 0b10) == (s[kernel.at["other"]], known)


def test_what_is_remembered_is_read_instead_of_worked_out() -> None:
    """A known value is taken as it stands; so it is never known when somebody else has written into the state."""
    kernel = PythonKernel(optimise(counting((Store("other", number(0), many(3)),))))
    kernel.initial[kernel.at[known_field("many")]] = 0b1000
    kernel.initial[kernel.at[value_field("many")] + 3] = 77
    assert 77 == kernel.start(1)[kernel.at["other"]]


def test_a_function_that_changes_something_is_never_remembered() -> None:
    """Only functions that change nothing are remembered, and none that call such."""
    program = counting((Store("other", number(0), Call("outer", (), COUNT)),))
    body = program.functions["many"].body
    changed = (*body[:-1], Store("counted", number(0), number(1)), body[-1])
    program.functions["many"] = Function("many", program.functions["many"].parameters, COUNT, changed)
    program.functions["outer"] = Function("outer", (), COUNT, (Return(many(1)),))
    memoize(program)
    assert {} == program.kept


@pytest.mark.parametrize(("kind", "remembered"), [(COUNT, {"many"}), (BOOL, {"many", "outer"})])
def test_what_only_puts_together_what_is_remembered_is_not_unless_it_is_yes_or_no(
    kind: Int, remembered: set[str]
) -> None:
    """What costs little more than to look whether it is known is worked out each time; loops ask yes and no at once."""
    program = counting((Store("other", number(0), Call("outer", (), kind)),))
    sums = plus(many(1), many(2))
    value = sums if kind == COUNT else Operation(">", sums, number(3), BOOL)
    program.functions["outer"] = Function("outer", (), kind, (Return(value),))
    memoize(program)
    assert remembered == {*program.kept.values()}


def test_passes_can_be_left_out_by_name() -> None:
    """What is left out does not change the program."""
    plain = counting((Store("other", number(0), many(2)),))
    assert Printer(plain).text() == Printer(optimise(counting(plain.blocks[0][:-1]), NAMES)).text()


FORMULA = plus(read("counted", 0, COUNT), Name("you", Int(0, 3)))


def calling(formula: Any) -> Program:
    """Return a program that calls a function which is one formula."""
    program = counting((Store("other", number(0), Call("short", (number(2),), COUNT)),))
    program.functions["short"] = Function("short", (Parameter("you", Int(0, 3)),), COUNT, (Return(formula),))
    return program


def test_a_short_formula_is_written_where_it_is_called() -> None:
    """Its parameters become what they are given, and constants are worked out."""
    program = calling(FORMULA)
    inline_formulas(program)
    assert Store("other", number(0), plus(read("counted", 0, COUNT), 2)) == program.blocks[0][0]


def test_a_formula_that_draws_is_called() -> None:
    """A draw stays where it stands: it must happen once."""
    draws = Call("draw", (number(0), number(0), number(6)), COUNT)
    program = calling(plus(draws, Name("you", Int(0, 3))))
    inline_formulas(program)
    assert Store("other", number(0), Call("short", (number(2),), COUNT)) == program.blocks[0][0]


def test_a_random_game_in_one_loop_is_that_of_single_steps() -> None:
    """``play`` ends in the same state as choices one by one."""
    kernel = PythonKernel(program_of(Engine(gamedsl.load("examples/no_thanks.game").checked, 3).set_up))
    s, at = kernel.start(5, 2), 0
    while codes := kernel.codes(s):
        kernel.apply(s, codes[draw(s[kernel.at["key"]], 2, 255, at, len(codes))])
        at += 1
    assert s == kernel.play(5, 2, 255, 10_000)


def doing(*body: Any) -> Program:
    """Return a program whose first block calls a function with 2 and a number of the state."""
    program = counting((Do(Call("does", (number(2), read("counted", 0, COUNT)), COUNT)),))
    parameters = (Parameter("you", Int(-1, 3)), Parameter("most", COUNT))
    program.functions["does"] = Function("does", parameters, None, body)
    return program


def test_what_a_function_tests_of_its_argument_is_decided_where_it_is_written_out() -> None:
    """An argument that can never be below 0 leaves no test of that; other arguments become locals first."""
    you, most = Name("you", Int(-1, 3)), Name("most", COUNT)
    program = doing(If(compare("<", you, 0), (Fail(0),)), Store("counted", number(0), plus(you, 1)), storing(most))
    bottom_up(program)
    kept, *behind = program.blocks[0]
    assert Declare(kept.name, COUNT, read("counted", 0, COUNT)) == kept
    assert [Store("counted", number(0), number(3)), storing(Name(kept.name, COUNT)), Halt()] == behind


def storing(value: Any) -> Store:
    """Return a store of a value into another field."""
    return Store("other", number(0), value)


def test_a_function_that_may_be_left_early_is_written_with_branches() -> None:
    """What stands behind a way out is done where that is not taken."""
    most = Name("most", COUNT)
    program = doing(If(compare(">", most, 3), (Return(None),)), storing(most))
    bottom_up(program)
    kept, test, last = program.blocks[0]
    own = Name(kept.name, COUNT)
    assert (If(compare("<=", own, 3), (storing(attrs.evolve(own, type=Int(0, 3))),)), Halt()) == (test, last)


def test_a_search_ends_where_it_has_found() -> None:
    """The flag of a search is not asked again in every pass: where it is set the loop is left."""
    flag, one = Name("flag", Int(0, 1)), Name("j", Int(0, 19))
    found = If(compare("=", one, read("counted", 0, COUNT)), (Assign("flag", number(1)),))
    loop = For("j", Int(0, 19), number(0), number(20), (found, If(flag, (Break(),))))
    program = counting((Declare("flag", Int(0, 1), number(0)), loop, storing(flag)))
    simplify_control(program)
    assert (If(found.condition, (Assign("flag", number(1)), Break())),) == program.blocks[0][1].body


def test_a_loop_of_one_pass_and_an_unread_local_are_left_out() -> None:
    """What is worked out in vain is not worked out; what may end the run stays."""
    once = For("j", Int(0, 0), number(0), number(1), (storing(plus(read("counted", 0, COUNT), Name("j", Int(0, 0)))),))
    unread = Declare("idle", COUNT, read("counted", 0, COUNT))
    asked = Declare("asked", COUNT, many(1))
    risky = Declare("risky", COUNT, Call("failing", (), COUNT))
    program = counting((unread, asked, If(read("counted", 0, COUNT), (asked,)), risky, once))
    program.functions["failing"] = Function("failing", (), COUNT, (Fail(0),))
    simplify_control(program)
    assert (risky, Declare("j", Int(0, 0), number(0)), once.body[0], Halt()) == program.blocks[0]


def test_what_lies_in_the_slots_of_an_owner_is_kept() -> None:
    """In every state of a game the words that are kept are those that follow from the slots.

    What has changed since an end was asked does not follow from them: who asks for it anew takes it that all has.
    """
    name = "saloon_tycoon" if NIGHTLY else "examples/connect_four.game"
    kernel = PythonKernel(program_of(Engine(gamedsl.load(name).checked, 2).set_up))
    derived = {name: one for name, one in kernel.program.derived.items() if not name.startswith("changed for")}
    wrong = []
    for s in states(kernel, 150):

        def field(name: str, s: list[int] = s) -> list[int]:
            return s[kernel.at[name] : kernel.at[name] + kernel.program.fields[name].count]

        wrong += [name for name, derive in derived.items() if field(name) != derive(field)]
    assert ([], True) == (wrong, any(name.startswith("inside.") for name in derived))


SEARCHING = game_text("kernel/passes")


def test_what_may_fail_before_a_search_fails_only_where_there_is_something_to_search() -> None:
    """A number out of range stops the game as soon as somebody has a card to compare, and not before."""
    engine = kernel_engine(gamedsl.loads(SEARCHING).checked, 2)
    same_games("optimising", "searching", engine, range(60), 400)
    codes = set()
    for seed in range(60):
        s = engine.start(seed)
        while choices := engine.codes(s):
            engine.apply(s, choices[draw(seed, 0, 255, s.decisions, len(choices))])
        codes.add(s.error and s.error[0])
    assert "GDRUN05" in codes


@pytest.mark.parametrize(
    "named",
    [
        *[f"examples/{name}.game:2" for name in ("hex", "amazons", "breakthrough", "nine_mens_morris", "connect_four")],
        *["examples/first_game.game:2", "examples/leduc_poker.game:2", "mogul:4"],
    ],
)
def test_decisions_by_chance_are_those_of_the_list(named: str) -> None:
    """Deciding by chance is choosing the one of the list that is drawn, and carrying it out."""
    name, seats = named.split(":")
    kernel = PythonKernel(program_of(Engine(gamedsl.load(name).checked, int(seats)).set_up))
    s, at = kernel.start(8), 0
    key = s[kernel.at["key"]]
    while (codes := kernel.codes(s)) and at < 120:
        for stream in range(24):
            decided, chosen = s[:], s[:]
            block = kernel.module["D"][s[kernel.at["resume"]]](decided, base_of(key, 0, stream), at)
            while block >= 0:
                block = kernel.module["B"][block](decided, -1)
            kernel.apply(chosen, codes[draw(key, 0, stream, at, len(codes))])
            assert decided == chosen
        kernel.apply(s, codes[draw(key, 0, 255, at, len(codes))])
        at += 1
    played = kernel.play(8, 0, 255, at)
    assert kernel.codes(played) == codes
    assert s == played


def test_a_program_that_is_too_large_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passes take longer than games where there are very many nodes; one fewer goes through them."""
    program = counting((Store("other", number(0), many(2)),))
    nodes = sum(1 for body in program_bodies(program) for _ in walk(body))
    monkeypatch.setattr(pipeline, "MOST_NODES", nodes - 1)
    assert {} == optimise(program).kept
    monkeypatch.setattr(pipeline, "MOST_NODES", nodes)
    assert {} != optimise(program).kept


def test_each_pass_says_what_it_does() -> None:
    """The head of its module has a sentence from what to what, its usual name, and an example before and after."""
    modules = {import_module(one.__module__) for one in (*pipeline.PASSES, Inliner, unrolled, Propagator)}
    heads = {one.__name__: one.__doc__ or "" for one in modules if one is not import_module(bottom_up.__module__)}
    assert len(NAMES) - 1 == len(heads)
    for name, head in heads.items():
        assert (name, True, True, True) == (name, " -> " in head.partition("\n")[0], "Known" in head, "\n    " in head)

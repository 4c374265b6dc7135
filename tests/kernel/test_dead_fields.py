"""A program without what nobody reads plays the same games, and does not keep what nobody reads."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import gamedsl
from gamedsl.engine.state.chance import draw
from gamedsl.kernel.builder import number, plus, read, word
from gamedsl.kernel.passes.scalar.dead_fields import OUTCOME, without_dead_fields
from gamedsl.kernel.passes.walk import program_bodies, walk
from gamedsl.kernel.playing import PythonKernel, program_of
from gamedsl.kernel.printing.c import Printer
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
    Note,
    Parameter,
    Program,
    Return,
    Statement,
    Store,
    Word,
)
from gamedsl.play.engine import Engine
from tests.frozen.kept import tried
from tests.helpers.kernel.comparing import POLICY, field
from tests.helpers.random_games.cards import card_game
from tests.helpers.random_games.dice import dice_game
from tests.helpers.random_games.faults import faulty_game
from tests.helpers.random_games.secrets import secret_game
from tests.helpers.random_games.triggers import trigger_game
from tests.helpers.suite.nightly import NIGHTLY, examples
from tests.kernel.test_native import COMPILER, folded, played
from tests.kernel.test_native import COUNT as NATIVE
from tests.kernel.test_same_game import FORMS

SMALL, BYTE = Int(0, 9), Int(0, 255)
KNOWLEDGE = frozenset({"known", "aware", "exposed"})
"""Who knows what: nobody is asked for it where nobody is shown anything."""
EXAMPLES = {
    **{f"examples/{name}.game": 2 for name in ("tic_tac_toe", "connect_four", "kuhn_poker", "leduc_poker", "othello")},
    **{f"examples/{name}.game": 2 for name in ("first_game", "hex", "breakthrough", "checkers", "nine_mens_morris")},
    **{f"examples/{name}.game": 4 for name in ("no_thanks", "sealed_bid", "six_tricks", "liars_dice")},
    "mogul": 4,
    "tycoon": 3,
    "saloon_tycoon": 2,
    "quatre_etoiles": 2,
}
HIDING = ("examples/no_thanks.game", "examples/six_tricks.game")
MAKERS = (card_game, dice_game, secret_game, trigger_game, faulty_game)


def story(kernel: PythonKernel, seed: int, seen: frozenset[str], most: int) -> list[object]:
    """Return what a random game comes to, decision by decision: choices, the fields that are seen, the fault."""
    s, found = kernel.start(seed), list[object]()
    while codes := kernel.codes(s):
        decisions = field(kernel, s, "decisions")[0]
        found.append((codes, {name: field(kernel, s, name) for name in seen}))
        if decisions >= most:
            break
        kernel.apply(s, codes[draw(field(kernel, s, "key")[0], 0, POLICY, decisions, len(codes))])
    return [*found, {name: field(kernel, s, name) for name in seen}, kernel.failed]


def stored(program: Program) -> set[str]:
    """Return the fields that a program writes."""
    return {one.field for body in program_bodies(program) for one in walk(body) if isinstance(one, Store)}


@pytest.mark.parametrize("name", tried(["mogul", *FORMS[3::3]], EXAMPLES))
def test_same_games(name: str) -> None:
    """Choices, deciders, draws, points by source and winners are the same, decision by decision."""
    engine = Engine(gamedsl.load(name).checked, EXAMPLES[name])
    whole, small = PythonKernel(program_of(engine.set_up)), PythonKernel(program_of(engine.set_up, seen=OUTCOME))
    expected = [story(whole, seed, OUTCOME, 120) for seed in range(3)]
    assert expected == [story(small, seed, OUTCOME, 120) for seed in range(3)]


@pytest.mark.parametrize("number", range(examples(1, 3)))
@pytest.mark.parametrize("make", MAKERS if NIGHTLY else [card_game, trigger_game, faulty_game])
def test_games_at_random(make: Callable[[Random], str], number: int) -> None:
    """Games that nobody meant go the same way, to the same faults with the same values in their messages."""
    game = gamedsl.loads(make(Random(number))).checked
    engine = Engine(game, max(game.least_seats, min(3, game.most_seats)))
    whole, small = PythonKernel(program_of(engine.set_up)), PythonKernel(program_of(engine.set_up, seen=OUTCOME))
    expected = [story(whole, seed, OUTCOME, 120) for seed in range(3)]
    assert expected == [story(small, seed, OUTCOME, 120) for seed in range(3)]


@pytest.mark.parametrize("name", tried(HIDING, ["mogul", *HIDING]))
def test_only_knowledge_goes(name: str) -> None:
    """A program that is made already can lose who knows what alone: every other field is as it was."""
    program = program_of(Engine(gamedsl.load(name).checked, 4).set_up)
    seen = frozenset(program.fields) - KNOWLEDGE
    whole, small = PythonKernel(program), PythonKernel(without_dead_fields(program, seen))
    assert story(whole, 1, seen, 200) == story(small, 1, seen, 200)


@pytest.mark.skipif(COMPILER is None, reason="there is no compiler")
@pytest.mark.parametrize("name", tried(HIDING, ["mogul", *HIDING]))
def test_same_games_as_c(name: str, tmp_path: Path) -> None:
    """C without what nobody reads makes the decisions of the whole program as Python."""
    engine = Engine(gamedsl.load(name).checked, 4)
    whole = PythonKernel(program_of(engine.set_up))
    expected = [folded(whole, number) for number in range(NATIVE)]
    assert expected == played(Printer(program_of(engine.set_up, seen=OUTCOME)).text(), 4, tmp_path)


def test_nobody_asks_who_knows() -> None:
    """In No Thanks! it is not kept who knows which card; who asks for that gets it."""
    engine = Engine(gamedsl.load("examples/no_thanks.game").checked, 4)
    assert {"known"} == (
        stored(program_of(engine.set_up)) - stored(program_of(engine.set_up, seen=OUTCOME))
    ) & KNOWLEDGE
    assert "known" in stored(program_of(engine.set_up, seen=OUTCOME | {"known"}))


# ---------------------------------------------------------------- small programs


def made(body: tuple[Statement, ...], *functions: Function) -> Program:
    """Return a program of one block with the fields ``a``, ``b`` and ``c``, of which ``a`` is looked at, reduced."""
    fields = {one: Field(one, 4, BYTE) for one in "abc"} | {"k": Field("k", 1, Word(8))}
    program = Program(fields=fields, functions={one.name: one for one in functions}, blocks=[(*body, Halt())])
    return without_dead_fields(program, ("a",))


def put(to: str, value: object = 1) -> Store:
    """Return a store into the first place of a field."""
    return Store(to, number(0), number(value) if isinstance(value, int) else value)  # type: ignore[arg-type]


def test_what_only_serves_what_nobody_reads() -> None:
    """A field that is read only for a field that nobody reads goes with it, and the loop and locals for it."""
    local = Name("x", BYTE)
    loop = For("i", SMALL, number(0), number(3), (put("c", read("b", number(0), BYTE)), Break()))
    body = (put("b"), Declare("x", BYTE, read("c", number(0), BYTE)), Assign("x", plus(local, 1)), loop)
    assert (put("a"), Halt()) == made((*body, put("a"))).blocks[0]


def test_what_serves_what_is_read() -> None:
    """What a field that is looked at depends on stays: fields, locals, and how far a loop goes."""
    test = If(read("b", number(0), BYTE), (Break(),))  # type: ignore[arg-type]
    loop = For("i", SMALL, number(0), number(3), (put("a", Name("i", SMALL)), test))
    body = (put("b"), put("c"), loop)
    assert (put("b"), loop, Halt()) == made(body).blocks[0]


def test_faults_stay() -> None:
    """A fault inside what serves nothing stays, with the values of its message."""
    fault = If(read("b", number(0), BYTE), (put("c"), Fail(3, (read("k", number(0), Word(8)),))))  # type: ignore[arg-type]
    body = (put("b"), Store("k", number(0), word(3, 8)), fault)
    expected = If(fault.condition, fault.then[1:])
    assert (*body[:2], expected, Halt()) == made(body).blocks[0]


def test_functions_lose_what_is_not_read() -> None:
    """Parameters that only served what is gone go, values that nobody wants too, and functions that do nothing."""
    one, other = Parameter("one", BYTE), Parameter("other", BYTE)
    stores = (put("a", Name("one", BYTE)), put("c", Name("other", BYTE)), Return(number(5)))
    f = Function("f", (one, other), BYTE, stores)
    g = Function("g", (), None, (put("b"),))
    given = read("b", number(0), BYTE)
    called = Declare("x", BYTE, Call("f", (number(1), given), BYTE))
    program = made((Do(Call("g", (), BOOL)), Do(Call("f", (number(1), given), BYTE))), f, g)
    assert {"f": Function("f", (one,), None, (stores[0], Return(None)))} == program.functions
    assert (Do(Call("f", (number(1),), BYTE)), Halt()) == program.blocks[0]
    kept = made((called,), f, g).blocks[0]
    assert (Declare("x", BYTE, Call("f", (number(1),), BYTE)), Halt()) == kept


def test_a_function_that_fails_is_called() -> None:
    """A value that nobody reads is worked out where that may fail, in an argument too that is not read."""
    f = Function("f", (), BYTE, (If(read("b", number(0), BYTE), (Fail(1),)), Return(number(0))))  # type: ignore[arg-type]
    g = Function("g", (Parameter("one", BYTE),), None, (put("a"),))
    body = (Do(Call("g", (Call("f", (), BYTE),), BOOL)),)
    program = made(body, f, g)
    assert (*body, Halt()) == program.blocks[0]
    assert {"f": f, "g": g} == program.functions


def test_trace_points() -> None:
    """Notes that are told stay, with what they tell; all others go."""
    fields = {"a": Field("a", 1, BYTE), "b": Field("b", 1, BYTE)}
    note, other = Note("sold", 0, (read("b", number(0), BYTE),)), Note("mixed", 1)
    program = Program(fields=fields, blocks=[(put("b"), note, other, Halt())], notes=["", ""])
    assert [(put("b"), note, Halt())] == without_dead_fields(program, ("a",), ("sold",)).blocks
    assert [(Halt(),)] == without_dead_fields(program, ("a",)).blocks


def test_limits_stay() -> None:
    """Counts that stop what never ends are kept, since their fault reads them."""
    program = program_of(Engine(gamedsl.load("examples/no_thanks.game").checked, 4).set_up, seen=OUTCOME)
    assert {"work", "jumps"} <= stored(program)

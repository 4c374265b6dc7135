"""Notes of a program are printed for whoever is told, and are nowhere else."""

from __future__ import annotations

import attrs
import pytest

from gamedsl.kernel import builder as m
from gamedsl.kernel.playing import Block, PythonKernel
from gamedsl.kernel.printing import c, python
from gamedsl.kernel.program import (
    Append,
    Aside,
    Declare,
    Field,
    For,
    Halt,
    If,
    Int,
    Name,
    Note,
    Noted,
    Ordered,
    Program,
    Statement,
    Store,
    Target,
    Try,
    Wait,
)

NAMES = ("key", "game", "status", "resume", "decisions", "work", "n", "decider", "winners", "points", "jumps")
SMALL = Int(0, 9)


def program_with(*body: Statement) -> Program:
    """A program that sets ``n`` to 3, carries statements out, and ends."""
    fields = {name: Field(name, 1, SMALL) for name in NAMES}
    body = (Store("n", m.number(0), m.number(3)), *body, Halt())
    initial = {name: [0] for name in NAMES}
    return Program(fields, blocks=[body], initial=initial, notes=["first", "second"])


N = m.read("n", 0, SMALL)
TWICE = Aside("log", (Declare("t", SMALL, m.plus(N, N)),))


@pytest.mark.parametrize("about", ["log", "mix"])
def test_who_is_told_what(about: str) -> None:
    """Whoever is told about something gets what the note says once, then the state and the values as they come up."""
    heard: list[object] = []

    def listen(what: object) -> object:
        heard.append(what)
        return lambda s, *values: heard.append((s[6], *values))

    program = program_with(TWICE, Note("log", 0, (Name("t", SMALL), m.number(1))), Note("mix", 1))
    PythonKernel(program, {about: listen}).start(0)  # type: ignore[dict-item]
    assert {"log": ["first", (3, 6, 1)], "mix": ["second", (3,)]}[about] == heard


def test_answers_go_into_other_notes() -> None:
    """What is answered to a note can be a value of a later one."""
    heard: list[object] = []

    def listen(what: object) -> object:
        return lambda s, *values: heard.append(values) or [what]

    notes = (Note("log", 0, (), "said"), Note("log", 1, (Name("said", SMALL),)))
    PythonKernel(program_with(*notes), {"log": listen}).start(0)  # type: ignore[dict-item]
    assert [(), (["first"],)] == heard


NOTED = (
    TWICE,
    Note("log", 0),
    If(m.compare("=", N, 2), (Note("log", 0),)),
    If(m.compare("=", N, 2), (Note("log", 0),), (Store("n", m.number(0), m.number(4)),)),
    For("j", SMALL, m.number(0), m.number(2), (Note("log", 1), Store("n", m.number(0), m.number(5)))),
    Ordered((TWICE, Append(N))),
    Try((Note("log", 1), Store("n", m.number(0), m.number(6))), (Note("log", 0), Store("n", m.number(0), m.number(7)))),
)
PLAIN = (
    If(m.compare("!=", N, 2), (Store("n", m.number(0), m.number(4)),)),
    For("j", SMALL, m.number(0), m.number(2), (Store("n", m.number(0), m.number(5)),)),
    Ordered((Append(N),)),
    Try((Store("n", m.number(0), m.number(6)),), (Store("n", m.number(0), m.number(7)),)),
)


@pytest.mark.parametrize("printer", [python.Printer, c.Printer])
def test_nothing_is_left_of_notes(printer: type[python.Printer]) -> None:
    """A program is printed as if nobody had put notes into it, with the tests around them."""
    texts = [printer(attrs.evolve(program_with(*body), notes=[])).text() for body in (NOTED, PLAIN)]
    assert texts[0] == texts[1]


def test_notes_behind_a_decision() -> None:
    """Notes in blocks behind a wait are told when play comes there."""
    heard: list[Block] = []
    program = program_with(Wait(Target(1)))
    program.blocks.append((Note("log", 0), Halt()))
    kernel = PythonKernel(program, {"log": lambda _: lambda s: heard.append(s[:])})
    s = kernel.start(0)
    before = len(heard)
    kernel.apply(s, 0)
    assert (0, 1) == (before, len(heard))


def test_told_whenever_it_is_worked_out() -> None:
    """A value that is noted is told each time that it is worked out, in no other branch, and is the same untold."""
    heard: list[str] = []
    noted = Noted("use", 0, m.plus(N, 1), SMALL)

    def listen(what: object) -> object:
        return lambda s: heard.append(str(what))

    body = [Store("n", m.number(0), m.choose(m.compare("=", N, at), noted, N)) for at in (3, 9, 4)]
    told, plain = PythonKernel(program_with(*body), {"use": listen}), PythonKernel(program_with(*body))  # type: ignore[dict-item]
    assert (5, 5, ["first", "first"]) == (told.start(0)[6], plain.start(0)[6], heard)

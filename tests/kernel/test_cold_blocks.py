"""Blocks that are seldom run are told by their jumps alone."""

from __future__ import annotations

from gamedsl.kernel.cold_blocks import seldom
from gamedsl.kernel.program import BOOL, Back, Fail, If, Jump, Name, Number, Program, Statement, Store, Target, Wait

MAYBE = Name("maybe", BOOL)
ZERO, ONE = Number(0, BOOL), Number(1, BOOL)


def jump(block: int) -> Jump:
    """Return a jump to a block."""
    return Jump(Target(block))


def chain(steps: int, way: tuple[Statement, ...]) -> Program:
    """Return a program that asks again and again, with steps that go ``way`` before the last block asks anew."""
    again: tuple[Statement, ...] = (Wait(Target(1)),)
    return Program(blocks=[again, *[(If(MAYBE, way, ()),)] * steps, again])


def test_what_many_branches_stand_before_is_seldom_run() -> None:
    """Nine branches before which all others leave are one game in 512, eight one in 256; faults leave nothing."""
    assert frozenset({10, 11}) == seldom(chain(11, (jump(12),)))
    assert frozenset() == seldom(chain(11, (Fail(0),)))


def test_what_is_called_goes_back_to_where_it_was_called() -> None:
    """A paragraph that is run again and again makes none of its calls seldom but those that are."""
    asking: tuple[Statement, ...] = (Wait(Target(1)),)
    rare = [(If(MAYBE, (jump(11),), ()),)] * 9
    calls: list[tuple[Statement, ...]] = [
        (Store("back", ZERO, ONE), jump(13)),
        (Store("back", ZERO, ZERO), jump(13)),
        asking,
        (Back("back", [Target(12), Target(12)]),),
    ]
    assert frozenset({10}) == seldom(Program(blocks=[asking, *rare, *calls]))

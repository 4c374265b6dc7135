"""Loops that gather words for the numbers of a word that is one of a few -> entries of a table, gathered before play

Known as partial evaluation into a lookup table. So it is with the places beside one in several directions, where it
depends on little which directions these are.

    ways = diagonal if king else forward          which = 1 if king else 0
    for w in ways: near = near | steps[w * 64 + at]   near = near | steps_of_ways[which * 64 + at]
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, reduce
from operator import or_
from typing import Any

from gamedsl.kernel.builder import bits, choose, combine, constant, gained, interval, number, plus, times
from gamedsl.kernel.passes.walk import Body, change_bodies, walk, with_bodies, with_children
from gamedsl.kernel.program import (
    Assign,
    Choose,
    Declare,
    Entry,
    Expression,
    ForBits,
    Int,
    Name,
    Number,
    Operation,
    Program,
    Statement,
    While,
    Word,
)

FEW = 8
"""Words for each of which a table has its own entries."""


def tabulate_loops(program: Program) -> None:
    """Write tables for loops that gather words."""
    change_bodies(program, partial(_body, program))


def _body(program: Program, body: Body) -> Body:
    found: list[Any] = [with_bodies(one, partial(_body, program)) for one in body]
    for at, one in enumerate(found):
        if not isinstance(one, Declare) or not isinstance(one.type, Word):
            continue
        known = sorted(_cases(program, one.value))
        if not 0 < len(known) <= FEW:
            continue
        if sum(1 for x in walk(found) if isinstance(x, Name | Assign) and x.name == one.name) != 1:
            continue
        which = Name(one.name, Int(0, len(known) - 1))
        behind = [_gathered(program, x, which, known) for x in found[at + 1 :]]
        if behind != found[at + 1 :]:
            found = [*found[:at], Declare(one.name, which.type, _which(program, one.value, known)), *behind]
    return tuple(found)


def _cases(program: Program, x: Expression) -> set[int]:
    """Return what a word may be where that is one of some constants; nothing where it may be anything."""
    if isinstance(x, Choose):
        one, other = _cases(program, x.value), _cases(program, x.otherwise)
        return one | other if one and other else set()
    if isinstance(x, Entry):
        return set(program.tables[x.table])
    return {x.value} if isinstance(x, Number) else set()


def _which(program: Program, x: Expression, known: Sequence[int]) -> Expression:
    """Return which of the words an expression is."""
    if isinstance(x, Choose):
        return choose(x.condition, _which(program, x.value, known), _which(program, x.otherwise, known))
    if isinstance(x, Entry):
        values = tuple([known.index(one) for one in program.tables[x.table]])
        name = f"which {values}"
        program.tables[name] = values
        return Entry(name, x.index, Int(0, len(known) - 1))
    assert isinstance(x, Number)
    return number(known.index(x.value))


def _gathered(program: Program, x: Any, which: Name, known: Sequence[int]) -> Any:
    """Return a statement in which an entry stands for the loop through the numbers of a word."""
    if isinstance(x, While):
        return x
    if isinstance(x, ForBits) and isinstance(x.word, Name) and x.word.name == which.name:
        return _entry(program, x, which, known) or x
    return with_children(x, lambda one: _gathered(program, one, which, known))


def _entry(program: Program, x: ForBits, which: Name, known: Sequence[int]) -> Statement | None:
    if len(x.body) != 1 or not isinstance(x.body[0], Assign):
        return None
    kept = x.body[0]
    word = gained(kept.value, kept.name)
    if not isinstance(word, Entry) or word.table not in program.widths or not isinstance(word.index, Operation):
        return None
    index, rest = word.index, word.index.right
    each = _step(index.left, x.name) if index.sign == "+" else None
    if each is None or any(isinstance(one, Name) and one.name == x.name for one in walk([rest])):
        return None
    low, high = interval(rest)
    rows = program.tables[word.table]
    if low < 0 or high >= each or any(one.bit_length() * each > len(rows) for one in known):
        return None
    name = f"{word.table} for {tuple(known)}"
    if name not in program.tables:
        program.widths[name] = program.widths[word.table]
        program.tables[name] = tuple(
            [reduce(or_, [rows[one * each + at] for one in bits(case)], 0) for case in known for at in range(each)]
        )
    found = Entry(name, plus(times(which, each), rest), word.type)
    return Assign(kept.name, combine("|", Name(kept.name, kept.value.type), found))


def _step(x: Expression, name: str) -> int | None:
    """Return by how much a product grows with each number."""
    if isinstance(x, Operation) and x.sign == "*" and isinstance(x.left, Name) and x.left.name == name:
        return constant(x.right)
    return 1 if isinstance(x, Name) and x.name == name else None

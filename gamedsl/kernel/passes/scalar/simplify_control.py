"""Statements -> fewer of them: loops of one pass, searches that end where they have found, locals that nobody reads

Known as simplification of control flow, and of flags (jump threading): where a flag is set that the loop asks next,
the loop is left at once.

    found = 0                                     found = 0
    for t in tiles:                               for t in tiles:
        if fits(t): found = 1                         if fits(t): found = 1; break
        if found: break
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from gamedsl.kernel.builder import compare, constant, number
from gamedsl.kernel.passes.analysis.effects import Effects
from gamedsl.kernel.passes.scalar.dead_locals import without_dead_locals
from gamedsl.kernel.passes.walk import Body, change_bodies, walk
from gamedsl.kernel.program import (
    BOOL,
    Aside,
    Assign,
    Break,
    Continue,
    Declare,
    For,
    ForBits,
    If,
    Name,
    Program,
    Statement,
    While,
)


def simplify_control(program: Program) -> None:
    """Leave out what does nothing."""
    effects = Effects(program)
    change_bodies(program, lambda body: without_dead_locals(_tidied(body), effects))


def _tidied(body: Sequence[Statement]) -> Body:
    found: list[Statement] = []
    for x in body:
        if isinstance(x, If):
            then, otherwise = _tidied(x.then), _tidied(x.otherwise)
            found.append(attrs.evolve(x, then=then, otherwise=otherwise))
        elif isinstance(x, For) and _is_once(x):
            found += [Declare(x.name, x.type, x.low), *_tidied(x.body)]
        elif isinstance(x, For | ForBits | While | Aside):
            found.append(_first(_search(attrs.evolve(x, body=_tidied(x.body)), found)))
            _decide(found)
        else:
            found.append(x)
    return tuple(found)


def _is_once(x: For) -> bool:
    low, end = constant(x.low), constant(x.end)
    leaves = any(isinstance(one, Break | Continue) for one in walk(x.body))
    return low is not None and end == low + 1 and not leaves


def _search(x: Statement, before: Sequence[Statement]) -> Statement:
    """Return a loop that ends as soon as a flag is set, leaving where it sets the flag."""
    if not isinstance(x, For | ForBits) or len(x.body) < 2:
        return x
    last, tail = x.body[-1], x.body[-2]
    if not isinstance(last, If) or last.then != (Break(),) or last.otherwise or not isinstance(last.condition, Name):
        return x
    flag = last.condition.name
    declared = next((one for one in reversed(before) if _sets(one, flag)), None)
    if not isinstance(declared, Declare) or constant(declared.value) != 0:
        return x
    if any(_sets(one, flag) for one in x.body[:-2]):
        return x
    if isinstance(tail, Assign) and tail.name == flag and constant(tail.value) == 1:
        return attrs.evolve(x, body=(*x.body[:-1], Break()))
    left = _left(tail, flag)
    return x if left is None else attrs.evolve(x, body=(*x.body[:-2], left))


def _first(x: Statement) -> Statement:
    """Return a test whether a word is empty for a loop through it that is left in its first pass, whatever it is."""
    if not isinstance(x, ForBits) or not x.body or not isinstance(x.body[-1], Break):
        return x
    body = x.body[:-1]
    names = any(isinstance(one, Name) and one.name == x.name for one in walk(body))
    leaves = any(isinstance(one, Break | Continue) for one in walk(body))
    return x if names or leaves else If(compare("!=", x.word, 0), body)


def _decide(found: list[Statement]) -> None:
    """Let a flag begin as what it is set to next: 1 where a condition holds, else 0."""
    if len(found) < 2:
        return
    first, test = found[-2:]
    if not isinstance(first, Declare) or constant(first.value) != 0 or not isinstance(test, If):
        return
    alone = not test.otherwise and test.then == (Assign(first.name, number(1)),)
    if alone and first.type == BOOL and not any(isinstance(x, Name) and x.name == first.name for x in walk([test])):
        found[-2:] = [Declare(first.name, BOOL, test.condition)]


def _sets(x: Statement, flag: str) -> bool:
    return any(isinstance(one, Assign | Declare) and one.name == flag for one in walk([x]))


def _left(x: Statement, flag: str) -> If | None:
    """Return nested tests that leave the loop where they set a flag last, None where it is set elsewhere."""
    if not isinstance(x, If) or x.otherwise or not x.then or any(_sets(one, flag) for one in x.then[:-1]):
        return None
    last = x.then[-1]
    if isinstance(last, Assign) and last.name == flag and constant(last.value) == 1:
        return attrs.evolve(x, then=(*x.then, Break()))
    inner = _left(last, flag)
    return None if inner is None else attrs.evolve(x, then=(*x.then[:-1], inner))

"""Statements -> fewer of them: loops of one pass, searches that end where they have found, locals that nobody reads"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from gamedsl.kernel.builder import compare, constant, number
from gamedsl.kernel.passes.walk import Body, change_bodies, walk
from gamedsl.kernel.program import (
    BOOL,
    Aside,
    Assign,
    Break,
    Call,
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
    change_bodies(program, lambda body: _without_unread(_tidied(body)))


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


def _without_unread(body: Body) -> Body:
    """Leave out locals that nobody reads, as long as there are any, and tests for nothing."""
    while True:
        read = {x.name for x in walk(body) if isinstance(x, Name | Assign)}
        work = _Leaving(read)
        body = work.body(body)
        if not work.changed:
            return body


class _Leaving:
    """Leaves out what does nothing, as long as only some names are read."""

    def __init__(self, read: set[str]) -> None:
        self.read, self.changed = read, False

    def body(self, body: Body) -> Body:
        found: list[Statement] = []
        for x in body:
            one = self.inside(x)
            if self.is_idle(one):
                self.changed = True
            else:
                found.append(one)
        return tuple(found)

    def inside(self, x: Statement) -> Statement:
        if isinstance(x, If):
            return attrs.evolve(x, then=self.body(x.then), otherwise=self.body(x.otherwise))
        if isinstance(x, For | ForBits | While | Aside):
            return attrs.evolve(x, body=self.body(x.body))
        return x

    def is_idle(self, x: Statement) -> bool:
        if isinstance(x, Declare):
            return x.name not in self.read and not any(isinstance(one, Call) for one in walk([x]))
        if isinstance(x, If) and not x.then and not x.otherwise:
            return not any(isinstance(one, Call) for one in walk([x.condition]))
        return False

"""Calls of functions that are short or stand in one place -> what the functions do

Only functions that end where they end: with no way out before their last statement, and with nothing that is tried,
as C keeps a place to come back to for that. Their locals get names of their own, and what is given is a local, too,
where the state could change beneath it. What is known of the arguments then decides tests that the function has to
make for others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

import attrs

from gamedsl.kernel.builder import constant, is_plain
from gamedsl.kernel.passes.analysis.effects import Effects
from gamedsl.kernel.passes.canonicalize import canonicalize
from gamedsl.kernel.passes.walk import Body, change_bodies, program_bodies, walk, with_children
from gamedsl.kernel.program import (
    GIVEN,
    Aside,
    Assign,
    Call,
    Declare,
    DeclareRow,
    Do,
    Expression,
    For,
    ForBits,
    Function,
    If,
    Item,
    Legal,
    Name,
    Note,
    Ordered,
    Program,
    Put,
    Remark,
    Return,
    Statement,
    Store,
    Try,
    While,
)

SHORT, ALONE = 60, 400
"""Nodes of a function that is written out wherever it is called, and of one that is called in one place."""


def splice_calls(program: Program) -> None:
    """Write functions out where they are called."""
    change_bodies(program, _Splicing(program).body)


class _Splicing:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.effects = Effects(program)
        self.called = Counter(x.function for body in program_bodies(program) for x in walk(body) if isinstance(x, Call))
        self.made: dict[str, Body | None] = {}
        self.copies = 0

    def body(self, body: Iterable[Statement]) -> Body:
        """Return statements in which calls are written out."""
        found: list[Statement] = []
        for x in body:
            found += self.statement(x)
        return tuple(found)

    def statement(self, x: Statement) -> Sequence[Statement]:
        if isinstance(x, If):
            return [attrs.evolve(x, then=self.body(x.then), otherwise=self.body(x.otherwise))]
        if isinstance(x, For | ForBits | While | Aside | Ordered):
            return [attrs.evolve(x, body=self.body(x.body))]
        call = x.call if isinstance(x, Do) else _value_of(x)
        if not isinstance(call, Call) or call.function in GIVEN:
            return [x]
        inside = self.inside(call.function)
        if inside is None:
            return [x]
        return self.written_out(x, call, inside)

    def inside(self, name: str) -> Body | None:
        """Return the statements of a function that may be written out, with what they call; None for others."""
        if name not in self.made:
            self.made[name] = None
            self.made[name] = self._inside(self.program.functions[name])
        return self.made[name]

    def _inside(self, function: Function) -> Body | None:
        body = tuple([x for x in function.body if not isinstance(x, Remark)])
        early = [x for x in walk(body) if isinstance(x, Return | Legal | Try)]
        ends = isinstance(body[-1], Return) if body else False
        if not body or len(early) > ends or (function.result is not None and not ends):
            return None
        written = self.body(body)
        many = sum(1 for _ in walk(written))
        alone = self.called[function.name] == 1
        return written if many <= (ALONE if alone else SHORT) else None

    def written_out(self, x: Statement, call: Call, inside: Body) -> list[Statement]:
        self.copies += 1
        parameters = self.program.functions[call.function].parameters
        assigned = {one.name for one in walk(inside) if isinstance(one, Assign)}
        given: dict[str, Expression] = {}
        head: list[Statement] = []
        for one, argument in zip(parameters, call.arguments, strict=True):
            if is_plain(argument) and one.name not in assigned:
                given[one.name] = argument
            else:
                kind = one.type if one.name in assigned else argument.type
                head.append(Declare(f"{one.name}_{self.copies}", kind, argument))
                given[one.name] = Name(f"{one.name}_{self.copies}", kind)
        written = [_renamed(self.program, one, given, f"_{self.copies}") for one in inside]
        last = written[-1]
        if isinstance(last, Return):
            written.pop()
            if not isinstance(x, Do):
                assert last.value is not None
                written.append(attrs.evolve(cast(Any, x), value=last.value))
            elif last.value is not None and not self.effects.is_pure(last.value):
                assert isinstance(last.value, Call)
                written.append(Do(last.value))
        return [*head, *_decided(written)]


def _value_of(x: Statement) -> Expression | None:
    """Return what a statement stores where nothing else is worked out with it."""
    if isinstance(x, Declare | Assign):
        return x.value
    return x.value if isinstance(x, Store) and is_plain(x.index) else None


def _renamed(program: Program, x: Any, given: Mapping[str, Expression], end: str) -> Any:
    """Return a node with values for parameters and names of their own for locals."""
    if isinstance(x, Name):
        return given.get(x.name) or Name(x.name + end, x.type)
    changed = with_children(x, lambda one: _renamed(program, one, given, end))
    if isinstance(x, Item | Put):
        return attrs.evolve(changed, row=x.row + end)
    if isinstance(x, Assign) and x.name in given:
        target = given[x.name]
        assert isinstance(target, Name)
        return attrs.evolve(changed, name=target.name)
    if isinstance(x, Declare | DeclareRow | Assign | For | ForBits):
        return attrs.evolve(changed, name=x.name + end)
    if isinstance(x, Note):
        return attrs.evolve(changed, result=x.result and x.result + end)
    return changed if changed is x or isinstance(x, Statement) else canonicalize(program, changed)


def _decided(body: Iterable[Statement]) -> list[Statement]:
    """Return statements without branches that are never taken."""
    found: list[Statement] = []
    for x in body:
        if isinstance(x, If):
            known = constant(x.condition)
            then, otherwise = (tuple(_decided(one)) for one in (x.then, x.otherwise))
            if known is not None:
                found += then if known else otherwise
            else:
                found.append(attrs.evolve(x, then=then, otherwise=otherwise))
        elif isinstance(x, For | ForBits | While | Aside | Ordered):
            found.append(attrs.evolve(x, body=tuple(_decided(x.body))))
        else:
            found.append(x)
    return found

"""Loops that ask functions for the same in all passes -> the same loops behind locals that hold the answers

Only of functions that nothing but too much work can stop: what is asked before a loop may be asked in vain.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from gamedsl.kernel.passes.analysis.effects import Effects
from gamedsl.kernel.passes.memoize.memoize import kept_true
from gamedsl.kernel.passes.memoize.profitability import WORTH, is_remembered
from gamedsl.kernel.passes.walk import walk, with_children
from gamedsl.kernel.program import (
    GIVEN,
    Aside,
    Assign,
    Call,
    Declare,
    Expression,
    For,
    ForBits,
    If,
    Int,
    Name,
    Number,
    Ordered,
    Parameter,
    Program,
    Read,
    Statement,
    Try,
    Type,
    While,
    Word,
)

Body = tuple[Statement, ...]


def hoist_calls(program: Program) -> None:
    """Ask before loops what is the same in all their passes."""
    effects = Effects(program, kept_true(program))
    for name, function in program.functions.items():
        work = _Hoisting(program, effects, function.body, function.parameters)
        program.functions[name] = attrs.evolve(function, body=work.body(function.body))
    program.blocks = [_Hoisting(program, effects, body).body(body) for body in program.blocks]
    program.waits = {at: _Hoisting(program, effects, body).body(body) for at, body in program.waits.items()}


@attrs.frozen
class _Loop:
    """A loop that is written: what its passes write and declare, and what is asked before it."""

    written: frozenset[str]
    declared: frozenset[str]
    before: dict[Call, Declare]


class _Hoisting:
    """Changes a function, block or wait."""

    def __init__(
        self, program: Program, effects: Effects, body: Sequence[Statement], given: Sequence[Parameter] = ()
    ) -> None:
        self.program, self.effects = program, effects
        self.kinds: dict[str, Type] = {one.name: one.type for one in given}
        self.loops: list[_Loop] = []
        self.names = 0
        for x in walk(body):
            if isinstance(x, Declare | For):
                self.kinds[x.name] = x.type
            elif isinstance(x, ForBits):
                assert isinstance(x.word.type, Word)
                self.kinds[x.name] = Int(0, x.word.type.width - 1)

    def body(self, body: Sequence[Statement]) -> Body:
        """Return statements."""
        return tuple([made for one in body for made in self._statement(one)])

    def _statement(self, x: Any) -> list[Statement]:
        if isinstance(x, If):
            then, otherwise = self.body(x.then), self.body(x.otherwise)
            return [attrs.evolve(x, condition=self._value(x.condition), then=then, otherwise=otherwise)]
        if isinstance(x, For | ForBits | While):
            return self._loop(x)
        if isinstance(x, Ordered):
            return [attrs.evolve(x, body=self.body(x.body))]
        return [x if isinstance(x, Try | Aside) else with_children(x, self._value)]

    def _loop(self, x: For | ForBits | While) -> list[Statement]:
        declared = {one.name for one in walk([x]) if isinstance(one, Declare | Assign | For | ForBits)}
        made: Any = (
            x
            if isinstance(x, While)
            else with_children(x, lambda one: one if isinstance(one, Statement) else self._value(one))
        )
        self.loops.append(_Loop(self.effects.written(x.body), frozenset(declared), {}))
        if isinstance(x, While):
            made = attrs.evolve(x, condition=self._value(x.condition))
        made = attrs.evolve(made, body=self.body(x.body))
        return [*self.loops.pop().before.values(), made]

    def _value(self, x: Any) -> Any:
        if isinstance(x, Call) and self.loops and self._may_be_before(x):
            outermost: _Loop | None = None
            reads = self.effects.summary(x.function).reads | {one.field for one in x.arguments if isinstance(one, Read)}
            names = {one.name for one in x.arguments if isinstance(one, Name)}
            for loop in reversed(self.loops):
                if loop.written & reads or loop.declared & names:
                    break
                outermost = loop
            if outermost is not None:
                if x not in outermost.before:
                    self.names += 1
                    outermost.before[x] = Declare(f"before_{self.names}", x.type, x)
                return Name(outermost.before[x].name, x.type)
        return with_children(x, self._value)

    def _may_be_before(self, x: Call) -> bool:
        """Tell whether a function may be asked where nobody may want the answer."""
        if x.function in GIVEN or not self.effects.is_sure(x.function):
            return False
        summary = self.effects.summary(x.function)
        if summary.cost >= WORTH and not is_remembered(self.program.functions[x.function], summary):
            return False
        parameters = self.program.functions[x.function].parameters
        return all(self._fits(one.type, given) for one, given in zip(parameters, x.arguments, strict=True))

    def _fits(self, kind: Type, given: Expression) -> bool:
        """Tell whether something plain, or one number of the state, is of a type wherever it is asked for."""
        match given:
            case Name(name=name):
                own = self.kinds.get(name)
            case Number(type=own):
                pass
            case Read(field=field, index=Number()):
                own = self.program.fields[field].type
            case _:
                return False
        if isinstance(kind, Int) and isinstance(own, Int):
            return kind.low <= own.low and own.high <= kind.high
        return kind == own

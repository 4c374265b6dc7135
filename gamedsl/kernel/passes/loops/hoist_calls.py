"""Loops that ask functions for the same in all passes -> the same loops behind locals that hold the answers

Known as loop-invariant code motion, here of calls; ``scalar/cse.py`` moves what calls nothing. Only of functions that
nothing but too much work can stop: what is asked before a loop may be asked in vain.

    for p in players:                             before_1 = highest_bid()
        if bid[p] = highest_bid(): ...            for p in players:
                                                      if bid[p] = before_1: ...
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gamedsl.kernel.passes.analysis.effects import Effects
from gamedsl.kernel.passes.memoize.memoize import kept_true
from gamedsl.kernel.passes.memoize.profitability import WORTH, is_memoizable
from gamedsl.kernel.passes.preheaders import Preheaders
from gamedsl.kernel.passes.walk import Body, change_scopes, local_types, with_bodies, with_operands
from gamedsl.kernel.program import (
    GIVEN,
    Aside,
    Call,
    Expression,
    For,
    ForBits,
    Int,
    Name,
    Number,
    Program,
    Read,
    Statement,
    Try,
    Type,
    While,
)


def hoist_calls(program: Program) -> None:
    """Ask before loops what is the same in all their passes."""
    effects = Effects(program, kept_true(program))
    change_scopes(program, lambda body, given: _Hoisting(program, effects, local_types(body, given)).body(body))


class _Hoisting:
    """Changes a function, block or wait."""

    def __init__(self, program: Program, effects: Effects, kinds: Mapping[str, Type]) -> None:
        self.program, self.effects, self.kinds = program, effects, kinds
        self.preheaders = Preheaders(effects, "before")

    def body(self, body: Sequence[Statement]) -> Body:
        """Return statements."""
        return tuple([made for one in body for made in self._statement(one)])

    def _statement(self, x: Any) -> list[Statement]:
        if isinstance(x, For | ForBits | While):
            return self._loop(x)
        return [x if isinstance(x, Try | Aside) else with_operands(with_bodies(x, self.body), self._value)]

    def _loop(self, x: For | ForBits | While) -> list[Statement]:
        """Return a loop behind what is asked before it; the condition of a ``While`` belongs to its passes."""
        again = isinstance(x, While)
        made = x if again else with_operands(x, self._value)
        self.preheaders.enter(x)
        made = with_bodies(with_operands(x, self._value) if again else made, self.body)
        return [*self.preheaders.leave(), made]

    def _value(self, x: Expression) -> Expression:
        if isinstance(x, Call) and self._may_be_before(x):
            reads = self.effects.summary(x.function).reads | {one.field for one in x.arguments if isinstance(one, Read)}
            found = self.preheaders.local(x, reads)
            if found is not None:
                return found
        return with_operands(x, self._value)  # type: ignore[no-any-return]

    def _may_be_before(self, x: Call) -> bool:
        """Tell whether a function may be asked where nobody may want the answer."""
        if x.function in GIVEN or not self.effects.is_sure(x.function):
            return False
        summary = self.effects.summary(x.function)
        if summary.cost >= WORTH and not is_memoizable(self.program.functions[x.function], summary):
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

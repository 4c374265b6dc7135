"""Calls of functions that are small, or called once -> their bodies

Known as inlining (procedure integration), bottom-up: what a function calls is written into it first. The body stands
before the statement that has the call, its result is a local; what it returns early becomes branches. So it must be
sure that the call would be carried out, and before everything else that matters in the statement.

    def fee(p):                      if rank[you] > 2:
        if rank[p] > 2: return 5         r = 5
        return 1                     else:
    purse[you] = purse[you] - fee(you)   r = 1
                                     purse[you] = purse[you] - r
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import attrs

from gamedsl.kernel.builder import number, word
from gamedsl.kernel.passes.analysis.effects import Effects
from gamedsl.kernel.passes.early_exits import without_exits
from gamedsl.kernel.passes.substitute import renamed, replaced
from gamedsl.kernel.passes.walk import (
    Body,
    all_expressions,
    all_statements,
    always_evaluated,
    assigned,
    bodies,
    subexpressions,
    weight,
    with_bodies,
    with_operands,
)
from gamedsl.kernel.program import (
    Assign,
    Call,
    Declare,
    Do,
    Expression,
    Function,
    Int,
    Name,
    Note,
    Number,
    Program,
    Read,
    Return,
    Statement,
    Try,
    While,
)

SMALL = 60
"""Nodes of a function that is written wherever it is called."""
GROWTH = 120
"""Nodes by which all places together may grow where one is called that was small before its own calls were written."""
LARGE = 1500
"""Nodes of one that is written elsewhere if it is called only once."""
DEEPEST = 12
"""Functions inside each other that are written into another one, which is simplified anew for each of them."""


class Inliner:
    """Writes functions where they are called; ``done`` has those whose own calls are written already."""

    def __init__(self, program: Program, effects: Effects, fresh: Callable[[str], str]) -> None:
        self.program, self.effects, self.fresh = program, effects, fresh
        self.done: dict[str, Function] = {}
        self.uses = _uses(program)
        self.small = {one.name for one in program.functions.values() if weight(one.body) <= SMALL}
        self._depth: dict[str, int] = {}
        self._deepest = 0
        self._flat: dict[str, Body | None] = {}

    def finish(self, function: Function) -> None:
        """Take in a function whose own calls have been written since the one before."""
        self.done[function.name] = function
        self._depth[function.name], self._deepest = self._deepest, 0

    def body(self, body: Sequence[Statement]) -> Body:
        """Return a body with what it calls."""
        found: list[Statement] = []
        for one in body:
            found += self._statement(one)
        return tuple(found)

    def _statement(self, x: Statement) -> list[Statement]:
        ahead: list[Statement] = []
        while not isinstance(x, While | Note):
            call = self._first(x)
            if call is None:
                break
            made, result = self._written(call)
            ahead += made
            if isinstance(x, Do) and x.call is call:
                return ahead
            assert result is not None
            x = with_operands(x, partial(_with_result, call=call, result=result))
        if bodies(x):
            x = with_bodies(x, self.body)
        return [*ahead, x]

    def _first(self, x: Statement) -> Call | None:
        """Return the first call of a statement that can be written before it."""
        passed: list[Call] = []
        for one in always_evaluated(x):
            if not isinstance(one, Call):
                continue
            if self._fits(one.function) and self._may_go_first(x, one, passed):
                return one
            passed.append(one)
        return None

    def _fits(self, name: str) -> bool:
        """Tell whether the body of a function may stand elsewhere."""
        if name not in self.done:
            return False
        if name not in self._flat:
            function = self.done[name]
            heavy = weight(function.body)
            # what is tried stands in a function of its own: C keeps a place to come back to
            tries = any(isinstance(one, Try) for one in all_statements(function.body))
            more = self.uses.get(name, 0) - 1
            is_worth = more == 0 or (name in self.small and heavy * more <= GROWTH)
            is_shallow = heavy <= LARGE and self._depth[name] < DEEPEST
            fits = not tries and (heavy <= SMALL or (is_worth and is_shallow))
            self._flat[name] = without_returns(function.body) if fits else None
        return self._flat[name] is not None

    def _may_go_first(self, x: Statement, call: Call, passed: list[Call]) -> bool:
        if any(not self.effects.is_total(one.function) for one in passed) and not self.effects.is_total(call.function):
            return False
        writes = self.effects.writes(call.function)
        if not writes:
            return True
        read = {one.field for one in subexpressions(x) if isinstance(one, Read)}
        inside = {one.field for one in subexpressions(call) if isinstance(one, Read)}
        return not passed and not writes & (read - inside) and sum(1 for one in subexpressions(x) if one is call) == 1

    def _written(self, call: Call) -> tuple[list[Statement], Expression | None]:
        """Return the body of a function as statements, and its value."""
        function, flat = self.done[call.function], self._flat[call.function]
        assert flat is not None
        self._deepest = max(self._deepest, self._depth[call.function] + 1)
        changing = assigned(flat)
        ahead: list[Statement] = []
        names: dict[str, Expression] = {}
        for parameter, given in zip(function.parameters, call.arguments, strict=True):
            if isinstance(given, Number) and parameter.name not in changing:
                names[parameter.name] = given
                continue
            name = Name(self.fresh(parameter.name), given.type if isinstance(given.type, Int) else parameter.type)
            if parameter.name in changing:
                name = attrs.evolve(name, type=parameter.type)
            ahead.append(Declare(name.name, name.type, given))
            names[parameter.name] = name
        if function.result is None:
            return [*ahead, *renamed(flat, names, self.fresh)], None
        result = Name(self.fresh("r"), function.result)
        last = flat[-1] if flat else None
        answers = sum(1 for one in all_statements(flat) if isinstance(one, Assign) and one.name == RESULT)
        if answers == 1 and isinstance(last, Assign) and last.name == RESULT:
            body = (*flat[:-1], Declare(RESULT, function.result, last.value))
        else:
            nothing = number(max(0, function.result.low)) if isinstance(function.result, Int) else word(0, 0)
            body = (Declare(RESULT, function.result, nothing), *flat)
        made = renamed(body, {**names, RESULT: result}, self.fresh)
        return [*ahead, *made], attrs.evolve(result, type=_narrow(call, result))


RESULT = "result of a function"


def _narrow(call: Call, result: Name) -> Int:
    """Return the type of a call, which may be narrower than that of its function."""
    return call.type if isinstance(call.type, Int) else result.type  # type: ignore[return-value]


def _with_result(x: Expression, call: Call, result: Expression) -> Expression:
    return replaced(x, lambda one: result if one is call else None)


def without_returns(body: Body) -> Body | None:
    """Return a body that runs to its end, where a result is a local; None where that cannot be said."""
    return without_exits(body, lambda x: any(isinstance(one, Return) for one in all_statements([x])), _as_result)


def _as_result(x: Statement) -> Body | None:
    if not isinstance(x, Return):
        return None
    return () if x.value is None else (Assign(RESULT, x.value),)


def _uses(program: Program) -> dict[str, int]:
    """Return in how many places each function is called."""
    found: dict[str, int] = {}
    for body in (*program.blocks, *program.waits.values(), *[one.body for one in program.functions.values()]):
        for x in all_expressions(body):
            if isinstance(x, Call):
                found[x.function] = found.get(x.function, 0) + 1
    return found

"""Calls of functions that are one short formula -> the formula

Known as inlining, here of functions that are a single expression. It comes first, so that later passes see conditions
where they are asked. An argument takes the place of its parameter; it must be plain, or stand there at most once, and
be worked out without drawing or storing.

    def afford(p, n): return purse[p] >= n
    if afford(you, 3): ...                        if purse[you] >= 3: ...
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial

from gamedsl.kernel.builder import is_plain
from gamedsl.kernel.passes.analysis.effects import Effects
from gamedsl.kernel.passes.canonicalize import canonicalize
from gamedsl.kernel.passes.substitute import replaced
from gamedsl.kernel.passes.walk import change_bodies, walk, with_children
from gamedsl.kernel.program import (
    GIVEN,
    Call,
    Declare,
    Expression,
    Function,
    Int,
    Name,
    Number,
    Program,
    Read,
    Remark,
    Return,
    Statement,
    Word,
)

SHORT = 40
"""Nodes of a formula that is written where it is called."""


def inline_formulas(program: Program) -> None:
    """Write short formulas where they are called."""
    work = _Inlining(program)
    change_bodies(program, work.body)


class _Inlining:
    """The formulas of one program; those that a formula calls are written into it first."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.effects = Effects(program)
        self.formulas: dict[str, Expression | None] = {}

    def body(self, body: tuple[Statement, ...]) -> tuple[Statement, ...]:
        return tuple([with_children(one, self.change) for one in body])

    def change(self, x: Expression | Statement) -> Expression | Statement:
        """Return a node in which short formulas stand for their calls."""
        changed = with_children(x, self.change)
        if isinstance(changed, Call) and changed.function not in GIVEN:
            return self.call(changed)
        if changed is x or isinstance(changed, Statement):
            return changed
        return canonicalize(self.program, changed)

    def call(self, x: Call) -> Expression:
        """Return the formula of a function with what it is given, or the call where that cannot be."""
        formula = self.formula(x.function)
        if formula is None:
            return x
        parameters = self.program.functions[x.function].parameters
        often = Counter(one.name for one in walk([formula]) if isinstance(one, Name))
        given: dict[str, Expression] = {}
        for one, argument in zip(parameters, x.arguments, strict=True):
            if not self.fits(one.type, argument, often[one.name]):
                return x
            given[one.name] = argument
        return self.put_in(formula, given)

    def fits(self, kind: Int | Word, argument: Expression, often: int) -> bool:
        """Tell whether an argument can stand where its parameter stands."""
        if kind != argument.type and not (isinstance(kind, Int) and isinstance(argument.type, Int)):
            return False
        if is_plain(argument) or (isinstance(argument, Read) and isinstance(argument.index, Number)):
            return True
        return often == 1 and self.effects.is_pure(argument)

    def formula(self, name: str) -> Expression | None:
        """Return the formula of a function, None where it is more than one."""
        if name not in self.formulas:
            self.formulas[name] = None
            self.formulas[name] = self._formula(self.program.functions[name])
        return self.formulas[name]

    def _formula(self, function: Function) -> Expression | None:
        found = self.only_value(function.body)
        if found is None or function.result is None or not self.effects.is_pure(found):
            return None
        if found.type != function.result and not isinstance(function.result, Int):
            return None
        formula = self.change(found)
        if isinstance(formula, Statement) or sum(1 for _ in walk([formula])) > SHORT:
            return None
        return formula if self.effects.cost(formula) <= 2 * SHORT else None

    def only_value(self, body: Sequence[Statement]) -> Expression | None:
        """Return the value of a function that does nothing else; names read once are replaced by their values."""
        lets: dict[str, Expression] = {}
        for x in body:
            if isinstance(x, Declare):
                lets[x.name] = self.put_in(x.value, lets)
            elif isinstance(x, Return) and x.value is not None and x is body[-1]:
                often = Counter(one.name for one in walk(body) if isinstance(one, Name))
                if any(often[name] > 1 and not is_plain(value) for name, value in lets.items()):
                    return None
                return self.put_in(x.value, lets)
            elif not isinstance(x, Remark):
                return None
        return None

    def put_in(self, x: Expression, given: Mapping[str, Expression]) -> Expression:
        """Return an expression with values for names."""
        own = partial(canonicalize, self.program)
        return replaced(x, lambda one: given.get(one.name, one) if isinstance(one, Name) else None, own)

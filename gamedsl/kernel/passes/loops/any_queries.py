"""Questions whether a word that a function puts together is empty -> functions that end with the first number

Known as short-circuiting an existential query (``EXISTS`` instead of ``COUNT``). A word is put together where it begins
empty, only ever gets numbers, and is what the function gives.

    def moves(p):                                 def any in moves(p):
        found = {}                                    for c in cards[p]:
        for c in cards[p]:                                if fits(c): return 1
            if fits(c): found = found | {c}           return 0
        return found
    if moves(you) != {}: ...                      if any in moves(you): ...
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from gamedsl.kernel.builder import FALSE, TRUE, choose, compare, constant, either, gained
from gamedsl.kernel.passes.analysis.effects import Effects
from gamedsl.kernel.passes.memoize.memoize import raw
from gamedsl.kernel.passes.walk import Body, change_bodies, walk, with_bodies, with_children
from gamedsl.kernel.program import (
    BOOL,
    GIVEN,
    Assign,
    Bit,
    Call,
    Choose,
    Declare,
    Expression,
    Fail,
    For,
    ForBits,
    Function,
    If,
    Name,
    Operation,
    Program,
    Return,
    Statement,
    Store,
    Word,
)

WORTH = 600
"""Nodes that a function must cost for one of its own that only tells whether there is any number."""


def any_queries(program: Program) -> None:
    """Ask functions of their own where it only matters whether there is any number."""
    asking = _Asking(program)
    change_bodies(program, lambda body: tuple([with_children(one, asking.change) for one in body]))
    program.functions.update(asking.made)


# ---------------------------------------------------------------- words that are put together


def _kinds(body: Sequence[Statement], *kinds: type) -> bool:
    return any(isinstance(one, kinds) for one in walk(body))


def _reads(x: Expression | Statement, name: str) -> int:
    return sum(1 for one in walk([x]) if isinstance(one, Name) and one.name == name)


def _gains(x: Statement, name: str) -> Expression | None:
    """Return what a statement puts into a word; None where it does anything else."""
    more = gained(x.value, name) if isinstance(x, Assign) and x.name == name else None
    return None if more is None or _reads(more, name) else more


def _only_gains(body: Sequence[Statement], name: str) -> bool:
    """Tell whether statements do nothing with a word but put something into it."""
    gains = [one for one in walk(body) if isinstance(one, Statement) and _gains(one, name) is not None]
    told = sum(1 for one in walk(body) if isinstance(one, Assign | Declare) and one.name == name)
    return told == len(gains) == sum(_reads(one, name) for one in body)


# ---------------------------------------------------------------- whether there is any number


class _Asking:
    """Asks functions of their own whether a word is empty; ``made`` are these."""

    def __init__(self, program: Program) -> None:
        self.program, self.effects = program, Effects(program)
        self.made: dict[str, Function] = {}
        self._names: dict[str, str | None] = {}

    def change(self, x: Any) -> Any:
        """Return a node in which it is asked so."""
        changed = with_children(x, self.change)
        if isinstance(changed, Operation) and changed.sign in ("=", "!=") and isinstance(changed.left.type, Word):
            found = self.any_in(changed.left) if constant(changed.right) == 0 else None
            if found is not None:
                return found if changed.sign == "!=" else compare("=", found, 0)
        return changed

    def any_in(self, x: Expression) -> Expression | None:
        """Return whether a word has any number, asked of a function; None where there is none for that."""
        if isinstance(x, Call) and x.function not in GIVEN:
            name = self._name(x.function)
            return None if name is None else Call(name, x.arguments, BOOL)
        if isinstance(x, Choose):
            value, otherwise = self.any_in(x.value), self.any_in(x.otherwise)
            if value is not None or otherwise is not None:
                return choose(
                    x.condition, value or compare("!=", x.value, 0), otherwise or compare("!=", x.otherwise, 0)
                )
        if isinstance(x, Operation) and x.sign == "|":
            left, right = self.any_in(x.left), self.any_in(x.right)
            if left is not None or right is not None:
                return either(left or compare("!=", x.left, 0), right or compare("!=", x.right, 0))
        return None

    def _name(self, name: str) -> str | None:
        if name not in self._names:
            self._names[name] = None
            body = self._body(name)
            if body is not None:
                self._names[name] = one = f"any in {name}"
                self.made[one] = Function(one, self.program.functions[name].parameters, BOOL, body)
        return self._names[name]

    def _body(self, name: str) -> Body | None:
        function = self.program.functions[name]
        working_out = self.program.functions.get(raw(name), function)
        summary = self.effects.summary(working_out.name)
        if (
            not isinstance(function.result, Word)
            or not summary.pure
            or summary.cost < WORTH
            or self._may_fail(working_out)
        ):
            return None
        found = _ending(working_out.body)
        if found is None:
            return None
        known: list[Statement] = []
        for one in function.body if working_out is not function else ():
            known.append(one)
            if isinstance(one, If):
                value = one.then[-1]
                assert isinstance(value, Return)
                assert value.value is not None
                known[-1] = attrs.evolve(one, then=(Return(compare("!=", value.value, 0)),))
                break
        return (*known, *found)

    def _may_fail(self, function: Function) -> bool:
        """Tell whether a function may end a game, or counts: then all of it has to be done."""
        called = {one.function for one in walk(function.body) if isinstance(one, Call) and one.function not in GIVEN}
        if _kinds(function.body, Fail, Store):
            return True
        return any(self._may_fail(self.program.functions[one]) for one in called)


def _ending(body: Body) -> Body | None:
    """Return the body of a function that ends with the first number of what it puts together; None for others."""
    last = body[-1] if body else None
    if not isinstance(last, Return) or not isinstance(last.value, Name) or not _kinds(body, For, ForBits):
        return None
    word, rest = last.value.name, body[:-1]
    begins = [at for at, one in enumerate(rest) if isinstance(one, Declare) and one.name == word]
    if len(begins) != 1 or _kinds(rest, Return):
        return None
    first, behind = rest[begins[0]], rest[begins[0] + 1 :]
    if not isinstance(first, Declare) or constant(first.value) != 0 or not _only_gains(behind, word):
        return None
    ended = [_ended(one, word) for one in behind]
    return (*rest[: begins[0]], *[one for each in ended for one in each], Return(FALSE))


def _ended(x: Statement, word: str) -> Body:
    """Return a statement that ends the function where it would put something into a word."""
    more = _gains(x, word)
    if more is None:
        return (with_bodies(x, lambda body: tuple([made for one in body for made in _ended(one, word)])),)
    return (Return(TRUE),) if isinstance(more, Bit) else (If(compare("!=", more, 0), (Return(TRUE),)),)

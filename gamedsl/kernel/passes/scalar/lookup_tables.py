"""Expressions over one small number -> an entry of a constant table, and how narrow their values really are

Known as tabulation of a pure expression over its domain. Every value is worked out before play; where all are alike
the expression is a constant, and where an expression is cheap only its type becomes narrower.

    (n * 3 mod 7) + 1     with n in 0..5          values[n]     values = 1 4 7 3 6 2
"""

from __future__ import annotations

from typing import Any

import attrs

from gamedsl.kernel.builder import OPERATIONS, number, plus
from gamedsl.kernel.passes.walk import operands
from gamedsl.kernel.program import (
    Bit,
    Choose,
    Entry,
    Expression,
    Has,
    Int,
    Lowest,
    Name,
    Not,
    Number,
    Operation,
    Program,
    Size,
    Word,
)

MOST = 64
"""Values of a number that tables are made for."""
_PURE = (Number, Name, Entry, Operation, Not, Choose, Bit, Has, Size, Lowest)


FEW = 4
"""Values of a number for which even a single step is looked through."""


class UnknownError(Exception):
    """An expression has no value for a number."""


@attrs.frozen
class Made:
    """A local that depends on nothing but another one: its values by the values of that one, from its lowest."""

    root: Name
    values: tuple[int, ...]


class Tables:
    """Makes constant tables of expressions; ``made`` has the locals that depend on one other."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.made: dict[str, Made] = {}

    def root(self, x: Expression) -> Name | None:
        """Return the only number on which an expression depends; None where there is none, or several."""
        found: dict[str, Name] = {}
        if not self._roots(x, found) or len(found) != 1:
            return None
        name = next(iter(found.values()))
        kind = name.type
        return name if isinstance(kind, Int) and kind.high - kind.low < MOST else None

    def _roots(self, x: Expression, found: dict[str, Name]) -> bool:
        if isinstance(x, Name):
            made = self.made.get(x.name)
            one = x if made is None else made.root
            if one.name in found and found[one.name].type != one.type:
                one = attrs.evolve(one, type=_together(one.type, found[one.name].type))
            found[one.name] = one
            return len(found) < 2
        return isinstance(x, _PURE) and all(self._roots(part, found) for part in operands(x))

    def tabulated(self, x: Expression) -> tuple[Expression, Made] | None:
        """Return an expression as an entry of a table, and what is known of it; None where it is none."""
        if isinstance(x, Number | Name):
            return None
        root = self.root(x)
        if root is None:
            return None
        assert isinstance(root.type, Int)
        if root.type.high - root.type.low >= FEW and _cost(x) < 2:
            return None
        try:
            values = tuple(self._value(x, root, at) for at in range(root.type.low, root.type.high + 1))
        except UnknownError:
            return None
        if isinstance(x.type, Word):
            if len(set(values)) == 1:
                return Number(values[0], x.type), Made(root, values)
            kind: Any = x.type
        else:
            if len(set(values)) == 1:
                return number(values[0]), Made(root, values)
            kind = Int(min(values), max(values))
        if values == tuple(range(root.type.low, root.type.high + 1)) and isinstance(kind, Int):
            return root, Made(root, values)
        if _cost(x) < 2:
            return (x if isinstance(kind, Word) else attrs.evolve(x, type=kind)), Made(root, values)
        return self._entry(root, values, kind), Made(root, values)

    def _entry(self, root: Name, values: tuple[int, ...], kind: Any) -> Expression:
        assert isinstance(root.type, Int)
        low = root.type.low
        if 0 < low <= 8:
            values, low = (*[values[0]] * low, *values), 0
        wide = kind.width if isinstance(kind, Word) else 0
        name = f"values {wide} {values}"
        if name not in self.program.tables:
            self.program.tables[name] = values
            if wide:
                self.program.widths[name] = wide
        return Entry(name, plus(root, -low), kind)

    def _value(self, x: Expression, root: Name, at: int) -> int:
        """Return the value of an expression for one value of its number."""
        match x:
            case Number(value=value):
                return value
            case Name(name=name):
                made = self.made.get(name)
                if made is None:
                    return at
                assert isinstance(made.root.type, Int)
                place = at - made.root.type.low
                if not 0 <= place < len(made.values):
                    raise UnknownError
                return made.values[place]
            case Entry(table=table, index=index):
                place, values = self._value(index, root, at), self.program.tables[table]
                if not 0 <= place < len(values):
                    raise UnknownError
                return values[place]
            case Choose(condition=condition, value=value, otherwise=otherwise):
                return self._value(value if self._value(condition, root, at) else otherwise, root, at)
            case Operation(sign="and", left=left, right=right):
                return int(bool(self._value(left, root, at) and self._value(right, root, at)))
            case Operation(sign="or", left=left, right=right):
                return int(bool(self._value(left, root, at) or self._value(right, root, at)))
            case _:
                return self._of_parts(x, [self._value(part, root, at) for part in operands(x)])

    def _of_parts(self, x: Expression, found: list[int]) -> int:
        match x:
            case Operation(sign=sign):
                if sign in ("/", "mod") and found[1] == 0:
                    raise UnknownError
                return OPERATIONS[sign](found[0], found[1])
            case Not():
                return int(not found[0])
            case Bit():
                if found[0] < 0:
                    raise UnknownError
                return 1 << found[0]
            case Has():
                if found[1] < 0:
                    raise UnknownError
                return found[0] >> found[1] & 1
            case Size():
                return found[0].bit_count()
            case Lowest():
                if found[0] == 0:
                    raise UnknownError
                return (found[0] & -found[0]).bit_length() - 1
            case _:
                raise TypeError(type(x).__name__)


def _together(one: Any, other: Any) -> Any:
    """Return the type of a number that is known to be narrower in some branches."""
    if isinstance(one, Int) and isinstance(other, Int):
        return Int(min(one.low, other.low), max(one.high, other.high))
    return other


def _cost(x: Expression) -> int:
    """Return how much work an expression is."""
    return sum(_cost(part) for part in operands(x)) + (not isinstance(x, Number | Name))

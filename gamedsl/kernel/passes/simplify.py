"""Expressions in which parts were replaced -> their simplest form"""

from __future__ import annotations

import attrs

from gamedsl.kernel.builder import (
    COMPARISONS,
    arithmetic,
    bit,
    both,
    choose,
    combine,
    compare,
    either,
    has,
    lowest,
    opposite,
    size,
)
from gamedsl.kernel.program import (
    Bit,
    Choose,
    Expression,
    Has,
    Int,
    Lowest,
    Not,
    Number,
    Operation,
    Size,
    Word,
)

_ARITHMETIC = ("+", "-", "*", "/", "mod")
_COMBINED = ("&", "|", "^", "&~")


def simplest(x: Expression) -> Expression:
    """Return an expression in its simplest form; what stands inside has it already."""
    found = anew(x)
    if found is x or isinstance(found, Number):
        return found
    if isinstance(found.type, Int) and isinstance(x.type, Int) and found.type != x.type:
        low, high = max(found.type.low, x.type.low), min(found.type.high, x.type.high)
        return attrs.evolve(found, type=Int(low, high)) if low <= high else found
    return found


def anew(x: Expression) -> Expression:
    """Return the same, of the type that what stands inside has led to."""
    if isinstance(x, Operation):
        return _operation(x)
    if isinstance(x, Not):
        return opposite(x.value)
    if isinstance(x, Choose):
        return choose(x.condition, x.value, x.otherwise)
    if isinstance(x, Has):
        return has(x.word, x.number)
    if isinstance(x, Size):
        return size(x.word)
    if isinstance(x, Lowest):
        return lowest(x.word)
    if isinstance(x, Bit) and isinstance(x.type, Word):
        return bit(x.number, x.type.width)
    return x


def _operation(x: Operation) -> Expression:
    if x.sign in _ARITHMETIC:
        return arithmetic(x.sign, x.left, x.right)
    if x.sign in COMPARISONS:
        return compare(x.sign, x.left, x.right)
    if x.sign in _COMBINED:
        return combine(x.sign, x.left, x.right)
    if x.sign == "and":
        return both(x.left, x.right)
    return either(x.left, x.right) if x.sign == "or" else x

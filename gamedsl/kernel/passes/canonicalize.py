"""Expressions whose operands have changed -> the simplest ones that mean the same

Known as canonicalization by peephole rules. One rule for each kind of node, on top of ``builder.py``, which works
constants out; rules here may look at tables, and at what stands inside.

    size(w) > 0           w != {}
    not (a < b)           a >= b
    (1 if c else 0) = 0   not c
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from gamedsl.kernel.builder import (
    arithmetic,
    bit,
    both,
    choose,
    combine,
    compare,
    constant,
    either,
    has,
    interval,
    lowest,
    number,
    opposite,
    shifted,
    size,
    word,
)
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


def canonicalize(program: Program, x: Expression) -> Expression:
    """Return an expression in its simplest form, its operands being in theirs; what was known of it stays known."""
    return narrower(retyped(program, x), x.type)


def retyped(program: Program, x: Expression) -> Expression:
    """Return the same, of the type that its operands lead to, whatever was known of it before."""
    work = _RULES.get(type(x))
    return x if work is None else work(program, x)


def narrower(found: Expression, known: Any) -> Expression:
    """Return an expression of which a type is known besides its own."""
    if found.type == known or isinstance(found, Number) or isinstance(known, Word) or isinstance(found.type, Word):
        return found
    low, high = max(found.type.low, known.low), min(found.type.high, known.high)
    if low > high:
        return found
    return found if Int(low, high) == found.type else attrs.evolve(found, type=Int(low, high))


def _operation(program: Program, x: Operation) -> Expression:
    sign, left, right = x.sign, x.left, x.right
    if sign in ("+", "-", "*", "/", "mod"):
        return _arithmetic(sign, left, right)
    if sign in ("=", "!=", "<", "<=", ">", ">="):
        return _comparison(program, sign, left, right)
    if sign in ("and", "or"):
        return (both if sign == "and" else either)(left, right)
    if sign in ("&", "|", "^", "&~"):
        found = _combined(sign, left, right)
        return attrs.evolve(found, type=x.type) if isinstance(found, Operation) else found
    by, known = constant(right), constant(left)
    if by is not None and known is not None and isinstance(x.type, Word):
        return shifted(word(known, x.type.width), by if sign == "<<" else -by, x.type.width)
    return x


def _arithmetic(sign: str, left: Expression, right: Expression) -> Expression:
    if sign == "mod" and constant(right) is not None:
        low, high = interval(left)
        if low >= 0 and high < (constant(right) or 0):
            return left
    return arithmetic(sign, left, right)


def _combined(sign: str, left: Expression, right: Expression) -> Expression:
    """Return two words in one; what is in neither of two is taken out of a constant at once."""
    known = constant(left)
    if sign == "&~" and known is not None and isinstance(right, Operation) and right.sign == "&~":
        inner = constant(right.left)
        if inner is not None and known & ~inner == 0:
            return combine("&", right.right, left)
    if sign == "&" and isinstance(left, Operation) and left.sign == "&" and constant(right) is not None:
        inner = constant(left.right)
        if inner is not None:
            return combine("&", left.left, Number(inner & (constant(right) or 0), right.type))
    return combine(sign, left, right)


def _comparison(program: Program, sign: str, left: Expression, right: Expression) -> Expression:
    known = constant(right)
    if known is not None and isinstance(left, Size):
        found = _counted(program, sign, left.word, known)
        if found is not None:
            return found
    if known is not None and isinstance(left, Choose):
        one, other = constant(left.value), constant(left.otherwise)
        if one is not None and other is not None:
            yes, no = (compare(sign, number(value), known) for value in (one, other))
            if constant(yes) == constant(no):
                return yes
            return left.condition if constant(yes) else opposite(left.condition)
    if known in (0, 1) and sign in ("=", "!=") and _is_truth(left):
        return left if (known == 1) == (sign == "=") else opposite(left)
    if sign in ("<", "=") and known is not None and isinstance(left.type, Int):
        low, high = interval(left)
        if low == high:
            return compare(sign, number(low), known)
    return compare(sign, left, right)


def _is_truth(x: Expression) -> bool:
    """Tell whether an expression is a condition."""
    signs = ("=", "!=", "<", "<=", ">", ">=", "and", "or")
    return isinstance(x, Not | Has) or (isinstance(x, Operation) and x.sign in signs)


def _counted(program: Program, sign: str, found: Expression, many: int) -> Expression | None:
    """Return a comparison of how many numbers a word holds with none or with all there can be, without counting."""
    if (sign, many) in ((">", 0), ("!=", 0), (">=", 1)):
        return compare("!=", found, 0)
    if (sign, many) in (("=", 0), ("<", 1), ("<=", 0)):
        return compare("=", found, 0)
    full = _most(program, found, many)
    if full is None:
        return None
    if sign in ("=", ">="):
        return compare("=", found, full)
    return compare("!=", found, full) if sign in ("<", "!=") else None


def _most(program: Program, found: Expression, many: int) -> Expression | None:
    """Return the word that holds all of the so many that a word can hold, where that is known."""
    if isinstance(found, Operation) and found.sign == "&":
        for one in (found.left, found.right):
            if isinstance(one, Number) and one.value.bit_count() == many:
                return one
            plain = isinstance(one, Entry) and isinstance(one.index, Name | Number)
            if isinstance(one, Entry) and plain and all(x.bit_count() == many for x in program.tables[one.table]):
                return one
    return None


def _entry(program: Program, x: Entry) -> Expression:
    at, values = constant(x.index), program.tables[x.table]
    if at is not None and 0 <= at < len(values):
        return Number(values[at], x.type) if isinstance(x.type, Word) else number(values[at])
    return x


def _lowest(program: Program, x: Lowest) -> Expression:
    return lowest(x.word)


def _choose(program: Program, x: Choose) -> Expression:
    if isinstance(x.condition, Not):
        return choose(x.condition.value, x.otherwise, x.value)
    return choose(x.condition, x.value, x.otherwise)


_RULES: dict[type, Callable[[Program, Any], Expression]] = {
    Operation: _operation,
    Not: lambda _, x: opposite(x.value),
    Choose: _choose,
    Bit: lambda _, x: bit(x.number, x.type.width),
    Has: lambda _, x: has(x.word, x.number),
    Size: lambda _, x: size(x.word),
    Lowest: _lowest,
    Entry: _entry,
}

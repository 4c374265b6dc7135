"""Parts of expressions -> expressions in their simplest form: constants worked out, intervals known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import compress
from typing import Any

from gamedsl.kernel.program import (
    BOOL,
    Bit,
    Choose,
    Expression,
    Has,
    Int,
    Lowest,
    Name,
    Not,
    Number,
    Operation,
    Read,
    Size,
    Type,
    Word,
)

OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a // b,
    "mod": lambda a, b: a % b,
    "=": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "&~": lambda a, b: a & ~b,
    "<<": lambda a, b: a << b,
    ">>": lambda a, b: a >> b,
}
"""By sign what two constants come to."""
COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_IN_A_ROW = 32
"""Conditions that stand one behind the other under one sign."""
TRUE, FALSE = Number(1, BOOL), Number(0, BOOL)


@lru_cache(maxsize=4096)
def number(value: int) -> Number:
    """Return a constant."""
    value = int(value)
    return Number(value, Int(value, value))


def word(value: int, width: int) -> Number:
    """Return a constant word."""
    return Number(value, Word(width))


def constant(x: Expression) -> int | None:
    """Return the value of a constant, None for anything else."""
    return x.value if isinstance(x, Number) else None


def interval(x: Expression) -> tuple[int, int]:
    """Return the lowest and the highest value of an expression that is a number."""
    assert isinstance(x.type, Int)
    return x.type.low, x.type.high


def is_plain(x: Expression) -> bool:
    """Tell whether an expression may be written twice: it costs next to nothing and reads no state."""
    return isinstance(x, Number | Name)


# ---------------------------------------------------------------- arithmetic


def _corners(sign: str, a: Expression, b: Expression) -> Int:
    (a_low, a_high), (b_low, b_high) = interval(a), interval(b)
    match sign:
        case "+":
            return Int(a_low + b_low, a_high + b_high)
        case "-":
            return Int(a_low - b_high, a_high - b_low)
        case "*":
            corners = [x * y for x in (a_low, a_high) for y in (b_low, b_high)]
            return Int(min(corners), max(corners))
        case "/":
            ends = [y for y in (b_low, b_high, 1, -1) if y != 0 and b_low <= y <= b_high] or [1]
            corners = [x // y for x in (a_low, a_high) for y in ends]
            return Int(min(corners), max(corners))
        case "mod":
            return Int(0, max(abs(b_low), abs(b_high), 1) - 1)
        case _:
            raise ValueError(sign)


def arithmetic(sign: str, a: Expression, b: Expression) -> Expression:
    """Return ``a + b``, ``-``, ``*``, ``/`` or ``mod``."""
    one, other = constant(a), constant(b)
    if one is not None and other is not None and not (sign in ("/", "mod") and other == 0):
        return number(OPERATIONS[sign](one, other))
    if sign == "+":
        if one == 0:
            return b
        if one is not None:
            a, b, one, other = b, a, other, one
        if other is not None and isinstance(a, Operation) and a.sign == "+" and constant(a.right) is not None:
            return plus(a.left, (constant(a.right) or 0) + other)
    if sign in ("+", "-") and other == 0:
        return a
    if sign == "*" and 0 in (one, other):
        return number(0)
    if sign == "*" and one == 1:
        return b
    if sign in ("*", "/") and other == 1:
        return a
    return Operation(sign, a, b, _corners(sign, a, b))


def plus(a: Expression, *others: Expression | int) -> Expression:
    """Return a sum."""
    for other in others:
        a = arithmetic("+", a, number(other) if isinstance(other, int) else other)
    return a


def minus(a: Expression, b: Expression | int) -> Expression:
    """Return a difference."""
    return plus(a, -b) if isinstance(b, int) else arithmetic("-", a, b)


def times(a: Expression, b: Expression | int) -> Expression:
    """Return a product."""
    return arithmetic("*", a, number(b) if isinstance(b, int) else b)


def parted(x: Expression) -> tuple[Expression, int]:
    """Return an expression and the constant that is added to it."""
    if isinstance(x, Operation) and x.sign == "+" and constant(x.right) is not None:
        return x.left, constant(x.right) or 0
    return x, 0


def gained(x: Expression, name: str) -> Expression | None:
    """Return what a local gets beside what it has, where its new value is ``name | more``; None for anything else."""
    is_it = isinstance(x, Operation) and x.sign == "|" and isinstance(x.left, Name) and x.left.name == name
    return x.right if is_it else None  # type: ignore[union-attr]


# ---------------------------------------------------------------- conditions


def compare(sign: str, a: Expression, b: Expression | int) -> Expression:
    """Return a comparison of two numbers; what their intervals decide is decided. Words: only ``=`` and ``!=``."""
    if isinstance(b, int):
        b = number(b) if isinstance(a.type, Int) else Number(b, a.type)
    one, other = constant(a), constant(b)
    if one is not None and other is not None:
        return number_bool(OPERATIONS[sign](one, other))
    if isinstance(a.type, Int) and isinstance(b.type, Int):
        (a_low, a_high), (b_low, b_high) = interval(a), interval(b)
        if a_high < b_low:
            return number_bool(sign in ("<", "<=", "!="))
        if a_low > b_high:
            return number_bool(sign in (">", ">=", "!="))
        if a_high == b_low and sign in ("<=", ">"):
            return number_bool(sign == "<=")
        if a_low == b_high and sign in (">=", "<"):
            return number_bool(sign == ">=")
    return Operation(sign, a, b, BOOL)


def number_bool(value: object) -> Number:
    """Return a constant condition."""
    return TRUE if value else FALSE


def opposite(x: Expression) -> Expression:
    """Return the condition that holds where this one does not."""
    known = constant(x)
    if known is not None:
        return number_bool(not known)
    if isinstance(x, Not):
        return x.value
    if isinstance(x, Operation) and x.sign in OPPOSITE:
        return Operation(OPPOSITE[x.sign], x.left, x.right, BOOL)
    return Not(x)


def both(a: Expression, b: Expression) -> Expression:
    """Return ``a and b``."""
    if constant(a) is not None:
        return b if constant(a) else FALSE
    return a if constant(b) else Operation("and", a, b, BOOL)


def either(a: Expression, b: Expression) -> Expression:
    """Return ``a or b``."""
    if constant(a) is not None:
        return TRUE if constant(a) else b
    return a if constant(b) == 0 else Operation("or", a, b, BOOL)


def every(conditions: Sequence[Expression]) -> Expression:
    """Return that all of these hold."""
    return _of_many(both, TRUE, conditions)


def some(conditions: Sequence[Expression]) -> Expression:
    """Return that one of these holds."""
    return _of_many(either, FALSE, conditions)


def _of_many(
    sign: Callable[[Expression, Expression], Expression], nothing: Expression, conditions: Sequence[Expression]
) -> Expression:
    """Return conditions under one sign, in their order; many of them are halved, so that nothing goes deep."""
    if len(conditions) > _IN_A_ROW:
        middle = len(conditions) // 2
        halves = conditions[:middle], conditions[middle:]
        return sign(*[_of_many(sign, nothing, half) for half in halves])
    found = nothing
    for one in conditions:
        found = sign(found, one)
    return found


def joined(a: Type, b: Type) -> Type:
    """Return the type of what may be one of two."""
    if isinstance(a, Word) and isinstance(b, Word):
        return Word(max(a.width, b.width))
    assert isinstance(a, Int)
    assert isinstance(b, Int)
    return Int(min(a.low, b.low), max(a.high, b.high))


def choose(condition: Expression, value: Expression, otherwise: Expression) -> Expression:
    """Return one of two."""
    known = constant(condition)
    if known is not None:
        return value if known else otherwise
    if value == otherwise:
        return value
    if (constant(value), constant(otherwise)) == (1, 0) and not isinstance(value.type, Word):
        return condition
    return Choose(condition, value, otherwise, joined(value.type, otherwise.type))


# ---------------------------------------------------------------- words


def width(x: Expression) -> int:
    """Return the width of a word."""
    assert isinstance(x.type, Word)
    return x.type.width


def combine(sign: str, a: Expression, b: Expression) -> Expression:
    """Return ``a & b``, ``a | b``, ``a ^ b`` or ``a &~ b``."""
    one, other = constant(a), constant(b)
    wide = width(a) if sign == "&~" else min(width(a), width(b)) if sign == "&" else max(width(a), width(b))
    if one is not None and other is not None:
        return word(OPERATIONS[sign](one, other), wide)
    if one == 0:
        return b if sign in ("|", "^") else word(0, wide)
    if other == 0:
        return word(0, wide) if sign == "&" else a
    if sign == "&":
        if one is not None and one == (1 << width(b)) - 1:
            return b
        if other is not None and other == (1 << width(a)) - 1:
            return a
        if isinstance(b, Operation) and b.sign == "&~" and _is_full(b.left, width(a)):
            return combine("&~", a, b.right)
    return Operation(sign, a, b, Word(wide))


def _is_full(x: Expression, wide: int) -> bool:
    """Tell whether a word surely holds all numbers below ``wide``."""
    known = constant(x)
    return known is not None and (known + 1) & known == 0 and known.bit_length() >= wide


def shifted(x: Expression, by: int, wide: int) -> Expression:
    """Return a word with all its numbers ``by`` higher (lower when negative), in a width that holds them."""
    known = constant(x)
    if known is not None:
        return word(known << by if by >= 0 else known >> -by, wide)
    if by == 0:
        return x
    return Operation("<<" if by > 0 else ">>", x, number(abs(by)), Word(wide))


def bit(x: Expression, wide: int) -> Expression:
    """Return the word of one number; a constant that is none of its numbers stands where nobody comes: nothing."""
    known = constant(x)
    if known is None:
        return Bit(x, Word(wide))
    return word(1 << known if 0 <= known < wide else 0, wide)


def has(x: Expression, one: Expression) -> Expression:
    """Return whether a word holds a number from 0 to its width - 1."""
    held, known = constant(x), constant(one)
    if held is not None and known is not None:
        return number_bool(held >> known & 1)
    return FALSE if held == 0 else Has(x, one)


def size(x: Expression) -> Expression:
    """Return how many numbers a word holds."""
    known = constant(x)
    return number(known.bit_count()) if known is not None else Size(x, Int(0, width(x)))


def lowest(x: Expression) -> Expression:
    """Return the lowest number of a word that is not empty."""
    known = constant(x)
    return number((known & -known).bit_length() - 1) if known else Lowest(x, Int(0, max(0, width(x) - 1)))


def read(field: str, index: Expression | int, kind: Type) -> Read:
    """Return a place of a field."""
    return Read(field, number(index) if isinstance(index, int) else index, kind)


_ONES = bytes.maketrans(b"01", b"\0\1")
_WIDE = 64
_MANY = (6, 16)
"""Members from which on a word is not taken apart one by one; of words that are wide."""


def flags(word: int) -> bytes:
    """Return whether a word has each of its bits, from the lowest to its highest, in time that grows with its width."""
    return f"{word:b}".encode().translate(_ONES)[::-1]


def bits(word: int, base: int = 0) -> tuple[int, ...]:
    """Return the members of a word, the lowest first; its first bit means ``base``."""
    if word.bit_count() > _MANY[word >> _WIDE > 0]:
        return tuple(compress(range(base, base + word.bit_length()), flags(word)))
    found = []
    while word:
        one = word & -word
        found.append(base + one.bit_length() - 1)
        word ^= one
    return tuple(found)


def word_of(members: Iterable[Any], base: int = 0) -> int:
    """Return the word of some members; its first bit means ``base``."""
    found = 0
    for one in members:
        found |= 1 << (int(one) - base)
    return found

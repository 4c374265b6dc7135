"""Intervals of numbers and joins of types: what a result can be, from what its parts can be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from gamedsl.semantics.core import types as t

if TYPE_CHECKING:
    from gamedsl.syntax.nodes import ArithmeticSign


def add(a: t.IntType, b: t.IntType) -> t.IntType:
    """Return the interval of ``a + b``."""
    return t.IntType(a.low + b.low, a.high + b.high)


def subtract(a: t.IntType, b: t.IntType) -> t.IntType:
    """Return the interval of ``a - b``."""
    return t.IntType(a.low - b.high, a.high - b.low)


def multiply(a: t.IntType, b: t.IntType) -> t.IntType:
    """Return the interval of ``a * b``."""
    corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    return t.IntType(min(corners), max(corners))


def divide(a: t.IntType, b: t.IntType) -> t.IntType:
    """Return the interval of ``a / b`` rounded down; ``b`` is not 0."""
    ends = [y for y in (b.low, b.high, -1, 1) if y != 0 and b.low <= y <= b.high]
    corners = [x // y for x in (a.low, a.high) for y in ends]
    return t.IntType(min(corners), max(corners))


def modulo(a: t.IntType, b: t.IntType) -> t.IntType:
    """Return the interval of ``a mod b`` (never negative); ``b`` is not 0."""
    largest = max(abs(b.low), abs(b.high)) - 1
    if a.low >= 0 and a.high <= largest and b.low == b.high:
        return a
    return t.IntType(0, largest)


ARITHMETIC = {"+": add, "-": subtract, "*": multiply, "/": divide, "mod": modulo}


def arithmetic(sign: ArithmeticSign, a: t.IntType, b: t.IntType) -> t.IntType:
    """Return the interval of an arithmetic expression."""
    return opened(ARITHMETIC[sign](a, b), a, b)


def opened(found: t.IntType, *parts: t.IntType) -> t.IntType:
    """Return an interval that is open and within 32 bits where one of its parts is open."""
    return attrs.evolve(clamp(found), is_open=True) if any(part.is_open for part in parts) else found


def contains(outer: t.IntType, inner: t.IntType) -> bool:
    """Tell whether every number of ``inner`` lies in ``outer``."""
    return outer.low <= inner.low and inner.high <= outer.high


def meets(a: t.IntType, b: t.IntType) -> bool:
    """Tell whether the two intervals have a number in common."""
    return a.low <= b.high and b.low <= a.high


def fits_32_bits(a: t.IntType) -> bool:
    """Tell whether every number of the interval fits 32 bits signed."""
    return a.low >= t.LOWEST and a.high <= t.HIGHEST


def clamp(a: t.IntType) -> t.IntType:
    """Return the part of the interval that fits 32 bits."""
    return t.IntType(max(t.LOWEST, min(a.low, t.HIGHEST)), min(t.HIGHEST, max(a.high, t.LOWEST)))


def total(item: t.IntType, least: int, most: int) -> t.IntType:
    """Return the interval of a sum of ``least`` to ``most`` numbers of ``item``."""
    corners = [count * end for count in (least, most) for end in (item.low, item.high)]
    return opened(t.IntType(min(corners), max(corners)), item)


def join(a: t.Type, b: t.Type) -> t.Type | None:
    """Return the smallest type that holds both, or None when there is none."""
    if a == b or isinstance(b, t.UnknownType):
        return a
    if isinstance(a, t.UnknownType):
        return b
    if any(isinstance(kind, t.NothingType | t.MaybeType) for kind in (a, b)):
        return _join_maybe(a, b)
    match a, b:
        case (t.IntType(), t.IntType()):
            return t.IntType(min(a.low, b.low), max(a.high, b.high), a.is_open or b.is_open)
        case (t.SetType(), t.SetType()):
            item = _join_items(a.item, b.item)
            return None if item is None else t.SetType(item, max(a.most, b.most))
        case (t.ListType(), t.ListType()):
            item = join(a.item, b.item)
            return None if item is None else t.ListType(item, max(a.most, b.most), min(a.least, b.least))
        case _:
            return None


def _join_maybe(a: t.Type, b: t.Type) -> t.Type | None:
    """Join where one of the two may be none."""
    if isinstance(a, t.NothingType):
        return b if isinstance(b, t.MaybeType) else t.MaybeType(b)
    if isinstance(b, t.NothingType):
        return a if isinstance(a, t.MaybeType) else t.MaybeType(a)
    inner = join(strip(a), strip(b))
    return None if inner is None else t.MaybeType(inner)


def _join_items(a: t.Type, b: t.Type) -> t.Type | None:
    """Join the items of two sets; the empty set has none."""
    if isinstance(a, t.NothingType):
        return b
    return a if isinstance(b, t.NothingType) else join(a, b)


def strip(kind: t.Type) -> t.Type:
    """Return the type without ``or none``."""
    return kind.item if isinstance(kind, t.MaybeType) else kind


def maybe(kind: t.Type) -> t.Type:
    """Return the type with ``or none``; sets and lists are empty instead."""
    if isinstance(kind, t.MaybeType | t.NothingType | t.SetType | t.ListType | t.UnknownType | t.ZoneType):
        return kind
    return t.MaybeType(kind)

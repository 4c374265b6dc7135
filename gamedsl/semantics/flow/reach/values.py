"""The steps that change a value of the table in, what it can ever be out."""

from __future__ import annotations

from collections.abc import Iterable

from gamedsl.semantics import core
from gamedsl.semantics.core import intervals, model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.flow.counts import shape

Domain = t.IntType | frozenset[object]
"""A range of numbers, or the values one by one."""


def domain_of(entry: model.TableValue, changes: Iterable[core.CoreStep]) -> Domain | None:
    """Return what a value can be with these steps; None where nobody knows."""
    kind = intervals.strip(entry.type)
    if isinstance(kind, t.IntType):
        return _range(entry, kind, changes)
    if not isinstance(kind, t.BoolType | t.WordType | t.PlayerType):
        return None
    given = [entry.initial]
    for step in changes:
        if not isinstance(step, core.Assign):
            return None
        given += _alternatives(step.value)
    found = [one.value for one in given if isinstance(one, core.Const)]
    return frozenset(found) if len(found) == len(given) else None


def _alternatives(value: core.Value) -> list[core.Value]:
    if isinstance(value, core.Either):
        return [*_alternatives(value.value), *_alternatives(value.otherwise)]
    return [value]


def _range(entry: model.TableValue, kind: t.IntType, changes: Iterable[core.CoreStep]) -> t.IntType | None:
    begin = entry.initial.value if isinstance(entry.initial, core.Const) else None
    low = high = begin if isinstance(begin, int) else None
    if low is None or high is None:
        if not isinstance(entry.initial, core.Const):
            return None
        low, high = kind.high, kind.low  # it begins with nothing
    for step in changes:
        if isinstance(step, core.Assign):
            most, least = most_of(step.value, step.target), least_of(step.value, step.target)
        else:
            rolled = getattr(getattr(step, "domain", None), "type", None)
            item = getattr(rolled, "item", None)
            if not isinstance(item, t.IntType):
                return None
            most, least = item.high, item.low
        high, low = max(high, high if most is None else most), min(low, low if least is None else least)
    high, low = min(high, kind.high), max(low, kind.low)
    return t.IntType(low, high) if low <= high else None


def most_of(value: core.Value, target: core.ReadValue) -> int | None:
    """Return what setting a value to this may make of it at most; None where that is no more than it is."""
    match value:
        case core.ReadValue() if shape(value) == shape(target):
            return None
        case core.Checked(value=inner) | core.Certain(value=inner):
            return most_of(inner, target)
        case core.Arithmetic(sign="-", left=left, right=right) if _range_of(right).low >= 0:
            return None if most_of(left, target) is None else _range_of(value).high
        case core.Arithmetic(sign="+", left=left, right=right) if _range_of(right).high <= 0:
            return None if most_of(left, target) is None else _range_of(value).high
        case core.Extreme(function="min", items=items):
            found = [most_of(item, target) for item in items]
            return None if None in found else min(one for one in found if one is not None)
        case core.Extreme(function="max", items=items):
            return max((one for item in items if (one := most_of(item, target)) is not None), default=None)
        case core.Either(value=one, otherwise=other):
            branches = (most_of(one, target), most_of(other, target))
            return max((found for found in branches if found is not None), default=None)
        case _:
            return _range_of(value).high


def least_of(value: core.Value, target: core.ReadValue) -> int | None:
    """Return what setting a value to this may make of it at least; None where that is no less than it is."""
    match value:
        case core.ReadValue() if shape(value) == shape(target):
            return None
        case core.Checked(value=inner) | core.Certain(value=inner):
            return least_of(inner, target)
        case core.Arithmetic(sign="+", left=left, right=right) if _range_of(right).low >= 0:
            return None if least_of(left, target) is None else _range_of(value).low
        case core.Arithmetic(sign="-", left=left, right=right) if _range_of(right).high <= 0:
            return None if least_of(left, target) is None else _range_of(value).low
        case core.Extreme(function="max", items=items):
            found = [least_of(item, target) for item in items]
            return None if None in found else max(one for one in found if one is not None)
        case core.Extreme(function="min", items=items):
            return min((one for item in items if (one := least_of(item, target)) is not None), default=None)
        case core.Either(value=one, otherwise=other):
            branches = (least_of(one, target), least_of(other, target))
            return min((found for found in branches if found is not None), default=None)
        case _:
            return _range_of(value).low


def _range_of(value: core.Value) -> t.IntType:
    kind = intervals.strip(value.type)
    return kind if isinstance(kind, t.IntType) else t.IntType()

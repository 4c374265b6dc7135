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


def stays_empty(entry: model.TableValue, changes: Iterable[core.CoreStep]) -> bool:
    """Tell whether a set begins with nothing in it and is never set to anything else."""
    given = [entry.initial]
    for step in changes:
        if not isinstance(step, core.Assign):
            return False
        given.append(step.value)
    return all(_is_empty(value) for value in given)


def _is_empty(value: core.Value) -> bool:
    return value == core.MakeSet(span=value.span, type=value.type, items=()) or (
        isinstance(value, core.Const) and value.value in ((), frozenset())
    )


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
    return _end_of(value, target, True)


def least_of(value: core.Value, target: core.ReadValue) -> int | None:
    """Return what setting a value to this may make of it at least; None where that is no less than it is."""
    return _end_of(value, target, False)


def _end_of(value: core.Value, target: core.ReadValue, is_up: bool) -> int | None:
    """Return the upper or lower end of what a value is set to; None where that is not beyond what it is."""
    farther = max if is_up else min
    match value:
        case core.ReadValue() if shape(value) == shape(target):
            return None
        case core.Checked(value=inner) | core.Certain(value=inner):
            return _end_of(inner, target, is_up)
        case core.Arithmetic(sign="+" | "-" as sign, left=left, right=right) if _leads_back(sign, right, is_up):
            return None if _end_of(left, target, is_up) is None else _side(value, is_up)
        case core.Extreme(function=function, items=items):
            ends = [_end_of(item, target, is_up) for item in items]
            known = [one for one in ends if one is not None]
            if (function == "max") is is_up:
                return farther(known, default=None)
            return None if len(known) < len(ends) else min(known) if is_up else max(known)
        case core.Either(value=one, otherwise=other):
            branches = (_end_of(one, target, is_up), _end_of(other, target, is_up))
            return farther((end for end in branches if end is not None), default=None)
        case _:
            return _side(value, is_up)


def _leads_back(sign: str, right: core.Value, is_up: bool) -> bool:
    """Tell whether what is added or taken away leads away from the upper (or lower) end."""
    rises, falls = _range_of(right).low >= 0, _range_of(right).high <= 0
    return falls if (sign == "+") is is_up else rises


def _side(value: core.Value, is_up: bool) -> int:
    found = _range_of(value)
    return found.high if is_up else found.low


def _range_of(value: core.Value) -> t.IntType:
    kind = intervals.strip(value.type)
    return kind if isinstance(kind, t.IntType) else t.IntType()

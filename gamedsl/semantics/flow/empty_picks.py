"""An action with a number to pick in -> the conditions out under which its limits leave a number at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import walk
from gamedsl.semantics.expressions.narrowing import key

_MOST_LIMITS = 8
"""Lower, and upper, limits of one number that are looked at."""
Lets = Mapping[int, core.Value]


@attrs.frozen
class _Limit:
    """A limit that may itself be picked: ``base + offset``; without a base a number known before play."""

    base: core.Value | None
    offset: int


def limits(action: model.CheckedAction, pick: model.PickField) -> Iterator[core.Value]:
    """Walk what must hold so that a number to pick lies between all its limits, where that is not sure.

    Limits that are worked out in other ways than by adding a fixed number are left to the game.
    """
    if not isinstance(pick.domain, core.Interval) or pick.many is not None:
        return
    lets = {element.slot: element.value for element in action.elements if isinstance(element, model.LetField)}
    lows, highs = [*_each_of(pick.domain.low, "max", lets)], [*_each_of(pick.domain.high, "min", lets)]
    for condition in (pick.condition, *(e.condition for e in action.elements if isinstance(e, model.When))):
        for part in condition.items if isinstance(condition, core.And) else (condition,):
            if isinstance(part, core.Compare):
                _add_limits(part, pick.slot, lets, lows, highs)
    for low in lows[:_MOST_LIMITS]:
        for high in highs[:_MOST_LIMITS]:
            needed = _ordered(low, high, pick)
            if needed is not None:
                yield needed


_UPPER = {"<": -1, "<=": 0, "=": 0}
_LOWER = {">": 1, ">=": 0, "=": 0}
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "="}


def _add_limits(compared: core.Compare, slot: int, lets: Lets, lows: list[_Limit], highs: list[_Limit]) -> None:
    """Take in a comparison of the number picked with something that does not depend on picks."""
    for one, other, sign in (
        (compared.left, compared.right, compared.sign),
        (compared.right, compared.left, _MIRRORED.get(compared.sign, "")),
    ):
        if not isinstance(one, core.Local) or one.slot != slot:
            continue
        if sign in _UPPER:
            highs += [_moved(found, _UPPER[sign]) for found in _each_of(other, "min", lets)]
        if sign in _LOWER:
            lows += [_moved(found, _LOWER[sign]) for found in _each_of(other, "max", lets)]


def _moved(limit: _Limit, by: int) -> _Limit:
    return attrs.evolve(limit, offset=limit.offset + by)


def _each_of(value: core.Value, function: str, lets: Lets, depth: int = 8) -> Iterator[_Limit]:
    """Walk what limits a number to ``value``: of ``min(3, quay)`` as an upper limit, both."""
    value = _bare(value, lets)
    if depth and isinstance(value, core.Extreme) and value.function == function:
        for item in value.items:
            yield from _each_of(item, function, lets, depth - 1)
    elif (found := _linear(value, lets)) is not None:
        yield found


def _bare(value: core.Value, lets: Lets) -> core.Value:
    while True:
        if isinstance(value, core.Checked | core.Certain):
            value = value.value
        elif isinstance(value, core.Local) and value.slot in lets:
            value = lets[value.slot]
        else:
            return value


def _linear(value: core.Value, lets: Lets) -> _Limit | None:
    """Return a value as something and a fixed number; None when it is anything else, or depends on what is picked."""
    offset = 0
    value = _bare(value, lets)
    while isinstance(value, core.Arithmetic) and value.sign in ("+", "-"):
        left, right, is_sum = _bare(value.left, lets), _bare(value.right, lets), value.sign == "+"
        if (number := _number(right)) is not None:
            value, offset = left, offset + (number if is_sum else -number)
        elif is_sum and (number := _number(left)) is not None:
            value, offset = right, offset + number
        else:
            return None
    if (number := _number(value)) is not None:
        return _Limit(None, offset + number)
    if not isinstance(value.type, t.IntType) or any(isinstance(n, core.Arithmetic | core.Local) for n in walk(value)):
        return None
    return _Limit(value, offset)


def _number(value: core.Value) -> int | None:
    return value.value if isinstance(value, core.Const) and isinstance(value.value, int) else None


def _range(limit: _Limit) -> tuple[int, int]:
    if limit.base is None:
        return limit.offset, limit.offset
    assert isinstance(limit.base.type, t.IntType)
    return limit.base.type.low + limit.offset, limit.base.type.high + limit.offset


def _ordered(low: _Limit, high: _Limit, pick: model.PickField) -> core.Value | None:
    """Return the condition that ``low`` is at most ``high``; None when that is sure, or no simple condition."""
    if _range(low)[1] <= _range(high)[0]:
        return None
    span, truth, room = pick.span, t.BoolType(), high.offset - low.offset
    if low.base is None and high.base is None:
        return core.Const(span=span, type=truth, value=False)
    if low.base is None or high.base is None:
        base, number = (high.base, -room) if low.base is None else (low.base, room)
        assert base is not None
        bound = core.Const(span=span, type=t.IntType(number, number), value=number)
        sign: core.Sign = ">=" if low.base is None else "<="
        return core.Compare(span=span, type=truth, sign=sign, left=base, right=bound)
    if key(low.base, lambda _: None) == key(high.base, lambda _: None):
        return None if room >= 0 else core.Const(span=span, type=truth, value=False)
    if room > 0:
        return None
    return core.Compare(span=span, type=truth, sign="<" if room else "<=", left=low.base, right=high.base)

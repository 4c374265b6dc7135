"""A step and what it is repeated for in, whether it surely comes nearer to that each time out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import attrs

from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import Part, walk
from gamedsl.semantics.flow.counts import shape
from gamedsl.semantics.flow.logic import members_written
from gamedsl.semantics.flow.reach.directions import DOWN, UP, directions

SIGNS: dict[str, Callable[[Any, Any], bool]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a is not None and b is not None and a < b,
    "<=": lambda a, b: a is not None and b is not None and a <= b,
    ">": lambda a, b: a is not None and b is not None and a > b,
    ">=": lambda a, b: a is not None and b is not None and a >= b,
}


@attrs.frozen(eq=False)
class Asked:
    """The one value that a condition reads, and whether it holds for a value given."""

    value: core.ReadValue
    holds: Callable[[Any], bool]


def asked_of(until: core.Value) -> Asked | None:
    """Return the single value that a condition reads, and when it holds; None for all other conditions."""
    match until:
        case core.ReadValue():
            found = Asked(until, bool)
        case core.Not(value=core.ReadValue() as inner):
            found = Asked(inner, lambda one: not one)
        case core.Compare(sign=sign, left=core.ReadValue() as left, right=core.Const(value=other)):
            found = Asked(left, lambda one: SIGNS[sign](one, other))
        case core.Member(element=core.ReadValue() as element, container=container):
            members = members_written(container)
            found = Asked(element, lambda one: members is None or one in members)
        case _:
            return None
    owner, keys = found.value.owner, found.value.keys
    is_one = owner is None or isinstance(owner, core.You)
    return found if is_one and all(isinstance(key, core.Const) for key in keys) else None


def changes_of(entry: str, parts: Iterable[Part]) -> Iterator[core.CoreStep]:
    """Walk the steps that change a value of the table."""
    yield from (step for one, step in changing(parts) if one == entry)


def changing(parts: Iterable[Part]) -> Iterator[tuple[str, core.CoreStep]]:
    """Walk the steps that change something, each with every entry of the table that it changes."""
    for node in walk(*parts):
        if isinstance(node, core.CoreStep):
            effect = core.EFFECTS.get(type(node), core.Effect())
            for entry in dict.fromkeys(getattr(node, name).entry for name in effect.changes):
                yield entry, node


def comes_nearer(game: model.CheckedGame, until: core.Value, step: core.Assign, parts: tuple[Part, ...]) -> bool:
    """Tell whether a step makes a condition true, or does so after some passes in which ``parts`` are carried out."""
    if isinstance(until, core.Or):
        return any(comes_nearer(game, item, step, parts) for item in until.items)
    asked = asked_of(until)
    if asked is None or shape(asked.value) != shape(step.target):
        return False
    others = [one for one in changes_of(step.target.entry, parts) if one is not step]
    if isinstance(step.value, core.Const):
        same = [one.value for one in others if isinstance(one, core.Assign) and isinstance(one.value, core.Const)]
        return len(same) == len(others) and all(asked.holds(one.value) for one in (step.value, *same))
    kind, pace = asked.value.type, pace_of(step.value, step.target)
    if not isinstance(kind, t.IntType) or pace is None:
        return False
    way = UP if pace.each > 0 else DOWN
    end = pace.end if pace.end is not None else kind.high if way == UP else kind.low
    if {*directions(game, step.target.entry, kind, parts)} != {way} or not asked.holds(end):
        return False
    stays = isinstance(until, core.Compare) and until.sign in ((">", ">=") if way == UP else ("<", "<="))
    return stays or (not others and (pace.end is not None or abs(pace.each) == 1))


@attrs.frozen
class Pace:
    """How much a number changes each time, and where that ends if it says so."""

    each: int
    end: int | None = None


def pace_of(value: core.Value, target: core.ReadValue) -> Pace | None:
    """Return by how much setting a number to this changes it each time; None where that is not always the same."""
    match value:
        case core.Checked(value=inner):
            return pace_of(inner, target)
        case core.Arithmetic(sign="+" | "-" as sign, left=core.ReadValue() as left, right=core.Const(value=int(each))):
            if shape(left) != shape(target) or each == 0:
                return None
            return Pace(each if sign == "+" else -each)
        case core.Extreme(function=function, items=(one, other)):
            inner, end = (other, one) if isinstance(one, core.Const) else (one, other)
            pace = pace_of(inner, target)
            if pace is None or not isinstance(end, core.Const) or (function == "min") != (pace.each > 0):
                return None
            return Pace(pace.each, end.value if isinstance(end.value, int) else None)
        case _:
            return None

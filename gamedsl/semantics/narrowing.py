"""A condition known to hold (or not) -> what that says about the types of the expressions in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import attrs

from gamedsl.semantics import core, intervals
from gamedsl.semantics import types as t
from gamedsl.semantics.scopes import FactKey, Scope

Facts = dict[FactKey, t.Type]
SamePlaces = Callable[[core.KeyOf], Iterable[core.KeyOf]]
Alias = Callable[[core.TermCall], core.Value | None]

_STABLE = (
    core.Local,
    core.Const,
    core.OptionValue,
    core.You,
    core.Attribute,
    core.CopyOf,
    core.OwnPiece,
    core.DesignOf,
    core.ChartRow,
)
NARROWED = (
    core.Local,
    core.SlotPiece,
    core.ReadValue,
    core.Attribute,
    core.Amount,
    core.KeyOf,
    core.TermCall,
    core.Top,
    core.OwnerOf,
    core.CountPieces,
    core.Count,
    core.DieFace,
    core.DiceSum,
    core.PointsOf,
    core.Collect,
    core.Contents,
    core.Only,
    core.Distance,
    core.Arithmetic,
    core.ChartRow,
    core.Active,
    core.NextPlayer,
)


def key(value: object, alias: Alias) -> FactKey:
    """Return what tells an expression apart from others: its shape without types and places in the file.

    A term without parameters that only names another expression counts as that expression (``alias``).
    """
    if isinstance(value, core.TermCall) and (meant := alias(value)) is not None:
        return key(meant, alias)
    if isinstance(value, core.Checked | core.Certain):
        return key(value.value, alias)
    if isinstance(value, core.Core):
        parts: list[object] = [type(value).__name__]
        for field in attrs.fields(type(value)):
            if field.name in ("span", "type"):
                continue
            parts.append(_part(getattr(value, field.name), alias))
        return tuple(parts)
    return (repr(value),)


def _part(value: object, alias: Alias) -> object:
    if isinstance(value, core.Core):
        return key(value, alias)
    if isinstance(value, tuple):
        return tuple(_part(item, alias) for item in value)
    return value


def is_stable(name: FactKey) -> bool:
    """Tell whether a fact stays true whatever happens on the table."""
    stable = {kind.__name__ for kind in _STABLE}

    def holds(part: object) -> bool:
        if isinstance(part, tuple):
            head = part[0] if part else None
            if isinstance(head, str) and head[:1].isupper() and head not in stable:
                return False
            return all(holds(item) for item in part)
        return True

    return holds(name)


@attrs.define
class Narrower:
    """Collects the facts of one condition."""

    alias: Alias
    same_places: SamePlaces

    def learn(self, scope: Scope, condition: core.Value, truth: bool = True) -> None:
        """Add to ``scope`` what follows from ``condition`` being ``truth``."""
        match condition:
            case core.Not(value=inner):
                self.learn(scope, inner, not truth)
            case core.And(items=items) if truth:
                for item in items:
                    self.learn(scope, item, True)
            case core.Or(items=items) if not truth:
                for item in items:
                    self.learn(scope, item, False)
            case core.Or(items=items):
                self._learn_either(scope, items, True)
            case core.And(items=items):
                self._learn_either(scope, items, False)
            case core.Compare():
                self._learn_compare(scope, condition, truth)
            case core.Member(element=element, container=container) if truth:
                self._learn_member(scope, element, container)
            case core.TermCall() if (meant := self.alias(condition)) is not None:
                self.learn(scope, meant, truth)
            case _:
                pass

    def _learn_either(self, scope: Scope, items: tuple[core.Value, ...], truth: bool) -> None:
        """Keep what every branch says: ``x = a or x = b`` makes x certain."""
        learned = []
        for item in items:
            inner = scope.child()
            self.learn(inner, item, truth)
            learned.append(inner.facts)
        for name in learned[0]:
            if all(name in facts for facts in learned):
                joined: t.Type | None = learned[0][name]
                for facts in learned[1:]:
                    joined = intervals.join(joined, facts[name]) if joined is not None else None
                if joined is not None:
                    scope.facts[name] = joined

    def _learn_compare(self, scope: Scope, condition: core.Compare, truth: bool) -> None:
        sign = condition.sign if truth else _OPPOSITE[condition.sign]
        for left, right, seen in (
            (condition.left, condition.right, sign),
            (condition.right, condition.left, _SWAPPED[sign]),
        ):
            if seen == "!=" and isinstance(right.type, t.NothingType):
                self._certain(scope, left)
            elif seen == "=" and not isinstance(right.type, t.MaybeType | t.NothingType):
                self._certain(scope, left)
            elif seen in ("<", "<=", ">", ">=") and truth:
                self._certain(scope, left)
            self._bound(scope, left, right, seen)

    def _learn_member(self, scope: Scope, element: core.Value, container: core.Value) -> None:
        self._certain(scope, element)
        item = getattr(container.type, "item", None)
        known = self.known(scope, element)
        if isinstance(item, t.IntType) and isinstance(known, t.IntType) and intervals.meets(known, item):
            self._set(scope, element, t.IntType(max(known.low, item.low), min(known.high, item.high)))

    def _certain(self, scope: Scope, value: core.Value) -> None:
        known = self.known(scope, value)
        if isinstance(known, t.MaybeType):
            self._set(scope, value, known.item)
        match value:
            case core.DesignOf(subject=subject) | core.OwnerOf(subject=subject) | core.Attribute(subject=subject):
                self._certain(scope, subject)
            case core.KeyOf(subject=subject):
                self._certain(scope, subject)
                for other in self.same_places(value):
                    place = self.known(scope, other)
                    if isinstance(place, t.MaybeType):
                        self._set(scope, other, place.item)
            case core.TermCall() if (meant := self.alias(value)) is not None:
                self._certain(scope, meant)
            case _:
                pass

    def _bound(self, scope: Scope, value: core.Value, other: core.Value, sign: str) -> None:
        known, limit = self.known(scope, value), intervals.strip(other.type)
        if not isinstance(known, t.IntType) or not isinstance(limit, t.IntType):
            return
        low, high = known.low, known.high
        match sign:
            case "=":
                low, high = max(low, limit.low), min(high, limit.high)
            case "<":
                high = min(high, limit.high - 1)
            case "<=":
                high = min(high, limit.high)
            case ">":
                low = max(low, limit.low + 1)
            case ">=":
                low = max(low, limit.low)
            case "!=" if limit.low == limit.high:
                low += low == limit.low
                high -= high == limit.high
        if low <= high:
            self._set(scope, value, t.IntType(low, high))

    def known(self, scope: Scope, value: core.Value) -> t.Type:
        """Return the type of an expression with what is known in ``scope``."""
        if not isinstance(value, NARROWED) or not scope.facts:
            return value.type
        return scope.facts.get(key(value, self.alias), value.type)

    def _set(self, scope: Scope, value: core.Value, kind: t.Type) -> None:
        if isinstance(value, NARROWED):
            scope.facts[key(value, self.alias)] = kind


_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_SWAPPED = {"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


def forget(scope: Scope) -> None:
    """Drop every fact that a change on the table may have made untrue."""
    for name in [name for name in scope.facts if not is_stable(name)]:
        del scope.facts[name]

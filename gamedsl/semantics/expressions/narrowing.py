"""A condition known to hold (or not) -> what that says about the types of the expressions in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import attrs

from gamedsl.diagnostics.effort import NODE, spend
from gamedsl.semantics import core
from gamedsl.semantics.core import intervals
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.sums import sum_of
from gamedsl.semantics.expressions.scopes import FactKey, Scope

SamePlaces = Callable[[core.KeyOf], Iterable[core.KeyOf]]
Alias = Callable[[core.TermCall], core.Value | None]

_STABLE = frozenset(kind.__name__ for kind in core.kinds_with(lambda traits: traits.is_stable))
NARROWED: tuple[type[core.Value], ...] = tuple(
    kind for kind in core.kinds_with(lambda traits: traits.is_narrowed) if issubclass(kind, core.Value)
)


def key(value: object, alias: Alias, bound: Mapping[int, int] | None = None) -> FactKey:
    """Return what tells an expression apart from others: its shape without types and places in the file.

    A term without parameters that only names another expression counts as that expression (``alias``). The places of
    loops have no numbers of their own: ``bound`` says how deep the loop of each stands.
    """
    if isinstance(value, core.TermCall) and (meant := alias(value)) is not None:
        return key(meant, alias, bound)
    if isinstance(value, core.Checked | core.Certain):
        return key(value.value, alias, bound)
    if isinstance(value, core.Local) and bound and value.slot in bound:
        return ("bound", bound[value.slot])
    if isinstance(value, core.Core):
        spend(NODE)
        names = dict(bound or {})
        parts: list[object] = [type(value).__name__]
        parts += [_part(getattr(value, field), alias, names) for field in _fields(type(value))]  # type: ignore[arg-type]
        if isinstance(value, core.AllMembers):
            parts.append(value.type)  # nothing else tells the members of one kind from those of another
        return tuple(parts)
    return (repr(value),)


@cache
def _fields(kind: Any) -> tuple[str, ...]:
    """Return the fields that tell a node apart; loops first, since what follows is said in them."""
    names = [field.name for field in attrs.fields(kind) if field.name not in ("span", "type")]
    return tuple(sorted(names, key=lambda name: name not in ("loop", "loops")))


def _part(value: object, alias: Alias, names: dict[int, int]) -> object:
    if isinstance(value, core.Loop):
        source = key(value.source, alias, names)
        names[value.slot] = len(names)
        return ("Loop", source, None if value.condition is None else key(value.condition, alias, names))
    if isinstance(value, core.Core):
        return key(value, alias, names)
    if isinstance(value, tuple):
        return tuple(_part(item, alias, names) for item in value)
    return value


def _readers(*parts: core.StatePart) -> frozenset[str]:
    """Return the names of the kinds of nodes that read one of these parts of a state."""
    return frozenset(kind.__name__ for kind in core.kinds_with(lambda traits: set(parts) & set(traits.state)))


_UNCLEAR = frozenset(kind.__name__ for kind in core.kinds_with(lambda traits: traits.calls)) | _readers("turn")
TOUCHED: dict[str, frozenset[str]] = {
    "pay": _UNCLEAR | _readers("purses"),
    "score": _UNCLEAR | _readers("points"),
    "set": _UNCLEAR | _readers("values"),
    "roll": _UNCLEAR | _readers("values", "dice"),
    "move": _UNCLEAR | _readers("zones", "pieces", "places"),
}
"""What each sort of step may change, by the core nodes that read it."""


_MOST_TERMS = 200
"""Terms that are read to learn from one condition."""


@attrs.define(eq=False)
class Narrower:
    """Collects the facts of one condition."""

    alias: Alias
    meaning: Alias
    same_places: SamePlaces
    left: int = 0

    def learn(self, scope: Scope, condition: core.Value, truth: bool = True) -> None:
        """Add to ``scope`` what follows from ``condition`` being ``truth``; of very many terms, from the first ones."""
        self.left = _MOST_TERMS
        self._learn(scope, condition, truth)

    def _learn(self, scope: Scope, condition: core.Value, truth: bool) -> None:
        match condition:
            case core.Not(value=inner):
                self._learn(scope, inner, not truth)
            case core.And(items=items) if truth:
                for item in items:
                    self._learn(scope, item, True)
            case core.Or(items=items) if not truth:
                for item in items:
                    self._learn(scope, item, False)
            case core.Or(items=items):
                self._learn_either(scope, items, True)
            case core.And(items=items):
                self._learn_either(scope, items, False)
            case core.Compare():
                self._learn_compare(scope, condition, truth)
            case core.Member(element=element, container=container) if truth:
                self._learn_member(scope, element, container)
            case core.Either():
                self._learn_choice(scope, condition, truth)
            case core.TermCall() if self.left > 0 and (meant := self.meaning(condition)) is not None:
                self.left -= 1
                self._learn(scope, meant, truth)
            case _:
                pass

    def _learn_choice(self, scope: Scope, choice: core.Either, truth: bool) -> None:
        """``C if a else no`` holds where a and C do."""
        for taken, other, asked in ((choice.value, choice.otherwise, True), (choice.otherwise, choice.value, False)):
            if isinstance(other, core.Const) and other.value is not truth:
                self._learn(scope, choice.condition, asked)
                self._learn(scope, taken, truth)

    def note(self, scope: Scope, value: core.Value, kind: t.Type) -> None:
        """Keep that ``value`` has this type from now on."""
        self._set(scope, value, kind)

    def note_not_zero(self, scope: Scope, value: core.Value) -> None:
        """Keep that ``value`` is not 0, though its range may have 0 in it."""
        scope.facts[(_NOT_ZERO, key(value, self.alias))] = t.BoolType()

    def _learn_either(self, scope: Scope, items: tuple[core.Value, ...], truth: bool) -> None:
        """Keep what every branch says: ``x = a or x = b`` makes x certain."""
        learned = []
        for item in items:
            inner = scope.child()
            self._learn(inner, item, truth)
            learned.append(inner)
        scope.facts.update(agreed(learned))

    def _learn_compare(self, scope: Scope, condition: core.Compare, truth: bool) -> None:
        sign = condition.sign if truth else core.OPPOSITE[condition.sign]
        self._learn_of_sums(scope, condition, sign)
        for left, right, seen in (
            (condition.left, condition.right, sign),
            (condition.right, condition.left, _SWAPPED[sign]),
        ):
            if (
                (seen == "!=" and isinstance(right.type, t.NothingType))
                or (seen == "=" and not isinstance(right.type, t.MaybeType | t.NothingType))
                or (seen in ("<", "<=", ">", ">=") and truth)
            ):
                self._certain(scope, left)
            self._bound(scope, left, right, seen)

    def _learn_member(self, scope: Scope, element: core.Value, container: core.Value) -> None:
        self._certain(scope, element)
        item = getattr(container.type, "item", None)
        known = self.known(scope, element)
        if isinstance(item, t.IntType) and isinstance(known, t.IntType) and intervals.meets(known, item):
            self._set(scope, element, t.IntType(max(known.low, item.low), min(known.high, item.high), known.is_open))
        if has_no_zero(container):
            self.note_not_zero(scope, element)

    def _certain(self, scope: Scope, value: core.Value) -> None:
        known = self.known(scope, value)
        if isinstance(known, t.MaybeType):
            self._set(scope, value, known.item)
        if isinstance(value.type, t.SetType | t.ListType):
            return  # the set of nothing is empty, so nothing follows from it
        match value:
            case core.DesignOf(subject=subject) | core.OwnerOf(subject=subject) | core.Attribute(subject=subject):
                self._certain(scope, subject)
            case core.KeyOf(subject=subject):
                self._certain(scope, subject)
                for other in self.same_places(value):
                    place = self.known(scope, other)
                    if isinstance(place, t.MaybeType):
                        self._set(scope, other, place.item)
            case core.ReadValue(owner=owner) | core.TermCall(owner=owner) if owner is not None:
                self._certain(scope, owner)
                if isinstance(value, core.TermCall) and (meant := self.alias(value)) is not None:
                    self._certain(scope, meant)
            case core.TermCall() if (meant := self.alias(value)) is not None:
                self._certain(scope, meant)
            case core.PlaceOf(subject=subject) | core.CellCall(subject=subject):
                self._certain(scope, subject)
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
                if limit.low == 0:
                    self.note_not_zero(scope, value)
        if low <= high:
            self._set(scope, value, t.IntType(low, high, known.is_open))
        if isinstance(value, core.Count) and isinstance(value.source.type, t.ListType):
            self._has_places(scope, value.source, low)
        if low > 0 and isinstance(value, core.CountPieces) and isinstance(value.zone.type, t.ZoneType):
            piece = t.MaybeType(t.PieceType(value.zone.type.kind))
            self._set(scope, core.Top(span=value.span, type=piece, zone=value.zone), piece.item)
            self._set(scope, core.Bottom(span=value.span, type=piece, zone=value.zone), piece.item)
            self._set(scope, core.SlotPiece(span=value.span, type=piece, zone=value.zone), piece.item)

    def _has_places(self, scope: Scope, values: core.Value, length: int) -> None:
        """A list of at least ``length`` items has its first places."""
        assert isinstance(values.type, t.ListType)
        for place in range(1, min(length, _MOST_PLACES) + 1):
            index = core.Const(span=values.span, type=t.IntType(place, place), value=place)
            item = core.ListItem(span=values.span, type=values.type.item, source=values, index=index)
            self._set(scope, item, intervals.strip(values.type.item))

    def known(self, scope: Scope, value: core.Value) -> t.Type:
        """Return the type of an expression with what is known in ``scope``."""
        if not isinstance(value, NARROWED) or not scope.facts:
            return value.type
        found = scope.facts.get(key(value, self.alias), value.type)
        if isinstance(value, core.Arithmetic) and value.sign in ("+", "-") and isinstance(found, t.IntType):
            return self._known_of_sum(scope, value, found)
        return found

    def is_not_zero(self, scope: Scope, value: core.Value) -> bool:
        """Tell whether a number that may be 0 by its range is known to be another one."""
        if isinstance(value, core.Negate | core.Absolute):
            return self.is_not_zero(scope, value.value)
        if isinstance(value, core.Arithmetic) and value.sign == "*":
            return all(_without_zero(one.type) or self.is_not_zero(scope, one) for one in (value.left, value.right))
        named = self._named_sum(value)
        return (_NOT_ZERO, key(value, self.alias)) in scope.facts or (
            named is not None and not named.added and (_NOT_ZERO, named.name) in scope.facts
        )

    # ------------------------------------------------------------ what is known of several numbers together

    def _named_sum(self, *values: core.Value) -> _NamedSum | None:
        """Return the sum of numbers (the second is taken away) under its name; None where only one has a part in it."""
        parts: dict[FactKey, int] = {}
        added = 0
        for sign, value in zip((1, -1), values, strict=False):
            found = sum_of(value)
            added += sign * found.added
            for factor, part in found.parts:
                name = key(part, self.alias)
                parts[name] = parts.get(name, 0) + sign * factor
        left = sorted(((name, factor) for name, factor in parts.items() if factor), key=repr)
        if len(left) < _FEWEST_PARTS:
            return None
        turned = -1 if left[0][1] < 0 else 1
        return _NamedSum((_SUM, tuple((name, turned * factor) for name, factor in left)), turned, added)

    def _learn_of_sums(self, scope: Scope, condition: core.Compare, sign: str) -> None:
        """Keep what a comparison says of the difference of its sides, and of each part of it by itself."""
        left, right = condition.left, condition.right
        if not isinstance(left.type, t.IntType) or not isinstance(right.type, t.IntType):
            return
        for one, other, seen in ((left, right, sign), (right, left, _SWAPPED[sign])):
            self._learn_of_parts(scope, one, other, seen)
        named = self._named_sum(left, right)
        if named is None:
            return
        if sign == "!=":
            if not named.added:
                scope.facts[(_NOT_ZERO, named.name)] = t.BoolType()
            return
        low, high = _BEYOND[sign]
        ends = sorted(named.turned * (end - named.added) for end in (low, high))
        before = scope.facts.get(named.name)
        if isinstance(before, t.IntType):
            ends = [max(ends[0], before.low), min(ends[1], before.high)]
        if ends[0] <= ends[1]:
            scope.facts[named.name] = t.IntType(ends[0], ends[1])

    def _learn_of_parts(self, scope: Scope, one: core.Value, other: core.Value, sign: str) -> None:
        """``a + b - 2 <= c`` bounds a and b as well."""
        found, beside = sum_of(one), sum_of(other)
        if len(found.parts) + len(beside.parts) > _MOST_PARTS or (len(found.parts) == 1 and not found.added):
            return
        for factor, part in found.parts:
            if abs(factor) != 1 or not isinstance(part.type, t.IntType):
                continue
            rest = t.IntType(beside.added - found.added, beside.added - found.added)
            others = [*beside.parts, *((-f, p) for f, p in found.parts if p is not part)]
            known = [(times, self.known(scope, value)) for times, value in others]
            if not all(isinstance(kind, t.IntType) for _, kind in known):
                continue  # a name in it means nothing, which is told elsewhere
            for times, kind in known:
                assert isinstance(kind, t.IntType)
                rest = intervals.arithmetic("+", rest, intervals.multiply(t.IntType(times, times), kind))
            if factor < 0:
                rest = attrs.evolve(rest, low=-rest.high, high=-rest.low)
            limit = core.Const(span=part.span, type=rest, value=None)
            self._bound(scope, part, limit, sign if factor > 0 else _SWAPPED[sign])

    def _known_of_sum(self, scope: Scope, value: core.Value, found: t.IntType) -> t.IntType:
        """Return the interval of a sum with what is known of its parts together."""
        named = None if not any(name[0] == _SUM for name in scope.facts) else self._named_sum(value)
        known = None if named is None else scope.facts.get(named.name)
        if named is None or not isinstance(known, t.IntType):
            return found
        ends = sorted(named.turned * end + named.added for end in (known.low, known.high))
        low, high = max(found.low, ends[0]), min(found.high, ends[1])
        return found if low > high else t.IntType(low, high, found.is_open)

    def _set(self, scope: Scope, value: core.Value, kind: t.Type) -> None:
        if isinstance(value, NARROWED):
            scope.facts[key(value, self.alias)] = kind


@attrs.frozen
class _NamedSum:
    """A sum by the name under which it is known: ``a - b + 2`` is 2 more than ``a - b``, which is ``b - a`` turned."""

    name: FactKey
    turned: int
    added: int


def has_no_zero(container: core.Value) -> bool:
    """Tell whether a set is written as numbers that are not 0."""
    items = container.items if isinstance(container, core.MakeSet) else ()
    return bool(items) and all(_without_zero(one.type) for one in items)


def _without_zero(kind: t.Type) -> bool:
    return isinstance(kind, t.IntType) and not kind.low <= 0 <= kind.high


_NOT_ZERO, _SUM = "not 0", "sum"
"""How the names of facts begin that are not the type of an expression."""
_FEWEST_PARTS = 2
_MOST_PARTS = 6
_FAR = t.HIGHEST - t.LOWEST
_BEYOND = {"=": (0, 0), "<": (-_FAR, -1), "<=": (-_FAR, 0), ">": (1, _FAR), ">=": (0, _FAR)}
"""Where the difference of two numbers lies that are compared so."""

_MOST_PLACES = 12
"""A list has a place for each of at most so many players; longer ones are asked about one place at a time."""

_SWAPPED = {"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


def agreed(scopes: Sequence[Scope]) -> dict[FactKey, t.Type]:
    """Return what is known in each of some scopes."""
    first, *others = (scope.facts for scope in scopes)
    found: dict[FactKey, t.Type] = {}
    for name, kind in first.items():
        joined: t.Type | None = kind
        for facts in others:
            joined = intervals.join(joined, facts[name]) if joined is not None and name in facts else None
        if joined is not None:
            found[name] = joined
    return found


@attrs.frozen
class OwnPass:
    """What the passes of a loop change is their own: of what is in a local place, or at this key of the value."""

    slot: int
    owner: bool
    key: int | None

    def has(self, part: FactKey) -> bool:
        """Tell whether a value of the table is changed by this pass alone: it is read as name, entry, owner, keys."""
        own = ("Local", self.slot)
        _, _, owner, keys = part if len(part) == _PARTS_OF_A_VALUE else (None, None, None, ())
        is_at_key = self.key is not None and isinstance(keys, tuple) and keys[self.key : self.key + 1] == (own,)
        return (self.owner and owner == own) or is_at_key


_PARTS_OF_A_VALUE = 4


def forget(scope: Scope, step: str = "", entry: str | frozenset[str] = "", own: OwnPass | None = None) -> None:
    """Drop every fact that a step of this sort (any step at all: "") may have made untrue.

    ``entry``: only this value of the table is changed (or one of these), or those that end in ``.entry``; not what is
    of an ``own`` pass.
    """
    if (step, entry) not in scope.lost:
        scope.lost = (*scope.lost, (step, entry))
    touched = TOUCHED.get(step)
    spend(NODE * len(scope.facts))
    entries = frozenset((entry,)) if isinstance(entry, str) else entry
    for name in list(scope.facts):
        read = [*_nodes_of(name)]
        heads = {str(part[0]) for part in read}
        if touched is None:
            is_lost = bool(heads - _STABLE)
        elif entry:
            changed = (part for part in read if part[0] in touched and _is_called(part, entries))
            is_lost = bool(heads & _UNCLEAR) or any(own is None or not own.has(part) for part in changed)
        else:
            is_lost = bool(heads & touched)
        if is_lost:
            del scope.facts[name]


def may_be_asked_above(scope: Scope, value: core.Value, alias: Alias) -> bool:
    """Tell whether a condition above the steps of a paragraph says something of a value that still holds here."""
    asked = Scope(scope.body, facts={key(value, alias): value.type})
    for step, entry in scope.lost:
        forget(asked, step, entry)
    return scope.has_when and bool(asked.facts)


def _is_called(part: FactKey, entries: frozenset[str]) -> bool:
    """Tell whether a node reads one of some entries: its name stands behind the kind of the node."""
    return part[1] in entries or str(part[1]).rpartition(".")[2] in entries


def _nodes_of(part: object) -> Iterator[FactKey]:
    """Walk the nodes in a fact, each with its parts."""
    if isinstance(part, tuple):
        if part and isinstance(part[0], str) and part[0] in _NODE_NAMES:
            yield part
        for item in part:
            yield from _nodes_of(item)


_NODE_NAMES = frozenset(
    name for name, kind in vars(core).items() if isinstance(kind, type) and issubclass(kind, core.Core)
)

"""An action with things to pick in -> the conditions out under which there is something for each of its picks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import attrs

from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import walk
from gamedsl.semantics.expressions.narrowing import key
from gamedsl.semantics.flow.counts import conjuncts, plain, replaced, some, unfolded

_MOST_SPLITS = 4
"""Conditions with parts that say nothing about what is picked, taken apart one after the other."""
_NOT_ONE = t.SetType | t.MaybeType | t.NothingType
IsOpen = Callable[[core.Loop], bool]
"""Tells whether nobody can be sure that a loop has members."""


def presences(game: model.CheckedGame, action: model.CheckedAction, is_open: IsOpen) -> Iterator[core.Value]:
    """Walk what must hold so that there is something to pick; conditions about several picks at once are left out."""
    picks = [element for element in action.elements if isinstance(element, model.PickField)]
    slots = {pick.slot for pick in picks}
    judges = list(_judges(action, slots))
    for pick in picks:
        if _slots(pick.domain) & slots or _is_open_interval(pick.domain):
            continue
        own = [one for one in (*conjuncts(pick.condition), *judges) if _slots(one) & slots == {pick.slot}]
        if pick.many is not None:
            yield _enough(game, pick, is_open)
            continue
        if isinstance(pick.domain, core.Interval):
            own = [one for one in own if not _is_limit(one, pick.slot)]
        yield _Search(game, pick.slot, is_open).exists(pick.domain, own)


def present(game: model.CheckedGame, pick: core.Pick, is_open: IsOpen) -> core.Value:
    """Return what must hold so that there is something to pick in a step."""
    if pick.many is not None:
        return _enough(game, pick, is_open)
    return _Search(game, pick.slot, is_open).exists(pick.domain, [*conjuncts(pick.condition)])


def _enough(game: model.CheckedGame, pick: model.PickField | core.Pick, is_open: IsOpen) -> core.Value:
    """Return what must hold so that there are as many members as have to be picked."""
    many, search = pick.many, _Search(game, pick.slot, is_open)
    assert many is not None
    base, conditions = unfolded(pick.slot, pick.domain)
    truth = core.Const(span=pick.span, type=t.BoolType(), value=True)
    counted = plain(
        core.Count(span=pick.domain.span, type=t.IntType(0, getattr(base.type, "most", t.HIGHEST)), source=pick.domain)
    )
    most = many.least.type.high if isinstance(many.least.type, t.IntType) else t.HIGHEST
    if most == 0 or (not conditions and _is_certain(base) and search.size(base) >= most) or _is_at_most(many, counted):
        return truth
    condition = _all(conditions, base) if conditions else None
    if not is_open(core.Loop(span=pick.span, slot=pick.slot, source=base, condition=condition)):
        return truth
    return core.Compare(span=pick.span, type=t.BoolType(), sign=">=", left=counted, right=many.least)


def _is_at_most(many: core.HowMany, counted: core.Value) -> bool:
    """Tell whether as many are picked as there are, if there are fewer: `(min(3, count(S))) of S`."""
    least = many.least
    items = least.items if isinstance(least, core.Extreme) and least.function == "min" else (least,)
    return any(key(plain(item), lambda _: None) == key(counted, lambda _: None) for item in items)


def _is_sure(condition: core.Value) -> bool:
    """Tell whether a condition is known to hold always."""
    return isinstance(condition, core.Const) and condition.value is True


def _is_open_interval(domain: core.Value) -> bool:
    """Tell whether a number is picked between limits that are worked out in play; `limits` knows more of these."""
    return isinstance(domain, core.Interval) and not _is_certain(domain)


def _is_limit(condition: core.Value, slot: int) -> bool:
    """Tell whether a condition compares a number to pick with another one; `limits` knows more of these."""
    if not isinstance(condition, core.Compare) or condition.sign == "!=":
        return False
    return any(isinstance(one, core.Local) and one.slot == slot for one in (condition.left, condition.right))


def _judges(action: model.CheckedAction, picks: set[int]) -> Iterator[core.Value]:
    """Walk the conditions of an action, with what was picked in place of names for what comes of it."""
    lets: dict[int, core.Value] = {}
    for element in action.elements:
        if isinstance(element, model.LetField) and (_slots(element.value) & (picks | set(lets))):
            lets[element.slot] = replaced(element.value, lets)
        elif isinstance(element, model.When):
            yield from conjuncts(replaced(element.condition, lets))


def _slots(value: core.Value) -> set[int]:
    return {node.slot for node in walk(value) if isinstance(node, core.Local)}


@attrs.frozen
class _Search:
    """Writes out when some member of a set fulfils conditions; the member is in ``slot``."""

    game: model.CheckedGame
    slot: int
    is_open: IsOpen

    def exists(self, domain: core.Value, conditions: Sequence[core.Value], splits: int = _MOST_SPLITS) -> core.Value:
        base, inner = unfolded(self.slot, domain)
        every = [*inner, *conditions]
        about = [one for one in every if self.slot in _slots(one)]
        others = [one for one in every if self.slot not in _slots(one)]
        return _all([*others, self._member(base, about, splits)], domain)

    def _member(self, base: core.Value, conditions: list[core.Value], splits: int) -> core.Value:
        match base:
            case core.Join(sign="+", left=left, right=right):
                return _any([self.exists(left, conditions, splits), self.exists(right, conditions, splits)], base)
            case core.Either(condition=asked, value=one, otherwise=other):
                against = core.Not(span=asked.span, type=asked.type, value=asked)
                first = _all([asked, self.exists(one, conditions, splits)], base)
                return _any([first, _all([against, self.exists(other, conditions, splits)], base)], base)
            case core.MakeSet(items=items) if items and not any(isinstance(i.type, _NOT_ONE) for i in items):
                return _any([_all([replaced(one, {self.slot: i}) for one in conditions], i) for i in items], base)
            case _:
                return self._split(base, conditions, splits)

    def _split(self, base: core.Value, conditions: list[core.Value], splits: int) -> core.Value:
        """Take apart a condition of which a part says nothing about the member (`led = none or c.suit = led`)."""
        for place, condition in enumerate(conditions if splits else []):
            if isinstance(condition, core.Or):
                rest = conditions[:place] + conditions[place + 1 :]
                apart = [item for item in condition.items if self.slot not in _slots(item)]
                about = [item for item in condition.items if self.slot in _slots(item)]
                if apart and about:
                    found = [self.exists(base, [one, *rest], splits - 1) for one in about]
                    return _any([*found, _all([_any(apart, base), self.exists(base, rest, splits - 1)], base)], base)
        return self._leaf(base, conditions)

    def _leaf(self, base: core.Value, conditions: list[core.Value]) -> core.Value:
        truth = core.Const(span=base.span, type=t.BoolType(), value=True)
        if _is_certain(base) and self.size(base) > sum(self._ruled_out(one) for one in conditions):
            return truth
        loop = core.Loop(
            span=base.span, slot=self.slot, source=base, condition=_all(conditions, base) if conditions else None
        )
        return some(loop) if self.is_open(loop) else truth

    def size(self, base: core.Value) -> int:
        """Return how many members a set has at least."""
        if isinstance(base, core.AllPlayers):
            return self.game.least_seats
        if isinstance(base, core.Join):
            return self.size(base.left) - self._ruled_out_by(base.right)
        return getattr(base.type, "most", 0)

    def _ruled_out(self, condition: core.Value) -> int:
        """Return how many members a condition can rule out at most; any number of them: more than there are."""
        match condition:
            case core.Compare(sign="!=", left=core.Local(slot=self.slot), right=other):
                return self._ruled_out_by(other)
            case core.Compare(sign="!=", left=other, right=core.Local(slot=self.slot)):
                return self._ruled_out_by(other)
            case core.Not(value=core.Member(element=core.Local(slot=self.slot), container=container)):
                return self._ruled_out_by(container)
            case _:
                return t.HIGHEST

    def _ruled_out_by(self, value: core.Value) -> int:
        if self.slot in _slots(value):
            return t.HIGHEST
        return getattr(value.type, "most", t.HIGHEST) if isinstance(value.type, t.SetType) else 1


def _is_certain(base: core.Value) -> bool:
    """Tell whether a set has the same members in every position, apart from a few that are taken away."""
    match base:
        case core.AllMembers() | core.AllPlayers():
            return True
        case core.Interval(low=core.Const(), high=core.Const()):
            return True
        case core.Const(value=tuple() as members):
            return bool(members)
        case core.Join(sign="-", left=left, right=right):
            return _is_certain(left) and not isinstance(right.type, t.SetType)
        case _:
            return False


def _all(conditions: Iterable[core.Value], at: core.Value) -> core.Value:
    return _joined(core.And, [one for one in conditions if not _is_sure(one)], True, at)


def _any(conditions: Sequence[core.Value], at: core.Value) -> core.Value:
    if any(_is_sure(one) for one in conditions):
        return core.Const(span=at.span, type=t.BoolType(), value=True)
    return _joined(core.Or, conditions, False, at)


def _joined(
    kind: type[core.And] | type[core.Or], conditions: Sequence[core.Value], of_none: bool, at: core.Value
) -> core.Value:
    if len(conditions) == 1:
        return conditions[0]
    if not conditions:
        return core.Const(span=at.span, type=t.BoolType(), value=of_none)
    return kind(span=at.span, type=t.BoolType(), items=tuple(conditions))

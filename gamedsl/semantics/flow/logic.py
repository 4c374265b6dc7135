"""Conditions in, what they say about each other out: whether one of them always holds, whether two can hold together.

A condition is cut into the values that it compares (`gold`, `weather`, `guest`). All situations in which these differ
are tried: of a number only those beside the numbers it is compared with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, product
from typing import Any

import attrs

from gamedsl.diagnostics.effort import SITUATION, spend
from gamedsl.semantics import core
from gamedsl.semantics.core import intervals, model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.walk import Name, Part, called, changes_of, inside, walk
from gamedsl.semantics.expressions.scopes import FactKey
from gamedsl.semantics.flow.counts import plain, replaced, shape

_MOST_SITUATIONS = 2_048
_MOST_PARTS = 2_000
"""Parts of conditions, terms written out, that are looked at: terms that read each other can stand for very many."""
_MOST_STEPS = 200_000
"""Parts looked at in all situations together."""
_LONGEST_LIST = 64
_PLACES = 10_000
"""More than a term has local places: those of a term that is written out are moved out of the way of the others."""
_OTHER = "other"
_ONE_NONE, _BOTH_NONE = "one is none", "both are none"
_SIGNS: dict[str, Callable[[Any, Any], bool]] = {
    "=": lambda a, b: bool(a == b),
    "!=": lambda a, b: bool(a != b),
    "<": lambda a, b: bool(a < b),
    "<=": lambda a, b: bool(a <= b),
    ">": lambda a, b: bool(a > b),
    ">=": lambda a, b: bool(a >= b),
}
Reach = Callable[[core.Value], t.IntType | frozenset[object] | None]
"""Tells what a value can be in play: numbers from the least to the most, or values one by one; None: nobody knows."""
_MIRRORED = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def always(game: model.CheckedGame, conditions: Iterable[core.Value]) -> bool:
    """Tell whether one of some conditions holds in every situation, as far as that can be read off them."""
    given = list(conditions)
    small = any(_holds(game, pair, True) for pair in combinations(given, 2))
    return small or (len(given) != 2 and _holds(game, given, True))


def exclude(game: model.CheckedGame, left: core.Value, right: core.Value) -> bool:
    """Tell whether two conditions can never hold together, as far as that can be read off them."""
    return _holds(game, [left, right], False)


def never(game: model.CheckedGame, condition: core.Value, reach: Reach) -> bool:
    """Tell whether a condition can never hold, where ``reach`` tells what the values in it can be."""
    return _holds(game, [condition], False, reach)


def _nothing_known(_: core.Value) -> None:
    return None


def _holds(game: model.CheckedGame, conditions: Iterable[core.Value], one: bool, reach: Reach = _nothing_known) -> bool:
    """Tell whether in every situation one condition holds (``one``), or at least one of them does not."""
    given = list(conditions)
    found = _tried(_Situations(game, reach), given, one)
    if found is None:
        found = _tried(_Situations(game, reach, has_closed_terms=True), given, one)
    return bool(given and found)


def _tried(situations: _Situations, given: Sequence[core.Value], one: bool) -> bool | None:
    """Try all situations; None when these are too many."""
    game = situations.game
    for condition in given:
        situations.collect(condition)
    cells = [variable.cells(game) for variable in situations.variables.values()]
    number = 1
    for each in cells:
        number *= len(each)
        if number > _MOST_SITUATIONS:
            return None
    if situations.parts > _MOST_PARTS or number * situations.parts > _MOST_STEPS:
        return None
    for values in product(*cells):
        spend(SITUATION * (situations.parts + len(cells)))
        world = dict(zip(situations.variables, values, strict=True))
        found = [situations.judge(condition, world) for condition in given]
        if not (any(found) if one else not all(found)):
            return False
    return True


@attrs.define(eq=False)
class _Variable:
    """A value that is compared: its type, and what it is compared with (``pair``: another value of the same type)."""

    kind: t.Type
    maybe: bool = False
    constants: set[object] = attrs.field(factory=set)
    pair: bool = False
    reach: t.IntType | frozenset[object] | None = None

    def widen(self, kind: t.Type) -> None:
        """Take in the type of one more place where the value is read; some places know more about it."""
        self.maybe = self.maybe or isinstance(kind, t.MaybeType | t.NothingType | t.UnknownType)
        self.kind = intervals.join(self.kind, intervals.strip(kind)) or self.kind

    def cells(self, game: model.CheckedGame) -> list[object]:
        """Return values such that all others behave like one of them."""
        if isinstance(self.reach, frozenset):
            return sorted(self.reach, key=repr)
        if self.pair:
            return [-1, 0, 1, *([_ONE_NONE, _BOTH_NONE] if self.maybe else [])]
        numbers = sorted({int(constant) for constant in self.constants if isinstance(constant, int)})
        found: Sequence[object]
        match self.kind:
            case t.IntType(low, high):
                if isinstance(self.reach, t.IntType):
                    low, high = max(low, self.reach.low), min(high, self.reach.high)
                near = {low, high, *(n + step for n in numbers for step in (-1, 0, 1))}
                found = sorted(n for n in near if low <= n <= high)
            case t.BoolType():
                found = [False, True]
            case t.WordType(words) if words in game.word_lists:
                last = len(game.word_lists[words].words_of) - 1
                near = {0, last, *(n + step for n in numbers for step in (-1, 0, 1))}
                found = sorted(n for n in near if 0 <= n <= last)
            case t.PlayerType():
                found = [*range(game.most_seats)]
            case (
                t.WordType()
                | t.PieceType()
                | t.DesignType()
                | t.RowType()
                | t.TextType()
                | t.NothingType()
                | t.MaybeType()
                | t.SetType()
                | t.ListType()
                | t.ZoneType()
                | t.UnknownType()
            ):
                found = [*(constant for constant in self.constants if constant is not None), _OTHER]
            case _:
                raise TypeError(f"unknown type {type(self.kind).__name__}")
        return [*found, *([None] if self.maybe else [])]


@attrs.define(eq=False)
class _Situations:
    """The values that some conditions compare, and what a condition is when these are known.

    ``has_closed_terms``: what stands behind terms is not looked at.
    """

    game: model.CheckedGame
    reach: Reach
    has_closed_terms: bool = False
    variables: dict[FactKey, _Variable] = attrs.field(factory=dict)
    parts: int = 0
    terms: int = 0
    known: dict[int, tuple[core.Value, core.Value]] = attrs.field(factory=dict)

    def collect(self, condition: core.Value) -> None:
        """Take in the values that a condition compares; of too many ``parts`` not all."""
        self.parts += 1
        if self.parts > _MOST_PARTS:
            return
        condition = self._meant(condition)
        match condition:
            case core.Not(value=inner):
                self.collect(inner)
            case core.And(items=items) | core.Or(items=items):
                for item in items:
                    self.collect(item)
            case core.Compare(left=left, right=right):
                self._collect_compared(self._meant(left), self._meant(right))
            case core.Member(element=element, container=container) if (
                members := members_written(container)
            ) is not None:
                self._variable(self._meant(element)).constants |= members
            case core.Const():
                pass
            case _:
                self._variable(condition)

    def judge(self, condition: core.Value, world: Mapping[FactKey, object]) -> bool:
        """Tell whether a condition holds when the values are these."""
        condition = self._meant(condition)
        match condition:
            case core.Not(value=inner):
                return not self.judge(inner, world)
            case core.And(items=items):
                return all(self.judge(item, world) for item in items)
            case core.Or(items=items):
                return any(self.judge(item, world) for item in items)
            case core.Compare(sign=sign, left=left, right=right):
                return self._compare(sign, self._meant(left), self._meant(right), world)
            case core.Member(element=element, container=container) if (
                members := members_written(container)
            ) is not None:
                return world[shape(self._meant(element))] in members
            case core.Const(value=value):
                return bool(value)
            case _:
                return bool(world[shape(condition)])

    def _collect_compared(self, left: core.Value, right: core.Value) -> None:
        a, b = _constant(left), _constant(right)
        if a is None and b is None:
            first, second = _in_order(left, right)
            variable = self._variable(left, (shape(first), shape(second)))
            variable.pair = True
            variable.widen(right.type)
        elif a is None and b is not None:
            self._variable(left).constants |= set(b)
        elif b is None and a is not None:
            self._variable(right).constants |= set(a)

    def _compare(self, sign: str, left: core.Value, right: core.Value, world: Mapping[FactKey, object]) -> bool:
        a, b = _constant(left), _constant(right)
        if a is None and b is None:
            first, second = _in_order(left, right)
            cell = world[shape(first), shape(second)]
            if cell in (_ONE_NONE, _BOTH_NONE):
                return sign in (("!=",) if cell == _ONE_NONE else ("=",))
            return _SIGNS[sign if first is left else _MIRRORED[sign]](cell, 0)
        one = a[0] if a is not None else world[shape(left)]
        two = b[0] if b is not None else world[shape(right)]
        if sign in ("=", "!="):
            return _SIGNS[sign](one, two)
        return isinstance(one, int) and isinstance(two, int) and _SIGNS[sign](one, two)

    def _variable(self, value: core.Value, name: FactKey | None = None) -> _Variable:
        variable = self.variables.setdefault(name or shape(value), _Variable(intervals.strip(value.type)))
        variable.widen(value.type)
        variable.reach = self.reach(value) if name is None else None
        return variable

    def _meant(self, value: core.Value) -> core.Value:
        """Return what stands behind a term without parameters, so that `few` and `gold < 3` are the same."""
        if isinstance(value, core.Reduce) and value.function == "all":
            return core.Not(span=value.span, type=value.type, value=_some_against(value))
        if not isinstance(value, core.Checked | core.Certain | core.TermCall):
            return plain(value)
        found = self.known.get(id(value))
        if found is None:
            found = self.known[id(value)] = (value, self._written_out(value))  # with the value, so that its id stays
        return found[1]

    def _written_out(self, value: core.Value) -> core.Value:
        while isinstance(value, core.Checked | core.Certain | core.TermCall):
            if not isinstance(value, core.TermCall):
                value = value.value
                continue
            term = self.game.terms[value.term]
            if self.has_closed_terms or term.params or any(changes_of(self.game, value.term)):
                return value
            self.terms += 1
            own = {0: value.owner} if term.each not in ("", "player") and value.owner is not None else {}
            you = value.owner if term.each == "player" else None
            value = replaced(term.value, own, you, self.terms * _PLACES)
        return self._meant(value)


def _some_against(value: core.Reduce) -> core.Value:
    """Return ``any(not C …)`` for ``all(C …)``, so that it can be compared with ``any``."""
    match value.value:
        case core.Not(value=inner):
            opposite = inner
        case core.Compare(sign=sign) as compared if sign in ("=", "!=") or _are_numbers(compared):
            opposite = attrs.evolve(compared, sign=core.OPPOSITE[sign])
        case inner:
            opposite = core.Not(span=inner.span, type=inner.type, value=inner)
    return attrs.evolve(value, function="any", value=opposite)


def _are_numbers(compared: core.Compare) -> bool:
    """Tell whether both sides are numbers for certain: what is none is neither less nor not less."""
    return isinstance(compared.left.type, t.IntType) and isinstance(compared.right.type, t.IntType)


def _in_order(left: core.Value, right: core.Value) -> tuple[core.Value, core.Value]:
    """Return two values in an order that does not depend on which was written first."""
    return (left, right) if repr(shape(left)) <= repr(shape(right)) else (right, left)


def _constant(value: core.Value) -> tuple[object] | None:
    """Return a value known before play, in a tuple of its own, or None."""
    match value:
        case core.Const(value=found) if found is None or isinstance(found, int):
            return (found,)
        case core.CopyOf(design=design):
            return (("copy", design),)
        case _:
            return None


def members_written(container: core.Value) -> set[object] | None:
    """Return the members of a set that is written out, or None."""
    match container:
        case core.Interval(low=core.Const(value=int(low)), high=core.Const(value=int(high))):
            return set(range(low, high + 1)) if high - low < _LONGEST_LIST else None
        case core.Const(value=tuple(members)):
            return set(members)
        case core.MakeSet(items=items):
            found = [_constant(item) for item in items]
            return {one[0] for one in found if one is not None} - {None} if None not in found else None
        case _:
            return None


def mentions(game: model.CheckedGame, kind: type[core.Value] | tuple[type[core.Value], ...], *values: Part) -> bool:
    """Tell whether expressions hold a node of a kind, also inside the terms, cells and actions that they ask for."""
    waiting: list[Part] = list(values)
    followed: set[Name] = set()
    while waiting:
        for node in walk(waiting.pop()):
            if isinstance(node, kind):
                return True
            for name in called(game, node):
                if name not in followed:
                    followed.add(name)
                    waiting += inside(game, name)
    return False

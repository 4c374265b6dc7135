"""What is known for certain at one place of some steps in, what follows from it for conditions and numbers out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

import attrs

from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.reads import reads, writes
from gamedsl.semantics.core.walk import Part, walk
from gamedsl.semantics.flow.counts import conjuncts, shape
from gamedsl.semantics.flow.graph import steps_of
from gamedsl.semantics.flow.logic import exclude, mentions

PASSING = (core.Done, core.During, core.Repeated, core.GameOver, core.Winners)
"""What may change while nothing on the table does."""


@attrs.frozen(eq=False)
class Fact:
    """A condition that holds, and the entries of the table that it reads."""

    condition: core.Value
    entries: frozenset[str]


Facts = tuple[Fact, ...]


@attrs.frozen(eq=False, slots=False)
class Logic:
    """Judges conditions by facts and by what never changes in a game."""

    game: model.CheckedGame

    @cached_property
    def _unchanged(self) -> dict[str, Fact]:
        """By the entry, what the values that nothing ever changes are: what they begin with."""
        changed = writes(self.game, *(part for parts in steps_of(self.game).values() for part in parts))
        return {
            entry.name: self._fact(equal(_own(entry), entry.initial))
            for entry in self.game.values.values()
            if entry.name not in changed and not entry.keys and isinstance(entry.initial, core.Const)
            if entry.each in ("", "player")
        }

    def given(self, condition: core.Value) -> Facts:
        """Return a condition that holds as facts, each of which may end by itself."""
        known = (one for one in conjuncts(condition) if not mentions(self.game, PASSING, one))
        return tuple(self._fact(one) for one in known)

    def _fact(self, condition: core.Value) -> Fact:
        return Fact(condition, reads(self.game, condition))

    def excluded(self, facts: Facts, condition: core.Value) -> bool:
        """Tell whether a condition cannot hold where these facts do."""
        asked = reads(self.game, condition)
        known = [fact.condition for fact in facts if fact.entries & asked or not fact.entries]
        known += [self._unchanged[entry].condition for entry in sorted(asked) if entry in self._unchanged]
        both = core.And(span=condition.span, type=t.BoolType(), items=tuple(known))
        return exclude(self.game, both, condition)

    def certain(self, facts: Facts, condition: core.Value) -> bool:
        """Tell whether a condition holds where these facts do."""
        return self.excluded(facts, core.Not(span=condition.span, type=t.BoolType(), value=condition))

    def after(self, facts: Facts, step: core.CoreStep) -> Facts:
        """Return what is known right after a step that does something itself."""
        left = without(facts, writes(self.game, step))
        match step:
            case core.Assign(target=target, value=value):
                number = self._number(facts, value)
                told = value if number is None else constant(value, number)
                if isinstance(told, core.Const) or target.entry not in reads(self.game, told):
                    return (*left, self._fact(equal(target, told)))
            case core.Pay():
                return (*left, *(self._fact(one) for one in self._paid(facts, step)))
            case _:
                pass  # of what other steps change nothing is known
        return left

    def _number(self, facts: Facts, value: core.Value) -> int | None:
        return _number((*facts, *self._unchanged.values()), value)

    def _paid(self, facts: Facts, step: core.Pay) -> Iterator[core.Value]:
        amount = self._number(facts, step.amount)
        if amount is None or shape(step.source) == shape(step.target):
            return
        for zone, sign in ((step.source, -1), (step.target, 1)):
            purse = core.Amount(span=zone.span, type=t.IntType(), zone=zone)
            before = self._number(facts, purse)
            endless = any(trait.name == "unlimited" for trait in self.game.zones[zone.entry].traits)
            if before is not None and not endless:
                yield equal(purse, constant(purse, before + sign * amount))


def _own(entry: model.TableValue) -> core.ReadValue:
    """Return a value of the table: that of `you` where each player has one."""
    you = core.You(span=entry.span, type=t.PlayerType()) if entry.each else None
    return core.ReadValue(span=entry.span, type=entry.type, entry=entry.name, owner=you, keys=())


def equal(left: core.Value, right: core.Value) -> core.Compare:
    """Return the condition that two values are the same."""
    return core.Compare(span=left.span, type=t.BoolType(), sign="=", left=left, right=right)


def constant(value: core.Value, number: int) -> core.Const:
    """Return a number in the place of what stands for it."""
    return core.Const(span=value.span, type=t.IntType(number, number), value=number)


def without(facts: Facts, entries: Iterable[str]) -> Facts:
    """Return the facts that are left when these entries may have changed."""
    changed = frozenset(entries)
    return tuple(fact for fact in facts if not fact.entries & changed)


def unbound(facts: Facts, slot: int) -> Facts:
    """Return the facts that are left when a local place takes another value."""
    return tuple(fact for fact in facts if slot not in locals_of(fact.condition))


def common(facts: Facts) -> Facts:
    """Return the facts that are the same whoever is `you`."""
    return tuple(fact for fact in facts if not any(isinstance(part, core.You) for part in walk(fact.condition)))


def locals_of(*values: Part | None) -> frozenset[int]:
    """Return the local places that values read and do not bind themselves."""
    parts = [*walk(*values)]
    bound = {part.slot for part in parts if isinstance(part, core.Loop)}
    return frozenset(part.slot for part in parts if isinstance(part, core.Local)) - bound


def _number(facts: Facts, value: core.Value) -> int | None:
    """Return the number that a value is where these facts hold, or None."""
    match value:
        case core.Const(value=number):
            return number if isinstance(number, int) and not isinstance(number, bool) else None
        case core.Checked(value=inner) | core.Certain(value=inner):
            return _number(facts, inner)
        case core.ReadValue() | core.Amount():
            return next((found for fact in facts if (found := _said(fact.condition, value)) is not None), None)
        case core.Negate(value=inner):
            number = _number(facts, inner)
            return None if number is None else -number
        case core.Extreme(function=function, items=items):
            numbers = [_number(facts, item) for item in items]
            known = [number for number in numbers if number is not None]
            return None if len(known) < len(numbers) else {"min": min, "max": max}[function](known)
        case core.Arithmetic(sign="+" | "-" | "*" as sign, left=left, right=right):
            one, other = _number(facts, left), _number(facts, right)
            if one is None or other is None:
                return None
            return {"+": one + other, "-": one - other, "*": one * other}[sign]
        case _:
            return None


def _said(condition: core.Value, value: core.Value) -> int | None:
    """Return the number that a condition says a value is, or None."""
    if not isinstance(condition, core.Compare) or condition.sign != "=" or shape(condition.left) != shape(value):
        return None
    return _number((), condition.right) if isinstance(condition.right, core.Const) else None

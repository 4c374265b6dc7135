"""Calls that a function makes -> the values of those that it has made before, where these are at hand"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Protocol

import attrs

from gamedsl.kernel.builder import interval, number, opposite, word
from gamedsl.kernel.program import BOOL, Call, Expression, Name, Number, Read, Statement, Type, Word

_NUMBERED = re.compile(r"[a-z]+(?P<apart>_)?(?P<number>[0-9]+)")
"""A local; parameters have no number, or one of their own that is smaller than that of any local."""


class Writes(Protocol):
    """What writes statements, as far as it is asked here."""

    body: list[Statement]

    def let(self, value: Expression, stem: str = ...) -> Expression:
        """Keep a value in a local that does not change."""

    def variable(self, value: Expression, kind: Type, stem: str = ...) -> Name:
        """Return a new local that may change."""

    def assign(self, to: Name, value: Expression) -> None:
        """Write a new value for a local."""

    def into(self, body: list[Statement]) -> AbstractContextManager[Any]:
        """Write into another body for a while."""

    def when(self, condition: Expression) -> AbstractContextManager[Any]:
        """Write what is done under a condition."""


@attrs.frozen(eq=False)
class WorkedOut:
    """What a function has worked out: by call its value, and the body that has it. ``around``: what bodies stand in.

    Only of calls that are given constants and ``parameters`` of the function: these never change in it.
    """

    parameters: frozenset[str]
    around: dict[int, list[Statement]] = attrs.field(factory=dict)
    _calls: dict[Call, tuple[list[Statement], Expression]] = attrs.field(factory=dict)

    def value(self, b: Writes, call: Call) -> Expression:
        """Return the value of a call, which stays a call where it may have another one."""
        if not self.is_fixed(call):
            return call
        return self.found(call, b.body) or self.note(call, b.body, b.let(call))

    def is_fixed(self, call: Call) -> bool:
        """Tell whether a call has the same value wherever it stands in the function."""
        return all(
            isinstance(one, Number) or (isinstance(one, Name) and one.name in self.parameters) for one in call.arguments
        )

    def found(self, call: Call, body: list[Statement]) -> Expression | None:
        """Return the value of a call that has been worked out in a body, or around it."""
        if call not in self._calls:
            return None
        where, value = self._calls[call]
        inside: list[Statement] | None = body
        while inside is not None:
            if inside is where:
                return value
            inside = self.around.get(id(inside))
        return None

    def note(self, call: Call, body: list[Statement], value: Expression) -> Expression:
        """Note the value of a call that has been worked out in a body; return it."""
        self._calls[call] = body, value
        return value


@attrs.frozen(eq=False)
class Invariants:
    """Calls inside the loops of one value that have the same value in all their passes (loop-invariant code motion).

    In ``count(a for each a in 1..400 for each b in you.best)`` the first pass works out the term ``best`` of this
    player, and the others use what it found: a value changes nothing, so the term is the same in every pass. Whether it
    is known and what it is are declared in ``before``, in front of the loops. Locals with numbers up to ``mark`` stand
    outside of them.
    """

    mark: int
    before: list[Statement] = attrs.field(factory=list)
    _kept: dict[Call, tuple[Name, Name]] = attrs.field(factory=dict)

    def is_invariant(self, call: Call) -> bool:
        """Has a call the same value in all passes of the loops?"""
        return all(map(self._is_outside, call.arguments))

    def _is_outside(self, given: Expression) -> bool:
        if isinstance(given, Read):
            return self._is_outside(given.index)
        if not isinstance(given, Name):
            return isinstance(given, Number)
        numbered = _NUMBERED.fullmatch(given.name)
        return numbered is None or (numbered["apart"] is None and int(numbered["number"]) <= self.mark)

    def value(self, b: Writes, call: Call) -> Expression:
        """Return the value of an invariant call, worked out when it is first asked for."""
        if call not in self._kept:
            self._kept[call] = kept_in(b, self.before, call)
        return when_asked(b, call, *self._kept[call])


def kept_in(b: Writes, before: list[Statement], call: Call) -> tuple[Name, Name]:
    """Declare in another body whether a call has been worked out, and its value."""
    with b.into(before):
        none = word(0, call.type.width) if isinstance(call.type, Word) else number(interval(call)[0])
        return b.variable(number(0), BOOL, "known"), b.variable(none, call.type, "found")


def when_asked(b: Writes, call: Call, known: Name, found: Name) -> Expression:
    """Write that a call is worked out where it has not been; return its value."""
    with b.when(opposite(known)):
        b.assign(found, call)
        b.assign(known, number(1))
    return found


@attrs.frozen(eq=False)
class ForAllAnswers(WorkedOut):
    """Where answers are tried: what is long and the same for all of them is worked out when the first one asks for it.

    ``you`` and ``active`` are those who are asked; what is noted of it is declared in ``before``, around the loops.
    """

    you: Expression = attrs.field(kw_only=True)
    active: Expression = attrs.field(kw_only=True)
    is_long: Callable[[str], bool] = attrs.field(kw_only=True)
    before: list[Statement] = attrs.field(kw_only=True)
    _names: dict[Call, tuple[Name, Name]] = attrs.field(factory=dict)

    def value(self, b: Writes, call: Call) -> Expression:
        """Return the value of a call, kept from the first time on; a call that is short or not alike stays one."""
        if call.arguments != (self.you, self.active) or not self.is_long(call.function):
            return call
        if call not in self._names:
            self._names[call] = kept_in(b, self.before, call)
        return when_asked(b, call, *self._names[call])

"""Answers to questions -> their numbers from 0, and back: single things, sets, and choices of several parts"""

from __future__ import annotations

from itertools import accumulate
from math import comb

from gamedsl.kernel.builder import (
    arithmetic,
    bit,
    both,
    choose,
    combine,
    compare,
    minus,
    number,
    plus,
    size,
    times,
    word,
)
from gamedsl.kernel.lowering.context import Listed, Lowered, Lowering, Run
from gamedsl.kernel.lowering.values.registry import narrowed
from gamedsl.kernel.program import Assign, Expression, For, ForBits, If, Int, Name, Return, Statement, Word
from gamedsl.semantics.core import types as t

_LARGEST = 2**31 - 1


def _count(b: Lowering, part: t.Part) -> int:
    """Return how many answers to one part of a question there are."""
    if isinstance(part, t.SomeType):
        return _Sets(b, part).starts[-1]
    return b.span_of(part)[1] + isinstance(part, t.MaybeType)


def number_of(b: Lowering, question: int, found: list[tuple[Lowered, t.Type]]) -> Expression:
    """Return the number of an answer, of which each part stands with its type, among those of its question."""
    asked = b.game.questions[question].type
    parts, most = t.parts_of(asked), max(0, b.numbering.domains[question].size - 1)
    result: Expression = number(0)
    for part, (one, kind) in zip(parts, found, strict=True):
        own = _number_of_part(b, part, one, kind)
        result = narrowed(plus(times(result, _count(b, part)), own), 0, most)
    return result


def _number_of_part(b: Lowering, part: t.Part, found: Lowered, kind: t.Type) -> Expression:
    if isinstance(part, t.SomeType):
        converted = b.converted(found, kind, t.SetType(part.item))
        assert not isinstance(converted, Listed | Run)
        return b.call(_Sets(b, part).number(), converted)
    assert not isinstance(found, Listed | Run)
    low, _ = b.span_of(part)
    if not isinstance(part, t.MaybeType):
        return minus(found, low)
    if not isinstance(kind, t.MaybeType | t.NothingType):
        return plus(minus(found, low), 1)
    found = b.let(found)
    return choose(b.is_none(found, kind), number(0), plus(minus(found, low), 1))


def answer_of(b: Lowering, question: int, index: Expression) -> list[Expression]:
    """Return the parts of the answer that a number among those of its question means."""
    parts = t.parts_of(b.game.questions[question].type)
    if len(parts) == 1:
        return [_part_of(b, parts[0], index)]
    found: list[Expression] = []
    left = b.let(index)
    for part in reversed(parts):
        many = _count(b, part)
        own = narrowed(arithmetic("mod", left, number(max(1, many))), 0, max(0, many - 1))
        found.append(_part_of(b, part, b.let(own)))
        left = b.let(arithmetic("/", left, number(max(1, many))))
    return found[::-1]


def _part_of(b: Lowering, part: t.Part, index: Expression) -> Expression:
    if isinstance(part, t.SomeType):
        return b.call(_Sets(b, part).members(), index)
    low, count = b.span_of(part)
    last = low + max(0, count - 1)
    if not isinstance(part, t.MaybeType):
        return narrowed(plus(index, low), low, last)
    found = narrowed(plus(minus(index, 1), low), low, last)
    return choose(compare("=", index, 0), number(b.none_of(part)), found)


class _Sets:
    """The numbers of the sets of ``least`` to ``most`` things: small ones first, then in the order of their members."""

    def __init__(self, b: Lowering, part: t.SomeType) -> None:
        self.b, self.wide = b, max(1, b.wide(part.item))
        count = b.span_of(part.item)[1]
        self.count, self.least, self.most = count, part.least, min(part.most, count)
        self.starts = [0, *accumulate(comb(count, many) for many in range(self.least, self.most + 1))]
        self.name = f"sets of {self.least}..{self.most} of {count}"
        self.number_type = Int(0, max(0, self.starts[-1] - 1))

    def _ways(self, among: Expression, many: Expression) -> Expression:
        """Return how many sets of so many members things have; beyond all numbers of sets it is cut off."""
        row = self.most + 1
        found = [min(comb(one, size_), _LARGEST) for one in range(self.count + 1) for size_ in range(row)]
        return self.b.table(f"ways {self.count} {self.most}", found, plus(times(among, row), many))

    def _start(self, many: Expression) -> Expression:
        """Return the number of the first set of so many members."""
        found = [self.starts[one - self.least] if one >= self.least else 0 for one in range(self.most + 1)]
        return self.b.table(f"{self.name} starts", found, many)

    def number(self) -> str:
        """Make the function from a set to its number: how many sets of its size come before it, behind smaller ones."""
        b, top = self.b, max(0, self.count - 1)

        def write(given: list[Expression]) -> None:
            many = b.let(narrowed(size(given[0]), 0, self.most), always=True)
            left = b.variable(many, Int(0, self.most), "n")
            behind = b.variable(number(0), Int(0, _LARGEST), "n")
            one = Name(b.temp("v"), Int(0, top))
            body: list[Statement] = []
            with b.into(body):
                ways = self._ways(minus(number(top), one), left)
                b.assign(behind, narrowed(plus(behind, ways), 0, _LARGEST))
                b.assign(left, narrowed(minus(left, 1), 0, self.most))
            b.emit(ForBits(one.name, one.type, given[0], tuple(body)))
            last = plus(self._start(many), self._ways(number(self.count), many), -1)
            b.emit(Return(narrowed(minus(last, behind), 0, self.number_type.high)))

        return b.function(f"number in {self.name}", [("members", Word(self.wide))], self.number_type, write)

    def members(self) -> str:
        """Make the function from a number to its set."""
        b, top = self.b, max(0, self.count - 1)

        def write(given: list[Expression]) -> None:
            many = b.variable(number(self.least), Int(self.least, self.most), "n")
            for at, start in enumerate(self.starts[1:-1]):
                b.emit(If(compare(">=", given[0], start), (Assign(many.name, number(self.least + at + 1)),)))
            left = b.variable(many, Int(0, self.most), "n")
            first = minus(given[0], self._start(many))
            last = plus(self._ways(number(self.count), many), -1)
            behind = b.variable(narrowed(minus(last, first), 0, _LARGEST), Int(0, _LARGEST), "n")
            found = b.variable(word(0, self.wide), Word(self.wide), "w")
            one = Name(b.temp("v"), Int(0, top))
            body: list[Statement] = []
            with b.into(body):
                ways = b.let(self._ways(minus(number(top), one), left), always=True)
                with b.when(both(compare(">", left, 0), compare("<=", ways, behind))):
                    b.assign(behind, narrowed(minus(behind, ways), 0, _LARGEST))
                    b.assign(left, narrowed(minus(left, 1), 0, self.most))
                    b.assign(found, combine("|", found, bit(one, self.wide)))
            b.emit(For(one.name, one.type, number(0), number(self.count), tuple(body)), Return(found))

        return b.function(f"members in {self.name}", [("number", self.number_type)], Word(self.wide), write)

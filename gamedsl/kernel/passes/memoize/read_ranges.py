"""A function that looks at a state, and what it is given -> by field which of its places it may read then

Known as interval analysis (abstract interpretation) of array sections. What a function is given decides much: whose
purse it reads, which rows of a table its tests lead to. Spans of numbers are worked out from the outside in, and tests
that they decide have one way only.

    def rent(p): return price[house[p * 4 + 1]] if p < 2 else 0
    rent(1)  reads house[5], and price at all places that the type of house allows
    rent(3)  reads nothing
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from types import MappingProxyType
from typing import Any

import attrs

from gamedsl.kernel.passes.analysis.effects import COUNTS
from gamedsl.kernel.passes.memoize.placement import Placement
from gamedsl.kernel.passes.walk import children, walk
from gamedsl.kernel.program import (
    GIVEN,
    Assign,
    Call,
    Choose,
    Declare,
    Entry,
    Expression,
    For,
    ForBits,
    Function,
    Has,
    If,
    Int,
    Name,
    Not,
    Number,
    Operation,
    Program,
    Read,
    Return,
    Statement,
    Word,
)

Span = tuple[int, int]
Given = tuple[Span | None, ...]
Look = tuple[Span, int]
"""Places that may be read, and of words in them the bits that decide anything; of numbers all."""
Places = Mapping[str, frozenset[Look]]
ALL = -1
"""Every bit."""
MOST_VISITS = 400_000
"""Nodes that are looked at for one program; behind that a function reads all that its types allow."""
_LONG = 256
"""Entries of a table that are looked at for the least and the largest."""

PLACE = "place"
"""The field with the place of each piece."""


class _UnreachableError(Exception):
    """What is looked at is never carried out."""


class ReadRanges:
    """Answers for the functions of one program; ``asked``: those that give what a field holds for their argument."""

    def __init__(self, program: Program, asked: Mapping[str, str] = MappingProxyType({})) -> None:
        self.program = program
        self.left = MOST_VISITS
        self._asked = asked
        self._known: dict[tuple[str, Given], Places] = {}
        self._assigned: dict[str, frozenset[str]] = {}
        self._placements: dict[str, Placement] = {}

    def reads(self, name: str, given: Given) -> Places:
        """Return what a function may read that is given numbers of these spans; None: whatever its type allows."""
        function = self.program.functions[name]
        given = _any(function) if self.left < 0 else given
        key = name, given
        if key not in self._known:
            self._known[key] = {}
            self._known[key] = self._asked_for(function, given) or _Visit(self, function, given).found()
        return self._known[key]

    def _asked_for(self, function: Function, given: Given) -> Places:
        """Return the place that is asked by a function that gives what an owner has; nothing for others."""
        if function.name not in self._asked:
            return {}
        kind = function.parameters[0].type
        assert isinstance(kind, Int)
        low, high = given[0] or (kind.low, kind.high)
        return {self._asked[function.name]: frozenset({((low - kind.low, high - kind.low), ALL)})}

    def assigned(self, function: Function) -> frozenset[str]:
        """Return the locals of a function that get several values."""
        if function.name not in self._assigned:
            found = frozenset(x.name for x in walk(function.body) if isinstance(x, Assign))
            self._assigned[function.name] = found
        return self._assigned[function.name]

    def placement(self, function: Function) -> Placement:
        """Return what tells which pieces a function has found in places."""
        if function.name not in self._placements:
            self._placements[function.name] = Placement(function)
        return self._placements[function.name]


def _any(function: Function) -> Given:
    return tuple([None for _ in function.parameters])


class _Visit:
    """Looks at a function that is given something."""

    def __init__(self, ranges: ReadRanges, function: Function, given: Given) -> None:
        self.ranges, self.function = ranges, function
        self.assigned = ranges.assigned(function)
        self.spans: dict[str, Span] = {}
        for one, span in zip(function.parameters, given, strict=True):
            if span is not None and one.name not in self.assigned:
                self.spans[one.name] = span
        self.places: dict[str, set[Look]] = {}

    def found(self) -> Places:
        """Return what is read."""
        self._body(self.function.body)
        return {field: frozenset(spans) for field, spans in self.places.items()}

    # ------------------------------------------------------------ statements

    def _body(self, body: Iterable[Statement]) -> bool:
        """Look at statements; tell whether they surely end the function."""
        try:
            return any(self._statement(one) for one in body)
        except _UnreachableError:
            return False

    def _statement(self, x: Statement) -> bool:
        match x:
            case If(condition=condition, then=then, otherwise=otherwise):
                truth = self._truth(condition)
                if truth is not None:
                    return self._body(then if truth else otherwise)
                ends = self._body(then)
                return self._body(otherwise) and ends
            case Declare(name=name, value=value):
                span = self._span(value)
                if span is not None:
                    self._bind(name, span)
            case ForBits(name=name, word=word, body=body):
                self._span(word)
                may = self._may(word)
                if may:
                    self._bind(name, ((may & -may).bit_length() - 1, may.bit_length() - 1))
                    self._body(body)
            case For(name=name, low=low, end=end, body=body):
                first, last = self._span(low), self._span(end)
                assert first is not None
                assert last is not None
                self._bind(name, (first[0], last[1] - 1))
                self._body(body)
            case Return(value=value):
                if value is not None:
                    self._span(value)
                return True
            case _:
                self._parts(x)
        return False

    def _bind(self, name: str, span: Span) -> None:
        if name not in self.assigned:
            self.spans[name] = span

    def _parts(self, x: Any) -> None:
        for one in children(x):
            if isinstance(one, Statement):
                self._statement(one)
            else:
                self._span(one)

    # ------------------------------------------------------------ expressions

    def _truth(self, x: Expression) -> bool | None:
        """Look at a condition; return what it surely comes to."""
        low, high = self._span(x) or (0, 1)
        return bool(low) if low == high else None

    def _span(self, x: Expression) -> Span | None:
        """Look at an expression; return the least and the largest number that it may be, None for a word."""
        if isinstance(x.type, Word):
            self._word(x, ALL)
            return None
        self.ranges.left -= 1
        work = _SPANS.get(type(x))
        if work is None:
            self._parts(x)
            span = None
        else:
            span = work(self, x)
        low, high = (x.type.low, x.type.high) if span is None else span
        low, high = max(low, x.type.low), min(high, x.type.high)
        if low > high:
            raise _UnreachableError
        return low, high

    def _name(self, x: Name) -> Span | None:
        return self.spans.get(x.name)

    def _number(self, x: Number) -> Span | None:
        return x.value, x.value

    def _read(self, x: Read, wanted: int = ALL) -> None:
        span = self._span(x.index)
        assert span is not None
        is_found = x.field == PLACE and self.ranges.placement(self.function).is_found(x.index)
        if x.field not in COUNTS and not is_found:
            self.places.setdefault(x.field, set()).add((span, wanted))

    def _has(self, x: Has) -> None:
        span = self._span(x.number)
        assert span is not None
        self._word(x.word, _bits(span))

    def _word(self, x: Expression, wanted: int) -> None:
        """Look at a word of which only some bits decide anything."""
        self.ranges.left -= 1
        match x:
            case Read():
                self._read(x, wanted)
            case Operation(sign="&", left=left, right=right):
                self._word(left, wanted & self._may(right))
                self._word(right, wanted & self._may(left))
            case Operation(sign="|" | "^" | "&~", left=left, right=right):
                self._word(left, wanted)
                self._word(right, wanted)
            case Choose(condition=condition, value=value, otherwise=otherwise):
                truth = self._truth(condition)
                for one in (value,) if truth else (value, otherwise) if truth is None else (otherwise,):
                    self._maybe_word(one, wanted)
            case Call():
                self._call(x)
            case _:
                self._parts(x)

    def _maybe_word(self, x: Expression, wanted: int) -> None:
        """Look at a word that may not be reached."""
        try:
            self._word(x, wanted)
        except _UnreachableError:
            return

    def _may(self, x: Expression) -> int:
        """Return the bits that a word may have."""
        assert isinstance(x.type, Word)
        found = (1 << x.type.width) - 1
        match x:
            case Number(value=value):
                return value
            case Entry(table=table, index=index):
                low, high = self._span_only(index)
                rows = self.ranges.program.tables[table][max(0, low) : high + 1]
                return reduce(or_, rows, 0) if len(rows) < _LONG else found
            case Operation(sign="&", left=left, right=right):
                return self._may(left) & self._may(right)
            case Operation(sign="&~", left=left):
                return self._may(left)
            case _:
                return found

    def _span_only(self, x: Expression) -> Span:
        """Return the least and the largest number that an expression may be, without noting what it reads."""
        before = {field: set(looks) for field, looks in self.places.items()}
        span = self._span(x)
        self.places = before
        assert span is not None
        return span

    def _entry(self, x: Entry) -> Span | None:
        span, values = self._span(x.index), self.ranges.program.tables[x.table]
        assert span is not None
        low, high = max(0, span[0]), min(len(values) - 1, span[1])
        if not 0 <= high - low < _LONG:
            return None
        rows = values[low : high + 1]
        return min(rows), max(rows)

    def _choose(self, x: Choose) -> Span | None:
        truth = self._truth(x.condition)
        if truth is not None:
            return self._span(x.value if truth else x.otherwise)
        spans = [span for span in (self._maybe(x.value), self._maybe(x.otherwise)) if span is not None]
        return (min(low for low, _ in spans), max(high for _, high in spans)) if spans else None

    def _maybe(self, x: Expression) -> Span | None:
        """Look at an expression that may not be reached."""
        try:
            return self._span(x)
        except _UnreachableError:
            return None

    def _not(self, x: Not) -> Span | None:
        truth = self._truth(x.value)
        return None if truth is None else (int(not truth),) * 2

    def _operation(self, x: Operation) -> Span | None:
        if x.sign in ("and", "or"):
            truth, decides = self._truth(x.left), x.sign == "or"
            if truth is decides:
                return (int(decides),) * 2
            other = self._maybe(x.right)
            settled = truth is not None or other == (int(decides),) * 2
            return other if settled else None
        left, right = self._span(x.left), self._span(x.right)
        work = _ARITHMETIC.get(x.sign)
        return None if left is None or right is None or work is None else work(left, right)

    def _call(self, x: Call) -> None:
        given = tuple([self._span(one) for one in x.arguments])
        if x.function in GIVEN:
            return
        for field, looks in self.ranges.reads(x.function, given).items():
            self.places.setdefault(field, set()).update(looks)


def _bits(span: Span) -> int:
    return (1 << span[1] + 1) - (1 << max(0, span[0]))


def _known(truth: bool | None) -> Span:
    return (0, 1) if truth is None else (int(truth),) * 2


def _less(a: Span, b: Span) -> bool | None:
    return True if a[1] < b[0] else False if a[0] >= b[1] else None


def _opposite(truth: bool | None) -> bool | None:
    return None if truth is None else not truth


def _equal(a: Span, b: Span) -> bool | None:
    if a[1] < b[0] or b[1] < a[0]:
        return False
    return True if a == b and a[0] == a[1] else None


def _times(a: Span, b: Span) -> Span:
    corners = [x * y for x in a for y in b]
    return min(corners), max(corners)


_ARITHMETIC: dict[str, Callable[[Span, Span], Span]] = {
    "+": lambda a, b: (a[0] + b[0], a[1] + b[1]),
    "-": lambda a, b: (a[0] - b[1], a[1] - b[0]),
    "*": _times,
    "<": lambda a, b: _known(_less(a, b)),
    ">": lambda a, b: _known(_less(b, a)),
    ">=": lambda a, b: _known(_opposite(_less(a, b))),
    "<=": lambda a, b: _known(_opposite(_less(b, a))),
    "=": lambda a, b: _known(_equal(a, b)),
    "!=": lambda a, b: _known(_opposite(_equal(a, b))),
}
_SPANS: dict[type, Callable[[Any, Any], Span | None]] = {
    Name: _Visit._name,
    Number: _Visit._number,
    Read: _Visit._read,
    Entry: _Visit._entry,
    Choose: _Visit._choose,
    Has: _Visit._has,
    Not: _Visit._not,
    Operation: _Visit._operation,
    Call: _Visit._call,
}


# ---------------------------------------------------------------- which values a place is read for


@attrs.frozen
class Kept:
    """The values that a function keeps: parameters that it reads, in order, the last one counting fastest."""

    function: Function
    used: Sequence[int]
    many: int


@attrs.frozen
class Rows:
    """Of a field, by place the values that are worked out of it, as a word; and by bit where its places are words."""

    places: tuple[int, ...]
    bits: tuple[int, ...] | None


_Marks = dict[tuple[str, bool], list[int]]
"""By field, and whether by bit."""


def values_by_place(ranges: ReadRanges, kept: Kept) -> dict[str, Rows]:
    """Return by field that a function reads which values are worked out of what."""
    whole = (1 << kept.many) - 1
    found: _Marks | None = None
    for at in kept.used:
        own = _by_parameter(ranges, kept, at)
        if found is None:
            found = own
            continue
        found = {
            key: [one & other for one, other in zip(rows, own[key], strict=True)]
            for key, rows in found.items()
            if key in own
        }
    if found is None:
        found = {}
        _mark(ranges, kept, _any(kept.function), whole, found)
    return {
        field: Rows(tuple(rows), tuple(found[field, True]) if (field, True) in found else None)
        for (field, by_bit), rows in found.items()
        if not by_bit
    }


def _by_parameter(ranges: ReadRanges, kept: Kept, at: int) -> _Marks:
    """Return the same as far as one parameter decides it."""
    found: _Marks = {}
    kind = kept.function.parameters[at].type
    assert isinstance(kind, Int)
    each = 1
    for other in kept.used:
        if other > at:
            each *= _wide(kept, other)
    step = each * (kind.high - kind.low + 1)
    first = sum([((1 << each) - 1) << place for place in range(0, kept.many, step)])
    for value in range(kind.low, kind.high + 1):
        given = tuple([(value, value) if one == at else None for one in range(len(kept.function.parameters))])
        _mark(ranges, kept, given, first << (value - kind.low) * each, found)
    return found


def _wide(kept: Kept, at: int) -> int:
    kind = kept.function.parameters[at].type
    assert isinstance(kind, Int)
    return kind.high - kind.low + 1


def _mark(ranges: ReadRanges, kept: Kept, given: Given, values: int, found: _Marks) -> None:
    for name, looks in ranges.reads(kept.function.name, given).items():
        field = ranges.program.fields[name]
        rows = found.setdefault((name, False), [0] * field.count)
        for place in {one for (low, high), _ in looks for one in range(max(0, low), min(field.count - 1, high) + 1)}:
            rows[place] |= values
        if isinstance(field.type, Word):
            rows = found.setdefault((name, True), [0] * field.type.width)
            decide = reduce(or_, [wanted for _, wanted in looks])
            for at in range(field.type.width):
                if decide >> at & 1:
                    rows[at] |= values

"""A function that looks at a state, and what it is given -> by field which of its places it may read then

What a function is given decides much: whose purse it reads, which rows of a table its tests lead to. Spans of numbers
are worked out from the outside in, and tests that they decide have one way only.

Where a piece lies is said twice: by ``place`` of the piece and by what lies in the place. Nobody comes to a place, or
leaves it, without that both are written, and nothing is asked between. So of a piece that is found in a place it need
not be noted that its ``place`` was read, too: it changes only where what was found there does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import attrs

from gamedsl.kernel.making import constant
from gamedsl.kernel.optimising.facts import COUNTS
from gamedsl.kernel.optimising.trees import children, walk
from gamedsl.kernel.program import (
    GIVEN,
    Assign,
    Bit,
    Call,
    Choose,
    Declare,
    Entry,
    Expression,
    For,
    ForBits,
    Function,
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
Places = Mapping[str, frozenset[Span]]
MOST_VISITS = 400_000
"""Nodes that are looked at for one program; behind that a function reads all that its types allow."""
_LONG = 256
"""Entries of a table that are looked at for the least and the largest."""

PLACE = "place"
"""The field with the place of each piece."""
_HOLDING = ("zone.", "inside.", "anywhere in ")
"""How the names of fields begin that say what lies in places: pieces of slots, words of all others."""


class _UnreachableError(Exception):
    """What is looked at is never carried out."""


class Touching:
    """Answers for the functions of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.left = MOST_VISITS
        self._known: dict[tuple[str, Given], Places] = {}
        self._assigned: dict[str, frozenset[str]] = {}
        self._lying: dict[str, _Lying] = {}

    def reads(self, name: str, given: Given) -> Places:
        """Return what a function may read that is given numbers of these spans; None: whatever its type allows."""
        function = self.program.functions[name]
        given = _any(function) if self.left < 0 else given
        key = name, given
        if key not in self._known:
            self._known[key] = {}
            self._known[key] = _Visit(self, function, given).found()
        return self._known[key]

    def assigned(self, function: Function) -> frozenset[str]:
        """Return the locals of a function that get several values."""
        if function.name not in self._assigned:
            found = frozenset(x.name for x in walk(function.body) if isinstance(x, Assign))
            self._assigned[function.name] = found
        return self._assigned[function.name]

    def lying(self, function: Function) -> _Lying:
        """Return what tells which pieces a function has found in places."""
        if function.name not in self._lying:
            self._lying[function.name] = _Lying(function)
        return self._lying[function.name]


def _any(function: Function) -> Given:
    return tuple([None for _ in function.parameters])


class _Visit:
    """Looks at a function that is given something."""

    def __init__(self, touching: Touching, function: Function, given: Given) -> None:
        self.touching, self.function = touching, function
        self.assigned = touching.assigned(function)
        self.spans: dict[str, Span] = {}
        for one, span in zip(function.parameters, given, strict=True):
            if span is not None and one.name not in self.assigned:
                self.spans[one.name] = span
        self.places: dict[str, set[Span]] = {}

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
                assert isinstance(word.type, Word)
                self._bind(name, (0, word.type.width - 1))
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
        self.touching.left -= 1
        work = _SPANS.get(type(x))
        if work is None:
            self._parts(x)
            span = None
        else:
            span = work(self, x)
        if isinstance(x.type, Word):
            return None
        low, high = (x.type.low, x.type.high) if span is None else span
        low, high = max(low, x.type.low), min(high, x.type.high)
        if low > high:
            raise _UnreachableError
        return low, high

    def _name(self, x: Name) -> Span | None:
        return self.spans.get(x.name)

    def _number(self, x: Number) -> Span | None:
        return x.value, x.value

    def _read(self, x: Read) -> None:
        span = self._span(x.index)
        assert span is not None
        is_found = x.field == PLACE and self.touching.lying(self.function).is_found(x.index)
        if x.field not in COUNTS and not is_found:
            self.places.setdefault(x.field, set()).add(span)

    def _entry(self, x: Entry) -> Span | None:
        span, values = self._span(x.index), self.touching.program.tables[x.table]
        assert span is not None
        low, high = max(0, span[0]), min(len(values) - 1, span[1])
        if isinstance(x.type, Word) or not 0 <= high - low < _LONG:
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
        for field, spans in self.touching.reads(x.function, given).items():
            self.places.setdefault(field, set()).update(spans)


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
    Not: _Visit._not,
    Operation: _Visit._operation,
    Call: _Visit._call,
}


# ---------------------------------------------------------------- pieces that are found in places


class _Lying:
    """Answers for the locals of one function."""

    def __init__(self, function: Function) -> None:
        self._values: dict[str, list[Expression]] = {}
        self._words: dict[str, Expression] = {}
        self._known: dict[str, bool] = {one.name: False for one in function.parameters}
        for x in walk(function.body):
            if isinstance(x, Assign | Declare):
                self._values.setdefault(x.name, []).append(x.value)
            elif isinstance(x, ForBits):
                self._words[x.name] = x.word

    def is_found(self, piece: Expression) -> bool:
        """Tell whether a piece, as its own number or as that among its kind, surely was found in a place."""
        match piece:
            case Operation(sign="+" | "-", left=left, right=right) if constant(right) is not None:
                return self.is_found(left)
            case Read(field=field):
                return field.startswith(_HOLDING)
            case Name(name=name) if name in self._words:
                return self._holds(self._words[name])
            case Name(name=name):
                return self._all(name, self.is_found)
            case _:
                return False

    def _holds(self, word: Expression) -> bool:
        """Tell whether all pieces of a word surely were found in places."""
        match word:
            case Operation(sign="&", left=left, right=right):
                return self._holds(left) or self._holds(right)
            case Operation(sign="&~", left=left):
                return self._holds(left)
            case Operation(sign="|", left=left, right=right):
                return self._holds(left) and self._holds(right)
            case Choose(value=value, otherwise=otherwise):
                return self._holds(value) and self._holds(otherwise)
            case Bit(number=piece):
                return self.is_found(piece)
            case Read(field=field, type=Word()):
                return field.startswith(_HOLDING)
            case Name(name=name):
                return self._all(name, self._holds)
            case _:
                return constant(word) == 0

    def _all(self, name: str, test: Callable[[Expression], bool]) -> bool:
        """Tell whether all that a local ever is passes a test; while that is found out it is taken to."""
        if name not in self._known:
            self._known[name] = True
            self._known[name] = bool(self._values.get(name)) and all(test(one) for one in self._values[name])
        return self._known[name]


# ---------------------------------------------------------------- which values a place is read for


@attrs.frozen
class Kept:
    """The values that a function keeps: parameters that it reads, in order, the last one counting fastest."""

    function: Function
    used: Sequence[int]
    many: int


def touched(touching: Touching, kept: Kept) -> dict[str, tuple[int, ...]]:
    """Return by field that a function reads, for each place, the values that are worked out of it, as a word."""
    whole = (1 << kept.many) - 1
    found: dict[str, list[int]] | None = None
    for at in kept.used:
        own = _by_parameter(touching, kept, at)
        if found is None:
            found = own
            continue
        found = {
            field: [one & other for one, other in zip(rows, own[field], strict=True)]
            for field, rows in found.items()
            if field in own
        }
    if found is None:
        found = {}
        _mark(touching, kept, _any(kept.function), whole, found)
    return {field: tuple(rows) for field, rows in found.items()}


def _by_parameter(touching: Touching, kept: Kept, at: int) -> dict[str, list[int]]:
    """Return the same as far as one parameter decides it."""
    found: dict[str, list[int]] = {}
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
        _mark(touching, kept, given, first << (value - kind.low) * each, found)
    return found


def _wide(kept: Kept, at: int) -> int:
    kind = kept.function.parameters[at].type
    assert isinstance(kind, Int)
    return kind.high - kind.low + 1


def _mark(touching: Touching, kept: Kept, given: Given, values: int, found: dict[str, list[int]]) -> None:
    for field, spans in touching.reads(kept.function.name, given).items():
        many = touching.program.fields[field].count
        rows = found.setdefault(field, [0] * many)
        for place in {one for low, high in spans for one in range(max(0, low), min(many - 1, high) + 1)}:
            rows[place] |= values

"""Loops through a word that do something for some of its numbers only -> loops through these, found as a word

Known as bit-parallel (SWAR) evaluation of a predicate: the condition is asked of all numbers at once. So it is with
conditions that compare the number of the pass, or look it up in a word or a table, with what is the same in all
passes. What is left of a loop that gathers numbers is one word, too.

    for c in cities:                              for c in cities & reached & cost_at_most_table[cash]:
        if c in reached and cost[c] <= cash:          fly(c)
            fly(c)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from gamedsl.kernel.builder import (
    COMPARISONS,
    OPERATIONS,
    bit,
    both,
    choose,
    combine,
    compare,
    constant,
    gained,
    interval,
    minus,
    number,
    parted,
    width,
    word,
)
from gamedsl.kernel.passes.analysis.effects import Effects
from gamedsl.kernel.passes.analysis.speculation import NotSpeculatableError, speculated
from gamedsl.kernel.passes.substitute import replaced
from gamedsl.kernel.passes.walk import Body, change_scopes, local_types, walk, with_children
from gamedsl.kernel.program import (
    Assign,
    Bit,
    Call,
    Choose,
    Declare,
    Entry,
    Expression,
    For,
    ForBits,
    Has,
    If,
    Int,
    Item,
    Name,
    Not,
    Noted,
    Operation,
    Program,
    Read,
    Remark,
    Statement,
    Type,
    Word,
)

MOST_ROWS = 256
"""Words of a table that says which numbers have less, or more, than so many."""
_TURNED = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


class _NoWordError(Exception):
    """A condition cannot be said as a word."""


def mask_loops(program: Program) -> None:
    """Let loops through words ask their conditions before."""
    effects = Effects(program)
    change_scopes(program, lambda body, given: _Masking(program, effects, local_types(body, given)).body(body))


class _Masking:
    """Changes the statements of a function, block or wait."""

    def __init__(self, program: Program, effects: Effects, kinds: Mapping[str, Type]) -> None:
        self.program, self.effects, self.kinds = program, effects, kinds

    def body(self, body: Sequence[Any]) -> Body:
        """Return statements."""
        return tuple([self._statement(one) for one in body])

    def _statement(self, x: Any) -> Any:
        x = with_children(x, lambda one: self._statement(one) if isinstance(one, Statement) else one)
        if not isinstance(x, ForBits):
            return x
        *lets, last = x.body
        if isinstance(last, If) and not last.otherwise and all(isinstance(one, Declare | Remark) for one in lets):
            x = _Loop(self, x, lets, last).shorter()
        return _gathered(x)


def _gathered(x: ForBits) -> Statement:
    """Return one word for a loop that gathers the numbers of a word."""
    only = x.body[0]
    if len(x.body) != 1 or not isinstance(only, Assign):
        return x
    more = gained(only.value, only.name)
    if (
        not isinstance(more, Bit)
        or not _is_name(more.number, x.name)
        or not more.type == x.word.type == only.value.type
    ):
        return x
    return Assign(only.name, combine("|", Name(only.name, only.value.type), x.word))


class _Loop:
    """One loop, and the condition that all its passes stand under, behind locals that it may read."""

    def __init__(self, owner: _Masking, loop: ForBits, lets: Sequence[Any], test: If) -> None:
        self.owner, self.loop, self.lets, self.test = owner, loop, lets, test
        self.wide = width(loop.word)
        inside = [*walk(loop.body)]
        self.changed = {x.name for x in inside if isinstance(x, Assign | Declare | For | ForBits)} | {loop.name}
        self.written = owner.effects.written(loop.body)

    def shorter(self) -> ForBits:
        """Return the loop through the numbers for which the condition holds, as far as that can be said as a word."""
        found: Expression = self.loop.word
        left: list[Expression] = []
        if any(isinstance(x, Call | Noted) for x in walk(self.lets)):
            return self.loop
        values = {one.name: one.value for one in self.lets if isinstance(one, Declare)}
        for one in _parts(self.test.condition):
            try:
                made = self._word(_put_in(one, values))
            except (_NoWordError, NotSpeculatableError):
                left.append(one)
                continue
            found = combine("&", found, made)
        if found is self.loop.word or width(found) != self.wide:
            return self.loop
        if not left:
            return attrs.evolve(self.loop, word=found, body=(*_read_in(self.lets, self.test.then), *self.test.then))
        condition = left[0]
        for one in left[1:]:
            condition = both(condition, one)
        return attrs.evolve(self.loop, word=found, body=(*self.lets, attrs.evolve(self.test, condition=condition)))

    # ------------------------------------------------------------ conditions as words

    @property
    def _all(self) -> Expression:
        return word((1 << self.wide) - 1, self.wide)

    def _word(self, x: Expression) -> Expression:
        """Return for which numbers of the loop a condition holds."""
        known = constant(x)
        if known is not None:
            return self._all if known else word(0, self.wide)
        if self._is_same(x):
            return choose(self._safe(x), self._all, word(0, self.wide))
        return self._depending(x)

    def _depending(self, x: Expression) -> Expression:
        match x:
            case Operation(sign="and", left=left, right=right):
                return self._both(left, right)
            case Operation(sign="or", left=left, right=right):
                if self._is_same(left):
                    return choose(self._safe(left), self._all, self._word(right))
                return combine("|", self._word(left), self._word(right))
            case Not(value=value):
                return combine("&~", self._all, self._word(value))
            case Has(word=held, number=one) if _is_name(one, self.loop.name) and self._is_same(held):
                if width(held) != self.wide:
                    raise _NoWordError
                return self._safe(held)
            case Operation(sign=sign, left=left, right=right) if sign in COMPARISONS and isinstance(left.type, Int):
                return self._either_way(sign, left, right)
            case _:
                raise _NoWordError

    def _either_way(self, sign: str, left: Expression, right: Expression) -> Expression:
        if self._is_same(left):
            return self._compared(_TURNED[sign], right, left)
        if self._is_same(right):
            return self._compared(sign, left, right)
        raise _NoWordError

    def _both(self, left: Expression, right: Expression) -> Expression:
        if self._is_same(left):
            return choose(self._safe(left), self._word(right), word(0, self.wide))
        return combine("&", self._word(left), self._word(right))

    def _compared(self, sign: str, own: Expression, other: Expression) -> Expression:
        """Return for which numbers of the loop what belongs to them compares so with what is the same for all."""
        if isinstance(own, Choose):
            first, second = (self._word(compare(sign, one, other)) for one in (own.value, own.otherwise))
            if self._is_same(own.condition):
                return choose(self._safe(own.condition), first, second)
            which = self._word(own.condition)
            return combine("|", combine("&", first, which), combine("&~", second, which))
        other = self._safe(other)
        at, by = parted(own)
        if _is_name(at, self.loop.name):
            if sign not in ("=", "!="):
                raise _NoWordError
            place = minus(other, by)
            low, high = interval(place)
            held: Expression = word(0, self.wide)
            if high >= 0 and low < self.wide:
                there = both(compare(">=", place, 0), compare("<", place, self.wide))
                held = choose(there, bit(place, self.wide), held)
            return held if sign == "=" else combine("&~", self._all, held)
        if isinstance(own, Entry) and own.table not in self.owner.program.widths:
            return self._by_table(sign, own, other)
        raise _NoWordError

    def _by_table(self, sign: str, own: Entry, other: Expression) -> Expression:
        """Return a word out of a table: for which numbers an entry compares so with another number."""
        program = self.owner.program
        at, by = parted(own.index)
        values = program.tables[own.table]
        if not _is_name(at, self.loop.name) or not values:
            raise _NoWordError
        entries = {one: values[one + by] for one in range(self.wide) if 0 <= one + by < len(values)}
        low, high = min(entries.values(), default=0) - 1, max(entries.values(), default=0) + 1
        if high - low >= MOST_ROWS:
            raise _NoWordError
        rows = [sum([OPERATIONS[sign](one, x) << at for at, one in entries.items()]) for x in range(low, high + 1)]
        name = f"{own.table} {by} of {self.wide} {sign}"
        program.tables[name], program.widths[name] = tuple(rows), self.wide
        first, last = interval(other)
        place = minus(other, low)
        if last > high:
            place = choose(compare(">", other, high), number(high - low), place)
        if first < low:
            place = choose(compare("<", other, low), number(0), place)
        return Entry(name, attrs.evolve(place, type=Int(0, high - low)), Word(self.wide))

    # ------------------------------------------------------------ what is the same in all passes

    def _is_same(self, x: Expression) -> bool:
        for one in walk([x]):
            if isinstance(one, Call | Item | Noted):
                return False
            if isinstance(one, Name) and one.name in self.changed:
                return False
            if isinstance(one, Read) and one.field in self.written:
                return False
        return True

    def _safe(self, x: Expression) -> Expression:
        return speculated(self.owner.program, self.owner.kinds, x)


def _read_in(lets: Sequence[Any], rest: Body) -> Body:
    """Return of locals those that are read behind them."""
    found: list[Any] = []
    for one in reversed(lets):
        if isinstance(one, Remark) or any(isinstance(x, Name) and x.name == one.name for x in walk((*found, *rest))):
            found.append(one)
    return tuple(found[::-1])


def _parts(x: Expression) -> list[Expression]:
    """Return conditions that must hold all."""
    if isinstance(x, Operation) and x.sign == "and":
        return [*_parts(x.left), *_parts(x.right)]
    return [x]


def _put_in(x: Expression, values: Mapping[str, Expression]) -> Expression:
    """Return an expression with values for locals, which may read others."""

    def value(one: Expression) -> Expression | None:
        return _put_in(values[one.name], values) if isinstance(one, Name) and one.name in values else None

    return replaced(x, value)


def _is_name(x: Expression, name: str) -> bool:
    return isinstance(x, Name) and x.name == name

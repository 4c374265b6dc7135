"""Bodies -> bodies in which what is known is not asked again: constants, places written or read, narrow intervals

Known as constant propagation, forwarding of stores to loads, and propagation of value ranges along branches. It goes
through a body once, with what is *known* at each point: behind a branch what is known on both of its ways, in a loop
what its passes leave as it is.

    turn[0] = n                                   turn[0] = n
    if n > 3:                                     if n > 3:
        out[0] = turn[0] + (1 if n > 2 else 0)        out[0] = n + 1
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import Any

import attrs

from gamedsl.kernel.builder import COMPARISONS, OPPOSITE, constant, interval, number, opposite
from gamedsl.kernel.passes.analysis.effects import Effects
from gamedsl.kernel.passes.canonicalize import canonicalize, narrower
from gamedsl.kernel.passes.scalar.lookup_tables import Made, Tables
from gamedsl.kernel.passes.substitute import replaced
from gamedsl.kernel.passes.walk import (
    TERMINATORS,
    Body,
    all_statements,
    always_evaluated,
    assigned,
    is_terminated,
    subexpressions,
    with_bodies,
    with_operands,
)
from gamedsl.kernel.program import (
    Aside,
    Assign,
    Call,
    Declare,
    Expression,
    For,
    ForBits,
    If,
    Int,
    Name,
    Not,
    Note,
    Number,
    Operation,
    Ordered,
    Parameter,
    Program,
    Read,
    Statement,
    Store,
    Try,
    Type,
    While,
    Word,
)

Place = tuple[str, int]


@attrs.define
class Known:
    """What is known at one point: what stands for a name, what a place of the state holds, the interval of a place.

    ``values``: of locals that get other values elsewhere those that are sure here.
    """

    names: dict[str, Expression]
    places: dict[Place, Expression]
    narrow: dict[Place, Int]
    values: dict[str, Number] = attrs.field(factory=dict)

    def copy(self) -> Known:
        """Return the same knowledge, to be changed apart."""
        return Known(dict(self.names), dict(self.places), dict(self.narrow), dict(self.values))

    def give(self, name: str, kind: Type, value: Expression) -> None:
        """Learn the new value of a local that gets several."""
        known = constant(value)
        if known is None:
            self.values.pop(name, None)
        else:
            self.values[name] = Number(known, kind) if isinstance(kind, Word) else number(known)

    def lose(self, names: Iterable[str]) -> None:
        """Forget the values of locals."""
        for name in names:
            self.values.pop(name, None)

    def forget(self, fields: Iterable[str]) -> None:
        """Forget what places of these fields hold."""
        gone = set(fields)
        if gone:
            self.places = {place: one for place, one in self.places.items() if place[0] not in gone}
            self.narrow = {place: one for place, one in self.narrow.items() if place[0] not in gone}

    def meet(self, other: Known) -> None:
        """Keep what is known on both of two ways."""
        self.places = {place: one for place, one in self.places.items() if other.places.get(place) == one}
        self.narrow = {place: one for place, one in self.narrow.items() if other.narrow.get(place) == one}
        self.values = {name: one for name, one in self.values.items() if other.values.get(name) == one}


class Propagator:
    """Folds one body; ``keeps`` are places of the state that are read into a local where they are read first."""

    def __init__(self, program: Program, effects: Effects, body: Body, fresh: Any) -> None:
        self.program, self.effects, self.fresh = program, effects, fresh
        self.changing = assigned(body)
        self.tables = Tables(program)
        self.often = _read_often(body)
        self.loops = {one.name for one in all_statements(body) if isinstance(one, For | ForBits)}
        self._canonical = partial(canonicalize, program)
        self.kinds: dict[str, Type] = {}
        """The types of locals that get several values."""

    def folded(self, body: Body, given: Iterable[Parameter] = ()) -> Body:
        """Return the body of a function, a block or a wait, folded; ``given`` are the parameters of a function."""
        names: dict[str, Expression] = {
            one.name: Name(one.name, one.type) for one in given if one.name not in self.changing
        }
        return self._body(body, Known(names, {}, {}))

    def _body(self, body: Sequence[Statement], known: Known) -> Body:
        found: list[Statement] = []
        for one in body:
            found += self._statement(one, known)
            if found and (isinstance(found[-1], TERMINATORS) or is_terminated(found[-1:])):
                break
        return tuple(found)

    # ------------------------------------------------------------ expressions

    def _value(self, x: Expression, known: Known) -> Expression:
        """Return an expression with what is known."""

        def leaf(one: Expression) -> Expression | None:
            if isinstance(one, Name):
                sure = known.values.get(one.name)
                if sure is not None:
                    return sure
                found = known.names.get(one.name)
                return one if found is None else narrower(found, one.type)
            if isinstance(one, Read):
                at = constant(one.index)
                if at is not None:
                    return self._read(one, (one.field, at), known)
            return None

        found = leaf(x) if isinstance(x, Name | Number | Read) else None
        return self._tabulated(replaced(x, leaf, self._canonical)) if found is None else found

    @staticmethod
    def _read(x: Read, place: Place, known: Known) -> Expression:
        found = known.places.get(place)
        if found is not None:
            return narrower(found, x.type)
        narrow = known.narrow.get(place)
        return x if narrow is None else narrower(x, narrow)

    def _tabulated(self, x: Expression) -> Expression:
        """Return an expression whose parts over one number are entries of tables, the largest parts there are."""
        if isinstance(x, Name | Number):
            return x
        found = self.tables.tabulated(x)
        return with_operands(x, self._tabulated) if found is None else found[0]

    # ------------------------------------------------------------ statements

    def _statement(self, x: Statement, known: Known) -> list[Statement]:
        inside = subexpressions(x)
        writes = self.effects.written_by(inside)
        known.forget(writes)
        ahead = self._ahead(x, known, inside, writes)
        match x:
            case Declare():
                return [*ahead, *self._declare(x, known)]
            case Assign(name=name, value=given):
                value = self._value(given, known)
                known.give(name, self.kinds.get(name, given.type), value)
                return [*ahead, Assign(name, value)]
            case Store():
                return [*ahead, *self._store(x, known)]
            case If():
                return [*ahead, *self._if(x, known)]
            case For() | ForBits() | While():
                return [*ahead, *self._loop(x, known)]
            case Ordered() | Try():
                return [*ahead, with_bodies(x, lambda body: self._apart(body, known))]
            case Aside():
                return [with_bodies(x, lambda body: self._aside(body, known))]
            case _:
                return [*ahead, with_operands(x, lambda part: self._value(part, known))]

    def _ahead(
        self, x: Statement, known: Known, inside: Sequence[Expression], writes: Collection[str]
    ) -> list[Statement]:
        """Return locals for places of the state that are read here for the first time, and again later.

        Learn how narrow places are from reads that surely happen. ``inside`` are the expressions of the statement,
        ``writes`` the fields that their calls write.
        """
        reads = [one for one in inside if isinstance(one, Read)]
        if not reads:
            return []
        for one in always_evaluated(x):
            if isinstance(one, Read) and isinstance(one.type, Int) and one.field not in writes:
                at = constant(one.index)
                if at is not None and one.type != self.program.fields[one.field].type:
                    known.narrow[one.field, at] = one.type
        if isinstance(x, While | Note):
            return []
        found: list[Statement] = []
        for one in reads:
            at = constant(one.index)
            if at is None or (one.field, at) in known.places or one.field in writes:
                continue
            if self.often.get((one.field, at), 0) < 2:
                continue
            declared = Read(one.field, one.index, self.program.fields[one.field].type)
            value = self._read(declared, (one.field, at), known)
            name = Name(self.fresh("g"), value.type)
            found.append(Declare(name.name, value.type, value))
            known.names[name.name] = name
            known.places[one.field, at] = name
        return found

    def _declare(self, x: Declare, known: Known) -> list[Statement]:
        value = self._value(x.value, known)
        if x.name in self.changing:
            self.kinds[x.name] = x.type
            known.give(x.name, x.type, value)
            return [Declare(x.name, x.type, value)]
        if self._is_fixed(value) or self._is_beside(value):
            known.names[x.name] = value
            return []
        kind = value.type if isinstance(value.type, Int) else x.type
        name = Name(x.name, kind)
        known.names[x.name] = name
        made = self.tables.tabulated(value)
        if made is not None:
            self.tables.made[x.name] = Made(made[1].root, made[1].values)
        return [Declare(x.name, kind, value)]

    def _is_fixed(self, x: Expression) -> bool:
        return isinstance(x, Number) or (isinstance(x, Name) and x.name not in self.changing)

    def _is_beside(self, x: Expression) -> bool:
        """Tell whether a number is that of a loop and a constant, which what reads a place by it adds anyway."""
        return isinstance(x, Operation) and x.sign == "+" and isinstance(x.right, Number) and self._is_of_loop(x.left)

    def _is_of_loop(self, x: Expression) -> bool:
        return isinstance(x, Name) and x.name in self.loops and x.name not in self.changing

    def _store(self, x: Store, known: Known) -> list[Statement]:
        index, value = self._value(x.index, known), self._value(x.value, known)
        at = constant(index)
        if at is None:
            known.forget([x.field])
            return [Store(x.field, index, value)]
        place = (x.field, at)
        known.places.pop(place, None)
        known.narrow.pop(place, None)
        ahead: list[Statement] = []
        if not self._is_fixed(value) and self.often.get(place, 0) >= 1:
            name = Name(self.fresh("g"), value.type)
            known.names[name.name] = name
            ahead.append(Declare(name.name, value.type, value))
            value = name
        if self._is_fixed(value):
            known.places[place] = value
        return [*ahead, Store(x.field, index, value)]

    def _apart(self, body: Body, known: Known) -> Body:
        """Return a body whose locals nobody reads behind it."""
        made = self._body(body, known.copy())
        known.forget(self.effects.written(body))
        known.lose(assigned(body))
        return made

    def _aside(self, body: Body, known: Known) -> Body:
        """Return what only notes need; only its own locals are known behind it."""
        inside = known.copy()
        made = self._body(body, inside)
        known.names = inside.names
        known.forget(self.effects.written(body))
        known.lose(assigned(body))
        return made

    def _if(self, x: If, known: Known) -> list[Statement]:
        condition = self._value(x.condition, known)
        sure = constant(condition)
        if sure is not None:
            return list(self._body(x.then if sure else x.otherwise, known))
        one, other = known.copy(), known.copy()
        _learn(condition, True, one)
        _learn(condition, False, other)
        then, otherwise = self._body(x.then, one), self._body(x.otherwise, other)
        if is_terminated(then):
            self._go_on(known, other)
        elif is_terminated(otherwise):
            self._go_on(known, one)
        else:
            one.meet(other)
            known.places, known.narrow, known.values = one.places, one.narrow, one.values
        if then:
            return [If(condition, then, otherwise)]
        if otherwise:
            return [If(opposite(condition), otherwise)]
        return [] if self._is_idle(condition) else [If(condition, ())]

    @staticmethod
    def _go_on(known: Known, way: Known) -> None:
        known.names, known.places, known.narrow, known.values = way.names, way.places, way.narrow, way.values

    def _is_idle(self, x: Expression) -> bool:
        """Tell whether working an expression out does nothing."""
        return all(self.effects.is_total(one.function) for one in (x, *subexpressions(x)) if isinstance(one, Call))

    def _loop(self, x: Any, known: Known) -> list[Statement]:
        written = self.effects.written(x.body)
        if isinstance(x, While):
            known.forget(written | self.effects.written_by(subexpressions(x)))
            known.lose(assigned(x.body))
            made: Any = with_operands(x, lambda part: self._value(part, known.copy()))
        else:
            made = with_operands(x, lambda part: self._value(part, known))
            known.forget(written)
            known.lose(assigned(x.body))
        inside = known.copy()
        if isinstance(made, For):
            low, high = interval(made.low)[0], interval(made.end)[1] - 1
            if high < low:
                return []
            assert isinstance(made.type, Int)
            low = max(low, made.type.low)
            kind = Int(low, max(low, min(high, made.type.high)))
            made = attrs.evolve(made, type=kind)
            inside.names[made.name] = Name(made.name, kind)
        if isinstance(made, ForBits) and constant(made.word) == 0:
            return []
        return [with_bodies(made, lambda body: self._body(body, inside))]


def _learn(condition: Expression, holds: bool, known: Known) -> None:
    """Learn from a condition that holds, or does not."""
    if isinstance(condition, Not):
        _learn(condition.value, not holds, known)
    elif isinstance(condition, Operation) and condition.sign == ("and" if holds else "or"):
        _learn(condition.left, holds, known)
        _learn(condition.right, holds, known)
    elif (
        isinstance(condition, Operation) and isinstance(condition.left, Name) and constant(condition.right) is not None
    ):
        _narrow(condition, holds, known)


def _narrow(condition: Operation, holds: bool, known: Known) -> None:
    name, most = condition.left, constant(condition.right)
    if not isinstance(name, Name) or most is None or not isinstance(name.type, Int) or name.name not in known.names:
        return
    sign = condition.sign if holds else OPPOSITE.get(condition.sign, "")
    if sign not in COMPARISONS:
        return
    low, high = name.type.low, name.type.high
    low = max(low, {">": most + 1, ">=": most, "=": most, "!=": low + (low == most)}.get(sign, low))
    high = min(high, {"<": most - 1, "<=": most, "=": most, "!=": high - (high == most)}.get(sign, high))
    if low <= high:
        known.names[name.name] = Name(name.name, Int(low, high)) if low < high else number(low)


def _read_often(body: Body) -> dict[Place, int]:
    """Return how often each place of the state with a constant index is read in a body."""
    found: dict[Place, int] = {}
    for one in all_statements(body):
        for x in subexpressions(one):
            if isinstance(x, Read) and (at := constant(x.index)) is not None:
                found[x.field, at] = found.get((x.field, at), 0) + 1
    return found

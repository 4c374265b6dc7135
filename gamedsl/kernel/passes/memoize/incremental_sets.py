"""Conditions about numbers of what somebody has -> words of all for which they hold, kept true by what writes

Known as incremental view maintenance, or finite differencing. ``every space holds a cube`` compares a number that
belongs to a tile with what is printed on it. Such a number changes often, and the answer hardly ever. So the answers
for all tiles of an owner are kept as one word, which every store to one of the numbers puts right; and only where an
answer changes functions forget what they have found for this owner. Only of numbers that are counted up and down, as
amounts are: what is set anew mostly answers anew, too.

    for t in built[p]:                            for t in built[p]:
        if cubes[t] = spaces[t]: score(t)             if t in met.0(p): score(t)
    cubes[t] = cubes[t] + 1                       was = cubes[t] = spaces[t]
                                                  cubes[t] = cubes[t] + 1
                                                  if was != (cubes[t] = spaces[t]): turn t in the words of met.0
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import attrs

from gamedsl.kernel.builder import (
    bit,
    both,
    choose,
    combine,
    compare,
    has,
    interval,
    is_plain,
    minus,
    plus,
    read,
    word,
)
from gamedsl.kernel.passes.analysis.effects import Effects
from gamedsl.kernel.passes.canonicalize import retyped
from gamedsl.kernel.passes.memoize.aliasing import Aliasing, Holder
from gamedsl.kernel.passes.memoize.memoize import (
    UPKEPT,
    known_field,
    make_memoized,
    only_bit,
    raw,
    value_field,
)
from gamedsl.kernel.passes.memoize.profitability import MOST
from gamedsl.kernel.passes.preheaders import Preheaders
from gamedsl.kernel.passes.substitute import replaced
from gamedsl.kernel.passes.walk import (
    Body,
    change_bodies,
    children,
    program_bodies,
    walk,
    with_bodies,
    with_children,
    with_operands,
)
from gamedsl.kernel.program import (
    BOOL,
    Assign,
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
    Parameter,
    Program,
    Read,
    Return,
    Statement,
    Store,
    While,
    Word,
)

FEWEST = 8
"""Things among which there must be."""
WIDEST = 64
"""Of more things words are wider than those of a machine."""
_THING, _OWNER = "v", "owner"


@attrs.frozen
class _Condition:
    """A condition about the thing ``v``, a bit of a word that a place of a field holds for each owner.

    ``reads``: the fields that it reads, and how far the place of a thing is behind its bit.
    """

    holder: str
    value: Expression
    reads: frozenset[tuple[str, int]]


def incremental_sets(program: Program) -> None:
    """Let words answer conditions about numbers of things, and let stores to these keep the words true."""
    found: dict[_Condition, None] = {}
    for body in program_bodies(program):
        places = _Places(program, body)
        found.update(dict.fromkeys(_conditions(places, body)))
    counted = _Counted(program)
    kept = {
        one: f"{UPKEPT}{at}"
        for at, one in enumerate([one for one in found if _is_there(program, one) and counted.all_of(one)])
    }
    if not kept:
        return
    effects = Effects(program)
    change_bodies(program, lambda body: _Maintaining(program, kept, effects, body).all())
    program.functions.update({name: _asking(program, one, name) for one, name in kept.items()})
    effects = Effects(program)
    for name in kept.values():
        make_memoized(program, name, effects.summary(name))


def _asking(program: Program, condition: _Condition, name: str) -> Function:
    """Return the function that works the word of an owner out."""
    field = program.fields[condition.holder]
    owner = Parameter(_OWNER, Int(0, field.count - 1))
    assert isinstance(field.type, Word)
    found, one = Name("found", field.type), Name(_THING, Int(0, field.type.width - 1))
    gained = Assign(found.name, combine("|", found, bit(one, field.type.width)))
    loop = ForBits(
        one.name,
        one.type,
        Read(field.name, Name(owner.name, owner.type), field.type),
        (If(condition.value, (gained,)),),
    )
    body = (Declare(found.name, found.type, word(0, field.type.width)), loop, Return(found))
    return Function(name, (owner,), field.type, body)


# ---------------------------------------------------------------- which conditions are about one thing


class _OtherError(Exception):
    """An expression is about more than one thing, or about something else."""


@attrs.frozen
class _Found:
    """A condition where it stands: about the local of a loop, of things that an owner holds."""

    condition: _Condition
    thing: str
    holder: Holder


class _Places:
    """Finds the conditions of a function, block or wait."""

    def __init__(self, program: Program, body: Sequence[Statement]) -> None:
        self.program, self.aliasing = program, Aliasing(program, body)
        self.written = {x.field for x in walk(body) if isinstance(x, Store)}

    def condition(self, x: Any) -> _Found | None:
        """Return what a node says about one thing; None for anything else, and where it says that something is not."""
        if not isinstance(x, Operation) or x.type != BOOL or x.sign == "!=":
            return None
        first = next((one for one in walk([x]) if isinstance(one, Read)), None)
        member = None if first is None else self.aliasing.member(first.index)
        holder = None if member is None else self.aliasing.holder(member[0])
        if member is None or holder is None or holder.field in self.written:
            return None
        kind = self.program.fields[holder.field].type
        if not isinstance(kind, Word) or not FEWEST <= kind.width <= WIDEST:
            return None
        if kind != self.aliasing.words[member[0]].type or self.program.fields[holder.field].count > MOST:
            return None
        about = _About(self, member[0], kind.width)
        try:
            value = about.value(x)
        except _OtherError:
            return None
        return _Found(_Condition(holder.field, value, frozenset(about.reads)), member[0], holder)


class _About:
    """Writes a condition anew, about ``v``."""

    def __init__(self, places: _Places, thing: str, wide: int) -> None:
        self.places, self.program, self.thing, self.wide = places, places.program, thing, wide
        self.reads: set[tuple[str, int]] = set()

    def value(self, x: Expression) -> Expression:
        """Return an expression of the type that all numbers of its fields and tables lead to."""
        match x:
            case Number():
                return x
            case Read(field=field, index=index):
                made, by = self._place(index)
                self.reads.add((field, by))
                return Read(field, made, self.program.fields[field].type)
            case Entry(table=table, index=index) if table not in self.program.widths:
                values = self.program.tables[table]
                return Entry(table, self._place(index)[0], Int(min(values), max(values)))
            case Operation() | Not() | Choose():
                return retyped(self.program, with_children(x, self.value))
            case _:
                raise _OtherError

    def _place(self, index: Expression) -> tuple[Expression, int]:
        member = self.places.aliasing.member(index)
        if member is None or member[0] != self.thing:
            raise _OtherError
        return plus(Name(_THING, Int(0, self.wide - 1)), member[1]), member[1]


def _conditions(places: _Places, body: Iterable[Statement]) -> Iterable[_Condition]:
    """Give the conditions about one thing, as much of each as there is."""
    left: list[Any] = list(body)
    while left:
        x = _positive(left.pop())
        found = places.condition(x)
        if found is None:
            left.extend(children(x))
        else:
            yield found.condition


def _positive(x: Any) -> Any:
    """Return that something is not so for a comparison that tells that."""
    if isinstance(x, Operation) and x.sign == "!=" and isinstance(x.left.type, Int):
        return Not(Operation("=", x.left, x.right, BOOL))
    return x


def _is_there(program: Program, condition: _Condition) -> bool:
    """Tell whether all that a condition reads is there for all things."""
    for x in walk([condition.value]):
        if isinstance(x, Read | Entry):
            many = program.fields[x.field].count if isinstance(x, Read) else len(program.tables[x.table])
            low, high = interval(x.index)
            if low < 0 or high >= many:
                return False
    return True


class _Counted:
    """Knows which numbers of a program are only ever counted up and down."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.set: dict[str, list[tuple[int, int]]] = {}
        for body in program_bodies(program):
            values = {x.name: x.value for x in walk(body) if isinstance(x, Declare)}
            for x in walk(body):
                if isinstance(x, Store) and not _counts(x, values):
                    self.set.setdefault(x.field, []).append(interval(x.index))

    def all_of(self, condition: _Condition) -> bool:
        """Tell whether those are that a condition reads."""
        kind = self.program.fields[condition.holder].type
        assert isinstance(kind, Word)
        return not any(
            first <= by + kind.width - 1 and by <= last
            for field, by in condition.reads
            for first, last in self.set.get(field, ())
        )


def _counts(x: Store, values: Mapping[str, Expression]) -> bool:
    """Tell whether a store puts what stood there before with something added or taken off."""
    value = values.get(x.value.name, x.value) if isinstance(x.value, Name) else x.value
    own = [one for one in walk([value]) if isinstance(one, Read) and one.field == x.field]
    return any(one.index == x.index for one in own)


# ---------------------------------------------------------------- words in their place


class _Maintaining:
    """Puts words in the place of conditions, and behind stores what keeps the words true."""

    def __init__(self, program: Program, kept: Mapping[_Condition, str], effects: Effects, body: Body) -> None:
        self.program, self.kept, self.own = program, kept, body
        self.places = _Places(program, body)
        self.preheaders = Preheaders(effects, "met")
        self.names = 0

    def all(self) -> Body:
        """Return the statements."""
        return self._body(self.own)

    def _body(self, body: Sequence[Statement]) -> Body:
        return tuple([made for one in body for made in self._statement(one)])

    def _statement(self, x: Any) -> list[Statement]:
        if isinstance(x, For | ForBits | While):
            self.preheaders.enter(x)
            made = with_bodies(with_operands(x, self._value), self._body)
            return [*self.preheaders.leave(), made]
        x = with_operands(with_bodies(x, self._body), self._value)
        return self._stored(x) if isinstance(x, Store) else [x]

    def _value(self, x: Any) -> Any:
        x = _positive(x)
        found = self.places.condition(x)
        name = None if found is None else self.kept.get(found.condition)
        if found is None or name is None:
            return with_operands(x, self._value)
        kind = self.program.fields[found.holder.field].type
        assert isinstance(kind, Word)
        thing = Name(found.thing, Int(0, kind.width - 1))
        return has(self._word(Call(name, (found.holder.owner,), kind), found.condition), thing)

    def _word(self, call: Call, condition: _Condition) -> Expression:
        """Return a word: asked before the outermost loop in which it stays the same."""
        fields = {condition.holder, *[field for field, _ in condition.reads]}
        return self.preheaders.local(call, fields, _guarded(call)) or call

    # ------------------------------------------------------------ what keeps words true

    def _stored(self, x: Store) -> list[Statement]:
        """Return a store between what notes whether conditions hold and what keeps words true where that changes."""
        if not any(_concerns(one, x) for one in self.kept):
            return [x]
        heads, found = list[Statement](), list[Statement]()
        if not is_plain(x.index):
            self.names += 1
            at = Name(f"at_{self.names}", x.index.type)
            heads.append(Declare(at.name, at.type, x.index))
            x = attrs.evolve(x, index=at)
        for condition, name in self.kept.items():
            if condition.holder == x.field:
                found += self._held(condition, name, x)
            for field, by in condition.reads:
                if field == x.field and _is_near(condition, x, by):
                    was, turned = self._put_right(condition, name, minus(x.index, by))
                    heads.append(was)
                    found.append(turned)
        return [*heads, x, *found]

    def _held(self, condition: _Condition, name: str, x: Store) -> list[Statement]:
        """Return what stands behind a store to what an owner holds: what is known stays known."""
        field = self.program.fields[x.field]
        assert isinstance(field.type, Word)
        value = read(value_field(name), x.index, field.type)
        more = only_bit(x)
        if more is None:
            new: list[Statement] = [Store(value_field(name), x.index, Call(raw(name), (x.index,), field.type))]
        elif isinstance(x.value, Operation) and x.value.sign == "|":
            yes, no = (
                Store(value_field(name), x.index, combine(sign, value, bit(more, field.type.width)))
                for sign in ("|", "&~")
            )
            new = [If(_put_in(self.program, condition.value, more), (yes,), (no,))]
        else:
            new = [Store(value_field(name), x.index, combine("&~", value, bit(more, field.type.width)))]
        is_known = has(read(known_field(name), 0, Word(field.count)), x.index)
        return [If(is_known, tuple(new))]

    def _put_right(self, condition: _Condition, name: str, thing: Expression) -> tuple[Declare, If]:
        """Return what stands before and behind a store to a number of a thing: words turn with what they say of it."""
        field = self.program.fields[condition.holder]
        assert isinstance(field.type, Word)
        low, high = interval(thing)
        own = attrs.evolve(thing, type=Int(max(low, 0), min(high, field.type.width - 1)))
        is_thing = both(compare(">=", thing, 0), compare("<", thing, field.type.width))
        truth = both(is_thing, _put_in(self.program, condition.value, own))
        self.names += 1
        was, owner = Name(f"was_{self.names}", BOOL), Name(f"owner_{self.names}", Int(0, field.count - 1))
        value = read(value_field(name), owner, field.type)
        turned = Store(value_field(name), owner, combine("^", value, bit(own, field.type.width)))
        holds = If(has(read(field.name, owner, field.type), own), (turned,))
        loop = ForBits(owner.name, owner.type, read(known_field(name), 0, Word(field.count)), (holds,))
        return Declare(was.name, BOOL, truth), If(compare("!=", was, truth), (loop,))


def _guarded(call: Call) -> Expression:
    """Return a word that is asked where there may be no owner."""
    owner = call.arguments[0]
    assert isinstance(call.type, Word)
    if not isinstance(owner, Name):
        return call
    anybody = attrs.evolve(owner, type=Int(-1, interval(owner)[1]))
    return choose(compare(">=", anybody, 0), call, word(0, call.type.width))


def _concerns(condition: _Condition, x: Store) -> bool:
    """Tell whether a store may change what a word says, or who holds what."""
    near = any(field == x.field and _is_near(condition, x, by) for field, by in condition.reads)
    return near or condition.holder == x.field


def _is_near(condition: _Condition, x: Store, by: int) -> bool:
    low, high = interval(x.index)
    return low < by + WIDEST and high >= by


def _put_in(program: Program, x: Expression, thing: Expression) -> Expression:
    """Return a condition about something."""
    return replaced(x, lambda one: thing if isinstance(one, Name) else None, partial(retyped, program))

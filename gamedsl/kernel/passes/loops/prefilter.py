"""Searches among a few things -> the things for which the first conditions hold, found by a function that remembers

Known from databases as predicate pushdown into a materialized view. ``pick a tile`` asks for each tile, lot by lot,
where it could lie; most of these conditions are the same for all tiles of one size, and from turn to turn. So what
stands in front of a search is worked out by a function of what it depends on, as one word of all for which it holds,
and only these are looked at further. Of a thing that conditions only look up in tables the function is given of which
sort it is: what all its entries have in common.

    for lot in {0..40}:                           for lot in prefilter(size[tile], owner):
        if free[lot] >= size[tile]:                   if beside(lot, tile): legal(lot)
            if beside(lot, tile): legal(lot)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import Any

import attrs

from gamedsl.kernel.builder import bit, combine, constant, interval, minus, number, parted, width, word
from gamedsl.kernel.passes.analysis.effects import COUNTS, Effects, is_of_count, reads_counts
from gamedsl.kernel.passes.memoize.profitability import MOST, is_memoizable
from gamedsl.kernel.passes.walk import Body, children, walk, with_bodies, with_children
from gamedsl.kernel.program import (
    GIVEN,
    Assign,
    Break,
    Call,
    Continue,
    Declare,
    DeclareRow,
    Entry,
    Expression,
    For,
    ForBits,
    Function,
    If,
    Int,
    Item,
    Name,
    Noted,
    Number,
    Parameter,
    Program,
    Put,
    Read,
    Remark,
    Return,
    Statement,
    Store,
    Word,
)

WORTH = 200
"""Nodes that conditions must cost to be worked out by a function of their own."""
FEWEST = 8
"""Things among which there must be to search: with fewer, remembering and forgetting costs as much as it brings."""
Atom = Name | Read
"""What conditions depend on: a local or parameter, or a field that is one number."""


class _NoSearchError(Exception):
    """Statements do more than to find out whether a condition holds."""


def prefilter(program: Program) -> None:
    """Let searches begin with what is left of them."""
    work = _Prefiltering(program)
    for name in [*program.functions]:
        if not is_memoizable(program.functions[name], work.effects.summary(name)):
            function = program.functions[name]
            program.functions[name] = attrs.evolve(function, body=work.body(function.body))
    program.blocks = [work.body(body) for body in program.blocks]
    program.waits = {at: work.body(body) for at, body in program.waits.items()}
    program.functions.update(work.made)


@attrs.frozen
class _Level:
    """Statements that only work out locals, without what they count, and the condition behind them."""

    before: Body
    condition: Expression


class _Prefiltering:
    """Changes the searches of one program; ``made``: the functions that they begin with, by name."""

    def __init__(self, program: Program) -> None:
        self.program, self.effects = program, Effects(program)
        self.made: dict[str, Function] = {}
        self._names: dict[tuple[object, ...], str] = {}

    def body(self, body: Sequence[Any]) -> Body:
        """Return statements."""
        found: list[Any] = []
        for one in body:
            x = with_bodies(one, self.body)
            found.append(self._search(x, found) if isinstance(x, ForBits) and _is_wide(x.word) else x)
        return tuple(found)

    # ------------------------------------------------------------ one loop

    def _search(self, loop: ForBits, before: Sequence[Statement]) -> ForBits:
        inside, tail = _cut(loop.body, before)
        found = self._levels(inside)
        for many in range(len(found), 0, -1):
            rest, levels = found[many - 1][1], [level for level, _ in found[:many]]
            if not self._may_part(levels, (*rest, *tail)):
                continue
            call = _Conditions(self, loop, levels).call()
            if call is not None:
                needed = _needed([one for level in levels for one in level.before], (*rest, *tail))
                return attrs.evolve(loop, word=call, body=(*needed, *rest, *tail))
        return loop

    def _levels(self, body: Body) -> list[tuple[_Level, Body]]:
        """Return the conditions that stand within each other, each with what is done where it holds."""
        found = []
        while body and isinstance(body[-1], If) and not body[-1].otherwise:
            try:
                before = _Quiet(self.effects).body(body[:-1])
                _Quiet(self.effects).value(body[-1].condition)
            except _NoSearchError:
                break
            found.append((_Level(before, body[-1].condition), body[-1].then))
            body = body[-1].then
        return found

    def _may_part(self, levels: Sequence[_Level], rest: Body) -> bool:
        """Tell whether what is done where conditions hold changes nothing that they depend on."""
        own = {x.name for one in levels for x in walk(one.before) if isinstance(x, Declare | DeclareRow)}
        changed = {x.name for x in walk(rest) if isinstance(x, Assign)} - own
        read = {x.name for one in levels for x in walk((*one.before, one.condition)) if isinstance(x, Name)}
        return not changed & read and self.effects.written(rest) <= COUNTS

    def function(self, made: Function) -> str:
        """Return the name of a function that works out the same; the first time, it is made."""
        key = made.parameters, made.result, made.body
        if key not in self._names:
            name = f"prefilter.{len(self._names)}"
            self._names[key] = name
            self.made[name] = self.effects.functions[name] = attrs.evolve(made, name=name)
        return self._names[key]


def _is_wide(x: Expression) -> bool:
    """Tell whether it is the same things that are searched each time, and not only a few."""
    return isinstance(x, Number) and x.value.bit_count() >= FEWEST


def _cut(body: Body, before: Sequence[Statement]) -> tuple[Body, Body]:
    """Return the statements of a loop without the end of a search that has found something, and that.

    It is one where its mark is set in the loop alone, so that it stays where no condition holds.
    """
    last = body[-1] if body else None
    if not isinstance(last, If) or last.then != (Break(),) or not isinstance(last.condition, Name):
        return body, ()
    name = last.condition.name
    for one in reversed(before):
        if isinstance(one, Declare) and one.name == name:
            return (body[:-1], (last,)) if constant(one.value) == 0 else (body, ())
        if any(isinstance(x, Assign) and x.name == name for x in walk([one])):
            break
    return body, ()


class _Quiet:
    """Looks through statements that only work out locals of their own."""

    def __init__(self, effects: Effects) -> None:
        self.effects = effects
        self.own: set[str] = set()
        self.counts: set[str] = set()

    def body(self, body: Sequence[Statement], deep: bool = False) -> Body:
        """Return statements without what they count; raise _NoSearchError for others."""
        return tuple([made for one in body if (made := self._statement(one, deep)) is not None])

    def value(self, x: Expression) -> None:
        """Raise _NoSearchError where working an expression out does more, or may be a fault of the rules."""
        for one in walk([x]):
            if isinstance(one, Noted) or (isinstance(one, Name) and one.name in self.counts):
                raise _NoSearchError
            if isinstance(one, Call) and (one.function in GIVEN or not self.effects.is_sure(one.function)):
                raise _NoSearchError

    def _statement(self, x: Any, deep: bool) -> Any:
        match x:
            case Remark():
                return None
            case Store(field=field):
                return _unless(field not in COUNTS)
            case Declare(name=name, value=value) if reads_counts(value):
                self.counts.add(name)
                return None
            case If() if is_of_count(x, self.counts):
                return None
            case Declare() | DeclareRow():
                self.own.add(x.name)
            case Assign(name=name) | Put(row=name):
                _unless(name not in self.own)
            case Break() | Continue():
                _unless(not deep)
            case If():
                self.value(x.condition)
                return attrs.evolve(x, then=self.body(x.then, deep), otherwise=self.body(x.otherwise, deep))
            case ForBits(word=word):
                self.value(word)
                return attrs.evolve(x, body=self.body(x.body, True))
            case For(low=Number(), end=Number()):
                return attrs.evolve(x, body=self.body(x.body, True))
            case _:
                raise _NoSearchError
        for one in children(x):
            assert not isinstance(one, Statement)
            self.value(one)
        return x


def _unless(condition: bool) -> None:
    if condition:
        raise _NoSearchError


def _needed(before: Sequence[Statement], rest: Sequence[Statement]) -> Body:
    """Return of statements that only work out locals those whose locals are read behind them."""
    wanted = {x.name for x in walk(rest) if isinstance(x, Name)} | {x.row for x in walk(rest) if isinstance(x, Item)}
    found: list[Statement] = []
    for one in reversed(before):
        told = {x.name for x in walk([one]) if isinstance(x, Assign | Declare | DeclareRow)}
        told |= {x.row for x in walk([one]) if isinstance(x, Put)}
        if told & wanted:
            found.append(one)
            wanted |= {x.name for x in walk([one]) if isinstance(x, Name)}
            wanted |= {x.row for x in walk([one]) if isinstance(x, Item)}
    return tuple(found[::-1])


# ---------------------------------------------------------------- what conditions depend on


class _Conditions:
    """Conditions of a loop, of which a function is made."""

    def __init__(self, owner: _Prefiltering, loop: ForBits, levels: Sequence[_Level]) -> None:
        self.owner, self.program, self.loop, self.levels = owner, owner.program, loop, levels
        self.names = {loop.name: "v"}
        for x in walk([y for one in levels for y in (*one.before, one.condition)]):
            if isinstance(x, Declare | DeclareRow | For | ForBits):
                self.names[x.name] = f"l{len(self.names)}"
        self.columns: dict[Atom, set[tuple[str, int]]] = {}
        self.atoms: dict[Atom, None] = {}
        for one in levels:
            for y in (*one.before, one.condition):
                self._depends(y)
        self.sorts = {atom: self._sorts(atom) for atom in self.atoms}

    def _depends(self, x: Expression | Statement) -> None:
        """Note what a node depends on."""
        atom = self._atom(x)
        if atom is not None:
            self.atoms[atom] = None
            self.columns.setdefault(atom, set()).add(("", 0))
            return
        if isinstance(x, Entry):
            at, by = parted(x.index)
            atom = self._atom(at)
            if atom is not None:
                self.atoms[atom] = None
                self.columns.setdefault(atom, set()).add((x.table, by))
                return
        for one in self._given(x):
            self._depends(one)

    def _given(self, x: Any) -> Iterator[Any]:
        """Give the nodes inside a node, without what functions are given and do not read."""
        if not isinstance(x, Call):
            yield from children(x)
            return
        used = self.owner.effects.summary(x.function).used
        for one, given in zip(self.owner.effects.functions[x.function].parameters, x.arguments, strict=True):
            if one.name in used:
                yield given

    def _atom(self, x: Any) -> Atom | None:
        if isinstance(x, Name):
            return None if x.name in self.names else x
        if isinstance(x, Read) and constant(x.index) == 0 and self.program.fields[x.field].count == 1:
            return x if isinstance(x.type, Int) and x.field not in COUNTS and _many(x.type) <= MOST else None
        return None

    def _sorts(self, atom: Atom) -> list[int] | None:
        """Return by value of an atom of which sort it is; None where it is read as it is."""
        columns = sorted(self.columns[atom])
        if columns[0][0] == "" or not isinstance(atom.type, Int) or _many(atom.type) > 4096:
            return None
        known: dict[tuple[int, ...], int] = {}
        low, high = interval(atom)
        rows = [tuple([self._at(table, one + by) for table, by in columns]) for one in range(low, high + 1)]
        return [known.setdefault(row, len(known)) for row in rows]

    def _at(self, table: str, place: int) -> int:
        values = self.program.tables[table]
        return values[place] if 0 <= place < len(values) else 0

    # ------------------------------------------------------------ the function

    def call(self) -> Call | None:
        """Return the call of the function; None where there are too many answers, or they are not worth it."""
        if any(not isinstance(atom.type, Int) for atom in self.atoms):
            return None
        sizes = [_many(atom.type) if rows is None else max(rows) + 1 for atom, rows in self.sorts.items()]  # type: ignore[arg-type]
        if prod(sizes) > MOST:
            return None
        given = {atom: Name(f"k{at}", self._kind(atom)) for at, atom in enumerate(self.atoms)}
        wide = width(self.loop.word)
        result = Name("found", Word(wide))
        inside: tuple[Any, ...] = (Assign("found", combine("|", result, bit(Name("v", self.loop.type), wide))),)
        for level in reversed(self.levels):
            inside = (
                *[self._written(one, given) for one in level.before],
                If(self._written(level.condition, given), inside),
            )
        body = (
            Declare("found", Word(wide), word(0, wide)),
            ForBits("v", self.loop.type, self.loop.word, inside),
            Return(result),
        )
        parameters = tuple([Parameter(one.name, one.type) for one in given.values()])
        made = Function("", parameters, Word(wide), body)
        if sum(self.owner.effects.cost(one) for one in body) < WORTH:
            return None
        name = self.owner.function(made)
        return Call(name, tuple([self._argument(atom) for atom in self.atoms]), Word(wide))

    def _kind(self, atom: Atom) -> Int:
        rows = self.sorts[atom]
        assert isinstance(atom.type, Int)
        return atom.type if rows is None else Int(0, max(rows))

    def _argument(self, atom: Atom) -> Expression:
        rows = self.sorts[atom]
        if rows is None:
            return atom
        if max(rows) == 0:
            return number(0)
        name = f"sorts {tuple(rows)}"
        self.program.tables[name] = tuple(rows)
        return Entry(name, minus(atom, interval(atom)[0]), Int(0, max(rows)))

    def _written(self, x: Any, given: Mapping[Atom, Name]) -> Any:
        """Return a node as it stands in the function."""
        atom = self._atom(x)
        if atom is not None:
            return given[atom]
        if isinstance(x, Entry):
            at, by = parted(x.index)
            atom = self._atom(at)
            if atom is not None and self.sorts[atom] is not None:
                return self._column(x, by, atom, given[atom])
        if isinstance(x, Name):
            return Name(self.names[x.name], x.type)
        if isinstance(x, Call):
            used = self.owner.effects.summary(x.function).used
            parameters = self.owner.effects.functions[x.function].parameters
            return attrs.evolve(
                x,
                arguments=tuple(
                    [
                        self._written(argument, given) if one.name in used else _any_of(one)
                        for one, argument in zip(parameters, x.arguments, strict=True)
                    ]
                ),
            )
        x = with_children(x, lambda one: self._written(one, given))
        if isinstance(x, Declare | DeclareRow | Assign | For | ForBits):
            return attrs.evolve(x, name=self.names[x.name])
        return attrs.evolve(x, row=self.names[x.row]) if isinstance(x, Put | Item) else x

    def _column(self, x: Entry, by: int, atom: Atom, sort: Name) -> Expression:
        """Return the entry of a table for things of a sort."""
        rows = self.sorts[atom]
        assert rows is not None
        low = interval(atom)[0]
        values = tuple([self._at(x.table, low + rows.index(one) + by) for one in range(max(rows) + 1)])
        name = f"{x.table} {by} by {values}"
        self.program.tables[name] = values
        if x.table in self.program.widths:
            self.program.widths[name] = self.program.widths[x.table]
        if len(values) == 1:
            return Number(values[0], x.type) if isinstance(x.type, Word) else number(values[0])
        return Entry(name, sort, x.type)


def _any_of(one: Parameter) -> Expression:
    """Return what is given for a parameter that is not read."""
    return number(one.type.low) if isinstance(one.type, Int) else word(0, one.type.width)


def _many(kind: Int) -> int:
    return kind.high - kind.low + 1

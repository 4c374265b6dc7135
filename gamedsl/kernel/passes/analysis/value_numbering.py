"""A body -> its expressions by what they are worth: equal numbers stand for equal values, wherever they are worked out

Known as global value numbering, by versions as in (memory) SSA: an expression gets its number from its operands and
from when the places, rows and locals that it reads were written last.

    a = x + y[0]      value 3 = (+, x, y[0] of version 1)
    y[0] = 7          version 2 of y[0]
    b = x + y[0]      value 4 = (+, x, y[0] of version 2)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import attrs

from gamedsl.kernel.builder import constant
from gamedsl.kernel.passes.analysis.effects import Effects
from gamedsl.kernel.passes.walk import (
    Body,
    all_statements,
    assigned,
    is_terminated,
    named_bodies,
    operands,
    subexpressions,
)
from gamedsl.kernel.program import (
    Aside,
    Assign,
    Call,
    Choose,
    Declare,
    DeclareRow,
    Entry,
    Expression,
    Fail,
    For,
    ForBits,
    Halt,
    If,
    Item,
    Name,
    Note,
    Noted,
    Number,
    Operation,
    Put,
    Read,
    Statement,
    Store,
    Try,
    Type,
    While,
    Word,
)

OFTEN = 4
"""How often a loop is thought to be passed."""
_RARELY = 0.02
_FALLIBLE = (Fail, Halt)
_BEGINNING = -1
_NOTHING: frozenset[str] = frozenset()
Key = tuple[Any, ...]
Version = tuple[int, int]


@attrs.frozen(eq=False)
class Spot:
    """A statement: the number of its body, its place there, when it comes, how often; and the statement around it."""

    body: int
    at: int
    moment: int
    weight: float
    around: Spot | None
    path: tuple[int, ...]
    """The numbers of the bodies around it, its own last."""


@attrs.define(eq=False)
class Found:
    """An expression at a place: its number among all of the body, and how many stand in it, itself included.

    ``worth`` is the number of its value, ``since`` the moment from which on it could be worked out like here,
    ``is_sure`` tells whether it is, whenever its statement is carried out. ``within`` is the one around it.
    """

    number: int
    x: Expression
    worth: int
    since: int
    spot: Spot
    weight: float
    is_sure: bool
    within: int
    many: int = 1


class Versions:
    """What was last written when, by locals, rows, and places of the state: a number for each time, and the moment."""

    def __init__(self) -> None:
        self.now: dict[Key, Version] = {}
        self._before: dict[Key, Version | None] = {}

    def put(self, key: Key, version: Version) -> None:
        """Note that something has been written."""
        if key not in self._before:
            self._before[key] = self.now.get(key)
        self.now[key] = version

    def apart(self, work: Callable[[], None]) -> dict[Key, Version]:
        """Do what writes, and take it back; return what was written. It costs what is written, not what is known."""
        around, self._before = self._before, {}
        work()
        found = {key: self.now[key] for key in self._before}
        for key, version in self._before.items():
            if version is None:
                del self.now[key]
            else:
                self.now[key] = version
        self._before = around
        return found


class ValueNumbering:
    """Numbers the expressions of one body; ``found`` has all that could stand in a local.

    Expressions have their places in the order of ``parts``; what only notes need has none.
    """

    def __init__(self, body: Body, effects: Effects) -> None:
        self.effects = effects
        self.changing = assigned(body) | _declared_twice(body)
        self.found: list[Found] = []
        self.kept: dict[int, list[tuple[str, Spot]]] = {}
        """By the number of a value the locals that are nothing else, and where they are made."""
        self.kinds: dict[str, Type] = {}
        self._values: dict[Key, int] = {}
        self._numbers = self._worths = self._moment = self._bodies = 0
        self._asked: frozenset[str] = _NOTHING
        self._has_calls = False
        """Whether there is a call in the statement whose expressions are numbered."""
        self._calling: dict[int, bool] = {}
        self._body(body, None, 1.0, Versions())

    # ------------------------------------------------------------ versions

    def _fresh(self) -> int:
        self._worths += 1
        return self._worths

    def _write(self, now: Versions, keys: Iterable[Key]) -> None:
        self._moment += 1
        for key in keys:
            self._worths += 1
            now.put(key, (self._worths, self._moment))

    def _forget(self, now: Versions, fields: Iterable[str], names: Iterable[str] = ()) -> None:
        self._write(now, [*[("field", one) for one in sorted(fields)], *[("name", one) for one in sorted(names)]])

    def _meet(self, now: Versions, one: dict[Key, Version], other: dict[Key, Version]) -> None:
        """Go on behind two ways: what they have not left alike has a version of its own."""
        apart: list[Key] = []
        for key in {**one, **other}:
            ways = [way.get(key) or now.now.get(key) for way in (one, other)]
            if ways[0] == ways[1] and ways[0] is not None:
                now.put(key, ways[0])
            else:
                apart.append(key)
        self._write(now, apart)

    # ------------------------------------------------------------ statements

    def _body(self, body: Sequence[Statement], around: Spot | None, weight: float, now: Versions) -> None:
        self._bodies += 1
        own = self._bodies
        path = (*(around.path if around else ()), own)
        for at, x in enumerate(body):
            self._moment += 1
            spot = Spot(own, at, self._moment, weight, around, path)
            self._statement(x, spot, now)
            if isinstance(x, If) and (_may_leave(x.then) or _may_leave(x.otherwise)):
                weight *= 0.7

    def _statement(self, x: Statement, spot: Spot, now: Versions) -> None:
        if isinstance(x, Aside | Note):
            self._aside(x, now)
            return
        inside = subexpressions(x)
        self._has_calls = any(isinstance(one, Call | Noted) for one in inside)
        self._asked = self.effects.written_by(inside) if self._has_calls else _NOTHING
        if isinstance(x, For | ForBits | While):
            self._loop(x, spot, now)
            return
        worths = self._parts(x, spot, now)
        if self._asked:
            self._forget(now, self._asked)
            self._asked = _NOTHING
        match x:
            case Declare():
                self._declare(x, worths[0], spot, now)
            case Assign(name=name):
                self._write(now, [("name", name)])
            case DeclareRow():
                self._write(now, [("row", x.name)])
            case Put(row=row):
                self._write(now, [("row", row)])
            case Store(field=field, index=index):
                at = constant(index)
                self._write(now, [("field", field)] if at is None else [("at", field, at), ("any", field)])
            case If(then=then, otherwise=otherwise):
                self._if(then, otherwise, spot, now)
            case Try(body=body, otherwise=otherwise):
                self._try(body, otherwise, spot, now)
            case _:
                for _, inner in named_bodies(x):
                    self._body(inner, spot, spot.weight, now)

    def _declare(self, x: Declare, worth: int, spot: Spot, now: Versions) -> None:
        self._write(now, [("name", x.name)])
        if x.name not in self.changing:
            now.put(("name", x.name), (worth, self._moment))
            self.kept.setdefault(worth, []).append((x.name, spot))
        self.kinds[x.name] = x.type

    def _aside(self, x: Aside | Note, now: Versions) -> None:
        body = x.body if isinstance(x, Aside) else ()
        names = {one.result for one in all_statements([x]) if isinstance(one, Note) and one.result}
        self._forget(now, self.effects.written([*body, x]), assigned(body) | names)

    def _try(self, body: Body, otherwise: Body, spot: Spot, now: Versions) -> None:
        both = [*body, *otherwise]
        self._body(body, spot, spot.weight, now)
        self._forget(now, self.effects.written(both), assigned(both))
        self._body(otherwise, spot, spot.weight * _RARELY, now)
        self._forget(now, self.effects.written(both), assigned(both))

    def _if(self, then: Body, otherwise: Body, spot: Spot, now: Versions) -> None:
        ways = []
        for body in (then, otherwise):
            rare = bool(body) and isinstance(body[-1], _FALLIBLE)
            weight = spot.weight * (_RARELY if rare else 0.5)
            ways.append(now.apart(lambda body=body, weight=weight: self._body(body, spot, weight, now)))  # type: ignore[misc]
        if is_terminated(then) or is_terminated(otherwise):
            for key, version in ways[is_terminated(then)].items():
                now.put(key, version)
        else:
            self._meet(now, *ways)

    def _loop(self, x: For | ForBits | While, spot: Spot, now: Versions) -> None:
        inside = spot.weight * OFTEN
        if not isinstance(x, While):
            self._parts(x, spot, now)
        self._forget(now, self._asked | self.effects.written(x.body), assigned(x.body))
        rows = {one.row for one in all_statements(x.body) if isinstance(one, Put)}
        self._write(now, [("row", one) for one in sorted(rows)])
        if isinstance(x, While):
            self._worth(x.condition, spot, now, True, inside)
        else:
            self._write(now, [("name", x.name)])
            self.kinds[x.name] = x.type
        self._asked = _NOTHING
        now.apart(lambda: self._body(x.body, spot, inside, now))
        self._forget(now, self.effects.written(x.body), assigned(x.body))
        self._write(now, [("row", one) for one in sorted(rows)])

    # ------------------------------------------------------------ expressions

    def _parts(self, x: Statement, spot: Spot, now: Versions) -> list[int]:
        """Return the numbers of what parts of a statement are worth; a call in one may end the run before others."""
        found = operands(x)
        calling = [at for at, one in enumerate(found) if self._calls(one)]
        return [self._worth(one, spot, now, calling in ([], [at]), spot.weight)[0] for at, one in enumerate(found)]

    def _worth(
        self, x: Expression, spot: Spot, now: Versions, is_sure: bool, weight: float, within: int = -1
    ) -> tuple[int, int]:
        """Return the number of the value of an expression, and since when it could be worked out."""
        number = self._numbers
        self._numbers += 1
        shown = len(self.found)
        if isinstance(x, Number):
            kind = x.type.width if isinstance(x.type, Word) else -1
            return self._value(("number", x.value, kind)), _BEGINNING
        if isinstance(x, Name):
            return self._version(now, ("name", x.name))
        mine = Found(number, x, 0, 0, spot, weight, is_sure, within)
        self.found.append(mine)
        lazy = isinstance(x, Choose) or (isinstance(x, Operation) and x.sign in ("and", "or"))
        worths, since, sure = [], _BEGINNING, is_sure
        for at, one in enumerate(operands(x)):
            often = weight / 2 if lazy and at else weight
            found, when = self._worth(one, spot, now, sure and not (lazy and at), often, number)
            worths.append(found)
            since = max(since, when)
            sure = sure and not self._calls(one)
        mine.worth, mine.since = self._own(x, worths, since, now)
        mine.many = self._numbers - number
        if isinstance(x, Call | Noted):
            del self.found[shown]
        return mine.worth, mine.since

    def _calls(self, x: Expression) -> bool:
        """Tell whether a call stands in an expression."""
        if not self._has_calls or isinstance(x, Name | Number):
            return False
        found = self._calling.get(id(x))
        if found is None:
            found = isinstance(x, Call | Noted) or any(self._calls(one) for one in operands(x))
            self._calling[id(x)] = found
        return found

    def _own(self, x: Expression, worths: list[int], since: int, now: Versions) -> tuple[int, int]:
        if isinstance(x, Call | Noted) or (isinstance(x, Read) and x.field in self._asked):
            return self._fresh(), self._moment
        kind: Any = type(x)
        more: list[Any] = [x.type.width] if isinstance(x.type, Word) else []
        if isinstance(x, Read):
            at = constant(x.index)
            for key in (("field", x.field), ("any", x.field) if at is None else ("at", x.field, at)):
                version, when = self._version(now, key)
                more.append(version)
                since = max(since, when)
            more.append(x.field)
        elif isinstance(x, Item):
            version, when = self._version(now, ("row", x.row))
            more += [x.row, version]
            since = max(since, when)
        elif isinstance(x, Entry):
            more.append(x.table)
        elif isinstance(x, Operation):
            more.append(x.sign)
        return self._value((kind, *more, *worths)), since

    def _value(self, key: Key) -> int:
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = self._fresh()
        return found

    def _version(self, now: Versions, key: Key) -> tuple[int, int]:
        found = now.now.get(key)
        return (self._value(("first", *key)), _BEGINNING) if found is None else found


def _declared_twice(body: Body) -> set[str]:
    """Return the names of locals that are made in several places."""
    seen: set[str] = set()
    again: set[str] = set()
    for one in all_statements(body):
        if isinstance(one, Declare | For | ForBits):
            (again if one.name in seen else seen).add(one.name)
    return again


def _may_leave(body: Body) -> bool:
    """Tell whether what stands behind may not be carried out because of a body, other than by a fault."""
    return is_terminated(body) and not isinstance(body[-1], _FALLIBLE)


def walk_up(spot: Spot) -> Iterator[Spot]:
    """Give a statement and those around it."""
    one: Spot | None = spot
    while one is not None:
        yield one
        one = one.around

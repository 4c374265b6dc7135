"""A program, and the fields that somebody looks at -> which statements, values and parameters are live

Known as the mark phase of mark-and-sweep dead code elimination (a backward slice). From what surely counts it goes back
to all that this depends on: a statement to what it reads and to what it stands in, a name or a field to what gives it
values, a function to who calls it. It is not asked in which order things happen: what is read anywhere counts wherever
it is written.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import attrs

from gamedsl.kernel.passes.walk import named_bodies, operands, subexpressions
from gamedsl.kernel.program import (
    GIVEN,
    Append,
    Assign,
    Back,
    Bit,
    Break,
    Call,
    Choose,
    Continue,
    Declare,
    DeclareRow,
    Do,
    Entry,
    Expression,
    Fail,
    For,
    ForBits,
    Halt,
    Has,
    If,
    Item,
    Jump,
    Lowest,
    Name,
    Not,
    Note,
    Noted,
    Number,
    Operation,
    Ordered,
    Program,
    Put,
    Read,
    Remark,
    Return,
    Size,
    Statement,
    Store,
    Try,
    Wait,
    While,
)

Key = tuple[str, object]
"""What can be live: ("", field), (function or place, name of a local or parameter), ("=", function): its value,
("!", function): what it does, ("loop", its part)."""
_ESSENTIAL = (Fail, Halt, Append, Jump, Back, Wait, Note)
_LOOPS = (For, ForBits, While)


@attrs.define(eq=False)
class Part:
    """A statement at its place: in which function, block or wait, in which statement and loop, and what is in it."""

    x: Statement
    scope: str
    above: Part | None
    loop: Part | None
    inside: dict[str, list[Part]]
    live: bool = False


@attrs.frozen
class _Value:
    """An expression at its place."""

    scope: str
    x: Expression


@attrs.frozen
class _Acts:
    """A statement that calls what does something, and so does something, too."""

    part: Part


_Thing = Part | _Value | _Acts | Key


class LiveParts:
    """What is live in a program without other notes than those that are wanted.

    ``functions``, ``blocks``, ``waits``: their parts; ``wanted``: the functions that are still called.
    """

    def __init__(self, program: Program, seen: Collection[str]) -> None:
        self.program = program
        self.live: set[Key] = set()
        self.wanted: set[str] = set()
        self.functions: dict[str, list[Part]] = {}
        self._reached: list[str] = []
        self._waiting: dict[Key, list[_Thing]] = {}
        self._left: list[_Thing] = [("", one) for one in seen]
        self.blocks = [self._scan(body, f"block {at}", None, None) for at, body in enumerate(program.blocks)]
        self.waits = {at: self._scan(body, f"wait {at}", None, None) for at, body in program.waits.items()}
        while self._reached:
            name = self._reached.pop()
            if name not in self.functions:
                self.functions[name] = []
                self.functions[name] = self._scan(program.functions[name].body, name, None, None)
        while self._left:
            self._do(self._left.pop())

    # ------------------------------------------------------------ what depends on what

    def _scan(self, body: Sequence[Statement], scope: str, above: Part | None, loop: Part | None) -> list[Part]:
        """Return the parts of a body, which wait for what makes them live."""
        found: list[Part] = []
        for x in body:
            part = Part(x, scope, above, loop, {})
            inner = part if isinstance(x, _LOOPS) else loop
            for name, inside in named_bodies(x):
                part.inside[name] = self._scan(inside, scope, part, inner)
            for one in subexpressions(x):
                if isinstance(one, Call) and one.function not in GIVEN:
                    self._reached.append(one.function)
                    self._when(("!", one.function), _Acts(part))
                elif isinstance(one, Noted):
                    self._left.append(_Acts(part))
            for thing in self._triggers(part):
                self._when(thing, part)
            if isinstance(x, _ESSENTIAL):
                self._left.append(_Acts(part))
            found.append(part)
        return found

    def _triggers(self, part: Part) -> list[Key]:
        """Return what makes a statement live as soon as it is live itself."""
        match part.x:
            case Store(field=field):
                return [("", field)]
            case Declare(name=name) | Assign(name=name) | DeclareRow(name=name) | Put(row=name):
                return [(part.scope, name)]
            case Return():
                return [("!", part.scope), ("=", part.scope)]
            case Break() | Continue():
                return [("loop", part.loop)]
            case Do() | Remark() | If() | For() | ForBits() | While() | Ordered() | Try():
                return []
            case _ if isinstance(part.x, _ESSENTIAL):
                return []
            case _:
                raise TypeError(type(part.x).__name__)

    def _when(self, key: Key, thing: _Thing) -> None:
        """See to something as soon as something else is live."""
        if key in self.live:
            self._left.append(thing)
        else:
            self._waiting.setdefault(key, []).append(thing)

    # ------------------------------------------------------------ marking

    def _do(self, thing: _Thing) -> None:
        match thing:
            case Part():
                self._mark(thing)
            case _Value():
                self._read(thing.scope, thing.x)
            case _Acts(part=part):
                self._left += [part, ("!", part.scope)]
                if isinstance(part.x, Return):
                    self._left.append(("=", part.scope))
            case tuple():
                if thing not in self.live:
                    self.live.add(thing)
                    self._left += self._waiting.pop(thing, [])
            case _:
                raise TypeError(type(thing).__name__)

    def _mark(self, part: Part) -> None:
        if part.live:
            return
        part.live = True
        x, scope = part.x, part.scope
        if part.above is not None:
            self._left.append(part.above)
        if isinstance(x, Store):
            self._left.append(("!", scope))
        elif isinstance(x, Declare | Assign | DeclareRow | Put):
            self._left += self._triggers(part)
        elif isinstance(x, _LOOPS):
            self._left.append(("loop", part))
        elif isinstance(x, Back):
            self._left.append(("", x.field))
        if isinstance(x, Return) and x.value is not None:
            self._when(("=", scope), _Value(scope, x.value))
        elif isinstance(x, Do):
            self._arguments(scope, x.call)
        else:
            self._left += [_Value(scope, one) for one in operands(x)]

    def _read(self, scope: str, x: Expression) -> None:
        """Mark what an expression reads."""
        match x:
            case Number():
                return
            case Name(name=name):
                self._left.append((scope, name))
                return
            case Read(field=field):
                self._left.append(("", field))
            case Item(row=row):
                self._left.append((scope, row))
            case Call(function=function) if function not in GIVEN:
                self._left.append(("=", function))
                self._arguments(scope, x)
                return
            case Entry() | Operation() | Not() | Choose() | Bit() | Has() | Size() | Lowest() | Call() | Noted():
                pass
            case _:
                raise TypeError(type(x).__name__)
        for one in operands(x):
            self._read(scope, one)

    def _arguments(self, scope: str, call: Call) -> None:
        """Mark what a function is given, as far as it reads that, or as working it out does something."""
        name = call.function
        if name in GIVEN:
            self._left += [_Value(scope, one) for one in call.arguments]
            return
        self.wanted.add(name)
        for parameter, value in zip(self.program.functions[name].parameters, call.arguments, strict=True):
            key: Key = (name, parameter.name)
            self._when(key, _Value(scope, value))
            for one in (value, *subexpressions(value)):
                if isinstance(one, Noted):
                    self._left.append(key)
                elif isinstance(one, Call) and one.function not in GIVEN:
                    self._when(("!", one.function), key)

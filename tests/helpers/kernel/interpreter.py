"""A kernel program -> games over plain lists of numbers, node by node as the program says: what printers are held to

Nothing is printed, inlined or remembered. Every number that is read, written or worked out is held to the type that the
program gives it, so what a printer may rely on holds. Notes are left out.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence

from gamedsl.engine.state.chance import draw, key_of, mix64
from gamedsl.kernel import program as p

RUNNING, STOPPED = 0, 2
STEP, MASK = 0x9E3779B97F4A7C15, (1 << 64) - 1
STEPS = 5_000_000
"""Statements that one run may take; far more than any game needs between two decisions."""
OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
    "mod": operator.mod,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "&~": lambda one, other: one & ~other,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
Locals = dict[str, int | list[int]]
Leaving = p.Break | p.Continue | p.Return | p.Jump | p.Back | p.Wait | p.Halt
LEAVING = (p.Break, p.Continue, p.Return, p.Jump, p.Back, p.Wait, p.Halt)


class WrongError(Exception):
    """A program does what no program may do."""


class Ended(Exception):  # noqa: N818 - nothing is wrong then
    """The run has ended inside a function."""


class FailedError(Exception):
    """A fault of the rules."""

    def __init__(self, number: int, values: Sequence[int]) -> None:
        super().__init__(number)
        self.number, self.values = number, tuple(values)


def typed(value: int, kind: p.Type, what: object) -> int:
    """Return a number that lies in its type."""
    low, high = (kind.low, kind.high) if isinstance(kind, p.Int) else (0, (1 << kind.width) - 1)
    if not low <= value <= high:
        raise WrongError(f"{value} is not in {kind}: {what}")
    return value


def members(word: int) -> Iterator[int]:
    """Yield the numbers that a word holds, the lowest first."""
    return (at for at in range(word.bit_length()) if word >> at & 1)


class Interpreter:
    """Plays by a program. The state of a game is a list of numbers."""

    def __init__(self, program: p.Program) -> None:
        self.program = program
        self.at = program.places()
        self.failed: tuple[int, tuple[int, ...]] | None = None
        self.found: list[int] = []
        """The legal choices that are being listed."""
        self.steps = 0

    # ------------------------------------------------------------ playing

    def start(self, seed: int) -> list[int]:
        """Return a game at its first decision, or over."""
        s = [one for name in self.program.fields for one in self.program.initial[name]]
        s[self.at["key"]] = key_of(seed)
        self.run(s, 0, -1)
        return s

    def codes(self, s: list[int]) -> list[int]:
        """Return the legal choices; none when the game is over."""
        if s[self.at["status"]] != RUNNING:
            return []
        work, resume = s[self.at["work"]], s[self.at["resume"]]
        self.found, self.steps = [], 0
        try:
            self.body(s, {}, self.program.waits[resume])
        except FailedError as fault:
            self.fail(s, fault.number, fault.values)
            return []
        s[self.at["work"]] = work
        if not self.found and resume in self.program.stuck:
            self.fail(s, self.program.stuck[resume], (s[self.at["decider"]],))
        return self.found

    def apply(self, s: list[int], code: int) -> None:
        """Carry out a legal choice, to the next decision."""
        s[self.at["decisions"]] += 1
        s[self.at["work"]] = s[self.at["jumps"]] = 0
        self.run(s, s[self.at["resume"]], code)

    def fail(self, s: list[int], number: int, values: Sequence[int]) -> None:
        """Stop a game by a fault."""
        s[self.at["status"]] = STOPPED
        self.failed = number, tuple(values)

    def run(self, s: list[int], block: int, code: int) -> None:
        """Run from a block to the next decision or the end."""
        self.steps = 0
        try:
            while True:
                match self.body(s, {"code": code}, self.program.blocks[block]):
                    case None:
                        block += 1
                    case p.Jump(block=target):
                        block = target.block
                    case p.Back(field=field, blocks=blocks):
                        block = blocks[s[self.at[field]]].block
                    case p.Wait(block=target):
                        s[self.at["resume"]] = target.block
                        return
                    case p.Halt():
                        return
                    case other:
                        raise WrongError(f"{other} leaves a block")
        except Ended:
            return
        except FailedError as fault:
            self.fail(s, fault.number, fault.values)

    # ------------------------------------------------------------ statements

    def body(self, s: list[int], inside: Locals, body: Sequence[p.Statement]) -> Leaving | None:
        """Carry statements out; return the one that leaves them."""
        for one in body:
            left = self.statement(s, inside, one)
            if left is not None:
                return left
        return None

    def statement(self, s: list[int], inside: Locals, x: p.Statement) -> Leaving | None:
        """Carry a statement out; return it where it leaves those around it."""
        self.steps += 1
        if self.steps > STEPS:
            raise WrongError("a run has no end")
        match x:
            case p.Declare(name=name, type=kind, value=value):
                inside[name] = typed(self.value(s, inside, value), kind, x)
            case p.Assign(name=name, value=value):
                if name not in inside:
                    raise WrongError(f"{name} is not declared")
                inside[name] = self.value(s, inside, value)
            case p.Store(field=field, index=index, value=value):
                place = self.place(s, inside, field, index)
                if isinstance(value, p.Read) and self.untyped(s, inside, value) == 0:
                    s[place] = 0  # a place into which nothing has been put yet may be copied, whatever its type says
                else:
                    s[place] = typed(self.value(s, inside, value), self.program.fields[field].type, x)
            case p.If(condition=condition, then=then, otherwise=otherwise):
                return self.body(s, inside, then if self.value(s, inside, condition) else otherwise)
            case p.For() | p.ForBits() | p.While():
                return self.loop(s, inside, x)
            case p.Do(call=call):
                self.call(s, inside, call)
            case p.Fail(number=number, values=values):
                raise FailedError(number, [self.value(s, inside, one) for one in values])
            case p.Remark() | p.Note() | p.Aside():
                pass
            case _:
                return self.other(s, inside, x)
        return None

    def other(self, s: list[int], inside: Locals, x: p.Statement) -> Leaving | None:
        """Carry out what has to do with rows, choices and ways out."""
        match x:
            case p.DeclareRow(name=name, size=size):
                inside[name] = [0] * size
            case p.Put(row=row, index=index, value=value):
                at, new = self.value(s, inside, index), self.value(s, inside, value)
                self.row(inside, row, at)[at] = new
            case p.Append(code=code):
                self.found.append(self.value(s, inside, code))
            case p.Ordered(body=body):
                before = len(self.found)
                left = self.body(s, inside, body)
                self.found[before:] = sorted(self.found[before:])
                return left
            case p.Try(body=body, otherwise=otherwise):
                try:
                    return self.body(s, inside, body)
                except FailedError:
                    return self.body(s, inside, otherwise)
            case p.Return(value=value):
                if value is not None:
                    inside["returned"] = self.value(s, inside, value)
                return x
            case _ if isinstance(x, LEAVING):
                return x
            case _:
                raise TypeError(type(x).__name__)
        return None

    def loop(self, s: list[int], inside: Locals, x: p.For | p.ForBits | p.While) -> Leaving | None:
        """Carry a loop out; return what leaves more than the loop."""
        for _ in self.passes(s, inside, x):
            left = self.body(s, inside, x.body)
            if isinstance(left, p.Break):
                return None
            if left is not None and not isinstance(left, p.Continue):
                return left
        return None

    def passes(self, s: list[int], inside: Locals, x: p.For | p.ForBits | p.While) -> Iterator[None]:
        """Yield once for each pass, with the number of the pass in its local."""
        if isinstance(x, p.While):
            while self.value(s, inside, x.condition):
                yield
            return
        if isinstance(x, p.For):
            numbers: Iterator[int] = iter(range(self.value(s, inside, x.low), self.value(s, inside, x.end)))
        else:
            numbers = members(self.value(s, inside, x.word))
        for number in numbers:
            inside[x.name] = typed(number, x.type, x)
            yield

    # ------------------------------------------------------------ expressions

    def value(self, s: list[int], inside: Locals, x: p.Expression) -> int:
        """Work an expression out."""
        return typed(self.untyped(s, inside, x), x.type, x)

    def untyped(self, s: list[int], inside: Locals, x: p.Expression) -> int:
        """Work an expression out, whatever its type says."""
        match x:
            case p.Number(value=value):
                return value
            case p.Name(name=name):
                found = inside[name]
                assert isinstance(found, int)
                return found
            case p.Read(field=field, index=index):
                return s[self.place(s, inside, field, index)]
            case p.Entry(table=table, index=index):
                return self.entry(self.program.tables[table], self.value(s, inside, index), x)
            case p.Item(row=row, index=index):
                at = self.value(s, inside, index)
                return self.row(inside, row, at)[at]
            case p.Operation():
                return self.operation(s, inside, x)
            case p.Choose(condition=condition, value=value, otherwise=otherwise):
                return self.value(s, inside, value if self.value(s, inside, condition) else otherwise)
            case p.Call():
                return self.call(s, inside, x)
            case p.Noted(value=value):
                return self.value(s, inside, value)
            case _:
                return self.of_word(s, inside, x)

    def of_word(self, s: list[int], inside: Locals, x: p.Expression) -> int:
        """Work out what is made of a word, a word of one number, or what is not so."""
        match x:
            case p.Not(value=value):
                return int(not self.value(s, inside, value))
            case p.Bit(number=number):
                return 1 << self.value(s, inside, number)
            case p.Has(word=word, number=number):
                return self.value(s, inside, word) >> self.value(s, inside, number) & 1
            case p.Size(word=word):
                return self.value(s, inside, word).bit_count()
            case p.Lowest(word=word):
                found = self.value(s, inside, word)
                if not found:
                    raise WrongError(f"nothing is the lowest of nothing: {x}")
                return next(members(found))
            case _:
                raise TypeError(type(x).__name__)

    def operation(self, s: list[int], inside: Locals, x: p.Operation) -> int:
        """Work out two operands and a sign."""
        left = self.value(s, inside, x.left)
        if x.sign == "and":
            return left and self.value(s, inside, x.right)
        if x.sign == "or":
            return left or self.value(s, inside, x.right)
        found = int(OPERATIONS[x.sign](left, self.value(s, inside, x.right)))
        return found & (1 << x.type.width) - 1 if x.sign == "<<" and isinstance(x.type, p.Word) else found

    def call(self, s: list[int], inside: Locals, x: p.Call) -> int:
        """Call a function; return 0 for one that gives nothing."""
        given = [self.value(s, inside, one) for one in x.arguments]
        if x.function == "draw":
            return draw(s[self.at["key"]], s[self.at["game"]], *given)
        if x.function == "mix":
            return mix64(given[0] * STEP + given[1] + 1 & MASK) >> 3
        function = self.program.functions[x.function]
        own: Locals = {}
        for parameter, value in zip(function.parameters, given, strict=True):
            own[parameter.name] = typed(value, parameter.type, x)
        left = self.body(s, own, function.body)
        if isinstance(left, p.Halt):
            raise Ended
        if function.result is None:
            return 0
        if not isinstance(left, p.Return):
            raise WrongError(f"{function.name} gives nothing")
        found = own["returned"]
        assert isinstance(found, int)
        return typed(found, function.result, x)

    # ------------------------------------------------------------ places

    def place(self, s: list[int], inside: Locals, field: str, index: p.Expression) -> int:
        """Return the place of a field in the state."""
        at = self.value(s, inside, index)
        if not 0 <= at < self.program.fields[field].count:
            raise WrongError(f"{field} has no place {at}")
        return self.at[field] + at

    def entry(self, table: Sequence[int], at: int, x: p.Expression) -> int:
        """Return an entry of a table."""
        if not 0 <= at < len(table):
            raise WrongError(f"there is no entry {at}: {x}")
        return table[at]

    def row(self, inside: Locals, name: str, at: int) -> list[int]:
        """Return a local row that has a place."""
        row = inside[name]
        if not isinstance(row, list) or not 0 <= at < len(row):
            raise WrongError(f"{name} has no place {at}")
        return row

"""A kernel program -> the text of a Python module over one list of numbers, ``s``.

``B`` lists the blocks: each goes on to another (its number) or ends the run (below 0: ``~`` of it is the block
behind the wait, or ``HALT``). ``L`` has for each wait what lists the legal choices; ``turns.py`` writes what chooses
among them by chance. Short blocks are written where a jump leads to them. Note 3 is a call of ``N3``, which whoever
runs the text has to bring along.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from gamedsl.kernel.builder import constant, interval
from gamedsl.kernel.passes.strip_notes import body_with_notes
from gamedsl.kernel.printing.apart import shared, stands_apart, ways_out
from gamedsl.kernel.printing.head import HEAD
from gamedsl.kernel.printing.rows import Body, entries_by, strided, swept, uses, with_items
from gamedsl.kernel.printing.words import ONE, PART
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
    Function,
    Halt,
    Has,
    If,
    Int,
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
    Word,
)

HALT = -(1 << 30)
"""What a block answers when the run has ended and nobody is asked."""
_SIGNS = {"=": "==", "/": "//", "mod": "%"}
_WRITTEN_TOGETHER = 60
"""Statements of blocks that are written in one function."""
_DEEPEST = 12
_REMEMBERED = 64
"""Bits up to which the numbers of words are remembered."""
_LONG = 4096
"""Bits from which a number is written in hexadecimal digits: Python reads no decimals that are longer."""
_NO_LETTERS = re.compile(r"[^0-9a-zA-Z_]")

Lines = list[str]


class Printer:
    """Writes one program, with the notes about what is ``told``.

    A function, a block or a wait is the same text whatever has been written before it.
    """

    def __init__(self, program: Program, told: Collection[str] = ()) -> None:
        self.program = program
        self.told = told
        self.noted: dict[int, str] = {}
        """What the notes that are written are about, by their numbers."""
        self.used: dict[str, tuple[str, str]] = {}
        """The functions, tables and notes that have been written by what calls or reads them: their stems and names."""
        self.at = program.places()
        self.names: dict[tuple[str, str], str] = {}
        self._numbers = {name: at for at, name in enumerate((*program.tables, *program.functions))}
        self._bodies: dict[int, Body] = {}
        self.parts: dict[str, tuple[str, str, str]] = {}
        """By their names the rows of parts of a table: that, and those that say where each part begins and ends."""
        self.in_block = False
        self.asking: frozenset[int] = frozenset()
        """The blocks that have to be told what was chosen by whoever goes on with them."""
        self.chain: tuple[int, ...] = ()
        self.left = 0
        self.temps = 0
        self.base, self.loops, self.apart = " ", 0, Lines()
        """Of the function that is written: the blanks before all of it, the loops around, the functions inside."""

    def name(self, stem: str, known: str) -> str:
        """Return an identifier for a name of the program."""
        key = stem, known
        name = self.names.get(key)
        if name is None:
            name = self.names[key] = f"{stem}{self._number(known)}_{_NO_LETTERS.sub('_', known)}"
        self.used[name] = key
        return name

    def _number(self, known: str) -> int:
        """Return the number of a table or function; programs may get more of them while they are printed."""
        return self._numbers.setdefault(known, len(self._numbers))

    def told_body(self, body: Sequence[Statement]) -> Body:
        """Return statements with the notes that are told."""
        return body_with_notes(body, self.told)

    def block_of(self, number: int) -> Body:
        """Return a block with the notes that are told."""
        found = self._bodies.get(number)
        if found is None:
            found = self._bodies[number] = self.told_body(self.program.blocks[number])
        return found

    # ------------------------------------------------------------ expressions

    def listener(self, about: str, number: int) -> str:
        """Return the name of who is told a note."""
        self.noted[number] = about
        name = f"N{number}"
        self.used[name] = "N", str(number)
        return name

    def value(self, x: Expression) -> str:
        """Write an expression."""
        match x:
            case Number(value=value):
                text = (
                    str(value) if value.bit_length() < _LONG else hex(value)
                )  # Python reads no decimal that is longer
                return text if value >= 0 else f"({text})"
            case Name(name=name):
                return name
            case Read() | Entry() | Item():
                return self.item(x)
            case Operation(sign="&~", left=left, right=right):
                return f"({self.value(left)} & ~{self.value(right)})"
            case Operation(sign=sign, left=left, right=right):
                return f"({self.value(left)} {_SIGNS.get(sign, sign)} {self.value(right)})"
            case Not(value=value):
                return f"(not {self.value(value)})"
            case Choose(condition=condition, value=value, otherwise=otherwise):
                return f"({self.value(value)} if {self.test(condition)} else {self.value(otherwise)})"
            case Bit() | Has() | Size() | Lowest():
                return self.of_word(x)
            case Noted(about=about, number=number, value=value):
                text = self.value(value)
                return f"({self.listener(about, number)}(s) or {text})" if about in self.told else text
            case Call(function=function, arguments=arguments):
                given = ", ".join(["s", *[self.value(one) for one in arguments]])
                return f"{function if function in GIVEN else self.name('F', function)}({given})"
            case _:
                raise TypeError(type(x).__name__)

    def item(self, x: Read | Entry | Item) -> str:
        """Write what stands in a field, a table or a local row."""
        match x:
            case Read(field=field, index=index):
                return self.place(field, index)
            case Entry(table=table, index=index):
                return f"{self.name('T', table)}[{self.value(index)}]"
            case Item(row=row, index=index):
                return f"{row}[{self.value(index)}]"

    def of_word(self, x: Bit | Has | Size | Lowest) -> str:
        """Write what is made of a word, or a word of one number."""
        match x:
            case Bit(number=number):
                return self.one(number)
            case Has(word=word, number=number):
                return f"({self.value(word)} >> {self.value(number)} & 1)"
            case Size(word=word):
                return f"({self.value(word)}).bit_count()"
            case Lowest(word=word):
                return self.lowest(word)

    def one(self, number: Expression) -> str:
        """Write the word of one number."""
        low, high = interval(number)
        return f"ONE[{self.value(number)}]" if low >= 0 and high < len(ONE) else f"(1 << {self.value(number)})"

    def test(self, x: Expression) -> str:
        """Write a condition, of which only counts whether it is 0."""
        match x:
            case Has(word=word, number=number) if not isinstance(number, Number):
                one = self.one(number)
                return f"({self.value(word)} & {one})" if one.startswith("ONE") else self.value(x)
            case Not(value=value):
                return f"(not {self.test(value)})"
            case Operation(sign="and" | "or" as sign, left=left, right=right):
                return f"({self.test(left)} {sign} {self.test(right)})"
            case _:
                return self.value(x)

    def lowest(self, x: Expression) -> str:
        """Write the lowest number of a word."""
        if isinstance(x, Name):
            return f"(({x.name} & -{x.name}).bit_length() - 1)"
        self.temps += 1
        one = f"u{self.temps}"
        return f"((({one} := {self.value(x)}) & -{one}).bit_length() - 1)"

    def place(self, field: str, index: Expression) -> str:
        """Write a place of the state."""
        base = self.at[field]
        if isinstance(index, Number):
            return f"s[{base + index.value}]"
        if isinstance(index, Operation) and index.sign == "+" and isinstance(index.right, Number):
            base, index = base + index.right.value, index.left
        return f"s[{self.value(index)} {'+' if base > 0 else '-'} {abs(base)}]" if base else f"s[{self.value(index)}]"

    # ------------------------------------------------------------ statements

    def body(self, body: Sequence[Statement], pad: str) -> Lines:
        """Write statements; what stands too deep in them comes first, as functions."""
        lines: Lines = []
        for one in body:
            lines += self.statement(one, pad)
        if pad == self.base:
            lines, self.apart = [*self.apart, *lines], []
        return lines if any(not isinstance(one, Remark) for one in body) else [*lines, f"{pad}pass"]

    def statement(self, x: Statement, pad: str) -> Lines:
        """Write a statement."""
        if stands_apart(x, self.loops, len(pad) - len(self.base)):
            return self.written_apart(x, pad)
        match x:
            case Declare() | Assign() | DeclareRow() | Put():
                return [pad + self.local(x)]
            case Store(field=field, index=index, value=value):
                return [f"{pad}{self.place(field, index)} = {self.value(value)}"]
            case If(condition=condition, then=then, otherwise=otherwise):
                lines = [f"{pad}if {self.test(condition)}:", *self.body(then, pad + " ")]
                return [*lines, f"{pad}else:", *self.body(otherwise, pad + " ")] if otherwise else lines
            case For() | ForBits() | While():
                return self.loop(x, pad)
            case Remark(line=line):
                return [f"{pad}# line {line}"]
            case Do(call=call):
                return [f"{pad}{self.value(call)}"]
            case Fail(number=number, values=values):
                given = "".join([self.value(one) + ", " for one in values])
                return [f"{pad}raise Failed({number}, ({given}))"]
            case Append() | Ordered() | Try():
                return self.around(x, pad)
            case Note(about=about, number=number, values=values, result=result):
                given = ", ".join(["s", *[self.value(one) for one in values]])
                return [f"{pad}{result and f'{result} = '}{self.listener(about, number)}({given})"]
            case _:
                return self.way_out(x, pad)

    def local(self, x: Declare | Assign | DeclareRow | Put) -> str:
        """Write what gives a local a value, or a place of a local row."""
        if isinstance(x, DeclareRow):
            return f"{x.name} = [0] * {x.size}"
        target = f"{x.row}[{self.value(x.index)}]" if isinstance(x, Put) else x.name
        return f"{target} = {self.value(x.value)}"

    def written_apart(self, x: Statement, pad: str) -> Lines:
        """Write a statement as a function inside, and its call."""
        self.temps += 1
        name, base, ways, names = f"apart{self.temps}", self.base, ways_out(x), shared(x)
        loops, apart = self.loops, self.apart
        self.base, self.loops, self.apart = base + " ", 0, []
        lines = self.statement(x, self.base)
        lines = [f"{base}def {name}():", *[f"{base} nonlocal {one}" for one in names], *self.apart, *lines]
        self.base, self.loops, self.apart = base, loops, [*apart, *lines, f"{base} return OVER"]
        if not ways:
            return [f"{pad}{name}()"]
        found = [f"{pad}u{self.temps} = {name}()"]
        for kind, answer in ((Break, "BROKEN"), (Continue, "CONTINUED")):
            if kind in ways:
                found += [f"{pad}if u{self.temps} is {answer}:", *self.way_out(kind(), pad + " ")]
        if Return in ways:
            found += [f"{pad}if u{self.temps} is not OVER:", f"{pad} return u{self.temps}"]
        return found

    def around(self, x: Append | Ordered | Try, pad: str) -> Lines:
        """Write what adds to the legal choices, and statements with something before and behind them."""
        match x:
            case Append(code=code):
                return [f"{pad}codes.append({self.value(code)})"]
            case Ordered(body=body):
                self.temps += 1
                before = f"u{self.temps}"
                lines = [f"{pad}{before} = len(codes)", *self.body(body, pad)]
                return [*lines, f"{pad}codes[{before}:] = sorted(codes[{before}:])"]
            case Try(body=body, otherwise=otherwise):
                lines = [f"{pad}try:", *self.inside(body, pad), f"{pad}except Failed:"]
                return [*lines, *self.inside(otherwise, pad)]
            case _:
                raise TypeError(type(x).__name__)

    def loop(self, x: For | ForBits | While, pad: str) -> Lines:
        """Write a loop; which numbers a word holds is remembered."""
        match x:
            case For() if (row := self.row(x) or self.sweep(x)) is not None:
                head, body = row
                return [pad + head, *self.inside(body, pad)]
            case For(name=name, low=low, end=end):
                start = "" if isinstance(low, Number) and low.value == 0 else f"{self.value(low)}, "
                head = f"for {name} in range({start}{self.value(end)}):"
            case ForBits(name=name, word=word, body=(Append(code=code),)):
                if code == Name(name, x.type):
                    return [f"{pad}codes += {self.numbers(word)}"]
                if isinstance(word.type, Word) and word.type.width <= _REMEMBERED:
                    # few numbers: what makes a list of them costs more than they do
                    return [f"{pad}for {name} in {self.numbers(word)}:", f"{pad} codes.append({self.value(code)})"]
                made = f"{pad}codes += [{self.value(code)} for {name} in {name}_w]"
                return [f"{pad}{name}_w = {self.numbers(word)}", made]
            case ForBits() if (lines := self.strides(x, pad)) is not None:
                return lines
            case ForBits(name=name, word=word):
                head = f"for {name} in {self.numbers(word)}:"
            case While(condition=condition):
                head = f"while {self.test(condition)}:"
            case _:
                raise TypeError(type(x).__name__)
        return [pad + head, *self.inside(x.body, pad)]

    def inside(self, body: Sequence[Statement], pad: str) -> Lines:
        """Write the statements of a loop; Python counts tries like loops."""
        self.loops += 1
        lines = self.body(body, pad + " ")
        self.loops -= 1
        return lines

    def strides(self, x: ForBits, pad: str) -> Lines | None:
        """Write a loop of which each pass runs through a part of a table, where these parts are equally far apart."""
        found = strided(x)
        if found is None or not isinstance(x.word, Number) or (x.word.value + 1) & x.word.value:
            return None
        step, first, inner = found
        part = f"{x.name}_r"
        row, low, end = self.row(inner, part), inner.low, inner.end
        if row is None or not isinstance(low, Entry) or not isinstance(end, Entry):
            return None
        in_first = interval(first)[0] >= 0 and interval(first)[1] < step
        if not in_first or len(self.program.tables[low.table]) != step * x.word.value.bit_length():
            return None
        rows = self.rows(next(entries_by(inner.body, inner.name)), low.table, end.table)
        self.loops += 1
        lines = [f"{pad} {row[0]}", *self.inside(row[1], pad + " ")]
        self.loops -= 1
        return [f"{pad}for {part} in {rows}[{self.value(first)}::{step}]:", *lines]

    def row(self, x: For, part: str = "") -> tuple[str, Body] | None:
        """Return how a loop runs through part of a table, where its number serves for nothing else, and its body."""
        tables = set(entries_by(x.body, x.name))
        if len(tables) != 1 or uses(x.body, x.name) != len(list(entries_by(x.body, x.name))):
            return None
        table, low, end = tables.pop(), constant(x.low), constant(x.end)
        rows = self.name("T", table)
        if isinstance(x.low, Entry) and isinstance(x.end, Entry) and x.low.index == x.end.index:
            rows = part or f"{self.rows(table, x.low.table, x.end.table)}[{self.value(x.low.index)}]"
        elif (low, end) != (0, len(self.program.tables[table])):
            rows += f"[{self.value(x.low)}:{self.value(x.end)}]"
        first = x.body[0]
        if isinstance(first, Declare) and isinstance(first.value, Entry) and uses(x.body, x.name) == 1:
            return f"for {first.name} in {rows}:", x.body[1:]
        item = Name(f"{x.name}_e", x.type)
        return f"for {item.name} in {rows}:", with_items(x.body, x.name, item)

    def sweep(self, x: For) -> tuple[str, Body] | None:
        """Return how a loop runs through places in a row, where its number serves for nothing else, and its body."""
        found = swept(x, self.at, self.program.size)
        if found is None:
            return None
        rows = f"{found.among}[{self.value(found.low)}:{self.value(found.end)}]"
        return f"for {found.item.name} in {rows}:", found.body

    def rows(self, table: str, first: str, end: str) -> str:
        """Return the name of the parts of a table, from where one table says to where another one does."""
        known = (table, first, end)
        name = f"R{'_'.join([str(self._number(one)) for one in known])}"
        self.parts[name] = known
        self.used[name] = "R", name
        return name

    def numbers(self, word: Expression) -> str:
        """Write the numbers of a word, the lowest first."""
        if isinstance(word, Number):
            return repr(tuple(at for at in range(word.value.bit_length()) if word.value >> at & 1))
        assert isinstance(word.type, Word)
        if word.type.width > _REMEMBERED:
            return f"bits({self.value(word)})"
        if word.type.width > 3 * PART:
            return f"WORDS[{self.value(word)}]"
        return self.in_parts(word, word.type.width)

    def in_parts(self, word: Expression, wide: int) -> str:
        """Write the numbers of a narrow word, part by part."""
        if wide <= PART:
            return f"P0[{self.value(word)}]"
        name = first = self.value(word)
        if not isinstance(word, Name):
            self.temps += 1
            name = f"u{self.temps}"
            first = f"({name} := {first})"
        mask = (1 << PART) - 1
        if wide <= 2 * PART:
            return f"P0[{first} & {mask}] + P1[{name} >> {PART}]"
        return f"P0[{first} & {mask}] + P1[{name} >> {PART} & {mask}] + P2[{name} >> {2 * PART}]"

    def way_out(self, x: Statement, pad: str) -> Lines:
        """Write what leaves a loop, a block or the run."""
        match x:
            case Return(value=value):
                return [f"{pad}return" if value is None else f"{pad}return {self.value(value)}"]
            case Break():
                return [f"{pad}break" if self.loops else f"{pad}return BROKEN"]
            case Continue():
                return [f"{pad}continue" if self.loops else f"{pad}return CONTINUED"]
            case Halt():
                return [f"{pad}return {HALT}" if self.in_block else f"{pad}raise Halted"]
            case Jump(block=target):
                return self.go(target.block, pad)
            case Back(field=field, blocks=blocks):
                numbers = "".join([f"{one.block}, " for one in blocks])
                block = f"({numbers})[{self.place(field, Number(0, Int(0, 0)))}]"
                return [f"{pad}return {self.answer(block, any(one.block in self.asking for one in blocks))}"]
            case Wait(block=target):
                return [f"{pad}s[{self.at['resume']}] = {target.block}", f"{pad}return {~target.block}"]
            case _:
                raise TypeError(type(x).__name__)

    # ------------------------------------------------------------ blocks

    def go(self, number: int, pad: str) -> Lines:
        """Write what a jump leads to: the block itself where that is short, else its number."""
        if number in self.chain or self.left <= 0 or len(pad) > _DEEPEST:
            return [f"{pad}return {self.answer(str(number), number in self.asking)}"]
        self.left -= 3 + len(self.block_of(number))
        before, self.chain = self.chain, (*self.chain, number)
        lines = self.block_body(number, pad)
        self.chain = before
        return lines

    def block_body(self, number: int, pad: str) -> Lines:
        """Write a block and what it runs on into."""
        lines: Lines = [f"{pad}# block {number}"]
        for one in self.block_of(number):
            lines += self.statement(one, pad)
            if isinstance(one, Jump | Back | Wait | Halt | Fail):
                return lines
        return [*lines, *self.go(number + 1, pad)]

    def block(self, number: int) -> Lines:
        """Write the function of a block."""
        self.temps = 0
        return [f"def B{number}(s, code):", *self.behind(number)]

    def behind(self, number: int, asking: frozenset[int] = frozenset()) -> Lines:
        """Write a block where the ``code`` is known; it goes on itself with blocks that are ``asking`` for that."""
        self.in_block, self.asking, self.chain, self.left = True, asking, (number,), _WRITTEN_TOGETHER
        lines = self.block_body(number, " ")
        lines, self.apart, self.in_block, self.asking = [*self.apart, *lines], [], False, frozenset()
        return lines

    @staticmethod
    def answer(block: str, asks: bool) -> str:
        """Write what a block answers that goes on with another one."""
        return f"go_on(s, {block}, code)" if asks else block

    def function(self, function: Function) -> Lines:
        """Write a function."""
        self.temps = 0
        given = ", ".join(["s", *[one.name for one in function.parameters]])
        return [f"def {self.name('F', function.name)}({given}):", *self.body(self.told_body(function.body), " ")]

    def wait(self, number: int) -> Lines:
        """Write the function that lists the legal choices of a wait."""
        self.temps = 0
        body = self.body(self.told_body(self.program.waits[number]), " ")
        return [f"def L{number}(s):", " codes = []", *body, " return codes"]

    def text(self) -> str:
        """Return the whole module."""
        program = self.program
        lines = [f"KEY, GAME = {self.at['key']}, {self.at['game']}\n{HEAD}"]
        for field in program.fields.values():
            first = self.at[field.name]
            places = f"s[{first}]" if field.count == 1 else f"s[{first}:{first + field.count}]"
            lines.append(f"# {places} {field.name}")
        for name, values in program.tables.items():
            lines.append(f"{self.name('T', name)} = {values!r}")
        for function in program.called():
            lines += self.function(function)
        for number in range(len(program.blocks)):
            lines += self.block(number)
        for number in program.waits:
            lines += self.wait(number)
        for name, (table, low, end) in self.parts.items():
            known = [self.name("T", one) for one in (table, low, end)]
            lines.append(f"{name} = tuple([{known[0]}[a:b] for a, b in zip({known[1]}, {known[2]})])")
        lines.append(f"B = [{', '.join(f'B{number}' for number in range(len(program.blocks)))}]")
        lines.append(f"L = {{{', '.join(f'{number}: L{number}' for number in program.waits)}}}")
        return "\n".join(lines) + "\n"

"""A kernel program -> the text of a C file over a struct; no names of the rules reach it, only numbers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from gamedsl.kernel.builder import TRUE, both, interval, parted
from gamedsl.kernel.cold_blocks import seldom
from gamedsl.kernel.passes.strip_notes import with_notes
from gamedsl.kernel.passes.walk import TERMINATORS, subexpressions
from gamedsl.kernel.printing.c_texts import CHOOSER, END, GAMES, IN_HASTE, MIDDLE, PRELUDE
from gamedsl.kernel.printing.c_types import WIDEST, TooWideError, kept_type, local_type, widened, with_end
from gamedsl.kernel.printing.parts import APART, LEGAL, PARTS, Functions, Lines, in_parts
from gamedsl.kernel.program import (
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
    Field,
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
    Type,
    Wait,
    While,
    Word,
)

_KEPT_BITS = 63
"""Bits of a word that every number of a state takes where words are kept as numbers."""
_SIGNS = {"=": "==", "and": "&&", "or": "||"}
_LONG, _MANY = 60, 1_000
"""Lines of a listing of choices that stays a function of its own where all of them have too many, for the compiler."""
_LARGE = 4_000
"""Lines of a file that is compiled in haste."""
_SINGLY = 4
"""Places of a field that are filled one by one in the first state."""
_WITHIN = 3
"""Among so many first statements a function may return what it remembers."""


def only_choice(x: If) -> tuple[Expression, Expression] | None:
    """Return a condition and the code that is a legal choice where it holds, if that is all, and quickly told."""
    if x.otherwise or len(x.then) != 1:
        return None
    inner = x.then[0]
    found = only_choice(inner) if isinstance(inner, If) else None
    if isinstance(inner, Append) and _is_plain(inner.code):
        found = TRUE, inner.code
    if found is None or _calls(x.condition):
        return None
    return both(x.condition, found[0]), found[1]


def _is_plain(x: Expression) -> bool:
    return isinstance(parted(x)[0], Name | Number)


def _calls(x: Expression) -> bool:
    return any(isinstance(one, Call | Noted) for one in (x, *subexpressions(x)))


class Printer:
    """Writes one program; names of locals are those of the lowering, all others are numbers.

    ``marks``: by number of a note the place of a field that is set to 1 where the value that it is about is worked out.
    Note 3 about what is ``told`` is a call of ``N3``, a function that whoever prints the program writes; its head is
    among ``heads``.

    ``chooser`` makes ``run`` play on over decisions: text with ``P``, who chooses, ``is_ready`` and ``chosen``; empty:
    a run ends at the next decision. ``end``: what stands at the end of the file. ``runs``: how ``run`` is compiled.
    """

    chooser = CHOOSER
    end = END + "\n" + GAMES
    runs = "NOINLINE"

    def __init__(
        self,
        program: Program,
        marks: Mapping[int, tuple[str, int]] | None = None,
        told: Collection[str] = (),
    ) -> None:
        self.marks, self.heads = marks or {}, list[str]()
        self.program = program = with_notes(program, told)
        self.fields = {name: f"F{at}" for at, name in enumerate(program.fields)}
        self.tables = {name: f"T{at}" for at, name in enumerate(program.tables)}
        self.functions = {name: f"G{at}" for at, name in enumerate(program.functions)}
        self.kinds: dict[str, Type] = {}
        self.order: Sequence[Field] = [*program.fields.values()]
        """How the fields lie in a state."""
        self.seldom: frozenset[int] = frozenset()
        """Blocks that stand in a function of their own, of which a compiler shall make less."""
        self.is_seldom = False
        """Whether that function is being written."""
        self.crossed: set[int] = set()
        """Blocks that are gone on with from the other function."""

    # ------------------------------------------------------------ expressions

    def stored(self, field: str, value: Expression) -> str:
        """Write what is put into a field: what is saved of open paragraphs are numbers, too small for wide words."""
        kind = self.program.fields[field].type
        room = WIDEST if isinstance(kind, Word) else max(_KEPT_BITS, kind.high.bit_length())
        if isinstance(value.type, Word) and value.type.width > room:
            raise TooWideError
        return self.value(value)

    def number(self, value: int, kind: Type) -> str:
        """Write a constant."""
        if isinstance(kind, Word):
            if kind.width > 64:
                return f"((W){value >> 64}ULL << 64 | {value & (2**64 - 1)}ULL)"
            return f"{value}ULL"
        if value == -(2**31):
            return "(-2147483647 - 1)"
        if -(2**31) < value < 2**31:
            return str(value) if value >= 0 else f"({value})"
        return f"{value}LL" if value < 2**63 else f"{value}ULL"

    def as_word(self, x: Expression, kind: Type) -> str:
        """Write an operand in the width of a result."""
        text = self.value(x)
        if isinstance(kind, Word) and kind.width > 64 and isinstance(x.type, Word) and x.type.width <= 64:
            return f"(W){text}"
        return text

    def value(self, x: Expression) -> str:
        """Write an expression."""
        match x:
            case Number(value=value, type=kind):
                return self.number(value, kind)
            case Name(name=name):
                return name
            case Read() | Entry() | Item():
                return self.item(x)
            case Operation():
                return self.operation(x)
            case Not(value=value):
                return f"(!{self.value(value)})"
            case Choose(condition=condition, value=value, otherwise=otherwise, type=kind):
                return f"({self.value(condition)} ? {self.as_word(value, kind)} : {self.as_word(otherwise, kind)})"
            case Bit() | Has() | Size() | Lowest():
                return self.of_word(x)
            case Noted(number=number, value=value):
                if number not in self.marks:
                    return self.value(value)
                field, at = self.marks[number]
                return f"(s->{self.fields[field]}[{at}] = 1, {self.value(value)})"
            case Call(function="draw" | "mix" as function, arguments=arguments):
                return f"{function}(s, {', '.join([self.value(one) for one in arguments])})"
            case Call(function=function, arguments=arguments):
                return f"{self.functions[function]}({', '.join(['s', *[self.value(one) for one in arguments]])})"
            case _:
                raise TypeError(type(x).__name__)

    def item(self, x: Read | Entry | Item) -> str:
        """Write what stands in a field, a table or a local row."""
        match x:
            case Read(field=field, index=index):
                return f"{widened(self.program.fields[field].type)}s->{self.fields[field]}[{self.value(index)}]"
            case Entry(table=table, index=index):
                wide = self.program.widths.get(table, 0)
                return f"{widened(Word(wide)) if wide else ''}{self.tables[table]}[{self.value(index)}]"
            case Item(row=row, index=index):
                return f"{row}[{self.value(index)}]"

    def of_word(self, x: Bit | Has | Size | Lowest) -> str:
        """Write what is made of a word, or a word of one number."""
        match x:
            case Bit(number=number, type=kind):
                return f"(({local_type(kind)})1 << {self.value(number)})"
            case Has(word=word, number=number):
                return f"((int)({self.value(word)} >> {self.value(number)}) & 1)"
            case Size(word=word):
                return f"{self.of(word, 'size')}({self.value(word)})"
            case Lowest(word=word):
                return f"{self.of(word, 'low')}({self.value(word)})"

    def of(self, x: Expression, name: str) -> str:
        """Return a function of words by their width."""
        assert isinstance(x.type, Word)
        return f"{name}64" if x.type.width <= 64 else f"{name}128"

    def operation(self, x: Operation) -> str:
        """Write an operation."""
        left, right = self.as_word(x.left, x.type), self.as_word(x.right, x.type)
        if x.sign == "&~":
            return f"({left} & ~{right})"
        if x.sign in ("/", "mod"):
            if interval(x.left)[0] >= 0 and interval(x.right)[0] > 0:  # as C divides
                return f"({left} {'/' if x.sign == '/' else '%'} {right})"
            return f"{'over' if x.sign == '/' else 'rest'}({left}, {right})"
        if x.sign in ("+", "-", "*") and local_type(x.type) == "int64_t":
            left = f"(int64_t){left}"
        return f"({left} {_SIGNS.get(x.sign, x.sign)} {right})"

    # ------------------------------------------------------------ statements

    def body(self, body: Sequence[Statement], pad: str) -> Lines:
        """Write statements."""
        lines: Lines = []
        for one in body:
            lines += self.statement(one, pad)
        return lines

    def statement(self, x: Statement, pad: str) -> Lines:
        """Write a statement."""
        match x:
            case Declare(name=name, type=kind, value=value):
                return [f"{pad}{local_type(kind)} {name} = {self.as_word(value, kind)};"]
            case DeclareRow(name=name, type=kind, size=size):
                return [f"{pad}{local_type(kind)} {name}[{size}]; memset({name}, 0, sizeof {name});"]
            case Assign(name=name, value=value):
                return [f"{pad}{name} = {self.value(value)};"]
            case Put(row=row, index=index, value=value):
                return [f"{pad}{row}[{self.value(index)}] = {self.value(value)};"]
            case Store(field=field, index=index, value=value):
                return [f"{pad}s->{self.fields[field]}[{self.value(index)}] = {self.stored(field, value)};"]
            case If(condition=condition, then=then, otherwise=otherwise):
                lines = [f"{pad}if ({self.value(condition)}) {{", *self.body(then, pad + " ")]
                lines += [f"{pad}}} else {{", *self.body(otherwise, pad + " ")] if otherwise else []
                return [*lines, f"{pad}}}"]
            case For() | ForBits() | While():
                return self.loop(x, pad)
            case Remark(line=line):
                return [f"{pad}/* line {line} */"]
            case Do() | Note():
                return [f"{pad}{self.called(x)};"]
            case Fail(number=number, values=values):
                kept = [f"{pad}failed[{at}] = {self.value(one)};" for at, one in enumerate(values[:4])]
                return [*kept, f"{pad}fail(s, {number});"]
            case Append() | Ordered() | Try():
                return self.around(x, pad)
            case _:
                return self.way_out(x, pad)

    def each_pass(self, body: Sequence[Statement], pad: str) -> Lines:
        """Write the body of a loop."""
        last = body[-1] if body else None
        found = only_choice(last) if isinstance(last, If) else None
        return self.body(body, pad) if found is None else [*self.body(body[:-1], pad), *self.choice(*found, pad)]

    def choice(self, condition: Expression, code: Expression, pad: str) -> Lines:
        """Write what adds to the legal choices where a condition holds: in which passes, no processor can foresee."""
        more = f"n += ({self.value(condition)}) & (n < {self.program.most_choices});"
        return [f"{pad}codes[n] = {self.value(code)}; {more}"]

    def called(self, x: Do | Note) -> str:
        """Write the call of a function, or of what is told."""
        if isinstance(x, Do):
            return self.value(x.call)
        return f"N{x.number}({', '.join(['s', *map(self.value, x.values)])})"

    def around(self, x: Append | Ordered | Try, pad: str) -> Lines:
        """Write what adds to the legal choices, and statements with something before and behind them."""
        match x:
            case Append(code=code):
                return [f"{pad}codes[n] = {self.value(code)}; n += n < {self.program.most_choices};"]
            case Ordered(body=body):
                lines = [f"{pad}{{", f"{pad} int32_t before = n;", *self.body(body, pad + " ")]
                return [*lines, f"{pad} sort(codes + before, n - before);", f"{pad}}}"]
            case Try(body=body, otherwise=otherwise):
                status = f"s->{self.fields['status']}[0]"
                lines = [f"{pad}{{ jmp_buf here, *before = over_there; int64_t status = {status};"]
                lines += [f"{pad} over_there = &here;", f"{pad} if (!setjmp(here)) {{"]
                lines += [*self.body(body, pad + "  "), f"{pad} }} else {{ {status} = status;"]
                return [*lines, *self.body(otherwise, pad + "  "), f"{pad} }}", f"{pad} over_there = before; }}"]
            case _:
                raise TypeError(type(x).__name__)

    def loop(self, x: For | ForBits | While, pad: str) -> Lines:
        """Write a loop."""
        match x:
            case For(name=name, type=kind, low=low, end=end, body=body):
                type_ = local_type(with_end(kind, interval(end)[1]))
                begin = f"for ({type_} {name} = {self.value(low)}, {name}_e = {self.value(end)}; "
                head = f"{begin}{name} < {name}_e; {name}++) {{"
                return [pad + head, *self.each_pass(body, pad + " "), f"{pad}}}"]
            case ForBits(name=name, word=word, body=body):
                type_ = local_type(word.type)
                head = f"for ({type_} {name}_w = {self.value(word)}; {name}_w; {name}_w &= {name}_w - 1) {{"
                first = f"{pad} int32_t {name} = {self.of(word, 'low')}({name}_w);"
                return [pad + head, first, *self.each_pass(body, pad + " "), f"{pad}}}"]
            case While(condition=condition, body=body):
                return [f"{pad}while ({self.value(condition)}) {{", *self.body(body, pad + " "), f"{pad}}}"]

    def way_out(self, x: Statement, pad: str) -> Lines:
        """Write what leaves a loop, a block or the run."""
        match x:
            case Return(value=value):
                return [f"{pad}return;" if value is None else f"{pad}return {self.value(value)};"]
            case Break():
                return [f"{pad}break;"]
            case Continue():
                return [f"{pad}continue;"]
            case Halt():
                return [f"{pad}longjmp(*over_there, 1);"]
            case Jump(block=target):
                return [pad + self.jump(target.block)]
            case Back(field=field, blocks=blocks):
                cases = " ".join(f"case {at}: {self.jump(one.block)}" for at, one in enumerate(blocks))
                return [f"{pad}switch (s->{self.fields[field]}[0]) {{ {cases} }}", f"{pad}{self.stop()}"]
            case Wait(block=target):
                return [f"{pad}s->{self.fields['resume']}[0] = {target.block}; {self.stop(target.block)}"]
            case _:
                raise TypeError(type(x).__name__)

    # ------------------------------------------------------------ the file

    def head(self, function: Function) -> str:
        """Write the head of a function."""
        result = "void" if function.result is None else local_type(function.result)
        given = ["S *s", *[f"{local_type(one.type)} {one.name}" for one in function.parameters]]
        return f"static {result} {self.functions[function.name]}({', '.join(given)})"

    def text(self, behind: Sequence[str] = ()) -> str:
        """Return the whole file, with what stands ``behind`` the functions of the program."""
        program, f = self.program, self.fields
        lines = [self.table(name, values) for name, values in program.tables.items()]
        lines.append("typedef struct {")
        lines += [f" {kept_type(one.type)} {f[one.name]}[{one.count}];" for one in self.order]
        lines += ["} S;", MIDDLE % {"key": f["key"], "game": f["game"], "status": f["status"]}, *self.heads]
        functions = {name: one for function in program.called() for name, one in self.function(function).items()}
        functions |= self.listings()
        functions[LEGAL] = self.listing()
        run = self.running()
        is_large = sum(map(len, functions.values()), len(lines) + len(run)) > _LARGE
        if is_large:
            functions[APART], run = self.apart()
        behind = [self.initial(), self.end % {**f, "most choices": program.most_choices}, *behind]
        lines += in_parts(functions, run, [self.chooser % f], behind)
        return "\n".join([*([IN_HASTE] if is_large else []), PARTS, PRELUDE, *lines]) + "\n"

    def function(self, function: Function) -> Functions:
        """Write a function; one that remembers is a short one that looks, and another that works it out."""
        body, head, own = function.body, self.head(function), self.functions[function.name]
        behind = [] if function.result is None else [" return 0;"]
        cut = next((at for at, one in enumerate(body[:_WITHIN]) if not isinstance(one, Declare)), 0)
        if function.name not in self.program.kept.values() or not isinstance(body[cut], If):
            return {own: [head + " {", *self.body(body, " "), *behind, "}"]}
        known = [one for one in body[:cut] if isinstance(one, Declare)]
        names = [one.name for one in function.parameters] + [one.name for one in known]
        name = f"A{own[1:]}"
        anew = head.replace(f" {own}(", f" {name}(", 1)[:-1]
        anew += "".join(f", {local_type(one.type)} {one.name}" for one in known) + ")"
        slow = [f"{anew.replace('static', 'static NOINLINE', 1)} {{", *self.body(body[cut + 1 :], " "), *behind, "}"]
        quick = [f"{head.replace('static', 'static inline', 1)} {{", *self.body(body[: cut + 1], " ")]
        return {name: slow, own: [*quick, f" return {name}({', '.join(['s', *names])});", "}"]}

    def listings(self) -> Functions:
        """Write what lists the choices of a decision, by the block behind it."""
        texts = {at: self.body(body, " ") for at, body in self.program.waits.items()}
        longest = _MANY if sum(map(len, texts.values())) <= _MANY else _LONG
        found: Functions = {}
        for at, text in texts.items():
            # what C comes back to by longjmp is never inlined
            alone = len(text) > longest or any("setjmp(" in one for one in text)
            head = f"static {'NOINLINE' if alone else 'INLINE'} int32_t L{at}(S *s, int32_t *codes) {{"
            found[f"L{at}"] = [head, " int32_t n = 0;", *text, " return n;", "}"]
        return found

    def listing(self) -> Lines:
        """Write what lists the choices of the decision that is asked for."""
        lines = [f"static int32_t {LEGAL}(S *s, int32_t *codes) {{", f" switch (s->{self.fields['resume']}[0]) {{"]
        lines += [f"  case {at}: return L{at}(s, codes);" for at in self.program.waits]
        return [*lines, " }", " return 0;", "}"]

    def running(self) -> Lines:
        """Write what runs from a block on, or, with a number below 0, from the decision before one."""
        waits = sorted(self.program.waits)
        head = f"COMMON {self.runs} void run(S *s, int32_t block, int32_t code"
        begins = {0, *waits, *self.program.standing, *self.crossed}
        lines = [f"{head}{', P *p' if self.chooser else ''}) {{", " (void)code;"]
        lines += ["again:", " switch (block) {"] if self.seldom else [" switch (block) {"]
        lines += [f"  case {at}: {self.jump(at)}" for at in sorted(begins)]
        lines += [f"  case {-1 - at}: goto W{at};" for at in waits] if self.chooser else []
        lines += [" }", " return;", *self.blocks()]
        for at in waits if self.chooser else ():
            lines += [f"W{at}:", " if (!p || !is_ready(s, p)) return;", f" code = chosen(s, p, L{at}(s, p->codes));"]
            lines += [" if (code == STAY) return;", f" {self.jump(at)}"]
        if self.seldom:
            lines += ["seldom:", f" block = {APART}(s, block, code);", " goto again;"]
        return [*lines, "}"]

    def apart(self) -> tuple[Lines, Lines]:
        """Write a function for the blocks that are seldom run, and what runs all others.

        Each gives the other one the number of a block that it has not.
        """
        self.seldom, self.is_seldom = seldom(self.program), True
        inside = self.blocks()
        self.is_seldom = False
        run = self.running()
        begins = [f"  case {at}: goto B{at};" for at in sorted(self.crossed & self.seldom)]
        lines = [f"static LIGHTLY int32_t {APART}(S *s, int32_t block, int32_t code) {{", " (void)code;"]
        return [*lines, " switch (block) {", *begins, " }", " return STAY;", *inside, " return STAY;", "}"], run

    def blocks(self) -> Lines:
        """Write the blocks that stand in the function which is being written."""
        blocks, lines = self.program.blocks, list[str]()
        for at, body in enumerate(blocks):
            if (at in self.seldom) is not self.is_seldom:
                continue
            on = at + 1 < len(blocks) and (at + 1 in self.seldom) is not self.is_seldom
            ends = bool(body) and isinstance(body[-1], TERMINATORS)
            lines += [f"B{at}: {{", *self.body(body, " "), *([f" {self.jump(at + 1)}"] if on and not ends else []), "}"]
        return lines

    def jump(self, block: int) -> str:
        """Write that a block comes next."""
        if (block in self.seldom) is self.is_seldom:
            return f"goto B{block};"
        self.crossed.add(block)
        return f"return {block};" if self.is_seldom else f"{{ block = {block}; goto seldom; }}"

    def stop(self, block: int | None = None) -> str:
        """Write that the run ends, before the decision in front of a block."""
        if block is None or not self.chooser:
            return "return STAY;" if self.is_seldom else "return;"
        return f"return {-1 - block};" if self.is_seldom else f"goto W{block};"

    def table(self, name: str, values: Sequence[int]) -> str:
        """Write a constant table."""
        wide = self.program.widths.get(name, 0)
        kind: Type = Word(wide) if wide else Int(min(values, default=0), max(values, default=0))
        cells = ", ".join(self.number(one, kind) for one in values)
        return f"static const {kept_type(kind)} {self.tables[name]}[{max(1, len(values))}] = {{{cells or 0}}};"

    def initial(self) -> str:
        """Write the state before the first block."""
        lines = ["static void blank(S *s) {", " memset(s, 0, sizeof *s);"]
        for field in self.program.fields.values():
            name, values = self.fields[field.name], self.program.initial[field.name]
            some = [at for at, one in enumerate(values) if one]
            if len(some) > _SINGLY:
                cells = ", ".join([self.number(one, field.type) for one in values[: some[-1] + 1]])
                lines.append(
                    f" memcpy(s->{name}, (const {kept_type(field.type)}[{field.count}]){{{cells}}}, sizeof s->{name});"
                )
            else:
                lines += [f" s->{name}[{at}] = {self.number(values[at], field.type)};" for at in some]
        return "\n".join([*lines, "}"])

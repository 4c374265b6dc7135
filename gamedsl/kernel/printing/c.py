"""A kernel program -> the text of a C file over a struct; no names of the rules reach it, only numbers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from gamedsl.kernel.printing.told import with_notes
from gamedsl.kernel.program import (
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
    Legal,
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

WIDEST = 128
"""Bits of the widest word that C has."""
Lines = list[str]


class TooWideError(Exception):
    """A set-up with sets or numbers that are wider than words of C."""


_NUMBERS = (
    ("int8_t", -(2**7), 2**7 - 1),
    ("uint8_t", 0, 2**8 - 1),
    ("int16_t", -(2**15), 2**15 - 1),
    ("uint16_t", 0, 2**16 - 1),
    ("int32_t", -(2**31), 2**31 - 1),
    ("int64_t", -(2**63), 2**63 - 1),
    ("uint64_t", 0, 2**64 - 1),
)
_SIGNS = {"=": "==", "and": "&&", "or": "||"}


def kept_type(kind: Type) -> str:
    """Return the narrowest type that holds a number in a state or table."""
    if isinstance(kind, Word):
        return local_type(kind)
    found = next((name for name, low, high in _NUMBERS if low <= kind.low and kind.high <= high), None)
    if found is None:
        raise TooWideError
    return found


def local_type(kind: Type) -> str:
    """Return the type of a local."""
    if isinstance(kind, Word):
        if kind.width > WIDEST:
            raise TooWideError
        return "uint64_t" if kind.width <= 64 else "W"
    if kind.high > 2**63 - 1:
        return "uint64_t"
    return "int32_t" if kind.low >= -(2**31) and kind.high < 2**31 else "int64_t"


class Printer:
    """Writes one program; names of locals are those of the lowering, all others are numbers.

    ``marks``: by number of a note the place of a field that is set to 1 where the value that it is about is worked out.
    Note 3 about what is ``told`` is a call of ``N3``, a function that whoever prints the program writes; its head is
    among ``heads``.
    """

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

    # ------------------------------------------------------------ expressions

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
                return f"s->{self.fields[field]}[{self.value(index)}]"
            case Entry(table=table, index=index):
                return f"{self.tables[table]}[{self.value(index)}]"
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
                return [f"{pad}s->{self.fields[field]}[{self.value(index)}] = {self.value(value)};"]
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
            case Legal() | Ordered() | Try():
                return self.around(x, pad)
            case _:
                return self.way_out(x, pad)

    def called(self, x: Do | Note) -> str:
        """Write the call of a function, or of what is told."""
        if isinstance(x, Do):
            return self.value(x.call)
        return f"N{x.number}({', '.join(['s', *map(self.value, x.values)])})"

    def around(self, x: Legal | Ordered | Try, pad: str) -> Lines:
        """Write what adds to the legal choices, and statements with something before and behind them."""
        match x:
            case Legal(code=code):
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
                type_ = local_type(kind)
                begin = f"for ({type_} {name} = {self.value(low)}, {name}_e = {self.value(end)}; "
                head = f"{begin}{name} < {name}_e; {name}++) {{"
                return [pad + head, *self.body(body, pad + " "), f"{pad}}}"]
            case ForBits(name=name, word=word, body=body):
                type_ = local_type(word.type)
                head = f"for ({type_} {name}_w = {self.value(word)}; {name}_w; {name}_w &= {name}_w - 1) {{"
                first = f"{pad} int32_t {name} = {self.of(word, 'low')}({name}_w);"
                return [pad + head, first, *self.body(body, pad + " "), f"{pad}}}"]
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
                return [f"{pad}goto B{target.block};"]
            case Back(field=field, blocks=blocks):
                cases = " ".join(f"case {at}: goto B{one.block};" for at, one in enumerate(blocks))
                return [f"{pad}switch (s->{self.fields[field]}[0]) {{ {cases} }}", f"{pad}return;"]
            case Wait(block=target):
                return [f"{pad}s->{self.fields['resume']}[0] = {target.block}; return;"]
            case _:
                raise TypeError(type(x).__name__)

    # ------------------------------------------------------------ the file

    def head(self, function: Function) -> str:
        """Write the head of a function."""
        result = "void" if function.result is None else local_type(function.result)
        given = ["S *s", *[f"{local_type(one.type)} {one.name}" for one in function.parameters]]
        return f"static {result} {self.functions[function.name]}({', '.join(given)})"

    def text(self) -> str:
        """Return the whole file."""
        program, f = self.program, self.fields
        lines = [PRELUDE]
        lines += [self.table(name, values) for name, values in program.tables.items()]
        lines.append("typedef struct {")
        for field in program.fields.values():
            lines.append(f" {kept_type(field.type)} {f[field.name]}[{field.count}];")
        lines += ["} S;", MIDDLE % {"key": f["key"], "game": f["game"], "status": f["status"]}]
        lines += [*self.heads, *[self.head(function) + ";" for function in program.called()]]
        for function in program.called():
            end = [] if function.result is None else [" return 0;"]
            lines += [self.head(function) + " {", *self.body(function.body, " "), *end, "}"]
        waits = sorted(program.waits)
        lines += ["static void run(S *s, int32_t block, int32_t code) {", " (void)code;", " switch (block) {"]
        lines += [f"  case {at}: goto B{at};" for at in (0, *waits)] + [" }", " return;"]
        for at, body in enumerate(program.blocks):
            lines += [f"B{at}: {{", *self.body(body, " "), "}"]
        lines += ["}", "static int32_t legal(S *s, int32_t *codes) {", " int32_t n = 0;"]
        lines.append(f" switch (s->{f['resume']}[0]) {{")
        for at, body in program.waits.items():
            lines += [f" case {at}: {{", *self.body(body, "  "), "  break; }"]
        lines += [" }", " return n;", "}", self.initial(), END % {**f, "most choices": self.program.most_choices}]
        return "\n".join(lines) + "\n"

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
            for at, one in enumerate(self.program.initial[field.name]):
                if one:
                    lines.append(f" s->{self.fields[field.name]}[{at}] = {self.number(one, field.type)};")
        return "\n".join([*lines, "}"])


PRELUDE = r"""#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
typedef unsigned __int128 W;
static inline int32_t size64(uint64_t w) { return __builtin_popcountll(w); }
static inline int32_t low64(uint64_t w) { return __builtin_ctzll(w); }
static inline int32_t size128(W w) { return size64((uint64_t)w) + size64((uint64_t)(w >> 64)); }
static inline int32_t low128(W w) { return (uint64_t)w ? low64((uint64_t)w) : 64 + low64((uint64_t)(w >> 64)); }
static inline int64_t over(int64_t a, int64_t b) {
 int64_t q = a / b;
 return a % b && (a < 0) != (b < 0) ? q - 1 : q;
}
static inline int64_t rest(int64_t a, int64_t b) { int64_t r = a % b; return r < 0 ? r + b : r; }
static inline uint64_t finish(uint64_t v) {
 v = (v ^ (v >> 30)) * 0xBF58476D1CE4E5B9ULL;
 v = (v ^ (v >> 27)) * 0x94D049BB133111EBULL;
 return v ^ (v >> 31);
}
static int by_number(const void *a, const void *b) {
 int32_t one = *(const int32_t *)a, other = *(const int32_t *)b;
 return (one > other) - (one < other);
}
static inline void sort(int32_t *codes, int32_t n) { qsort(codes, n, sizeof *codes, by_number); }
#define MOST_DECISIONS 100000
static __thread jmp_buf *over_there;
static __thread int64_t failed[4];"""

MIDDLE = r"""static inline int32_t draw(S *s, uint64_t stream, uint64_t number, uint64_t n) {
 uint64_t counter = ((uint64_t)s->%(game)s[0] << 32) + (stream << 24) + number;
 return (int32_t)(((finish(s->%(key)s[0] + counter * 0x9E3779B97F4A7C15ULL) >> 32) * n) >> 32);
}
static inline int64_t mix(S *s, uint64_t a, uint64_t b) {
 (void)s;
 return finish(a * 0x9E3779B97F4A7C15ULL + b + 1) >> 3;
}
static __thread int32_t fault;
static void fail(S *s, int32_t number) { s->%(status)s[0] = 2; fault = number; longjmp(*over_there, 1); }"""

END = r"""
#define COUNT(x) (int32_t)(sizeof(x) / sizeof(x)[0])
int64_t size_of_state(void) { return sizeof(S); }
/* How many numbers codes has to have room for, and the number of the fault that has stopped the last game. */
int32_t room_for_choices(void) { return %(most choices)d + 1; }
int32_t last_fault(void) { return fault; }
static void go(S *s, int32_t block, int32_t code) {
 jmp_buf here;
 over_there = &here;
 if (!setjmp(here)) run(s, block, code);
}
int32_t choices(S *s, int32_t *codes) {
 jmp_buf here;
 volatile int32_t n = 0;
 if (s->%(status)s[0]) return 0;
 over_there = &here;
 int64_t work = s->%(work)s[0];
 if (!setjmp(here)) { n = legal(s, codes); s->%(work)s[0] = work; }
 return n;
}
void start(S *s, uint64_t seed, int32_t game) {
 blank(s);
 s->%(key)s[0] = finish(seed);
 s->%(game)s[0] = game;
 go(s, 0, -1);
}
void apply(S *s, int32_t code) {
 s->%(decisions)s[0]++;
 s->%(work)s[0] = 0;
 s->%(jumps)s[0] = 0;
 go(s, s->%(resume)s[0], code);
 if (s->%(decisions)s[0] >= MOST_DECISIONS && !s->%(status)s[0]) s->%(status)s[0] = 3;
}
static inline uint64_t fold(uint64_t h, uint64_t v) { return finish(h * 31 + v + 1); }
static uint64_t folded(S *s, uint64_t h, int32_t *codes, int32_t n, int32_t code) {
 h = fold(fold(h, s->%(decider)s[0]), n);
 for (int32_t i = 0; i < n; i++) h = fold(h, codes[i]);
 return fold(h, code);
}
/* One game in which chance chooses; what ends it or stops it comes back here once. */
static void random_game(S *s, uint64_t seed, int32_t game, int32_t limit, int32_t *codes, uint64_t *h) {
 jmp_buf here;
 blank(s);
 s->%(key)s[0] = finish(seed);
 s->%(game)s[0] = game;
 over_there = &here;
 if (setjmp(here)) return;
 run(s, 0, -1);
 while (!s->%(status)s[0]) {
  int32_t n = legal(s, codes), code;
  if (!n) { s->%(status)s[0] = 2; fault = -1; return; }
  if (s->%(decisions)s[0] >= limit) { s->%(status)s[0] = 3; return; }
  code = codes[n > 1 ? draw(s, 255, s->%(decisions)s[0], n) : 0];
  if (h) *h = folded(s, *h, codes, n, code);
  s->%(decisions)s[0]++;
  s->%(work)s[0] = 0;
  s->%(jumps)s[0] = 0;
  run(s, s->%(resume)s[0], code);
 }
}
/* Random games: of each who has won, points, decisions, how it ended; a fold of every decision where it is wanted. */
void play(uint64_t seed, int32_t first, int32_t count, int32_t limit, int32_t *codes, uint64_t *winners,
          int32_t *points, int32_t *decisions, int32_t *status, uint64_t *folds) {
 S state, *s = &state;
 for (int32_t at = 0; at < count; at++) {
  if (folds) folds[at] = 0;
  random_game(s, seed, first + at, limit, codes, folds ? folds + at : 0);
  winners[at] = s->%(winners)s[0];
  for (int32_t i = 0; i < COUNT(s->%(points)s); i++) points[at * COUNT(s->%(points)s) + i] = s->%(points)s[i];
  decisions[at] = s->%(decisions)s[0];
  status[at] = s->%(status)s[0];
 }
}
"""

"""A program -> in which order its fields lie in a state in C, and the text of what copies, gives out or takes in one

Players who think copy states more often than they do anything else. What no rule reads need not come along, nor what
stands in a row behind its end.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

import attrs

from gamedsl.kernel.passes.walk import all_statements, subexpressions
from gamedsl.kernel.printing.c_types import kept_type
from gamedsl.kernel.program import Back, Field, Program, Read, Store, Word


@attrs.frozen
class Order:
    """Fields in the order in which they lie in a state: those that are copied whole, rows, and what is never copied."""

    whole: tuple[Field, ...]
    rows: tuple[Field, ...]
    idle: tuple[Field, ...]

    @property
    def all(self) -> tuple[Field, ...]:
        """All of them."""
        return (*self.whole, *self.rows, *self.idle)


def ordered(program: Program, looked_at: Collection[str]) -> Order:
    """Return the fields of a program in such an order; ``looked_at``: those that others than the rules look at."""
    used, fields = {*looked_at, *_used(program)}, program.fields.values()
    return Order(
        tuple([one for one in fields if one.name in used and one.name not in program.rows]),
        tuple([one for one in fields if one.name in used and one.name in program.rows]),
        tuple([one for one in fields if one.name not in used]),
    )


def _used(program: Program) -> Iterator[str]:
    """Give the fields that the program itself reads or writes."""
    functions = [one.body for one in program.functions.values()]
    for body in (*program.blocks, *program.waits.values(), *functions):
        for one in all_statements(body):
            if isinstance(one, Store | Back):
                yield one.field
            yield from (x.field for x in subexpressions(one) if isinstance(x, Read))


_COPY = """typedef long long Lane __attribute__((vector_size(32), aligned(1), may_alias));
static void copy_large(void *to, const void *from, size_t size) {
 size_t at = 0;
 for (; at + 4 * sizeof(Lane) <= size; at += 4 * sizeof(Lane)) {
  const Lane *in = (const Lane *)((const char *)from + at);
  Lane *out = (Lane *)((char *)to + at), a = in[0], b = in[1], c = in[2], d = in[3];
  out[0] = a; out[1] = b; out[2] = c; out[3] = d;
 }
 memcpy((char *)to + at, (const char *)from + at, size - at);
}
static inline void copy_bytes(void *to, const void *from, size_t size) {
 size_t at = 0;
 if (size > 512) { copy_large(to, from, size); return; }
 for (; at + 64 <= size; at += 64) memcpy((char *)to + at, (const char *)from + at, 64);
 memcpy((char *)to + at, (const char *)from + at, size - at);
}"""
"""In steps of fixed size, by the widest words of the processor: for all at once compilers write what begins late."""


def copying(program: Program, order: Order, names: Mapping[str, str]) -> str:
    """Write what copies a state whose fields lie in an order, and are called by other ``names``."""
    behind = (*order.rows, *order.idle)
    end = f"offsetof(S, {names[behind[0].name]})" if behind else "sizeof *to"
    lines = [_COPY, "static inline void copy_state(S *to, const S *from) {", f" copy_bytes(to, from, {end});"]
    for one in order.rows:
        length, name = program.rows[one.name], names[one.name]
        many = f"((size_t)from->{names[length.field]}[0] * {length.each} + {length.more})"
        lines.append(f" memcpy(to->{name}, from->{name}, {many} * sizeof *to->{name});")
    return "\n".join([*lines, "}"])


STRETCHES = """#define KINDS(each) each(int8_t) each(uint8_t) each(int16_t) each(uint16_t) each(int32_t) \\
 each(uint32_t) each(int64_t) each(uint64_t)
#define IS(type) IS_##type,
enum { KINDS(IS) IS_W };
typedef struct { uint32_t at, kind, many; } Stretch;
#define STRETCH(type, field, many) {offsetof(S, field), IS_##type, many},
#define EACH(i) for (uint32_t i = 0; i < one->many; i++)
#define GIVE(type) case IS_##type: EACH(i) *out++ = (int64_t)((const type *)at)[i]; break;
#define TAKE(type) case IS_##type: EACH(i) ((type *)at)[i] = (type)*in++; break;
static LIGHTLY void give_stretches(const S *s, const Stretch *one, int32_t many, int64_t *out) {
 for (; many--; one++) {
  const char *at = (const char *)s + one->at;
  switch (one->kind) {
   KINDS(GIVE)
   case IS_W: EACH(i) { W word = ((const W *)at)[i]; *out++ = (int64_t)word; *out++ = (int64_t)(word >> 64); }
  }
 }
}
static LIGHTLY void take_stretches(S *s, const Stretch *one, int32_t many, const int64_t *in) {
 for (; many--; one++) {
  char *at = (char *)s + one->at;
  switch (one->kind) {
   KINDS(TAKE)
   case IS_W: EACH(i) { ((W *)at)[i] = (uint64_t)in[0] | (W)(uint64_t)in[1] << 64; in += 2; }
  }
 }
}"""
"""What gives out and takes in fields, each place as a number of 64 bits and wide words as two, the lower one first.

A table says where they lie: of a statement for each of them a compiler would have more to do than of much of the rules.
"""


def giving(name: str, fields: Collection[Field], names: Mapping[str, str]) -> str:
    """Write what gives out fields; behind ``STRETCHES``."""
    rows = "".join(f" STRETCH({kept_type(one.type)}, {names[one.name]}, {one.count})\n" for one in fields)
    table = f"static const Stretch stretches_of_{name}[] = {{\n{rows or ' {0}'}}};"
    call = f"give_stretches(s, stretches_of_{name}, {len(fields)}, out);"
    return f"{table}\nstatic void give_{name}(const S *s, int64_t *out) {{ {call} }}"


def taking(fields: Collection[Field]) -> str:
    """Write what takes in a state as ``give_block`` gave it out, and how many numbers that are; behind that."""
    call = f"take_stretches(s, stretches_of_block, {len(fields)}, in);"
    text = f"static void take_block(S *s, const int64_t *in) {{ {call} }}"
    return f"{text}\n#define BLOCK {sum(one.count * numbers_of(one) for one in fields)}"


def numbers_of(field: Field) -> int:
    """Return as how many numbers each place of a field is given out."""
    return 1 + (isinstance(field.type, Word) and field.type.width > 64)

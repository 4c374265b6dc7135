"""A program -> in which order its fields lie in a state in C, and the text of what copies, gives out or takes in one

Players who think copy states more often than they do anything else. What no rule reads need not come along, nor what
stands in a row behind its end.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

import attrs

from gamedsl.kernel.program import Back, Field, Program, Read, Store, Word
from gamedsl.kernel.shortening.walking import all_statements, everything


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
            yield from (x.field for x in everything(one) if isinstance(x, Read))


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


def giving(name: str, fields: Iterable[Field], names: Mapping[str, str]) -> str:
    """Write what gives out fields, each place as a number of 64 bits and wide words as two, the lower one first."""
    each = "out[{at}] = (int64_t)s->{name}[{i}];"
    wide = f"{{{{ {each} out[{{at}} + 1] = (int64_t)(s->{{name}}[{{i}}] >> 64); }}}}"
    head = f"static SELDOM void give_{name}(const S *s, int64_t *out) {{"
    return "\n".join([head, " (void)s; (void)out;", *_places(fields, names, each, wide), "}"])


def taking(fields: Collection[Field], names: Mapping[str, str]) -> str:
    """Write what takes in a state as it was given out, and how many numbers that are."""
    each = "s->{name}[{i}] = in[{at}];"
    wide = "s->{name}[{i}] = (uint64_t)in[{at}] | (W)(uint64_t)in[{at} + 1] << 64;"
    lines = ["static SELDOM void take_block(S *s, const int64_t *in) {", *_places(fields, names, each, wide), "}"]
    return "\n".join([*lines, f"#define BLOCK {sum(one.count * numbers_of(one) for one in fields)}"])


def numbers_of(field: Field) -> int:
    """Return as how many numbers each place of a field is given out."""
    return 1 + (isinstance(field.type, Word) and field.type.width > 64)


def _places(fields: Iterable[Field], names: Mapping[str, str], each: str, wide: str) -> Iterator[str]:
    """Write a statement for each place of fields, of wide words another one; loops for those of several places."""
    first = 0
    for field in fields:
        many = numbers_of(field)
        form = wide if many > 1 else each
        if field.count == 1:
            yield " " + form.format(name=names[field.name], i=0, at=first)
        else:
            at = f"{first} + i" if many == 1 else f"{first} + 2 * i"
            yield f" for (int32_t i = 0; i < {field.count}; i++) {form.format(name=names[field.name], i='i', at=at)}"
        first += field.count * many

"""A program -> in which order its fields lie in a state in C, and the text of what copies as much of one as counts

Players who think copy states more often than they do anything else. What no rule reads need not come along, nor what
stands in a row behind its end.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

import attrs

from gamedsl.kernel.program import Back, Field, Program, Read, Store
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


_COPY = """static inline void copy_bytes(void *to, const void *from, size_t size) {
 size_t whole = size <= 1500 ? size / 64 * 64 : 0;
 for (size_t at = 0; at < whole; at += 64) memcpy((char *)to + at, (const char *)from + at, 64);
 memcpy((char *)to + whole, (const char *)from + whole, size - whole);
}"""
"""What is not large is copied in steps of fixed size: for all at once compilers write what takes long to begin."""


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

"""An expression -> the same one so that it can be worked out for any numbers, where it is needed only for some of them

Known as making an expression safe to speculate. What stands outside of a table or field is asked of a longer table, or
not at all; types are those of all numbers.

    prices[n - 1]     with n in 0..9              prices from -1 to 9[n]
    10 / n                                        cannot be: NotSpeculatableError
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from gamedsl.kernel.builder import (
    arithmetic,
    both,
    choose,
    compare,
    constant,
    interval,
    joined,
    number,
    plus,
    size,
    width,
    word,
)
from gamedsl.kernel.passes.walk import with_operands
from gamedsl.kernel.program import (
    Bit,
    Call,
    Choose,
    Entry,
    Expression,
    Has,
    Int,
    Item,
    Lowest,
    Name,
    Noted,
    Operation,
    Program,
    Read,
    Size,
    Type,
    Word,
)

FEW = 4
"""Entries that a table gets before its first one and behind its last one, at most."""


class NotSpeculatableError(Exception):
    """An expression may not be there for all numbers."""


def speculated(program: Program, kinds: Mapping[str, Type], x: Expression) -> Expression:
    """Return an expression that is there whatever locals and the state hold; ``kinds`` are the types of locals."""
    made = with_operands(x, lambda part: speculated(program, kinds, part))
    work = _WAYS.get(type(x))
    return made if work is None else work(program, kinds, made)


def _name(program: Program, kinds: Mapping[str, Type], x: Name) -> Expression:
    if x.name not in kinds:
        raise NotSpeculatableError
    return Name(x.name, kinds[x.name])


def _read(program: Program, kinds: Mapping[str, Type], x: Read) -> Expression:
    field = program.fields[x.field]
    found = Read(x.field, x.index, field.type)
    low, high = interval(x.index)
    if low >= 0 and high < field.count:
        return found
    is_there = both(compare(">=", x.index, 0), compare("<", x.index, field.count))
    nothing = word(0, field.type.width) if isinstance(field.type, Word) else number(field.type.low)
    return choose(is_there, found, nothing)


def _entry(program: Program, kinds: Mapping[str, Type], x: Entry) -> Expression:
    values = program.tables[x.table]
    if not values:
        raise NotSpeculatableError
    low, high = interval(x.index)
    kind = x.type if isinstance(x.type, Word) else Int(min(values), max(values))
    if low >= 0 and high < len(values):
        return Entry(x.table, x.index, kind)
    before, behind = max(0, -low), max(0, high + 1 - len(values))
    if before > FEW or behind > FEW:
        raise NotSpeculatableError
    name = f"{x.table} from {-before} to {len(values) + behind}"
    if name not in program.tables:
        program.tables[name] = (values[0],) * before + values + (values[0],) * behind
        if x.table in program.widths:
            program.widths[name] = program.widths[x.table]
    return Entry(name, plus(x.index, before), kind)


def _operation(program: Program, kinds: Mapping[str, Type], x: Operation) -> Expression:
    by = constant(x.right)
    if x.sign in ("/", "mod", "<<", ">>") and (by is None or by <= 0):
        raise NotSpeculatableError
    return arithmetic(x.sign, x.left, x.right) if x.sign in ("+", "-", "*", "/", "mod") else x


def _choose(program: Program, kinds: Mapping[str, Type], x: Choose) -> Expression:
    return attrs.evolve(x, type=joined(x.value.type, x.otherwise.type))


def _numbered(program: Program, kinds: Mapping[str, Type], x: Bit | Has) -> Expression:
    low, high = interval(x.number)
    if low < 0 or high >= width(x if isinstance(x, Bit) else x.word):
        raise NotSpeculatableError
    return x


def _never(program: Program, kinds: Mapping[str, Type], x: Expression) -> Expression:
    raise NotSpeculatableError


_WAYS: dict[type, Callable[[Program, Mapping[str, Type], Any], Expression]] = {
    Name: _name,
    Read: _read,
    Entry: _entry,
    Operation: _operation,
    Choose: _choose,
    Bit: _numbered,
    Has: _numbered,
    Size: lambda program, kinds, x: size(x.word),
    Lowest: _never,
    Item: _never,
    Call: _never,
    Noted: _never,
}

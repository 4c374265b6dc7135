"""Functions that look at a state without changing it -> functions that remember what they found

A value is kept beside the state for each of the arguments that a function reads, and a bit that says whether it is
known. Every store to a place that the function reads makes the values unknown that are worked out of this place: so
what is kept follows the state by construction, wherever the program writes. Who writes into a state from outside
forgets what is kept first (``Program.kept``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import or_

import attrs

from gamedsl.kernel.making import (
    bit,
    combine,
    constant,
    has,
    interval,
    is_plain,
    minus,
    number,
    plus,
    read,
    times,
    width,
    word,
)
from gamedsl.kernel.optimising.facts import Facts, Finder
from gamedsl.kernel.optimising.touching import Kept, Touching, touched
from gamedsl.kernel.optimising.trees import change_bodies, walk
from gamedsl.kernel.program import (
    Aside,
    Call,
    Declare,
    Entry,
    Expression,
    Field,
    For,
    ForBits,
    Function,
    If,
    Int,
    Name,
    Note,
    Program,
    Remark,
    Return,
    Statement,
    Store,
    While,
    Word,
)

WORTH = 60
"""Nodes that a function must cost to be remembered."""
MOST = 128
"""Values that are kept for one function."""


@attrs.frozen
class _Depends:
    """What is kept of a function, and by place of a field the values that are worked out of it; None: all are."""

    known: str
    many: int
    rows: tuple[int, ...] | None = None

    def forgotten(self, program: Program, x: Store) -> Expression | None:
        """Return the values that a store makes unknown as a word; None where there are none."""
        whole = word((1 << self.many) - 1, self.many)
        if self.rows is None:
            return whole
        low, high = interval(x.index)
        rows = self.rows[max(0, low) : high + 1]
        if not any(rows):
            return None
        if len(set(rows)) == 1:
            return word(rows[0], self.many)
        if not is_plain(x.index):  # what it reads may be another number where this is written
            return word(reduce(or_, rows), self.many)
        table = f"of {x.field} for {self.known}"
        program.tables[table], program.widths[table] = self.rows, self.many
        return Entry(table, x.index, whole.type)


Depends = dict[str, list[_Depends]]
"""By field."""


def remember(program: Program, by_place: bool = True) -> None:
    """Let functions remember, and let stores make them forget; ``by_place``: only what the place was read for."""
    finder, touching = Finder(program), Touching(program)
    worth = {name: facts for name in program.functions if is_remembered(program, name, facts := finder.facts(name))}
    depends: Depends = {}
    for name, facts in worth.items():
        function = program.functions[name]
        used = [at for at, one in enumerate(function.parameters) if one.name in facts.used]
        kept = Kept(function, used, places(function, facts) or 1)
        rows = touched(touching, kept) if by_place else {}
        for field in sorted(facts.reads):
            if not by_place or field in rows:
                depends.setdefault(field, []).append(_Depends(known_field(name), kept.many, rows.get(field)))
    _forget_in(program, depends)
    for name, facts in worth.items():
        _remembering(program, name, facts)


def forgetting(program: Program) -> Callable[[Sequence[Statement]], Sequence[Statement]]:
    """Return what lets further statements for a program make its functions forget."""
    finder = Finder(program)
    depends: Depends = {}
    for known, name in program.kept.items():
        for field in sorted(finder.facts(raw(name)).reads):
            depends.setdefault(field, []).append(_Depends(known, MOST))
    return lambda body: _forgetting(program, body, depends)


def memory(program: Program) -> frozenset[str]:
    """Return the fields in which functions remember."""
    return frozenset(name for name in program.fields if name.startswith((known_field(""), value_field(""))))


def known_field(name: str) -> str:
    """Return the field with the bits of the values of a function that are known."""
    return f"known of {name}"


def value_field(name: str) -> str:
    """Return the field with the values of a function that are known."""
    return f"value of {name}"


def raw(name: str) -> str:
    """Return the name of the function that works a value out."""
    return f"{name} anew"


def is_remembered(program: Program, name: str, facts: Facts) -> bool:
    """Tell whether a function shall remember what it has found."""
    function = program.functions[name]
    if not facts.pure or function.result is None or facts.cost < WORTH:
        return False
    return places(function, facts) is not None


def places(function: Function, facts: Facts) -> int | None:
    """Return how many values are kept for a function; None for too many."""
    many = 1
    for one in function.parameters:
        if one.name in facts.used:
            if not isinstance(one.type, Int):
                return None
            many *= one.type.high - one.type.low + 1
        if many > MOST:
            return None
    return many


def place(function: Function, facts: Facts, given: Sequence[Expression]) -> Expression:
    """Return where the value for some arguments is kept."""
    at: Expression = number(0)
    for one, argument in zip(function.parameters, given, strict=True):
        if one.name in facts.used:
            assert isinstance(one.type, Int)
            at = plus(times(at, one.type.high - one.type.low + 1), minus(argument, one.type.low))
    return at


def _remembering(program: Program, name: str, facts: Facts) -> None:
    """Put a function that remembers in the place of one that works its value out."""
    function = program.functions[name]
    assert function.result is not None
    many = places(function, facts)
    assert many is not None
    known, kept = known_field(name), value_field(name)
    span = function.result
    first = min(max(0, span.low), span.high) if isinstance(span, Int) else 0
    for field, count, kind, value in ((known, 1, Word(many), 0), (kept, many, function.result, first)):
        program.fields[field] = Field(field, count, kind)
        program.initial[field] = [value] * count
    program.kept[known] = name
    program.functions[raw(name)] = attrs.evolve(function, name=raw(name))
    given = [Name(one.name, one.type) for one in function.parameters]
    at = place(function, facts, given)
    body: list[Statement] = []
    where: Expression = at
    if constant(at) is None and not isinstance(at, Name):
        where = Name("at", at.type)
        body.append(Declare("at", at.type, at))
    bits = read(known, 0, Word(many))
    found = Name("found", function.result)
    body += [
        If(has(bits, where), (Return(read(kept, where, function.result)),)),
        Declare("found", function.result, Call(raw(name), tuple(given), function.result)),
        Store(kept, where, found),
        Store(known, number(0), combine("|", bits, bit(where, many))),
        Return(found),
    ]
    program.functions[name] = Function(name, function.parameters, function.result, tuple(body))


def _forget_in(program: Program, depends: Depends) -> None:
    """Write behind every store that what was made of the place is no longer known."""
    change_bodies(program, lambda body: tuple(_forgetting(program, body, depends)))


def _forgetting(program: Program, body: Sequence[Statement], depends: Depends) -> list[Statement]:
    found: list[Statement] = []
    due: dict[str, list[Expression]] = {}

    def forgotten() -> list[Statement]:
        return [_forgotten(program, known, values) for known, values in due.items()]

    def flush() -> None:
        found.extend(forgotten())
        due.clear()

    for x in body:
        if isinstance(x, Note | Aside):
            # whoever is told may ask anything of the state as it is now; where nobody is, nothing is different
            found += [Aside(x.about, tuple(forgotten()))] if due else []
            found.append(_inside(program, x, depends))
            continue
        plain = isinstance(x, Store | Remark) or (isinstance(x, Declare) and not _calls(x))
        if not plain or (isinstance(x, Store) and _calls(x)):
            flush()
        found.append(_inside(program, x, depends))
        if isinstance(x, Store):
            for one in depends.get(x.field, ()):
                values = one.forgotten(program, x)
                if values is not None:
                    due.setdefault(one.known, []).append(values)
    flush()
    return found


def _forgotten(program: Program, known: str, values: Sequence[Expression]) -> Statement:
    """Return that of what is kept some values are unknown, each of which may be named several times."""
    wide = max(width(one) for one in values)
    gone = reduce(lambda one, other: combine("|", one, other), dict.fromkeys(values))
    if constant(gone) == (1 << wide) - 1:
        return Store(known, number(0), word(0, wide))
    return Store(known, number(0), combine("&~", read(known, 0, Word(wide)), gone))


def _inside(program: Program, x: Statement, depends: Depends) -> Statement:
    if isinstance(x, If):
        then, otherwise = (tuple(_forgetting(program, body, depends)) for body in (x.then, x.otherwise))
        return attrs.evolve(x, then=then, otherwise=otherwise)
    if isinstance(x, Aside | For | ForBits | While):
        return attrs.evolve(x, body=tuple(_forgetting(program, x.body, depends)))
    return x


def _calls(x: Statement) -> bool:
    return any(isinstance(one, Call) for one in walk([x]))

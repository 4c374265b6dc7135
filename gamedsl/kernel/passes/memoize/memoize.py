"""Functions that look at a state without changing it -> functions that remember what they found

Known as memoization with invalidation (incremental computation with dirty bits). A value is kept beside the state for
each of the arguments that a function reads, and a bit that says whether it is known. Every store to a place that the
function reads makes the values unknown that are worked out of this place (``read_ranges.py``): so what is kept follows
the state by construction, wherever the program writes. Who writes into a state from outside forgets what is kept first
(``Program.kept``).

    def worth(p):                                 def worth(p):
        return ... cards[p] ...                       if p in known of worth: return value of worth[p]
                                                      found = worth anew(p)
                                                      value of worth[p] = found; add p to known of worth
                                                      return found
    cards[you] = ...                              cards[you] = ...; take you out of known of worth
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import or_

import attrs

from gamedsl.kernel.builder import (
    bit,
    choose,
    combine,
    constant,
    has,
    interval,
    is_plain,
    minus,
    number,
    parted,
    plus,
    read,
    times,
    width,
    word,
)
from gamedsl.kernel.passes.analysis.effects import Effects, Summary
from gamedsl.kernel.passes.memoize.profitability import MOST, CostModel, places
from gamedsl.kernel.passes.memoize.read_ranges import Kept, ReadRanges, Rows, values_by_place
from gamedsl.kernel.passes.walk import Body, change_bodies, walk, with_bodies
from gamedsl.kernel.program import (
    Aside,
    Bit,
    Call,
    Declare,
    Entry,
    Expression,
    Field,
    Function,
    If,
    Int,
    Name,
    Note,
    Operation,
    Program,
    Read,
    Remark,
    Return,
    Statement,
    Store,
    Word,
)

_FEW = 2
"""One of so many values, at most, is worked out of each bit where stores look which bit they change."""


@attrs.frozen
class _Depends:
    """What is kept of a function, and which values are worked out of what stands in a field; None: all are."""

    known: str
    many: int
    rows: Rows | None = None

    def forgotten(self, program: Program, x: Store) -> Expression | None:
        """Return the values that a store makes unknown as a word; None where there are none."""
        whole = word((1 << self.many) - 1, self.many)
        if self.rows is None:
            return whole
        found = self._of(program, f"of {x.field} for {self.known}", self.rows.places, x.index)
        changed = only_bit(x) if self.rows.bits is not None and self._is_worth(self.rows.bits) else None
        if changed is not None and self.rows.bits is not None:
            by_bit = self._of(program, f"of bits of {x.field} for {self.known}", self.rows.bits, changed)
            found = combine("&", found, by_bit)
        return None if constant(found) == 0 else found

    def _of(self, program: Program, table: str, rows: tuple[int, ...], at: Expression) -> Expression:
        """Return the values that are worked out of what stands at a place, or of a bit, as a word."""
        low, high = interval(at)
        some = rows[max(0, low) : high + 1]
        if len(set(some)) < 2:
            return word(some[0] if some else 0, self.many)
        if not is_plain(parted(at)[0]):  # what it reads may be another number where this is written
            return word(reduce(or_, some), self.many)
        program.tables[table], program.widths[table] = rows, self.many
        return Entry(table, at, Word(self.many))

    def _is_worth(self, bits: tuple[int, ...]) -> bool:
        """Tell whether it pays to look which bit has changed: few values are worked out of each."""
        return _FEW * sum([one.bit_count() for one in bits]) <= self.many * len(bits)


def only_bit(x: Store) -> Expression | None:
    """Return the one bit that a store changes in a word; None where it may be several."""
    match x.value:
        case Operation(sign="|" | "&~" | "^", left=Read(field=x.field, index=x.index), right=Bit(number=changed)):
            return changed
        case _:
            return None


Depends = dict[str, list[_Depends]]
"""By field."""


def memoize(program: Program, by_place: bool = True) -> None:
    """Let functions remember, and let stores make them forget; ``by_place``: only what the place was read for.

    What remembers already (``incremental_sets.py``) is kept true by whoever writes: who asks it reads what is kept.
    """
    asked = {name: value for name, (value, _) in kept_true(program).items()}
    effects = Effects(program, {name: (value,) for name, value in asked.items()})
    ranges = ReadRanges(program, asked)
    known = {*asked, *map(raw, asked)}
    worth = CostModel(program, effects, known).all()
    depends: Depends = {}
    for name, summary in worth.items():
        function = program.functions[name]
        used = [at for at, one in enumerate(function.parameters) if one.name in summary.used]
        kept = Kept(function, used, places(function, summary) or 1)
        rows = values_by_place(ranges, kept) if by_place else {}
        for field in sorted(summary.reads):
            if not by_place or field in rows:
                depends.setdefault(field, []).append(_Depends(known_field(name), kept.many, rows.get(field)))
    _forget_in(program, depends)
    for name, summary in worth.items():
        make_memoized(program, name, summary)


UPKEPT = "met."
"""How the functions are called whose words stores keep true (``incremental_sets.py``)."""


def kept_true(program: Program) -> dict[str, tuple[str, str]]:
    """Return the functions whose words stores keep true, with the fields that hold these and whether they are known."""
    names = [name for name in program.kept.values() if name.startswith(UPKEPT) and name in program.functions]
    return {name: (value_field(name), known_field(name)) for name in names}


def forgetting(program: Program) -> Callable[[Sequence[Statement]], Sequence[Statement]]:
    """Return what lets further statements for a program make its functions forget."""
    effects = Effects(program)
    depends: Depends = {}
    for known, name in program.kept.items():
        for field in sorted(effects.summary(raw(name)).reads):
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


def place(function: Function, summary: Summary, given: Sequence[Expression]) -> Expression:
    """Return where the value for some arguments is kept."""
    at: Expression = number(0)
    for one, argument in zip(function.parameters, given, strict=True):
        if one.name in summary.used:
            assert isinstance(one.type, Int)
            at = plus(times(at, one.type.high - one.type.low + 1), minus(argument, one.type.low))
    return at


def make_memoized(program: Program, name: str, summary: Summary, is_word: bool = False) -> None:
    """Put a function that remembers in the place of one that works its value out.

    ``is_word``: what it keeps are answers of yes or no in one word, even if it has kept them otherwise so far.
    """
    function = attrs.evolve(program.functions.get(raw(name), program.functions[name]), name=name)
    assert function.result is not None
    many = places(function, summary)
    assert many is not None
    known, kept = known_field(name), value_field(name)
    span = function.result
    first = min(max(0, span.low), span.high) if isinstance(span, Int) else 0
    held = Field(kept, 1, Word(many)) if is_word else Field(kept, many, function.result)
    for field, begins in ((Field(known, 1, Word(many)), 0), (held, first)):
        program.fields[field.name], program.initial[field.name] = field, [begins] * field.count
    program.kept[known] = name
    program.functions[raw(name)] = attrs.evolve(function, name=raw(name))
    given = [Name(one.name, one.type) for one in function.parameters]
    at = place(function, summary, given)
    body: list[Statement] = []
    where: Expression = at
    if constant(at) is None and not isinstance(at, Name):
        where = Name("at", at.type)
        body.append(Declare("at", at.type, at))
    bits = read(known, 0, Word(many))
    found = Name("found", function.result)
    yes, own = read(kept, 0, Word(many)), bit(where, many)
    value = has(yes, where) if is_word else read(kept, where, function.result)
    new = choose(found, combine("|", yes, own), combine("&~", yes, own)) if is_word else found
    body += [
        If(has(bits, where), (Return(value),)),
        Declare("found", function.result, Call(raw(name), tuple(given), function.result)),
        Store(kept, number(0) if is_word else where, new),
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

    def inside(other: Body) -> Body:
        return tuple(_forgetting(program, other, depends))

    def forgotten() -> list[Statement]:
        return [_forgotten(program, known, values) for known, values in due.items()]

    def flush() -> None:
        found.extend(forgotten())
        due.clear()

    for x in body:
        if isinstance(x, Note | Aside):
            # whoever is told may ask anything of the state as it is now; where nobody is, nothing is different
            found += [Aside(x.about, tuple(forgotten()))] if due else []
            found.append(with_bodies(x, inside))
            continue
        plain = isinstance(x, Store | Remark) or (isinstance(x, Declare) and not _calls(x))
        if not plain or (isinstance(x, Store) and _calls(x)):
            flush()
        found.append(with_bodies(x, inside))
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


def _calls(x: Statement) -> bool:
    return any(isinstance(one, Call) for one in walk([x]))

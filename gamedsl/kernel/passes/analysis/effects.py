"""A program -> what its functions read, write and cost, with all that they call

Known as interprocedural effect (mod/ref) analysis. Of each function there is a summary, made when it is first asked
for. Two things are seen in two ways:

- The fields ``work`` and ``jumps`` (``COUNTS``) only stop what never ends. For whoever remembers answers, counting is
  no effect: what need not be done again is not counted again. For whoever moves statements it is one.
- Notes and asides tell somebody what happens and change nothing. Summaries are of functions without them; what is
  *written* includes what asides write, as they stay where they stand.

    def taxed(p):                 reads {purse}, writes {}, pure, cost 6
        return purse[p] * 2
    def pay(p):                   reads {purse}, writes {purse}, not pure
        purse[p] = purse[p] - taxed(p)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import MappingProxyType

import attrs

from gamedsl.kernel.builder import constant
from gamedsl.kernel.passes.strip_notes import body_with_notes
from gamedsl.kernel.passes.walk import Body, all_statements, bodies, children, subexpressions, walk
from gamedsl.kernel.program import (
    GIVEN,
    Assign,
    Break,
    Call,
    Continue,
    Declare,
    DeclareRow,
    Expression,
    Fail,
    For,
    ForBits,
    Function,
    Halt,
    If,
    Name,
    Operation,
    Program,
    Put,
    Read,
    Remark,
    Return,
    Statement,
    Store,
    While,
)

_QUIET = (Assign, Break, Continue, Declare, DeclareRow, Fail, For, ForBits, If, Put, Remark, Return, While)
"""Statements that change nothing but locals."""
COUNTS = frozenset({"work", "jumps"})
"""Fields that only stop what never ends."""
PASSES = 6
"""How often a loop is thought to be passed where that is not known."""
Fields = frozenset[str]
_NOTHING: Fields = frozenset()


@attrs.frozen
class Summary:
    """What a function does, with all that it calls.

    ``reads``, ``writes``: fields, without those that only count. ``pure``: it changes nothing and leaves nothing to
    chance; it may fail. ``cost``: about how many nodes are worked out. ``used``: the parameters that it reads.
    """

    reads: Fields
    writes: Fields
    pure: bool
    cost: int
    used: Fields


DRAW, MIX = GIVEN
_GIVEN = {
    DRAW: Summary(_NOTHING, _NOTHING, False, 20, _NOTHING),
    MIX: Summary(_NOTHING, _NOTHING, True, 10, _NOTHING),
}
"""Functions that every program has."""


def passes(x: For | ForBits | While) -> int:
    """Return about how often a loop is passed."""
    many = constant(x.end) if isinstance(x, For) else None
    return PASSES if many is None else min(many, 4 * PASSES)


def cost(x: Expression | Statement, called: Callable[[Call], int]) -> int:
    """Return about how many nodes are worked out for a node; ``called`` says how many for the function of a call."""
    inside = sum([cost(one, called) for one in children(x)])
    if isinstance(x, For | ForBits | While):
        return passes(x) * inside
    return inside + (5 + called(x) if isinstance(x, Call) else 1)


def reads_counts(x: Expression) -> bool:
    """Tell whether an expression reads what is only counted."""
    return any(isinstance(one, Read) and one.field in COUNTS for one in walk([x]))


def is_of_count(x: If, counts: Collection[str]) -> bool:
    """Tell whether it is asked whether too much has been counted; ``counts``: the locals that say how much."""
    own = isinstance(x.condition, Operation) and isinstance(x.condition.left, Name) and x.condition.left.name in counts
    return own and len(x.then) == 1 and isinstance(x.then[0], Fail) and not x.otherwise


def _giving(fields: Sequence[str], function: Function) -> Summary:
    """Return the summary of a function that only gives what fields hold."""
    return Summary(frozenset(fields), _NOTHING, True, 3, frozenset(one.name for one in function.parameters))


class Effects:
    """What the functions do that a program has now; each is asked about once.

    ``asked``: functions that give what fields hold for their argument, which somebody else keeps true.
    """

    def __init__(self, program: Program, asked: Mapping[str, Sequence[str]] = MappingProxyType({})) -> None:
        self.functions = dict(program.functions)
        self._summaries = dict(_GIVEN)
        self._summaries |= {name: _giving(fields, self.functions[name]) for name, fields in asked.items()}
        self._writes: dict[str, Fields] = dict.fromkeys(GIVEN, _NOTHING)
        self._total: dict[str, bool] = dict.fromkeys(GIVEN, True)
        self._learning = 0
        self._of_bodies: dict[int, tuple[Sequence[Statement], Fields]] = {}
        """By the number of the object of a body that body, which keeps the number its own, and what it writes."""

    # ------------------------------------------------------------ what may be remembered, or asked elsewhere

    def summary(self, name: str) -> Summary:
        """Return what a function does."""
        if name not in self._summaries:
            # what is found meanwhile is called inside itself: a rule, no formula
            every_one = frozenset(one.name for one in self.functions[name].parameters)
            self._summaries[name] = Summary(_NOTHING, _NOTHING, False, 1000, every_one)
            self._summaries[name] = self._summarized(self.functions[name])
        return self._summaries[name]

    def is_pure(self, x: Expression) -> bool:
        """Tell whether working an expression out changes nothing."""
        return all(self.summary(one.function).pure for one in walk([x]) if isinstance(one, Call))

    def is_sure(self, name: str) -> bool:
        """Tell whether a function only tells something, and nothing but too much work can go wrong."""
        body = body_with_notes(self.functions[name].body, ())
        called = {x.function for x in walk(body) if isinstance(x, Call)}
        if not self.summary(name).pure or called & {*GIVEN}:
            return False
        counts = {x.name for x in walk(body) if isinstance(x, Declare) and reads_counts(x.value)}
        fails = sum(1 for x in walk(body) if isinstance(x, Fail))
        counted = sum(1 for x in walk(body) if isinstance(x, If) and is_of_count(x, counts))
        return fails == counted and all(self.is_sure(one) for one in called)

    def cost(self, x: Expression | Statement) -> int:
        """Return about how many nodes are worked out for a node."""
        return cost(x, lambda call: self.summary(call.function).cost)

    def _summarized(self, function: Function) -> Summary:
        body = body_with_notes(function.body, ())
        nodes = [*walk(body)]
        reads = {x.field for x in nodes if isinstance(x, Read)} - COUNTS
        writes = {x.field for x in nodes if isinstance(x, Store)} - COUNTS
        called = [self.summary(x.function) for x in nodes if isinstance(x, Call)]
        reads.update(*[one.reads for one in called])
        writes.update(*[one.writes for one in called])
        pure = not writes and all(one.pure for one in called) and all(map(_is_quiet, nodes))
        names = {x.name for x in nodes if isinstance(x, Name)}
        used = self._passed_on(body, {one.name for one in function.parameters}) & names
        return Summary(frozenset(reads), frozenset(writes), pure, sum(map(self.cost, body)), frozenset(used))

    def _passed_on(self, body: Sequence[Statement], own: set[str]) -> set[str]:
        """Return the parameters that are read other than by handing them on to functions that do not read them."""
        found: set[str] = set()
        left: list[Expression | Statement] = list(body)
        while left:
            x = left.pop()
            if isinstance(x, Name):
                found.add(x.name)
            elif isinstance(x, Call) and x.function not in GIVEN:
                used = self.summary(x.function).used
                for one, given in zip(self.functions[x.function].parameters, x.arguments, strict=True):
                    if one.name in used or not isinstance(given, Name):
                        left.append(given)
            else:
                left.extend(children(x))
        return found & own

    # ------------------------------------------------------------ what may be moved, or left out

    def is_total(self, name: str) -> bool:
        """Tell whether a function writes nothing, never fails and surely ends."""
        if name not in self._total:
            self._total[name] = False
            self._total[name] = self._is_total(self.functions[name].body)
        return self._total[name]

    def _is_total(self, body: Body) -> bool:
        for one in all_statements(body):
            if isinstance(one, Store | Halt | Fail | While):
                return False
            if any(isinstance(x, Call) and not self.is_total(x.function) for x in subexpressions(one)):
                return False
        return True

    def writes(self, name: str) -> Fields:
        """Return the fields that a function writes, those that only count too."""
        if name not in self._writes:
            self._writes[name] = _NOTHING
            self._learning += 1  # what is found meanwhile of those that call each other is not all
            self._writes[name] = self.written(self.functions[name].body)
            self._learning -= 1
        return self._writes[name]

    def written(self, body: Sequence[Statement]) -> Fields:
        """Return the fields that a body writes, those that only count too."""
        known = self._of_bodies.get(id(body))
        if known is not None:
            return known[1]
        found: set[str] = set()
        for one in body:
            if isinstance(one, Store):
                found.add(one.field)
            found |= self.written_by(subexpressions(one))
            for inner in bodies(one):
                found |= self.written(inner)
        fields = frozenset(found)
        if not self._learning and isinstance(body, tuple):
            self._of_bodies[id(body)] = body, fields
        return fields

    def written_by(self, expressions: Iterable[Expression]) -> Fields:
        """Return the fields that calls among expressions write."""
        called = [self.writes(one.function) for one in expressions if isinstance(one, Call)]
        return frozenset().union(*called) if called else _NOTHING


def _is_quiet(x: Expression | Statement) -> bool:
    """Tell whether a node itself changes nothing but locals, and what was counted."""
    return not isinstance(x, Statement) or isinstance(x, _QUIET) or (isinstance(x, Store) and x.field in COUNTS)

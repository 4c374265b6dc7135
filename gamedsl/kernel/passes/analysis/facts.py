"""A program -> what its functions read and write, and what they cost"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType

import attrs

from gamedsl.kernel.builder import constant
from gamedsl.kernel.passes.strip_notes import with_notes
from gamedsl.kernel.passes.walk import children, walk
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
DRAW, MIX = GIVEN
_GIVEN = {DRAW: (False, 20), MIX: (True, 10)}
"""Functions that every program has: whether they are pure, and what they cost."""


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


@attrs.frozen
class Facts:
    """What a function does, with all that it calls.

    ``reads``, ``writes``: fields. ``pure``: it changes nothing and leaves nothing to chance; it may fail. ``cost``:
    about how many nodes are worked out. ``used``: the parameters that it reads.
    """

    reads: frozenset[str]
    writes: frozenset[str]
    pure: bool
    cost: int
    used: frozenset[str]


def _counts(x: Statement) -> bool:
    """Tell whether a statement only counts what was done: what need not be done again is not counted either."""
    return isinstance(x, Store) and x.field in COUNTS


def reads_counts(x: Expression) -> bool:
    """Tell whether an expression reads what is only counted."""
    return any(isinstance(one, Read) and one.field in COUNTS for one in walk([x]))


def is_of_count(x: If, counts: Collection[str]) -> bool:
    """Tell whether it is asked whether too much has been counted; ``counts``: the locals that say how much."""
    own = isinstance(x.condition, Operation) and isinstance(x.condition.left, Name) and x.condition.left.name in counts
    return own and len(x.then) == 1 and isinstance(x.then[0], Fail) and not x.otherwise


def _giving(fields: Sequence[str], function: Function) -> Facts:
    """Return the facts of a function that only gives what fields hold."""
    used = frozenset(one.name for one in function.parameters)
    return Facts(frozenset(fields), frozenset(), True, 3, used)


class Finder:
    """Finds the facts of functions; each is asked about once. What is told changes nothing.

    ``asked``: functions that give what fields hold for their argument, which somebody else keeps true.
    """

    def __init__(self, program: Program, asked: Mapping[str, Sequence[str]] = MappingProxyType({})) -> None:
        self.program = with_notes(program, ())
        self._found = {name: _giving(fields, program.functions[name]) for name, fields in asked.items()}

    def facts(self, name: str) -> Facts:
        """Return the facts of a function."""
        if name not in self._found:
            # what is found meanwhile is called inside itself: a rule, no formula
            every_one = frozenset(one.name for one in self.program.functions[name].parameters)
            self._found[name] = Facts(frozenset(), frozenset(), False, 1000, every_one)
            self._found[name] = self._work_out(name)
        return self._found[name]

    def is_pure(self, x: Expression) -> bool:
        """Tell whether working an expression out changes nothing."""
        return all(self._called(one).pure for one in walk([x]) if isinstance(one, Call))

    def is_sure(self, name: str) -> bool:
        """Tell whether a function only tells something, and nothing but too much work can go wrong."""
        body = self.program.functions[name].body
        called = {x.function for x in walk(body) if isinstance(x, Call)}
        if not self.facts(name).pure or called & {*GIVEN}:
            return False
        counts = {x.name for x in walk(body) if isinstance(x, Declare) and reads_counts(x.value)}
        fails = sum(1 for x in walk(body) if isinstance(x, Fail))
        counted = sum(1 for x in walk(body) if isinstance(x, If) and is_of_count(x, counts))
        return fails == counted and all(self.is_sure(one) for one in called)

    def written(self, body: Sequence[Statement]) -> frozenset[str]:
        """Return the fields that statements write, with all that they call."""
        found = {x.field for x in walk(body) if isinstance(x, Store) and x.field not in COUNTS}
        called = [self._called(x).writes for x in walk(body) if isinstance(x, Call)]
        return frozenset(found).union(*called)

    def cost(self, x: Expression | Statement) -> int:
        """Return about how many nodes are worked out for a node."""
        return cost(x, lambda call: self._called(call).cost)

    def _work_out(self, name: str) -> Facts:
        function = self.program.functions[name]
        reads, writes, pure = set[str](), set[str](), True
        for x in walk(function.body):
            if isinstance(x, Read) and x.field not in COUNTS:
                reads.add(x.field)
            elif isinstance(x, Store) and x.field not in COUNTS:
                writes.add(x.field)
            elif isinstance(x, Call):
                other = self._called(x)
                reads |= other.reads
                writes |= other.writes
                pure = pure and other.pure
            if isinstance(x, Statement) and not isinstance(x, _QUIET) and not _counts(x):
                pure = False
        names = {x.name for x in walk(function.body) if isinstance(x, Name)}
        used = self._passed_on(function.body, {one.name for one in function.parameters}) & names
        cost = sum(self.cost(x) for x in function.body)
        return Facts(frozenset(reads), frozenset(writes), pure and not writes, cost, frozenset(used))

    def _called(self, x: Call) -> Facts:
        if x.function in _GIVEN:
            pure, cost = _GIVEN[x.function]
            return Facts(frozenset(), frozenset(), pure, cost, frozenset())
        return self.facts(x.function)

    def _passed_on(self, body: Sequence[Statement], own: set[str]) -> set[str]:
        """Return the parameters that are read other than by handing them on to functions that do not read them."""
        found: set[str] = set()
        left: list[Expression | Statement] = list(body)
        while left:
            x = left.pop()
            if isinstance(x, Name):
                found.add(x.name)
            elif isinstance(x, Call) and x.function not in _GIVEN:
                facts = self.facts(x.function)
                parameters = self.program.functions[x.function].parameters
                for one, given in zip(parameters, x.arguments, strict=True):
                    if one.name in facts.used or not isinstance(given, Name):
                        left.append(given)
            else:
                left.extend(children(x))
        return found & own

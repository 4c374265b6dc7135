"""Loops that ask a function that remembers yes or no about each number of a word -> loops through those with a yes

Known as batching of queries. What such a function remembers are two words: what is known, and which answers are yes. So
the numbers that have to be asked about at all are one operation, and so are those for which the answer is yes.

    for c in cards:                               for c in yes of playable(cards):
        if playable(c): legal(c)                      legal(c)
    def yes of playable(numbers):
        for c in numbers &~ known: playable(c)
        return numbers & yes
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from gamedsl.kernel.builder import combine, constant, parted, plus, read
from gamedsl.kernel.passes.analysis.effects import Effects
from gamedsl.kernel.passes.memoize.memoize import known_field, make_memoized, place, raw, value_field
from gamedsl.kernel.passes.walk import Body, change_bodies, walk, with_children
from gamedsl.kernel.program import (
    BOOL,
    Assign,
    Call,
    Declare,
    Do,
    Expression,
    For,
    ForBits,
    Function,
    If,
    Int,
    Name,
    Number,
    Operation,
    Parameter,
    Program,
    Read,
    Remark,
    Return,
    Statement,
    Word,
)


def batch_queries(program: Program) -> None:
    """Ask about all numbers of a word before loops through them."""
    work = _Asking(program)
    change_bodies(program, work.body)
    program.functions.update(work.made)


@attrs.frozen
class _Question:
    """A call that is a condition of a loop: ``behind``: how far its last argument is behind the number of the pass."""

    call: Call
    behind: int


class _Asking:
    """Changes the loops of one program; ``made``: the functions that they call, by name.

    What these ask about is kept as a word from there on.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.sure, self.effects = Effects(program, _giving(program)), Effects(program)
        self.made: dict[str, Function] = {}

    def body(self, body: Sequence[Statement]) -> Body:
        """Return statements."""
        return tuple([self._statement(one) for one in body])

    def _statement(self, x: Any) -> Any:
        x = with_children(x, lambda one: self._statement(one) if isinstance(one, Statement) else one)
        return self._loop(x) if isinstance(x, ForBits) else x

    def _loop(self, loop: ForBits) -> ForBits:
        """Return a loop through the numbers for which the answers are yes that all its passes stand under."""
        declared = {x.name for x in walk(loop.body) if isinstance(x, Assign | Declare | For | ForBits)} | {loop.name}
        values: dict[str, Expression] = {}
        body, inside = loop.body, list[tuple[Sequence[Statement], Expression]]()
        while body and isinstance(last := body[-1], If) and not last.otherwise:
            if not all(isinstance(one, Declare | Remark) for one in body[:-1]):
                break
            values |= {one.name: one.value for one in body[:-1] if isinstance(one, Declare)}
            inside.append((body[:-1], last.condition))
            body = last.then
        for at, (lets, condition) in enumerate(inside):
            found = self._question(loop, condition, values, declared)
            if found is not None:
                rest: Body = body
                for before, test in reversed(inside[at + 1 :]):
                    rest = (*before, If(test, rest))
                rest = (*lets, *rest)
                for before, test in reversed(inside[:at]):
                    rest = (*before, If(test, rest))
                return attrs.evolve(loop, word=self._answered(loop, found), body=rest)
        return loop

    def _question(
        self, loop: ForBits, x: Expression, values: Mapping[str, Expression], declared: set[str]
    ) -> _Question | None:
        """Return what is asked about each number of a loop; None where that is anything else."""
        if not isinstance(x, Call) or x.function not in self.program.kept.values() or not x.arguments:
            return None
        function = self.program.functions[x.function]
        summary = self.effects.summary(raw(x.function))
        *others, last = x.arguments
        thing, by = parted(last)
        while isinstance(thing, Name) and thing.name in values:
            thing, more = parted(values[thing.name])
            by += more
        kind = function.parameters[-1].type
        is_it = isinstance(thing, Name) and thing.name == loop.name and isinstance(kind, Int) and by >= kind.low
        if function.result != BOOL or not is_it or function.parameters[-1].name not in summary.used:
            return None
        if any(isinstance(one, Call) or (isinstance(one, Name) and one.name in declared) for one in walk(others)):
            return None
        read_there = {one.field for one in walk(others) if isinstance(one, Read)}
        if self.effects.written(loop.body) - self._memory() & (summary.reads | read_there) or not self._is_sure(
            x.function
        ):
            return None
        return _Question(x, by)

    def _memory(self) -> set[str]:
        return {*self.program.kept, *[value_field(name) for name in self.program.kept.values()]}

    def _is_sure(self, name: str) -> bool:
        return self.sure.is_sure(raw(name))

    def _answered(self, loop: ForBits, question: _Question) -> Expression:
        """Return the numbers of a loop for which the answer is yes, found by a function that is made once."""
        call, wide = question.call, loop.word.type
        function, summary = self.program.functions[call.function], self.effects.summary(raw(call.function))
        assert isinstance(wide, Word)
        name = f"yes of {call.function} {question.behind} of {wide.width}"
        if name not in self.made:
            make_memoized(self.program, call.function, summary, is_word=True)
            given = [Name(one.name, one.type) for one in function.parameters[:-1]]
            many = self.program.fields[known_field(call.function)].type
            first = place(function, summary, [*given, Number(question.behind, Int(question.behind, question.behind))])
            word, one = Name("numbers", wide), Name("number", Int(0, wide.width - 1))
            known, yes = (
                _behind(read(field, 0, many), first)
                for field in (known_field(call.function), value_field(call.function))
            )
            asked = Do(attrs.evolve(call, arguments=(*given, plus(one, question.behind))))
            self.made[name] = Function(
                name,
                (*function.parameters[:-1], Parameter(word.name, wide)),
                wide,
                (ForBits(one.name, one.type, combine("&~", word, known), (asked,)), Return(combine("&", word, yes))),
            )
        return Call(name, (*call.arguments[:-1], loop.word), wide)


def _giving(program: Program) -> dict[str, tuple[str, str]]:
    """Return the functions that remember, with what they read once they know the answer."""
    return {name: (value_field(name), known_field(name)) for name in program.kept.values()}


def _behind(x: Expression, by: Expression) -> Expression:
    """Return the numbers of a word behind one of them."""
    return x if constant(by) == 0 else Operation(">>", x, by, x.type)

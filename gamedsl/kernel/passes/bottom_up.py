"""A program -> the same one with less to do: functions where they are called, loops written out, values propagated

The second phase. Passes over single bodies take turns here, function by function, callees first (as LLVM does by the
components of the call graph): what is written into a body is in its simplest form already, and decides more there.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamedsl.kernel.passes.analysis.effects import Effects
from gamedsl.kernel.passes.inline.inline_calls import Inliner
from gamedsl.kernel.passes.loops.unroll import unrolled
from gamedsl.kernel.passes.scalar.dead_locals import without_dead_locals
from gamedsl.kernel.passes.scalar.propagate import Propagator
from gamedsl.kernel.passes.walk import Body, all_expressions, all_statements
from gamedsl.kernel.program import GIVEN, Call, Function, Parameter, Program

BOTTOM_UP = frozenset({"inline_calls", "unroll", "propagate"})
"""What can be left out, to measure what it brings."""


def bottom_up(program: Program, passes: frozenset[str] = BOTTOM_UP) -> None:
    """Change a program so that it does the same with less; what nothing calls any more is noted as spare."""
    if passes:
        _BottomUp(program, passes).run()


class _BottomUp:
    """Works on one program in place."""

    def __init__(self, program: Program, passes: frozenset[str]) -> None:
        self.program, self.passes = program, passes
        self.effects = Effects(program)
        self.numbers = 0
        self.inliner = Inliner(program, self.effects, self._fresh)

    def _fresh(self, stem: str) -> str:
        """Return a name that no local has."""
        self.numbers += 1
        return f"{stem.split('__')[0]}__{self.numbers}"

    def run(self) -> None:
        """Work on functions before what calls them, then on blocks and waits."""
        program = self.program
        for name in self._callees_first():
            function = program.functions[name]
            made = attrs.evolve(function, body=self._body(function.body, function.parameters))
            program.functions[name] = made
            self.inliner.finish(made)
        program.blocks = [self._body(body) for body in program.blocks]
        program.waits = {at: self._body(body) for at, body in program.waits.items()}
        program.spare = set(program.functions) - set(_reached(program))

    def _body(self, body: Body, given: tuple[Parameter, ...] = ()) -> Body:
        for _ in range(2):
            before = body
            if "inline_calls" in self.passes:
                body = self.inliner.body(body)
            if "unroll" in self.passes:
                body = unrolled(body, self._fresh)
            written = _writing(body) != _writing(before)
            if "propagate" in self.passes:
                body = Propagator(self.program, self.effects, body, self._fresh).folded(body, given)
                body = without_dead_locals(body, self.effects)
            if not written:
                break
        return body

    def _callees_first(self) -> Iterator[str]:
        seen: set[str] = set()

        def visit(name: str) -> Iterator[str]:
            seen.add(name)
            for one in _called(self.program.functions[name].body):
                if one not in seen and one not in GIVEN:
                    yield from visit(one)
            yield name

        for name in list(self.program.functions):
            if name not in seen:
                yield from visit(name)


def _called(body: Body) -> list[str]:
    return [one.function for one in all_expressions(body) if isinstance(one, Call)]


def _reached(program: Program) -> Iterator[str]:
    """Give the functions that blocks and waits call, and those that these call."""
    seen: set[str] = set(GIVEN)
    waiting = [name for body in (*program.blocks, *program.waits.values()) for name in _called(body)]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            function: Function = program.functions[name]
            waiting += _called(function.body)
            yield name


def _writing(body: Body) -> int:
    return sum(1 for _ in all_statements(body))

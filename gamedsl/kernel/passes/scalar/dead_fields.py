"""A program, and the fields that somebody looks at -> the same program without what only serves fields nobody reads

Known as dead store and dead argument elimination over a whole program, by marking what is live (``mark_live.py``). It
is for games of which only some fields are looked at: random games, of which the end counts. A statement stays if
it decides something (a choice, a jump, a fault, a limit), if it stores into a field that somebody looks at, or if
what stays reads what it stores or declares. All others go, and with them the loops and functions around nothing else,
the values of functions that nobody wants, and what functions are given without reading it. Fields keep their places.

    seen[card] = everybody                        (nothing: who knows what decides nothing)
    purse[you] = purse[you] - price               purse[you] = purse[you] - price
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import attrs

from gamedsl.kernel.builder import opposite
from gamedsl.kernel.passes.analysis.mark_live import LiveParts, Part
from gamedsl.kernel.passes.strip_notes import with_notes
from gamedsl.kernel.passes.walk import Body, with_operands
from gamedsl.kernel.program import Call, Expression, Function, If, Program, Remark, Return, Statement

OUTCOME = frozenset(
    {
        *("key", "game", "status", "end", "resume", "decider", "decisions", "draws"),
        *("winners", "points", "scores"),
    }
)
"""What is looked at of a game of which only the end counts, with what goes on from one decision to the next."""


def without_dead_fields(program: Program, seen: Collection[str] = OUTCOME, told: Collection[str] = ()) -> Program:
    """Return a program that plays the same games and does the same to the fields ``seen``.

    What other fields hold means nothing, unless the rules themselves read them: a field that decides something holds
    what it always did. Faults and limits stay. Notes stay that are about what is ``told``.
    Functions may want fewer arguments than before, or give nothing: nobody can call those of the program from outside.
    """
    program = with_notes(program, told)
    marking = LiveParts(program, seen)
    writing = _Writing(program, marking)
    functions = {name: writing.function(one) for name, one in program.functions.items() if name in marking.wanted}
    return attrs.evolve(
        program,
        functions=functions,
        blocks=[writing.body(parts) for parts in marking.blocks],
        waits={number: writing.body(parts) for number, parts in marking.waits.items()},
        kept={field: name for field, name in program.kept.items() if name in functions},
        spare=set(),
    )


class _Writing:
    """Writes what is left of a program."""

    def __init__(self, program: Program, marking: LiveParts) -> None:
        self.program, self.marking = program, marking

    def function(self, function: Function) -> Function:
        """Return a function with the parameters that are read, and its value where somebody wants it."""
        name, live = function.name, self.marking.live
        return attrs.evolve(
            function,
            parameters=tuple(one for one in function.parameters if (name, one.name) in live),
            result=function.result if ("=", name) in live else None,
            body=self.body(self.marking.functions[name]),
        )

    def body(self, parts: Sequence[Part]) -> Body:
        """Return the statements that stay."""
        found: list[Statement] = []
        for part in parts:
            if isinstance(part.x, Remark):
                found.append(part.x)
            elif part.live:
                found.append(self._statement(part))
        return tuple(found) if any(not isinstance(one, Remark) for one in found) else ()

    def _statement(self, part: Part) -> Statement:
        x: Any = part.x
        if isinstance(x, Return) and ("=", part.scope) not in self.marking.live:
            return Return(None)
        x = with_operands(x, self._value)
        inside = {name: self.body(parts) for name, parts in part.inside.items()}
        if isinstance(x, If) and not inside["then"] and inside["otherwise"]:
            return If(opposite(x.condition), inside["otherwise"])
        return attrs.evolve(x, **inside) if inside else x  # type: ignore[no-any-return]

    def _value(self, x: Expression) -> Expression:
        """Return an expression whose calls give functions what they read."""
        if isinstance(x, Call) and x.function in self.marking.functions:
            parameters = self.program.functions[x.function].parameters
            given = zip(parameters, x.arguments, strict=True)
            kept = tuple(value for one, value in given if (x.function, one.name) in self.marking.live)
            x = attrs.evolve(x, arguments=kept)
        return with_operands(x, self._value)  # type: ignore[no-any-return]

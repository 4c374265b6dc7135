"""The finished lowering of a set-up -> one that adds functions and tables to it; the program itself stays as it is"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from gamedsl.kernel.lowering.context import Lowering, Scope
from gamedsl.kernel.lowering.refused import NotLoweredError
from gamedsl.kernel.passes.memoize.memoize import forgetting, memory
from gamedsl.kernel.passes.strip_notes import with_notes
from gamedsl.kernel.passes.walk import walk
from gamedsl.kernel.program import GIVEN, Call, Expression, Function, Program, Statement, Store, Type


class More(Lowering):
    """Writes what is asked for later. States are laid out already, so that it makes no fields."""

    def __init__(self, b: Lowering) -> None:
        super().__init__(b.layout, b.numbering, b.settings)
        own = b.program
        self.program = Program(
            fields=own.fields,
            tables=dict(own.tables),
            widths=dict(own.widths),
            functions=dict(own.functions),
            initial=own.initial,
            faults=[*own.faults],
            notes=[*own.notes],
        )
        self.waiting = b.waiting
        self.facts, self.written = b.facts, b.written.copy()
        self.scope = Scope()
        self._stores: dict[str, bool] = {}
        self._forgetting = forgetting(own)
        self._memory = memory(own)

    def field(self, name: str, count: int, kind: Type, initial: Sequence[int] = ()) -> None:
        """Raise NotLoweredError for a field that states do not have: it is asked for another way then."""
        del count, kind, initial
        if name not in self.program.fields:
            raise NotLoweredError(f"what only {name} would tell", "ask for less at once")

    def may_hold(self, name: str) -> bool:
        """Tell whether states have a field: there come no more."""
        return name in self.program.fields

    def as_printed(self, function: Function) -> Function:
        """Return a function that is no part of the program itself as it is printed: without notes.

        What it stores makes the functions of the program forget what they have found in the state before.
        """
        told = with_notes(Program(functions={function.name: function}), ())
        body = told.functions[function.name].body
        return attrs.evolve(function, body=tuple(self._forgetting(body)))

    def known_now(self) -> tuple[int, int]:
        """Return how many tables and functions there are."""
        return len(self.program.tables), len(self.program.functions)

    def forget_since(self, before: tuple[int, int]) -> None:
        """Take out the tables and functions that have come since: what they belong to could not be written."""
        tables, functions = self.program.tables, self.program.functions
        for name in [*tables][before[0] :]:
            del tables[name]
            self._entries.pop(name, None)
        for name in [*functions][before[1] :]:
            del functions[name]

    def stores(self, body: Sequence[Statement | Expression]) -> bool:
        """Tell whether statements, or the functions that they call, may change more of the state than what is kept."""
        for node in walk(body):
            changes = isinstance(node, Store) and node.field not in self._memory
            if changes or (isinstance(node, Call) and self._function_stores(node.function)):
                return True
        return False

    def _function_stores(self, name: str) -> bool:
        if name in GIVEN:
            return False
        if name not in self._stores:
            self._stores[name] = False
            self._stores[name] = self.stores(self.program.functions[name].body)
        return self._stores[name]

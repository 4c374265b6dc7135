"""Functions of a program -> which fields each one writes, and whether it only answers"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gamedsl.kernel.passes.walk import Body, all_statements, bodies, subexpressions
from gamedsl.kernel.program import GIVEN, Call, Fail, Function, Halt, Program, Read, Statement, Store, While

Fields = frozenset[str]
_NOTHING: Fields = frozenset()


class Effects:
    """What the functions of a program read and write, with all that they carry out."""

    def __init__(self, program: Program) -> None:
        self._functions = program.functions
        self._writes: dict[str, Fields] = {one: frozenset() for one in GIVEN}
        self._reads: dict[str, Fields] = {"draw": frozenset({"key", "game"}), "mix": frozenset()}
        self._plain: dict[str, bool] = dict.fromkeys(GIVEN, True)
        self._learning = 0
        self._of: dict[int, tuple[Sequence[Statement], Fields]] = {}
        """By the number of the object of a body that body, which keeps the number its own, and what it writes."""

    def _learn(self, name: str) -> None:
        function: Function = self._functions[name]
        self._writes[name], self._reads[name], self._plain[name] = frozenset(), frozenset(), False
        self._learning += 1  # what is found meanwhile of those that call each other is not all
        self._plain[name] = self._is_plain(function.body)
        self._writes[name] = self.written(function.body)
        self._reads[name] = self.read(function.body)
        self._learning -= 1

    def _is_plain(self, body: Body) -> bool:
        for one in all_statements(body):
            if isinstance(one, Store | Halt | Fail | While):
                return False
            if any(isinstance(x, Call) and not self.plain(x.function) for x in subexpressions(one)):
                return False
        return True

    def plain(self, name: str) -> bool:
        """Tell whether a function writes nothing, never fails and surely ends."""
        if name not in self._plain:
            self._learn(name)
        return self._plain[name]

    def writes(self, name: str) -> Fields:
        """Return the fields that a function writes."""
        if name not in self._writes:
            self._learn(name)
        return self._writes[name]

    def reads(self, name: str) -> Fields:
        """Return the fields that a function reads."""
        if name not in self._reads:
            self._learn(name)
        return self._reads[name]

    def written(self, body: Sequence[Statement]) -> Fields:
        """Return the fields that a body writes."""
        known = self._of.get(id(body))
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
            self._of[id(body)] = body, fields
        return fields

    def written_by(self, found: Iterable[object]) -> Fields:
        """Return the fields that calls among expressions write."""
        called = [self.writes(one.function) for one in found if isinstance(one, Call)]
        return frozenset().union(*called) if called else _NOTHING

    def read(self, body: Sequence[Statement]) -> Fields:
        """Return the fields that a body reads."""
        found: set[str] = set()
        for one in all_statements(body):
            for x in subexpressions(one):
                if isinstance(x, Read):
                    found.add(x.field)
                elif isinstance(x, Call):
                    found |= self.reads(x.function)
        return frozenset(found)

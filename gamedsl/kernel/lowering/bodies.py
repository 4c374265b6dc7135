"""Statements -> the same in bodies inside each other"""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.kernel.builder import constant, opposite
from gamedsl.kernel.lowering.worked_out import Invariants, WorkedOut
from gamedsl.kernel.program import Expression, If, Statement


class _Into:
    """Writes into another body. Generators do the same in twice the time, and programs are made of thousands."""

    __slots__ = ("_b", "_before", "_body")

    def __init__(self, b: Bodies, body: list[Statement]) -> None:
        self._b, self._body = b, body

    def __enter__(self) -> list[Statement]:
        self._before, self._b.body = self._b.body, self._body
        if self._b.worked_out:
            self._b.worked_out.around[id(self._body)] = self._before
        return self._body

    def __exit__(self, *_: object) -> None:
        self._b.body = self._before


class _When:
    """Writes into the body of a condition; what always holds needs none, and what never does is left out."""

    __slots__ = ("_b", "_before", "_body", "_condition", "_known")

    def __init__(self, b: Bodies, condition: Expression) -> None:
        self._b, self._condition, self._known = b, condition, constant(condition)

    def __enter__(self) -> None:
        if not self._known:
            self._body: list[Statement] = []
            self._before, self._b.body = self._b.body, self._body
            if self._b.worked_out:
                self._b.worked_out.around[id(self._body)] = self._before

    def __exit__(self, kind: object, *_: object) -> None:
        if self._known:
            return
        self._b.body = self._before
        if kind is None and self._known is None and self._body:
            self._b.emit(If(self._condition, tuple(self._body)))


class Bodies:
    """Writes statements into a body, and into others for a while."""

    def __init__(self) -> None:
        self.body: list[Statement] = []
        self.worked_out: WorkedOut | None = None
        """In a function that must not work the same out twice what it has worked out."""
        self.invariants: list[Invariants] = []
        """Of the values with loops that are being written, the outermost first."""

    def emit(self, *statements: Statement) -> None:
        """Write statements."""
        self.body.extend(statements)

    def into(self, body: list[Statement]) -> _Into:
        """Write into another body for a while."""
        return _Into(self, body)

    def when(self, condition: Expression) -> _When:
        """Write what is carried out only where a condition holds."""
        return _When(self, condition)

    def branch(self, condition: Expression, then: Callable[[], None], otherwise: Callable[[], None]) -> None:
        """Write two branches."""
        known = constant(condition)
        if known is not None:
            (then if known else otherwise)()
            return
        first: list[Statement] = []
        second: list[Statement] = []
        with self.into(first):
            then()
        with self.into(second):
            otherwise()
        if first:
            self.emit(If(condition, tuple(first), tuple(second)))
        elif second:
            self.emit(If(opposite(condition), tuple(second)))

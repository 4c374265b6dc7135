"""Single expressions over a program -> what is asked of the expressions of a game, as the engine's ``Looks``"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from gamedsl.engine.looks import Eval, Signature
from gamedsl.kernel.lone import asking, copies
from gamedsl.kernel.lone.values import Lone
from gamedsl.kernel.state.block import BlockState
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t


class LoneLooks:
    """Asks a kernel program in states that are blocks of it; see ``Looks``."""

    def __init__(self, lone: Lone) -> None:
        self.lone = lone
        self.layout = lone.b.layout
        self.holds = lone.holds
        self.known = lone.known

    def value(self, node: core.Value) -> Eval:
        """Return a function that works out a value."""
        return settled(self.lone.value(node))

    def remembered(self, node: core.Value, number: int) -> Eval:
        """Return a function that works out a value: functions of the program remember by themselves."""
        del number
        return self.value(node)

    def cells(self, zone: core.ZoneRef) -> Eval:
        """Return what finds the cells or purses that a zone means."""
        return settled(asking.cells(self.lone, zone))

    def payable(self, cost: tuple[core.CoreStep, ...]) -> Eval:
        """Return what tells whether the whole of a cost can be paid."""
        return settled(asking.payable(self.lone, cost))

    def answers(self, pick: model.PickField | core.Pick) -> Callable[[Any, list[Any]], Iterable[Any]]:
        """Return what walks what one part of a choice is taken from."""
        if pick.many is None:
            return self.value(pick.domain)
        return settled(copies.answers(self.lone, pick))

    def candidates(self, loop: core.Loop) -> Eval:
        """Return what finds the elements of a loop for which its condition holds."""
        return settled(asking.candidates(self.lone, loop))

    def keys(self, rank: core.Rank) -> Eval:
        """Return what works out the keys of the element in the place of the loop."""
        return settled(asking.keys(self.lone, rank))

    def merger(self, kind: t.Type) -> Signature | None:
        """Return what tells pieces of one kind apart for players."""
        return copies.merger(self.lone, kind)


def settled(work: Eval) -> Eval:
    """Return what first works out what follows from what has been written into a state from outside."""

    def evaluate(s: Any, f: list[Any]) -> Any:
        if isinstance(s, BlockState) and s.stale:
            s.settle()
        return work(s, f)

    return evaluate

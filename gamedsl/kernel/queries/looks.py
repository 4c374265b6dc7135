"""Single expressions over a program -> what is asked of the expressions of a game, see ``Looks``"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from gamedsl.engine.errors import SetupError
from gamedsl.engine.looks import Eval, Signature
from gamedsl.kernel.lowering.refused import NotLoweredError
from gamedsl.kernel.queries import copies, requirements
from gamedsl.kernel.queries.compiler import ExpressionCompiler
from gamedsl.kernel.state.block import BlockState
from gamedsl.kernel.state.reading import Reading
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t


class LoneLooks:
    """Asks a kernel program in states that are blocks of it; see ``Looks``."""

    def __init__(self, compiler: ExpressionCompiler) -> None:
        self.compiler = compiler
        self.layout = compiler.b.layout
        self.holds = compiler.holds
        self.known = compiler.known
        self._forbidding: dict[str, Eval] = {}
        self._of_leaves: dict[tuple[core.PlanLeaf, str], Eval] = {}

    def value(self, node: core.Value) -> Eval:
        """Return a function that works out a value."""
        return settled(self.compiler.value(node))

    def by_seat(self, nodes: Sequence[core.Value]) -> Eval:
        """Return a function that works out some values with each seat in turn as ``you``, as one tuple."""
        return settled(requirements.by_seat(self.compiler, nodes))

    def cells(self, zone: core.ZoneRef) -> Eval:
        """Return what finds the cells or purses that a zone means."""
        return settled(requirements.cells(self.compiler, zone))

    def payable(self, cost: tuple[core.CoreStep, ...]) -> Eval:
        """Return what tells whether the whole of a cost can be paid."""
        return settled(requirements.payable(self.compiler, cost))

    def answers(self, pick: model.PickField | core.Pick) -> Callable[[Any, list[Any]], Iterable[Any]]:
        """Return what walks what one part of a choice is taken from."""
        if pick.many is None:
            return self.value(pick.domain)
        return settled(copies.answers(self.compiler, pick))

    def candidates(self, loop: core.Loop) -> Eval:
        """Return what finds the elements of a loop for which its condition holds."""
        return settled(requirements.candidates(self.compiler, loop))

    def keys(self, rank: core.Rank) -> Eval:
        """Return what works out the keys of the element in the place of the loop."""
        return settled(requirements.keys(self.compiler, rank))

    def forbidding(self, paragraph: str) -> Eval:
        """Return what finds the first modifier that forbids a paragraph, None where none does."""
        found = self._forbidding.get(paragraph)
        if found is None:
            found = self._forbidding[paragraph] = settled(requirements.forbidding(self.compiler, paragraph))
        return found

    def arguments(self, leaf: core.PlanLeaf, action: str) -> Eval:
        """Return what works out the arguments with which a part of a plan offers an action."""
        found = self._of_leaves.get((leaf, action))
        if found is None:
            found = self._of_leaves[leaf, action] = settled(requirements.arguments(self.compiler, leaf, action))
        return found

    def possible(self, leaf: core.PlanLeaf) -> Eval:
        """Return what tells whether some action of a part of a plan is possible."""
        found = self._of_leaves.get((leaf, ""))
        if found is None:
            found = self._of_leaves[leaf, ""] = settled(requirements.possible(self.compiler, leaf))
        return found

    def merger(self, kind: t.Type, *, is_open: bool = False) -> Signature | None:
        """Return what tells pieces of one kind apart for players."""
        return copies.merger(self.compiler, kind, is_open=is_open)


def settled(work: Eval) -> Eval:
    """Return what first works out what follows from what has been written into a state from outside."""

    def evaluate(s: Any, f: list[Any]) -> Any:
        if isinstance(s, BlockState) and s.stale:
            s.settle()
        return work(s, f)

    return evaluate


class StateLooks:
    """Asks the program of a state; of states that no program plays nothing is asked but what reads none.

    ``before`` answers before there is a program, ``first`` where any program may, ``of`` for a state.
    """

    def __init__(
        self, before: LoneLooks, first: Callable[[], LoneLooks], of: Callable[[BlockState], LoneLooks]
    ) -> None:
        self.layout, self.holds = before.layout, before.holds
        self._before, self._first, self._of = before, first, of

    def known(self, node: core.Value) -> Any:
        """Return a value that is the same in every state of this set-up, else UNKNOWN."""
        return self._first().known(node)

    def _either(self, make: Callable[[LoneLooks], Any]) -> Any:
        """Return a function that asks the program of the state that it is given.

        It raises SetupError where no program can say what is asked: then the game cannot be played.
        """
        made: dict[Reading | None, Any] = {}

        def work(s: Any, given: Any) -> Any:
            reading = s.reading if isinstance(s, BlockState) else None
            try:
                found = made.get(reading)
                if found is None:
                    found = made[reading] = make(self._before if reading is None else self._of(s))
                return found(s, given)
            except NotLoweredError as error:
                raise SetupError(f"{self.layout.game.title} cannot be played: {error}") from error

        return work

    def value(self, node: core.Value) -> Eval:
        """Return a function that works out a value."""
        found: Eval = self._either(lambda new: new.value(node))
        return found

    def by_seat(self, nodes: Sequence[core.Value]) -> Eval:
        """Return a function that works out some values with each seat in turn as ``you``, as one tuple."""
        found: Eval = self._either(lambda new: new.by_seat(nodes))
        return found

    def cells(self, zone: core.ZoneRef) -> Eval:
        """Return what finds the cells or purses that a zone means."""
        found: Eval = self._either(lambda new: new.cells(zone))
        return found

    def payable(self, cost: tuple[core.CoreStep, ...]) -> Eval:
        """Return what tells whether the whole of a cost can be paid."""
        found: Eval = self._either(lambda new: new.payable(cost))
        return found

    def answers(self, pick: model.PickField | core.Pick) -> Callable[[Any, list[Any]], Iterable[Any]]:
        """Return what walks what one part of a choice is taken from."""
        found: Eval = self._either(lambda new: new.answers(pick))
        return found

    def candidates(self, loop: core.Loop) -> Eval:
        """Return what finds the elements of a loop for which its condition holds."""
        found: Eval = self._either(lambda new: new.candidates(loop))
        return found

    def keys(self, rank: core.Rank) -> Eval:
        """Return what works out the keys of the element in the place of the loop."""
        found: Eval = self._either(lambda new: new.keys(rank))
        return found

    def forbidding(self, paragraph: str) -> Eval:
        """Return what finds the first modifier that forbids a paragraph, None where none does."""
        found: Eval = self._either(lambda new: new.forbidding(paragraph))
        return found

    def arguments(self, leaf: core.PlanLeaf, action: str) -> Eval:
        """Return what works out the arguments with which a part of a plan offers an action."""
        found: Eval = self._either(lambda new: new.arguments(leaf, action))
        return found

    def possible(self, leaf: core.PlanLeaf) -> Eval:
        """Return what tells whether some action of a part of a plan is possible."""
        found: Eval = self._either(lambda new: new.possible(leaf))
        return found

    def merger(self, kind: t.Type, *, is_open: bool = False) -> Signature | None:
        """Return what tells pieces of one kind apart for players."""
        if self._first().merger(kind, is_open=is_open) is None:
            return None
        found: Signature = self._either(lambda new: new.merger(kind, is_open=is_open))
        return found

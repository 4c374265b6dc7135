"""Expressions of a game -> functions that work them out in its states: values, costs, answers, who leads

Words, reasons, displays, metrics, players and scenarios know nothing else of how expressions are worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, TypeVar

from gamedsl.engine.errors import SetupError
from gamedsl.engine.state.flat import Eval, Signature
from gamedsl.kernel.lowering.refused import NotLoweredError
from gamedsl.kernel.queries import copies, requirements
from gamedsl.kernel.queries.compiler import ExpressionCompiler
from gamedsl.kernel.state.block import State
from gamedsl.kernel.state.reading import Reading
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t

_Given = TypeVar("_Given")


class Evaluator:
    """Makes functions of a state and a frame; each is written when it is first called, once for each program.

    ``options`` works out what reads no state, before there is a program; ``of`` gives what works in a state, and for
    None what would work in a state that begins now. What is asked that no program can say raises SetupError.
    """

    def __init__(self, options: ExpressionCompiler, of: Callable[[State | None], ExpressionCompiler]) -> None:
        self.layout = options.b.layout
        self.holds = options.holds
        """Tells whether a condition over options and the number of seats holds."""
        self._options, self._of = options, of
        self._kept: dict[Hashable, Eval] = {}

    def known(self, node: core.Value) -> Any:
        """Return a value that is the same in every state of this set-up, else UNKNOWN."""
        return self._of(None).known(node)

    def value(self, node: core.Value) -> Eval:
        """Return a function that works out a value; it raises RuleError where that is impossible.

        What looks at an open stack draws, and that stays so in the state that it is given.
        """
        return self._asking(lambda compiler: compiler.value(node))

    def by_seat(self, nodes: Sequence[core.Value]) -> Eval:
        """Return a function that works out some values with each seat in turn as ``you``, as one tuple.

        The frame holds nothing that they read.
        """
        return self._asking(lambda compiler: requirements.by_seat(compiler, nodes))

    def cells(self, zone: core.ZoneRef) -> Eval:
        """Return what finds the cells or purses that a zone means, by their numbers, in their order."""
        return self._asking(lambda compiler: requirements.cells(compiler, zone))

    def payable(self, cost: tuple[core.CoreStep, ...]) -> Eval:
        """Return what tells whether the whole of a cost can be paid."""
        return self._asking(lambda compiler: requirements.payable(compiler, cost))

    def answers(self, pick: model.PickField | core.Pick) -> Callable[[Any, list[Any]], Iterable[Any]]:
        """Return what walks what one part of a choice is taken from: members, or sets of them.

        Of sets whose members are alike one by one only the first comes.
        """
        if pick.many is None:
            return self.value(pick.domain)
        return self._asking(lambda compiler: copies.answers(compiler, pick))

    def candidates(self, loop: core.Loop) -> Eval:
        """Return what finds the elements of a loop for which its condition holds."""
        return self._asking(lambda compiler: requirements.candidates(compiler, loop))

    def keys(self, rank: core.Rank) -> Eval:
        """Return what works out the keys of the element in the place of the loop as a tuple: more is better."""
        return self._asking(lambda compiler: requirements.keys(compiler, rank))

    def forbidding(self, paragraph: str) -> Eval:
        """Return what finds the first modifier that forbids a paragraph, None where none does."""
        return self._once(paragraph, lambda compiler: requirements.forbidding(compiler, paragraph))

    def arguments(self, leaf: core.PlanLeaf, action: str) -> Eval:
        """Return what works out the arguments with which a part of a plan offers an action, as a tuple."""
        return self._once((leaf, action), lambda compiler: requirements.arguments(compiler, leaf, action))

    def possible(self, leaf: core.PlanLeaf) -> Eval:
        """Return what tells whether some action of a part of a plan is possible."""
        return self._once(leaf, lambda compiler: requirements.possible(compiler, leaf))

    def merger(self, kind: t.Type, *, is_open: bool = False) -> Signature | None:
        """Return what tells pieces of one kind apart for who decides; None when every piece is its own choice.

        ``is_open``: what does for everybody, without what the player who decides has named in secret.
        """
        if copies.merger(self._of(None), kind, is_open=is_open) is None:
            return None
        return self._asking(lambda compiler: copies.merger(compiler, kind, is_open=is_open))

    # ------------------------------------------------------------ programs

    def _once(self, key: Hashable, make: Callable[[ExpressionCompiler], Eval]) -> Eval:
        """Return what ``_asking`` does, made once."""
        if key not in self._kept:
            self._kept[key] = self._asking(make)
        return self._kept[key]

    def _asking(
        self, make: Callable[[ExpressionCompiler], Callable[[Any, _Given], Any] | None]
    ) -> Callable[[Any, _Given], Any]:
        """Return a function that asks the program of the state that it is given.

        What follows from what has been written into a state from outside is worked out before.
        """
        made: dict[Reading | None, Callable[[Any, _Given], Any] | None] = {}

        def work(s: Any, given: _Given) -> Any:
            reading = None
            if isinstance(s, State):
                reading = s.reading
                if s.stale:
                    s.settle()
            try:
                found = made.get(reading)
                if found is None:
                    found = made[reading] = make(self._options if reading is None else self._of(s))
                    assert found is not None
                return found(s, given)
            except NotLoweredError as error:
                raise SetupError(f"{self.layout.game.title} cannot be played: {error}") from error

        return work

"""What everything but the running of rules asks of the expressions of a game: values, costs, answers, who leads

Words, reasons, displays, metrics, players and scenarios know nothing else of how expressions are worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from gamedsl.engine.state.layout import Layout
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t

Eval = Callable[[Any, list[Any]], Any]
"""Gives a value for a state and a frame: two places, ``you``, ``active``, the local values."""
Signature = Callable[[Any, int], Any]
"""Gives what tells a piece apart for players, for a state and the piece."""


class Unknown:
    """Type of the mark for values that are not known before play."""


UNKNOWN = Unknown()


class Evaluating(Protocol):
    """What gives functions that evaluate."""

    layout: Layout

    def value(self, node: core.Value) -> Eval:
        """Return a function that works out a value; raise RuleError in it where that is impossible.

        What looks at an open stack draws, and that stays so in the state that it is given.
        """
        ...


class Looks(Evaluating, Protocol):
    """Everything that is asked of expressions. Functions are made when they are first called."""

    def holds(self, condition: core.Value) -> bool:
        """Tell whether a condition over options and the number of seats holds."""
        ...

    def known(self, node: core.Value) -> Any:
        """Return a value that is the same in every state of this set-up, else UNKNOWN."""
        ...

    def by_seat(self, nodes: Sequence[core.Value]) -> Eval:
        """Return a function that works out some values with each seat in turn as ``you``, as one tuple.

        The frame holds nothing that they read.
        """
        ...

    def cells(self, zone: core.ZoneRef) -> Eval:
        """Return what finds the cells or purses that a zone means, by their numbers, in their order."""
        ...

    def payable(self, cost: tuple[core.CoreStep, ...]) -> Eval:
        """Return what tells whether the whole of a cost can be paid."""
        ...

    def answers(self, pick: model.PickField | core.Pick) -> Callable[[Any, list[Any]], Iterable[Any]]:
        """Return what walks what one part of a choice is taken from: members, or sets of them.

        Of sets whose members are alike one by one only the first comes.
        """
        ...

    def candidates(self, loop: core.Loop) -> Eval:
        """Return what finds the elements of a loop for which its condition holds."""
        ...

    def keys(self, rank: core.Rank) -> Eval:
        """Return what works out the keys of the element in the place of the loop as a tuple: more is better."""
        ...

    def forbidding(self, paragraph: str) -> Eval:
        """Return what finds the first modifier that forbids a paragraph, None where none does."""
        ...

    def arguments(self, leaf: core.PlanLeaf, action: str) -> Eval:
        """Return what works out the arguments with which a part of a plan offers an action, as a tuple."""
        ...

    def possible(self, leaf: core.PlanLeaf) -> Eval:
        """Return what tells whether some action of a part of a plan is possible."""
        ...

    def merger(self, kind: t.Type, *, is_open: bool = False) -> Signature | None:
        """Return what tells pieces of one kind apart for who decides; None when every piece is its own choice.

        ``is_open``: what does for everybody, without what the player who decides has named in secret.
        """
        ...

"""What each kind of core node does by itself, as data: the traits of values, and what steps do to a state.

Every pass over a game goes by these rows, which stand at the classes: a new kind of node is known to all of them once
its class says what it does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gamedsl.semantics.core import steps, values
from gamedsl.semantics.core.traits import OPAQUE, Effect, Traits
from gamedsl.semantics.core.types import BoolType


def traits_of(node: object) -> Traits:
    """Return the traits of a node; what is no value reads nothing by itself.

    Raises:
        TypeError: a kind of value without traits.
    """
    if isinstance(node, steps.CoreStep) or not isinstance(node, values.Core):
        return OPAQUE
    if node.traits is None:
        raise TypeError(f"unknown value {type(node).__name__}: its class needs `traits`")
    return node.traits


def kinds_with(has: Callable[[Traits], object]) -> tuple[type[values.Core], ...]:
    """Return all kinds of values with some trait, in the order in which they are declared."""
    return tuple(kind for kind in _kinds(values.Core) if kind.traits is not None and has(kind.traits))


def _kinds(base: type[values.Core]) -> Iterator[type[values.Core]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _kinds(kind)


def is_condition(value: values.Value) -> bool:
    """Is a value of type bool worked out, so that something can be missing for it, and not just read?"""
    plain = (values.Attribute, values.OptionValue, values.ReadValue, values.Const, values.Local)
    return isinstance(value.type, BoolType) and not isinstance(value, plain)


# ---------------------------------------------------------------- what steps do


EFFECTS: dict[type[steps.CoreStep], Effect] = {
    kind: kind.effect for kind in steps.CoreStep.__subclasses__() if kind.effect is not None
}
"""The steps that do something themselves, each with what it does, as its class says."""

CONTROL = (
    *(steps.Let, steps.Pick, steps.Offer, steps.CallRule, steps.CallCell, steps.If, steps.ForEach, steps.Repeat),
    steps.Moment,
)
"""The steps that hold others, call them, ask somebody or bind a place: each pass over steps has a way for each."""
SCENARIO = (steps.PlayMove, steps.ListedMoves, steps.PassUntil, steps.Expect, steps.Force)
"""The steps that only scenarios have."""

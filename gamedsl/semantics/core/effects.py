"""What each kind of core node does by itself, as data: the traits of values, and what steps do to a state.

Every pass over a game goes by these rows, so that a new kind of node is known to all of them once it has its row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

from gamedsl.semantics.core import steps, values
from gamedsl.semantics.core.traits import OPAQUE, Traits
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


@attrs.frozen
class Effect:
    """What one kind of step does, by the names of its fields: all that the passes over steps have to know of it.

    ``reads``: values that decide what happens; ``looks``: pieces that are looked at; ``takes``: pieces that leave their
    place, or the zone of all of them; ``changes``: zones and values; ``pays``: how much leaves the first of these;
    ``dice``: an entry that is thrown; ``points``: whose points change; ``has_chance``: chance decides something.
    """

    reads: tuple[str, ...] = ()
    looks: str = ""
    takes: str = ""
    changes: tuple[str, ...] = ()
    pays: str = ""
    dice: str = ""
    points: str = ""
    has_chance: bool = False


EFFECTS: dict[type[steps.CoreStep], Effect] = {
    steps.Pay: Effect(reads=("amount",), changes=("source", "target"), pays="amount"),
    steps.Move: Effect(takes="pieces", changes=("target",)),
    steps.Deal: Effect(reads=("count",), takes="source", changes=("target",)),
    steps.Shuffle: Effect(changes=("zone",), has_chance=True),
    steps.ShuffleTo: Effect(takes="pieces", changes=("target",), has_chance=True),
    steps.RollDice: Effect(dice="dice", has_chance=True),
    steps.RollPieces: Effect(looks="pieces", dice="face", has_chance=True),
    steps.RollValue: Effect(reads=("domain",), changes=("target",), has_chance=True),
    steps.Assign: Effect(reads=("value",), changes=("target",)),
    steps.Score: Effect(reads=("points",), points="player"),
    steps.Show: Effect(reads=("viewers",), looks="pieces"),
    steps.ShowValue: Effect(reads=("viewers", "target")),
}
"""The steps that do something themselves."""

CONTROL = (
    *(steps.Let, steps.Pick, steps.Offer, steps.CallRule, steps.CallCell, steps.If, steps.ForEach, steps.Repeat),
    steps.Moment,
)
"""The steps that hold others, call them, ask somebody or bind a place: each pass over steps has a way for each."""
SCENARIO = (steps.PlayMove, steps.ListedMoves, steps.PassUntil, steps.Expect, steps.Force)
"""The steps that only scenarios have."""

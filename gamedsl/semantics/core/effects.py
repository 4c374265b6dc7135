"""What each kind of core node does by itself, as data: what values read of a state, and what steps do to it.

Every pass over a game goes by these rows, so that a new kind of node is known to all of them once it has its row.
"""

from __future__ import annotations

from typing import Literal

import attrs

from gamedsl.semantics.core import places, plans, selections, steps, texts, values
from gamedsl.semantics.core.types import BoolType

# ---------------------------------------------------------------- what values read

StatePart = Literal[
    "slots",
    "you",
    "active",
    "zones",
    "purses",
    "pieces",
    "places",
    "values",
    "dice",
    "points",
    "turn",
    "paragraph",
    "past",
    "status",
    "winners",
]
"""What a node can read of a state and its surroundings by itself; ``Reading`` tells what they mean."""


@attrs.frozen
class Reading:
    """What one kind of node reads of a state by itself; what its parts read comes besides.

    ``state``: parts of the state. ``slots``: local places; ``you``, ``active``: a seat; ``zones``: an entry (what of
    it, the node around it says: ``purses`` amounts, ``pieces`` what lies there); ``places``: where the pieces of
    ``subject`` lie; ``values``, ``dice``: the entry; ``points``: of players; ``turn``: what was done; ``paragraph``:
    what is being carried out; ``past``: positions at the ends of turns; ``status``: whether the game has ended;
    ``winners``.
    ``entry`` is the field with the name of the zone, value or dice; ``calls``: the node is one of ``CALLS``.
    """

    state: tuple[StatePart, ...] = ()
    entry: str = ""
    calls: bool = False


NOTHING = Reading()
_PLAIN = (
    *(values.Const, values.OptionValue, values.AllPlayers, values.AllMembers, values.CopyOf),
    *(values.Attribute, values.ChartRow, values.DesignOf, values.OwnPiece, values.Checked, values.Certain),
    *(values.Arithmetic, values.Negate, values.Extreme, values.Absolute, values.Interval),
    *(values.Join, values.MakeSet, values.Count, values.Only, values.ListItem),
    *(values.Compare, values.Member, values.Not, values.And, values.Or, values.Either),
    *(values.Loop, values.Collect, values.Reduce, values.OrderKey, values.Rank),
    *(values.NextPlayer, values.Neighbours, values.Distance, values.PathEnds),
    *(places.NextPlace, places.Way, places.Stopped, places.Behind, places.PlacesBetween, places.Rectangle),
    *(places.DrawnLines, places.Runs, places.Connected),
    *(selections.Best, selections.ListPart, selections.SeatDistance, selections.LetIn, selections.Bent),
    *(texts.TextSlot, texts.Text, plans.PlanLeaf, plans.PlanInOrder, plans.PlanOneOf, plans.PlanMixed),
    *(plans.PlanMust, plans.PlanTimes),
    *(steps.CoreBranch, steps.HowMany, steps.Answer, steps.MovePart, steps.ListedMove),
)
"""Kinds of nodes that read nothing but their parts."""

READS: dict[type[values.Core], Reading] = {
    **dict.fromkeys(_PLAIN, NOTHING),
    values.Local: Reading(("slots",)),
    values.You: Reading(("you",)),
    values.Active: Reading(("active",)),
    values.GameOver: Reading(("status",)),
    values.Winners: Reading(("status", "winners")),
    values.ZoneRef: Reading(("zones",), entry="entry"),
    values.Amount: Reading(("purses",)),
    values.Contents: Reading(("pieces",)),
    values.SlotPiece: Reading(("pieces",)),
    values.Dealt: Reading(("slots", "pieces")),
    values.Top: Reading(("pieces",)),
    values.CountPieces: Reading(("pieces",)),
    selections.Bottom: Reading(("pieces",)),
    values.Lines: Reading(("pieces",)),
    values.ReadValue: Reading(("values",), entry="entry"),
    values.DieFace: Reading(("dice",), entry="dice"),
    values.DiceSum: Reading(("dice",), entry="dice"),
    values.KeyOf: Reading(("places",)),
    values.OwnerOf: Reading(("places",)),
    places.PlaceOf: Reading(("places",)),
    values.FreeCopy: Reading(("places",)),
    values.PointsOf: Reading(("points",)),
    values.TermCall: Reading(calls=True),
    values.CellCall: Reading(calls=True),
    plans.Possible: Reading(("you", "paragraph"), calls=True),
    values.Done: Reading(("you", "turn")),
    values.During: Reading(("paragraph",)),
    selections.Repeated: Reading(("past",)),
}
"""What each kind of node reads; of steps, which read through their parts, ``EFFECTS`` tells more."""


def reading_of(node: object) -> Reading:
    """Return what a node reads by itself.

    Raises:
        TypeError: a kind of value without a row.
    """
    found = READS.get(type(node))  # type: ignore[arg-type]
    if found is not None:
        return found
    if isinstance(node, values.Core) and not isinstance(node, steps.CoreStep):
        raise TypeError(f"unknown value {type(node).__name__}")
    return NOTHING


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

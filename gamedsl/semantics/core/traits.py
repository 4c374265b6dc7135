"""What is true of a kind of node in all passes over games: a row at its class.

    class Negate(Value, traits=OPAQUE): ...
    class You(Value, traits=Traits(("you",), is_stable=True, has_name=True)): ...
    class Shuffle(CoreStep, effect=Effect(changes=("zone",), has_chance=True)): ...

Every pass asks the row, so a new kind of value or step is known to all of them once it has one; a kind without a row
is an error.
"""

from __future__ import annotations

from typing import Literal

import attrs

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
"""What a node can read of a state and its surroundings by itself; ``Traits`` tells what they mean."""


@attrs.frozen
class Traits:
    """What one kind of node reads of a state by itself (what its parts read comes besides), and how passes take it.

    ``state``: parts of the state. ``slots``: local places; ``you``, ``active``: a seat; ``zones``: an entry (what of
    it, the node around it says: ``purses`` amounts, ``pieces`` what lies there); ``places``: where the pieces of
    ``subject`` lie; ``values``, ``dice``: the entry; ``points``: of players; ``turn``: what was done; ``paragraph``:
    what is being carried out; ``past``: positions at the ends of turns; ``status``: whether the game has ended;
    ``winners``.
    ``entry`` is the field with the name of the zone, value or dice; ``calls``: the node is one of ``CALLS``.

    ``is_narrowed``: facts that conditions say about it narrow its type. Without it none is kept, which is only
    careful. ``is_stable``: such a fact survives every step, as it reads nothing that changes. ``is_logic``: what is
    known of conditions looks into it; others are taken whole. ``has_name``: explanations may call it by a shorter name
    than what stands in the file. ``is_explained``: what is missing for it is told part by part.
    """

    state: tuple[StatePart, ...] = ()
    entry: str = ""
    calls: bool = False
    is_narrowed: bool = attrs.field(default=False, kw_only=True)
    is_stable: bool = attrs.field(default=False, kw_only=True)
    is_logic: bool = attrs.field(default=False, kw_only=True)
    has_name: bool = attrs.field(default=False, kw_only=True)
    is_explained: bool = attrs.field(default=False, kw_only=True)


OPAQUE = Traits()
"""A kind that reads nothing but its parts, and that all passes take as it stands."""


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

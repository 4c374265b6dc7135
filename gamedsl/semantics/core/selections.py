"""The checked form of what is picked out of lists and passes of loops, of values named first, of positions counted."""

from __future__ import annotations

from typing import Literal

import attrs

from gamedsl.semantics.core.traits import OPAQUE, Traits
from gamedsl.semantics.core.values import Loop, ReadValue, Value, ZoneRef


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Best(Value, traits=OPAQUE):
    """``largest`` or ``smallest``: the first ``count`` numbers of every pass of nested loops, as a list in their order.

    Equal ones count each; None values are passed over. Of fewer numbers there are all.
    """

    function: Literal["largest", "smallest"]
    count: Value
    value: Value
    loops: tuple[Loop, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class ListPart(Value, traits=OPAQUE):
    """The items ``low`` to ``high`` (from 1) of a list, as a list; those that it does not have are left out."""

    source: Value
    low: Value
    high: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Bottom(Value, traits=Traits(("pieces",), is_narrowed=True, has_name=True)):
    """The lowest piece of a stack; None if empty."""

    zone: ZoneRef


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class SeatDistance(Value, traits=OPAQUE):
    """Seats clockwise from ``first`` to ``second``: 0 for the same player."""

    first: Value
    second: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class LetIn(Value, traits=Traits(is_explained=True)):
    """``value``, in which the local places ``slots`` hold ``given``: each may read those before it.

    Under an ``if`` only those are worked out that the branch at hand reads, behind the others.
    """

    slots: tuple[int, ...]
    given: tuple[Value, ...]
    value: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Bent(Value, traits=OPAQUE):
    """What a modifier makes of a part of an action: ``value`` where ``condition`` holds, else ``old``.

    In games with a log it is noted that the modifier was in force.
    """

    modifier: str
    condition: Value
    value: Value
    old: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Repeated(Value, traits=Traits(("past",))):
    """Has what these entries hold, with the same player to come next, been there ``times`` times at the ends of turns?

    ``entries`` name all places of their entries; they are compared as a whole, whichever copy of a piece lies where.
    """

    times: Value
    entries: tuple[ZoneRef | ReadValue, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the entries."""
        return tuple(entry.entry for entry in self.entries)

"""The checked form of expressions about places of boards: steps, distances, ways, between, lines, chains."""

from __future__ import annotations

import attrs

from gamedsl.semantics.core.traits import OPAQUE, Traits
from gamedsl.semantics.core.values import Loop, Value, ZoneRef


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class NextPlace(Value, traits=Traits(is_narrowed=True, is_stable=True)):
    """The next place in a direction; None beside the board and for None."""

    space: Value
    direction: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Way(Value, traits=OPAQUE):
    """All places from ``space`` to the edge: of one direction a list, the nearest first, of a set of them a set."""

    space: Value
    directions: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Stopped(Value, traits=OPAQUE):
    """What comes before the first element of the loop for which ``until`` holds; all of it where there is none.

    With ``closed`` only where there is one and ``closed`` holds for it, else nothing. A ``Way`` in several directions
    is cut in each of them by itself, and the result is a set; else it is a list.
    """

    loop: Loop
    until: Value
    closed: Value | None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Behind(Value, traits=Traits(is_narrowed=True, is_stable=True)):
    """The place right behind ``second``, seen from ``first`` beside it; None where there is none."""

    first: Value
    second: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class PlacesBetween(Value, traits=OPAQUE):
    """The set of the places strictly between two places of one row; empty if they are in none."""

    first: Value
    second: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Rectangle(Value, traits=OPAQUE):
    """The set of the places of a grid between two corners; empty for None."""

    first: Value
    last: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class DrawnLines(Value, traits=OPAQUE):
    """The drawn lines through ``space`` as lists (None: all lines of the kind of ``type``)."""

    space: Value | None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Runs(Value, traits=OPAQUE):
    """All straight and diagonal runs of ``length`` places of a grid, as lists."""

    length: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Connected(Value, traits=OPAQUE):
    """All members of the set ``within`` that hang together, through neighbours in it, with one that is in ``start``."""

    start: Value
    within: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class PlaceOf(Value, traits=Traits(("places",), is_narrowed=True)):
    """The space under whose ``each`` a piece lies; None when it lies elsewhere, and for None."""

    subject: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Neighbours(Value, traits=OPAQUE):
    """Set of the spaces next to ``space`` (or to any of a set), or only those in ``directions``; empty for None."""

    space: Value
    directions: Value | None = None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Distance(Value, traits=Traits(is_narrowed=True)):
    """Fewest steps between two spaces; None if there is no way or one of them is None."""

    first: Value
    second: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class PathEnds(Value, traits=OPAQUE):
    """Set of the ends of paths of exactly ``steps`` steps without repeated space; empty for None."""

    space: Value
    steps: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Lines(Value, traits=Traits(("pieces",))):
    """List of all straight and diagonal runs of ``length`` cells of a zone with two int keys; each run is the set
    of the pieces in it."""

    zone: ZoneRef
    length: Value

"""The checked form of expressions about places of boards: steps, ways, what stands between, lines, chains."""

from __future__ import annotations

import attrs

from gamedsl.semantics.core.values import Loop, Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class NextPlace(Value):
    """The next place in a direction; None beside the board and for None."""

    space: Value
    direction: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Way(Value):
    """All places from ``space`` to the edge: of one direction a list, the nearest first, of a set of them a set."""

    space: Value
    directions: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Stopped(Value):
    """What comes before the first element of the loop for which ``until`` holds; all of it where there is none.

    With ``closed`` only where there is one and ``closed`` holds for it, else nothing. A ``Way`` in several directions
    is cut in each of them by itself, and the result is a set; else it is a list.
    """

    loop: Loop
    until: Value
    closed: Value | None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Behind(Value):
    """The place right behind ``second``, seen from ``first`` beside it; None where there is none."""

    first: Value
    second: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class PlacesBetween(Value):
    """The set of the places strictly between two places of one row; empty if they are in none."""

    first: Value
    second: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Rectangle(Value):
    """The set of the places of a grid between two corners; empty for None."""

    first: Value
    last: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class DrawnLines(Value):
    """The drawn lines through ``space`` as lists (None: all lines of the kind of ``type``)."""

    space: Value | None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Runs(Value):
    """All straight and diagonal runs of ``length`` places of a grid, as lists."""

    length: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Connected(Value):
    """All members of the set ``within`` that hang together, through neighbours in it, with one that is in ``start``."""

    start: Value
    within: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class PlaceOf(Value):
    """The space under whose ``each`` a piece lies; None when it lies elsewhere, and for None."""

    subject: Value

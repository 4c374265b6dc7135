"""The checked form of expressions: every name resolved, every type known.

The checker makes these nodes from the AST; the engine compiles them; knowledge and flow checks walk them.
Nothing here refers to the AST. Run-time values: a bool, int or None; words, players (seats from 0), pieces,
designs and chart rows are ints (see ``model``); a set is a sorted tuple without repeats; a list is a tuple.

Evaluation happens in an environment: the game state, ``you`` (a seat or None), ``active`` (a seat or None) and
numbered local places, written here as ``slot`` ints. Each body (term, paragraph, cell, scenario …) has its own slots.
"""

from __future__ import annotations

from typing import Literal

import attrs

from gamedsl.by_fields import ByFields
from gamedsl.semantics.core.types import Type
from gamedsl.source import Span


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Core(ByFields):
    """A checked node; the span takes no part in equality."""

    span: Span = attrs.field(eq=False, repr=False)


# ---------------------------------------------------------------- expressions


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Value(Core):
    """An expression and its type (never ZoneType except for ZoneRef)."""

    type: Type


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Const(Value):
    """A run-time value known before play."""

    value: bool | int | tuple[int, ...] | None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class OptionValue(Value):
    """The value chosen for an option: bool, int, or the index of the word in the option's list."""

    option: str


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Local(Value):
    slot: int


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class You(Value):
    """The seat the paragraph speaks to; a run-time error when nobody is meant cannot happen after the checks."""


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Active(Value):
    """The ``you`` of the nearest phase with ``who``; None outside."""


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class AllPlayers(Value):
    """The set of all seats of this set-up."""


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class AllMembers(Value):
    """Everything of a finite type: all words of a list, all pieces of a kind, all designs (see ``type.item``)."""


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class GameOver(Value):
    """True once the game has ended."""


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Winners(Value):
    """The set of winners; empty before the end."""


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class ZoneRef(Value):
    """Cells of a table zone (type: ZoneType).

    ``owner``: None for common zones; a player or piece; or a set of them (all their cells).
    ``keys``: one per key of the entry, in order; None means every value of that key; a set-valued expression
    means every member. For a key declared ``set of T`` an element or a set means: pieces that lie on any of these;
    as a target of ``move`` it says exactly where the piece will lie. A key off its range means no cell.
    A None owner or key value at run time (from ``T or none``) means no cell.
    """

    entry: str
    owner: Value | None
    keys: tuple[Value | None, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Amount(Value):
    """The sum in the purses of ``zone``; an ``unlimited`` purse reads as 999999."""

    zone: ZoneRef


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Contents(Value):
    """The set of all pieces in the cells of ``zone``."""

    zone: ZoneRef


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Dealt(Value):
    """What the deal in front of it has put into ``slot``: a piece or None, or a set; it came to ``zone``."""

    slot: int
    zone: ZoneRef


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class SlotPiece(Value):
    """The piece in a slot (one cell; with a set key: the piece that lies there), or None."""

    zone: ZoneRef


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Top(Value):
    """The top piece of a stack, the first piece of a heap or slot in canonical order; None if empty."""

    zone: ZoneRef


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class ReadValue(Value):
    """A table value; ``owner`` and ``keys`` as in ZoneRef, but each a single value.

    None for the owner or a key, or an int key off its range, reads as None (or the empty set).
    """

    entry: str
    owner: Value | None
    keys: tuple[Value, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class DieFace(Value):
    """The face of die ``index`` (from 1) of a dice entry."""

    dice: str
    index: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class DiceSum(Value):
    dice: str


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Attribute(Value):
    """A column of a piece, a design (``subject``'s type says which) or a chart row; None for a None subject."""

    column: str
    subject: Value
    keys: tuple[Value, ...] = ()


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class KeyOf(Value):
    """The value of zone key ``key`` where the piece lies now; None when its zone has no such key.

    For a set key: the tuple of values.
    """

    key: str
    subject: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class OwnerOf(Value):
    """Seat for which a piece was made (``each player``), else the player in whose zone it lies, else None."""

    subject: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class DesignOf(Value):
    """The design of a piece (None for None), or the set of the designs of a set of pieces."""

    subject: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class OwnPiece(Value):
    """The one piece of ``kind`` made for a player (``plane: piece, 1 each player``); None for None."""

    kind: str
    owner: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class CopyOf(Value):
    """The piece of a design that has one copy (or, for any design, its first copy); ``design`` is its number."""

    design: int


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class FreeCopy(Value):
    """Scenarios and ``lay`` only: a copy of a design that is free: where it was at first, else where no player has it.

    ``subject``: all pieces of its kind. ``number``: how many copies of it the same set names before. ``beside``: the
    set that it is compared with; copies in there come first. ``laid``: only one that lies where it was at first, or
    with ``seat``, whose piece it is (None: nobody's), in the order of the places.
    """

    design: int
    subject: Value
    number: int = 0
    beside: Value | None = None
    laid: bool = False
    seat: int | None = None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Checked(Value):
    """An int that must lie in ``low..high``: otherwise GDRUN05."""

    value: Value
    low: int
    high: int


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Certain(Value):
    """A value that must not be None: otherwise GDRUN04."""

    value: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class PointsOf(Value):
    """Points of a player, from one ``source`` or all: what was fed so far; at the end also what is worth something."""

    subject: Value
    source: str | None = None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class ChartRow(Value):
    """The row of a chart for these keys (type RowType); GDRUN05 when there is none."""

    chart: str
    keys: tuple[Value, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class TermCall(Value):
    """A term; ``owner`` is the player or piece of an ``each`` term (None for a common one).

    For an ``each player`` term ``you`` is the owner inside; otherwise ``you`` stays. None for a None owner.
    """

    term: str
    owner: Value | None
    arguments: tuple[Value, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class CellCall(Value):
    """A ``condition`` or ``formula`` cell of the subject (piece or design)."""

    column: str
    kind: str
    subject: Value
    arguments: tuple[Value, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Arithmetic(Value):
    """On ints; ``/`` rounds down, ``mod`` is never negative. A None operand cannot occur."""

    sign: Literal["+", "-", "*", "/", "mod"]
    left: Value
    right: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Negate(Value):
    value: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Join(Value):
    """Union (``+``) or difference (``-``) of two sets."""

    sign: Literal["+", "-"]
    left: Value
    right: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class MakeSet(Value):
    """``{a, b}``: scalars are taken as elements (None is dropped), sets are joined in."""

    items: tuple[Value, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Interval(Value):
    """The set ``low..high`` (empty when low > high)."""

    low: Value
    high: Value


Sign = Literal["=", "!=", "<", "<=", ">", ">="]
OPPOSITE: dict[Sign, Sign] = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
"""The comparison that holds where another one does not (of what may be none only those of the first two)."""


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Compare(Value):
    """``= != < <= > >=`` on two values of one type; the last four are false when a side is None."""

    sign: Sign
    left: Value
    right: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Member(Value):
    """Is ``element`` in ``container`` (a set)? A set as element: are all of them in it? None is in nothing."""

    element: Value
    container: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Not(Value):
    value: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class And(Value):
    items: tuple[Value, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Or(Value):
    items: tuple[Value, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Either(Value):
    condition: Value
    value: Value
    otherwise: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Loop(Core):
    """Bind each element of ``source`` (a set or list) to ``slot``, where ``condition`` holds (None: always)."""

    slot: int
    source: Value
    condition: Value | None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Collect(Value):
    """The set of ``value`` over nested loops (first loop outermost); set values are joined, None is dropped.

    A filter ``S where C`` is a Collect of its own element.
    """

    value: Value
    loops: tuple[Loop, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Reduce(Value):
    """``count sum min max any all`` over every pass of nested loops; of nothing: 0, ``any`` no, ``all`` yes.

    ``count`` counts the passes (``value`` is not read). None values are passed over. ``any`` and ``all`` stop early.
    ``otherwise``: what ``min`` and ``max`` of nothing is instead of 0.
    """

    function: Literal["count", "sum", "min", "max", "any", "all"]
    value: Value
    loops: tuple[Loop, ...]
    otherwise: Value | None = None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Count(Value):
    """Number of elements of a set or list."""

    source: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class CountPieces(Value):
    """Number of pieces in the cells of ``zone`` (public also for hidden zones)."""

    zone: ZoneRef


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Extreme(Value):
    """``min(a, b, …)`` or ``max(a, b, …)`` of ints."""

    function: Literal["min", "max"]
    items: tuple[Value, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Absolute(Value):
    value: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Only(Value):
    """The single element of a set, else ``otherwise``, or None without it."""

    source: Value
    otherwise: Value | None = None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class OrderKey(Core):
    most: bool
    key: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Rank(Value):
    """``the``/``ranked``: elements of the loop by the keys in order (a None key ranks below everything for both).

    ``the``: ties ``all`` gives a set, ``none`` gives None for several best (or no candidate), ``from`` the first
    clockwise from ``start``, ``in order`` the first in the order of the source, ``never`` stops with GDRUN08 for
    several best. ``ranked`` gives a tuple: ``from`` breaks every tie clockwise, ``in order`` leaves equal ones as
    they come; ``all`` and ``none`` are not allowed by the checker.
    """

    form: Literal["the", "ranked"]
    loop: Loop
    keys: tuple[OrderKey, ...]
    tie: Literal["all", "none", "never", "in order", "from"]
    start: Value | None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class ListItem(Value):
    """Item ``index`` (from 1) of a list; none when it is shorter, of a list of sets the empty set."""

    source: Value
    index: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class NextPlayer(Value):
    """The next seat clockwise after ``player`` that is in ``among`` (None: all seats); None if ``among`` is empty."""

    player: Value
    among: Value | None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Neighbours(Value):
    """Set of the spaces next to ``space`` (or to any of a set), or only those in ``directions``; empty for None."""

    space: Value
    directions: Value | None = None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Distance(Value):
    """Fewest steps between two spaces; None if there is no way or one of them is None."""

    first: Value
    second: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class PathEnds(Value):
    """Set of the ends of paths of exactly ``steps`` steps without repeated space; empty for None."""

    space: Value
    steps: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Lines(Value):
    """List of all straight and diagonal runs of ``length`` cells of a zone with two int keys; each run is the set
    of the pieces in it."""

    zone: ZoneRef
    length: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Done(Value):
    """How often ``you`` did one of these actions in this turn (the innermost turn of a phase with ``who``)."""

    actions: tuple[str, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class During(Value):
    """Is this paragraph (phase, action, rule or trigger) being carried out?"""

    paragraph: str

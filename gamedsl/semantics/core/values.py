"""The checked form of expressions: every name resolved, every type known.

The checker makes these nodes from the AST; the engine compiles them; knowledge and flow checks walk them.
Nothing here refers to the AST. Run-time values: a bool, int or None; words, players (seats from 0), pieces,
designs and chart rows are ints (see ``model``); a set is a sorted tuple without repeats; a list is a tuple.

Evaluation happens in an environment: the game state, ``you`` (a seat or None), ``active`` (a seat or None) and
numbered local places, written here as ``slot`` ints. Each body (term, paragraph, cell, scenario …) has its own slots.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import attrs

from gamedsl.by_fields import ByFields
from gamedsl.semantics.core.traits import OPAQUE, Traits
from gamedsl.semantics.core.types import Type
from gamedsl.source import Span


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Core(ByFields):
    """A checked node; the span takes no part in equality. A class of values says its ``traits`` behind its base."""

    traits: ClassVar[Traits | None] = None
    span: Span = attrs.field(eq=False, repr=False)

    def __init_subclass__(cls, traits: Traits | None = None) -> None:
        super().__init_subclass__()
        cls.traits = traits or cls.traits


# ---------------------------------------------------------------- expressions


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Value(Core):
    """An expression and its type (never ZoneType except for ZoneRef)."""

    type: Type


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Const(Value, traits=Traits(is_stable=True, is_logic=True, has_name=True)):
    """A run-time value known before play."""

    value: bool | int | tuple[int, ...] | None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class OptionValue(Value, traits=Traits(is_stable=True, has_name=True)):
    """The value chosen for an option: bool, int, or the index of the word in the option's list."""

    option: str


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Local(Value, traits=Traits(("slots",), is_narrowed=True, is_stable=True, has_name=True)):
    slot: int


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class You(Value, traits=Traits(("you",), is_stable=True, has_name=True)):
    """The seat the paragraph speaks to; a run-time error when nobody is meant cannot happen after the checks."""


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Active(Value, traits=Traits(("active",), is_narrowed=True, has_name=True)):
    """The ``you`` of the nearest phase with ``who``; None outside."""


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class AllPlayers(Value, traits=OPAQUE):
    """The set of all seats of this set-up."""


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class AllMembers(Value, traits=OPAQUE):
    """Everything of a finite type: all words of a list, all pieces of a kind, all designs (see ``type.item``)."""


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class GameOver(Value, traits=Traits(("status",))):
    """True once the game has ended."""


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Winners(Value, traits=Traits(("status", "winners"))):
    """The set of winners; empty before the end."""


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class ZoneRef(Value, traits=Traits(("zones",), entry="entry", has_name=True)):
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
class Amount(Value, traits=Traits(("purses",), is_narrowed=True, has_name=True)):
    """The sum in the purses of ``zone``; an ``unlimited`` purse reads as 999999."""

    zone: ZoneRef


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Contents(Value, traits=Traits(("pieces",), is_narrowed=True, has_name=True)):
    """The set of all pieces in the cells of ``zone``."""

    zone: ZoneRef


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Dealt(Value, traits=Traits(("slots", "pieces"))):
    """What the deal in front of it has put into ``slot``: a piece or None, or a set; it came to ``zone``."""

    slot: int
    zone: ZoneRef


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class SlotPiece(Value, traits=Traits(("pieces",), is_narrowed=True, has_name=True)):
    """The piece in a slot (one cell; with a set key: the piece that lies there), or None."""

    zone: ZoneRef


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Top(Value, traits=Traits(("pieces",), is_narrowed=True, has_name=True)):
    """The top piece of a stack, the first piece of a heap or slot in canonical order; None if empty."""

    zone: ZoneRef


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class ReadValue(Value, traits=Traits(("values",), entry="entry", is_narrowed=True, has_name=True)):
    """A table value; ``owner`` and ``keys`` as in ZoneRef, but each a single value.

    None for the owner or a key, or an int key off its range, reads as None (or the empty set).
    """

    entry: str
    owner: Value | None
    keys: tuple[Value, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class DieFace(Value, traits=Traits(("dice",), entry="dice", is_narrowed=True, has_name=True)):
    """The face of die ``index`` (from 1) of a dice entry."""

    dice: str
    index: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class DiceSum(Value, traits=Traits(("dice",), entry="dice", is_narrowed=True, has_name=True)):
    dice: str


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Attribute(Value, traits=Traits(is_narrowed=True, is_stable=True, has_name=True)):
    """A column of a piece, a design (``subject``'s type says which) or a chart row; None for a None subject."""

    column: str
    subject: Value
    keys: tuple[Value, ...] = ()


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class KeyOf(Value, traits=Traits(("places",), is_narrowed=True)):
    """The value of zone key ``key`` where the piece lies now; None when its zone has no such key.

    For a set key: the tuple of values.
    """

    key: str
    subject: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class OwnerOf(Value, traits=Traits(("places",), is_narrowed=True)):
    """Seat for which a piece was made (``each player``), else the player in whose zone it lies, else None."""

    subject: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class DesignOf(Value, traits=Traits(is_stable=True, has_name=True)):
    """The design of a piece (None for None), or the set of the designs of a set of pieces."""

    subject: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class OwnPiece(Value, traits=Traits(is_stable=True, has_name=True)):
    """The one piece of ``kind`` made for a player (``plane: piece, 1 each player``); None for None."""

    kind: str
    owner: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class CopyOf(Value, traits=Traits(is_stable=True, has_name=True)):
    """The piece of a design that has one copy (or, for any design, its first copy); ``design`` is its number."""

    design: int


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class FreeCopy(Value, traits=Traits(("places",), has_name=True)):
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
class Checked(Value, traits=Traits(has_name=True)):
    """An int that must lie in ``low..high``: otherwise GDRUN05."""

    value: Value
    low: int
    high: int


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Certain(Value, traits=Traits(has_name=True)):
    """A value that must not be None: otherwise GDRUN04."""

    value: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class PointsOf(Value, traits=Traits(("points",), is_narrowed=True, has_name=True)):
    """Points of a player, from one ``source`` or all: what was fed so far; at the end also what is worth something."""

    subject: Value
    source: str | None = None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class ChartRow(Value, traits=Traits(is_narrowed=True, is_stable=True)):
    """The row of a chart for these keys (type RowType); GDRUN05 when there is none."""

    chart: str
    keys: tuple[Value, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class TermCall(Value, traits=Traits(calls=True, is_narrowed=True, has_name=True, is_explained=True)):
    """A term; ``owner`` is the player or piece of an ``each`` term (None for a common one).

    For an ``each player`` term ``you`` is the owner inside; otherwise ``you`` stays. None for a None owner.
    """

    term: str
    owner: Value | None
    arguments: tuple[Value, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class CellCall(Value, traits=Traits(calls=True, is_explained=True)):
    """A ``condition`` or ``formula`` cell of the subject (piece or design)."""

    column: str
    kind: str
    subject: Value
    arguments: tuple[Value, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Arithmetic(Value, traits=Traits(is_narrowed=True, has_name=True)):
    """On ints; ``/`` rounds down, ``mod`` is never negative. A None operand cannot occur."""

    sign: Literal["+", "-", "*", "/", "mod"]
    left: Value
    right: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Negate(Value, traits=OPAQUE):
    value: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Join(Value, traits=Traits(has_name=True)):
    """Union (``+``) or difference (``-``) of two sets."""

    sign: Literal["+", "-"]
    left: Value
    right: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class MakeSet(Value, traits=OPAQUE):
    """``{a, b}``: scalars are taken as elements (None is dropped), sets are joined in."""

    items: tuple[Value, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Interval(Value, traits=OPAQUE):
    """The set ``low..high`` (empty when low > high)."""

    low: Value
    high: Value


Sign = Literal["=", "!=", "<", "<=", ">", ">="]
OPPOSITE: dict[Sign, Sign] = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
"""The comparison that holds where another one does not (of what may be none only those of the first two)."""


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Compare(Value, traits=Traits(is_logic=True, is_explained=True)):
    """``= != < <= > >=`` on two values of one type; the last four are false when a side is None."""

    sign: Sign
    left: Value
    right: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Member(Value, traits=Traits(is_logic=True, is_explained=True)):
    """Is ``element`` in ``container`` (a set)? A set as element: are all of them in it? None is in nothing."""

    element: Value
    container: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Not(Value, traits=Traits(is_logic=True, is_explained=True)):
    value: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class And(Value, traits=Traits(is_logic=True, is_explained=True)):
    items: tuple[Value, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Or(Value, traits=Traits(is_logic=True, is_explained=True)):
    items: tuple[Value, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Either(Value, traits=Traits(is_explained=True)):
    condition: Value
    value: Value
    otherwise: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Loop(Core, traits=OPAQUE):
    """Bind each element of ``source`` (a set or list) to ``slot``, where ``condition`` holds (None: always)."""

    slot: int
    source: Value
    condition: Value | None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Collect(Value, traits=Traits(is_narrowed=True, has_name=True)):
    """The set of ``value`` over nested loops (first loop outermost); set values are joined, None is dropped.

    A filter ``S where C`` is a Collect of its own element.
    """

    value: Value
    loops: tuple[Loop, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Reduce(Value, traits=Traits(is_narrowed=True, has_name=True, is_explained=True)):
    """``count sum min max any all`` over every pass of nested loops; of nothing: 0, ``any`` no, ``all`` yes.

    ``count`` counts the passes (``value`` is not read). None values are passed over. ``any`` and ``all`` stop early.
    ``otherwise``: what ``min`` and ``max`` of nothing is instead of 0.
    """

    function: Literal["count", "sum", "min", "max", "any", "all"]
    value: Value
    loops: tuple[Loop, ...]
    otherwise: Value | None = None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Count(Value, traits=Traits(is_narrowed=True, has_name=True)):
    """Number of elements of a set or list."""

    source: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class CountPieces(Value, traits=Traits(("pieces",), is_narrowed=True, has_name=True)):
    """Number of pieces in the cells of ``zone`` (public also for hidden zones)."""

    zone: ZoneRef


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Extreme(Value, traits=Traits(is_narrowed=True)):
    """``min(a, b, …)`` or ``max(a, b, …)`` of ints."""

    function: Literal["min", "max"]
    items: tuple[Value, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Absolute(Value, traits=Traits(is_narrowed=True)):
    value: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Only(Value, traits=Traits(is_narrowed=True)):
    """The single element of a set, else ``otherwise``, or None without it."""

    source: Value
    otherwise: Value | None = None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class OrderKey(Core, traits=OPAQUE):
    most: bool
    key: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Rank(Value, traits=OPAQUE):
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
class ListItem(Value, traits=Traits(is_narrowed=True)):
    """Item ``index`` (from 1) of a list; none when it is shorter, of a list of sets the empty set."""

    source: Value
    index: Value


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class NextPlayer(Value, traits=Traits(is_narrowed=True)):
    """The next seat clockwise after ``player`` that is in ``among`` (None: all seats); None if ``among`` is empty."""

    player: Value
    among: Value | None


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Done(Value, traits=Traits(("you", "turn"))):
    """How often ``you`` did one of these actions in this turn (the innermost turn of a phase with ``who``)."""

    actions: tuple[str, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class During(Value, traits=Traits(("paragraph",))):
    """Is this paragraph (phase, action, rule or trigger) being carried out?"""

    paragraph: str

"""The kernel program: typed nodes over one flat state of bounded numbers, without any notion of a game.

A state is one block of numbers: its *fields* follow each other, each a row of places with a lowest and a highest
number. Expressions are numbers or *words* (sets as bits; a word may be wider than a machine's). Functions have typed
parameters and locals; *blocks* are what runs between two decisions, from a resume point to a wait. ``Halt`` ends the
run from wherever it stands, in a function too; ``Fail`` ends it with a fault of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from gamedsl.by_fields import Shown

if TYPE_CHECKING:
    from attrs import frozen as _node
else:
    # The types see to it that nobody writes into a node. To refuse that here, too, would take three times as long for
    # each node that is made, and programs are made of tens of thousands.
    _node = attrs.define(unsafe_hash=True, repr=False)


@_node
class Int(Shown):
    """A number from ``low`` to ``high``, both included."""

    low: int
    high: int


@_node
class Word(Shown):
    """A set of the numbers from 0 to ``width - 1``, as bits."""

    width: int


BOOL = Int(0, 1)
GIVEN = ("draw", "mix")
"""Functions that every program may call: see ``Call``."""
Type = Int | Word


# ---------------------------------------------------------------- expressions


@_node
class Number(Shown):
    """A constant; its type is as narrow as it can be."""

    value: int
    type: Type


@_node
class Name(Shown):
    """A parameter or a local."""

    name: str
    type: Type


@_node
class Read(Shown):
    """A place of a field of the state."""

    field: str
    index: Expression
    type: Type


@_node
class Entry(Shown):
    """An entry of a constant table."""

    table: str
    index: Expression
    type: Type


@_node
class Operation(Shown):
    """Two operands and a sign: ``+ - * / mod`` (rounding down; ``mod`` is never negative for a divisor above 0),
    ``= != < <= > >=``, ``and or`` (the right one only where it decides), of words ``& | ^ &~``, and ``<< >>``. What
    ``<<`` moves beyond the width of its type means nothing: it may be left in or out, so who reads it cuts it off.
    """

    sign: str
    left: Expression
    right: Expression
    type: Type


@_node
class Not(Shown):
    """1 for 0, else 0."""

    value: Expression
    type: Type = BOOL


@_node
class Choose(Shown):
    """One of two, of which only that one is worked out."""

    condition: Expression
    value: Expression
    otherwise: Expression
    type: Type


@_node
class Bit(Shown):
    """The word that holds one number."""

    number: Expression
    type: Type


@_node
class Has(Shown):
    """Whether a word holds a number of its width."""

    word: Expression
    number: Expression
    type: Type = BOOL


@_node
class Size(Shown):
    """How many numbers a word holds."""

    word: Expression
    type: Type


@_node
class Lowest(Shown):
    """The lowest number of a word that is not empty."""

    word: Expression
    type: Type


@_node
class Item(Shown):
    """An item of a local row."""

    row: str
    index: Expression
    type: Type


@_node
class Call(Shown):
    """The value of a function.

    Two are given: ``draw`` (stream, number of the draw, how many outcomes), and ``mix`` of two numbers: one of 61 bits.
    """

    function: str
    arguments: tuple[Expression, ...]
    type: Type


@_node
class Noted(Shown):
    """A value; whenever it is worked out, that is told, see ``Note``."""

    about: str
    number: int
    value: Expression
    type: Type


Expression = Number | Name | Read | Entry | Operation | Not | Choose | Bit | Has | Size | Lowest | Item | Call | Noted


# ---------------------------------------------------------------- statements


@_node
class Declare(Shown):
    """A new local with its first value."""

    name: str
    type: Type
    value: Expression


@_node
class DeclareRow(Shown):
    """A new local row of so many items, whose values mean nothing yet."""

    name: str
    type: Type
    size: int


@_node
class Assign(Shown):
    """A new value for a local."""

    name: str
    value: Expression


@_node
class Put(Shown):
    """A new value for an item of a local row."""

    row: str
    index: Expression
    value: Expression


@_node
class Store(Shown):
    """A new value for a place of a field."""

    field: str
    index: Expression
    value: Expression


@_node
class If(Shown):
    condition: Expression
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...] = ()


@_node
class For(Shown):
    """``name`` from ``low`` up to ``end - 1``; both are worked out once."""

    name: str
    type: Type
    low: Expression
    end: Expression
    body: tuple[Statement, ...]


@_node
class ForBits(Shown):
    """``name`` through the numbers of a word, the lowest first; the word is worked out once."""

    name: str
    type: Type
    word: Expression
    body: tuple[Statement, ...]


@_node
class While(Shown):
    condition: Expression
    body: tuple[Statement, ...]


@_node
class Break(Shown):
    """Leave the innermost loop."""


@_node
class Continue(Shown):
    """Go on with the next pass of the innermost loop."""


@_node
class Return(Shown):
    """Leave the function; ``value`` None in one that gives nothing."""

    value: Expression | None


@_node
class Do(Shown):
    """Carry out a function that gives nothing, or whose value nobody wants."""

    call: Call


@_node
class Fail(Shown):
    """End the run with fault ``number`` of the program; the values go into its message."""

    number: int
    values: tuple[Expression, ...] = ()


@_node
class Halt(Shown):
    """End the run; why stands in the state."""


@_node
class Jump(Shown):
    """Go on with another block."""

    block: Target


@_node
class Back(Shown):
    """Go on with the block that a field numbers among ``blocks``."""

    field: str
    blocks: list[Target]


@_node
class Wait(Shown):
    """End the run until somebody has answered; then go on with a block. Who is asked stands in the state."""

    block: Target


@_node
class Remark(Shown):
    """What follows stands on this line of the rules; for people who read the printed program."""

    line: int


@_node
class Note(Shown):
    """Something to be told: ``number`` among the notes of the program says what, with these values.

    It changes nothing. Printers write the notes ``about`` that they are asked for as calls of somebody who wants to
    know; ``result`` names a local for what that one answers.
    """

    about: str
    number: int
    values: tuple[Expression, ...] = ()
    result: str = ""


@_node
class Aside(Shown):
    """What is carried out only where notes ``about`` the same are written: it works out their values."""

    about: str
    body: tuple[Statement, ...]


@_node
class IfForced(Shown):
    """Two versions of the same: where outcomes may be forced, and where they are drawn.

    Of a program with such nodes the lowering makes two, each with one version, before anything else is done with them.
    """

    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...] = ()


@_node
class Append(Shown):
    """Add a number to the list that is asked for: at a wait the code of a legal choice."""

    code: Expression


@_node
class Try(Shown):
    """Statements without a wait or a return; where one of them ends the run with a fault, others instead."""

    body: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


@_node
class Ordered(Shown):
    """Statements of a wait; the codes that they add come in order, and those of before stay before them."""

    body: tuple[Statement, ...]


Statement = (
    Declare
    | DeclareRow
    | Assign
    | Put
    | Store
    | If
    | For
    | ForBits
    | While
    | Break
    | Continue
    | Return
    | Do
    | Fail
    | Halt
    | Jump
    | Back
    | Wait
    | Append
    | Ordered
    | Try
    | Remark
    | Note
    | Aside
    | IfForced
)


@attrs.define(eq=False)
class Target:
    """A block that may not have its number yet."""

    block: int = -1


# ---------------------------------------------------------------- programs


@_node
class Field(Shown):
    """``count`` places of the state with numbers of one type, at first ``initial`` each."""

    name: str
    count: int
    type: Type


@_node
class Parameter(Shown):
    name: str
    type: Type


@_node
class Function(Shown):
    """A function without recursion; ``result`` None gives nothing."""

    name: str
    parameters: tuple[Parameter, ...]
    result: Type | None
    body: tuple[Statement, ...]


Derive = Callable[[Callable[[str], Sequence[int]]], list[int]]


@_node
class Length(Shown):
    """How many places of a row mean something: so many for ``each`` that a field counts, and some ``more``."""

    field: str
    each: int = 1
    more: int = 0


@attrs.define
class Program:
    """A kernel program.

    ``widths``: of the tables that hold words. ``initial``: the state before the first block, by field. ``blocks``: play
    begins with block 0. ``waits``: by the block behind a wait what adds the legal choices. ``faults``: what ``Fail``
    numbers, for messages; ``stuck``: by the block behind a wait the one that nothing is possible there.
    ``notes``: what ``Note`` numbers, for whoever is told. ``kept``: the fields whose bits say
    which values of a function are known; who writes into a state from outside sets them to 0. ``standing``: by the
    block behind a wait where play stands there; ``sites``: by paragraph where it stands at each of its calls;
    ``within``: by block in which paragraph it is; for whoever looks at states. ``entrances``: blocks that only
    scenarios begin with. ``derived``: by field that only follows from others what makes it, given what reads fields.
    ``rows``: by field that is a row its length: places behind that mean nothing. ``under``: by field whose places mean
    nothing where others are 0 the field of these, and the first of them.
    ``most_choices``: more choices are never listed at once. ``plain``: the program as it was before its passes, which
    stands in the same blocks and reads what the rules read; None: that is this one.
    ``deep``: whether functions call each other deeper than Python lets them without being told.
    ``spare``: functions that stand written wherever they were called; whoever calls one anew takes it out of here.
    """

    fields: dict[str, Field] = attrs.field(factory=dict)
    tables: dict[str, tuple[int, ...]] = attrs.field(factory=dict)
    widths: dict[str, int] = attrs.field(factory=dict)
    functions: dict[str, Function] = attrs.field(factory=dict)
    blocks: list[tuple[Statement, ...]] = attrs.field(factory=list)
    waits: dict[int, tuple[Statement, ...]] = attrs.field(factory=dict)
    initial: dict[str, list[int]] = attrs.field(factory=dict)
    faults: list[object] = attrs.field(factory=list)
    stuck: dict[int, int] = attrs.field(factory=dict)
    notes: list[object] = attrs.field(factory=list)
    kept: dict[str, str] = attrs.field(factory=dict)
    standing: dict[int, object] = attrs.field(factory=dict)
    sites: dict[str, list[Any]] = attrs.field(factory=dict)
    within: dict[int, object] = attrs.field(factory=dict)
    entrances: dict[tuple[object, ...], Target] = attrs.field(factory=dict)
    derived: dict[str, Derive] = attrs.field(factory=dict)
    rows: dict[str, Length] = attrs.field(factory=dict)
    under: dict[str, tuple[str, int]] = attrs.field(factory=dict)
    most_choices: int = 0
    plain: Program | None = None
    deep: bool = False
    spare: set[str] = attrs.field(factory=set)

    def places(self) -> Mapping[str, int]:
        """Return where each field begins in the block of the state."""
        found, size = {}, 0
        for field in self.fields.values():
            found[field.name] = size
            size += field.count
        return found

    def called(self) -> Iterator[Function]:
        """Yield the functions that are still called."""
        return (one for name, one in self.functions.items() if name not in self.spare)

    @property
    def size(self) -> int:
        """How many numbers a state has."""
        return sum(field.count for field in self.fields.values())

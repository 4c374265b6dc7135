"""The AST of declarations: types, traits, tables and entries. See ``nodes`` for all of it."""

from __future__ import annotations

from typing import Literal

import attrs

from gamedsl.source import Span
from gamedsl.syntax.nodes.bodies import NOWHERE, Expr, Let, Node, Step, Words

# ---------------------------------------------------------------- types of entries, columns and parameters


@attrs.frozen(slots=False, eq=False, repr=False)
class TypeExpr(Node):
    """What is written after a colon."""


@attrs.frozen(slots=False, eq=False, repr=False)
class NamedType(TypeExpr):
    """``colour``, ``card``, ``bool``, ``player``, ``space``, ``chart``, ``words``, ``condition`` …"""

    name: str


@attrs.frozen(slots=False, eq=False, repr=False)
class RangeType(TypeExpr):
    low: int
    high: int


@attrs.frozen(slots=False, eq=False, repr=False)
class SetType(TypeExpr):
    item: TypeExpr


@attrs.frozen(slots=False, eq=False, repr=False)
class DesignType(TypeExpr):
    kind: str


@attrs.frozen(slots=False, eq=False, repr=False)
class ZoneType(TypeExpr):
    form: Literal["purse", "heap", "stack", "slot"]
    kind: str


@attrs.frozen(slots=False, eq=False, repr=False)
class DiceType(TypeExpr):
    """``dice 1..6`` or ``dice of suit``."""

    faces: RangeType | NamedType


@attrs.frozen(slots=False, eq=False, repr=False)
class MaybeType(TypeExpr):
    """``item or none``."""

    item: TypeExpr


@attrs.frozen(slots=False, eq=False, repr=False)
class Key(Node):
    """``[name: type]``; the name may be left out (``[branch]``)."""

    name: str | None
    type: TypeExpr


@attrs.frozen(slots=False, eq=False, repr=False)
class Param(Node):
    """``(name: type = default)``."""

    name: str
    type: TypeExpr
    default: Expr | None = None


# ---------------------------------------------------------------- traits of entries


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Trait(Node):
    """What is written behind a comma; it may depend on an option condition."""

    condition: Expr | None = None


@attrs.frozen(slots=False, eq=False, repr=False)
class Seen(Trait):
    by: Literal["all", "owner", "none"]


@attrs.frozen(slots=False, eq=False, repr=False)
class Refilled(Trait):
    """``refilled from source [to level after phase]``."""

    source: str
    level: int | None = None
    phase: str | None = None


@attrs.frozen(slots=False, eq=False, repr=False)
class Flag(Trait):
    name: Literal["unlimited", "full", "overdraft", "quiet"]


@attrs.frozen(slots=False, eq=False, repr=False)
class Copies(Trait):
    """``30 each branch``, ``1 each suit and rank: 1..8``."""

    count: int
    each: tuple[Key, ...] = ()


@attrs.frozen(slots=False, eq=False, repr=False)
class Adjacent(Trait):
    """``adjacent by row and col`` or ``adjacent by neighbours`` (``second`` is then None)."""

    first: str
    second: str | None = None


@attrs.frozen(slots=False, eq=False, repr=False)
class Csv(Trait):
    path: str


@attrs.frozen(slots=False, eq=False, repr=False)
class Grid(Trait):
    """``grid a..h by 1..8`` or ``grid a..k by 1..11 of hexagons``; ends are as written, letters or numbers."""

    columns: tuple[str, str]
    rows: tuple[str, str]
    hexagons: bool = False


@attrs.frozen(slots=False, eq=False, repr=False)
class Run(Node):
    """One drawn line: the names of its places in order."""

    places: tuple[str, ...]


@attrs.frozen(slots=False, eq=False, repr=False)
class DrawnLines(Trait):
    """``lines (a7 d7 g7, a7 a4 a1)``: how lines on the board join its places."""

    runs: tuple[Run, ...]


# ---------------------------------------------------------------- tables


@attrs.frozen(slots=False, eq=False, repr=False)
class Column(Node):
    """``name(params)[keys]: type = default as told``; untyped columns are keys.

    ``told`` names the column with the words for its cells.
    """

    name: str
    params: tuple[Param, ...] = ()
    keys: tuple[Key, ...] = ()
    type: TypeExpr | None = None
    default: Expr | None = None
    told: str | None = None
    told_span: Span | None = attrs.field(default=None, eq=False, repr=False)


@attrs.frozen(slots=False, eq=False, repr=False)
class Cell(Node):
    """One cell: text in quotes, or steps (an expression stands as one CallStep), or empty (both None/())."""

    text: str | None = None
    steps: tuple[Step, ...] = ()


@attrs.frozen(slots=False, eq=False, repr=False)
class Row(Node):
    cells: tuple[Cell, ...]


@attrs.frozen(slots=False, eq=False, repr=False)
class Table(Node):
    columns: tuple[Column, ...]
    rows: tuple[Row, ...] = ()


# ---------------------------------------------------------------- entries (nouns)


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Editable(Node):
    """An entry or paragraph; ``change`` marks ``change NAME`` of a variant. ``name_span`` is the place of the name."""

    change: bool = False
    name_span: Span = attrs.field(default=NOWHERE, eq=False, repr=False)


@attrs.frozen(slots=False, eq=False, repr=False)
class Removal(Node):
    """``remove name`` of a variant."""

    name: str


@attrs.frozen(slots=False, eq=False, repr=False)
class Fact(Node):
    """One line of ``about``."""

    key: str
    text: str


@attrs.frozen(slots=False, eq=False, repr=False)
class Choice(Node):
    """One value of an option or one word of a list."""

    value: str | int | bool


@attrs.frozen(slots=False, eq=False, repr=False)
class Choices(Editable):
    """An option or a list of words."""

    name: str
    choices: tuple[Choice, ...]
    words: Words | None = None


@attrs.frozen(slots=False, eq=False, repr=False)
class Entry(Editable):
    """``name[keys]: type = initial, traits "words"`` with an optional table.

    ``edits`` are what variants do to the rows of the table or CSV file, in their order; the text of the entry has none.
    """

    name: str
    type: TypeExpr
    keys: tuple[Key, ...] = ()
    initial: Expr | None = None
    traits: tuple[Trait, ...] = ()
    words: Words | None = None
    table: Table | None = None
    edits: tuple[RowEdits, ...] = attrs.field(default=(), eq=False, repr=False)


@attrs.frozen(slots=False, eq=False, repr=False)
class EditedColumn(Node):
    """A column in the head of a table of edited rows: ``name``, or ``name[keys]`` for one place of a keyed column.

    ``type`` is what the column holds from now on; None when that stays as it is in the base.
    """

    name: str
    keys: tuple[Expr, ...] = ()
    type: TypeExpr | None = None


@attrs.frozen(slots=False, eq=False, repr=False)
class RowRemoval(Node):
    """``remove cairo`` among edited rows; ``remove high, 3`` for a chart, whose last keys may be left out."""

    keys: tuple[Expr, ...]


@attrs.frozen(slots=False, eq=False, repr=False)
class RowEdits(Editable):
    """``change name`` of a variant with a table under it that holds only the rows and columns that differ.

    ``removals`` are the rows taken away. ``change`` is always true.
    """

    name: str
    columns: tuple[EditedColumn, ...] = ()
    rows: tuple[Row, ...] = ()
    removals: tuple[RowRemoval, ...] = ()


@attrs.frozen(slots=False, eq=False, repr=False)
class Term(Editable):
    """``name(params) = value``; ``params`` is None without brackets. ``lets`` stand under it."""

    name: str
    params: tuple[Param, ...] | None
    value: Expr
    words: Words | None = None
    lets: tuple[Let, ...] = ()

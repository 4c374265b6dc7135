"""The AST: one frozen class for each construct of the language; the parser makes them, every pass reads them."""

from __future__ import annotations

from typing import Literal

import attrs

from gamedsl.record import Record, record
from gamedsl.source import Source, Span

_NOWHERE = Span(Source("<made>", ""), 1, 1, 1, 1)


@record(kw_only=True, eq=False, repr=False)
class Node(Record):
    """A piece of a rule file. The span takes no part in equality."""

    span: Span = attrs.field(default=_NOWHERE, eq=False, repr=False)


# ---------------------------------------------------------------- words


@record(eq=False, repr=False)
class Slot(Node):
    """``{value}`` or ``{value|one|many}`` inside words; ``forms`` are the number forms, often empty.

    ``most`` is given in ``{value of most}``, a meter.
    """

    value: Expr
    forms: tuple[str, ...] = ()
    most: Expr | None = None


@record(eq=False, repr=False)
class Reference(Node):
    """A rulebook reference: ``MOG-061``, or a range ``MOG-060..MOG-070`` (``last`` is then the end)."""

    first: str
    last: str | None = None


@record(eq=False, repr=False)
class Words(Node):
    """Words for people, cut at their slots, and the rulebook rules they implement.

    ``parts`` is None when only references are given.
    """

    parts: tuple[str | Slot, ...] | None = None
    references: tuple[Reference, ...] = ()


# ---------------------------------------------------------------- expressions


@record(eq=False, repr=False)
class Expr(Node):
    """Any expression."""


@record(eq=False, repr=False)
class Name(Expr):
    name: str


@record(eq=False, repr=False)
class Number(Expr):
    value: int


@record(eq=False, repr=False)
class Truth(Expr):
    """``yes`` or ``no``."""

    value: bool


@record(eq=False, repr=False)
class Nothing(Expr):
    """``none``."""


@record(eq=False, repr=False)
class Member(Expr):
    """``value.name``; ``name_span`` is the place of the name alone."""

    value: Expr
    name: str
    name_span: Span = attrs.field(default=_NOWHERE, eq=False, repr=False)


@record(eq=False, repr=False)
class Index(Expr):
    """``value[keys]``."""

    value: Expr
    keys: tuple[Expr, ...]


@record(eq=False, repr=False)
class Call(Expr):
    """``function(arguments)``; the function is a Name or a Member."""

    function: Expr
    arguments: tuple[Expr, ...]


@record(eq=False, repr=False)
class Negative(Expr):
    """``-value``."""

    value: Expr


@record(eq=False, repr=False)
class Not(Expr):
    value: Expr


ArithmeticSign = Literal["+", "-", "*", "/", "mod"]


@record(eq=False, repr=False)
class Arithmetic(Expr):
    """``left sign right``; ``+`` and ``-`` also stand between sets."""

    sign: ArithmeticSign
    left: Expr
    right: Expr


@record(eq=False, repr=False)
class Between(Expr):
    """``low..high``: the set of ints from low to high."""

    low: Expr
    high: Expr


CompareSign = Literal["=", "!=", "<", "<=", ">", ">=", "in", "not in"]


@record(eq=False, repr=False)
class Compare(Expr):
    sign: CompareSign
    left: Expr
    right: Expr


@record(eq=False, repr=False)
class And(Expr):
    items: tuple[Expr, ...]


@record(eq=False, repr=False)
class Or(Expr):
    items: tuple[Expr, ...]


@record(eq=False, repr=False)
class Either(Expr):
    """``value if condition else otherwise``."""

    value: Expr
    condition: Expr
    otherwise: Expr


@record(eq=False, repr=False)
class SetOf(Expr):
    """``{a, b}``."""

    items: tuple[Expr, ...]


@record(eq=False, repr=False)
class Filter(Expr):
    """``source where condition``: attributes stand bare in the condition."""

    source: Expr
    condition: Expr


@record(eq=False, repr=False)
class Binder(Node):
    """``name in source [where condition]``."""

    name: str
    source: Expr
    condition: Expr | None = None
    name_span: Span = attrs.field(default=_NOWHERE, eq=False, repr=False)


@record(eq=False, repr=False)
class Gather(Expr):
    """``value for each x in S for each y in T``."""

    value: Expr
    loops: tuple[Binder, ...]


@record(eq=False, repr=False)
class Order(Node):
    """``most key`` or ``least key``."""

    direction: Literal["most", "least"]
    key: Expr


@record(eq=False, repr=False)
class Tie(Node):
    """``ties all``, ``ties none``, ``ties never`` or ``ties from start`` (``start`` is then given)."""

    policy: Literal["all", "none", "never", "from"]
    start: Expr | None = None


@record(eq=False, repr=False)
class Ranking(Expr):
    """``the x in S with … ties …`` (one, or a set) and ``ranked x in S with … ties …`` (a list)."""

    form: Literal["the", "ranked"]
    binder: Binder
    orders: tuple[Order, ...]
    tie: Tie


# ---------------------------------------------------------------- plans


@record(eq=False, repr=False)
class Plan(Node):
    """What may be done, how often, in what order."""


@record(eq=False, repr=False)
class PlanCall(Plan):
    """An action, a group or a phase by name; ``arguments`` is None without brackets."""

    name: str
    arguments: tuple[Expr, ...] | None = None


@record(eq=False, repr=False)
class PlanSequence(Plan):
    """``a then b``."""

    items: tuple[Plan, ...]


@record(eq=False, repr=False)
class PlanChoice(Plan):
    """``a or b``."""

    items: tuple[Plan, ...]


@record(eq=False, repr=False)
class PlanMix(Plan):
    """``a and b``: both, interleaved."""

    items: tuple[Plan, ...]


@record(eq=False, repr=False)
class PlanRepeat(Plan):
    """``2 of X``, ``up to 2 of X``, ``up to option of X``; ``any number of X`` has the limit None."""

    kind: Literal["exactly", "up to", "any number"]
    limit: int | str | None
    plan: Plan


# ---------------------------------------------------------------- steps


@record(kw_only=True, eq=False, repr=False)
class Step(Node):
    """Something that changes; ``words`` label its ledger entry."""

    words: Words | None = None


@record(eq=False, repr=False)
class Pay(Step):
    amount: Expr
    source: Expr
    target: Expr


@record(eq=False, repr=False)
class Move(Step):
    pieces: Expr
    target: Expr
    at_bottom: bool = False


@record(eq=False, repr=False)
class Deal(Step):
    count: Expr
    source: Expr
    target: Expr


@record(eq=False, repr=False)
class Shuffle(Step):
    zone: Expr


@record(eq=False, repr=False)
class Roll(Step):
    """``roll die``, ``roll die[1]``, ``roll value in domain``."""

    target: Expr
    domain: Expr | None = None


@record(eq=False, repr=False)
class Assign(Step):
    """``set target to value``."""

    target: Expr
    value: Expr


@record(eq=False, repr=False)
class Let(Step):
    """``let name = value``; also the field ``let:`` of a card."""

    name: str
    value: Expr
    name_span: Span = attrs.field(default=_NOWHERE, eq=False, repr=False)


@record(eq=False, repr=False)
class Score(Step):
    """``score scoring_source points for player``."""

    scoring_source: str
    points: Expr
    player: Expr


@record(eq=False, repr=False)
class Pick(Step):
    """``pick x in S where C "question"``; also the field ``pick:`` of a card."""

    binder: Binder


@record(eq=False, repr=False)
class Offer(Step):
    """``offer player: plan``."""

    player: Expr
    plan: Plan


@record(eq=False, repr=False)
class Show(Step):
    pieces: Expr
    viewers: Expr


@record(eq=False, repr=False)
class CallStep(Step):
    """A rule, or a ``rule`` cell, by name; also the expression of a data cell."""

    call: Expr


@record(eq=False, repr=False)
class Branch(Node):
    condition: Expr
    body: tuple[Step, ...]


@record(eq=False, repr=False)
class If(Step):
    """``if … else if … else``; ``else_span`` is the place of the last part."""

    branches: tuple[Branch, ...]
    otherwise: tuple[Step, ...] = ()
    else_span: Span = attrs.field(default=_NOWHERE, eq=False, repr=False)


@record(eq=False, repr=False)
class ForEach(Step):
    """``for each x in S [where C] [from start] [chosen "…"]: body``; ``words`` are those of ``chosen``."""

    binder: Binder
    start: Expr | None
    chosen: bool
    body: tuple[Step, ...]


@record(eq=False, repr=False)
class Repeat(Step):
    """``repeat count times [until condition]: body``."""

    count: Expr
    until: Expr | None
    body: tuple[Step, ...]


@record(eq=False, repr=False)
class Expect(Step):
    """Scenarios only."""

    condition: Expr


@record(eq=False, repr=False)
class PlayMove(Step):
    """Scenarios only: ``A: move, answer`` or ``illegal A: move "reason"``."""

    seat: str
    moves: tuple[Expr, ...]
    illegal: bool = False


@record(eq=False, repr=False)
class Force(Step):
    """Scenarios only: ``force name: values``."""

    name: str
    values: tuple[Expr, ...]


# ---------------------------------------------------------------- types of entries, columns and parameters


@record(eq=False, repr=False)
class TypeExpr(Node):
    """What is written after a colon."""


@record(eq=False, repr=False)
class NamedType(TypeExpr):
    """``colour``, ``card``, ``bool``, ``player``, ``space``, ``chart``, ``words``, ``condition`` …"""

    name: str


@record(eq=False, repr=False)
class RangeType(TypeExpr):
    low: int
    high: int


@record(eq=False, repr=False)
class SetType(TypeExpr):
    item: TypeExpr


@record(eq=False, repr=False)
class DesignType(TypeExpr):
    kind: str


@record(eq=False, repr=False)
class ZoneType(TypeExpr):
    form: Literal["purse", "heap", "stack", "slot"]
    kind: str


@record(eq=False, repr=False)
class DiceType(TypeExpr):
    """``dice 1..6`` or ``dice of suit``."""

    faces: RangeType | NamedType


@record(eq=False, repr=False)
class MaybeType(TypeExpr):
    """``item or none``."""

    item: TypeExpr


@record(eq=False, repr=False)
class Key(Node):
    """``[name: type]``; the name may be left out (``[branch]``)."""

    name: str | None
    type: TypeExpr


@record(eq=False, repr=False)
class Param(Node):
    """``(name: type = default)``."""

    name: str
    type: TypeExpr
    default: Expr | None = None


# ---------------------------------------------------------------- traits of entries


@record(kw_only=True, eq=False, repr=False)
class Trait(Node):
    """What is written behind a comma; it may depend on an option condition."""

    condition: Expr | None = None


@record(eq=False, repr=False)
class Seen(Trait):
    by: Literal["all", "owner", "none"]


@record(eq=False, repr=False)
class Refilled(Trait):
    """``refilled from source [to level after phase]``."""

    source: str
    level: int | None = None
    phase: str | None = None


@record(eq=False, repr=False)
class Flag(Trait):
    name: Literal["unlimited", "full", "overdraft"]


@record(eq=False, repr=False)
class Copies(Trait):
    """``30 each branch``, ``1 each suit and rank: 1..8``."""

    count: int
    each: tuple[Key, ...] = ()


@record(eq=False, repr=False)
class Adjacent(Trait):
    """``adjacent by row and col`` or ``adjacent by neighbours`` (``second`` is then None)."""

    first: str
    second: str | None = None


@record(eq=False, repr=False)
class Csv(Trait):
    path: str


# ---------------------------------------------------------------- tables


@record(eq=False, repr=False)
class Column(Node):
    """``name(params)[keys]: type = default``; untyped columns are keys."""

    name: str
    params: tuple[Param, ...] = ()
    keys: tuple[Key, ...] = ()
    type: TypeExpr | None = None
    default: Expr | None = None


@record(eq=False, repr=False)
class Cell(Node):
    """One cell: text in quotes, or steps (an expression stands as one CallStep), or empty (both None/())."""

    text: str | None = None
    steps: tuple[Step, ...] = ()


@record(eq=False, repr=False)
class Row(Node):
    cells: tuple[Cell, ...]


@record(eq=False, repr=False)
class Table(Node):
    columns: tuple[Column, ...]
    rows: tuple[Row, ...] = ()


# ---------------------------------------------------------------- entries (nouns)


@record(kw_only=True, eq=False, repr=False)
class Editable(Node):
    """An entry or card; ``change`` marks ``change NAME`` of a variant. ``name_span`` is the place of the name."""

    change: bool = False
    name_span: Span = attrs.field(default=_NOWHERE, eq=False, repr=False)


@record(eq=False, repr=False)
class Removal(Node):
    """``remove name`` of a variant."""

    name: str


@record(eq=False, repr=False)
class Fact(Node):
    """One line of ``about``."""

    key: str
    text: str


@record(eq=False, repr=False)
class Choice(Node):
    """One value of an option or one word of a list."""

    value: str | int | bool


@record(eq=False, repr=False)
class Choices(Editable):
    """An option or a list of words."""

    name: str
    choices: tuple[Choice, ...]
    words: Words | None = None


@record(eq=False, repr=False)
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


@record(eq=False, repr=False)
class EditedColumn(Node):
    """A column in the head of a table of edited rows: ``name``, or ``name[keys]`` for one place of a keyed column.

    ``type`` is what the column holds from now on; None when that stays as it is in the base.
    """

    name: str
    keys: tuple[Expr, ...] = ()
    type: TypeExpr | None = None


@record(eq=False, repr=False)
class RowRemoval(Node):
    """``remove cairo`` among edited rows; ``remove high, 3`` for a chart, whose last keys may be left out."""

    keys: tuple[Expr, ...]


@record(eq=False, repr=False)
class RowEdits(Editable):
    """``change name`` of a variant with a table under it that holds only the rows and columns that differ.

    ``removals`` are the rows taken away. ``change`` is always true.
    """

    name: str
    columns: tuple[EditedColumn, ...] = ()
    rows: tuple[Row, ...] = ()
    removals: tuple[RowRemoval, ...] = ()


@record(eq=False, repr=False)
class Term(Editable):
    """``name(params) = value``; ``params`` is None without brackets."""

    name: str
    params: tuple[Param, ...] | None
    value: Expr
    words: Words | None = None


@record(eq=False, repr=False)
class EachBlock(Node):
    """``each player`` with entries (in ``table``), terms (in ``terms``) or displays under it."""

    kind: str
    items: tuple[Entry | Term | Card | Removal, ...]


# ---------------------------------------------------------------- cards (verbs) and their fields


@record(eq=False, repr=False)
class Field(Node):
    """One field of a card."""


@record(eq=False, repr=False)
class Who(Field):
    value: Expr
    start: Expr | None = None
    together: bool = False


@record(eq=False, repr=False)
class Condition(Field):
    """``when once until worth winner``; ``change`` marks an edited line of ``end`` in a variant."""

    keyword: Literal["when", "once", "until", "worth", "winner"]
    value: Expr
    words: Words | None = None
    change: bool = False


@record(eq=False, repr=False)
class Steps(Field):
    """``cost start then given``."""

    keyword: Literal["cost", "start", "then", "given"]
    steps: tuple[Step, ...]


@record(eq=False, repr=False)
class PickField(Field):
    pick: Pick


@record(eq=False, repr=False)
class LetField(Field):
    let: Let


@record(eq=False, repr=False)
class Play(Field):
    plan: Plan


@record(eq=False, repr=False)
class Pass(Field):
    words: Words


@record(eq=False, repr=False)
class NameItem(Node):
    """One name in a list of names."""

    name: str


@record(eq=False, repr=False)
class Names(Field):
    """``steps forbid at``."""

    keyword: Literal["steps", "forbid", "at"]
    names: tuple[NameItem, ...]
    words: Words | None = None


@record(eq=False, repr=False)
class After(Field):
    """``after: card(params)``; ``params`` is None without brackets."""

    card: str
    params: tuple[NameItem, ...] | None = None


@record(eq=False, repr=False)
class Change(Field):
    """``change: term to value`` of a modifier."""

    term: str
    value: Expr


@record(eq=False, repr=False)
class Players(Field):
    """``players: low to high as names``; ``high`` equals ``low`` when one number is written."""

    low: int
    high: int
    names: tuple[str, ...] = ()


@record(eq=False, repr=False)
class Setting(Node):
    """``option = value`` of a scenario's ``with``."""

    option: str
    value: Choice


@record(eq=False, repr=False)
class With(Field):
    settings: tuple[Setting, ...]


@record(eq=False, repr=False)
class Seed(Field):
    """The seed of all chance in a scenario."""

    number: int


@record(eq=False, repr=False)
class Depth(Field):
    count: int


@record(eq=False, repr=False)
class DisplayField(Field):
    """One field of a display."""


@record(eq=False, repr=False)
class EachField(DisplayField):
    """``each: x in S where C``: a box for each."""

    binder: Binder


@record(eq=False, repr=False)
class Place(DisplayField):
    """``at: row, column``, or one name: ``at: ring``."""

    first: Expr
    second: Expr | None = None


@record(eq=False, repr=False)
class Joined(DisplayField):
    """``joined: value``: boxes side by side with the same value become one."""

    value: Expr


@record(eq=False, repr=False)
class Title(DisplayField):
    """``title: "words"``; None is ``title: none``."""

    words: Words | None


@record(eq=False, repr=False)
class Line(DisplayField):
    """``line: "words" if condition``."""

    words: Words
    condition: Expr | None = None


@record(eq=False, repr=False)
class SeenBy(DisplayField):
    """``seen by: owner if condition``."""

    by: Literal["all", "owner"]
    condition: Expr | None = None


@record(eq=False, repr=False)
class Instead(DisplayField):
    """``instead of: entries``."""

    names: tuple[NameItem, ...]


@record(eq=False, repr=False)
class Added(Field):
    """``add field`` under ``change NAME`` of a variant: the field joins those of the base and replaces none."""

    field: Field


@record(eq=False, repr=False)
class Card(Editable):
    """A phase, action, rule, trigger, modifier, scoring source, hint, scenario or display: its section says which."""

    name: str
    params: tuple[Param, ...] = ()
    words: Words | None = None
    fields: tuple[Field, ...] = ()


# ---------------------------------------------------------------- sections and files

SectionKeyword = Literal[
    "about",
    "options",
    "types",
    "components",
    "table",
    "terms",
    "setup",
    "phases",
    "actions",
    "rules",
    "triggers",
    "modifiers",
    "scoring",
    "hints",
    "end",
    "scenarios",
    "display",
]


@record(eq=False, repr=False)
class StepEdit(Node):
    """``change STEP`` under ``setup`` of a variant, with the steps that take its place.

    Without ``new``, ``old`` is a step that holds others: it replaces the one of the base with the same first line.
    """

    old: Step
    new: tuple[Step, ...] = ()


@record(eq=False, repr=False)
class StepRemoval(Node):
    """``remove STEP`` under ``setup`` of a variant; of a step that holds others the first line is enough."""

    step: Step


Item = Fact | Choices | Entry | RowEdits | EachBlock | Term | Card | Condition | Step | StepEdit | StepRemoval | Removal


@record(eq=False, repr=False)
class Section(Node):
    """One section; ``name`` is that of a group of actions, else None.

    ``change`` marks ``change setup`` of a variant, and without items ``remove setup``.
    """

    keyword: SectionKeyword
    items: tuple[Item, ...]
    name: str | None = None
    words: Words | None = None
    change: bool = False


@record(eq=False, repr=False)
class File(Node):
    """A whole rule file."""

    name: str


@record(eq=False, repr=False)
class GameFile(File):
    fields: tuple[Field, ...]
    sections: tuple[Section, ...]
    words: Words | None = None


@record(eq=False, repr=False)
class VariantFile(File):
    """``variant name "title" of "base"``; ``fields`` replace those of the same keyword in the header of the base."""

    base: str
    sections: tuple[Section, ...]
    title: Words | None = None
    fields: tuple[Field, ...] = ()


@record(eq=False, repr=False)
class ScenarioFile(File):
    """``scenarios name "title" of "base"``."""

    base: str
    cards: tuple[Card, ...]
    title: Words | None = None

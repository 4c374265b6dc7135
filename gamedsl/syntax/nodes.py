"""The AST: one frozen class for each construct of the language; the parser makes them, every pass reads them."""

from __future__ import annotations

from typing import Literal

import attrs

from gamedsl.source import Source, Span

_NOWHERE = Span(Source("<made>", ""), 1, 1, 1, 1)


@attrs.frozen(kw_only=True)
class Node:
    """A piece of a rule file. The span takes no part in equality."""

    span: Span = attrs.field(default=_NOWHERE, eq=False, repr=False)


# ---------------------------------------------------------------- words


@attrs.frozen
class Slot(Node):
    """``{value}`` or ``{value|one|many}`` inside words; ``forms`` are the number forms, often empty."""

    value: Expr
    forms: tuple[str, ...] = ()


@attrs.frozen
class Reference(Node):
    """A rulebook reference: ``MOG-061``, or a range ``MOG-060..MOG-070`` (``last`` is then the end)."""

    first: str
    last: str | None = None


@attrs.frozen
class Words(Node):
    """Words for people, cut at their slots, and the rulebook rules they implement.

    ``parts`` is None when only references are given.
    """

    parts: tuple[str | Slot, ...] | None = None
    references: tuple[Reference, ...] = ()


# ---------------------------------------------------------------- expressions


@attrs.frozen
class Expr(Node):
    """Any expression."""


@attrs.frozen
class Name(Expr):
    name: str


@attrs.frozen
class Number(Expr):
    value: int


@attrs.frozen
class Truth(Expr):
    """``yes`` or ``no``."""

    value: bool


@attrs.frozen
class Nothing(Expr):
    """``none``."""


@attrs.frozen
class Member(Expr):
    """``value.name``; ``name_span`` is the place of the name alone."""

    value: Expr
    name: str
    name_span: Span = attrs.field(default=_NOWHERE, eq=False, repr=False)


@attrs.frozen
class Index(Expr):
    """``value[keys]``."""

    value: Expr
    keys: tuple[Expr, ...]


@attrs.frozen
class Call(Expr):
    """``function(arguments)``; the function is a Name or a Member."""

    function: Expr
    arguments: tuple[Expr, ...]


@attrs.frozen
class Negative(Expr):
    """``-value``."""

    value: Expr


@attrs.frozen
class Not(Expr):
    value: Expr


ArithmeticSign = Literal["+", "-", "*", "/", "mod"]


@attrs.frozen
class Arithmetic(Expr):
    """``left sign right``; ``+`` and ``-`` also stand between sets."""

    sign: ArithmeticSign
    left: Expr
    right: Expr


@attrs.frozen
class Between(Expr):
    """``low..high``: the set of ints from low to high."""

    low: Expr
    high: Expr


CompareSign = Literal["=", "!=", "<", "<=", ">", ">=", "in", "not in"]


@attrs.frozen
class Compare(Expr):
    sign: CompareSign
    left: Expr
    right: Expr


@attrs.frozen
class And(Expr):
    items: tuple[Expr, ...]


@attrs.frozen
class Or(Expr):
    items: tuple[Expr, ...]


@attrs.frozen
class Either(Expr):
    """``value if condition else otherwise``."""

    value: Expr
    condition: Expr
    otherwise: Expr


@attrs.frozen
class SetOf(Expr):
    """``{a, b}``."""

    items: tuple[Expr, ...]


@attrs.frozen
class Filter(Expr):
    """``source where condition``: attributes stand bare in the condition."""

    source: Expr
    condition: Expr


@attrs.frozen
class Binder(Node):
    """``name in source [where condition]``."""

    name: str
    source: Expr
    condition: Expr | None = None
    name_span: Span = attrs.field(default=_NOWHERE, eq=False, repr=False)


@attrs.frozen
class Gather(Expr):
    """``value for each x in S for each y in T``."""

    value: Expr
    loops: tuple[Binder, ...]


@attrs.frozen
class Order(Node):
    """``most key`` or ``least key``."""

    direction: Literal["most", "least"]
    key: Expr


@attrs.frozen
class Tie(Node):
    """``ties all``, ``ties none``, ``ties never`` or ``ties from start`` (``start`` is then given)."""

    policy: Literal["all", "none", "never", "from"]
    start: Expr | None = None


@attrs.frozen
class Ranking(Expr):
    """``the x in S with … ties …`` (one, or a set) and ``ranked x in S with … ties …`` (a list)."""

    form: Literal["the", "ranked"]
    binder: Binder
    orders: tuple[Order, ...]
    tie: Tie


# ---------------------------------------------------------------- plans


@attrs.frozen
class Plan(Node):
    """What may be done, how often, in what order."""


@attrs.frozen
class PlanCall(Plan):
    """An action, a group or a phase by name; ``arguments`` is None without brackets."""

    name: str
    arguments: tuple[Expr, ...] | None = None


@attrs.frozen
class PlanSequence(Plan):
    """``a then b``."""

    items: tuple[Plan, ...]


@attrs.frozen
class PlanChoice(Plan):
    """``a or b``."""

    items: tuple[Plan, ...]


@attrs.frozen
class PlanMix(Plan):
    """``a and b``: both, interleaved."""

    items: tuple[Plan, ...]


@attrs.frozen
class PlanRepeat(Plan):
    """``2 of X``, ``up to 2 of X``, ``up to option of X``; ``any number of X`` has the limit None."""

    kind: Literal["exactly", "up to", "any number"]
    limit: int | str | None
    plan: Plan


# ---------------------------------------------------------------- steps


@attrs.frozen(kw_only=True)
class Step(Node):
    """Something that changes; ``words`` label its ledger entry."""

    words: Words | None = None


@attrs.frozen
class Pay(Step):
    amount: Expr
    source: Expr
    target: Expr


@attrs.frozen
class Move(Step):
    pieces: Expr
    target: Expr
    at_bottom: bool = False


@attrs.frozen
class Deal(Step):
    count: Expr
    source: Expr
    target: Expr


@attrs.frozen
class Shuffle(Step):
    zone: Expr


@attrs.frozen
class Roll(Step):
    """``roll die``, ``roll die[1]``, ``roll value in domain``."""

    target: Expr
    domain: Expr | None = None


@attrs.frozen
class Assign(Step):
    """``set target to value``."""

    target: Expr
    value: Expr


@attrs.frozen
class Let(Step):
    """``let name = value``; also the field ``let:`` of a card."""

    name: str
    value: Expr
    name_span: Span = attrs.field(default=_NOWHERE, eq=False, repr=False)


@attrs.frozen
class Score(Step):
    """``score scoring_source points for player``."""

    scoring_source: str
    points: Expr
    player: Expr


@attrs.frozen
class Pick(Step):
    """``pick x in S where C "question"``; also the field ``pick:`` of a card."""

    binder: Binder


@attrs.frozen
class Offer(Step):
    """``offer player: plan``."""

    player: Expr
    plan: Plan


@attrs.frozen
class Show(Step):
    pieces: Expr
    viewers: Expr


@attrs.frozen
class CallStep(Step):
    """A rule, or a ``rule`` cell, by name; also the expression of a data cell."""

    call: Expr


@attrs.frozen
class Branch(Node):
    condition: Expr
    body: tuple[Step, ...]


@attrs.frozen
class If(Step):
    """``if … else if … else``; ``else_span`` is the place of the last part."""

    branches: tuple[Branch, ...]
    otherwise: tuple[Step, ...] = ()
    else_span: Span = attrs.field(default=_NOWHERE, eq=False, repr=False)


@attrs.frozen
class ForEach(Step):
    """``for each x in S [where C] [from start] [chosen "…"]: body``; ``words`` are those of ``chosen``."""

    binder: Binder
    start: Expr | None
    chosen: bool
    body: tuple[Step, ...]


@attrs.frozen
class Repeat(Step):
    """``repeat count times [until condition]: body``."""

    count: Expr
    until: Expr | None
    body: tuple[Step, ...]


@attrs.frozen
class Expect(Step):
    """Scenarios only."""

    condition: Expr


@attrs.frozen
class PlayMove(Step):
    """Scenarios only: ``A: move, answer`` or ``illegal A: move "reason"``."""

    seat: str
    moves: tuple[Expr, ...]
    illegal: bool = False


@attrs.frozen
class Force(Step):
    """Scenarios only: ``force name: values``."""

    name: str
    values: tuple[Expr, ...]


# ---------------------------------------------------------------- types of entries, columns and parameters


@attrs.frozen
class TypeExpr(Node):
    """What is written after a colon."""


@attrs.frozen
class NamedType(TypeExpr):
    """``colour``, ``card``, ``bool``, ``player``, ``space``, ``chart``, ``words``, ``condition`` …"""

    name: str


@attrs.frozen
class RangeType(TypeExpr):
    low: int
    high: int


@attrs.frozen
class SetType(TypeExpr):
    item: TypeExpr


@attrs.frozen
class DesignType(TypeExpr):
    kind: str


@attrs.frozen
class ZoneType(TypeExpr):
    form: Literal["purse", "heap", "stack", "slot"]
    kind: str


@attrs.frozen
class DiceType(TypeExpr):
    """``dice 1..6`` or ``dice of suit``."""

    faces: RangeType | NamedType


@attrs.frozen
class MaybeType(TypeExpr):
    """``item or none``."""

    item: TypeExpr


@attrs.frozen
class Key(Node):
    """``[name: type]``; the name may be left out (``[branch]``)."""

    name: str | None
    type: TypeExpr


@attrs.frozen
class Param(Node):
    """``(name: type = default)``."""

    name: str
    type: TypeExpr
    default: Expr | None = None


# ---------------------------------------------------------------- traits of entries


@attrs.frozen(kw_only=True)
class Trait(Node):
    """What is written behind a comma; it may depend on an option condition."""

    condition: Expr | None = None


@attrs.frozen
class Seen(Trait):
    by: Literal["all", "owner", "none"]


@attrs.frozen
class Refilled(Trait):
    """``refilled from source [to level after phase]``."""

    source: str
    level: int | None = None
    phase: str | None = None


@attrs.frozen
class Flag(Trait):
    name: Literal["unlimited", "full", "overdraft"]


@attrs.frozen
class Copies(Trait):
    """``30 each branch``, ``1 each suit and rank: 1..8``."""

    count: int
    each: tuple[Key, ...] = ()


@attrs.frozen
class Adjacent(Trait):
    """``adjacent by row and col`` or ``adjacent by neighbours`` (``second`` is then None)."""

    first: str
    second: str | None = None


@attrs.frozen
class Csv(Trait):
    path: str


# ---------------------------------------------------------------- tables


@attrs.frozen
class Column(Node):
    """``name(params)[keys]: type = default``; untyped columns are keys."""

    name: str
    params: tuple[Param, ...] = ()
    keys: tuple[Key, ...] = ()
    type: TypeExpr | None = None
    default: Expr | None = None


@attrs.frozen
class Cell(Node):
    """One cell: text in quotes, or steps (an expression stands as one CallStep), or empty (both None/())."""

    text: str | None = None
    steps: tuple[Step, ...] = ()


@attrs.frozen
class Row(Node):
    cells: tuple[Cell, ...]


@attrs.frozen
class Table(Node):
    columns: tuple[Column, ...]
    rows: tuple[Row, ...] = ()


# ---------------------------------------------------------------- entries (nouns)


@attrs.frozen(kw_only=True)
class Editable(Node):
    """An entry or card; ``change`` marks ``change NAME`` of a variant. ``name_span`` is the place of the name."""

    change: bool = False
    name_span: Span = attrs.field(default=_NOWHERE, eq=False, repr=False)


@attrs.frozen
class Removal(Node):
    """``remove name`` of a variant."""

    name: str


@attrs.frozen
class Fact(Node):
    """One line of ``about``."""

    key: str
    text: str


@attrs.frozen
class Choice(Node):
    """One value of an option or one word of a list."""

    value: str | int | bool


@attrs.frozen
class Choices(Editable):
    """An option or a list of words."""

    name: str
    choices: tuple[Choice, ...]
    words: Words | None = None


@attrs.frozen
class Entry(Editable):
    """``name[keys]: type = initial, traits "words"`` with an optional table."""

    name: str
    type: TypeExpr
    keys: tuple[Key, ...] = ()
    initial: Expr | None = None
    traits: tuple[Trait, ...] = ()
    words: Words | None = None
    table: Table | None = None


@attrs.frozen
class Term(Editable):
    """``name(params) = value``; ``params`` is None without brackets."""

    name: str
    params: tuple[Param, ...] | None
    value: Expr
    words: Words | None = None


@attrs.frozen
class EachBlock(Node):
    """``each player`` with entries (in ``table``) or terms (in ``terms``) under it."""

    kind: str
    items: tuple[Entry | Term | Removal, ...]


# ---------------------------------------------------------------- cards (verbs) and their fields


@attrs.frozen
class Field(Node):
    """One field of a card."""


@attrs.frozen
class Who(Field):
    value: Expr
    start: Expr | None = None
    together: bool = False


@attrs.frozen
class Condition(Field):
    """``when once until worth winner``; ``change`` marks an edited line of ``end`` in a variant."""

    keyword: Literal["when", "once", "until", "worth", "winner"]
    value: Expr
    words: Words | None = None
    change: bool = False


@attrs.frozen
class Steps(Field):
    """``cost start then given``."""

    keyword: Literal["cost", "start", "then", "given"]
    steps: tuple[Step, ...]


@attrs.frozen
class PickField(Field):
    pick: Pick


@attrs.frozen
class LetField(Field):
    let: Let


@attrs.frozen
class Play(Field):
    plan: Plan


@attrs.frozen
class Pass(Field):
    words: Words


@attrs.frozen
class NameItem(Node):
    """One name in a list of names."""

    name: str


@attrs.frozen
class Names(Field):
    """``steps forbid at``."""

    keyword: Literal["steps", "forbid", "at"]
    names: tuple[NameItem, ...]
    words: Words | None = None


@attrs.frozen
class After(Field):
    """``after: card(params)``; ``params`` is None without brackets."""

    card: str
    params: tuple[NameItem, ...] | None = None


@attrs.frozen
class Change(Field):
    """``change: term to value`` of a modifier."""

    term: str
    value: Expr


@attrs.frozen
class Players(Field):
    """``players: low to high as names``; ``high`` equals ``low`` when one number is written."""

    low: int
    high: int
    names: tuple[str, ...] = ()


@attrs.frozen
class Setting(Node):
    """``option = value`` of a scenario's ``with``."""

    option: str
    value: Choice


@attrs.frozen
class With(Field):
    settings: tuple[Setting, ...]


@attrs.frozen
class Depth(Field):
    count: int


@attrs.frozen
class Card(Editable):
    """A phase, action, rule, trigger, modifier, scoring source or scenario: its section says which."""

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
    "end",
    "scenarios",
]

Item = Fact | Choices | Entry | EachBlock | Term | Card | Condition | Step | Removal


@attrs.frozen
class Section(Node):
    """One section; ``name`` is that of a group of actions, else None."""

    keyword: SectionKeyword
    items: tuple[Item, ...]
    name: str | None = None
    words: Words | None = None


@attrs.frozen
class File(Node):
    """A whole rule file."""

    name: str


@attrs.frozen
class GameFile(File):
    fields: tuple[Field, ...]
    sections: tuple[Section, ...]
    words: Words | None = None


@attrs.frozen
class VariantFile(File):
    """``variant name "title" of "base"``."""

    base: str
    sections: tuple[Section, ...]
    title: Words | None = None


@attrs.frozen
class ScenarioFile(File):
    """``scenarios name "title" of "base"``."""

    base: str
    cards: tuple[Card, ...]
    title: Words | None = None

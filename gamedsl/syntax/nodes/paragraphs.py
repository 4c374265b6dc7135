"""The AST of paragraphs with their fields, of sections and files. See ``nodes`` for all of it."""

from __future__ import annotations

from typing import Literal

import attrs

from gamedsl.syntax.nodes.bodies import Binder, Expr, Let, Node, Pick, Plan, Step, Words
from gamedsl.syntax.nodes.entries import (
    Choice,
    Choices,
    Editable,
    Entry,
    Fact,
    Param,
    Removal,
    RowEdits,
    Table,
    Term,
)

# ---------------------------------------------------------------- paragraphs (verbs) and their fields


@attrs.frozen(slots=False, eq=False, repr=False)
class Field(Node):
    """One field of a paragraph."""


@attrs.frozen(slots=False, eq=False, repr=False)
class Who(Field):
    value: Expr
    start: Expr | None = None
    together: bool = False


@attrs.frozen(slots=False, eq=False, repr=False)
class Condition(Field):
    """``when once until worth winner``; ``change`` marks an edited line of ``end`` in a variant."""

    keyword: Literal["when", "once", "until", "worth", "winner"]
    value: Expr
    words: Words | None = None
    change: bool = False


@attrs.frozen(slots=False, eq=False, repr=False)
class Steps(Field):
    """``cost start then given``; ``words`` (``then as "…"``) are read in place of what is made of the steps."""

    keyword: Literal["cost", "start", "then", "given"]
    steps: tuple[Step, ...]
    words: Words | None = None
    edited: bool = False
    """Whether a variant has edited single steps, so that it stands nowhere as a whole."""


@attrs.frozen(slots=False, eq=False, repr=False)
class PickField(Field):
    pick: Pick


@attrs.frozen(slots=False, eq=False, repr=False)
class LetField(Field):
    let: Let


@attrs.frozen(slots=False, eq=False, repr=False)
class Play(Field):
    plan: Plan


@attrs.frozen(slots=False, eq=False, repr=False)
class Pass(Field):
    words: Words


@attrs.frozen(slots=False, eq=False, repr=False)
class NameItem(Node):
    """One name in a list of names."""

    name: str


@attrs.frozen(slots=False, eq=False, repr=False)
class Names(Field):
    """``steps forbid at``."""

    keyword: Literal["steps", "forbid", "at"]
    names: tuple[NameItem, ...]
    words: Words | None = None


@attrs.frozen(slots=False, eq=False, repr=False)
class After(Field):
    """``after: paragraph(params)``; ``params`` is None without brackets."""

    paragraph: str
    params: tuple[NameItem, ...] | None = None


@attrs.frozen(slots=False, eq=False, repr=False)
class Change(Field):
    """``change: term to value`` of a modifier; with ``part`` the cost or a ``let`` of the action or group ``term``."""

    term: str
    value: Expr
    part: str | None = None


@attrs.frozen(slots=False, eq=False, repr=False)
class Players(Field):
    """``players: low to high as names``; ``high`` equals ``low`` when one number is written."""

    low: int
    high: int
    names: tuple[str, ...] = ()


@attrs.frozen(slots=False, eq=False, repr=False)
class Setting(Node):
    """``option = value`` of a scenario's ``with``."""

    option: str
    value: Choice


@attrs.frozen(slots=False, eq=False, repr=False)
class With(Field):
    settings: tuple[Setting, ...]


@attrs.frozen(slots=False, eq=False, repr=False)
class Seed(Field):
    """The seed of all chance in a scenario."""

    number: int


@attrs.frozen(slots=False, eq=False, repr=False)
class From(Field):
    """``from: scenario``: begins where that scenario ends."""

    scenario: str


@attrs.frozen(slots=False, eq=False, repr=False)
class Cases(Field):
    """``cases:`` and a table: the scenario is run once for each row."""

    table: Table


@attrs.frozen(slots=False, eq=False, repr=False)
class Refused(Field):
    """``illegal: "why"``: the header refuses this set-up for this reason."""

    words: Words


@attrs.frozen(slots=False, eq=False, repr=False)
class Level(Field):
    """``level: mcts``: the computer players who know a hint, from this level on."""

    name: str


@attrs.frozen(slots=False, eq=False, repr=False)
class Depth(Field):
    count: int


@attrs.frozen(slots=False, eq=False, repr=False)
class DisplayField(Field):
    """One field of a display."""


@attrs.frozen(slots=False, eq=False, repr=False)
class EachField(DisplayField):
    """``each: x in S where C``: a box for each."""

    binder: Binder


@attrs.frozen(slots=False, eq=False, repr=False)
class Place(DisplayField):
    """``at: row, column``, or one name: ``at: ring``."""

    first: Expr
    second: Expr | None = None


@attrs.frozen(slots=False, eq=False, repr=False)
class Joined(DisplayField):
    """``joined: value``: boxes side by side with the same value become one."""

    value: Expr


@attrs.frozen(slots=False, eq=False, repr=False)
class Title(DisplayField):
    """``title: "words"``; None is ``title: none``."""

    words: Words | None


@attrs.frozen(slots=False, eq=False, repr=False)
class Line(DisplayField):
    """``line: "words" if condition``."""

    words: Words
    condition: Expr | None = None


@attrs.frozen(slots=False, eq=False, repr=False)
class SeenBy(DisplayField):
    """``seen by: owner if condition``."""

    by: Literal["all", "owner"]
    condition: Expr | None = None


@attrs.frozen(slots=False, eq=False, repr=False)
class Instead(DisplayField):
    """``instead of: entries``."""

    names: tuple[NameItem, ...]


@attrs.frozen(slots=False, eq=False, repr=False)
class Added(Field):
    """``add field`` under ``change NAME`` of a variant: the field joins those of the base and replaces none."""

    field: Field


@attrs.frozen(slots=False, eq=False, repr=False)
class EditedSteps(Field):
    """``then:`` under ``change NAME`` of a variant, with edits of single steps that the base has there."""

    keyword: Literal["cost", "start", "then"]
    items: tuple[StepEdit | StepRemoval | Step, ...]
    words: Words | None = None


@attrs.frozen(slots=False, eq=False, repr=False)
class Paragraph(Editable):
    """A phase, action, rule, trigger, modifier, scoring source, hint, metric, scenario or display, by its section."""

    name: str
    params: tuple[Param, ...] = ()
    words: Words | None = None
    fields: tuple[Field, ...] = ()


@attrs.frozen(slots=False, eq=False, repr=False)
class EachBlock(Node):
    """``each player`` with entries (in ``table``), terms (in ``terms``) or displays under it."""

    kind: str
    items: tuple[Entry | Term | Paragraph | Removal, ...]


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
    "metrics",
    "end",
    "scenarios",
    "display",
]


@attrs.frozen(slots=False, eq=False, repr=False)
class StepEdit(Node):
    """``change STEP`` under ``setup`` or in a changed paragraph of a variant, with the steps that take its place.

    Without ``new``, ``old`` is a step that holds others: it replaces the one of the base with the same first line.
    """

    old: Step
    new: tuple[Step, ...] = ()


@attrs.frozen(slots=False, eq=False, repr=False)
class StepRemoval(Node):
    """``remove STEP`` where ``change STEP`` may stand; of a step that holds others the first line is enough."""

    step: Step


Item = (
    Fact
    | Choices
    | Entry
    | RowEdits
    | EachBlock
    | Term
    | Paragraph
    | Condition
    | Step
    | StepEdit
    | StepRemoval
    | Removal
)


@attrs.frozen(slots=False, eq=False, repr=False)
class Section(Node):
    """One section; ``name`` is that of a group of actions, else None.

    ``change`` marks ``change setup`` of a variant, and without items ``remove setup``.
    """

    keyword: SectionKeyword
    items: tuple[Item, ...]
    name: str | None = None
    words: Words | None = None
    change: bool = False


@attrs.frozen(slots=False, eq=False, repr=False)
class File(Node):
    """A whole rule file."""

    name: str


@attrs.frozen(slots=False, eq=False, repr=False)
class GameFile(File):
    fields: tuple[Field, ...]
    sections: tuple[Section, ...]
    words: Words | None = None


@attrs.frozen(slots=False, eq=False, repr=False)
class VariantFile(File):
    """``variant name "title" of "base"``; ``fields`` replace those of the same keyword in the header of the base."""

    base: str
    sections: tuple[Section, ...]
    title: Words | None = None
    fields: tuple[Field, ...] = ()


@attrs.frozen(slots=False, eq=False, repr=False)
class ScenarioFile(File):
    """``scenarios name "title" of "base"``."""

    base: str
    paragraphs: tuple[Paragraph, ...]
    title: Words | None = None

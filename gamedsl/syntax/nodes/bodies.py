"""The AST of what stands in bodies: words, expressions, plans and steps. See ``nodes`` for all of it."""

from __future__ import annotations

from typing import ClassVar, Literal

import attrs

from gamedsl.by_fields import ByFields
from gamedsl.source import Source, Span

NOWHERE = Span(Source("<made>", ""), 1, 1, 1, 1)


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Node(ByFields):
    """A piece of a rule file. The span takes no part in equality."""

    span: Span = attrs.field(default=NOWHERE, eq=False, repr=False)


# ---------------------------------------------------------------- words


@attrs.frozen(slots=False, eq=False, repr=False)
class Slot(Node):
    """``{value}``, ``{value|one|many}`` or ``{value|none|one|many}`` inside words; ``forms`` are often empty.

    ``most`` is given in ``{value of most}``, a meter.
    """

    value: Expr
    forms: tuple[str, ...] = ()
    most: Expr | None = None


@attrs.frozen(slots=False, eq=False, repr=False)
class Reference(Node):
    """A rulebook reference: ``MOG-061``, or a range ``MOG-060..MOG-070`` (``last`` is then the end)."""

    first: str
    last: str | None = None


@attrs.frozen(slots=False, eq=False, repr=False)
class Words(Node):
    """Words for people, cut at their slots, and the rulebook rules they implement.

    ``parts`` is None when only references are given.
    """

    parts: tuple[str | Slot, ...] | None = None
    references: tuple[Reference, ...] = ()


# ---------------------------------------------------------------- expressions


@attrs.frozen(slots=False, eq=False, repr=False)
class Expr(Node):
    """Any expression."""


@attrs.frozen(slots=False, eq=False, repr=False)
class Name(Expr):
    name: str


@attrs.frozen(slots=False, eq=False, repr=False)
class Number(Expr):
    value: int


@attrs.frozen(slots=False, eq=False, repr=False)
class Truth(Expr):
    """``yes`` or ``no``."""

    value: bool


@attrs.frozen(slots=False, eq=False, repr=False)
class Nothing(Expr):
    """``none``."""


@attrs.frozen(slots=False, eq=False, repr=False)
class Member(Expr):
    """``value.name``; ``name_span`` is the place of the name alone."""

    value: Expr
    name: str
    name_span: Span = attrs.field(default=NOWHERE, eq=False, repr=False)


@attrs.frozen(slots=False, eq=False, repr=False)
class Index(Expr):
    """``value[keys]``."""

    value: Expr
    keys: tuple[Expr, ...]


@attrs.frozen(slots=False, eq=False, repr=False)
class Call(Expr):
    """``function(arguments)``; the function is a Name or a Member."""

    function: Expr
    arguments: tuple[Expr, ...]


@attrs.frozen(slots=False, eq=False, repr=False)
class Negative(Expr):
    """``-value``."""

    value: Expr


@attrs.frozen(slots=False, eq=False, repr=False)
class Not(Expr):
    value: Expr


ArithmeticSign = Literal["+", "-", "*", "/", "mod"]


@attrs.frozen(slots=False, eq=False, repr=False)
class Arithmetic(Expr):
    """``left sign right``; ``+`` and ``-`` also stand between sets."""

    sign: ArithmeticSign
    left: Expr
    right: Expr


@attrs.frozen(slots=False, eq=False, repr=False)
class Between(Expr):
    """``low..high``: the set of ints from low to high."""

    low: Expr
    high: Expr


CompareSign = Literal["=", "!=", "<", "<=", ">", ">=", "in", "not in"]


@attrs.frozen(slots=False, eq=False, repr=False)
class Compare(Expr):
    sign: CompareSign
    left: Expr
    right: Expr


@attrs.frozen(slots=False, eq=False, repr=False)
class And(Expr):
    items: tuple[Expr, ...]


@attrs.frozen(slots=False, eq=False, repr=False)
class Or(Expr):
    items: tuple[Expr, ...]


@attrs.frozen(slots=False, eq=False, repr=False)
class Either(Expr):
    """``value if condition else otherwise``."""

    value: Expr
    condition: Expr
    otherwise: Expr


@attrs.frozen(slots=False, eq=False, repr=False)
class SetOf(Expr):
    """``{a, b}``."""

    items: tuple[Expr, ...]


@attrs.frozen(slots=False, eq=False, repr=False)
class Filter(Expr):
    """``source where condition``: attributes stand bare in the condition."""

    source: Expr
    condition: Expr


@attrs.frozen(slots=False, eq=False, repr=False)
class Binder(Node):
    """``name in source [where condition]``."""

    name: str
    source: Expr
    condition: Expr | None = None
    name_span: Span = attrs.field(default=NOWHERE, eq=False, repr=False)


@attrs.frozen(slots=False, eq=False, repr=False)
class Several(Node):
    """``name = 3 of source [where condition]``, ``up to 3 of``, ``any number of``: part of a ``pick``, a set."""

    name: str
    quantity: Literal["exactly", "up to", "any number"]
    number: Expr | None
    source: Expr
    condition: Expr | None = None
    name_span: Span = attrs.field(default=NOWHERE, eq=False, repr=False)


@attrs.frozen(slots=False, eq=False, repr=False)
class Gather(Expr):
    """``value for each x in S for each y in T``."""

    value: Expr
    loops: tuple[Binder, ...]


@attrs.frozen(slots=False, eq=False, repr=False)
class Stopped(Expr):
    """``source until condition [closed by closed]``: what comes before the first for which the condition holds.

    Attributes stand bare in both conditions.
    """

    source: Expr
    condition: Expr
    closed: Expr | None = None


@attrs.frozen(slots=False, eq=False, repr=False)
class Fallback(Expr):
    """``source else otherwise``, in brackets: what a smallest, largest or only one is where there is nothing."""

    source: Expr
    otherwise: Expr


@attrs.frozen(slots=False, eq=False, repr=False)
class Different(Expr):
    """``different source``, in brackets: each value once."""

    source: Expr


@attrs.frozen(slots=False, eq=False, repr=False)
class Order(Node):
    """``most key`` or ``least key``."""

    direction: Literal["most", "least"]
    key: Expr


@attrs.frozen(slots=False, eq=False, repr=False)
class Tie(Node):
    """``ties all``, ``none``, ``never``, ``in order`` or ``ties from start`` (``start`` is then given)."""

    policy: Literal["all", "none", "never", "in order", "from"]
    start: Expr | None = None


@attrs.frozen(slots=False, eq=False, repr=False)
class Ranking(Expr):
    """``the x in S with … ties …`` (one, or a set) and ``ranked x in S with … ties …`` (a list)."""

    form: Literal["the", "ranked"]
    binder: Binder
    orders: tuple[Order, ...]
    tie: Tie


# ---------------------------------------------------------------- plans


@attrs.frozen(slots=False, eq=False, repr=False)
class Plan(Node):
    """What may be done, how often, in what order."""


@attrs.frozen(slots=False, eq=False, repr=False)
class PlanCall(Plan):
    """An action, a group or a phase by name; ``arguments`` is None without brackets."""

    name: str
    arguments: tuple[Expr, ...] | None = None


@attrs.frozen(slots=False, eq=False, repr=False)
class PlanSequence(Plan):
    """``a then b``."""

    items: tuple[Plan, ...]


@attrs.frozen(slots=False, eq=False, repr=False)
class PlanChoice(Plan):
    """``a or b``."""

    items: tuple[Plan, ...]


@attrs.frozen(slots=False, eq=False, repr=False)
class PlanMix(Plan):
    """``a and b``: both, interleaved."""

    items: tuple[Plan, ...]


@attrs.frozen(slots=False, eq=False, repr=False)
class PlanMust(Plan):
    """``a else b``: b only while nothing of a is possible."""

    items: tuple[Plan, ...]


@attrs.frozen(slots=False, eq=False, repr=False)
class PlanRepeat(Plan):
    """``2 of X``, ``up to 2 of X``, ``up to LIMIT of X``; ``any number of X`` has the limit None.

    A limit that is no number is an option or term by its name, or a term of a player (``you.moves``), as written.
    """

    kind: Literal["exactly", "up to", "any number"]
    limit: int | str | None
    plan: Plan


# ---------------------------------------------------------------- steps


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Step(Node):
    """Something that changes; ``words`` label its ledger entry.

    ``form``: how a step is written that is no more than words with expressions between them, which are its fields in
    their order: ``class Shuffle(Step, form="shuffle {zone}")``. Such steps are built and printed by it.
    """

    form: ClassVar[str] = ""
    words: Words | None = None

    def __init_subclass__(cls, form: str = "") -> None:
        super().__init_subclass__()
        cls.form = form


@attrs.frozen(slots=False, eq=False, repr=False)
class Pay(Step, form="pay {amount} from {source} to {target}"):
    amount: Expr
    source: Expr
    target: Expr


@attrs.frozen(slots=False, eq=False, repr=False)
class Move(Step):
    pieces: Expr
    target: Expr
    at_bottom: bool = False


@attrs.frozen(slots=False, eq=False, repr=False)
class Deal(Step):
    count: Expr | None  # none: all of them
    source: Expr
    target: Expr
    at_bottom: bool = False
    at_most: bool = False
    name: str = ""


@attrs.frozen(slots=False, eq=False, repr=False)
class Shuffle(Step, form="shuffle {zone}"):
    zone: Expr


@attrs.frozen(slots=False, eq=False, repr=False)
class ShuffleTo(Step):
    """``shuffle pieces to stack``: they lie on it in an order that nobody knows."""

    pieces: Expr
    target: Expr
    at_bottom: bool = False


@attrs.frozen(slots=False, eq=False, repr=False)
class Roll(Step):
    """``roll die``, ``roll die[1]``, ``roll value in domain``."""

    target: Expr
    domain: Expr | None = None


@attrs.frozen(slots=False, eq=False, repr=False)
class Assign(Step, form="set {target} to {value}"):
    """``set target to value``."""

    target: Expr
    value: Expr


@attrs.frozen(slots=False, eq=False, repr=False)
class Let(Step):
    """``let name = value``; also the field ``let:`` of a paragraph."""

    name: str
    value: Expr
    name_span: Span = attrs.field(default=NOWHERE, eq=False, repr=False)


@attrs.frozen(slots=False, eq=False, repr=False)
class Score(Step):
    """``score scoring_source points for player``."""

    scoring_source: str
    points: Expr
    player: Expr


@attrs.frozen(slots=False, eq=False, repr=False)
class Pick(Step):
    """``pick x in S where C, y in T "question" as "answer"``: one choice of all parts; also the field ``pick:``."""

    parts: tuple[Binder | Several, ...]
    answers: Words | None = attrs.field(default=None, kw_only=True)


@attrs.frozen(slots=False, eq=False, repr=False)
class Offer(Step):
    """``offer player: plan``."""

    player: Expr
    plan: Plan


@attrs.frozen(slots=False, eq=False, repr=False)
class Show(Step, form="show {pieces} to {viewers}"):
    pieces: Expr
    viewers: Expr


@attrs.frozen(slots=False, eq=False, repr=False)
class CallStep(Step, form="{call}"):
    """A rule, or a ``rule`` cell, by name; also the expression of a data cell."""

    call: Expr


@attrs.frozen(slots=False, eq=False, repr=False)
class Branch(Node):
    condition: Expr
    body: tuple[Step, ...]


@attrs.frozen(slots=False, eq=False, repr=False)
class If(Step):
    """``if … else if … else``; ``else_span`` is the place of the last part."""

    branches: tuple[Branch, ...]
    otherwise: tuple[Step, ...] = ()
    else_span: Span = attrs.field(default=NOWHERE, eq=False, repr=False)


@attrs.frozen(slots=False, eq=False, repr=False)
class ForEach(Step):
    """``for each x in S [where C] [from start] [chosen "…"] [together]: body``; ``words`` are those of ``chosen``."""

    binder: Binder
    start: Expr | None
    chosen: bool
    body: tuple[Step, ...]
    together: bool = attrs.field(default=False, kw_only=True)


@attrs.frozen(slots=False, eq=False, repr=False)
class Moment(Step):
    """``together: body``: ends and watched triggers are asked once, behind all of it."""

    body: tuple[Step, ...]


@attrs.frozen(slots=False, eq=False, repr=False)
class Repeat(Step):
    """``repeat count times [until condition]: body``; ``count`` is None in ``repeat until condition: body``."""

    count: Expr | None
    until: Expr | None
    body: tuple[Step, ...]

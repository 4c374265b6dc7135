"""Core values -> the Python text of a function with its constants, places and inner functions; static folding.

The compiler of an engine holds what all its functions share.

A draft writes for one of two homes. *In a frame* the function takes state and frame, and places are those of the frame:
``f[2]`` is you, ``f[3]`` active, ``f[4]`` the first slot. *Free*, it takes the state, you, active and the values of
some slots as arguments, and slots are local names; so terms, conditions of offers and ends need no frame.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import attrs

from gamedsl.engine.errors import RuleError
from gamedsl.engine.looks import UNKNOWN, Looks
from gamedsl.engine.present.words import Wording
from gamedsl.engine.setup.columns import Columns
from gamedsl.engine.setup.modifiers import changers, forbidders
from gamedsl.engine.state.board import Board
from gamedsl.engine.state.flat import HEADER, State
from gamedsl.engine.state.layout import Layout
from gamedsl.engine.state.positions import Positions
from gamedsl.engine.write.written import function
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.source import Span

Lines = list[str]
Eval = Callable[[State, list[Any]], Any]
Action = Any
_LONGEST_LITERAL = 16
_DEEPEST = 4


WRITERS: dict[type[core.Value], tuple[Callable[[Draft, Any], str] | None, Callable[[Draft, Any], Lines] | None]] = {}
"""By kind of value what writes it: as an expression, or as the lines of a function that returns it."""
CONSTANTS: dict[type[core.Value], Callable[[Layout, Any], Any]] = {
    core.Const: lambda layout, node: node.value,
    core.OptionValue: lambda layout, node: layout.options[node.option],
    core.AllPlayers: lambda layout, node: layout.players,
    core.AllMembers: lambda layout, node: layout.members(node.type.item),
    core.CopyOf: lambda layout, node: layout.design_pieces[node.design][0],
}
"""Kinds of values that are known before play by themselves."""
FOLDED: frozenset[type[core.Core]] = frozenset(
    (
        *CONSTANTS,
        core.Checked,
        core.Certain,
        core.Attribute,
        core.ChartRow,
        core.Arithmetic,
        core.Negate,
        core.Join,
        core.MakeSet,
        core.Interval,
        core.Compare,
        core.Member,
        core.Not,
        core.And,
        core.Or,
        core.Either,
        core.Count,
        core.Extreme,
        core.Absolute,
        core.Only,
        core.Neighbours,
        core.Distance,
        core.PathEnds,
        core.NextPlace,
        core.Way,
        core.Behind,
        core.PlacesBetween,
        core.Rectangle,
        core.DrawnLines,
        core.Runs,
        core.Connected,
    )
)
"""Kinds of values that depend on nothing but their parts and the layout."""


class Later:
    """A value that is made when it is first needed."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make
        self._made: Any = None

    def get(self) -> Any:
        """Return the value."""
        if self._made is None:
            self._made = self._make()
        return self._made


class Draft:
    """A function in the making. ``you`` and ``active`` are texts; ``scope`` lists the names that exist everywhere."""

    def __init__(self, c: Compiler, scope: list[str], you: str, active: str, bound: set[int] | None) -> None:
        self.c = c
        self.scope = scope
        self._taken = ", ".join(scope)
        self.you = you
        self.active = active
        self.bound = bound
        self.inner: Lines = []
        self._values: list[Any] = []
        self._names: dict[int, str] = {}
        self._temps = 0
        self._known: dict[int, Any] = {}
        self._folding = False
        self._stand_ins: list[str] | None = None
        self._depth = 0
        self.remembers = False
        """Whether what is being written stands where heavy terms are worked out once each."""

    @staticmethod
    def in_frame(c: Compiler) -> Draft:
        """Return a draft of a function of state and frame."""
        return Draft(c, ["s", "f"], "f[2]", "f[3]", None)

    @staticmethod
    def free(c: Compiler, slots: int = 0) -> Draft:
        """Return a draft of a function of state, you, active and the values of the first slots."""
        return Draft(c, ["s", "y", "a", *[f"v{slot}" for slot in range(slots)]], "y", "a", set(range(slots)))

    # ------------------------------------------------------------ names and places

    def bind(self, value: Any) -> str:
        """Return a name for a value that is not written as text."""
        name = self._names.get(id(value))
        if name is None:
            name = self._names[id(value)] = f"k{len(self._values)}"
            self._values.append(value)
        return name

    def constant(self, value: Any) -> str:
        """Return the text of a value: small numbers and tuples as such, others by name."""
        if value is None or isinstance(value, int):
            return f"({value})" if isinstance(value, int) and value < 0 else str(value)
        if type(value) is tuple and len(value) <= _LONGEST_LITERAL and all(type(one) is int for one in value):
            return str(value)
        return self.bind(value)

    def temp(self) -> str:
        """Return a new local name."""
        self._temps += 1
        return f"t{self._temps}"

    def slot(self, number: int) -> str:
        """Return where a slot is read."""
        if self._stand_ins is not None:
            return self._stand_ins[number]
        if self.bound is None:
            return f"f[{number + HEADER}]"
        return f"v{number}" if number in self.bound else "None"

    def place(self, number: int) -> str:
        """Return where a slot is written."""
        return f"f[{number + HEADER}]" if self.bound is None else f"v{number}"

    def take(self, number: int) -> str:
        """Return where a slot is written, and let everything behind read it."""
        if self.bound is not None and number not in self.bound:
            self.bound.add(number)
            self.scope = [*self.scope, f"v{number}"]
        return self.place(number)

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Forget at the end which slots were taken in between."""
        scope, bound = self.scope, None if self.bound is None else set(self.bound)
        yield
        self.scope, self.bound = scope, bound

    @contextmanager
    def speaking_to(self, you: str) -> Iterator[None]:
        """Let ``you`` be another text for a while."""
        before, self.you = self.you, you
        yield
        self.you = before

    @contextmanager
    def standing_for(self, texts: list[str]) -> Iterator[None]:
        """Let texts stand for the first slots for a while: the body of a term is written where it is read."""
        before, self._stand_ins = self._stand_ins, texts
        self._depth += 1
        yield
        self._stand_ins = before
        self._depth -= 1

    @property
    def is_deep(self) -> bool:
        """Whether many terms are being written inside each other."""
        return self._depth >= _DEEPEST

    # ------------------------------------------------------------ values

    def value(self, node: core.Value) -> str:
        """Return the expression of a value; what is known before play is worked out now."""
        writer = WRITERS.get(type(node))
        if writer is None:
            raise TypeError(f"unknown value {type(node).__name__}")
        constant = CONSTANTS.get(type(node))
        if constant is not None:
            return self.constant(constant(self.c.layout, node))
        known = self.known(node)
        if known is not UNKNOWN:
            return self.constant(known)
        expression, lines = writer
        if expression is not None:
            return expression(self, node)
        assert lines is not None
        with self.inside():
            body = lines(self, node)
        return self.hoist(body)

    def returning(self, node: core.Value) -> Lines:
        """Return the lines of a function that returns a value."""
        lines = WRITERS.get(type(node), (None, None))[1]
        return [f"return {self.value(node)}"] if lines is None else lines(self, node)

    def hoist(self, lines: Lines) -> str:
        """Return the call of a new inner function with these lines."""
        name = f"q{len(self.inner)}"
        head = f"{name}({', '.join(self.scope)})"
        self.inner.extend([f"def {head}:", *[" " + line for line in lines]])
        return head

    def known(self, node: core.Value) -> Any:
        """Return the value of ``node`` when it is the same in every state of this set-up, else UNKNOWN."""
        constant = CONSTANTS.get(type(node))
        if constant is not None:
            return constant(self.c.layout, node)
        if self._folding:
            return UNKNOWN
        found = self._known.get(id(node))
        if found is None:
            found = self._known[id(node)] = self._fold(node) if is_static(node) else UNKNOWN, node
        return found[0]

    def _fold(self, node: core.Value) -> Any:
        draft = Draft(self.c, ["s"], "None", "None", set())
        draft._folding = True
        state = State(0, 0, False)
        try:
            return draft.function([f"return {draft.value(node)}"])(state)
        except RuleError:
            return UNKNOWN

    # ------------------------------------------------------------ the function

    def function(self, lines: Lines) -> Callable[..., Any]:
        """Return the function of these lines."""
        body = [*self.inner, f"def main({self._taken}):", *[" " + line for line in lines]]
        values = [value.get() if isinstance(value, Later) else value for value in self._values]
        return function("main", body, values)


def indented(lines: Lines) -> Lines:
    """Return lines as a block inside another."""
    return [" " + line for line in lines]


_STATIC_PARTS: dict[type[core.Core], tuple[str, ...]] = {}


def is_static(node: core.Core) -> bool:
    """Tell whether a value depends on constants and options only."""
    kind = type(node)
    if kind not in FOLDED:
        return False
    names = _STATIC_PARTS.get(kind)
    if names is None:
        names = _STATIC_PARTS[kind] = tuple(
            field.name for field in attrs.fields(kind) if field.name not in ("span", "type")
        )
    for name in names:
        part = getattr(node, name)
        for one in part if type(part) is tuple else (part,):
            if isinstance(one, core.Core) and not is_static(one):
                return False
    return True


_NEVER_NONE: tuple[type[core.Value], ...] = (
    core.Arithmetic,
    core.Negate,
    core.Absolute,
    core.Amount,
    core.Count,
    core.CountPieces,
    core.DiceSum,
    core.Reduce,
)


def never_none(node: core.Value) -> bool:
    """Tell whether a value cannot be None, whatever the state."""
    if isinstance(node, core.Reduce) and node.otherwise is not None:
        return not may_be_none(node.otherwise.type)
    return isinstance(node, _NEVER_NONE)


def may_be_none(kind: t.Type) -> bool:
    """Tell whether a type has none among its values."""
    return isinstance(kind, t.MaybeType | t.NothingType | t.UnknownType)


class Compiler:
    """Everything that the functions of one engine share; compiled parts are made once, when they are first needed."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.game = layout.game
        self.board: Board
        self.wording: Wording
        self.looks: Looks
        self.actions: dict[str, Action] = {}
        self.paragraph_codes: dict[str, set[int]] = {}
        self.terms: dict[str, Later] = {}
        self.term_costs: Any = None
        self.long_terms: set[str] = set()
        self.cells: dict[tuple[str, str], Any] = {}
        self.columns = Columns(layout)
        self.boards: dict[str, Any] = {}
        self.forbidders = forbidders(self.game)
        self.changers = changers(self.game)
        self.in_force: set[str] = set()
        """Modifiers that have changed or forbidden something in the last game with a log."""

    @cached_property
    def positions(self) -> Positions:
        """The positions that are counted; asked for when everything has its place."""
        return Positions(self.layout)

    def value(self, node: core.Value) -> Eval:
        """Return a function of state and frame that evaluates ``node``; it is made when it is first called."""
        if type(node) not in WRITERS:
            raise TypeError(f"unknown value {type(node).__name__}")
        return self.later(lambda draft: draft.returning(node))

    def limited(self, node: core.Value, wanted: t.Type, target: str) -> Eval:
        """Return a function of state and frame that evaluates ``node`` and tests that it fits ``wanted`` (GDRUN05)."""
        return self.later(lambda draft: [f"return {in_limits(draft, node, wanted, target)}"])

    def later(self, write: Callable[[Draft], Lines]) -> Eval:
        """Return a function of state and frame whose lines are written when it is first called."""

        made: Eval | None = None

        def evaluate(s: State, f: list[Any]) -> Any:
            nonlocal made
            if made is None:
                draft = Draft.in_frame(self)
                made = draft.function(write(draft))
            return made(s, f)

        return evaluate

    def known(self, node: core.Value) -> Any:
        """Return the value of ``node`` when it is the same in every state of this set-up, else UNKNOWN."""
        return Draft.in_frame(self).known(node)

    def holds(self, condition: core.Value) -> bool:
        """Tell whether a condition over options and the number of seats holds."""
        return bool(self.value(condition)(State(0, 0, False), [0, 0, None, None]))


def in_limits(d: Draft, value: core.Value, wanted: t.Type, target: str) -> str:
    """Write a value that is stored where ``wanted`` is declared; test its range when it may leave it (GDRUN05)."""
    text = d.value(value)
    limit = wanted.item if isinstance(wanted, t.MaybeType) else wanted
    have = value.type.item if isinstance(value.type, t.MaybeType) else value.type
    if not isinstance(limit, t.IntType):
        return text
    if isinstance(have, t.IntType) and limit.low <= have.low and have.high <= limit.high:
        return text
    return in_range(d, text, (limit.low, limit.high), value.span, target)


def in_range(d: Draft, text: str, limits: tuple[int, int], span: Span, target: str) -> str:
    """Write a value that is None or lies in a range; anything else is an error."""
    low, high = limits

    def fail(found: Any) -> None:
        raise out_of_range(span, target, low, high, found)

    one = d.temp()
    return f"({one} if ({one} := {text}) is None or {low} <= {one} <= {high} else {d.bind(fail)}({one}))"


def out_of_range(span: Span, target: str, low: int, high: int, found: object) -> RuleError:
    """Return the error of a value outside its range."""
    return RuleError("GDRUN05", span, target=target, range=f"{low}..{high}", found=str(found))

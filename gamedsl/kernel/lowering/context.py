"""One set-up while it is lowered: its program, the statements being written, what stands in the local places"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import attrs

from gamedsl.engine.state.choices import Numbering
from gamedsl.engine.state.layout import Grid, Layout
from gamedsl.kernel.builder import (
    FALSE,
    bit,
    choose,
    combine,
    compare,
    constant,
    interval,
    is_plain,
    minus,
    number,
    opposite,
    read,
    shifted,
    word,
)
from gamedsl.kernel.lowering.bodies import Bodies
from gamedsl.kernel.lowering.facts import Facts, Settings, Written
from gamedsl.kernel.lowering.refused import MOST_TEXTS, WIDEST, NotLoweredError
from gamedsl.kernel.lowering.rule_errors import Fault
from gamedsl.kernel.program import (
    BOOL,
    Aside,
    Assign,
    Call,
    Declare,
    Entry,
    Expression,
    Fail,
    Field,
    For,
    Function,
    Halt,
    Int,
    Jump,
    Name,
    Note,
    Number,
    Parameter,
    Program,
    Read,
    Statement,
    Store,
    Target,
    Type,
    Word,
)
from gamedsl.kernel.resume_points import Opened, Standing
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.source import Span

_LONG = 32
"""Passes: a call in a loop that makes more is kept from pass to pass; asking whether it is known costs about one."""

NOBODY = -1
"""The seat of nobody, the piece that is not there."""


@attrs.frozen
class Listed:
    """A list: its length, the type of its items, and what gives an item by its number from 0."""

    length: Expression
    item: Callable[[Expression], Lowered]
    kind: t.Type
    places: Expression | None = None
    """Its items as a word, where they are places of a board that each come once."""


@attrs.frozen
class Run:
    """The pieces that lie in some cells of slots: a set that is only made where it is needed."""

    length: int
    piece: Callable[[Expression], Expression]
    kind: t.Type
    entry: str = ""
    cells: Expression | None = None
    """The cells as a word, where they are cells of one entry."""


Lowered = Expression | Listed | Run
"""What a value becomes: sets are words, lists are listed."""


class Beside:
    """The words of a paragraph that may wait: whoever is told keeps them beside the state."""


@attrs.frozen(slots=False)
class Scope:
    """What stands around a part that is being lowered.

    ``you``, ``active``: seats, NOBODY for none. ``slots``: local places. ``frame``: the paragraph whose places are
    fields of the state, because it may wait; empty in a function. ``armed``: whether conditions are tested behind
    steps; None: the state says so. ``opened``: the loops, plans and turns that are under way in that paragraph;
    ``around``: where the paragraph stands in which it is written; ``offer``: the step whose offer is written.
    ``kept``: the words of that paragraph as they were when it began; None where they are the same always. ``sure``: the
    place of a loop that surely has an element, so that what its condition reads first is read at least once.
    ``at_once``: what is tested behind steps is tested behind all of them; ``lifted``: the pieces that move lie nowhere
    any more.
    """

    you: Expression = attrs.field(factory=lambda: number(NOBODY))
    active: Expression = attrs.field(factory=lambda: number(NOBODY))
    slots: Mapping[int, Lowered] = attrs.field(factory=dict)
    frame: str = ""
    armed: bool | None = True
    opened: tuple[Opened, ...] = ()
    around: Standing | None = None
    offer: object | None = None
    card: str | None = None
    kept: Expression | Beside | None = None
    sure: int = -1
    at_once: bool = False
    lifted: bool = False


_IN_SCOPE = {field.name for field in attrs.fields(Scope)}


def _changed(scope: Scope, changes: Mapping[str, Any]) -> Scope:
    """Return a scope with other values: so it is made in a fraction of the time, and thousands are."""
    assert changes.keys() <= _IN_SCOPE
    found = object.__new__(Scope)
    found.__dict__.update(scope.__dict__)
    found.__dict__.update(changes)
    return found


class _Within:
    """Writes in another scope."""

    __slots__ = ("_b", "_before", "_changes")

    def __init__(self, b: Lowering, changes: Mapping[str, Any]) -> None:
        self._b, self._changes = b, changes

    def __enter__(self) -> None:
        self._before = self._b.scope
        self._b.scope = _changed(self._before, self._changes)

    def __exit__(self, *_: object) -> None:
        self._b.scope = self._before


class Lowering(Bodies):
    """Writes statements into a program. What stands in the scope is changed with ``within``."""

    def __init__(self, layout: Layout, numbering: Numbering, settings: Settings) -> None:
        super().__init__()
        self.layout = layout
        self.game: model.CheckedGame = layout.game
        self.numbering = numbering
        self.seats = layout.seats
        self.program = Program()
        self.forced: Program | None = None
        """The one that asks what is forced, where outcomes may be; it is made beside the other, and has its places."""
        self.scope = Scope()
        self._temps = 0
        self._told = 0
        self._owned = 0
        self._apart = False
        self.waiting: frozenset[str] = frozenset()
        """Paragraphs that may wait for a decision, by key."""
        self._spans: dict[int, tuple[t.Type, tuple[int, int]]] = {}
        """By the number of a type the type, which keeps the number its own, and ``span_of`` it."""
        self._entries: dict[str, Type] = {}
        """By table the type of its entries."""
        self.deferred: list[tuple[str, ...]] | None = None
        """What steps write, where the tests behind them are written later."""
        self.settings = settings
        self.facts = Facts()
        """What is known of the game as a whole, as soon as that has been worked out."""
        self.written = Written()

    # ------------------------------------------------------------ statements

    def fail(self, code: str, span: Span, *values: Expression, **message: Any) -> None:
        """Write a fault; parts of its message that are functions are given the values."""
        self.emit(Fail(self.fault(code, span, **message), values))

    def fault(self, code: str, span: Span, **message: Any) -> int:
        """Make a fault; return its number."""

        def made(found: Sequence[int]) -> Mapping[str, str | int]:
            return {name: part(*found) if callable(part) else part for name, part in message.items()}

        self.program.faults.append(Fault(code, span, made))
        return len(self.program.faults) - 1

    def fail_unless(self, condition: Expression, code: str, span: Span, *values: Expression, **message: Any) -> None:
        """Write a fault where a condition does not hold."""
        with self.when(opposite(condition)):
            self.fail(code, span, *values, **message)

    def note(self, about: str, what: object, *values: Expression, result: str = "") -> Expression:
        """Write a note; return what whoever is told answers, for the values of other notes."""
        self.program.notes.append(what)
        name = ""
        if result:
            self._told += 1
            name = f"{result}_{self._told}"
        self.emit(Note(about, len(self.program.notes) - 1, values, name))
        return Name(name, BOOL)

    @contextmanager
    def aside(self, about: str) -> Iterator[None]:
        """Write what only notes about something need: it must not change the state."""
        body: list[Statement] = []
        before, self._apart = self._apart, True
        with self.into(body):
            yield
        self._apart = before
        if body:
            self.emit(Aside(about, tuple(body)))

    def leave(self) -> None:
        """Write the end of the run."""
        self.emit(Halt())

    @contextmanager
    def deferring(self) -> Iterator[list[tuple[str, ...]]]:
        """Note what would be tested behind steps instead of writing the tests."""
        found: list[tuple[str, ...]] = []
        self.deferred = found
        yield found
        self.deferred = None

    # ------------------------------------------------------------ locals

    def temp(self, stem: str = "t") -> str:
        """Return a new name; those in asides are numbered apart, so that notes change nothing elsewhere."""
        if self._apart:
            self._told += 1
            return f"{stem}_{self._told}"
        self._temps += 1
        return f"{stem}{self._temps}"

    def own(self, stem: str) -> str:
        """Return a new name for fields; they are numbered apart, and so are the same in every program of a set-up."""
        self._owned += 1
        return f"{stem}{self._owned}"

    def let(self, value: Expression, stem: str = "t", always: bool = False) -> Expression:
        """Return a value that may be written twice and stays as it is when the state changes."""
        if is_plain(value) and not always:
            return value
        name = self.temp(stem)
        self.emit(Declare(name, value.type, value))
        return Name(name, value.type)

    def variable(self, value: Expression, kind: Type, stem: str = "t") -> Name:
        """Return a new local that may change."""
        name = self.temp(stem)
        self.emit(Declare(name, kind, value))
        return Name(name, kind)

    def assign(self, to: Name, value: Expression) -> None:
        """Write a new value for a local."""
        self.emit(Assign(to.name, value))

    def within(self, **changes: Any) -> _Within:
        """Change the scope for a while."""
        return _Within(self, changes)

    def bind(self, slot: int, value: Lowered) -> None:
        """Let a local place hold a value from here on."""
        self.scope = _changed(self.scope, {"slots": {**self.scope.slots, slot: value}})

    # ------------------------------------------------------------ state

    def field(self, name: str, count: int, kind: Type, initial: Sequence[int] = ()) -> None:
        """Make a field of the state, once."""
        if name not in self.program.fields:
            self.program.fields[name] = Field(name, max(1, count), kind)
            self.program.initial[name] = [*initial, *[0] * (max(1, count) - len(initial))]

    def may_hold(self, name: str) -> bool:
        """Tell whether states have a field, or may still get it."""
        del name
        return True

    def read(self, name: str, index: Expression | int = 0) -> Read:
        """Return a place of a field."""
        return read(name, index, self.program.fields[name].type)

    def store(self, name: str, value: Expression | int, index: Expression | int = 0) -> None:
        """Write a new value for a place of a field."""
        one = number(value) if isinstance(value, int) else value
        self.emit(Store(name, number(index) if isinstance(index, int) else index, one))

    def table(self, name: str, values: Sequence[int], index: Expression, wide: int = 0) -> Expression:
        """Return an entry of a constant table, which is made once; words of a width, or numbers."""
        if name not in self.program.tables:
            self.program.tables[name] = tuple(values)
            if wide:
                self.program.widths[name] = wide
        kind = self._entries.get(name)
        if kind is None:
            kind = Word(wide) if wide else Int(min(values, default=0), max(values, default=0))
            self._entries[name] = kind
        known = constant(index)
        if known is not None and 0 <= known < len(values):
            return Number(values[known], kind) if wide else number(values[known])
        if values and isinstance(kind, Int) and kind.low == kind.high:
            return number(kind.low)
        return Entry(name, index, kind)

    # ------------------------------------------------------------ functions and blocks

    def function(
        self,
        name: str,
        parameters: Sequence[tuple[str, Type]],
        result: Type | None,
        write: Callable[[list[Expression]], None],
    ) -> str:
        """Make a function once; ``write`` gets its parameters. Return its name."""
        if name not in self.program.functions:
            made = tuple(Parameter(one, kind) for one, kind in parameters)
            self.program.functions[name] = Function(name, made, result, ())
            body: list[Statement] = []
            before, worked_out, invariants = self.scope, self.worked_out, self.invariants
            self.worked_out, self.invariants = None, []
            with self.into(body):
                self.scope = Scope(armed=before.armed, at_once=before.at_once)
                write([Name(one, kind) for one, kind in parameters])
            self.scope, self.worked_out, self.invariants = before, worked_out, invariants
            self.program.functions[name] = Function(name, made, result, tuple(body))
        return name

    def call(self, name: str, *arguments: Expression) -> Call:
        """Return a call of a function."""
        result = self.program.functions[name].result
        return Call(name, arguments, BOOL if result is None else result)

    def once(self, call: Call) -> Expression:
        """Return the value of a call that changes nothing, which is not worked out again where that must not be."""
        found = call if self.worked_out is None else self.worked_out.value(self, call)
        if found is call and not self._apart and self.load_of(call.function) > _LONG:
            outermost = next((one for one in self.invariants if one.is_invariant(call)), None)
            return call if outermost is None else outermost.value(self, call)
        return found

    def load_of(self, function: str) -> int:
        """Return the passes that a call of a function makes at most where it is one of a term, else 0."""
        own = function.removeprefix("term.")
        name = own if own in self.game.terms else own.rpartition(".")[0]  # a term that modifiers change has several
        return self.layout.loads.call(f"term {name}") if name in self.game.terms else 0

    def block(self, target: Target | None = None) -> Target:
        """Begin a new block; what was written before runs on into it."""
        made: list[Statement] = []
        target = Target() if target is None else target
        target.block = len(self.written.blocks)
        self.written.blocks.append(made)
        scope = self.scope
        if scope.frame:
            self.program.within[target.block] = Standing(
                scope.frame, None, scope.you, scope.active, {}, (), scope.around, scope.offer, number(0)
            )
        self.body = made
        return target

    def is_recursive(self, section: str, name: str) -> bool:
        """Tell whether a paragraph may be carried out inside itself."""
        return f"{section} {name}" in self.layout.loads.recursive

    def jump(self, target: Target) -> None:
        """Write a jump to a block."""
        self.emit(Jump(target))

    # ------------------------------------------------------------ types

    def answer_kinds(self, question: int) -> list[t.Type]:
        """Return the types of the places that the answer to a question goes into, one for each part."""
        parts = t.parts_of(self.game.questions[question].type)
        return [t.SetType(part.item) if isinstance(part, t.SomeType) else part for part in parts]

    def span_of(self, kind: t.Type) -> tuple[int, int]:
        """Return the lowest value of a finite type, and how many there are."""
        known = self._spans.get(id(kind))
        if known is None:
            item = bare(kind)
            span = (0, 0) if isinstance(item, t.NothingType) else self.layout.span_of(item)
            known = self._spans[id(kind)] = kind, span
        return known[1]

    def base(self, item: t.Type) -> int:
        """Return what the first bit of a word of such things means."""
        return self.span_of(item)[0]

    def wide(self, item: t.Type) -> int:
        """Return how many things a word of them may hold; raise NotLoweredError for too many."""
        found = self.span_of(item)[1]
        if found > WIDEST:
            raise NotLoweredError(
                f"a set of {found:,} numbers ({item})", f"sets are made of at most {WIDEST:,} numbers: use smaller ones"
            )
        return found

    def none_of(self, kind: t.Type) -> int:
        """Return the number that stands for none beside the values of a type."""
        kind = bare(kind)
        return min(NOBODY, kind.low - 1) if isinstance(kind, t.IntType) else NOBODY

    def type_of(self, kind: t.Type) -> Type:
        """Return the type of the numbers that stand for values."""
        if isinstance(kind, t.SetType):
            return Word(self.wide(kind.item))
        if isinstance(kind, t.ListType):
            raise TypeError(f"{kind} is not one number")
        if isinstance(bare(kind), t.TextType):
            return Int(NOBODY, MOST_TEXTS)
        low, count = self.span_of(kind)
        if isinstance(kind, t.MaybeType | t.NothingType):
            return Int(min(low, self.none_of(kind)), max(low + count - 1, self.none_of(kind)))
        return Int(low, max(low, low + count - 1))

    def range_of(self, kind: t.Type) -> tuple[int, int]:
        """Return the lowest and the highest number that a value of a type is."""
        found = self.type_of(kind)
        assert isinstance(found, Int)
        return found.low, found.high

    def text_number(self, text: str) -> int:
        """Return the number that stands for a text."""
        texts = self.written.texts
        return texts.setdefault(text, len(texts))

    def is_none(self, value: Expression, kind: t.Type) -> Expression:
        """Return whether a value of a type is none."""
        return compare("=", value, self.none_of(kind)) if isinstance(kind, t.MaybeType | t.NothingType) else FALSE

    def there(self, value: Expression, kind: t.Type) -> Expression:
        """Return whether a value of a type is not none."""
        return opposite(self.is_none(value, kind))

    def converted(self, value: Lowered, have: t.Type, want: t.Type) -> Lowered:
        """Return a value as another type says it: sets from another number on, another number for none."""
        if isinstance(value, Listed) and isinstance(want, t.SetType) and not isinstance(value.kind, t.ListType):
            return self.converted(self.set_of(value), t.SetType(value.kind), want)
        if isinstance(value, Listed | Run) or isinstance(want, t.UnknownType | t.TextType):
            return value
        if isinstance(have, t.SetType):
            if not isinstance(want, t.SetType) or isinstance(want.item, t.NothingType):
                return value
            by = self.base(have.item) - self.base(want.item)
            known = constant(value)
            return shifted(value, 0 if known == 0 else by, self.wide(want.item))
        if isinstance(have, t.MaybeType | t.NothingType) and self.none_of(have) != self.none_of(want):
            value = self.let(value)
            return choose(self.is_none(value, have), number(self.none_of(want)), value)
        return value

    def set_of(self, found: Listed) -> Expression:
        """Return what is in a list as a word."""
        if isinstance(found.kind, t.SetType | t.ListType):
            raise NotLoweredError("what lies in several lists or sets", "go through them one by one with `for each`")
        low, wide = self.base(found.kind), self.wide(found.kind)
        result = self.variable(word(0, wide), Word(wide), "w")
        body: list[Statement] = []
        one = Name(self.temp("j"), Int(0, max(0, interval(found.length)[1] - 1)))
        with self.into(body):
            item = found.item(one)
            assert not isinstance(item, Listed | Run)
            self.assign(result, combine("|", result, bit(minus(item, low), wide)))
        self.emit(For(one.name, one.type, number(0), found.length, tuple(body)))
        return result

    def index(self, value: Expression, low: int) -> Expression:
        """Return a number counted from another one."""
        return minus(value, low)

    def grid_of(self, zone: core.ZoneRef) -> Grid:
        """Return the places of a zone."""
        return self.layout.purses.get(zone.entry) or self.layout.cells[zone.entry]


def bare(kind: t.Type) -> t.Type:
    """Return a type without ``or none``."""
    return kind.item if isinstance(kind, t.MaybeType) else kind


def is_set(kind: t.Type) -> bool:
    """Tell whether values of a type are sets or lists."""
    return isinstance(bare(kind), t.SetType | t.ListType)


def within(value: Expression, low: int, high: int) -> bool:
    """Tell whether a number surely lies in a range."""
    least, most = interval(value)
    return low <= least and most <= high

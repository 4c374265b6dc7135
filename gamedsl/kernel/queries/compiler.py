"""A set-up's program -> functions that work out single expressions in its states, printed when they are first asked for

What they give is what everybody else reads: bools, numbers, None, sorted tuples. A frame is a list like that of
the engine: two places that nobody reads here, ``you``, ``active``, then the local values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import attrs

from gamedsl.engine.errors import RuleError, SetupError
from gamedsl.engine.setup.choosing import Pick
from gamedsl.engine.state.flat import HEADER, UNKNOWN
from gamedsl.engine.words.wording import Wording
from gamedsl.kernel.builder import bits, interval, number, plus, word_of
from gamedsl.kernel.lowering.context import Listed, Lowered, Lowering, Run, Scope, bare
from gamedsl.kernel.lowering.refused import NotLoweredError
from gamedsl.kernel.lowering.values.registry import lowered, run_word
from gamedsl.kernel.lowering.values.terms import seats_type
from gamedsl.kernel.passes.walk import walk as walk_program
from gamedsl.kernel.playing import Block, PythonKernel
from gamedsl.kernel.printing.answer import Answer
from gamedsl.kernel.printing.module import Module
from gamedsl.kernel.printing.python import Printer
from gamedsl.kernel.program import (
    Append,
    Call,
    Expression,
    For,
    Function,
    Int,
    Item,
    Name,
    Number,
    Parameter,
    Program,
    Statement,
)
from gamedsl.kernel.queries.extension import More
from gamedsl.kernel.queries.forms import inward, outward, reader, without_zone
from gamedsl.kernel.queries.rule_errors import rule_error
from gamedsl.kernel.state.block import State
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.intervals import join
from gamedsl.semantics.core.walk import Part, walk

Frame = list[Any]
Eval = Callable[[Block, Frame], Any]
Write = Callable[[Lowering], list["Told"]]
_MOST_KEPT = 20_000
"""Expressions whose functions are kept."""
_LONGEST = 4096
"""Items that a list in a place of a frame may have."""


@attrs.frozen
class Told:
    """A value that a function gives, with the type by which it is told."""

    value: Lowered
    kind: t.Type


@attrs.frozen
class _Made:
    """A function, and whether it may change the state."""

    work: Eval
    changes: bool


class ExpressionCompiler:
    """Works out single expressions of a game in the flat states of one kernel."""

    def __init__(self, b: Lowering, kernel: PythonKernel, wording: Wording) -> None:
        self.b = More(b)
        self.kernel = kernel
        self.wording = wording
        self._printer = _LonePrinter(self.b, kernel)
        self._module = Module(
            self._printer, lambda about, number: kernel.listeners[about](self.b.program.notes[number])
        )
        self._module.names |= {"members_of": bits, "word_of": word_of, "text_of": self._text}
        self._kept: dict[int, tuple[core.Value, _Made]] = {}
        self._always: dict[int, tuple[core.Value, Any]] = {}

    # ------------------------------------------------------------ values

    def value(self, node: core.Value) -> Eval:
        """Return a function of state and frame that works out a value.

        It is made when it is first called. What looks at an open stack draws, and that stays so in the state: give it
        a copy where the state has to stay as it is, or ask ``look``.
        """
        work: Eval | None = None

        def evaluate(s: Block, f: Frame) -> Any:
            nonlocal work
            if work is None:
                work = self._made(node).work
            return work(s, f)

        return evaluate

    def look(self, node: core.Value) -> Eval:
        """Return a function that works out a value and leaves the state as it is."""

        def evaluate(s: Block, f: Frame) -> Any:
            made = self._made(node)
            return made.work(s.copy() if made.changes else s, f)

        return evaluate

    def several(self, nodes: Sequence[core.Value]) -> Eval:
        """Return a function that works out several values, one after the other, as a tuple."""

        def write(b: Lowering) -> list[Told]:
            return [Told(settled_now(b, lowered(b, node)), node.type) for node in nodes]

        return self.later(write, *nodes, together=True)

    def later(self, write: Write, *nodes: Part, together: bool = False, looks: bool = False) -> Eval:
        """Return a function that is written when it is first called; ``nodes`` tell which local values it reads.

        ``together``: it gives a tuple of all values. ``looks``: it leaves the state as it is.
        """
        made: _Made | None = None

        def evaluate(s: Block, f: Frame) -> Any:
            nonlocal made
            if made is None:
                made = self._make(write, nodes, together)
            return made.work(s.copy() if looks and made.changes else s, f)

        return evaluate

    def answer(self, write: Write, parameters: Sequence[Parameter] = ()) -> Answer:
        """Return statements and values for printers of other languages; ``program`` has what they call.

        What is written reads no local values but the parameters, and its values are numbers. Raise NotLoweredError
        where it cannot be said.
        """
        body, told, _ = self._written(write, (), wide=True)
        values = [one.value for one in told if not isinstance(one.value, Listed | Run)]
        assert len(values) == len(told)
        body = [*self.b.as_printed(Function("answer", (), None, tuple(body))).body]
        return Answer(tuple(body), tuple(values), tuple(parameters))

    def program(self, answers: Iterable[Answer]) -> Program:
        """Return the program with what answers call."""
        b, own = self.b, self.kernel.program
        functions = {
            name: one if name in own.functions else b.as_printed(one) for name, one in b.program.functions.items()
        }
        every = [node for one in answers for node in (*one.body, *one.values)]
        spare = own.spare - called_by(functions, every)
        return attrs.evolve(own, functions=functions, tables=b.program.tables, widths=b.program.widths, spare=spare)

    def listing(self, written: Mapping[Any, Callable[[Lowering], None]]) -> tuple[Program, dict[Any, int]]:
        """Return the program, to be changed, with more that lists numbers: by the number of a wait that is none.

        ``written``: what writes statements that do so; what cannot be said is not there.
        """
        b, own = self.b, self.kernel.program
        waits = dict(own.waits)
        numbers: dict[Any, int] = {}
        for key, write in written.items():
            before, body = b.known_now(), list[Statement]()
            try:
                with b.into(body):
                    b.scope = Scope()
                    write(b)
            except NotLoweredError:
                b.forget_since(before)
                continue
            numbers[key] = len(own.blocks) + len(numbers)
            waits[numbers[key]] = b.as_printed(Function("listing", (), None, tuple(body))).body
        more = b.program
        functions = {name: own.functions.get(name) or b.as_printed(one) for name, one in more.functions.items()}
        program = attrs.evolve(
            own,
            fields=dict(own.fields),
            initial=dict(own.initial),
            kept=dict(own.kept),
            blocks=[*own.blocks],
            waits=waits,
            functions=functions,
            tables=dict(more.tables),
            widths=dict(more.widths),
            faults=more.faults,
        )
        return program, numbers

    def known(self, node: core.Value) -> Any:
        """Return a value that is the same in every state of this set-up, else UNKNOWN."""
        kept = self._always.get(id(node))
        if kept is None:
            if len(self._always) >= _MOST_KEPT:
                self._always.clear()
            kept = self._always[id(node)] = node, self._known(node)
        return kept[1]

    def _known(self, node: core.Value) -> Any:
        b = self.b
        before = b.known_now()
        try:
            body, told, _ = self._written(lambda b: [Told(lowered(b, node), node.type)], (node,), wide=True)
        except (NotLoweredError, SetupError):
            b.forget_since(before)
            return UNKNOWN
        found = told[0].value
        if body or not isinstance(found, Number):
            return UNKNOWN
        return reader(b, node.type)(iter([found.value]))

    def holds(self, condition: core.Value) -> bool:
        """Tell whether a condition over options and the number of seats holds."""
        return bool(self.value(condition)(self.kernel.initial[:], [0, 0, None, None]))

    def _made(self, node: core.Value) -> _Made:
        kept = self._kept.get(id(node))
        if kept is None:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            made = self._make(lambda b: [Told(lowered(b, node), node.type)], (node,), together=False)
            kept = self._kept[id(node)] = node, made
        return kept[1]

    # ------------------------------------------------------------ functions

    def _make(self, write: Write, nodes: Sequence[Part], together: bool) -> _Made:
        b = self.b
        before = b.known_now()
        try:
            body, told, heads = self._written(write, nodes, wide=True)
        except NotLoweredError:
            b.forget_since(before)
            try:
                body, told, heads = self._written(write, nodes, wide=False)
            except NotLoweredError:
                b.forget_since(before)
                raise
        body = [*b.as_printed(Function("query", (), None, tuple(body))).body]
        lines = self._printer.body(body, "  ") if body else []
        readers = [reader(b, one.kind) if isinstance(one.value, Listed) else None for one in told]
        results = [self._told(one, place) for place, one in enumerate(told)]
        given = f"({''.join(f'{one}, ' for one in results)})" if together else results[0]
        lists = any(readers)
        heads = [*heads, *(["codes = []"] if lists else [])]
        last = [*(["codes = iter(codes)"] if lists else []), f"return {given}"]
        work = self._compiled([*_padded(heads), *lines, *_padded(last)], readers)
        held = [one.value for one in told if not isinstance(one.value, Listed | Run)]
        changes = b.stores([*body, *held])
        return _Made(_changing(work) if changes else work, changes)

    def _written(
        self, write: Write, nodes: Sequence[Part], *, wide: bool
    ) -> tuple[list[Statement], list[Told], list[str]]:
        """Return statements, what they work out, and the lines before them; ``wide``: see ``read_slots``."""
        b = self.b
        body: list[Statement] = []
        slots, heads = read_slots(b, nodes, wide=wide)
        you, active = Name("you", seats_type(b)), Name("active", seats_type(b))
        before, b.body = b.body, body
        b.scope = Scope(you=you, active=active, slots=slots)
        try:
            told = [_result(b, one) for one in write(b)]
        finally:
            b.scope, b.body = Scope(), before
        return body, told, heads

    def _told(self, one: Told, place: int) -> str:
        if isinstance(one.value, Listed):
            return f"readers[{place}](codes)"
        assert not isinstance(one.value, Run)
        return outward(self.b, one.kind, self._printer.value(one.value))

    def _compiled(self, lines: list[str], readers: list[Any]) -> Eval:
        you = [f"  {name} = -1 if f[{at}] is None else f[{at}]" for name, at in (("you", 2), ("active", 3))]
        text = ["def make(readers, told):", " def query(s, f):", *you]
        text += [
            "  try:",
            *[f" {line}" for line in lines],
            "  except Failed as error:",
            "   raise told(error) from None",
        ]
        own = self._module.run([*text, " return query"])
        made: Eval = own["make"](readers, self._error)
        return made

    def _error(self, failed: Any) -> RuleError:
        return rule_error(self.b.program.faults[failed.number], failed.values, self.wording)

    def _text(self, number_: int) -> str | None:
        return None if number_ < 0 else list(self.b.written.texts)[number_]


def called_by(functions: Mapping[str, Function], body: Sequence[Statement | Expression]) -> set[str]:
    """Return the functions that statements and expressions call, and those that these call."""
    found: set[str] = set()
    waiting: list[Sequence[Statement | Expression]] = [body]
    while waiting:
        names = {one.function for one in walk_program(waiting.pop()) if isinstance(one, Call)}
        new = names & functions.keys() - found
        found |= new
        waiting += [functions[name].body for name in new]
    return found


class _LonePrinter(Printer):
    """Writes what has been added to a program, and of the program itself what that calls, as its kernel has it told."""

    def __init__(self, b: More, kernel: PythonKernel) -> None:
        super().__init__(b.program, kernel.listeners)
        self._more, self._own = b, kernel.program.functions

    def function(self, function: Function) -> list[str]:
        """Write a function."""
        return super().function(function if function.name in self._own else self._more.as_printed(function))


def _changing(work: Eval) -> Eval:
    """Return what works something out that may change the state: what was decoded of it is good no longer."""

    def evaluate(s: Block, f: Frame) -> Any:
        if not isinstance(s, State):
            return work(s, f)
        before, s.decoded, s.since = s.decoded, None, None
        try:
            return work(s, f)
        finally:
            s.decoded = None if before is None else {}

    return evaluate


def _padded(lines: Sequence[str]) -> list[str]:
    return ["  " + line for line in lines]


def settled_now(b: Lowering, found: Lowered) -> Lowered:
    """Return a value that stays as it is when what is worked out behind it changes the state."""
    return found if isinstance(found, Listed | Run) else b.let(found, always=True)


def _result(b: Lowering, one: Told) -> Told:
    """Return a value as it is told; what is in a list is written behind its length."""
    if isinstance(one.value, Run):
        return Told(run_word(b, one.value), one.kind)
    if isinstance(one.value, Listed):
        _write_list(b, one.value)
    return one


def _write_list(b: Lowering, found: Listed) -> None:
    length = b.let(found.length)
    b.emit(Append(length))
    body: list[Statement] = []
    at = Name(b.temp("j"), Int(0, max(0, interval(found.length)[1] - 1)))
    with b.into(body):
        item = found.item(at)
        if isinstance(item, Listed):
            _write_list(b, item)
        else:
            b.emit(Append(run_word(b, item) if isinstance(item, Run) else item))
    b.emit(For(at.name, at.type, number(0), length, tuple(body)))


# ---------------------------------------------------------------- local values


def read_slots(b: Lowering, nodes: Sequence[Part], *, wide: bool) -> tuple[dict[int, Lowered], list[str]]:
    """Return the local values that expressions read, and the lines that take them from the frame.

    ``wide``: numbers may be any, as a test that is not looked at here may have narrowed their types.
    """
    found: dict[int, Lowered] = {}
    lines = []
    for slot, kind in _read_by(nodes).items():
        name, item = f"v{slot}_", bare(kind)
        lines.append(f"{name} = {inward(b, kind, f'f[{slot + HEADER}]')}")
        if isinstance(item, t.ListType):
            found[slot] = _list_of(b, item, name)
            place = f"f[{slot + HEADER}]"
            lines.append(f"{name}n = len({place})")
            if isinstance(item.item, t.ListType):
                lines.append(f"{name}l = [len(row) for row in {place}]")
                lines.append(f"{name}b = [sum({name}l[:at]) for at in range({name}n)]")
        else:
            any_number = wide and isinstance(item, t.IntType)
            found[slot] = Name(name, Int(t.LOWEST, t.HIGHEST) if any_number else b.type_of(kind))
    return found, lines


def _read_by(nodes: Sequence[Part]) -> dict[int, t.Type]:
    """Return the places that expressions read but do not fill, by number, with the widest type that is read there."""
    filled: set[int] = set()
    read: dict[int, t.Type] = {}
    for node in walk(*nodes):
        if isinstance(node, core.Loop):
            filled.add(node.slot)
        elif isinstance(node, core.LetIn):
            filled.update(node.slots)
        elif isinstance(node, core.Let | model.LetField | Pick):
            filled.add(node.slot)
        elif isinstance(node, core.Local):
            kind = without_zone(node.type)
            before = read.get(node.slot, kind)
            read[node.slot] = before if before == kind else join(before, kind) or before
    return {slot: kind for slot, kind in sorted(read.items()) if slot not in filled}


def _list_of(b: Lowering, kind: t.ListType, name: str) -> Listed:
    length = Name(f"{name}n", Int(0, min(kind.most, _LONGEST)))
    inside = kind.item
    if isinstance(inside, t.ListType):
        held, many, start = b.type_of(inside.item), Int(0, min(inside.most, _LONGEST)), Int(0, t.HIGHEST)

        def row(at: Expression) -> Listed:
            begin = Item(f"{name}b", at, start)
            return Listed(Item(f"{name}l", at, many), lambda one: Item(name, plus(begin, one), held), inside.item)

        return Listed(length, row, inside)
    items = b.type_of(inside)
    return Listed(length, lambda at: Item(name, at, items), kind.item)

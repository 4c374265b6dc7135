"""What is picked out of lists, passes and stacks, values named first, and positions counted -> Python text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamedsl.engine.looks import UNKNOWN
from gamedsl.engine.state.flat import State
from gamedsl.engine.write.compiling import writes, writes_lines
from gamedsl.engine.write.drafts import Draft, Lines, indented
from gamedsl.engine.write.loops import nested, sharing
from gamedsl.engine.write.table_values import find_cells
from gamedsl.semantics import core
from gamedsl.semantics.core.walk import walk


@writes_lines(core.Best)
@sharing
def best(d: Draft, node: core.Best) -> Lines:
    found, one = d.temp(), d.temp()

    def body() -> Lines:
        return [f"{one} = {d.value(node.value)}", f"if {one} is not None: {found}.append({one})"]

    lines = [f"{found} = []", *nested(d, node.loops, body), f"{found}.sort()"]
    turned = [f"{found}.reverse()"] if node.function == "largest" else []
    return [*lines, *turned, f"return tuple({found}[:max(0, {d.value(node.count)})])"]


@writes(core.ListPart)
def list_part(d: Draft, node: core.ListPart) -> str:
    source, low, high = d.value(node.source), d.value(node.low), d.value(node.high)
    return f"{source}[max(1, {low}) - 1:max(0, {high})]"


@writes(core.Bottom)
def bottom(d: Draft, node: core.Bottom) -> str:
    fix = d.c.board.fixed_bottom

    def of_stacks(s: State, cells: Sequence[int]) -> int | None:
        for cell in cells:
            if s.zones[cell]:
                return fix(s, cell)
        return None

    return f"{d.bind(of_stacks)}(s, {find_cells(d, node.zone).text})"


@writes(core.SeatDistance)
def seat_distance(d: Draft, node: core.SeatDistance) -> str:
    return f"(({d.value(node.second)} - {d.value(node.first)}) % {d.c.layout.seats})"


@writes(core.Repeated)
def repeated(d: Draft, node: core.Repeated) -> str:
    return f"(s.past[{d.c.positions.place(node.names)}][0] >= {d.value(node.times)})"


@writes(core.Bent)
def bent(d: Draft, node: core.Bent) -> str:
    known, value, old = d.known(node.condition), d.value(node.value), d.value(node.old)
    if known is not UNKNOWN and not known:
        return old
    in_force, name = d.c.in_force, node.modifier

    def note(s: State) -> bool:
        if s.log is not None:
            in_force.add(name)
        return True

    return f"({value} if {d.value(node.condition)} and {d.bind(note)}(s) else {old})"


# ---------------------------------------------------------------- names for values


@writes_lines(core.LetIn)
def let_in(d: Draft, node: core.LetIn) -> Lines:
    return _given(d, node.value, dict(zip(node.slots, node.given, strict=True)))


def _given(d: Draft, value: core.Value, lets: dict[int, core.Value]) -> Lines:
    """Write what returns a value, behind those of ``lets`` that it needs; each branch of an ``if`` has its own."""
    if isinstance(value, core.Either) and d.known(value.condition) is UNKNOWN:
        needed = _needed(value.condition, lets)
        rest = {slot: one for slot, one in lets.items() if slot not in needed}
        lines = _named(d, needed, lets)
        test = d.value(value.condition)
        with d.inside():
            first = _given(d, value.value, rest)
        return [*lines, f"if {test}:", *indented(first), *_given(d, value.otherwise, rest)]
    return [*_named(d, _needed(value, lets), lets), f"return {d.value(value)}"]


def _needed(value: core.Value, lets: dict[int, core.Value]) -> list[int]:
    """Return the places of ``lets`` that a value reads, and those that these read, in their order."""
    found: set[int] = set()
    waiting: list[core.Value] = [value]
    while waiting:
        for node in walk(waiting.pop()):
            if isinstance(node, core.Local) and node.slot in lets and node.slot not in found:
                found.add(node.slot)
                waiting.append(lets[node.slot])
    return [slot for slot in lets if slot in found]


def _named(d: Draft, slots: list[int], lets: dict[int, core.Value]) -> Lines:
    lines: Lines = []
    for slot in slots:
        given: Any = d.value(lets[slot])
        lines.append(f"{d.take(slot)} = {given}")
    return lines

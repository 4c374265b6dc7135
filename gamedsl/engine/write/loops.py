"""Loops inside expressions and ``the``/``ranked`` -> lines of Python."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, NoReturn

from gamedsl.diagnostics.suggest import enumerated
from gamedsl.engine.errors import Limits, RuleError
from gamedsl.engine.looks import UNKNOWN
from gamedsl.engine.write.basic import bounded, clockwise, union
from gamedsl.engine.write.compiling import Compiler, is_set, writes_lines
from gamedsl.engine.write.drafts import Draft, Lines, indented, never_none
from gamedsl.engine.write.memory import once_each, shares
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.source import Span

_WORST = -(2**40)


def source_of(d: Draft, node: core.Value) -> str:
    """Write what a loop walks; an interval is not built."""
    if isinstance(node, core.Interval) and d.known(node) is UNKNOWN:
        return f"range({d.value(node.low)}, {d.value(node.high)} + 1)"
    return d.value(node)


def spending(d: Draft, passes: str, span: Span, weight: int = 1) -> Lines:
    """Write the counting of passes of a loop, as much as each weighs; too many stop the game (GDRUN07)."""
    if not weight:
        return []

    def fail() -> NoReturn:
        raise RuleError("GDRUN07", span, what="this loop", bound=Limits.passes)

    amount = passes if weight == 1 else f"{passes} * {weight}"
    return [f"s.work += {amount}", f"if s.work > {Limits.passes}: {d.bind(fail)}()"]


def nested(d: Draft, loops: tuple[core.Loop, ...], body: Callable[[], Lines]) -> Lines:
    """Write loops inside each other, the first outermost, with ``body`` inside."""
    if not loops:
        return body()
    loop, values = loops[0], d.temp()
    weight = d.c.layout.loads.weight(loop)
    lines = [f"{values} = {source_of(d, loop.source)}", *spending(d, f"len({values})", loop.span, weight)]
    with d.inside():
        lines.append(f"for {d.take(loop.slot)} in {values}:")
        if loop.condition is None:
            return [*lines, *indented(nested(d, loops[1:], body))]
        lines.append(f" if {d.value(loop.condition)}:")
        return [*lines, *indented(indented(nested(d, loops[1:], body)))]


def candidates(d: Draft, loop: core.Loop) -> Lines:
    """Write the lines that return the elements of a loop for which its condition holds."""
    values = d.temp()
    weight = d.c.layout.loads.weight(loop)
    lines = [f"{values} = {source_of(d, loop.source)}", *spending(d, f"len({values})", loop.span, weight)]
    if loop.condition is None:
        return [*lines, f"return {values} if type({values}) is tuple else tuple({values})"]
    found = d.temp()
    with d.inside():
        place = d.take(loop.slot)
        lines += [
            f"{found} = []",
            f"for {place} in {values}:",
            f" if {d.value(loop.condition)}: {found}.append({place})",
        ]
    return [*lines, f"return tuple({found})"]


def chosen(d: Draft, loop: core.Loop) -> str:
    """Write the elements of a loop for which its condition holds as an expression."""
    with d.inside():
        lines = candidates(d, loop)
    return d.hoist(lines)


def sharing(write: Callable[[Draft, Any], Lines]) -> Callable[[Draft, Any], Lines]:
    """Return a writer of loops in which heavy terms are worked out once each, where some may be asked for twice."""

    def written(d: Draft, node: Any) -> Lines:
        d.c.layout.loads.of(node)
        if d.remembers or not shares(d.c, node):
            return write(d, node)
        d.remembers = True
        lines = write(d, node)
        d.remembers = False
        return once_each(lines)

    return written


@writes_lines(core.Collect)
@sharing
def collect(d: Draft, node: core.Collect) -> Lines:
    loops, value = node.loops, node.value
    itself = len(loops) == 1 and isinstance(value, core.Local) and value.slot == loops[0].slot
    if itself and not is_set(value.type) and not isinstance(value.type, t.MaybeType):
        if isinstance(loops[0].source.type, t.ListType):
            return [f"return {d.bind(union)}({chosen(d, loops[0])})"]
        return candidates(d, loops[0])
    found, one = d.temp(), d.temp()

    def body() -> Lines:
        return [
            f"{one} = {d.value(value)}",
            f"if type({one}) is tuple: {found}.extend({one})",
            f"elif {one} is not None: {found}.append({one})",
        ]

    return [f"{found} = []", *nested(d, loops, body), f"return tuple(sorted(set({found})))"]


@writes_lines(core.Reduce)
@sharing
def reduce(d: Draft, node: core.Reduce) -> Lines:
    return _FOLDS[node.function](d, node)


def _count(d: Draft, node: core.Reduce) -> Lines:
    if len(node.loops) == 1 and node.loops[0].condition is None:
        return [f"return len({chosen(d, node.loops[0])})"]
    found = d.temp()
    return [f"{found} = 0", *nested(d, node.loops, lambda: [f"{found} += 1"]), f"return {found}"]


def _sum(d: Draft, node: core.Reduce) -> Lines:
    if len(node.loops) > 1:
        return _fold(d, node)
    loop, found = node.loops[0], d.temp()
    lines = [f"{found} = 0"]
    elements = chosen(d, loop)
    with d.inside():
        lines.append(f"for {d.take(loop.slot)} in {elements}:")
        value = d.value(node.value)
        lines.append(f" {found} += {value}" if never_none(node.value) else f" {found} += {value} or 0")
    return [*lines, f"return {_total(d, node, found)}"]


def _total(d: Draft, node: core.Reduce, found: str) -> str:
    is_open = node.function == "sum" and isinstance(node.type, t.IntType) and node.type.is_open
    return bounded(d, found, node.span) if is_open else found


def _fold(d: Draft, node: core.Reduce) -> Lines:
    found, one = d.temp(), d.temp()

    def body() -> Lines:
        return [f"{one} = {d.value(node.value)}", f"if {one} is not None: {found}.append({one})"]

    lines = [f"{found} = []", *nested(d, node.loops, body)]
    nothing = "0" if node.otherwise is None else d.value(node.otherwise)
    result = _total(d, node, f"{node.function}({found})")
    return [*lines, f"return {result} if {found} else {nothing}"]


def _any(d: Draft, node: core.Reduce) -> Lines:
    return [*nested(d, node.loops, lambda: [f"if {d.value(node.value)}: return True"]), "return False"]


def _all(d: Draft, node: core.Reduce) -> Lines:
    return [*nested(d, node.loops, lambda: [f"if not {d.value(node.value)}: return False"]), "return True"]


_FOLDS: dict[str, Callable[[Draft, core.Reduce], Lines]] = {
    "count": _count,
    "sum": _sum,
    "min": _fold,
    "max": _fold,
    "any": _any,
    "all": _all,
}


# ---------------------------------------------------------------- the, ranked


def rank_keys(d: Draft, node: core.Rank) -> Lines:
    """Write the keys of the element in the slot of the loop into the name ``keys``; larger is better, none is worst.

    Where nobody is ``you`` (in ``winner``), each player is while the own keys are read.
    """
    place = d.place(node.loop.slot)
    if getattr(node.loop.source.type, "item", None) != t.PlayerType():
        return [f"keys = {_keys(d, node)}"]
    before = d.temp()
    if d.bound is None:
        return [
            f"{before} = f[2]",
            f"if {before} is None: f[2] = {place}",
            f"keys = {_keys(d, node)}",
            f"f[2] = {before}",
        ]
    line = f"{before} = {place} if {d.you} is None else {d.you}"
    with d.inside(), d.speaking_to(before):
        d.scope = [*d.scope, before]
        return [line, f"keys = {_keys(d, node)}"]


def _keys(d: Draft, node: core.Rank) -> str:
    found = []
    for key in node.keys:
        text, sign = d.value(key.key), "" if key.most else "-"
        one = d.temp()
        found.append(
            f"{sign}{text}" if never_none(key.key) else f"({_WORST} if ({one} := {text}) is None else {sign}{one})"
        )
    return f"({''.join([text + ', ' for text in found])})"


@writes_lines(core.Rank)
@sharing
def rank(d: Draft, node: core.Rank) -> Lines:
    found = d.temp()
    elements = chosen(d, node.loop)
    if node.form == "ranked":
        return _ranked(d, node, elements)
    with d.inside():
        place = d.take(node.loop.slot)
        lines = [
            f"best, {found} = None, []",
            f"for {place} in {elements}:",
            *indented(rank_keys(d, node)),
            f" if best is None or keys > best: best, {found} = keys, [{place}]",
            f" elif keys == best: {found}.append({place})",
        ]
    return [*lines, *_settle(d, node, found)]


def _settle(d: Draft, node: core.Rank, found: str) -> Lines:
    """Write what several best mean."""
    if node.tie == "all":
        return [f"return tuple(sorted({found}))"]
    if node.tie == "in order":
        return [f"return {found}[0] if {found} else None"]
    if node.tie == "none":
        return [f"return {found}[0] if len({found}) == 1 else None"]
    if node.tie == "from":
        assert node.start is not None
        return [f"return {d.bind(clockwise)}(tuple(sorted({found})), {d.value(node.start)} or 0)"]
    c, span, kind = d.c, node.span, node.loop.source.type

    def fail(several: list[Any]) -> NoReturn:
        raise _tied(c, span, kind, several)

    return [f"if len({found}) > 1: {d.bind(fail)}({found})", f"return {found}[0] if {found} else None"]


def _tied(c: Compiler, span: Span, kind: t.Type, found: list[Any]) -> RuleError:
    item = kind.item if isinstance(kind, t.SetType | t.ListType) else kind
    names = [c.wording.label(item, one) for one in found]
    return RuleError("GDRUN08", span, tied=enumerated(names))


def _ranked(d: Draft, node: core.Rank, elements: str) -> Lines:
    found = d.temp()
    with d.inside():
        place = d.take(node.loop.slot)
        lines = [
            f"{found} = []",
            f"for {place} in {elements}:",
            *indented(rank_keys(d, node)),
            f" {found}.append((keys, {place}))",
        ]
    start = "None" if node.start is None else f"{d.value(node.start)} or 0"
    return [*lines, f"return {d.bind(_order(d.c, node))}({found}, {start})"]


def _order(c: Compiler, node: core.Rank) -> Callable[[list[Any], int | None], tuple[Any, ...]]:
    """Return what brings measured elements into their order."""
    span, kind, seats = node.span, node.loop.source.type, c.layout.seats
    has_order = node.tie == "in order"

    def order(measured: list[Any], first: int | None) -> tuple[Any, ...]:
        if first is not None:
            measured.sort(key=lambda pair: (tuple([-key for key in pair[0]]), (pair[1] - first) % seats))
        elif has_order:
            measured.sort(key=lambda pair: tuple([-key for key in pair[0]]))
        else:
            measured.sort(key=lambda pair: (tuple([-key for key in pair[0]]), pair[1]))
            for (keys, one), (others, other) in pairwise(measured):
                if keys == others:
                    raise _tied(c, span, kind, [one, other])
        return tuple([element for _, element in measured])

    return order

"""Numbers that are listed one by one where each of them is meant -> a finding: in a set equal ones are there once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from gamedsl.semantics import core
from gamedsl.semantics.core import intervals
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.checker import Checker, text_of
from gamedsl.source import Span
from gamedsl.syntax import nodes

_EACH = ("sum", "count", "largest", "smallest")
"""Functions for which it matters how often a number is there."""
_SEVERAL = ("sum", "largest", "smallest")
"""Those of them that take several numbers."""


def told_listed(checker: Checker, function: str, call: nodes.Call, argument: nodes.Expr, source: core.Value) -> None:
    """Report numbers in braces, as all that a function is given, of which two may be equal."""
    if function not in _EACH or not may_vanish(source):
        return
    given = text_of(argument.span)
    first = f"{text_of(call.arguments[0].span)}, " if function in ("largest", "smallest") else ""
    once = f"each value once: `{function}({first}different {given})`"
    if function == "count":
        _report(checker, argument.span, f"how many are written there is a number; {once}")
    elif isinstance(argument, nodes.SetOf):
        parts = ", ".join(text_of(item.span) for item in argument.items)
        _report(checker, argument.span, f"each by itself: `{function}({first}{parts})`; {once}")
    else:
        _report(checker, argument.span, f"write the numbers themselves: `{function}({first}A, B)`; {once}")


def told_in_loops(checker: Checker, function: str, gather: nodes.Gather, loops: tuple[core.Loop, ...]) -> None:
    """Report loops of a function over numbers that are listed in braces or collected, of which two may be equal."""
    if function not in _EACH:
        return
    once = f"each value once: `different {text_of(gather.value.span)} for each …`"
    for binder, loop in zip(gather.loops, loops, strict=True):
        if may_vanish(loop.source):
            _report(checker, binder.source.span, f"{_by_place(binder)}; {once}")
        elif function == "sum" and _is_collected(binder.source, loop.source):
            _report(checker, binder.source.span, f"go through the things that have them, not through numbers; {once}")


def told_in_steps(checker: Checker, binder: nodes.Binder, source: core.Value) -> None:
    """Report a loop of steps over numbers that are listed in braces, of which two may be equal."""
    if may_vanish(source):
        _report(checker, binder.source.span, _by_place(binder))


def _report(checker: Checker, span: Span, cure: str) -> None:
    checker.report("GDTYP31", span, values=text_of(span), cure=cure)


def _by_place(binder: nodes.Binder) -> str:
    """Return how to go through dice or places by their numbers, as far as that is what is listed."""
    items = binder.source.items if isinstance(binder.source, nodes.SetOf) else ()
    first = items[0] if items else None
    places = [(item.value, item.keys) for item in items if isinstance(item, nodes.Index)]
    if isinstance(first, nodes.Index) and places == [
        (first.value, (nodes.Number(at),)) for at in range(1, len(items) + 1)
    ]:
        name = text_of(first.value.span)
        return f"go through their places, `for each i in 1..{len(items)}`, and write `{name}[i]`"
    return "write what is done for each of them by itself"


def may_vanish(source: core.Value) -> bool:
    """Tell whether a set is made of single numbers of which two may be equal."""
    return any(_may_be_equal(one, other) for one, other in combinations(_listed(source), 2))


def _listed(value: core.Value) -> Iterator[core.Value]:
    if isinstance(value, core.Join) and value.sign == "+":
        yield from _listed(value.left)
        yield from _listed(value.right)
    elif isinstance(value, core.MakeSet):
        yield from (item for item in value.items if isinstance(intervals.strip(item.type), t.IntType))


def _may_be_equal(one: core.Value, other: core.Value) -> bool:
    (first, by), (second, beyond) = _from_base(one), _from_base(other)
    if first == second:
        return by == beyond
    kind, wanted = intervals.strip(one.type), intervals.strip(other.type)
    assert isinstance(kind, t.IntType)
    assert isinstance(wanted, t.IntType)
    return intervals.meets(kind, wanted)


def _from_base(value: core.Value) -> tuple[core.Value | None, int]:
    """Return a number as another one and what is added to it: `n + 1` and `n - 1` are never equal."""
    if isinstance(value, core.Const) and isinstance(value.value, int):
        return None, value.value
    added = value.right if isinstance(value, core.Arithmetic) and value.sign in ("+", "-") else None
    if isinstance(value, core.Arithmetic) and isinstance(added, core.Const) and isinstance(added.value, int):
        base, by = _from_base(value.left)
        return base, by + (added.value if value.sign == "+" else -added.value)
    return value, 0


def _is_collected(node: nodes.Expr, source: core.Value) -> bool:
    """Tell whether a set holds numbers of things: `players.gold`, `(p.gold for each p in players)`."""
    if not isinstance(source, core.Collect) or not isinstance(intervals.strip(source.value.type), t.IntType):
        return False
    own = isinstance(source.value, core.Local) and source.value.slot == source.loops[-1].slot
    return not own and isinstance(node, nodes.Gather | nodes.Member | nodes.Index)

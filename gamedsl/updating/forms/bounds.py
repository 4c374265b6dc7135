"""A rule file -> the numbers in it that stand for no end: of repeats, of counters and of points."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gamedsl.syntax import nodes
from gamedsl.updating.edits import Change, Edit, one_line
from gamedsl.updating.reading import Reading

_NO_END_OF_PASSES = re.compile(r"99+|1000*")
_TIMES = re.compile(r"(\s+times\s+)until\s+\(*")
_NO_END_OF_COUNTING = re.compile(r"999+")
_LEAST_POINTS = 9_999


def endless_repeats(reading: Reading) -> Iterator[Change]:
    """Find ``repeat 99 times until C``."""
    text = reading.text
    for node in reading.nodes(nodes.Repeat):
        match node:
            case nodes.Repeat(nodes.Number(value) as count, nodes.Expr() as until) if _NO_END_OF_PASSES.fullmatch(
                str(value)
            ):
                found = _TIMES.fullmatch(text.gap(count.span, until.span))
                if found is not None:
                    edit = Edit(text.start(count.span), text.end(count.span) + len(found[1]), "")
                    yield Change(count.span.line, f"repeat {value} times until", "repeat until", (edit,))
            case _:  # a number that is meant
                pass


def endless_counters(reading: Reading) -> Iterator[Change]:
    """Find values ``0..9999``, and what keeps them below their end: ``min(9999, n + 1)``."""
    text = reading.text
    steps = list(reading.nodes(nodes.Assign))
    for node in reading.nodes(nodes.Section):
        if node.keyword != "table":
            continue
        for entry in _entries(node):
            match entry.type:
                case nodes.RangeType(0, high) if _NO_END_OF_COUNTING.fullmatch(str(high)):
                    clamps = [edit for step in steps for edit in _unclamped(reading, step, entry.name, high)]
                    edits = (text.replaced(entry.type.span, "number"), *clamps)
                    yield Change(entry.span.line, f"{entry.name}: 0..{high}", f"{entry.name}: number", edits)
                case _:  # an end that matters, or no number
                    pass


def clamped_points(reading: Reading) -> Iterator[Change]:
    """Find ``worth: max(-99999, min(99999, E))``."""
    for node in reading.nodes(nodes.Condition):
        match node:
            case nodes.Condition("worth", nodes.Call(nodes.Name("max"), (nodes.Negative(nodes.Number(low)), inner))):
                match inner:
                    case nodes.Call(nodes.Name("min"), (nodes.Number(high), value)) if min(low, high) >= _LEAST_POINTS:
                        yield from _bare(reading, node, value)
                    case nodes.Call(nodes.Name("min"), (value, nodes.Number(high))) if min(low, high) >= _LEAST_POINTS:
                        yield from _bare(reading, node, value)
                    case _:  # bounds that are rules
                        pass
            case _:  # no clamp
                pass


def _bare(reading: Reading, field: nodes.Condition, value: nodes.Expr) -> Iterator[Change]:
    written = reading.text.of(value.span)
    yield Change(
        field.span.line,
        f"worth: {one_line(reading.text.of(field.value.span))}",
        f"worth: {one_line(written)}",
        (reading.text.replaced(field.value.span, written),),
    )


def _entries(section: nodes.Section) -> Iterator[nodes.Entry]:
    for item in section.items:
        inner = item.items if isinstance(item, nodes.EachBlock) else (item,)
        yield from (entry for entry in inner if isinstance(entry, nodes.Entry))


def _unclamped(reading: Reading, step: nodes.Assign, name: str, high: int) -> Iterator[Edit]:
    target = step.target.value if isinstance(step.target, nodes.Index) else step.target
    if not isinstance(target, nodes.Name | nodes.Member) or target.name != name:
        return
    match step.value:
        case nodes.Call(nodes.Name("min"), (nodes.Number(value), inner)) if value == high:
            yield reading.text.replaced(step.value.span, reading.text.of(inner.span))
        case nodes.Call(nodes.Name("min"), (inner, nodes.Number(value))) if value == high:
            yield reading.text.replaced(step.value.span, reading.text.of(inner.span))
        case _:  # set to something else
            pass

"""Columns of pieces, designs and charts -> entries of constant tables"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamedsl.engine.state.layout import Grid
from gamedsl.kernel.builder import (
    FALSE,
    both,
    choose,
    compare,
    constant,
    either,
    every,
    minus,
    number,
    opposite,
    plus,
    times,
    word,
)
from gamedsl.kernel.lowering.context import Lowered, Lowering, bare, within
from gamedsl.kernel.lowering.values.registry import constant_of, lowers, narrowed, value
from gamedsl.kernel.lowering.values.table import one_place
from gamedsl.kernel.program import Expression
from gamedsl.semantics import core
from gamedsl.semantics.core import types as t


@lowers(core.Attribute)
def _attribute(b: Lowering, node: core.Attribute) -> Lowered:
    rows = b.settings.columns.table(node.subject.type, node.column)
    kind = bare(node.subject.type)
    owner = kind.chart if isinstance(kind, t.RowType) else kind.kind  # type: ignore[attr-defined]
    low, count = b.span_of(kind)
    if isinstance(kind, t.RowType):
        low, count = 0, len(rows)
    form = "rows" if isinstance(kind, t.RowType) else "pieces" if isinstance(kind, t.PieceType) else "designs"
    name = f"{form} {owner}.{node.column}"
    found = rows[low : low + count]
    if node.keys:
        return _keyed(b, node, name, found)
    if isinstance(bare(node.type), t.ListType):
        raise TypeError("no column holds lists")
    return by_number(b, node, name, found, value(b, node.subject))


def by_number(b: Lowering, node: Any, name: str, rows: list[Any], subject: Expression) -> Expression:
    """Return the entry of a column for a subject, which may be none."""
    low, _ = b.span_of(bare(node.subject.type)) if not isinstance(bare(node.subject.type), t.RowType) else (0, 0)
    wide = b.wide(node.type.item) if isinstance(node.type, t.SetType) else 0
    maybe = isinstance(node.subject.type, t.MaybeType)
    made = f"{name} {_mark(node.type)}{' or none' if maybe else ''}"
    cells: Sequence[int] | None = b.program.tables.get(made)
    if cells is None:
        missing = [0 if wide else b.none_of(node.type)] if maybe else []
        cells = [*missing, *[constant_of(b, node.type, one).value for one in rows]]
    return b.table(made, cells, _from_none(b, subject, low) if maybe else minus(subject, low), wide)


def _from_none(b: Lowering, subject: Expression, low: int) -> Expression:
    """Return a subject that may be none as a number from 0, which is none."""
    if low == 0:
        return plus(subject, 1)
    subject = b.let(subject)
    return choose(compare("<", subject, 0), number(0), minus(subject, low - 1))


def _mark(kind: t.Type) -> str:
    """Return what tells tables of one column for different types apart."""
    return str(kind)


def _keyed(b: Lowering, node: core.Attribute, name: str, rows: list[Any]) -> Expression:
    kind = bare(node.subject.type)
    owner = kind.chart if isinstance(kind, t.RowType) else kind.kind  # type: ignore[attr-defined]
    column = b.layout.columns[owner, node.column]
    grid = Grid(0, None, tuple(b.layout.span_of(key.type) for key in column.keys))
    width = grid.size
    missing: Any = None
    cells = [constant_of(b, node.type, one).value for row in rows for one in (*row, *([missing] * (width - len(row))))]
    wide = b.wide(node.type.item) if isinstance(node.type, t.SetType) else 0
    subject = b.let(value(b, node.subject))
    place = one_place(b, grid, None, node.keys)
    unsure = any(isinstance(key.type, t.MaybeType) for key in node.keys)
    there = b.there(subject, node.subject.type)
    low = 0 if isinstance(kind, t.RowType) else b.span_of(kind)[0]
    exists = place.exists
    if not unsure and constant(exists) != 1:
        bad = both(there, opposite(exists))
        with b.when(bad):
            b.fail("GDRUN05", node.span, target=f"the key of {node.column}", range="its keys", found="another value")
    index = plus(times(narrowed(minus(subject, low), 0, max(0, len(rows) - 1)), width), place.index)
    found = b.table(f"{name} {_mark(node.type)}", cells, index, wide)
    none = word(0, wide) if wide else number(b.none_of(node.type))
    return choose(both(there, exists), found, none)


@lowers(core.ChartRow)
def _chart_row(b: Lowering, node: core.ChartRow) -> Expression:
    chart = b.game.charts[node.chart]
    grid = Grid(0, None, tuple(b.span_of(key.type) for key in chart.keys))
    rows = [-1] * grid.size
    for keys, row in chart.rows.items():
        index = 0
        for key, one, (low, _), stride in zip(chart.keys, keys, grid.keys, grid.strides, strict=True):
            index += (int(b.layout.constant(key.type, one)) - low) * stride  # type: ignore[call-overload]
        rows[index] = row
    asked = [b.let(value(b, key)) for key in node.keys]
    tests: list[Expression] = []
    none: Expression = FALSE
    index_: Expression = number(0)
    for asking, found, (low, count), stride in zip(node.keys, asked, grid.keys, grid.strides, strict=True):
        if isinstance(asking.type, t.MaybeType):
            none = either(none, b.is_none(found, asking.type))
        if not within(found, low, low + count - 1):
            tests += [compare(">=", found, low), compare("<", found, low + count)]
            found = narrowed(found, low, low + count - 1)
        index_ = plus(index_, times(minus(found, low), stride))
    row_ = b.let(choose(every(tests), b.table(f"chart {node.chart}", rows, index_), number(-1)))
    if not within(row_, 0, t.HIGHEST):
        b.fail_unless(
            either(compare(">=", row_, 0), none),
            "GDRUN05",
            node.span,
            *asked,
            target=f"the key of {node.chart}",
            range="only keys with a row",
            found=lambda *shown: ", ".join(str(one) for one in shown),
        )
    return row_

"""A layout -> the columns of designs and charts, by number of piece, design or chart row."""

from __future__ import annotations

from typing import Any

from gamedsl.engine.state.layout import Layout
from gamedsl.semantics.core import types as t


class Columns:
    """The columns of a set-up; each is made once, when it is first asked for."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._made: dict[tuple[t.Type, str], list[Any]] = {}

    def table(self, subject: t.Type, column: str) -> list[Any]:
        """Return a column by number of piece, design or chart row."""
        kind = subject.item if isinstance(subject, t.MaybeType) else subject
        found = self._made.get((kind, column))
        if found is None:
            found = self._made[kind, column] = self._table(kind, column)
        return found

    def _table(self, kind: t.Type, column: str) -> list[Any]:
        layout = self.layout
        if isinstance(kind, t.RowType):
            chart = layout.game.charts[kind.chart]
            declared = layout.columns[chart.name, column]
            return [self._cell(declared.type, bool(declared.keys), value) for value in chart.data[column]]
        assert isinstance(kind, t.PieceType | t.DesignType)
        declared = layout.columns[kind.kind, column]
        table: list[Any] = [None] * len(layout.designs)
        first, count = layout.kind_designs[kind.kind]
        for number in range(first, first + count):
            table[number] = self._cell(declared.type, bool(declared.keys), layout.designs[number].data.get(column))
        if isinstance(kind, t.DesignType):
            return table
        return [table[design] for design in layout.piece_design]

    def _cell(self, kind: t.Type, keyed: bool, value: Any) -> Any:
        if keyed:
            return tuple(self.layout.constant(kind, one) for one in value or ())
        return self.layout.constant(kind, value)

"""Raw rows of a table -> typed rows: every cell, every key of a chart; gaps in charts are filled or reported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice, product
from math import prod

import attrs

from gamedsl.diagnostics.report import Report
from gamedsl.diagnostics.suggest import listed
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.model import Scalar
from gamedsl.semantics.data.cells import CellReader, CellTypes, Missing, Place, RawCell, cell_type, key_type, stand_in
from gamedsl.semantics.data.csv_reader import FileCell
from gamedsl.semantics.data.tables import RawKey, RawRow, RawTable, is_chart, is_code
from gamedsl.source import Span
from gamedsl.syntax import nodes

MOST_CHART_ROWS = 20_000


@attrs.frozen(kw_only=True)
class TypedRow:
    """A row with values. ``keys`` are those of a chart, else empty; ``name`` is the row name.

    ``data`` by column name (a keyed column holds a tuple in key order); cells in error hold some value of their type.
    ``code`` holds the cells of rule text as written: from the rule file, from the CSV file, or None for the default.
    """

    name: str
    keys: tuple[int, ...]
    data: Mapping[str, Scalar | tuple[Scalar, ...]]
    code: Mapping[str, RawCell]
    span: Span = attrs.field(eq=False, repr=False)


def type_table(raw: RawTable, types: CellTypes, report: Report) -> tuple[TypedRow, ...]:
    """Give every cell its value: GDDAT03 for cells that do not fit, GDDAT05 for gaps in a chart, GDDAT07 for copies.

    Rows of a chart that only its defaults give come last.
    """
    return _Typist(raw, types, report).rows()


class _Typist:
    """Types the rows of one table."""

    def __init__(self, raw: RawTable, types: CellTypes, report: Report) -> None:
        self._raw = raw
        self._types = types
        self._report = report
        self._reader = CellReader(types, report)
        self._kinds = {
            column.name: cell_type(types.resolve(column.type), column.type, report)
            for column in raw.columns
            if column.type is not None and not is_code(column)
        }
        keys = raw.entry.keys if is_chart(raw.entry) else ()
        self._key_types = [key_type(types.resolve(key.type), key.type, report) for key in keys]

    def rows(self) -> tuple[TypedRow, ...]:
        made = []
        for row in self._raw.rows:
            keys = self._keys(row)
            if keys is not None:
                made.append(self._row(row, keys))
        if is_chart(self._raw.entry) and self._raw.complete and len(made) == len(self._raw.rows):
            made += self._gaps({row.keys for row in made})
        return tuple(made)

    def _row(self, row: RawRow, keys: tuple[int, ...]) -> TypedRow:
        data: dict[str, Scalar | tuple[Scalar, ...]] = {}
        code: dict[str, RawCell] = {}
        for column in self._raw.columns:
            cells = row.cells[column.name]
            if is_code(column):
                code[column.name] = cells[0] if cells else None
                continue
            values = tuple(self._value(row, column, cell) for cell in cells)
            data[column.name] = values if column.keys else values[0]
        self._check_copies(row, data)
        return TypedRow(name=row.name, keys=keys, data=data, code=code, span=row.keys[0].span)

    def _value(self, row: RawRow, column: nodes.Column, cell: RawCell) -> Scalar:
        """Return the value of a cell; after an error some value of its type."""
        kind = self._kinds[column.name]
        if column.name in self._raw.reported and cell is None:
            return stand_in(kind)
        from_file = isinstance(cell, FileCell) or (cell is None and row.from_file)
        table = self._table(from_file)
        place = Place(table, row.name, column.name, row.keys[0].span if cell is None else cell.span)
        value = self._reader.read(cell, column.default, kind, place)
        return stand_in(kind) if isinstance(value, Missing) else value

    def _table(self, from_file: bool) -> str:
        return f"`{self._raw.file}`" if from_file else f"the table of `{self._raw.entry.name}`"

    def _check_copies(self, row: RawRow, data: Mapping[str, Scalar | tuple[Scalar, ...]]) -> None:
        copies = data.get("copies")
        if is_chart(self._raw.entry) or not isinstance(copies, int) or copies >= 1:
            return
        cell = row.cells["copies"][0]
        if cell is not None or self._column("copies").default is not None:
            span = row.keys[0].span if cell is None else cell.span
            self._report("GDDAT07", span, key=row.name, copies=int(copies))

    def _column(self, name: str) -> nodes.Column:
        return next(column for column in self._raw.columns if column.name == name)

    def _keys(self, row: RawRow) -> tuple[int, ...] | None:
        """Return the keys of a row of a chart (empty for components); None after an error."""
        made = []
        for key, name, kind in zip(row.keys, self._raw.keys, self._key_types, strict=False):
            table = self._table(row.from_file)
            cell = FileCell(key.text, key.span)
            value = self._reader.read(cell, None, kind, Place(table, row.name, name, key.span))
            if not isinstance(value, int):
                return None
            made.append(int(value))
        return tuple(made)

    def _gaps(self, known: set[tuple[int, ...]]) -> list[TypedRow]:
        """Return rows for the keys that have none: every column has a default, or the gaps are reported."""
        if any(isinstance(kind, t.UnknownType) for kind in self._key_types) or self._too_large():
            return []
        values = [self._types.values(kind) for kind in self._key_types]
        missing = [keys for keys in product(*values) if tuple(int(key) for key in keys) not in known]
        names = [", ".join(value[key] for value, key in zip(values, keys, strict=True)) for keys in missing]
        without = [column.name for column in self._raw.columns if column.default is None]
        if missing and without:
            self._report_gaps(names, without[0])
            return []
        span = self._raw.entry.name_span
        empty = {column.name: self._nothing(column) for column in self._raw.columns}
        return [
            self._row(
                RawRow(keys=(RawKey(name, span),), cells=empty, from_file=False, span=span),
                tuple(int(key) for key in keys),
            )
            for name, keys in zip(names, missing, strict=True)
        ]

    def _nothing(self, column: nodes.Column) -> tuple[RawCell, ...]:
        """Return the cells of a column in a row that is not written."""
        kinds = [key_type(self._types.resolve(key.type), key.type, self._report) for key in column.keys]
        return (None,) * prod(0 if isinstance(kind, t.UnknownType) else len(self._types.values(kind)) for kind in kinds)

    def _too_large(self) -> bool:
        """Report keys that allow more rows than any chart may have."""
        sizes = [
            kind.high - kind.low + 1 if isinstance(kind, t.IntType) else len(self._types.values(kind))
            for kind in self._key_types
        ]
        if prod(sizes) <= MOST_CHART_ROWS:
            return False
        problem = f"its keys allow {prod(sizes)} rows, and {MOST_CHART_ROWS} are the most"
        chart = f"The chart `{self._raw.entry.name}`"
        span = self._raw.entry.name_span
        self._report("GDDAT10", span, table=chart, problem=problem, cure="give its keys smaller ranges")
        return True

    def _report_gaps(self, names: Sequence[str], column: str) -> None:
        """Report the keys without a row: the first three, and how many more."""
        shown = listed(islice(names, 3), "and")
        more = f" and {len(names) - 3} more" if len(names) > 3 else ""
        chart = self._raw.entry.name
        self._report("GDDAT05", self._raw.entry.name_span, chart=chart, missing=shown + more, column=column)

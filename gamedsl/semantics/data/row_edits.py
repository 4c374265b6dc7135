"""The raw rows of a base game's table and what variants change in single rows -> the raw rows of the variant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from typing import Any

import attrs

from gamedsl.diagnostics.diagnostic import Label
from gamedsl.diagnostics.report import Report
from gamedsl.diagnostics.suggest import did_you_mean, listed, nearest
from gamedsl.semantics.core import types as t
from gamedsl.semantics.data.cells import CellTypes, RawCell, is_empty, plain_text
from gamedsl.semantics.data.csv_reader import FileCell
from gamedsl.semantics.data.tables import RawKey, RawRow, RawTable, is_chart, is_code, raw_key
from gamedsl.source import Span
from gamedsl.syntax import nodes
from gamedsl.syntax.print.inline import text as printed

_NUMBER = re.compile(r"-?[0-9]{1,11}")
_Cells = dict[str, tuple[RawCell, ...]]


def edited(raw: RawTable, types: CellTypes, report: Report) -> RawTable:
    """Return a table with the rows that variants change, add and remove, in the order of the variants.

    Cells that a variant leaves empty stay as they are in the base game. Reports GDVAR07 for rows and columns that are
    not there, GDVAR08 for rows that stay the same, GDVAR09 for what one variant says twice, and GDDAT04, GDDAT10 and
    GDNAM02 for broken tables. New types of columns are laid over the table before.
    """
    if not raw.entry.edits or not raw.complete:
        return raw
    editor = _Editor(raw, types, report)
    for edits in raw.entry.edits:
        editor.apply(edits)
    return attrs.evolve(raw, rows=tuple(editor.rows.values()))


def telling_how_to_widen(raw: RawTable, report: Report) -> Report:
    """Return a report that says of cells of a variant that do not fit where the range stands, and how to change it."""
    variants = {edits.span.source.path for edits in raw.entry.edits}
    columns = {column.name: column.type for column in raw.columns}

    def telling(code: str, span: Span, **values: Any) -> None:
        kind = columns.get(values.get("column", ""))
        found = str(values.get("found", "")).strip("`")
        if code == "GDDAT03" and span.source.path in variants and isinstance(kind, nodes.RangeType):
            number = int(found) if _NUMBER.fullmatch(found) else None
            if number is not None:
                wide = f"{min(kind.low, number)}..{max(kind.high, number)}"
                hint = f"to allow it, give the column another range in the head: `| {values['column']}: {wide} |`"
                values |= {"hint": hint, "labels": (Label(kind.span, "this range says what it holds"),)}
        elif code == "GDDAT03" and kind is not None and kind.span.source.path in variants:
            values["labels"] = (Label(kind.span, "the column has this type from here on"),)
        report(code, span, **values)

    return telling if variants else report


@attrs.frozen
class _Place:
    """What a column of the edits stands for: a key (``column`` is None), a column, or one place of a keyed column."""

    key: int = 0
    column: nodes.Column | None = None
    at: int | None = None


class _Editor:
    """Edits one table."""

    def __init__(self, raw: RawTable, types: CellTypes, report: Report) -> None:
        self._raw = raw
        self._types = types
        self._report = report
        self._columns = {column.name: column for column in raw.columns}
        self.rows = {tuple(key.text for key in row.keys): row for row in raw.rows}
        self._written: dict[tuple[str, ...], Span] = {}  # file of the variant, what it changes, keys of the row

    def apply(self, edits: nodes.RowEdits) -> None:
        """Carry out the edits of one variant."""
        seen: dict[tuple[str, ...], Span] = {}
        places = self._head(edits)
        for row in edits.rows if places is not None else ():
            keys = self._keys(row, places or [], len(edits.columns))
            if keys is None:
                continue
            found = tuple(key.text for key in keys)
            first = seen.setdefault(found, row.span)
            if first is not row.span:
                label = Label(first, "the first one is here")
                self._report("GDDAT04", row.span, labels=(label,), key=", ".join(found), table=self._table())
                continue
            self._row(row, keys, places or [])
        for removal in edits.removals:
            self._remove(removal)

    def _table(self) -> str:
        return f"the table of `{self._raw.entry.name}`"

    # ------------------------------------------------------------ the head

    def _head(self, edits: nodes.RowEdits) -> list[_Place] | None:
        """Return what every column stands for; None after an error."""
        places = [self._place(column, first=at == 0) for at, column in enumerate(edits.columns)]
        known = [place for place in places if place is not None]
        if len(known) < len(places):
            return None
        for at, (column, place) in enumerate(zip(edits.columns, known, strict=True)):
            if place in known[:at]:
                first = Label(edits.columns[known.index(place)].span, "the first one is here")
                self._report("GDNAM02", column.span, labels=(first,), kind="column", name=printed(column))
                return None
        missing = [key for at, key in enumerate(self._raw.keys) if _Place(at) not in known]
        if missing and (edits.columns or edits.rows):
            span = edits.columns[0].span
            problem = f"its head lacks {listed(missing, 'and')}, by which rows are found"
            cure = f"begin the head with `| {' | '.join(self._raw.keys)} |`"
            self._report("GDDAT10", span, table=f"The changed table of `{edits.name}`", problem=problem, cure=cure)
            return None
        return known

    def _place(self, column: nodes.EditedColumn, *, first: bool) -> _Place | None:
        """Return what a column stands for; None after reporting that there is none."""
        if column.type is not None and not self._may_have_type(column, column.type):
            return None
        if column.name in self._raw.keys and not column.keys:
            return _Place(self._raw.keys.index(column.name))
        known = self._columns.get(column.name)
        if known is None:
            self._absent("column", _column_name(column), column.span, help=self._columns_help(column, first=first))
            return None
        if not column.keys:
            return _Place(column=known)
        names = self._places_of(known) if known.keys else []
        written = ", ".join(printed(key) for key in column.keys)
        if written in names:
            return _Place(column=known, at=names.index(written))
        near = [f"{known.name}[{name}]" for name in names[:3]] or [known.name]
        self._absent("column", _column_name(column), column.span, listed(near))
        return None

    def _columns_help(self, column: nodes.EditedColumn, *, first: bool) -> str:
        """Return what to write instead of a column that is not there."""
        for known in self._columns.values():
            for name in self._places_of(known) if known.keys else ():
                if column.name == f"{known.name}_{name}":
                    return f"write `{known.name}[{name}]`: so its places are called in rules"
        near = did_you_mean(column.name, (*self._raw.keys, *self._columns))
        if near:
            return f"did you mean {near}?"
        if first and len(self._raw.keys) == 1:
            return f"the first column is called `{self._raw.keys[0]}`"
        return f"its columns are {nearest(column.name, self._columns)}"

    def _may_have_type(self, column: nodes.EditedColumn, kind: nodes.TypeExpr) -> bool:
        """Tell whether a column may be given a type here; report it when not, or when it has been given one before."""
        problem = cure = ""
        if column.keys:
            problem = f"a type is given to all places of `{column.name}` at once"
            cure = f"write `{column.name}: {printed(kind)}`; cells that stay as they are may be empty"
        elif column.name in self._raw.keys:
            problem = f"`{column.name}` holds the names of the rows and has no type"
            cure = f"write only `{column.name}`"
        if problem:
            table = f"The changed table of `{self._raw.entry.name}`"
            self._report("GDDAT10", column.span, table=table, problem=problem, cure=cure)
            return False
        path = column.span.source.path
        return self._once((path, f"type of {column.name}"), column.span, f"{column.name}: {printed(kind)}")

    def _once(self, what: tuple[str, ...], span: Span, name: str) -> bool:
        """Note that a variant writes something; report it when the same variant has written it before."""
        first = self._written.setdefault(what, span)
        if first is span:
            return True
        self._report("GDVAR09", span, labels=(Label(first, "changed here first"),), name=name, deeds="changed twice")
        return False

    def _places_of(self, column: nodes.Column) -> list[str]:
        """Return the names of the places of a keyed column, in order."""
        kinds = [self._types.resolve(key.type) for key in column.keys]
        if any(isinstance(kind, t.UnknownType) for kind in kinds):
            return []
        return [", ".join(keys) for keys in product(*(self._types.values(kind).values() for kind in kinds))]

    # ------------------------------------------------------------ rows

    def _keys(self, row: nodes.Row, places: Sequence[_Place], width: int) -> tuple[RawKey, ...] | None:
        """Return the keys of an edited row; None after an error."""
        problem = cure = ""
        if len(row.cells) > width:
            problem = f"this row has {len(row.cells)} cells, but the head has {width} columns"
            cure = "take out the cells too many"
        found: dict[int, RawKey] = {}
        for place, cell in zip(places, row.cells, strict=False):
            if place.column is None:
                text = "" if is_empty(cell) else plain_text(cell)
                if text:
                    found[place.key] = raw_key(text, cell.span)
        if not problem and len(found) < len(self._raw.keys):
            problem, cure = "this row has no name", f"write which {listed(self._raw.keys, 'and')} is meant"
        if problem:
            table = f"The changed table of `{self._raw.entry.name}`"
            self._report("GDDAT10", row.span, table=table, problem=problem, cure=cure)
            return None
        return tuple(found[at] for at in range(len(self._raw.keys)))

    def _row(self, row: nodes.Row, keys: tuple[RawKey, ...], places: Sequence[_Place]) -> None:
        """Change a row, or add it when there is none of this name."""
        name = tuple(key.text for key in keys)
        old = self.rows.get(name)
        empty: _Cells = {column.name: (None,) * self._width(column) for column in self._raw.columns}
        cells = empty if old is None else dict(old.cells)
        sound = True
        for place, cell in zip(places, row.cells, strict=False):
            if place.column is not None and not is_empty(cell):
                sound = self._first_time(name, place.column, place.at, cell) and sound
                sound = self._write(cells, place.column, place.at, cell, ", ".join(name)) and sound
        if not sound:
            return
        if old is None:
            self._add(row, keys, cells)
        elif all(_same(cells[column], old.cells[column]) for column in cells):
            same = f"the row `{old.name}` is the same in the base game"
            self._report("GDVAR08", row.span, name=self._raw.entry.name, reason=same)
        else:
            self.rows[name] = attrs.evolve(old, cells=cells)

    def _first_time(self, row: tuple[str, ...], column: nodes.Column, at: int | None, cell: nodes.Cell) -> bool:
        """Tell whether a variant writes a cell for the first time: of two values one would be lost."""
        places = self._places_of(column) if column.keys else [""]
        for number, place in enumerate(places):
            if at in (None, number):
                name = f"{_row_name(self._raw, row)}.{column.name}{f'[{place}]' if column.keys else ''}"
                if not self._once((cell.span.source.path, f"{column.name}[{place}]", *row), cell.span, name):
                    return False
        return True

    def _width(self, column: nodes.Column) -> int:
        return len(self._places_of(column)) if column.keys else 1

    def _write(self, cells: _Cells, column: nodes.Column, at: int | None, cell: nodes.Cell, row: str) -> bool:
        """Put a cell into its place; one of a whole keyed column is cut at its semicolons. Tell whether it fits."""
        old = cells[column.name]
        if at is not None:
            cells[column.name] = (*old[:at], cell, *old[at + 1 :])
        elif not column.keys:
            cells[column.name] = (cell,)
        elif len(cell.steps) == len(old):
            cells[column.name] = tuple(nodes.Cell(None, (step,), span=step.span) for step in cell.steps)
        else:
            names = [f"{column.name}[{name}]" for name in self._places_of(column)[:2]]
            found = f"{len(cell.steps) or 1} value{'s' if len(cell.steps) > 1 else ''}"
            hint = f"write all of them with `;` between, or only one under {listed(names)}"
            table, expected = self._table(), f"{len(old)} values"
            values = {"column": column.name, "row": row, "table": table, "found": found, "expected": expected}
            self._report("GDDAT03", cell.span, **values, hint=hint)
            return False
        return True

    def _add(self, row: nodes.Row, keys: tuple[RawKey, ...], cells: _Cells) -> None:
        """Add a row; without the cells that every row needs its name is taken for a slip."""
        name = tuple(key.text for key in keys)
        missing = [column for column in self._raw.columns if self._needed(column) and None in cells[column.name]]
        if missing:
            wanted = listed([column.name for column in missing], "and")
            near = did_you_mean(name[0], [known[0] for known in self.rows]) if len(name) == 1 else ""
            cure = f"a new row also needs {wanted}"
            told = f"did you mean {near}? {cure[0].upper()}{cure[1:]}" if near else f"{self._known(name)}; {cure}"
            self._absent("row", ", ".join(name), keys[0].span, help=told)
            return
        self.rows[name] = RawRow(keys=keys, cells=cells, from_file=False, span=row.span)

    def _needed(self, column: nodes.Column) -> bool:
        """Tell whether every row must give this column."""
        if column.default is not None or is_code(column):
            return False
        kind = column.type
        return not isinstance(kind, nodes.MaybeType | nodes.SetType) and kind != nodes.NamedType("words")

    def _remove(self, removal: nodes.RowRemoval) -> None:
        """Take away the rows that begin with these keys."""
        keys = tuple(printed(key) for key in removal.keys)
        gone = [name for name in self.rows if name[: len(keys)] == keys]
        for name in gone:
            self._check_unchanged(name, removal)
            del self.rows[name]
        if not gone:
            names = [name[0] for name in self.rows]
            near = did_you_mean(keys[0], names) if len(keys) == 1 and not is_chart(self._raw.entry) else ""
            self._absent("row", ", ".join(keys), removal.keys[0].span, near, None if near else self._known(keys))

    def _check_unchanged(self, row: tuple[str, ...], removal: nodes.RowRemoval) -> None:
        """Report a removed row that the same variant has changed before."""
        path = removal.span.source.path
        first = next((span for (file, _, *keys), span in self._written.items() if (file, *keys) == (path, *row)), None)
        if first is not None:
            name, told = _row_name(self._raw, row), "changed here and removed there"
            label = Label(first, "changed here first")
            self._report("GDVAR09", removal.span, labels=(label,), name=name, deeds=told)

    def _known(self, name: tuple[str, ...]) -> str:
        """Return which rows the table has."""
        return f"its rows are {nearest(', '.join(name), [', '.join(row) for row in self.rows])}"

    def _absent(self, what: str, name: str, span: Span, suggestions: str = "", help: str | None = None) -> None:
        values = {"entry": self._raw.entry.name, "what": what, "name": name, "suggestions": suggestions}
        if help is None:
            self._report("GDVAR07", span, **values)
        else:
            self._report("GDVAR07", span, help=help, **values)


def _column_name(column: nodes.EditedColumn) -> str:
    return printed(attrs.evolve(column, type=None))


def _row_name(raw: RawTable, row: Sequence[str]) -> str:
    """Return how rules call a row: by its name, or by the chart and its keys."""
    return f"{raw.entry.name}[{', '.join(row)}]" if is_chart(raw.entry) else ", ".join(row)


def _same(one: Sequence[RawCell], other: Sequence[RawCell]) -> bool:
    return [_text(cell) for cell in one] == [_text(cell) for cell in other]


def _text(cell: RawCell) -> str:
    """Return what a cell says, the same for cells of files and of rules."""
    match cell:
        case None:
            return ""
        case FileCell(text):
            return ";".join(part.strip() for part in text.split(";"))
        case nodes.Cell(None, steps):
            return ";".join(printed(step) for step in steps)
        case nodes.Cell(text):
            return text or ""

"""An entry with a table head, its rows and its CSV file -> raw rows, every cell with its place.

Raw rows need only the words of lists and ranges; their values (``typed_tables``) need all names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Protocol

import attrs

from gamedsl.diagnostics.diagnostic import Label
from gamedsl.diagnostics.report import Report
from gamedsl.diagnostics.suggest import did_you_mean, listed
from gamedsl.files import leads_out
from gamedsl.semantics.core import types as t
from gamedsl.semantics.data.cells import CellTypes, RawCell, is_empty, key_type, plain_text
from gamedsl.semantics.data.csv_reader import REMARK, CsvFile, FileCell, plain_letter, quoted, read_csv, with_names
from gamedsl.source import Source, Span
from gamedsl.syntax import nodes

CODE_COLUMNS = frozenset({"condition", "formula", "rule"})
MOST_COLUMN_KEYS = 1_000

_ROW_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_NUMBER = re.compile(r"-?[0-9]+")
_UNUSABLE = frozenset({"all", "none", "no", "not", "ranked", "the", "yes"})
_LOOKS_LIKE_RULE = re.compile(
    r"[A-Za-z_0-9)\]] *(?:>=|<=|!=|=|<|>) *[A-Za-z_0-9(]"
    r"|^(?:(?:pay|deal) \S+ from \S+ to|(?:move|set|show) \S+ to|score \S+ \S+ for) \S+"
)


class Files(Protocol):
    """Finds the files that a rule file names."""

    def read(self, path: str) -> Source | None:
        """Return the file ``path``; None when there is none. Raise OSError when it cannot be read as text."""
        ...


@attrs.frozen
class RawKey:
    """One key of a row as written; numbers without leading noughts."""

    text: str
    span: Span = attrs.field(eq=False, repr=False)


@attrs.frozen(kw_only=True)
class RawRow:
    """A row: its name (or the keys of a chart), and for each column one cell, or one for each key of the column."""

    keys: tuple[RawKey, ...]
    cells: Mapping[str, tuple[RawCell, ...]]
    from_file: bool
    span: Span = attrs.field(eq=False, repr=False)

    @property
    def name(self) -> str:
        """How messages call the row."""
        return ", ".join(key.text for key in self.keys)


@attrs.frozen(kw_only=True)
class RawTable:
    """The rows of one entry: those of its CSV file first, then those added in the rule file.

    ``columns`` are the typed ones. ``reported``: columns that are known to be missing. ``complete`` is false when an
    error has hidden rows. ``file`` is the path of the CSV file, or None.
    """

    entry: nodes.Entry
    keys: tuple[str, ...]
    columns: tuple[nodes.Column, ...]
    rows: tuple[RawRow, ...]
    reported: frozenset[str] = frozenset()
    complete: bool = True
    file: str | None = None


def is_chart(entry: nodes.Entry) -> bool:
    """Tell whether an entry is a chart."""
    return entry.type == nodes.NamedType("chart")


def is_code(column: nodes.Column) -> bool:
    """Tell whether a column holds rule text."""
    return isinstance(column.type, nodes.NamedType) and column.type.name in CODE_COLUMNS


def csv_trait(entry: nodes.Entry) -> nodes.Csv | None:
    """Return the ``csv`` trait of an entry."""
    return next((trait for trait in entry.traits if isinstance(trait, nodes.Csv)), None)


def read_table(entry: nodes.Entry, files: Files, types: CellTypes, report: Report) -> RawTable:
    """Read the rows of an entry with a table or a CSV file; reports what does not fit together.

    ``types`` is asked for the keys of columns (``strip[1..2]``, ``size[branch]``) only.
    """
    return _Reader(entry, types, report).read(files)


# ---------------------------------------------------------------- heads


@attrs.frozen
class _Head:
    """The head of a table: names of its keys; position in a row of each key and of each typed column."""

    keys: tuple[str, ...]
    key_places: tuple[int, ...]
    columns: tuple[tuple[int, nodes.Column], ...]


def _key_names(entry: nodes.Entry) -> tuple[str, ...]:
    """Return the names of the keys: the entry itself, or those of a chart."""
    if not is_chart(entry):
        return (entry.name,)
    return tuple(key.name or getattr(key.type, "name", f"key {at}") for at, key in enumerate(entry.keys, 1))


def _read_head(entry: nodes.Entry, report: Report) -> _Head | None:
    """Read the head of an entry's table; None when it does not fit the entry's keys."""
    names = _key_names(entry)
    if entry.table is None:
        return None if is_chart(entry) else _Head(names, (0,), ())
    untyped = [(at, column) for at, column in enumerate(entry.table.columns) if column.type is None]
    if len(untyped) != len(names) or (not is_chart(entry) and untyped[0][0] != 0):
        _report_keys(entry, names, [column for _, column in untyped], report)
        return None
    for name, (_, column) in zip(names, untyped, strict=True):
        if column.name not in names and (near := did_you_mean(column.name, [name])):
            report("GDNAM01", column.span, kind="component", name=column.name, suggestions=near)
    by_name = {column.name: at for at, column in untyped}
    in_order = tuple(at for at, _ in untyped)
    places = tuple(by_name[name] for name in names) if set(by_name) == set(names) else in_order
    typed: dict[str, tuple[int, nodes.Column]] = {}
    for at, column in enumerate(entry.table.columns):
        if column.name in typed:
            first = Label(typed[column.name][1].span, "the first one is here")
            report("GDNAM02", column.span, labels=(first,), kind="column", name=column.name)
        elif column.type is not None:
            typed[column.name] = at, column
    return _Head(names, places, tuple(typed.values()))


def _report_keys(entry: nodes.Entry, names: Sequence[str], untyped: Sequence[nodes.Column], report: Report) -> None:
    """Report a head whose columns without types are not the keys."""
    table = entry.table or nodes.Table((), span=entry.span)
    cure = f"begin the head with `| {' | '.join(names)} |`, and give every other column a type"
    if len(untyped) > len(names):
        extra = untyped[len(names)]
        problem = (
            f"the column `{extra.name}` has no type, but {listed(c.name for c in untyped[: len(names)])} is the key"
        )
        report("GDDAT10", extra.span, table=f"The table of `{entry.name}`", problem=problem, cure=cure)
        return
    problem = "its columns without a type must be the names of the rows"
    if is_chart(entry):
        problem = f"its columns without a type must be {listed(names, 'and')}"
    span = table.columns[0].span if table.columns else table.span
    report("GDDAT10", span, table=f"The table of `{entry.name}`", problem=problem, cure=cure)


# ---------------------------------------------------------------- raw rows


@attrs.define(eq=False)
class _Row:
    """A raw row while it is put together."""

    keys: tuple[RawKey, ...]
    cells: dict[str, tuple[RawCell, ...]]
    span: Span
    from_file: bool
    written: Span | None = None  # the row of the rule file that adds to it


class _Reader:
    """Reads one table."""

    def __init__(self, entry: nodes.Entry, types: CellTypes, report: Report) -> None:
        self._entry = entry
        self._types = types
        self._report = report
        self._rows: dict[tuple[str, ...], _Row] = {}
        self._complete = True
        trait = csv_trait(entry)
        self._path = None if trait is None else trait.path
        self._span = entry.span if trait is None else trait.span

    def read(self, files: Files) -> RawTable:
        head = _read_head(self._entry, self._report)
        if head is None:
            if self._entry.table is None:
                cure = "write a head with the keys and the columns under it: `| key | value: 1..9 |`"
                table = f"The chart `{self._entry.name}`"
                self._report("GDDAT10", self._entry.name_span, table=table, problem="it has no head", cure=cure)
            return RawTable(entry=self._entry, keys=(), columns=(), rows=(), complete=False, file=self._path)
        reported: frozenset[str] = frozenset()
        file = self._open(files, head)
        layout = None if file is None else self._layout(file, head)
        if file is not None and layout is not None:
            self._read_file(file, layout, head)
        if self._entry.table is not None:
            for row in self._entry.table.rows:
                self._read_row(row, head)
        if layout is not None and file is not None:
            reported = self._check_columns(file, layout, head)
        return RawTable(
            entry=self._entry,
            keys=head.keys,
            columns=tuple(column for _, column in head.columns),
            rows=tuple(
                RawRow(keys=row.keys, cells=row.cells, from_file=row.from_file, span=row.span)
                for row in self._rows.values()
            ),
            reported=reported,
            complete=self._complete,
            file=self._path,
        )

    def _in_file(self) -> str:
        return f"`{self._path}`"

    def _in_rules(self) -> str:
        return f"the table of `{self._entry.name}`"

    # ------------------------------------------------------------ rows of the CSV file

    def _open(self, files: Files, head: _Head) -> CsvFile | None:
        """Find and read the CSV file; None when there is none to read."""
        if self._path is None:
            return None
        self._complete = False
        try:
            source = files.read(self._path)
        except OSError as error:
            table = f"The file {self._in_file()}"
            self._report(
                "GDDAT10", self._span, table=table, problem=str(error), cure="save it as a small UTF-8 text file"
            )
            return None
        if source is None:
            if leads_out(self._path):
                cure = {
                    "help": "put the file into the folder of the rule file, or below it, and write its path from there"
                }
                self._report("GDDAT01", self._span, path=self._path, problem="lies in another folder", **cure)
            else:
                self._report("GDDAT01", self._span, path=self._path, problem="is not there")
            return None
        file = read_csv(source, self._report, name=self._path)
        self._complete = file is not None
        if file is None:
            return None
        wanted = [name for _, column in head.columns for names in self._names(column) for name in names]
        first = 0 if is_chart(self._entry) else 1  # the first one holds the names of rows, whatever it is called
        return with_names(file, (*wanted, *head.keys[first:]), first, self._path, self._report)

    def _layout(self, file: CsvFile, head: _Head) -> _Layout | None:
        """Find out where the file has keys and columns; None when a key is nowhere."""
        columns = {column.name: self._file_places(file, column) for _, column in head.columns}
        if not is_chart(self._entry):
            return _Layout((0,), columns)
        named = [file.index(name) for name in head.keys]
        data = {place for places in columns.values() for place in places.places}
        free = iter(
            [at for at in range(len(head.keys)) if at not in named and at not in data and at < len(file.header)]
        )
        places = []
        for name, at in zip(head.keys, named, strict=True):
            place = next(free, None) if at is None else at
            if place is None:
                self._absent(file, name)
                self._complete = False
                return None
            places.append(place)
        return _Layout(tuple(places), columns)

    def _file_places(self, file: CsvFile, column: nodes.Column) -> _Places:
        """Find the places of a column: its name, ``name_key`` for each key, or the keys alone."""
        long, plain = self._names(column)
        names = (
            long if any(name in file.names for name in long) or not any(key in file.names for key in plain) else plain
        )
        return _Places(names, tuple(file.index(name) for name in names))

    def _names(self, column: nodes.Column) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return what a column may be called in a file: with its own name for each key, or by the keys alone."""
        if not column.keys:
            return (column.name,), ()
        keys = tuple("_".join(key) for key in product(*(self._key_values(key) for key in column.keys)))
        return tuple(f"{column.name}_{key}" for key in keys), keys

    def _key_values(self, key: nodes.Key) -> list[str]:
        """Return the names of all values of a column's key."""
        kind = key_type(self._types.resolve(key.type), key.type, self._report)
        if isinstance(kind, t.UnknownType):
            return []
        if isinstance(kind, t.IntType) and kind.high - kind.low >= MOST_COLUMN_KEYS:
            problem = f"a column has more than {MOST_COLUMN_KEYS} keys"
            cure = "give the key a smaller range, or make a chart of it"
            self._report("GDDAT10", key.span, table=f"The table of `{self._entry.name}`", problem=problem, cure=cure)
            return []
        return list(self._types.values(kind).values())

    def _read_file(self, file: CsvFile, layout: _Layout, head: _Head) -> None:
        """Make a row of every row of the file."""
        for cells in file.rows:
            keys = tuple(raw_key(cells[at].text, cells[at].span) for at in layout.keys)
            span = cells[0].span.to(cells[-1].span)
            if not self._check_keys(keys, head.keys, self._in_file()):
                continue
            found: dict[str, tuple[RawCell, ...]] = {
                name: tuple(None if at is None else _given(cells[at]) for at in places.places)
                for name, places in layout.columns.items()
            }
            row = _Row(keys, found, span, from_file=True)
            first = self._rows.setdefault(tuple(key.text for key in keys), row)
            if first is not row:
                self._twice(row, first.span, f"the file {self._in_file()}")

    def _check_columns(self, file: CsvFile, layout: _Layout, head: _Head) -> frozenset[str]:
        """Report columns that are nowhere, and columns of the file that look like rules; return the former."""
        reported = set()
        for _, column in head.columns:
            places = layout.columns[column.name]
            if column.default is not None or is_code(column) or None not in places.places:
                continue
            filled = [row for row in self._rows.values() if row.from_file and row.written is not None]
            if not any(not is_empty(cell) for row in filled for cell in row.cells[column.name]):
                self._absent(file, places.names[places.places.index(None)])
                reported.add(column.name)
        used = {*layout.keys, *(at for places in layout.columns.values() for at in places.places)}
        if not reported:  # else the column that is wanted is perhaps called otherwise there
            self._check_unread(file, used, rules=any(is_code(column) for _, column in head.columns))
        return frozenset(reported)

    def _check_unread(self, file: CsvFile, used: set[int | None], *, rules: bool) -> None:
        """Warn of columns that the head does not name and that are no remarks.

        Without ``rules`` in the head, of those as rules in which most cells compare something or begin with a step.
        """
        for at, cell in enumerate(file.header):
            if at in used or cell.text.startswith(REMARK):
                continue
            texts = [row[at].text for row in file.rows if row[at].text]
            like_rules = [text for text in texts if _LOOKS_LIKE_RULE.search(text)]
            if not rules and len(like_rules) * 2 > len(texts):
                self._report("GDDAT09", cell.span, column=cell.text, path=self._path or "")
            else:
                path = self._path or ""
                self._report("GDDAT18", cell.span, column=cell.text, path=path, entry=self._entry.name)

    def _absent(self, file: CsvFile, column: str) -> None:
        columns = listed(file.names, "and")
        near = did_you_mean(column, [name for name in file.names if not name.startswith(REMARK)])
        more = {"help": f"did you mean {near}? Its columns are {columns}"} if near else {}
        self._report("GDDAT02", self._span, table=self._in_file(), column=column, columns=columns, **more)

    # ------------------------------------------------------------ rows of the rule file

    def _read_row(self, row: nodes.Row, head: _Head) -> None:
        """Add a row, or fill the gaps of a row of the file."""
        columns = self._entry.table.columns if self._entry.table else ()
        if len(row.cells) > len(columns):
            problem = f"this row has {len(row.cells)} cells, but the head has {len(columns)} columns"
            table = f"The table of `{self._entry.name}`"
            self._report("GDDAT10", row.span, table=table, problem=problem, cure="take out the cells too many")
        keys = []
        for name, at in zip(head.keys, head.key_places, strict=True):
            cell = row.cells[at] if at < len(row.cells) else nodes.Cell()
            text = "" if is_empty(cell) else plain_text(cell)
            if text is None:
                self._wrong_key(
                    "rule text",
                    cell.span,
                    name,
                    f"line {row.span.line}",
                    self._in_rules(),
                    "write a plain name or number",
                )
                self._complete = False
                return
            keys.append(raw_key(text, row.span if is_empty(cell) else cell.span))
        if self._check_keys(tuple(keys), head.keys, self._in_rules()):
            self._place(tuple(keys), row, {column.name: self._cells(row, at, column) for at, column in head.columns})

    def _place(self, keys: tuple[RawKey, ...], row: nodes.Row, cells: dict[str, tuple[RawCell, ...]]) -> None:
        """Put a row of the rule file among the others."""
        new = _Row(keys, cells, row.span, from_file=False, written=row.span)
        known = self._rows.setdefault(tuple(key.text for key in keys), new)
        if known is new:
            return
        if known.written is not None:
            self._twice(new, known.written, self._in_rules())
            return
        known.written = row.span
        for name, given in cells.items():
            known.cells[name] = self._filled(new.keys, name, known.cells[name], given)

    def _filled(
        self, keys: tuple[RawKey, ...], column: str, old: tuple[RawCell, ...], given: tuple[RawCell, ...]
    ) -> tuple[RawCell, ...]:
        """Return the cells of a column, those of the rule file in the gaps of the file."""
        if len(old) != len(given):
            return old
        made = []
        for before, cell in zip(old, given, strict=True):
            if cell is not None and before is not None:
                key = ", ".join(part.text for part in keys)
                label = Label(before.span, "given here first")
                self._report("GDDAT06", cell.span, labels=(label,), column=column, key=key, path=self._path or "")
            made.append(cell if before is None else before)
        return tuple(made)

    def _cells(self, row: nodes.Row, at: int, column: nodes.Column) -> tuple[RawCell, ...]:
        """Return the cell of a column; that of a keyed column is cut at its semicolons, one for each key."""
        cell: RawCell = row.cells[at] if at < len(row.cells) else None
        if not column.keys:
            return (None if is_empty(cell) else cell,)
        wanted = len(list(product(*(self._key_values(key) for key in column.keys))))
        if not wanted or not isinstance(cell, nodes.Cell) or is_empty(cell):
            return (None,) * wanted
        if len(cell.steps) != wanted:
            found = f"{len(cell.steps) or 1} value{'s' if len(cell.steps) > 1 else ''}"
            name = plain_text(row.cells[0]) or ""
            hint = "write one value for each key, with `;` between them"
            self._wrong_cell(found, f"{wanted} values", cell.span, column.name, name, self._in_rules(), hint)
            return (None,) * wanted
        return tuple(nodes.Cell(None, (step,), span=step.span) for step in cell.steps)

    # ------------------------------------------------------------ keys

    def _check_keys(self, keys: tuple[RawKey, ...], names: Sequence[str], table: str) -> bool:
        """Report keys that cannot be keys; tell whether the row can be kept."""
        kept = True
        for key, name in zip(keys, names, strict=True):
            if not key.text:
                self._wrong_key(
                    "an empty cell",
                    key.span,
                    name,
                    f"line {key.span.line}",
                    table,
                    "write the name of the row, or remove the row",
                )
                self._complete = kept = False
            elif not is_chart(self._entry) and (not _ROW_NAME.fullmatch(key.text) or key.text in _UNUSABLE):
                hint = f"write for example `{_usable(key.text)}`; what people read is a column of type `words`"
                self._wrong_key(quoted(key.text), key.span, name, key.text, table, hint)
        return kept

    def _wrong_key(self, found: str, span: Span, column: str, row: str, table: str, hint: str) -> None:
        expected = "a key" if is_chart(self._entry) else "a name (letters, digits and `_`, no digit in front)"
        self._wrong_cell(found, expected, span, column, row, table, hint)

    def _wrong_cell(self, found: str, expected: str, span: Span, column: str, row: str, table: str, hint: str) -> None:
        self._report("GDDAT03", span, column=column, row=row, table=table, found=found, expected=expected, hint=hint)

    def _twice(self, row: _Row, first: Span, table: str) -> None:
        key = ", ".join(part.text for part in row.keys)
        label = Label(first, "the first one is here")
        self._report("GDDAT04", row.keys[0].span, labels=(label,), key=key, table=table)


@attrs.frozen
class _Places:
    """Names under which a column is looked for in a file, and where they are."""

    names: tuple[str, ...]
    places: tuple[int | None, ...]


@attrs.frozen
class _Layout:
    """Where a file has the keys and the columns of a head."""

    keys: tuple[int, ...]
    columns: Mapping[str, _Places]


def _given(cell: FileCell) -> FileCell | None:
    """Return a cell of a file; None when it is empty."""
    return cell if cell.text or cell.shifted else None


def raw_key(text: str, span: Span) -> RawKey:
    """Return a key; numbers lose leading noughts, so that `01` and `1` are the same."""
    text = text.strip()
    return RawKey(str(int(text)) if _NUMBER.fullmatch(text) and len(text) < 12 else text, span)


def _usable(text: str) -> str:
    """Return a row name made of any text."""
    written = "".join(plain_letter(sign) for sign in text.replace("'", ""))
    name = re.sub(r"__+", "_", re.sub(r"[^A-Za-z_0-9]+", "_", written)).strip("_")
    return name if _ROW_NAME.fullmatch(name) and name not in _UNUSABLE else f"row_{name}".rstrip("_")

"""The tables of a game, from rule file, CSV files and variants -> their columns and rows as text, by row and column."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

import attrs

from gamedsl.comparing.reading import Whole
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.model import CheckedGame, Scalar
from gamedsl.semantics.data.cells import is_empty, plain_text
from gamedsl.semantics.data.tables import is_chart, is_code
from gamedsl.syntax import nodes
from gamedsl.syntax.grammar.vocabulary import WORDS
from gamedsl.syntax.print.inline import joined, text
from gamedsl.syntax.print.printer import node_text


@attrs.frozen
class Data:
    """The table of one component: its columns as written in the head, and by row and place (``strip[1]``) the cells.

    ``places`` are those of each column.
    """

    columns: dict[str, str]
    places: dict[str, tuple[str, ...]]
    rows: dict[str, dict[str, str]]


def data_of(whole: Whole, entry: nodes.Entry) -> Data | None:
    """Return the table of a component; None when it has none."""
    if entry.table is None and not any(isinstance(trait, nodes.Csv) for trait in entry.traits):
        return None
    head = entry.table.columns if entry.table is not None else ()
    columns = {column.name: text(column) for column in head if column.type is not None}
    reader = _Reader(whole.checked, {column.name: column for column in head})
    code = _code(entry, head)
    if entry.name in whole.checked.charts:
        chart = whole.checked.charts[entry.name]
        return Data(columns, reader.places(chart.columns), reader.chart(chart))
    kind = whole.checked.kinds[entry.name]
    return Data(columns, reader.places(kind.columns), reader.kind(kind, code))


def with_rows(whole: Whole, entry: nodes.Entry) -> list[tuple[str, str]]:
    """Return the lines of a component with all rows of its table in it, each with the name of its row, else "".

    They are rule text that says the same as the entry with its CSV file and with what variants change in single rows.
    """
    data = data_of(whole, entry)
    plain = attrs.evolve(
        entry, table=None, traits=tuple(trait for trait in entry.traits if not isinstance(trait, nodes.Csv))
    )
    lines = [(line, "") for line in node_text(plain).split("\n")]
    if data is None:
        return lines
    keys = [key.name or text(key.type) for key in entry.keys] if is_chart(entry) else [entry.name]
    rows = [[*keys, *data.columns.values()]]
    for name, cells in data.rows.items():
        own = name.split(", ") if is_chart(entry) else [name]
        rows.append([*own, *("; ".join(_cell(cells[at]) for at in data.places[column]) for column in data.columns)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    shown = (" | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return lines + [(f"  | {line} |", name) for line, name in zip(shown, ["", *data.rows], strict=True)]


def _cell(text: str) -> str:
    """Return a value as it can stand in a table: empty sets are written, words that begin steps stand in brackets."""
    if text.startswith('"') or not text:
        return text or "{}"
    return "; ".join(f"({word})" if word in WORDS.steps else word for word in text.split("; "))


@attrs.frozen
class _Reader:
    """Turns the data of a checked game into text; ``head`` are the columns as written."""

    game: CheckedGame
    head: dict[str, nodes.Column]

    def places(self, columns: Iterable[model.Column]) -> dict[str, tuple[str, ...]]:
        return {column.name: tuple(self._places(column)) for column in columns}

    def _places(self, column: model.Column) -> Iterator[str]:
        """Yield the column, or each place of a keyed one."""
        if not column.keys:
            yield column.name
            return
        for keys in product(*(self._values(key.type) for key in column.keys)):
            yield f"{column.name}[{', '.join(keys)}]"

    def kind(self, kind: model.Kind, code: dict[tuple[str, str], str]) -> dict[str, dict[str, str]]:
        rows = {}
        for design in kind.designs:
            row: dict[str, str] = {}
            for column in kind.columns:
                if column.code:
                    default = self.head[column.name].default
                    written = "" if default is None else text(default)
                    row[column.name] = code.get((design.name, column.name), written)
                elif column.name in design.data:
                    row |= zip(self._places(column), self._cells(column, design.data[column.name]), strict=True)
            rows[design.name] = row
        return rows

    def chart(self, chart: model.ChartTable) -> dict[str, dict[str, str]]:
        rows = {}
        for keys, number in chart.rows.items():
            name = ", ".join(self._text(key.type, value) for key, value in zip(chart.keys, keys, strict=True))
            row: dict[str, str] = {}
            for column in chart.columns:
                row |= zip(self._places(column), self._cells(column, chart.data[column.name][number]), strict=True)
            rows[name] = row
        return rows

    def _cells(self, column: model.Column, value: Scalar | tuple[Scalar, ...]) -> list[str]:
        if column.keys and isinstance(value, tuple):
            return [self._text(column.type, cell) for cell in value]
        return [self._text(column.type, value)]

    def _text(self, kind: t.Type, value: object) -> str:
        """Return a value as cells have it."""
        match kind:
            case t.MaybeType(item):
                return "none" if value is None else self._text(item, value)
            case t.SetType(item) if isinstance(value, tuple):
                return "; ".join(self._text(item, member) for member in value)
            case t.BoolType():
                return "yes" if value else "no"
            case t.TextType():
                return f'"{value or ""}"'
            case t.IntType():
                return str(value)
            case _:
                return self._names(kind)[value] if isinstance(value, int) else "none"

    def _values(self, kind: t.Type) -> list[str]:
        """Return the names of all values of a finite type, in order."""
        match kind:
            case t.IntType(low, high):
                return [str(number) for number in range(low, high + 1)]
            case t.BoolType():
                return ["no", "yes"]
        return list(self._names(kind).values())

    def _names(self, kind: t.Type) -> dict[int, str]:
        """Return the names of words, players and rows by their numbers."""
        match kind:
            case t.WordType(words):
                return dict(enumerate(self.game.word_lists[words].words_of))
            case t.PlayerType():
                return dict(enumerate(self.game.seat_names))
            case t.PieceType(name) | t.DesignType(name):
                return {design.number: design.name for design in self.game.kinds[name].designs}
            case _:
                raise TypeError(f"no cell can have the type {kind}")


def _code(entry: nodes.Entry, head: tuple[nodes.Column, ...]) -> dict[tuple[str, str], str]:
    """Return the rule text of cells by row and column, with what variants have written instead."""
    columns = {column.name for column in head if is_code(column)}
    found: dict[tuple[str, str], str] = {}
    if is_chart(entry) or not columns or entry.table is None:
        return found
    tables = [(tuple(column.name for column in head), entry.table.rows)]
    tables += [(tuple(column.name for column in edits.columns), edits.rows) for edits in entry.edits]
    for names, rows in tables:
        for row in rows:
            cells = dict(zip(names, row.cells, strict=False))
            name = plain_text(cells[entry.name]) if entry.name in cells else None
            for column in columns & cells.keys():
                if name is not None and not is_empty(cells[column]):
                    found[name, column] = joined(cells[column].steps, "; ")
    return found

"""Tables of components in tests: a rule text and its files, and what is read of them."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.diagnostics.report import Reporter
from gamedsl.semantics.core import types as t
from gamedsl.semantics.data.cells import CellReader, Place, RawCell
from gamedsl.semantics.data.tables import RawTable, read_table
from gamedsl.semantics.data.typed_tables import TypedRow, type_table
from gamedsl.source import Source, Span
from gamedsl.syntax import nodes
from gamedsl.syntax.parser import parse

WORDS = {"colour": ("brown", "pink", "blue"), "class": ("high", "low")}
SIMPLE_TYPES: dict[str, t.Type] = {"bool": t.BoolType(), "words": t.TextType(), "player": t.PlayerType()}


@attrs.define
class Names:
    """The names that tables of these tests can use: two lists of words, three players, and rows read before."""

    rows: dict[str, tuple[str, ...]] = attrs.field(factory=dict)

    def resolve(self, type_expr: nodes.TypeExpr) -> t.Type:
        match type_expr:
            case nodes.RangeType(low, high):
                return t.IntType(low, high)
            case nodes.SetType(item):
                return t.SetType(self.resolve(item))
            case nodes.MaybeType(item):
                return t.MaybeType(self.resolve(item))
            case nodes.NamedType(name) if name in SIMPLE_TYPES:
                return SIMPLE_TYPES[name]
            case nodes.NamedType(name) if name in WORDS:
                return t.WordType(name)
            case nodes.NamedType(name) if name in self.rows:
                return t.DesignType(name)
        return t.UnknownType()

    def values(self, kind: t.Type) -> Mapping[int | bool, str]:
        match kind:
            case t.IntType(low, high):
                return {number: str(number) for number in range(low, high + 1)}
            case t.WordType(words):
                return dict(enumerate(WORDS[words]))
            case t.DesignType(name):
                return dict(enumerate(self.rows[name]))
            case t.PlayerType():
                return dict(enumerate("ABC"))
            case t.BoolType():
                return {False: "no", True: "yes"}
        raise TypeError(f"no finite type: {kind}")

    def removed(self, name: str, span: Span) -> bool:
        return False


@attrs.define
class Given:
    """CSV files given as texts; ``None`` is a file that cannot be read."""

    texts: Mapping[str, str | None]

    def read(self, path: str) -> Source | None:
        if path not in self.texts:
            return None
        text = self.texts[path]
        if text is None:
            raise OSError("this is not UTF-8 text")
        return Source(path, text)


@attrs.frozen
class Read:
    """What came out of one component section: raw and typed tables by name, and the findings."""

    raw: dict[str, RawTable]
    typed: dict[str, tuple[TypedRow, ...]]
    found: tuple[Diagnostic, ...]

    @property
    def codes(self) -> list[str]:
        return [one.code for one in self.found]

    def data(self, name: str, column: str) -> list[object]:
        return [row.data[column] for row in self.typed[name]]

    def names(self, name: str) -> list[str]:
        return [row.name for row in self.typed[name]]


def read(entries: str, **files: str | None) -> Read:
    """Read all entries of a component section; ``cards="…"`` is the file ``cards.csv``."""
    reporter = Reporter()
    text = "game T\n  players: 2\n\ncomponents\n" + "".join(f"  {line}\n" for line in entries.splitlines())
    game = parse(Source("t.game", text), reporter.report)
    assert isinstance(game, nodes.GameFile)
    assert () == reporter.diagnostics
    names = Names()
    given_files = Given({f"{name}.csv": content for name, content in files.items()})
    raw: dict[str, RawTable] = {}
    for entry in game.sections[0].items:
        assert isinstance(entry, nodes.Entry)
        raw[entry.name] = read_table(entry, given_files, names, reporter.report)
        names.rows[entry.name] = tuple(row.name for row in raw[entry.name].rows)
    typed = {name: type_table(table, names, reporter.report) for name, table in raw.items()}
    return Read(raw, typed, reporter.diagnostics)


def typed(raw: RawCell, kind: t.Type) -> tuple[object, tuple[Diagnostic, ...]]:
    """Return the value of a cell without a default, and the findings."""
    reporter = Reporter()
    span = Span(Source("c.csv", ""), 1, 1, 1, 1)
    place = Place("`c.csv`", "a", "v", span)
    value = CellReader(Names({"lot": ("A1", "B1")}), reporter.report).read(raw, None, kind, place)
    return value, reporter.diagnostics

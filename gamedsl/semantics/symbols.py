"""Everything a game declares, by name space: filled by ``declare``, read by the checks of bodies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import attrs

from gamedsl.diagnostics.report import Report
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.semantics.unknown_names import UnknownNames
from gamedsl.semantics.wrong_counts import WrongCounts
from gamedsl.source import Span
from gamedsl.syntax import nodes

MOST_POINTS = 99_999


@attrs.define(eq=False)
class TermHead:
    """A term as declared; its body is checked when it is first read."""

    node: nodes.Term
    each: str
    key: str


@attrs.define(eq=False)
class ParagraphHead:
    """A paragraph as declared: its section, name and parameter types."""

    node: nodes.Paragraph
    section: str
    params: tuple[t.Type, ...] = ()
    group: str = ""


@attrs.define(eq=False)
class CodeCell:
    """A cell of rule text whose steps still have to be checked."""

    kind: str
    design: int
    column: str
    steps: tuple[nodes.Step, ...]
    span: Span


@attrs.define(eq=False)
class Symbols:
    """The name spaces of one game."""

    report: Report
    low: int = 2
    high: int = 2
    seat_names: tuple[str, ...] = ()
    named_seats: bool = False
    options: dict[str, model.Option] = attrs.field(factory=dict)
    word_lists: dict[str, model.WordList] = attrs.field(factory=dict)
    kinds: dict[str, model.Kind] = attrs.field(factory=dict)
    counters: dict[str, model.Counter] = attrs.field(factory=dict)
    dice: dict[str, model.Dice] = attrs.field(factory=dict)
    charts: dict[str, model.ChartTable] = attrs.field(factory=dict)
    designs: list[tuple[str, model.Design]] = attrs.field(factory=list)
    zones: dict[str, model.Zone] = attrs.field(factory=dict)
    values: dict[str, model.TableValue] = attrs.field(factory=dict)
    table_order: list[str] = attrs.field(factory=list)
    terms: dict[str, TermHead] = attrs.field(factory=dict)
    paragraphs: dict[str, ParagraphHead] = attrs.field(factory=dict)
    groups: dict[str, list[str]] = attrs.field(factory=dict)
    group_words: dict[str, tuple[nodes.Words | None, Span]] = attrs.field(factory=dict)
    sources: dict[str, ParagraphHead] = attrs.field(factory=dict)
    hints: dict[str, ParagraphHead] = attrs.field(factory=dict)
    metrics: dict[str, ParagraphHead] = attrs.field(factory=dict)
    displays: dict[str, ParagraphHead] = attrs.field(factory=dict)
    code_cells: list[CodeCell] = attrs.field(factory=list)
    column_params: dict[tuple[str, str], tuple[nodes.Param, ...]] = attrs.field(factory=dict)
    constants: dict[str, list[tuple[t.Type, int | bool]]] = attrs.field(factory=dict)
    used: set[str] = attrs.field(factory=set)
    broken: set[str] = attrs.field(factory=set)
    twice: set[str] = attrs.field(factory=set)
    unknown_names: UnknownNames = attrs.field(factory=UnknownNames)
    wrong_counts: WrongCounts = attrs.field(factory=WrongCounts)
    homeless: dict[str, tuple[str, Span]] = attrs.field(factory=dict)
    """Kinds of which nothing says where they lie before the game: what would, and the place of the kind."""
    directions: str = ""
    """The list of the words for directions, in games with a grid."""
    mixed_grids: bool = False
    _copies: dict[str, tuple[tuple[model.Design, ...], int]] = attrs.field(factory=dict, init=False)
    """By kind its rows, and how many pieces they make: asked for wherever a piece is named."""

    @property
    def removed(self) -> Mapping[str, Span]:
        """What a variant removes, with the place where it does."""
        return self.unknown_names.removed

    # ------------------------------------------------------------ finite types

    def members(self, kind: t.Type) -> int:
        """Return how many values a finite type has at most."""
        match kind:
            case t.BoolType():
                return 2
            case t.IntType(low, high):
                return max(0, high - low + 1)
            case t.WordType(words):
                return len(self.word_lists[words].words_of)
            case t.PlayerType():
                return self.high
            case t.PieceType(name):
                return self.pieces_of(name)
            case t.DesignType(name):
                return len(self.kinds[name].designs)
            case t.MaybeType(item):
                return self.members(item)
            case (
                t.RowType()
                | t.TextType()
                | t.NothingType()
                | t.SetType()
                | t.ListType()
                | t.ZoneType()
                | t.UnknownType()
            ):
                return t.HIGHEST
            case _:
                raise TypeError(f"unknown type {type(kind).__name__}")

    def pieces_of(self, kind: str) -> int:
        """Return the largest number of pieces of a kind in any set-up."""
        known = self.kinds[kind]
        designs, copies = self._copies.get(kind, ((), 0))
        if designs is not known.designs:
            copies = sum(design.copies for design in known.designs)
            self._copies[kind] = known.designs, copies
        return copies * (self.high if known.each_player else 1)

    def supply(self, counter: str) -> int:
        """Return the most that a purse of this counter can hold."""
        known = self.counters[counter]
        if known.supply is None:
            return t.UNLIMITED
        lots = 1
        for key in known.keys:
            lots *= self.members(key.type)
        return known.supply * lots * (self.high if known.each_player else 1)

    # ------------------------------------------------------------ attributes

    def attribute_names(self, kind: t.Type) -> list[str]:
        """Return the names that may follow a dot behind a value of this type."""
        match kind:
            case t.PlayerType():
                own = [name for name, known in self.kinds.items() if self.is_own_piece(known)]
                return [*self.owned_names("player"), *own, "points"]
            case t.PieceType(name):
                columns = [column.name for column in self.kinds[name].columns]
                keys = [key.name for zone in self.zones_of(name) for key in zone.keys]
                return [*columns, *self.owned_names(name), *keys, "owner", "design"]
            case t.DesignType(name):
                return [column.name for column in self.kinds[name].columns]
            case t.RowType(chart):
                return [column.name for column in self.charts[chart].columns]
            case t.ZoneType(_, form, name, _):
                ends = ["top", "bottom"] if form == "stack" else ["top"]
                return [*ends, *(self.attribute_names(t.PieceType(name)) if name in self.kinds else [])]
            case t.MaybeType(item) | t.SetType(item) | t.ListType(item):
                return self.attribute_names(item)
            case t.BoolType() | t.IntType() | t.WordType() | t.TextType() | t.NothingType() | t.UnknownType():
                return []
            case _:
                raise TypeError(f"unknown type {type(kind).__name__}")

    def owned_names(self, each: str) -> list[str]:
        """Return the bare names of everything declared under ``each <each>``."""
        prefix = each + "."
        known = [*self.zones, *self.values, *self.terms]
        return [name[len(prefix) :] for name in known if name.startswith(prefix)]

    def is_own_piece(self, kind: model.Kind) -> bool:
        """Tell whether every player has exactly one piece of this kind made for them."""
        return kind.each_player and sum(design.copies for design in kind.designs) == 1

    def zones_of(self, kind: str) -> Iterator[model.Zone]:
        """Walk the zones that hold pieces of a kind, in file order."""
        return (zone for zone in self.zones.values() if zone.kind == kind and zone.form != "purse")

    def place_kind(self, kind: str) -> str:
        """Return the kind of the places under whose ``each`` pieces of a kind can lie; empty for none or several."""
        found = {zone.each for zone in self.zones_of(kind) if zone.each in self.kinds}
        kinds = [each for each in found if self.kinds[each].form == "space"]
        return kinds[0] if len(kinds) == 1 else ""

    def column(self, kind: str, name: str) -> model.Column | None:
        """Return a column of a kind or chart by name."""
        owner: model.Kind | model.ChartTable = self.kinds[kind] if kind in self.kinds else self.charts[kind]
        return next((column for column in owner.columns if column.name == name), None)

    # ------------------------------------------------------------ constants

    def add_constant(self, name: str, kind: t.Type, value: int | bool) -> None:
        """Make ``name`` a constant of a type; one word may belong to several types."""
        self.constants.setdefault(name, []).append((kind, value))

    def label(self, kind: t.Type, value: int) -> str:
        """Return the name of a constant as written in rule files."""
        match kind:
            case t.WordType(words):
                return self.word_lists[words].words_of[value]
            case t.PlayerType():
                return self.seat_names[value]
            case t.DesignType():
                return self.designs[value][1].name
            case (
                t.BoolType()
                | t.IntType()
                | t.PieceType()
                | t.RowType()
                | t.TextType()
                | t.NothingType()
                | t.MaybeType()
                | t.SetType()
                | t.ListType()
                | t.ZoneType()
                | t.UnknownType()
            ):
                return str(value)
            case _:
                raise TypeError(f"unknown type {type(kind).__name__}")

    def cells_of(self, kind: str, column: str) -> Span | None:
        """Return the stretch of a file in which all cells of a column of rule text stand; None where that is none."""
        spans = [cell.span for cell in self.code_cells if (cell.kind, cell.column) == (kind, column)]
        if len({span.path for span in spans}) != 1:
            return None
        ordered = sorted(spans, key=lambda span: (span.line, span.column))
        return ordered[0].to(ordered[-1])

    # ------------------------------------------------------------ findings

    def unknown(
        self, span: Span, what: str, name: str, candidates: Callable[[], list[str]], otherwise: str = ""
    ) -> None:
        """Keep an unknown name to be reported with all its uses; one whose own error is known stays silent.

        ``otherwise`` is the help line when no candidate is near.
        """
        if name not in self.broken:
            self.unknown_names.add(span, what, name, candidates, otherwise)

    def report_unknown(self) -> None:
        """Report what is called with a wrong number of arguments, names that nothing has, removed things still used."""
        self.wrong_counts.report(self.report, self.unknown_names)
        for kind, (zone, span) in self.homeless.items():
            if not self.unknown_names.is_missing(zone):
                self.report("GDTYP06", span, kind=kind, count="none")
        self.homeless.clear()
        self.unknown_names.report(self.report)


def finite(symbols: Symbols, kind: t.Type) -> Mapping[int | bool, str]:
    """Return the values of a finite, nameable type with their names, in canonical order."""
    match kind:
        case t.BoolType():
            return {False: "no", True: "yes"}
        case t.IntType(low, high):
            return {number: str(number) for number in range(low, high + 1)}
        case t.WordType(words):
            return dict(enumerate(symbols.word_lists[words].words_of))
        case t.PlayerType():
            return dict(enumerate(symbols.seat_names[: symbols.high]))
        case t.DesignType(name) | t.PieceType(name):
            return {design.number: design.name for design in symbols.kinds[name].designs}
        case _:
            raise TypeError(f"not a finite type: {kind}")

"""Raw rows of a table and the types of its columns -> values; every cell that does not fit is reported."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Protocol

import attrs

from gamedsl.diagnostics.effort import CELL, spend
from gamedsl.diagnostics.report import Report
from gamedsl.diagnostics.suggest import did_you_mean, listed
from gamedsl.semantics.core import types as t
from gamedsl.semantics.core.model import Scalar
from gamedsl.semantics.data.csv_reader import FileCell, quoted, with_plain_blanks
from gamedsl.source import Span
from gamedsl.syntax import nodes
from gamedsl.syntax.text.table_cells import number_meant

RawCell = FileCell | nodes.Cell | None
"""A cell as written: in a CSV file, in the rule file, or nowhere."""

_YES_OR_NO = {
    **dict.fromkeys(("true", "wahr", "vrai", "ja", "oui", "yes"), "yes"),
    **dict.fromkeys(("false", "falsch", "faux", "nein", "non", "no"), "no"),
}
"""How spreadsheets write yes and no."""
_MOST_LISTED = 8
_MOST_SHOWN = 40
_NUMBER = re.compile(r"-?[0-9]+")
_MOST_DIGITS = 10


@attrs.frozen
class Missing:
    """Stands for a value that is not there; the error has been reported."""


MISSING: Final = Missing()


class CellTypes(Protocol):
    """What the names in a table mean."""

    def resolve(self, type_expr: nodes.TypeExpr) -> t.Type:
        """Return the type that is written (UnknownType after an error)."""
        ...

    def values(self, kind: t.Type) -> Mapping[int | bool, str]:
        """Return all values of a finite type with their names, in canonical order."""
        ...

    def removed(self, name: str, span: Span) -> bool:
        """Tell whether a variant has removed this row or word; its use at ``span`` is then noted for one report."""
        ...

    def between(self, kind: t.Type, first: str, last: str) -> tuple[str, ...] | None:
        """Return the places of the rectangle between two places of a grid; None where there is none."""
        ...


@attrs.frozen
class Place:
    """Where a cell stands, for messages: the table as a phrase ("`cards.csv`"), names of row and column."""

    table: str
    row: str
    column: str
    span: Span = attrs.field(eq=False, repr=False)


@attrs.frozen
class _Part:
    """One value as written."""

    text: str
    span: Span


class _NotPlain(Exception):  # noqa: N818  # no error: it carries the place to the one report
    """The cell holds more than a plain value."""

    def __init__(self, text: str, span: Span) -> None:
        super().__init__(text)
        self.text = text
        self.span = span


_SIMPLE = t.BoolType | t.IntType | t.WordType | t.PlayerType | t.PieceType | t.DesignType


def cell_type(kind: t.Type, written: nodes.TypeExpr, report: Report) -> t.Type:
    """Return a type that cells can have: ``kind``, or UnknownType after reporting GDTYP01 (``set of words``)."""
    inner = kind.item if isinstance(kind, t.MaybeType) else kind
    item = inner.item if isinstance(inner, t.SetType) else inner
    if isinstance(item, _SIMPLE | t.UnknownType) or isinstance(inner, t.TextType):
        return kind
    report("GDTYP01", written.span, expected="a type that a cell can hold", found=f"`{kind}`", hint="")
    return t.UnknownType()


def key_type(kind: t.Type, written: nodes.TypeExpr, report: Report) -> t.Type:
    """Return a type that keys of tables can have: ``kind``, or UnknownType after reporting GDTYP01 (sets)."""
    if isinstance(kind, _SIMPLE | t.UnknownType):
        return kind
    report("GDTYP01", written.span, expected="a type with few values", found=f"`{kind}`", hint="")
    return t.UnknownType()


class CellReader:
    """Turns cells into values; one reader serves many tables."""

    def __init__(self, types: CellTypes, report: Report) -> None:
        self._types = types
        self._report = report
        self._numbers: dict[t.Type, dict[str, int | bool]] = {}

    def read(self, raw: RawCell, default: nodes.Expr | None, kind: t.Type, place: Place) -> Scalar | Missing:
        """Return the value of a cell, or MISSING after reporting GDDAT03.

        A cell that is not given has the column's default, else none, the empty set or no words, as its type allows. An
        unknown type gives MISSING without a finding: its error has been reported. So has that of a row with too few
        or too many cells, whose cells nobody can tell apart.
        """
        spend(CELL)
        if isinstance(kind, t.UnknownType) or (isinstance(raw, FileCell) and raw.shifted):
            return MISSING
        if is_empty(raw):
            return self._empty(default, kind, place)
        if isinstance(kind, t.TextType) or kind == t.MaybeType(t.TextType()):
            return self._words(raw, place)
        try:
            return self._value(raw, kind, place)
        except _NotPlain as found:
            hint = _several(found.text, kind) or _quotes_hint(raw)
            return self._wrong(_Part(found.text, found.span), kind, place, hint)

    def _empty(self, default: nodes.Expr | None, kind: t.Type, place: Place) -> Scalar | Missing:
        """Return what an empty cell means."""
        if default is not None:
            written = nodes.Cell(steps=(nodes.CallStep(default, span=default.span),), span=default.span)
            return self.read(written, None, kind, place)
        match kind:
            case t.MaybeType():
                return None
            case t.SetType():
                return ()
            case t.TextType():
                return ""
            case (
                t.BoolType()
                | t.IntType()
                | t.WordType()
                | t.PlayerType()
                | t.PieceType()
                | t.DesignType()
                | t.RowType()
                | t.NothingType()
                | t.ListType()
                | t.ZoneType()
                | t.UnknownType()
            ):
                hint = "write a value, or give the column a default or the type `… or none`"
                self._say("an empty cell", self.phrase(kind), hint, place.span, place)
                return MISSING
            case _:
                raise TypeError(f"unknown type {type(kind).__name__}")

    def _words(self, raw: RawCell, place: Place) -> str | Missing:
        """Return words for people."""
        if isinstance(raw, FileCell):
            return " ".join(line.strip() for line in raw.text.split("\n"))  # a line break in a spreadsheet
        if isinstance(raw, nodes.Cell) and raw.text is not None:
            return raw.text
        span = raw.span if raw is not None else place.span
        self._say(f"`{_source_text(span)}`", "words", "put words for people in quotes", span, place)
        return MISSING

    def _value(self, raw: RawCell, kind: t.Type, place: Place) -> Scalar | Missing:
        """Return the value of a cell that is not empty."""
        if isinstance(kind, t.MaybeType):
            parts = _parts(raw, several=isinstance(kind.item, t.SetType))
            return None if [part.text for part in parts] == ["none"] else self._value(raw, kind.item, place)
        if isinstance(kind, t.SetType):
            return self._set(_parts(raw, several=True), kind.item, place)
        part, *more = _parts(raw, several=False)
        if more:
            raise _NotPlain(_source_text(part.span.to(more[-1].span)), part.span.to(more[-1].span))
        if isinstance(kind, t.BoolType) and isinstance(raw, FileCell):
            part = attrs.evolve(part, text=_YES_OR_NO.get(part.text.lower(), part.text))
        return self._single(part, kind, place)

    def _set(self, parts: list[_Part], item: t.Type, place: Place) -> tuple[int, ...] | Missing:
        """Return a set in canonical order; ``all`` stands for every value."""
        if [part.text for part in parts] == ["all"]:
            found = self._types.values(item)
            spend(len(found))
            return tuple(int(value) for value in found)
        parts = [one for part in parts for one in self._written_out(part, item)]
        spend(CELL * len(parts))
        each = [self._single(part, item, place) for part in parts]
        known = [int(value) for value in each if isinstance(value, int)]
        return tuple(sorted(set(known))) if len(known) == len(each) else MISSING

    def _written_out(self, part: _Part, item: t.Type) -> list[_Part]:
        """Return a rectangle ``a1..b2`` as its places, anything else as it is."""
        first, sign, last = part.text.partition("..")
        inside = self._types.between(item, first.strip(), last.strip()) if sign else None
        return [part] if inside is None else [_Part(name, part.span) for name in inside]

    def _single(self, part: _Part, kind: t.Type, place: Place) -> Scalar | Missing:
        """Return one value of a type without parts."""
        match kind:
            case t.BoolType():
                if part.text in ("yes", "no"):
                    return part.text == "yes"
            case t.IntType(low, high):
                if _NUMBER.fullmatch(part.text) and len(part.text) < 12 and low <= int(part.text) <= high:
                    return int(part.text)
            case t.UnknownType():
                return MISSING
            case t.WordType() | t.PlayerType() | t.PieceType() | t.DesignType():
                number = self._by_name(kind).get(part.text)
                if number is not None:
                    return number
                if self._types.removed(part.text, part.span):
                    return MISSING
            case _:
                raise TypeError(f"no cell can have the type {kind}")
        return self._wrong(part, kind, place)

    def _by_name(self, kind: t.Type) -> dict[str, int | bool]:
        """Return the values of a finite type by name."""
        if kind not in self._numbers:
            self._numbers[kind] = {name: value for value, name in self._types.values(kind).items()}
        return self._numbers[kind]

    # ------------------------------------------------------------ findings

    def phrase(self, kind: t.Type) -> str:
        """Return what fits into a cell of this type, as a phrase: "a number in 1..9"."""
        match kind:
            case t.BoolType():
                return "`yes` or `no`"
            case t.IntType():
                return "a number" if str(kind) == "a number" else f"a number in {kind}"
            case t.WordType(words):
                names = list(self._types.values(kind).values())
                return f"one of {listed(names)}" if len(names) <= _MOST_LISTED else f"a word of `{words}`"
            case t.PlayerType():
                return "a player"
            case t.PieceType(name) | t.DesignType(name):
                return f"a row of `{name}`"
            case t.TextType():
                return "words"
            case t.MaybeType(item):
                return f"{self.phrase(item)}, or none"
            case t.SetType(item):
                return f"a set of values that are each {self.phrase(item)}"
            case _:
                raise TypeError(f"no cell can have the type {kind}")

    def _wrong(self, part: _Part, kind: t.Type, place: Place, hint: str = "") -> Missing:
        self._say(quoted(_short(part.text)), self.phrase(kind), hint or self._hint(part.text, kind), part.span, place)
        return MISSING

    def _hint(self, text: str, kind: t.Type) -> str:
        """Return what to write instead of ``text``; empty when nothing better is known than what is expected."""
        meant = next((one for one in with_plain_blanks(text) if self._fits(one, kind)), "")
        if meant:
            return f"write `{meant}`"
        match kind:
            case t.MaybeType(item) | t.SetType(item):
                return self._hint(text, item)
            case t.BoolType():
                return "write `yes` or `no`"
            case t.IntType(low, high):
                if 0 < len(meant := number_meant(text)) <= _MOST_DIGITS and low <= int(meant) <= high:
                    return f"write `{meant}`" if meant != text else ""
                if _NUMBER.fullmatch(text) is None:
                    return "write a whole number in digits, without unit, sign or separator"
                if len(text) > _MOST_DIGITS or low <= (number := int(text)) <= high:
                    return ""
                return f"if the value is right, its range is `{min(low, number)}..{max(high, number)}`"
        names = self._by_name(kind)
        if all(piece.strip() in names for piece in text.split(",")):
            return "put `;` between the values of a set"
        near = did_you_mean(text, names)
        return f"did you mean {near}?" if near else ""

    def _fits(self, text: str, kind: t.Type) -> bool:
        if isinstance(kind, t.MaybeType | t.SetType):
            return self._fits(text, kind.item)
        if isinstance(kind, t.BoolType):
            return text in _YES_OR_NO
        if isinstance(kind, t.IntType):
            digits = _NUMBER.fullmatch(text) is not None and len(text) < _MOST_DIGITS
            return digits and kind.low <= int(text) <= kind.high
        return text in self._by_name(kind)

    def _say(self, found: str, expected: str, hint: str, span: Span, place: Place) -> None:
        self._report(
            "GDDAT03",
            span,
            column=place.column,
            row=place.row,
            table=place.table,
            found=found,
            expected=expected,
            hint=hint,
        )


def is_empty(raw: RawCell) -> bool:
    """Tell whether a cell gives nothing."""
    match raw:
        case None:
            return True
        case FileCell(text):
            return not text
        case nodes.Cell(text, steps):
            return text is None and not steps


def stand_in(kind: t.Type) -> Scalar:
    """Return some value of a type: later passes read it in the place of a cell whose error has been reported."""
    match kind:
        case t.BoolType():
            return False
        case t.IntType(low, high):
            return min(max(low, 0), high)
        case t.SetType():
            return ()
        case t.TextType():
            return ""
        case t.MaybeType() | t.UnknownType():
            return None
        case t.WordType() | t.PlayerType() | t.PieceType() | t.DesignType():
            return 0
        case _:
            raise TypeError(f"no cell can have the type {kind}")


def plain_text(cell: nodes.Cell) -> str | None:
    """Return the one name, number or text of a cell of the rule file; None when it holds anything else."""
    if cell.text is not None:
        return cell.text
    try:
        parts = _parts(cell, several=False)
    except _NotPlain:
        return None
    return parts[0].text if len(parts) == 1 else None


def _parts(raw: RawCell, *, several: bool) -> list[_Part]:
    """Cut a cell into its values; raise _NotPlain for rule text and for words in quotes."""
    match raw:
        case FileCell(text, span):
            return _cut(text, span) if several else [_Part(text, span)]
        case nodes.Cell(None, steps):
            found: list[_Part] = []
            for step in steps:
                if not isinstance(step, nodes.CallStep):
                    raise _NotPlain(_source_text(step.span), step.span)
                found += _written(step.call, several=several)
            return found
        case nodes.Cell(text, _):
            raise _NotPlain(f'"{text}"', raw.span)
        case None:
            return []


def _written(value: nodes.Expr, *, several: bool) -> list[_Part]:
    """Return the plain values of an expression."""
    match value:
        case nodes.Name(name):
            return [_Part(name, value.span)]
        case nodes.Number(number):
            return [_Part(str(number), value.span)]
        case nodes.Negative(nodes.Number(number)):
            return [_Part(str(-number), value.span)]
        case nodes.Truth(truth):
            return [_Part("yes" if truth else "no", value.span)]
        case nodes.Nothing():
            return [_Part("none", value.span)]
        case nodes.Between(nodes.Name(first), nodes.Name(last)) if several:
            return [_Part(f"{first}..{last}", value.span)]
        case nodes.SetOf(items) if several:
            return [part for item in items for part in _written(item, several=False)]
        case _:
            raise _NotPlain(_source_text(value.span), value.span)


def _cut(text: str, span: Span) -> list[_Part]:
    """Cut the text of a set at its semicolons."""
    parts = []
    exact = span.line == span.end_line and span.end_column - span.column == len(text)
    at = 0
    for piece in text.split(";"):
        start = at + len(piece) - len(piece.lstrip())
        word = piece.strip()
        if word:
            column = span.column + start
            own = Span(span.source, span.line, column, span.line, column + len(word)) if exact else span
            parts.append(_Part(word, own))
        at += len(piece) + 1
    return parts


def _short(text: str) -> str:
    """Return the beginning of a text, enough to recognise it in a message."""
    line = text.partition("\n")[0]
    return text if line == text and len(text) <= _MOST_SHOWN else f"{line[:_MOST_SHOWN]}…"


def _source_text(span: Span) -> str:
    """Return the text of a span, shortened to its first line."""
    end = span.end_column if span.line == span.end_line else None
    return span.source.line(span.line)[span.column - 1 : None if end is None else end - 1]


def _several(text: str, kind: t.Type) -> str:
    """Return what to write for `ruby/onyx` where one word or a set of words is wanted; empty for anything else."""
    item = kind.item if isinstance(kind, t.MaybeType | t.SetType) else kind
    if not isinstance(item, t.WordType) or not _JOINED.fullmatch(text):
        return ""
    words = "; ".join(word for word in re.findall(r"\w+", text) if word not in ("or", "and"))
    if isinstance(kind, t.SetType):
        return f"the members of a set are written with `;` between: `{words}`"
    return f"several words need a column of type `set of {item.words}`: `{words}`"


_JOINED = re.compile(r"\w+(?:(?: *[/,&+] *| +(?:or|and) +)\w+)+")


def _quotes_hint(raw: RawCell) -> str:
    """Return the cure for what is no plain value."""
    quoted = isinstance(raw, nodes.Cell) and raw.text is not None
    return (
        "leave out the quotes"
        if quoted
        else "write a plain value; rule text needs a column of type `rule` or `formula`"
    )

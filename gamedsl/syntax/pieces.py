"""Logical lines with their depths -> text with layout marks -> parse tree -> nodes, or what went wrong and where."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

from gamedsl.diagnostics.report import Report
from gamedsl.source import Source, Span
from gamedsl.syntax import nodes
from gamedsl.syntax.builders.builder import Builder, TooDeepError
from gamedsl.syntax.builders.rules import RULES
from gamedsl.syntax.grammar.stopping import StoppedError
from gamedsl.syntax.grammar.tables import load_grammar
from gamedsl.syntax.recovery.hints import mistakes
from gamedsl.syntax.recovery.hints.cases import Finding
from gamedsl.syntax.text.layout import Block
from gamedsl.syntax.text.place import Place
from gamedsl.syntax.text.scanner import Line

if TYPE_CHECKING:
    from lark import ParseTree

    from gamedsl.syntax.grammar.reading import Grammar

NL, INDENT, DEDENT = "\x1e", "\x0e", "\x0f"

Piece: TypeAlias = "list[tuple[Line, int]]"
"""Logical lines, each with its depth under the left margin."""


@attrs.frozen
class Failure:
    """Why a piece cannot be read: the index of the line in the piece, and what to report about it."""

    index: int
    explain: Callable[[], Finding]


@attrs.define(eq=False)
class _Report:
    """Keeps findings back until it is certain that they are wanted."""

    calls: list[tuple[str, Span, dict[str, Any]]] = attrs.field(factory=list)

    def __call__(self, code: str, span: Span, **values: Any) -> None:
        self.calls.append((code, span, values))

    def pass_on(self, report: Report) -> None:
        for code, span, values in self.calls:
            report(code, span, **values)


def lines_of(block: Block, depth: int) -> Piece:
    """Return the lines of a block and everything under it."""
    piece = [(block.line, depth)]
    for child in block.children:
        piece += lines_of(child, depth + 1)
    return piece


@attrs.frozen
class Reader:
    """Reads pieces of one source. ``edits`` and ``moves`` allow what only variants and scenarios may hold."""

    source: Source
    edits: bool = False
    moves: bool = False
    grammar: Grammar = attrs.field(factory=load_grammar, repr=False)

    def read(self, piece: Piece, start: str, report: Report) -> Any:
        """Return the node of a piece, or a Failure; findings inside it are reported only when it can be read."""
        place, owners = _render(self.source, piece)
        tree = self._tree(piece, start, place, owners)
        if isinstance(tree, Failure):
            return tree
        found = _Report()
        builder = Builder(RULES, place, found, self.template, edits=self.edits, moves=self.moves)
        try:
            node = builder.node(tree)
        except TooDeepError as error:
            index = next((i for i, number in enumerate(place.numbers) if number == error.span.line), 0)
            finding = Finding("GDSYN14", error.span, {"limit": error.limit})
            return Failure(owners[index], lambda: finding)
        found.pass_on(report)
        return node

    def failure(self, piece: Piece, start: str) -> Failure | None:
        """Return why a piece cannot be read, or None; no nodes are made, so too deep nesting is not seen."""
        tree = self._tree(piece, start, *_render(self.source, piece))
        return tree if isinstance(tree, Failure) else None

    def _tree(self, piece: Piece, start: str, place: Place, owners: list[int]) -> ParseTree | Failure:
        try:
            return self.grammar.parse(place.text, start=start)
        except StoppedError as error:
            lines = [piece[index][0] for index in owners]
            unread = mistakes.Unread(error, self.grammar, start, place, lines)
            return Failure(owners[unread.index], unread.explain)

    def template(self, source: Source, text: str, line: int, column: int, report: Report) -> nodes.Slot | None:
        """Return what stands in one ``{…}`` slot that begins at this place; faults are reported as GDSYN07."""
        offset = column - 1
        place = Place(source, text, (line,), (offset,), (column + len(text),), (0,))
        try:
            tree = self.grammar.parse(text, start="shown")
            made: nodes.Slot = Builder(RULES, place, report, self.template).node(tree)
        except (StoppedError, TooDeepError):
            report(
                "GDSYN07", Span(source, line, column, line, column + len(text)), problem=f"`{{{text}}}` cannot be read"
            )
            return None
        return made


def _render(source: Source, piece: Piece) -> tuple[Place, list[int]]:
    """Return the text to parse with its place, and for each of its lines the index of the line in the piece."""
    parts: list[str] = []
    numbers: list[int] = []
    ends: list[int] = []
    owners: list[int] = []
    following = [depth for _, depth in piece[1:]] + [piece[0][1]]
    for index, ((line, depth), after) in enumerate(zip(piece, following, strict=True)):
        marks = INDENT * (after - depth) if after > depth else DEDENT * (depth - after)
        parts.append("\n".join(line.texts) + NL + marks)
        numbers += range(line.number, line.number + len(line.texts))
        ends += [len(text) + 1 for text in line.texts]
        owners += [index] * len(line.texts)
    text = "\n".join(parts)
    starts = (0, *(at + 1 for at, sign in enumerate(text) if sign == "\n"))
    place = Place(source, text, tuple(numbers), (0,) * len(numbers), tuple(ends), starts)
    return place, owners


def read_expression(source: Source, line: Line, report: Report) -> nodes.Expr | None:
    """Return the expression that a logical line consists of, or None after a report."""
    reader = Reader(source)
    place, _ = _render(source, [(line, 0)])
    place = attrs.evolve(place, text=place.text.removesuffix(NL))
    try:
        tree = reader.grammar.parse(place.text, start="expression")
        made: nodes.Expr = Builder(RULES, place, report, reader.template).node(tree)
    except TooDeepError as error:
        report("GDSYN14", error.span, limit=error.limit)
        return None
    except StoppedError as error:
        finding = mistakes.Unread(error, reader.grammar, "expression", place, [line] * len(line.texts)).explain()
        report(finding.code, finding.span, **finding.values)
        return None
    return made

"""Parsing texts in tests: the AST, and the findings as plain tuples."""

from __future__ import annotations

from typing import Any

import attrs

from gamedsl.diagnostics.report import Reporter
from gamedsl.source import Source, Span
from gamedsl.syntax import nodes
from gamedsl.syntax.parser import parse, parse_expression
from tests.helpers.texts import game_text

CLAP = game_text("helpers/parsing")
"""A small game without mistakes, to put mistakes into."""


@attrs.define
class Findings:
    """Collects what is reported."""

    calls: list[tuple[str, Span, dict[str, Any]]] = attrs.field(factory=list)

    def __call__(self, code: str, span: Span, **values: Any) -> None:
        self.calls.append((code, span, values))

    @property
    def places(self) -> list[tuple[str, int, int]]:
        """Code, line and column of every finding, in the order of the text."""
        return sorted(((code, span.line, span.column) for code, span, _ in self.calls), key=lambda c: (c[1], c[2]))

    @property
    def codes(self) -> list[str]:
        """The codes in the order of the text."""
        return [code for code, _, _ in self.places]


def read(text: str) -> tuple[nodes.File | None, Findings]:
    """Parse a rule file."""
    found = Findings()
    return parse(Source("test.game", text), found), found


def clean(text: str) -> nodes.File:
    """Parse a rule file that must have no findings."""
    file, found = read(text)
    assert [] == found.calls, text
    assert file is not None
    return file


def expression(text: str) -> nodes.Expr:
    """Parse an expression that must have no findings."""
    found = Findings()
    expr = parse_expression(Source("test", text), found)
    assert [] == found.calls, text
    assert expr is not None
    return expr


def worded(text: str) -> list[str]:
    """Return the messages of all findings, as the catalogue words them."""
    reporter = Reporter()
    parse(Source("test.game", text), reporter.report)
    return [f"{d.code} {d.message}" for d in reporter.diagnostics]

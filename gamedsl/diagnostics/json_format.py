"""Diagnostics -> plain dicts that ``json.dumps`` accepts, in a shape that other programs may rely on.

    {"version": 1,
     "errors": 1, "warnings": 0, "notes": 0,
     "diagnostics": [
       {"code": "GDNAM01", "name": "unknown-name", "severity": "error",
        "message": "…", "help": "…",                       help is "" when there is none
        "span": {"path": "a.game", "line": 3, "column": 5, "end_line": 3, "end_column": 9},
        "labels": [{"message": "…", "span": {…}}]}]}

Lines and columns count from 1, in characters; ``end_column`` is the first column after the span.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypedDict

from gamedsl.diagnostics.diagnostic import Diagnostic, Severity
from gamedsl.source import Span

VERSION = 1


class SpanDict(TypedDict):
    """A place in a file."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int


class LabelDict(TypedDict):
    """A second place of a finding."""

    message: str
    span: SpanDict


class DiagnosticDict(TypedDict):
    """One finding."""

    code: str
    name: str
    severity: Severity
    message: str
    help: str
    span: SpanDict
    labels: list[LabelDict]


class ReportDict(TypedDict):
    """All findings with their numbers."""

    version: int
    errors: int
    warnings: int
    notes: int
    diagnostics: list[DiagnosticDict]


def report_dict(diagnostics: Iterable[Diagnostic]) -> ReportDict:
    """Return all findings in the order given."""
    dicts = [diagnostic_dict(found) for found in diagnostics]
    counts = Counter(found["severity"] for found in dicts)
    return {
        "version": VERSION,
        "errors": counts["error"],
        "warnings": counts["warning"],
        "notes": counts["note"],
        "diagnostics": dicts,
    }


def diagnostic_dict(found: Diagnostic) -> DiagnosticDict:
    """Return one finding."""
    return {
        "code": found.code,
        "name": found.name,
        "severity": found.severity,
        "message": found.message,
        "help": found.help,
        "span": _span_dict(found.span),
        "labels": [{"message": label.message, "span": _span_dict(label.span)} for label in found.labels],
    }


def _span_dict(span: Span) -> SpanDict:
    return {
        "path": span.path,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }

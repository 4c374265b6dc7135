"""Diagnostics -> annotation commands of GitHub Actions, one line each."""

from __future__ import annotations

from collections.abc import Iterable

from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.source import printable

_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = _DATA | str.maketrans({":": "%3A", ",": "%2C"})


def render_github(diagnostics: Iterable[Diagnostic]) -> str:
    """Return one command for each finding, each with a line end; empty for none."""
    return "".join(annotation(found) + "\n" for found in diagnostics)


def annotation(found: Diagnostic) -> str:
    """Return the command of one finding.

    Columns are only given for a span on one line: GitHub drops an annotation with columns on several lines.
    """
    span = found.span
    properties: dict[str, str | int] = {"file": span.path, "line": span.line, "endLine": span.end_line}
    if span.line == span.end_line:
        properties |= {"col": span.column, "endColumn": span.end_column}
    properties["title"] = f"{found.code} {found.name}"
    written = ",".join(f"{key}={printable(str(value).translate(_PROPERTY))}" for key, value in properties.items())
    lines = [found.message, *([f"help: {found.help}"] if found.help else [])]
    kind = "notice" if found.severity == "note" else found.severity
    return f"::{kind} {written}::{printable(chr(10).join(lines).translate(_DATA))}"

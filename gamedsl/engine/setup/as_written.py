"""Core values -> their text in the rule file, their parts, and what they are without the test of their range."""

from __future__ import annotations

from gamedsl.semantics import core
from gamedsl.semantics.core.walk import children


def parts(node: core.Core) -> list[core.Core]:
    """Return the core nodes directly below a node, in the order of its fields."""
    return [part for part in children(node) if isinstance(part, core.Core)]


def source_text(value: core.Value) -> str:
    """Return an expression as written, or a phrase when its text is not at hand."""
    span = value.span
    if span.line != span.end_line:
        return "this"
    return span.source.line(span.line)[span.column - 1 : span.end_column - 1] or "this"


def unchecked(value: core.Value) -> core.Value:
    """Return a value without its range test, for a step that tests the range itself with a better message."""
    return value.value if isinstance(value, core.Checked) else value

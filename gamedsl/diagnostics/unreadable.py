"""A file that cannot be read -> the finding about it, for reports that must name every file that was asked for."""

from __future__ import annotations

from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.diagnostics.report import diagnostic
from gamedsl.source import Source, Span


def unreadable(path: str, problem: str) -> Diagnostic:
    """Return the finding at the beginning of the file; ``problem`` is a clause without a full stop."""
    return diagnostic("GDFIL01", Span(Source(path, ""), 1, 1, 1, 1), problem=problem)

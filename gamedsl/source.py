"""Bytes or text of one file -> a Source, and Spans that point into it."""

from __future__ import annotations

import attrs


@attrs.frozen(eq=False)
class Source:
    """One text that people wrote: a rule file, a CSV file or a string given to the API.

    ``path`` is the name shown in messages; it need not exist on disk.
    """

    path: str
    text: str = attrs.field(repr=False)

    def line(self, number: int) -> str:
        """Return line ``number`` (from 1) without its line end; empty when there is none."""
        lines = self.text.split("\n")
        return lines[number - 1].removesuffix("\r") if 0 < number <= len(lines) else ""


@attrs.frozen
class Span:
    """A stretch of a source. Lines and columns count from 1; ``end_column`` is the first column after it."""

    source: Source = attrs.field(repr=False)
    line: int
    column: int
    end_line: int
    end_column: int

    @property
    def path(self) -> str:
        """Name of the file, as shown in messages."""
        return self.source.path

    def to(self, other: Span) -> Span:
        """Return the span from the start of this one to the end of ``other``."""
        return Span(self.source, self.line, self.column, other.end_line, other.end_column)

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


def first_line(span: Span) -> Span:
    """Return the part of a span that lies in its first line."""
    if span.end_line == span.line:
        return span
    end = len(span.source.line(span.line)) + 1
    return Span(span.source, span.line, span.column, span.line, max(end, span.column + 1))


def written(span: Span) -> str:
    """Return the text of a span on one line."""
    lines = [span.source.line(number) for number in range(span.line, span.end_line + 1)]
    if not lines:
        return ""
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return " ".join(" ".join(lines).split())

"""Bytes or text of one file -> a Source, Spans that point into it, and the signs that no text holds."""

from __future__ import annotations

import json
import re
from functools import cached_property

import attrs

UNSEEN = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u180e\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""For a class of a regular expression: signs that control something, turn text around, or cannot be seen.

Nobody who reads a text can know that they are there. Tabs and line feeds are left to each format.
"""
_UNPRINTABLE = re.compile(f"[\t\n{UNSEEN}]")
_IN_JSON = re.compile(f"[{UNSEEN}]")
_WHOLE = 1_000_000
"""Signs of a text up to which all its lines are kept when one is asked for."""


def printable(text: str) -> str:
    """Return one line of text, a replacement sign for all that would steer a terminal, turn text around or hide it."""
    return _UNPRINTABLE.sub("\ufffd", text)


def printable_lines(text: str) -> str:
    """Return the same of a text of several lines."""
    return "\n".join(map(printable, text.split("\n")))


def escaped(text: str) -> str:
    """Return JSON text in which such signs are written as escapes: the data are the same."""
    return _IN_JSON.sub(lambda found: json.dumps(found[0])[1:-1], text)


@attrs.frozen(eq=False)
class Source:
    """One text that people wrote: a rule file, a CSV file or a string given to the API.

    ``path`` is the name shown in messages; it need not exist on disk.
    """

    path: str
    text: str = attrs.field(repr=False)

    def line(self, number: int) -> str:
        """Return line ``number`` (from 1) without its line end; empty when there is none."""
        lines = self.lines if len(self.text) <= _WHOLE else self.text.split("\n", max(number, 0))
        return lines[number - 1].removesuffix("\r") if 0 < number <= len(lines) else ""

    @cached_property
    def lines(self) -> list[str]:
        """All lines, without their ends; split once, so that asking for each line takes linear time."""
        return self.text.split("\n")


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


_PARAGRAPH = 2
"""How far paragraphs and entries are indented."""


def first_line(span: Span) -> Span:
    """Return the part of a span that lies in its first line."""
    if span.end_line == span.line:
        return span
    end = len(span.source.line(span.line)) + 1
    return Span(span.source, span.line, span.column, span.line, max(end, span.column + 1))


def longest_part(source: Source) -> Span:
    """Return the first line of the section in which most of a rule file stands, or of the paragraph that is most of it.

    Nothing is read for it, so it can be told of files that are too much to read.
    """
    sections: list[list[tuple[int, int]]] = [[(1, 0)]]
    for number, line in enumerate(source.lines, 1):
        margin = len(line) - len(line.lstrip(" "))
        if not line.strip() or line[margin] == "#":
            continue
        if margin == 0:
            sections.append([(number, 0)])
        elif margin == _PARAGRAPH:
            sections[-1].append((number, 0))
        first, size = sections[-1][-1]
        sections[-1][-1] = (first, size + len(line))
    section = max(sections, key=lambda parts: sum(size for _, size in parts))
    first, size = max(section, key=lambda part: part[1])
    if size * 2 < sum(size for _, size in section):
        first = section[0][0]
    line = source.line(first)
    return Span(source, first, len(line) - len(line.lstrip()) + 1, first, len(line) + 1)


def written(span: Span) -> str:
    """Return the text of a span on one line."""
    lines = [span.source.line(number) for number in range(span.line, span.end_line + 1)]
    if not lines:
        return ""
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return " ".join(" ".join(lines).split())

"""Edits of a text: what is written between two places instead, and the text that they give."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from gamedsl.source import Source, Span


@attrs.frozen(order=True)
class Edit:
    """What is written between two places of a text instead; places count signs from 0."""

    start: int
    end: int
    new: str


Cure = tuple[Edit, ...]
"""Edits that belong together, in any order."""


@attrs.frozen
class Cures:
    """What may be done about a finding: of ``sure`` the first that holds; of ``possible`` one, if no other holds."""

    sure: tuple[Cure, ...] = ()
    possible: tuple[Cure, ...] = ()


def apply(text: str, edits: Iterable[Edit]) -> str:
    """Return a text with edits that do not overlap."""
    for edit in sorted(edits, reverse=True):
        text = text[: edit.start] + edit.new + text[edit.end :]
    return text


def do_overlap(cure: Cure, others: Iterable[Edit]) -> bool:
    """Tell whether a cure touches the same places as other edits: then they are made one after the other."""
    return any(one.start <= other.end and other.start <= one.end for one in cure for other in others)


def place_of(source: Source, line: int, column: int) -> int:
    """Return the place of a line and a column, which count from 1."""
    lines: Sequence[str] = source.lines
    return sum(len(text) + 1 for text in lines[: line - 1]) + column - 1


def bounds(span: Span, source: Source) -> tuple[int, int]:
    """Return where a span begins and ends in its text."""
    return place_of(source, span.line, span.column), place_of(source, span.end_line, span.end_column)

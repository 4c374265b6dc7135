"""Findings -> those that do not merely follow from another one above them in the same paragraph, term or entry."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.source import Span
from gamedsl.syntax import nodes

_FOLLOWING = ("GDTYP02", "GDTYP11")
"""What may be none: a condition above that cannot be read may be the one that rules this out."""


def without_consequences(found: Iterable[Diagnostic], game: nodes.GameFile) -> tuple[Diagnostic, ...]:
    """Return the findings without those that something "may be none" behind an error of the same paragraph."""
    starts: dict[str, list[int]] = {}
    for section in game.sections:
        for item in section.items:
            for part in (item, *(item.items if isinstance(item, nodes.EachBlock) else ())):
                starts.setdefault(part.span.path, []).append(part.span.line)
    for lines in starts.values():
        lines.sort()

    def paragraph(span: Span) -> tuple[str, int]:
        return span.path, bisect_right(starts.get(span.path, []), span.line)

    known = tuple(found)
    first: dict[tuple[str, int], tuple[int, int]] = {}
    for one in known:
        if one.severity == "error" and one.code not in _FOLLOWING:
            place = one.span.line, one.span.column
            first[paragraph(one.span)] = min(place, first.get(paragraph(one.span), place))
    return tuple(
        one
        for one in known
        if one.code not in _FOLLOWING
        or paragraph(one.span) not in first
        or (one.span.line, one.span.column) < first[paragraph(one.span)]
    )

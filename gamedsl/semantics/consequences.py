"""Findings -> those that do not merely follow from another one above them in the same paragraph, term or entry."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable

import attrs

from gamedsl.diagnostics.diagnostic import Diagnostic, Label
from gamedsl.semantics.unknown_names import MOST_PLACES
from gamedsl.source import Span, written
from gamedsl.syntax import nodes

_FOLLOWING = ("GDTYP02", "GDTYP11")
"""What may be none: a condition above that cannot be read may be the one that rules this out."""
_UNREAD = "GDSCN27"
"""A column of cases that nothing reads: what cannot be read in the same scenario may be what reads it."""
_NAME = re.compile(r"[a-z]\w*(?:\.\w+)*")


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

    known = tuple(_together(found))
    first: dict[tuple[str, int], tuple[int, int]] = {}
    for one in known:
        if one.severity == "error" and one.code not in _FOLLOWING:
            place = one.span.line, one.span.column
            first[paragraph(one.span)] = min(place, first.get(paragraph(one.span), place))
    errors = [one for one in known if one.severity == "error"]
    touched = {paragraph(span) for one in errors for span in (one.span, *(label.span for label in one.labels))}
    return tuple(
        one
        for one in _with_decided_divisors(known)
        if one.code != _UNREAD or paragraph(one.span) not in touched
        if one.code not in _FOLLOWING
        or paragraph(one.span) not in first
        or (one.span.line, one.span.column) < first[paragraph(one.span)]
    )


def _together(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the findings, with one for all errors that say the same of the same words at several places."""
    kept: dict[tuple[str, ...], Diagnostic] = {}
    for one in found:
        words = written(one.span)
        of_words = one.severity == "error" and _NAME.fullmatch(words) is not None and not one.labels
        key = (one.code, one.message, one.help, one.span.path, words if of_words else str(one.span), str(one.labels))
        first = kept.setdefault(key, one)
        if first is not one and len(first.labels) < MOST_PLACES:
            kept[key] = attrs.evolve(first, labels=(*first.labels, Label(one.span, "here, too")))
    return list(kept.values())


def _with_decided_divisors(found: tuple[Diagnostic, ...]) -> list[Diagnostic]:
    """Return the findings, where one that a divisor may be 0 takes over the help of a condition in it that is decided.

    To divide by 1 instead would hide that nothing is ever counted there.
    """
    decided = [one for one in found if one.code == "GDRNG06"]
    causes = {id(one): [inner for inner in decided if _is_within(inner.span, one.span)] for one in found}
    inner = {id(cause) for one in found if one.code == "GDRNG03" for cause in causes[id(one)]}
    return [
        attrs.evolve(one, help=f"{cause[0].message.lower().removesuffix('.')}: {cause[0].help}")
        if one.code == "GDRNG03" and (cause := causes[id(one)])
        else one
        for one in found
        if id(one) not in inner
    ]


def _is_within(inner: Span, outer: Span) -> bool:
    start, end = (inner.line, inner.column), (inner.end_line, inner.end_column)
    return (
        inner.path == outer.path and (outer.line, outer.column) <= start and end <= (outer.end_line, outer.end_column)
    )

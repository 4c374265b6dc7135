"""Diagnostics -> text for people: place, code and message, the lines concerned with the span underlined, and help."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from gamedsl.diagnostics.diagnostic import Diagnostic
from gamedsl.source import Span, printable

_TAB = 4
_LONGEST = 240
_WIDE = frozenset("WF")
_ZERO_WIDTH = frozenset({"Mn", "Me", "Cf"})
_ANSI = {"error": "1;31", "warning": "1;33", "note": "1;36", "help": "1;36", "place": "1", "gutter": "2"}


def render_text(diagnostics: Iterable[Diagnostic], *, colour: bool = False) -> str:
    """Return all findings, a blank line between two, with a line end; empty for none."""
    return "\n".join(render_one(found, colour=colour) for found in diagnostics)


def render_one(found: Diagnostic, *, colour: bool = False) -> str:
    """Return one finding with the source lines it is about."""
    paint = _Painter(colour)
    head = paint("place", f"{_printable(str(found.span))}:")
    kind = paint(found.severity, f"{found.severity} {found.code} {found.name}:")
    width = max(len(str(span.end_line)) for span in (found.span, *(label.span for label in found.labels)))
    lines = [f"{head} {kind} {_printable(found.message)}"]
    for number, text, marks in excerpt(found.span, "^"):
        lines += _framed(paint, width, number, text, paint(found.severity, marks))
    for label in found.labels:
        lines.append(f"{' ' * width}   {_printable(str(label.span))}: {_printable(label.message)}")
        for number, text, marks in excerpt(label.span, "-"):
            lines += _framed(paint, width, number, text, paint("help", marks))
    if found.help:
        lines.append(f"{' ' * width}   {paint('help', 'help:')} {_printable(found.help)}")
    return "\n".join(lines) + "\n"


def excerpt(span: Span, mark: str) -> Iterator[tuple[int | None, str, str]]:
    """Yield (line number, line, marks under it) for the first and the last line of a span.

    Between two lines that do not follow each other stands (None, "", ""). Nothing is yielded where the source has no
    such line.
    """
    last_line = span.end_line if span.end_column > 1 else max(span.line, span.end_line - 1)
    for number in sorted({span.line, last_line}):
        line = span.source.line(number)
        if number > span.line + 1:
            yield None, "", ""
        if not line.strip():
            continue
        start = span.column if number == span.line else 1 + len(line) - len(line.lstrip())
        end = span.end_column if number == span.end_line else len(line.rstrip()) + 1
        line, start, end = _window(line, start, end)
        left, marked = _printable(line[: start - 1]), _printable(line[: max(end, start + 1) - 1])
        length = max(_columns(marked) - _columns(left), 1)
        yield number, _printable(line.rstrip()), " " * _columns(left) + mark * length


def _window(line: str, start: int, end: int) -> tuple[str, int, int]:
    """Return a very long line cut around a span, and the columns of the span in what is left."""
    if len(line) <= _LONGEST:
        return line, start, end
    first = min(max(0, start - 1 - _LONGEST // 2), len(line) - 1)
    shown = line[first : first + _LONGEST]
    before = "…" if first else ""
    after = "…" if first + _LONGEST < len(line) else ""
    moved = len(before) - first
    return before + shown + after, start + moved, min(end + moved, len(before) + len(shown) + 1)


def _framed(paint: _Painter, width: int, number: int | None, text: str, marks: str) -> list[str]:
    """Return a source line and its marks behind the line number."""
    if number is None:
        return [paint("gutter", f"{'':>{width}} ...")]
    return [f"{paint('gutter', f'{number:>{width}} |')} {text}", f"{paint('gutter', f'{chr(32) * width} |')} {marks}"]


class _Painter:
    """Puts terminal colours round text, or leaves it as it is."""

    def __init__(self, colour: bool) -> None:
        self._colour = colour

    def __call__(self, style: str, text: str) -> str:
        return f"\x1b[{_ANSI[style]}m{text}\x1b[0m" if self._colour else text


def _printable(text: str) -> str:
    """Return text with tabs as blanks, and without signs that nobody can see."""
    expanded, *more = map(printable, text.split("\t"))
    for part in more:
        expanded += " " * (_TAB - _columns(expanded) % _TAB) + part
    return expanded


def _columns(text: str) -> int:
    """Return how many columns of a terminal the text takes."""
    return sum(
        0
        if unicodedata.category(character) in _ZERO_WIDTH
        else 2
        if unicodedata.east_asian_width(character) in _WIDE
        else 1
        for character in text
    )

"""A text and the places of its nodes -> a changed text: edits of stretches, and what was changed for people."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

import attrs

from gamedsl.source import Source, Span


@attrs.frozen
class Edit:
    """The signs from ``start`` up to ``end`` of a text become ``text``."""

    start: int
    end: int
    text: str


@attrs.frozen
class Change:
    """One old form that becomes a new one: ``edits`` of the file ``path`` (None: the rule file itself) belong together.

    ``line`` is where it stands there; ``was`` and ``becomes`` say it in few words.
    """

    line: int
    was: str
    becomes: str
    edits: tuple[Edit, ...]
    path: str | None = None


@attrs.frozen(eq=False)
class Text:
    """A source, read by positions: where a span begins and ends, and what stands there."""

    source: Source
    _starts: list[int] = attrs.field(init=False)

    @_starts.default
    def _find_lines(self) -> list[int]:
        return [0, *accumulate(len(line) + 1 for line in self.source.text.split("\n"))]

    def start(self, span: Span) -> int:
        """Return the position at which a span begins."""
        return self._starts[span.line - 1] + span.column - 1

    def end(self, span: Span) -> int:
        """Return the first position behind a span."""
        return self._starts[span.end_line - 1] + span.end_column - 1

    def of(self, span: Span) -> str:
        """Return what stands in a span, as it is written there."""
        return self.source.text[self.start(span) : self.end(span)]

    def gap(self, first: Span, second: Span) -> str:
        """Return what stands between two spans."""
        return self.source.text[self.end(first) : self.start(second)]

    def line_at(self, position: int) -> int:
        """Return the number of the line in which a position lies."""
        return bisect_right(self._starts, position)

    def line_start(self, number: int) -> int:
        """Return where a line begins; behind the last one the end of the text."""
        return min(self._starts[min(number, len(self._starts)) - 1], len(self.source.text))

    def replaced(self, span: Span, text: str) -> Edit:
        """Return the edit that puts a text in the place of a span."""
        return Edit(self.start(span), self.end(span), text)


def applied(text: str, edits: list[Edit]) -> str:
    """Return a text with edits carried out; of two that meet, the later one in the text is left for another time."""
    done = []
    position = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if edit.start < position:
            continue
        done += [text[position : edit.start], edit.text]
        position = edit.end
    return "".join((*done, text[position:]))


def apart(changes: list[Change]) -> list[Change]:
    """Return the changes that touch nothing that one before them touches."""
    taken: list[tuple[str | None, int, int]] = []
    kept = []
    for change in changes:
        own = [(change.path, edit.start, edit.end) for edit in change.edits]
        if not any(p == q and a < d and c < b for p, a, b in own for q, c, d in taken):
            kept.append(change)
            taken += own
    return kept


def one_line(text: str) -> str:
    """Return a text on one line, without its comments, cut where it is long."""
    short = " ".join(re.sub(r"#[^\n]*", "", text).split())
    return short if len(short) <= _MOST_SHOWN else short[: _MOST_SHOWN - 1] + "…"


_MOST_SHOWN = 70

"""The lines that a text was put together from -> the place in the source of every stretch of it."""

from __future__ import annotations

from bisect import bisect_right

import attrs

from gamedsl.source import Source, Span


@attrs.frozen
class Place:
    """Where the text of a parse comes from: one entry for each of its lines.

    ``text`` is that text; ``numbers`` are line numbers of the source, ``offsets`` what must be added to columns,
    ``ends`` the column (in the source) behind the last written character, before any layout mark; ``starts`` are the
    positions where the lines begin in the text.
    """

    source: Source
    text: str
    numbers: tuple[int, ...]
    offsets: tuple[int, ...]
    ends: tuple[int, ...]
    starts: tuple[int, ...]

    def index(self, position: int) -> int:
        """Return which line of the text a position is in, from 0."""
        return bisect_right(self.starts, position) - 1

    def span(self, start: int, end: int) -> Span:
        """Return the span in the source of a stretch of the text, given by its positions."""
        first = bisect_right(self.starts, start) - 1
        last = bisect_right(self.starts, end - 1, first) - 1 if end > start else first
        column = start - self.starts[first] + 1 + self.offsets[first]
        end_column = end - self.starts[last] + 1 + self.offsets[last]
        return Span(
            self.source,
            self.numbers[first],
            min(column, self.ends[first]),
            self.numbers[last],
            min(end_column, self.ends[last]),
        )

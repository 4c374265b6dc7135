"""What no program can say -> an error that names it, its place and what to write instead; the widest that one can"""

from __future__ import annotations

from gamedsl.source import Span

WIDEST = 1 << 18
"""Numbers that a set may be made of."""


MOST_TEXTS = 1 << 20
"""Texts of columns that a program may name; each is a number."""


class NotLoweredError(Exception):
    """What a kernel program cannot say: what it is, what to write instead, and where it stands in the rules."""

    def __init__(self, what: str, cure: str, span: Span | None = None) -> None:
        super().__init__(what)
        self.what, self.cure, self.span = what, cure, span

    def __str__(self) -> str:
        where = "" if self.span is None else f"{self.span.path}:{self.span.line}:{self.span.column}: "
        return f"{where}{self.what} is more than can be worked out; {self.cure}"

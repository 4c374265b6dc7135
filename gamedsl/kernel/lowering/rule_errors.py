"""What a fault of the rules is in a program: its code, its place, and what makes its message of the values at hand"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import attrs

from gamedsl.source import Span


@attrs.frozen
class Fault:
    """A fault of the rules: its code and place, and what makes the values of its message of those at hand."""

    code: str
    span: Span
    message: Callable[[Sequence[int]], Mapping[str, str | int]]


@attrs.frozen
class Chain:
    """In a message: the paragraphs being carried out, and behind them one that would begin."""

    last: str

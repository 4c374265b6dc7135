"""Work that a check does, piece by piece -> TooMuchWorkError when it is more than one file of a stranger may cause.

Work is counted, not timed, so that the same file is answered in the same way on every machine. One unit is about a
microsecond of the machine that benchmarks/journal tells of.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

MOST_WORK = 500_000
"""Work for a file that says little; each letter of rules that are read brings some more."""
PER_LETTER = 4
MOST_LETTERS = 150_000
"""Letters that bring more, of a file and all its bases together."""
MOST_DEEP = 200
"""Paragraphs inside each other, each called by the one before: not as many as Python happens to have room for."""
_TO_TELL = 10_000
"""Work for telling that it is too much."""
PART, TOKEN, EXPRESSION, NODE, CELL, CANDIDATE, FINDING, SITUATION = 100, 12, 30, 2, 6, 8, 10, 4
"""What it takes to begin a section, to read a word, to check an expression, to pass a node, to read a cell …"""

_left: ContextVar[list[int] | None] = ContextVar("left", default=None)


class TooMuchWorkError(Exception):
    """What is being worked on takes more work than is left."""


class TooDeepError(Exception):
    """What is being worked on calls something that calls something, and so on, too many times."""


@contextmanager
def bounded() -> Iterator[None]:
    """Count the work that is done inside; what stands inside another such block is a part of it."""
    if _left.get() is not None:
        yield
        return
    before = _left.set([MOST_WORK, 0])
    try:
        yield
    finally:
        _left.reset(before)


def allow(letters: int) -> None:
    """Let a check do as much more as a rule file of this length needs, with room: large games are no attack."""
    left = _left.get()
    if left is not None:
        more = min(letters, MOST_LETTERS - left[1])
        left[0] += more * PER_LETTER
        left[1] += more


def spend(amount: int) -> None:
    """Count work; raise TooMuchWorkError when none is left. Outside of a check nothing is counted."""
    left = _left.get()
    if left is not None:
        left[0] -= amount
        if left[0] < 0:
            left[0] += _TO_TELL
            raise TooMuchWorkError

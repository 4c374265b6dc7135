"""What can go wrong in the engine, as exceptions for the Python API."""

from __future__ import annotations

from gamedsl.i18n.speaking import gettext
from gamedsl.semantics.core.types import UNLIMITED
from gamedsl.source import Span


class SetupError(ValueError):
    """The number of seats or the options do not fit the game, or the game is too large to lay out."""


class RefusedSetupError(SetupError):
    """A set-up that the header of the game refuses; ``reason`` in its words, empty when it gives none."""

    def __init__(self, title: str, reason: str) -> None:
        why = reason or gettext("a condition is not met")
        super().__init__(gettext("{game} cannot be set up like this: {reason}", game=title, reason=why))
        self.reason = reason


class IllegalChoice(ValueError):  # noqa: N818
    """A choice number that is not among the legal choices, or a game that is over."""


class SaveError(ValueError):
    """A saved state is damaged or belongs to another game."""


class RuleError(Exception):
    """A rule that cannot be carried out: a code of the catalogue, its place and the values of its message."""

    def __init__(self, code: str, span: Span, **values: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.span = span
        self.values = values


class Limits:
    """Bounds that keep every rule file from hanging; an engine may be given others."""

    jumps = 100_000
    """Calls of paragraphs, turns and passes of phases, and passes of ``repeat until`` between two decisions."""
    passes = 1_000_000
    """Passes of loops and pieces moved between two decisions, each as much as ``Loads`` says."""
    decisions = 100_000
    """Decisions of one game; then its result is ``unfinished``."""
    choices = 100_000
    """Legal choices of one decision."""
    any_number = 1_000
    """Choices in one plan with ``any number of``."""
    frames = 1_000
    """Paragraphs carried out inside each other, of any kind."""
    amount = UNLIMITED
    """Most that a purse shows or holds."""
    points = 99_999
    """Most points of one player, above and below zero."""


def told_chain(names: list[str]) -> str:
    """Return paragraphs inside each other, outermost first; long chains are cut in the middle."""
    if len(names) > 12:
        names = [*names[:6], "…", *names[-5:]]
    return " → ".join(names)


NO_SENSE = (RuleError, TypeError, LookupError, ZeroDivisionError)
"""What a part may raise when an earlier part, which would rule out none or 0 in it, does not hold."""

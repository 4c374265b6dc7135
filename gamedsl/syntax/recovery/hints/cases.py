"""What is known where reading a text stops: the token that does not fit, its line, what could stand there."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import attrs

from gamedsl.source import Span
from gamedsl.syntax.grammar.vocabulary import WORDS

if TYPE_CHECKING:
    from gamedsl.syntax.text.scanner import Line

WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_VARIANT = re.compile(r"^variant\b", re.MULTILINE)


@attrs.frozen
class Finding:
    """What to report: code, place and the values for its message."""

    code: str
    span: Span
    values: dict[str, Any]


@attrs.frozen
class Case:
    """One unexpected token and the terminals that could stand there; ``before`` is the token in front of it.

    ``goes_on`` tells whether the line could begin with ``else``; ``steps`` whether the token before could be a step.
    """

    terminal: str
    text: str
    span: Span
    accepted: frozenset[str]
    before: str
    before_terminal: str
    line: Line
    goes_on: bool
    steps: bool
    repair: Callable[[], str]

    @property
    def at_end(self) -> bool:
        return self.terminal in {"_NL", "_INDENT", "_DEDENT", "$END"}

    @property
    def is_word(self) -> bool:
        return WORD.fullmatch(self.text) is not None


def section_of(case: Case) -> str:
    """Return the first word of the last line at the left margin: the keyword of the section."""
    lines = [line.removeprefix("change ") for line in case.span.source.lines[: case.span.line]]
    found = next((match for line in reversed(lines) if (match := WORD.match(line))), None)
    return found[0] if found else ""


def in_variant(case: Case) -> bool:
    """Tell whether the file is a variant."""
    return _VARIANT.search(case.span.source.text) is not None


def calls_a_rule(case: Case) -> bool:
    """Tell whether the line calls a rule of the file that has the name of a step: `lay(1)`."""
    word, bracket, _ = case.line.text.partition("(")
    return bool(bracket) and word in WORDS.steps and f"\n  {word}(" in case.span.source.text

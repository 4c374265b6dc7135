"""Core values -> Python functions: the registry of writers, and what they share: tests of ranges, errors, texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamedsl.engine.errors import RuleError
from gamedsl.engine.write.drafts import (
    WRITERS,
    Compiler,
    Draft,
    Eval,
    Later,
    Lines,
    in_limits,
    in_range,
    out_of_range,
)
from gamedsl.semantics import core
from gamedsl.semantics.core import model
from gamedsl.semantics.core import types as t
from gamedsl.source import Span

Writer = Callable[[Draft, Any], str]
LinesWriter = Callable[[Draft, Any], Lines]


def writes(kind: type[core.Value]) -> Callable[[Writer], Writer]:
    """Register what writes one kind of value as an expression."""

    def register(writer: Writer) -> Writer:
        WRITERS[kind] = (writer, None)
        return writer

    return register


def writes_lines(kind: type[core.Value]) -> Callable[[LinesWriter], LinesWriter]:
    """Register what writes one kind of value as the lines of a function that returns it."""

    def register(writer: LinesWriter) -> LinesWriter:
        WRITERS[kind] = (None, writer)
        return writer

    return register


def is_set(kind: t.Type) -> bool:
    """Tell whether values of this type are sets or lists."""
    if isinstance(kind, t.MaybeType):
        return is_set(kind.item)
    return isinstance(kind, t.SetType | t.ListType)


def note_in_force(d: Draft, modifier: model.CheckedModifier) -> str:
    """Write the noting of a modifier that is in force, in games with a log."""
    return f"if s.log is not None: {d.bind(d.c.in_force)}.add({d.bind(modifier.name)})"


def nothing_there(span: Span, value: str, reason: str = "nothing is there") -> RuleError:
    """Return the error of a value that is none where something is needed."""
    return RuleError("GDRUN04", span, value=value, reason=reason)


__all__ = [
    "Compiler",
    "Draft",
    "Eval",
    "Later",
    "Lines",
    "in_limits",
    "in_range",
    "is_set",
    "out_of_range",
    "writes",
    "writes_lines",
]

"""AST words -> core texts with stable translation keys."""

from __future__ import annotations

from gamedsl.semantics import core
from gamedsl.semantics.core import types as t
from gamedsl.semantics.expressions.checker import Checker
from gamedsl.semantics.expressions.scopes import Scope
from gamedsl.syntax import nodes

_WITHOUT_NONE = 2
"""So many number forms has English; one more, the first, stands for none."""


def references(words: nodes.Words | None) -> tuple[str, ...]:
    """Return the rulebook references as written: ``MOG-061`` or ``MOG-060..MOG-070``."""
    if words is None:
        return ()
    return tuple(ref.first if ref.last is None else f"{ref.first}..{ref.last}" for ref in words.references)


def text(checker: Checker, words: nodes.Words | None, key: str, scope: Scope) -> core.Text | None:
    """Check the words' slots; None when there are no words (references alone make an empty text)."""
    if words is None:
        return None
    parts = tuple(_part(checker, part, scope) for part in words.parts or ())
    if not parts and not words.references:
        return None
    return core.Text(span=words.span, key=key, parts=parts, references=references(words))


def _part(checker: Checker, part: str | nodes.Slot, scope: Scope) -> str | core.TextSlot:
    if isinstance(part, str):
        return part
    value = checker.value(part.value, scope)
    if part.forms or part.most is not None:
        value = checker.fit(value, t.IntType())
    most = checker.number(part.most, scope) if part.most is not None else None
    none = part.forms[0] if len(part.forms) > _WITHOUT_NONE else None
    return core.TextSlot(span=part.span, value=value, forms=part.forms[-_WITHOUT_NONE:], none=none, most=most)


def shown(words: nodes.Words | None) -> bool:
    """Tell whether there are words to show (not references alone)."""
    return words is not None and bool(words.parts)

"""Hypothesis strategies for names, numbers and texts, of which those for AST nodes are made."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from gamedsl.syntax.grammar.vocabulary import WORDS

KEYWORDS = WORDS.words

names = st.from_regex(r"[a-zA-Z_][a-zA-Z_0-9]{0,5}", fullmatch=True).filter(lambda name: name not in KEYWORDS)
numbers = st.integers(0, 10**9)
plain = st.characters(exclude_characters='"{}|\n', categories=("L", "N", "P", "S", "Zs"))
plain_texts = st.text(plain, max_size=12)
written = st.text(plain, min_size=1, max_size=12)
codes = st.from_regex(r"[A-Z][A-Z0-9]{1,2}-[A-Z]?[0-9]{1,3}[a-z]?", fullmatch=True)


def tuples(items: st.SearchStrategy[Any], least: int = 0, most: int = 3) -> st.SearchStrategy[tuple[Any, ...]]:
    """Return tuples of ``least`` to ``most`` items."""
    return st.lists(items, min_size=least, max_size=most).map(tuple)


def maybe(items: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Return None or an item."""
    return st.none() | items


def joined(parts: list[Any]) -> tuple[Any, ...]:
    """Join neighbouring texts: a parser never leaves two side by side."""
    made: list[Any] = []
    for part in parts:
        if made and isinstance(part, str) and isinstance(made[-1], str):
            made[-1] += part
        else:
            made.append(part)
    return tuple(made)

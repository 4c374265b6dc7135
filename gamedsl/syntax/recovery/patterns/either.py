"""A value in words of other languages, `if C then a else b`, of any depth -> how it is written here."""

from __future__ import annotations

import re

import attrs

_PART = re.compile(r"\b(?:if|then|else)\b|[()\[\]{}]|[\"#;]|(?<= )\[[A-Z]+-")
_OPENING, _CLOSING = "([{", ")]}"
_WHOLE = re.compile(r"(?:(?:let:? *)?\w+(?:\([^()]*\))? *=|(?:.*\b(?:worth|pays)) *:|.*[(,{]|.*\b(?:to|else)|) *")
"""What stands in front of a value that needs no brackets."""


@attrs.define
class _Reading:
    """The words of a value from a place on, cut at `if`, `then` and `else` outside brackets, and at its end."""

    text: str
    words: list[tuple[str, int, int]]
    end: int
    place: int = 0

    def value(self) -> str | None:
        """Return the next value as it is written here; None where a word is missing."""
        if self._next("if"):
            parts: list[str] = []
            for word in ("then", "else"):
                before = self._between() if word == "then" else self.value()
                if not before or not self._next(word):
                    return None
                parts.append(before)
            condition, first = parts
            otherwise = self.value()
            first = f"({first})" if re.search(r"\bif\b", first) and not first.startswith("(") else first
            return f"{first} if {condition} else {otherwise}" if otherwise else None
        return self._between() or None

    def _next(self, word: str) -> bool:
        """Go on behind a word if it comes next; tell whether it does."""
        found = self.place < len(self.words) and self.words[self.place][0] == word
        starts = word != "if" or not self._between()
        self.place += found and starts
        return found and starts

    def _between(self) -> str:
        """Return what stands between the word read last and the next."""
        start = self.words[self.place - 1][2] if self.place else self.words[0][1]
        return self.text[start : self.words[self.place][1] if self.place < len(self.words) else self.end].strip()


def turned_about(text: str, start: int) -> tuple[int, str] | None:
    """Return how long the value at ``start`` is, which begins with `if`, and how it is written, or None."""
    words, depth, end = [], 0, len(text.rstrip())
    for part in _PART.finditer(text, start):
        sign = part[0]
        depth += (sign in _OPENING) - (sign in _CLOSING)
        if depth < 0 or sign in ("#", ";", '"') or len(sign) > len("else"):
            end = start + len(text[start : part.start()].rstrip())
            break
        if depth == 0 and sign.isalpha():
            words.append((sign, part.start(), part.end()))
    reading = _Reading(text, words, end)
    value = reading.value() if words and words[0][1] == start else None
    if value is None or reading.place < len(words):
        return None
    return end - start, value if _WHOLE.fullmatch(text[:start]) else f"({value})"

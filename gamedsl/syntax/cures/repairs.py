"""A line, and the token in it that does not fit -> the line as it can be read with one small change, if there is one.

Each change is tried: what is offered can be read to the end of its line. What it means then nobody knows here; so the
changes that people mostly forget come first, and nothing is offered that needs a name or a value to be thought of.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import attrs

MAX_SHOWN = 70
_INSERTED = (":", "to", "from", "by", "of", "for", "with", "|", ",", "=", "then", "or", ")", "ties")
"""What is put in front of the token, the most likely first."""

_MEANT: tuple[tuple[str, tuple[str, ...]], ...] = (
    (",", (":", ".", ";", "then", "or")),
    (";", (",", ":")),
    ("|", ("or", ",")),
    ("/", ("or", ",")),
    ("-", ("..", "_")),
    (":", ("=", ",", "in", "")),
    ("=", (":", "to", "in")),
    (".", ("", "..", ",")),
    ("do", (":",)),
    ("then", (":", ",", ";", "to")),
    ("und", ("and",)),
    ("et", ("and",)),
    ("plus", ("+", "and")),
    ("minus", ("-",)),
    ("times", ("*",)),
    ("oder", ("or",)),
    ("ou", ("or",)),
    ("nor", ("or",)),
    ("von", ("from", "of")),
    ("vom", ("from",)),
    ("de", ("from", "of")),
    ("aus", ("from",)),
    ("nach", ("to",)),
    ("zu", ("to",)),
    ("vers", ("to",)),
    ("si", ("if",)),
    ("wenn", ("if",)),
    ("falls", ("if",)),
    ("when", ("if", "where")),
    ("dann", ("then", ":")),
    ("alors", ("then", ":")),
    ("sonst", ("else",)),
    ("sinon", ("else",)),
    ("otherwise", ("else",)),
    ("mit", ("with",)),
    ("avec", ("with",)),
    ("highest", ("most",)),
    ("max", ("most",)),
    ("more", ("most",)),
    ("largest", ("most",)),
    ("lowest", ("least",)),
    ("min", ("least",)),
    ("fewest", ("least",)),
    ("nothing", ("none",)),
    ("nobody", ("none",)),
    ("every", ("each", "")),
    ("all", ("each", "")),
    ("whose", ("where",)),
    ("that", ("where",)),
    ("such", ("where",)),
    ("into", ("to",)),
    ("onto", ("to",)),
    ("of", ("from", "in", "to", "")),
    ("from", ("in", "of", "")),
    ("to", ("by", "for", "..", "=", "in")),
    ("for", ("by", "to", "from")),
    ("on", ("in", "to")),
    ("in", ("from", "to", "of")),
    ("is", ("=", ":")),
    ("as", ("to", "=")),
    ("be", ("=", "to")),
    ("the", ("",)),
    ("a", ("",)),
    ("an", ("",)),
    ("or", ("to", "and", ",")),
    ("and", ("or", ",", ";")),
)
"""Words and signs as people write them -> what they mean; nothing: it is left out."""

_IN_ROWS: dict[str, tuple[tuple[str, str], ...]] = {"-": (("..", "-"),)}
REPLACED = dict(_MEANT)
_DOTTED = re.compile(r"(?:^|[^\w.])(?:you|active|players|[a-z])$")
_LOOSE = re.compile(r" +([:,;)])")


@attrs.frozen
class Change:
    """A line in which one place is written in another way: what stood there, what now does, and the line."""

    old: str
    new: str
    line: str

    def told(self, token: str) -> str:
        """Return the change as a help line; ``token`` is what does not fit."""
        if len(self.line) <= MAX_SHOWN:
            return f"write `{self.line}`"
        if not self.new:
            return f"leave out `{self.old}`"
        return (
            f"write `{self.new}` instead of `{self.old}`" if self.old else f"write `{self.new}` in front of `{token}`"
        )


def repaired(
    text: str, start: int, end: int, accepted: frozenset[str], goes_on: Callable[[str], bool]
) -> Change | None:
    """Return the first change that makes a line readable, or None.

    ``text`` is the line; the token that does not fit stands between ``start`` and ``end``, where the words
    ``accepted`` of the language could stand: any other would only be read as a name. ``goes_on`` tells whether what
    follows the part in front of the token can be read.
    """
    token, rest = text[start:end], text[end:]
    before = text[:start].rstrip()
    for new, old in _IN_ROWS.get(token, (("|", ""),)) if text.lstrip().startswith("|") else _tried(before, token):
        kept = "" if old else token
        if new.isalpha() and new not in accepted:
            continue
        if goes_on(f" {new} {kept}{rest}"):
            blank = "" if new in (".", "..") else " "
            whole = f"{before}{blank}{new}{blank}{kept}{rest if blank or kept else rest.lstrip()}"
            return Change(old, new, _LOOSE.sub(r"\1", re.sub(r"(?<=\S) {2,}", " ", whole)).strip())
    return None


def _tried(before: str, token: str) -> Iterator[tuple[str, str]]:
    """Yield what is tried: what is written, and the token if it is replaced by that, else nothing."""
    for new in REPLACED.get(token.lower(), ()):
        yield new, token
    if token[:1].isalpha() and _DOTTED.search(before):
        yield ".", ""
    if not token or token[:1].isalnum() or token in '([{"|':
        for new in _INSERTED:
            yield new, ""

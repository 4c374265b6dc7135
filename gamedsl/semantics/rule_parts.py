"""The texts of a rule file and of all files it reads -> a hash for each part of them that can decide play.

What stands under ``about``, ``scenarios``, ``hints``, ``metrics`` and ``display``, comments and blank lines never
change a game that is being played, so they do not count.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping

from gamedsl.source import Source
from gamedsl.syntax.print.comments import code_of

Parts = tuple[tuple[str, str], ...]
"""Names of parts (``phases``, ``phases of base.game``, ``mogul/shares.csv``) with their hashes."""
HEADER = "the header"
_SECTIONS = frozenset(
    {
        *("options", "types", "components", "table", "terms", "setup", "phases", "actions", "rules", "triggers"),
        *("modifiers", "scoring", "end"),
    }
)
_HEADERS = ("game", "variant")
_NO_MATTER = frozenset({"about", "scenarios", "hints", "metrics", "display"})
_LENGTH = 16


def rule_parts(source: Source, texts: Mapping[str, str]) -> Parts:
    """Return the parts of the rule file, then those of the other files by their path as seen from it."""
    found: dict[str, str] = {}
    for path, text in [("", source.text), *sorted(texts.items())]:
        if path.endswith(".csv"):
            found[path] = "\n".join(line.rstrip() for line in text.split("\n"))  # line ends differ between computers
            continue
        for section, line in _lines(text):
            name = f"{section} of {path}" if path else section
            found[name] = f"{found.get(name, '')}{line}\n"
    return tuple((name, _hash(text)) for name, text in found.items())


def rules_hash(parts: Parts) -> str:
    """Return one hash of all parts and their order."""
    return _hash("\n".join(f"{name} {digest}" for name, digest in parts), 64)


def _lines(text: str) -> Iterator[tuple[str, str]]:
    """Yield (section, line) for the lines that matter; a line in brackets may stand at the left margin."""
    section = HEADER
    for line in text.split("\n"):
        code = (code_of(line) if "#" in line else line).rstrip()
        first = _first_word(code)
        if first in _SECTIONS or first in _NO_MATTER:
            section = first
        elif first in _HEADERS:
            section = HEADER
        if code and section not in _NO_MATTER:
            yield section, code


def _first_word(code: str) -> str:
    """Return the first word at the left margin, behind ``change`` and ``remove``; empty where there is none."""
    if not code or code[0].isspace():
        return ""
    return code.removeprefix("change ").removeprefix("remove ").split(maxsplit=1)[0]


def _hash(text: str, length: int = _LENGTH) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:length]

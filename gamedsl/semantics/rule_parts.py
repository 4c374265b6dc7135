"""The texts of a rule file and of all files it reads -> a hash for each part of them that can decide play.

What stands under ``about``, ``scenarios``, ``hints``, ``metrics`` and ``display``, comments and blank lines never
change a game that is being played, so they do not count. Nor do words for people: a slip of the pen in a title may be
mended while a game is going on, as a translation may. For example, of

    take "Take the card" [NOT-003]  # or pass

what counts is ``take``; of the picture behind ``lay`` and the paths behind ``csv`` and ``of`` all does.
"""

from __future__ import annotations

import csv
import hashlib
import re
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
_CELLS = "\x1f"
_OF_WORDS = re.compile(r"\b([A-Za-z]\w*)\s*:\s*(?:(?:set|list)\s+of\s+)?words\b")
"""A column that holds words for people, as heads of tables declare it."""
_STRING = re.compile(r'(?P<data>\b(?:csv|of)\s*"[^"]*")|(?:\bas\s*)?"[^"]*"')
_REFERENCES = re.compile(r"\[[A-Z]+-[A-Z]?\d[^\]]*\]")
_PICTURE = re.compile(r'\s*(?:[^"]*;\s*)?lay\s|\s*(?:[^"]*:\s*)lay\s|[\s(]*"[^"]*"\s*[,)]')
"""A line that lays a picture, or goes on with one."""


def rule_parts(source: Source, texts: Mapping[str, str]) -> Parts:
    """Return the parts of the rule file, then those of the other files by their path as seen from it."""
    found: dict[str, str] = {}
    worded = {name for text in (source.text, *texts.values()) for name in _OF_WORDS.findall(text)}
    for path, text in [("", source.text), *sorted(texts.items())]:
        if path.endswith(".csv"):
            found[path] = _without_words(text, worded)
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
        if code and section not in _NO_MATTER and (plain := _without_strings(code)):
            yield section, plain


def _without_strings(code: str) -> str:
    """Return a line without its words for people and their references; rows of a picture stay."""
    if _PICTURE.match(code):
        return code
    bare = _STRING.sub(lambda found: found["data"] or '""', code)
    plain = " ".join(_REFERENCES.sub("", bare).replace('""', " ").split()).replace(" :", ":")
    return f"{code[: len(code) - len(code.lstrip())]}{plain}" if plain else ""


def _without_words(text: str, worded: set[str]) -> str:
    """Return the rows of a table without the columns that hold words; those that declare columns so are ``worded``."""
    try:
        rows = list(csv.reader(text.splitlines(), strict=True))
    except csv.Error:
        rows = [[line] for line in text.splitlines()]
    head = [name.strip() for name in rows[0]] if rows else []
    left = [at for at, name in enumerate(head) if name not in worded]
    return "\n".join(_CELLS.join(row[at].strip() for at in left if at < len(row)) for row in rows)


def _first_word(code: str) -> str:
    """Return the first word at the left margin, behind ``change`` and ``remove``; empty where there is none."""
    if not code or code[0].isspace():
        return ""
    return code.removeprefix("change ").removeprefix("remove ").split(maxsplit=1)[0]


def _hash(text: str, length: int = _LENGTH) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:length]

"""The text of a rule file -> rules in it that are called like a step: a step is read where they are called."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gamedsl.source import Source
from gamedsl.syntax.grammar.vocabulary import WORDS
from gamedsl.updating.edits import Change, Edit

_RULES = re.compile(r"^rules[ ]*(?:#[^\n]*)?\n(?P<body>(?:[ ][^\n]*\n?|#[^\n]*\n?|\r?\n)*)", re.MULTILINE)
_RULE = re.compile(r"^  (?P<name>[A-Za-z_]\w*)(?=[ (\n\r]|$)", re.MULTILINE)
_STEP = r"(?:(?m:^)[ ]+|[:;|][ ]+)"
_BEHIND = r"(?=\(|[ ]*(?:;|\||#|\"|\[|\r?\n|\Z))"


def rules_like_steps(source: Source) -> Iterator[Change]:
    """Find rules called ``lay``, ``show`` …: their declaration, their calls, and where they are named.

    This is read from the text, as such a file cannot be parsed.
    """
    text = source.text
    names = {rule["name"]: section.start("body") + rule.start("name") for section, rule in _declared(text)}
    for name, position in names.items():
        if name not in WORDS.steps:
            continue
        other = next(new for number in range(1, 1000) if not re.search(rf"\b{(new := f'{name}_{number}')}\b", text))
        word = re.escape(name)
        places = {position}
        for pattern in (rf"{_STEP}(?P<name>{word}){_BEHIND}", rf"\bduring\((?P<name>{word})\)"):
            places |= {found.start("name") for found in re.finditer(pattern, text)}
        for line in re.finditer(r"^ +(?:after|forbid): (?P<names>[^\n\"#]*)", text, re.MULTILINE):
            places |= {line.start("names") + at.start() for at in re.finditer(rf"\b{word}\b", line["names"])}
        edits = tuple(Edit(place, place + len(name), other) for place in sorted(places))
        yield Change(text.count("\n", 0, position) + 1, f"rule {name}", f"rule {other}", edits)


def _declared(text: str) -> Iterator[tuple[re.Match[str], re.Match[str]]]:
    for section in _RULES.finditer(text):
        for rule in _RULE.finditer(section["body"]):
            yield section, rule


def renamed_keys(table: str, change: Change) -> Iterator[Edit]:
    """Find the keys of a renamed rule in the text of a translation."""
    old, new = (name.removeprefix("rule ") for name in (change.was, change.becomes))
    for found in re.finditer(rf"^\"?rules\.(?P<name>{re.escape(old)})(?=[.,\"])", table, re.MULTILINE):
        yield Edit(found.start("name"), found.end("name"), new)

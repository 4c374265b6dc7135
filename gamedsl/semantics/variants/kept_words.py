"""A paragraph of a base game and what a variant makes of it -> words that stay, but say a number that is gone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from gamedsl.syntax import nodes
from gamedsl.syntax.print.printer import node_text

_QUOTED = re.compile(r'"[^"]*"|\[[A-Z][^\]]*\]')
_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.]*\w)")
_WRITTEN = (
    "one two three four five six seven eight nine ten eleven twelve",
    "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "- deux trois quatre cinq six sept huit neuf dix onze douze",
)
"""Numbers as words for people write them, from one on; what is an article as well (`ein`, `un`) says no number."""
_DIGITS = {word: str(number) for line in _WRITTEN for number, word in enumerate(line.split(), 1)}
_SAID = re.compile(
    rf"{_NUMBER.pattern}|(?<![\w-])(?<!\bno )(?<!\beach )(?<!\bany )(?<!\bthe )(?<!\bthis )(?<!\bthat )"
    rf"(?:{'|'.join(sorted(_DIGITS, key=len, reverse=True))})(?![\w-]| of\b| another\b)",
    re.IGNORECASE,
)
"""A number in words for people, in digits or written out; in `no one` and `one of them` there is none."""


def outdated_words(old: nodes.Paragraph, new: nodes.Paragraph) -> Iterator[tuple[nodes.Words, str]]:
    """Yield words for people that stay, with the number in them that the fields say less often than before.

    Only where other numbers have come into the fields: what is merely left out may well be told still.
    """
    before, after = _numbers(old), _numbers(new)
    gone = before - after
    if not gone or not after - before:
        return
    kept = {id(words.parts) for words in _words(old) if words.parts is not None}
    for words in _words(new):
        if words.parts is not None and id(words.parts) in kept:
            said = _SAID.findall(" ".join(part for part in words.parts if isinstance(part, str)))
            number = next((one for one in said if _DIGITS.get(one.lower(), one) in gone), None)
            if number is not None:
                yield words, number


def _words(paragraph: nodes.Paragraph) -> list[nodes.Words]:
    """Return the words of a paragraph and of its steps, as `then as` has them."""
    found = [paragraph.words, *(field.words for field in paragraph.fields if isinstance(field, nodes.Steps))]
    return [words for words in found if words is not None]


def _numbers(paragraph: nodes.Paragraph) -> Counter[str]:
    return Counter(
        number for field in paragraph.fields for number in _NUMBER.findall(_QUOTED.sub(" ", node_text(field)))
    )

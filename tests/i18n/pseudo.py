"""A command line -> what it prints where every marked text of the program is written in strange letters.

What is left in Latin letters is a word of the game, or one of the program that nobody has marked.
"""

from __future__ import annotations

import csv
import io
import re
from string import Formatter

import attrs
import pytest
from click.testing import CliRunner

from gamedsl.cli import group
from gamedsl.i18n import speaking
from gamedsl.semantics.core.model import CheckedGame
from gamedsl.semantics.texts.translation import template

_STRANGE = {ord(letter): chr(ord("Ａ") + at) for at, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ")}
_STRANGE |= {ord(letter): chr(ord("ａ") + at) for at, letter in enumerate("abcdefghijklmnopqrstuvwxyz")}
_CYRILLIC = {ord(letter): chr(ord("а") + at) for at, letter in enumerate("abcdefghijklmnopqrstuvwxyz")}
_CYRILLIC |= {ord(letter): chr(ord("А") + at) for at, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ")}
_WORD = re.compile(r"[A-Za-zÀ-ÿ]{2,}")


class Strange:
    """A catalogue in which every text is translated, into letters that no game uses."""

    def gettext(self, text: str) -> str:
        """Return a text in strange letters; the names of places for values stay."""
        made = []
        for words, name, form, conversion in Formatter().parse(text):
            made.append(words.translate(_STRANGE).replace("{", "{{").replace("}", "}}") if name is not None else words)
            if name is not None:
                made.append("{" + name + (f"!{conversion}" if conversion else "") + (f":{form}" if form else "") + "}")
            else:
                made[-1] = made[-1].translate(_STRANGE)
        return "".join(made)

    def ngettext(self, one: str, many: str, count: int) -> str:
        """Return the text for a number."""
        return self.gettext(one if count == 1 else many)

    def pgettext(self, context: str, text: str) -> str:
        """Return a text, whatever the context."""
        del context
        return self.gettext(text)


def printed(monkeypatch: pytest.MonkeyPatch, *arguments: str, typed: str = "") -> str:
    """Return what a command line prints, on both streams, without the paths of records."""
    monkeypatch.setattr(speaking, "_catalogue", lambda language: Strange())
    result = CliRunner(env={"COLUMNS": "100"}).invoke(group, list(arguments), input=typed)
    return re.sub(r"\S+\.record\.jsonl", "", result.stdout + result.stderr)


def strange_translation(game: CheckedGame) -> str:
    """Return a translation file of a game in which all its texts are in Cyrillic letters; values stay."""
    rows = list(csv.reader(io.StringIO(template(game))))
    made = io.StringIO()
    csv.writer(made).writerows([rows[0], *([key, _outside(words)] for key, words in rows[1:])])
    return made.getvalue()


def _outside(words: str) -> str:
    """Return a text in Cyrillic letters, but for what stands in braces."""
    parts = re.split(r"(\{[^{}]*\})", words)
    return "".join(part if part.startswith("{") else part.translate(_CYRILLIC) for part in parts)


def names_of(game: CheckedGame) -> set[str]:
    """Return the words of the names in the rules of a game, which are told where a thing has no words, and plurals."""
    sections = (game.kinds, game.counters, game.zones, game.values, game.actions, game.phases, game.rules, game.terms)
    names = [name for section in (*sections, game.dice, game.word_lists, game.displays) for name in section]
    names += [column.name for kind in game.kinds.values() for column in kind.columns]
    names += [design.name for kind in game.kinds.values() for design in kind.designs]
    names += [word for words in game.word_lists.values() for word in words.words_of]
    found = {word.casefold() for name in [*names, *game.seat_names] for word in _WORD.findall(name.replace("_", " "))}
    return found | {f"{word}s" for word in found} | {"dice"}


def words_of(game: CheckedGame) -> set[str]:
    """Return all words that a game brings with it: its names, texts and the words of its values."""
    found: set[str] = set()
    seen: set[int] = set()
    waiting: list[object] = [game]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            found.update(word.casefold() for word in _WORD.findall(part.replace("_", " ")))
        elif id(part) not in seen:
            seen.add(id(part))
            if isinstance(part, dict):
                waiting += [*part, *part.values()]
            elif isinstance(part, tuple | list | set | frozenset):
                waiting += part
            elif attrs.has(type(part)) and type(part).__name__ not in ("Span", "Source"):
                waiting += [getattr(part, field.name) for field in attrs.fields(type(part))]
    return found


def unmarked(text: str, known: set[str]) -> dict[str, str]:
    """Return the words in a text that nobody knows, each with the first line where it stands."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        for word in _WORD.findall(line.replace("_", " ")):
            if word.casefold() not in known:
                found.setdefault(word, line.strip())
    return found
